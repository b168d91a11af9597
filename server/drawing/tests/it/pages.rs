//! Pages to draw.

use mantel_drawing::{Picture, Pictures};
use mantel_model::id::SeededIds;
use mantel_model::page::Draft;
use mantel_model::read::read_draft;
use serde_json::{Value, json};

/// A page with every part.
pub fn whole() -> Value {
    json!({
        "profile": {
            "name": "Ines Harrow",
            "bio": "Potter and field recordist. Slow things, mostly out of doors.",
            "location": "Lisbon, near the river",
            "avatar": "https://pictures.example/cat.jpg",
            "avatarFocus": {"x": 50, "y": 30},
        },
        "theme": {"style": "washi"},
        "tiles": [
            {"type": "image", "src": "https://pictures.example/dahlia.jpg", "title": "Last light, garden"},
            {"type": "text", "text": "Kiln opens **Saturday** at ten."},
            {"type": "text", "text": "Open studio 2026", "look": "stamp"},
            {"type": "music", "url": "https://open.spotify.com/album/1", "image": "https://pictures.example/cover.jpg"},
            {"type": "link", "url": "mailto:ines@harrow.example", "title": "Write to me"},
        ],
    })
}

/// A page from its JSON.
pub fn page(value: &Value) -> Draft {
    read_draft(value, &mut SeededIds::new(7)).unwrap()
}

/// A page with some fields of its profile replaced; `null` takes one away.
pub fn with_profile(changes: &Value) -> Value {
    let mut page = whole();
    for (key, value) in changes.as_object().unwrap() {
        if value.is_null() {
            page["profile"].as_object_mut().unwrap().remove(key);
        } else {
            page["profile"][key] = value.clone();
        }
    }
    page
}

/// A page with other tiles.
pub fn with_tiles(tiles: &Value) -> Value {
    let mut page = whole();
    page["tiles"] = tiles.clone();
    page
}

/// A page with some fields of its theme.
pub fn with_theme(changes: &Value) -> Value {
    let mut page = whole();
    for (key, value) in changes.as_object().unwrap() {
        page["theme"][key] = value.clone();
    }
    page
}

/// A picture of coloured bands and noise, the worst that a card has to compress.
pub fn picture(seed: u32) -> Picture {
    let mut state = seed | 1;
    let mut rgba = Vec::new();
    for y in 0..300_u32 {
        for x in 0..400_u32 {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let noise = (state >> 24) as u8 / 3;
            rgba.extend([(x * 255 / 400) as u8 ^ noise, (y * 255 / 300) as u8, noise.wrapping_mul(3), 255]);
        }
    }
    Picture::new(400, 300, rgba).unwrap()
}

/// All pictures.
pub fn pictures() -> Pictures {
    Pictures {
        avatar: Some(picture(1)),
        picture: Some(picture(2)),
        cover: Some(picture(3)),
        backdrop: Some(picture(4)),
    }
}

