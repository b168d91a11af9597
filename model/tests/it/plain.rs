//! The page as plain text.

use std::collections::HashMap;

use mantel_model::facts::Facts;
use mantel_model::plain_text::vcard::{Card, vcard};
use mantel_model::{Draft, TileId, plain_text};
use serde_json::json;

fn page() -> Draft {
    serde_json::from_value(json!({
        "profile": { "name": "Ada # [x](https://evil.example)", "bio": "One.\n# Two", "location": "Lisbon" },
        "theme": {},
        "tiles": [
            { "id": "t_aaaaaaaaaaaa", "type": "link", "url": "https://example.com/a(b)", "title": "Shop", "description": "Prints" },
            { "id": "t_aaaaaaaaaaab", "type": "social", "platform": "mastodon", "handle": "@ada@example.social" },
            { "id": "t_aaaaaaaaaaac", "type": "heading", "text": "Lately" },
            { "id": "t_aaaaaaaaaaad", "type": "text", "text": "**Open** on *Fridays*\n# not a heading [map](https://example.com/m) [bad](javascript:x)" },
            { "id": "t_aaaaaaaaaaae", "type": "github", "repo": "ada/kiln" },
            { "id": "t_aaaaaaaaaaaf", "type": "music", "url": "https://music.example/track/1" },
        ],
    }))
    .unwrap()
}

#[test]
fn a_page_reads_as_text_and_nobody_can_forge_its_structure() {
    let mut facts = HashMap::new();
    let stars = Facts { stars: Some(12), language: Some("Rust".into()), ..Facts::default() };
    facts.insert(TileId::parse("t_aaaaaaaaaaae").unwrap(), stars);
    let text = plain_text::llms_txt(&page(), "https://mantel.example/ada", &facts);
    let expected = r"# Ada # \[x\](https://evil.example)

> One.
> \# Two

- Location: Lisbon
- Page: https://mantel.example/ada

- [Mastodon: @ada@example.social](https://example.social/@ada)

- [Shop](https://example.com/a%28b%29): Prints

## Lately

- **Open** on *Fridays*
  \# not a heading [map](https://example.com/m) \[bad\](javascript:x)
- [Music on music.example](https://music.example/track/1)
- [ada/kiln](https://github.com/ada/kiln): Rust, 12 stars
";
    assert_eq!(text, expected);
}

#[test]
fn the_text_has_the_order_in_which_a_phone_shows_the_page() {
    let text = |layout: &str| {
        let note = |words: &str, size: &str, x: u32, y: u32| {
            json!({ "id": format!("t_aaaaaaaaaaa{}", words.to_lowercase()), "type": "text", "text": words, "size": size,
                "pos": { "x": x, "y": y, "w": 200, "h": 200 } })
        };
        let heading = json!({ "id": "t_aaaaaaaaaaah", "type": "heading", "text": "Later", "pos": { "x": 0, "y": 350, "w": 1200, "h": 72 } });
        let tiles = json!([
            note("A", "s", 600, 0),
            note("B", "w", 0, 0),
            note("C", "s", 0, 800),
            heading,
            note("D", "s", 0, 300)
        ]);
        let page = json!({ "profile": { "name": "Ada" }, "theme": { "layout": layout }, "tiles": tiles });
        let page: Draft = serde_json::from_value(page).unwrap();
        let text = plain_text::llms_txt(&page, "https://mantel.example/ada", &HashMap::new());
        text.lines()
            .filter_map(|line| line.strip_prefix("- ").or(line.strip_prefix("## ")))
            .skip(1)
            .collect::<Vec<_>>()
            .join(" ")
    };
    assert_eq!(text("bento"), "A C B Later D");
    assert_eq!(text("list"), "A B C Later D");
    assert_eq!(text("canvas"), "B A D Later C");
}

#[test]
fn lines_of_a_contact_are_folded_between_characters() {
    let mut page = page();
    page.profile =
        serde_json::from_value(json!({ "name": "Éé".repeat(40), "bio": "日本語の長い文章。".repeat(20) })).unwrap();
    let card =
        Card { url: "https://mantel.example/ada", username: "ada", revised: "2026-11-21T09:30:00Z", photo: None };
    let text = vcard(&page, card);
    assert!(text.ends_with("REV:2026-11-21T09:30:00Z\r\nEND:VCARD\r\n"), "{text}");
    assert!(text.split("\r\n").all(|line| line.len() <= 75), "{text}");
    let unfolded = text.replace("\r\n ", "");
    assert!(unfolded.contains(&format!("FN:{}\r\n", "Éé".repeat(40))), "{unfolded}");
    assert!(unfolded.contains(&format!("NOTE:{}\r\n", "日本語の長い文章。".repeat(20))), "{unfolded}");
    assert!(unfolded.contains("X-SOCIALPROFILE;TYPE=mastodon:https://example.social/@ada\r\n"), "{unfolded}");
}
