//! Prints `/new` as HTML, to view it without a server: `cargo run -p mantel-app --example brief_editor -- [QUERY]`.

use mantel_app::brief_editor::Start;
use mantel_app::mount;
use mantel_app::site::Document;
use mantel_model::look::Look;

fn main() {
    let query = std::env::args().nth(1).unwrap_or_default();
    let styles = Look::ALL.iter().map(|look| (look.to_string(), format!("/style/looks/{look}.css"))).collect();
    let start = Start { query, host: "mantel.page".to_owned(), open: true, styles, ..Start::default() };
    let sheets = ["ui.css".to_owned(), format!("looks/{}.css", start.look()), "brief_editor.css".to_owned()];
    let document = Document {
        title: "New page".to_owned(),
        styles: sheets.iter().map(|sheet| format!("/style/{sheet}")).collect(),
        unlisted: true,
        ..Document::default()
    };
    println!("{}", mount::brief_editor_document(&start, document, None));
}
