//! Prints a screen of the site as HTML, to view it without a server:
//! `cargo run -p mantel-app --example site -- landing|signup|signin|settings|missing|errors`.

use mantel_app::site::{Document, auth, landing, not_found, settings};

fn main() {
    let screen = std::env::args().nth(1).unwrap_or_default();
    let mut styles = vec!["/style/ui.css".to_owned(), "/style/site.css".to_owned(), "/style/settings.css".to_owned()];
    if screen == "landing" {
        styles.extend(
            ["painted", "cozy", "washi", "lofi", "cobalt", "night"].map(|look| format!("/style/looks/{look}.css")),
        );
    }
    let host = "mantel.page".to_owned();
    let document = Document { title: screen.clone(), styles, ..Document::default() };
    println!(
        "{}",
        document.html(|| match screen.as_str() {
            "signup" => auth::sign_up(&auth::SignUp {
                host,
                problems: vec![("email".into(), "This needs an email address, like ines@harrow.example.".into())],
                ..Default::default()
            }),
            "signin" => auth::sign_in(&auth::SignIn::default()),
            "settings" => settings::view(&settings::Settings {
                email: "ines@harrow.example".into(),
                host,
                page: Some(settings::OwnPage {
                    username: "ines".into(),
                    url: "/ines".into(),
                    live_since: Some("14 November".into()),
                    unpublished: true,
                    ..Default::default()
                }),
                ..Default::default()
            }),
            "missing" => not_found::view(&not_found::NotFound { host, free: Some("juniper".into()), signed_in: false }),
            _ => landing::view(&landing::Landing {
                host,
                open: true,
                base: "https://mantel.page".into(),
                signed_in: false
            }),
        })
    );
}