/// Odd pages: a name for each, its JSON, and whether pictures could be loaded.
pub fn odd() -> Vec<(&'static str, Value, bool)> {
    let name = |name: &str| with_profile(&json!({"name": name}));
    let long = "Maximiliana Konstantinopoulou-Featherstonehaugh van der Berg";
    let stack = format!("Z{}algo", "\u{301}\u{316}\u{334}".repeat(20));
    vec![
        ("whole", whole(), true),
        ("pictures not loaded", whole(), false),
        ("no avatar", with_profile(&json!({"avatar": null, "avatarFocus": null})), true),
        ("no bio", with_profile(&json!({"bio": null})), true),
        ("bare", with_profile(&json!({"bio": null, "avatar": null, "avatarFocus": null})), true),
        ("no place", with_profile(&json!({"location": null})), true),
        ("no name", name(""), true),
        ("nothing", json!({"profile": {"name": ""}, "theme": {"style": "washi"}, "tiles": []}), false),
        ("only a name", json!({"profile": {"name": "Ines"}, "theme": {"style": "washi"}, "tiles": []}), false),
        ("one letter", name("I"), true),
        ("long name", name(long), true),
        ("80 letters in one word", name(&"W".repeat(80)), true),
        ("80 letters in two-letter words", name(&"Wo ".repeat(27)), true),
        ("80 thin letters", name(&"i".repeat(80)), true),
        ("hyphens only", name("----------------"), true),
        ("a name of spaces and dots", name(". . ."), true),
        ("Japanese", name("水野 春香"), true),
        ("Japanese with Latin", name("水野 Haruka"), true),
        ("Arabic", name("ليلى حداد"), true),
        ("Hebrew", name("דנה לוי"), true),
        ("Devanagari", name("प्रिया शर्मा"), true),
        ("Thai", name("สมชาย ใจดี"), true),
        ("Cyrillic", name("Ольга Петрова"), true),
        ("Vietnamese", name("Nguyễn Thị Ánh Tuyết"), true),
        ("emoji in a name", name("Ines 🌸 Harrow ✨"), true),
        ("only emoji", name("🌸🌸🌸"), true),
        ("a family", name("👩‍👩‍👧‍👦 Ines"), true),
        ("stacked marks", name(&stack), true),
        ("markup", name("<script>&\"'</svg>"), true),
        ("private use", name("\u{e000}\u{e001}"), true),
        ("mathematical letters", name("𝕴𝖓𝖊𝖘"), true),
        ("long bio", with_profile(&json!({"bio": "Potter and field recordist. ".repeat(20)})), true),
        ("bio of one word", with_profile(&json!({"bio": "a".repeat(600)})), true),
        (
            "bio in Japanese",
            with_profile(&json!({"bio": "陶芸と野外録音。ゆっくりしたものを、おもに屋外で。".repeat(8)})),
            true,
        ),
        (
            "long place",
            with_profile(&json!({"location": "Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch, Wales"})),
            true,
        ),
        ("no tiles", with_tiles(&json!([])), true),
        ("long note", with_tiles(&json!([{"type": "text", "text": "word ".repeat(60)}])), true),
        ("note of one word", with_tiles(&json!([{"type": "text", "text": "w".repeat(60)}])), true),
        (
            "note with a first sentence",
            with_tiles(&json!([{"type": "text", "text": format!("Kiln opens. {}", "More. ".repeat(40))}])),
            true,
        ),
        (
            "long stamp",
            with_tiles(
                &json!([{"type": "text", "look": "stamp", "text": "Abracadabra simsalabim hocus pocus fidibus"}]),
            ),
            true,
        ),
        (
            "stamp without a face",
            with_tiles(&json!([{"type": "text", "look": "stamp", "text": "窯出し 二〇二六"}])),
            true,
        ),
        (
            "a record alone",
            with_tiles(
                &json!([{"type": "music", "url": "https://open.spotify.com/album/1", "image": "https://pictures.example/c.jpg"}]),
            ),
            true,
        ),
        (
            "a link's picture",
            with_tiles(
                &json!([{"type": "link", "url": "https://a.example/", "title": "A title that is far too long for a caption", "image": "https://pictures.example/c.jpg"}]),
            ),
            true,
        ),
        ("own accent", with_theme(&json!({"accent": "#ffffff"})), true),
        ("own ground", with_theme(&json!({"background": {"style": "scene", "color": "#000000"}})), true),
        ("solid", with_theme(&json!({"background": {"style": "solid"}})), true),
        ("dots", with_theme(&json!({"background": {"style": "dots", "grain": false}})), true),
        ("grid", with_theme(&json!({"background": {"style": "grid"}})), true),
        (
            "picture behind",
            with_theme(
                &json!({"background": {"style": "image", "image": "https://pictures.example/b.jpg", "blur": 12, "dim": 0.4}}),
            ),
            true,
        ),
        ("no grain", with_theme(&json!({"background": {"style": "scene", "grain": false}})), true),
        ("pixel font", with_theme(&json!({"font": "pixel"})), true),
        ("hand font", with_theme(&json!({"font": "hand"})), true),
    ]
}
