//! `create_page` and `import_page`.

use mantel_model::api::{Claim, Import, Terms};
use serde_json::{Value, json};

use super::{Answer, Call, Hints, Tool};
use crate::mcp::body::{page, value};
use crate::mcp::schema::{brief, change, flag, looks, part, string, username};
use crate::move_in;
use crate::service::{Error, Operation, SavedChange};

/// The tool `create_page`.
pub const CREATE_PAGE: Tool = Tool {
    name: "create_page",
    title: "Create the page",
    about: "Claims a username, which becomes the public address, and makes the account's one page. Ask the owner for the \
            username: it is hard to change later. empty true starts blank, which suits you best: then add_tile with \
            inputs. Without it there are sample tiles; without style a starter template chooses the look. Not for an \
            account that has a page (get_page tells). Nothing is public before publish.",
    example: r#"{"username": "ines-harrow", "style": "painted", "empty": true}"#,
    hints: Hints { read_only: false, destructive: false, idempotent: false, open_world: false },
    operation: Operation::CreatePage,
    input: create_input,
    run: create_page,
};

/// The tool `import_page`.
pub const IMPORT_PAGE: Tool = Tool {
    name: "import_page",
    title: "Import a page",
    about: "Loads a whole page at once: a brief (name and links), a full page JSON, or text that holds one; small mistakes \
            become warnings. file may also be the address of a page elsewhere (linktr.ee/…, bento.me/…) or a saved page \
            of it: it moves in. Makes the page if there is none (give username); with an existing page it replaces the whole \
            draft, and only with replace true: ask the owner first. For a few links use add_tile instead. Tell the owner \
            of the warnings. Nothing is public before publish.",
    example: r#"{"file": {"name": "Ines Harrow", "links": ["https://harrow.example", "ines/kiln"]}, "username": "ines-harrow"}"#,
    hints: Hints { read_only: false, destructive: true, idempotent: true, open_world: true },
    operation: Operation::ImportPage,
    input: import_input,
    run: import_page,
};

fn theme_field(name: &str) -> Value {
    part("theme").pointer(&format!("/properties/{name}")).cloned().unwrap_or_default()
}

fn create_input() -> Value {
    let templates =
        value(&mantel_model::api::options().templates.iter().map(|template| template.name).collect::<Vec<_>>());
    change(
        vec![
            ("username", username("3 to 30 letters, numbers, - or _. The public address becomes /username.")),
            ("style", looks("The look. Leave it out for a starter template's.")),
            ("layout", theme_field("layout")),
            ("preset", string("The palette, one of the look's four; set_theme names them.")),
            (
                "template",
                json!({ "type": "string", "enum": templates, "description": "The starter template; list_options describes them." }),
            ),
            ("empty", flag("Start blank instead of with sample tiles.")),
        ],
        &["username"],
    )
}

fn import_input() -> Value {
    let file = json!({ "anyOf": [brief(), { "type": "string" }],
        "description": "A brief with these fields; a full page, such as get_page's draft, edited; text that holds either; \
                        the address of a page on a service like linktr.ee; or the HTML of one." });
    change(
        vec![
            ("file", file),
            ("username", username("The address of a page that does not exist yet.")),
            ("replace", flag("true: overwrite the draft there is. Ask the owner first.")),
        ],
        &["file"],
    )
}

fn create_page(call: &Call) -> Answer<'_> {
    Box::pin(async move {
        let mut arguments = call.body(&["baseVersion"]);
        if let Some(map) = arguments.as_object_mut() {
            // Meaningless before there is a page.
            map.shift_remove("baseVersion");
        }
        let claim = match Claim::read(&arguments) {
            Ok(claim) => claim,
            Err(problems) => match call.app.service.page(&call.caller).await {
                Ok(page) => return Err(Error::PageExists(page.username).into()),
                Err(_) => return Err(problems.into()),
            },
        };
        let terms = Terms { base_version: None, dry_run: claim.dry_run };
        let app = call.app.clone();
        let body = move |change: &SavedChange| json!({ "page": page(&app.config, &change.page) });
        call.change(terms, body, async |options| call.app.service.claim(&call.caller, &claim, options).await).await
    })
}

fn import_page(call: &Call) -> Answer<'_> {
    Box::pin(async move {
        let import = Import::read(&call.body(&[]))?;
        let (import, notes) = move_in::resolve(&call.app, &call.caller, import).await?;
        let app = call.app.clone();
        let import_warnings = call.app.service.import_images(&call.caller, &import, &call.app.media_import).await;
        let body = move |change: &SavedChange| {
            let warnings: Vec<_> = notes.iter().chain(change.warnings.iter()).chain(&import_warnings).collect();
            json!({ "page": page(&app.config, &change.page), "warnings": warnings })
        };
        call.change(import.terms, body, async |options| call.app.service.import(&call.caller, &import, options).await)
            .await
    })
}
