//! `/docs`: what is documented, and where.

use leptos::prelude::*;

use super::article;

/// Each document: its address, its name and what it holds.
const DOCUMENTS: [(&str, &str, &str); 6] = [
    ("/docs/api", "The API", "Every address of the REST API, with what it takes and gives."),
    ("/docs/errors", "Errors", "What is refused and why, code by code."),
    ("/openapi.json", "openapi.json", "The API for programs, as an OpenAPI 3.1 description."),
    ("/schema", "Schemas", "The page file and the brief as JSON Schemas, for editors that check while you type."),
    ("/api/v1/options", "Options", "Every look, palette, platform, template and limit, as JSON."),
    ("/api/v1", "The API’s index", "Where programs start: the addresses of everything above."),
];

/// The whole screen.
pub fn view(signed_in: bool) -> AnyView {
    let rows = DOCUMENTS.map(|(address, name, about)| {
        view! {
            <section>
                <h2><a href=address>{name}</a></h2>
                <p>{about}</p>
            </section>
        }
    });
    let lead = view! {
        "For programs, and for whoever writes them. Agents connect at "<code>"/api/mcp"</code>
        " and find the rest by themselves; "<a href="/agents">"Agents"</a>" says how to let one in."
    };
    article("", "Documentation", lead, rows.collect_view(), signed_in)
}
