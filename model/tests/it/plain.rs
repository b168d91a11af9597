//! The page as plain text.

use std::collections::HashMap;

use mantel_model::facts::Facts;
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
- [ada/kiln](https://github.com/ada/kiln): Rust, 12 stars
- [Music on music.example](https://music.example/track/1)
";
    assert_eq!(text, expected);
}
