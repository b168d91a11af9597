//! What search engines read of a published page: `ProfilePage` and `Person` of schema.org, as JSON-LD.

use mantel_drawing::{HEIGHT, WIDTH};
use mantel_model::tile::Kind;
use mantel_model::{Language, Tile};
use serde_json::{Map, Value, json};

use super::{DocumentUrls, DrawingVersions, absolute, card_url};
use crate::clock::rfc3339;
use crate::service::Published;

/// The element with the data. It is no script: nothing runs it, and the policy of the page does not need to allow it.
pub fn element(
    published: &Published,
    description: &str,
    language: Option<&Language>,
    urls: DocumentUrls<'_>,
) -> String {
    let data = profile_page(published, description, language, urls).to_string();
    // No text of the owner ends the element, or begins a comment in it.
    format!("<script type=\"application/ld+json\">{}</script>", data.replace('<', "\\u003c"))
}

/// The page, and whom it is about. `sameAs` has the profiles elsewhere that the page names as the same person's.
fn profile_page(
    published: &Published,
    description: &str,
    language: Option<&Language>,
    urls: DocumentUrls<'_>,
) -> Value {
    let profile = &published.page.profile;
    let username = published.username.as_str();
    let mut person = Map::new();
    person.insert("@type".to_owned(), json!("Person"));
    person.insert("name".to_owned(), json!(profile.name_or(username)));
    person.insert("alternateName".to_owned(), json!(username));
    person.insert("url".to_owned(), json!(urls.page));
    if !description.is_empty() {
        person.insert("description".to_owned(), json!(description));
    }
    if let Some(avatar) = &profile.avatar {
        person.insert("image".to_owned(), json!(absolute(avatar.as_str(), urls.base)));
    }
    let own = |tile: &&Tile| match &tile.kind {
        Kind::Social(_) => true,
        Kind::Link(link) => link.me,
        _ => false,
    };
    let own = published.page.tiles.iter().filter(own);
    let addresses = own.filter_map(|tile| tile.kind.address()).map(|address| address.to_string());
    let same: Vec<String> = addresses.filter(|address| address.starts_with("http")).collect();
    if !same.is_empty() {
        person.insert("sameAs".to_owned(), json!(same));
    }
    let mut page = json!({
        "@context": "https://schema.org",
        "@type": "ProfilePage",
        "url": urls.page,
        "dateCreated": rfc3339(published.created_at),
        "dateModified": rfc3339(published.at),
        "mainEntity": person,
    });
    if let Some(language) = language {
        page["inLanguage"] = json!(language);
    }
    if let Some(DrawingVersions { card, .. }) = urls.drawings {
        page["primaryImageOfPage"] = json!({
            "@type": "ImageObject",
            "url": card_url(urls.page, card),
            "width": WIDTH,
            "height": HEIGHT,
        });
    }
    page
}
