//! The page in a terminal (docs/design/cards.md, 8).

use std::collections::HashMap;

use mantel_model::contrast::{AA, ratio};
use mantel_model::facts::Facts;
use mantel_model::look::Look;
use mantel_model::plain_text::terminal::{self, Addresses, COLUMNS, Colors, Form};
use mantel_model::theme::Theme;
use mantel_model::tile::TileColor;
use mantel_model::{Draft, HexColor, TileId};
use proptest::prelude::*;
use serde_json::{Value, json};
use unicode_width::UnicodeWidthStr as _;

use crate::any;

const URL: &str = "https://harrow.example/ines";
const HOSTILE: &str = "a\u{1b}[2J\u{1b}]8;;https://evil.example\u{1b}\\b\u{9b}31m\u{7}\u{7f}\u{0}c\r\nd\u{85}\u{2028}e\u{202e}\u{2066}f\u{200f}\u{61c}g\u{feff}\u{e0041}\u{9d}0;h\u{9c}";

/// A cell of a screen: its letter, ink, background, whether it is bold, and where it leads.
#[derive(Clone, Debug, PartialEq)]
struct Cell {
    letter: char,
    ink: Option<[u8; 3]>,
    ground: Option<[u8; 3]>,
    bold: bool,
    link: String,
}

fn rgb(codes: &[u16]) -> Option<[u8; 3]> {
    match codes {
        [2, r, g, b] => Some([u8::try_from(*r).ok()?, u8::try_from(*g).ok()?, u8::try_from(*b).ok()?]),
        _ => None,
    }
}

/// The lines of the colour form as a terminal understands them; anything but colours, bold and hyperlinks is a failure.
fn screen(text: &str) -> Vec<Vec<Cell>> {
    assert!(text.ends_with('\n'));
    text.lines().map(line).collect()
}

fn line(text: &str) -> Vec<Cell> {
    let (mut cells, mut rest) = (Vec::new(), text);
    let (mut ink, mut ground, mut bold, mut link) = (None, None, false, String::new());
    while let Some(letter) = rest.chars().next() {
        if let Some(code) = rest.strip_prefix("\u{1b}[") {
            let (codes, after) = code.split_once('m').unwrap();
            let codes: Vec<u16> = codes.split(';').map(|code| code.parse().unwrap()).collect();
            let mut left = codes.as_slice();
            while let Some((first, after)) = left.split_first() {
                left = after;
                match first {
                    0 => (ink, ground, bold) = (None, None, false),
                    1 => bold = true,
                    22 => bold = false,
                    38 | 48 => {
                        let color = Some(rgb(&left[..4]).unwrap());
                        if *first == 38 {
                            ink = color
                        } else {
                            ground = color
                        }
                        left = &left[4..];
                    }
                    other => panic!("the code {other}"),
                }
            }
            rest = after;
        } else if let Some(target) = rest.strip_prefix("\u{1b}]8;;") {
            let (target, after) = target.split_once("\u{1b}\\").unwrap();
            assert!(target.bytes().all(|byte| byte.is_ascii_graphic()), "{target:?}");
            (link, rest) = (target.to_owned(), after);
        } else {
            assert!(!letter.is_control(), "{letter:?} in {text:?}");
            cells.push(Cell { letter, ink, ground, bold, link: link.clone() });
            rest = &rest[letter.len_utf8()..];
        }
    }
    assert!(text.ends_with("\u{1b}[0m") && link.is_empty(), "{text:?}");
    assert_eq!(letters(&cells).width(), COLUMNS, "{text:?}");
    assert!(cells.iter().all(|cell| cell.ground.is_some()), "{text:?}");
    cells
}

fn letters(cells: &[Cell]) -> String {
    cells.iter().map(|cell| cell.letter).collect()
}

fn page(theme: Value, name: &str, tiles: Value) -> Draft {
    let profile = json!({ "name": name, "bio": "Potter.\nSlow things, mostly out of doors.", "location": "Lisbon" });
    serde_json::from_value(json!({ "profile": profile, "theme": theme, "tiles": tiles })).unwrap()
}

fn id(at: usize) -> String {
    let letter = |at: usize| char::from(b'a' + u8::try_from(at % 26).unwrap());
    format!("t_aaaaaaaaaa{}{}", letter(at / 26), letter(at))
}

fn drawn(page: &Draft, facts: &HashMap<TileId, Facts>, form: Form) -> String {
    let plain = terminal::curl(URL);
    terminal::page(page, Addresses { page: URL, plain: &plain }, facts, form)
}

/// What the colour form says, without its scene.
fn said(page: &Draft, facts: &HashMap<TileId, Facts>) -> Vec<String> {
    let lines = screen(&drawn(page, facts, Form::Color));
    let words = lines.iter().map(|line| letters(line).trim().to_owned());
    words.skip_while(|line| line.contains('▀') || line.is_empty()).filter(|line| !line.is_empty()).collect()
}

fn sample() -> (Draft, HashMap<TileId, Facts>) {
    let tiles = json!([
        { "id": id(0), "type": "social", "platform": "instagram", "handle": "ines.harrow" },
        { "id": id(1), "type": "social", "platform": "mastodon", "handle": "@ines@clay.example" },
        { "id": id(2), "type": "text", "text": "Kiln opens Saturday at ten. Bring a box and something soft to wrap things in." },
        { "id": id(3), "type": "text", "text": "Open studio\n2026", "look": "stamp" },
        { "id": id(4), "type": "image", "src": "/media/abcdef01.webp", "title": "Last light, the back garden" },
        { "id": id(5), "type": "link", "url": "https://www.harrow.example/", "title": "A year of firing", "size": "w" },
        { "id": id(6), "type": "heading", "text": "Lately" },
        { "id": id(7), "type": "video", "url": "https://vimeo.com/12345", "title": "Throwing a moon jar" },
        { "id": id(8), "type": "github", "repo": "harrow/glaze-calc" },
        { "id": id(9), "type": "text", "text": "I make **plain** pots for daily use and record the places the clay comes from: see the [map](https://harrow.example/map)." },
    ]);
    let mut facts = HashMap::new();
    let mut know = |at: usize, known: Facts| facts.insert(TileId::parse(&id(at)).unwrap(), known);
    know(7, Facts { duration: Some(1430), ..Facts::default() });
    know(8, Facts { language: Some("Rust".into()), stars: Some(1204), ..Facts::default() });
    (page(json!({ "style": "lofi" }), "Inês Harrow", tiles), facts)
}

#[test]
fn a_page_says_everything_in_columns() {
    let (page, facts) = sample();
    let expected = "Potter.
Slow things, mostly out of doors.
Lisbon
 Instagram @ines.harrow   @ines@clay.example
Kiln opens Saturday at ten. Bring a box and             Open studio
something soft to wrap things in.                           2026
1  Last light, the back garden ................................. picture
2  A year of firing ..................................... harrow.example
 Lately  ───────────────────────────────────────────────────────────────
3  Throwing a moon jar .......................................... 24 min
4  harrow/glaze-calc ................................. Rust, 1,204 stars
│  I make plain pots for daily use and record the places the clay comes
│  from: see the map (harrow.example/map).
harrow.example/ines                plain: curl harrow.example/ines?plain";
    let expected: Vec<&str> = expected.lines().map(str::trim).collect();
    assert_eq!(said(&page, &facts), expected);
}

#[test]
fn the_plain_form_has_no_escapes_and_writes_addresses_out() {
    let (page, facts) = sample();
    let text = drawn(&page, &facts, Form::Plain);
    let expected = r#"    INÊS HARROW
    ===========

    Potter.
    Slow things, mostly out of doors.
    Lisbon

    Instagram @ines.harrow ....................... instagram.com/ines.harrow
    @ines@clay.example .................................. clay.example/@ines

    .------------------------------------------------.    ..------------..
    | Kiln opens Saturday at ten. Bring a box and    |    | Open studio  |
    | something soft to wrap things in.              |    |     2026     |
    '------------------------------------------------'    ''------------''

    1  Last light, the back garden ................................. picture
    2  A year of firing ..................................... harrow.example

    Lately -----------------------------------------------------------------

    3  Throwing a moon jar (24 min) ........................ vimeo.com/12345
    4  harrow/glaze-calc (Rust, 1,204 stars)
       ........................................ github.com/harrow/glaze-calc

    | I make plain pots for daily use and record the places the clay comes
    | from: see the map (harrow.example/map).

    https://harrow.example/ines        plain: curl harrow.example/ines?plain
"#;
    let (drawing, words) = text.split_at(text.find("    INÊS").unwrap());
    assert!(drawing.is_ascii() && drawing.lines().count() == 12, "{drawing}");
    assert_eq!(words.lines().collect::<Vec<_>>(), expected.lines().collect::<Vec<_>>());
}

#[test]
fn titles_lead_somewhere() {
    let (page, facts) = sample();
    let lines = screen(&drawn(&page, &facts, Form::Color));
    let link = |words: &str| {
        let line = lines.iter().find(|line| letters(line).contains(words)).unwrap();
        let linked: Vec<&Cell> = line.iter().filter(|cell| !cell.link.is_empty()).collect();
        linked.first().map(|cell| cell.link.clone()).unwrap()
    };
    assert_eq!(link("Last light"), format!("{URL}#tile-{}", id(4)));
    assert_eq!(link("A year of firing"), "https://www.harrow.example/");
    assert_eq!(link("@ines.harrow"), "https://www.instagram.com/ines.harrow");
    assert_eq!(link("plain: curl"), URL);
}

#[test]
fn every_look_and_palette_has_a_scene_of_its_own_that_ends_in_its_ground() {
    let mut scenes = Vec::new();
    for palette in Look::ALL.iter().flat_map(|look| look.palettes()) {
        let page =
            page(json!({ "style": palette.look().as_str(), "preset": palette.name() }), "Ines Harrow", json!([]));
        let lines = screen(&drawn(&page, &HashMap::new(), Form::Color));
        let (scene, below) = lines.split_at(17);
        let ground = Some(Colors::of(&page.theme).ground.bytes());
        assert!(scene.iter().any(|line| letters(line).contains('▀')), "{}", palette.name());
        assert!(below.iter().all(|line| !letters(line).contains('▀')), "{}: the name is in the scene", palette.name());
        assert!(below[0].iter().all(|cell| cell.ground == ground), "{}", palette.name());
        assert!(!letters(&below.concat()).contains("Ines Harrow"), "{}", palette.name());
        scenes.push(scene.to_vec());
    }
    let all = scenes.len();
    scenes.dedup();
    assert_eq!((all, scenes.len()), (24, 24));
    let mut drawings: Vec<String> = Look::ALL
        .iter()
        .map(|look| {
            let text = drawn(&page(json!({ "style": look.as_str() }), "Ines", json!([])), &HashMap::new(), Form::Plain);
            text.lines().take(11).collect::<Vec<_>>().join("\n")
        })
        .collect();
    drawings.sort();
    drawings.dedup();
    assert_eq!(drawings.len(), 6);
}

#[test]
fn a_name_that_the_pixels_lack_or_that_is_too_long_is_text() {
    for look in Look::ALL {
        for (name, drawn_in_pixels) in [
            ("Žofie Łódź-Ęß", true),
            ("Åsa & Çelik", true),
            ("陶芸家", false),
            ("Anna Maria", true),
            ("A name of forty letters that is too long", false),
        ] {
            let page = page(json!({ "style": look.as_str() }), name, json!([]));
            let words = said(&page, &HashMap::new());
            assert_eq!(words.first().map(String::as_str) != Some(name), drawn_in_pixels, "{look} {name} {words:?}");
        }
    }
}

#[test]
fn without_a_scene_the_name_stands_on_the_ground() {
    for style in ["solid", "dots", "grid", "image"] {
        let theme = json!({ "style": "washi", "background": { "style": style, "color": "#224466" } });
        let page = page(theme, "Ines", json!([]));
        let lines = screen(&drawn(&page, &HashMap::new(), Form::Color));
        assert_eq!(lines[0][0].ground, Some([0x22, 0x44, 0x66]), "{style}");
        assert!(lines.iter().filter(|line| letters(line).contains('▀')).count() >= 3, "{style}");
    }
}

#[test]
fn the_first_forty_tiles_are_shown_and_the_others_counted() {
    let link = |at: usize| json!({ "id": id(at), "type": "link", "url": format!("https://harrow.example/{at}"), "title": format!("Number {at}"), "size": "w" });
    let mut tiles: Vec<Value> = (0..52).map(link).collect();
    tiles.insert(40, json!({ "id": id(60), "type": "heading", "text": "Later" }));
    let page = page(json!({ "style": "night" }), "Ines", json!(tiles));
    let words = said(&page, &HashMap::new());
    assert!(words.iter().any(|line| line.starts_with("40 Number 39 ....")), "{words:?}");
    assert!(words.contains(&"and 12 more: harrow.example/ines".to_owned()), "{words:?}");
    assert!(!words.iter().any(|line| line.contains("Number 40") || line.contains("Later")), "{words:?}");
    assert!(drawn(&page, &HashMap::new(), Form::Plain).contains("\n    and 12 more: harrow.example/ines\n"));
}

#[test]
fn the_order_is_that_of_the_text_for_readers() {
    for layout in ["bento", "list", "canvas"] {
        let note = |at: usize, words: &str, size: &str, x: u32, y: u32| json!({ "id": id(at), "type": "text", "text": words, "size": size, "pos": { "x": x, "y": y, "w": 200, "h": 200 } });
        let heading =
            json!({ "id": id(9), "type": "heading", "text": "Later", "pos": { "x": 0, "y": 350, "w": 1200, "h": 72 } });
        let tiles = json!([
            note(0, "A", "s", 600, 0),
            note(1, "B", "w", 0, 0),
            note(2, "C", "s", 0, 800),
            heading,
            note(3, "D", "s", 0, 300)
        ]);
        let page = page(json!({ "layout": layout }), "Ada", tiles);
        let ours: Vec<String> = said(&page, &HashMap::new())
            .into_iter()
            .map(|line| line.replace('─', "").trim().to_owned())
            .filter(|line| line.len() == 1 || line == "Later")
            .collect();
        let text = mantel_model::plain_text::llms_txt(&page, URL, &HashMap::new());
        let read = text.lines().filter_map(|line| line.strip_prefix("- ").or(line.strip_prefix("## ")));
        let read: Vec<&str> = read.filter(|line| !line.contains(':')).collect();
        assert_eq!(ours, read, "{layout}");
    }
}

#[test]
fn text_is_readable_in_every_palette() {
    let colors_of = |theme: &Theme| {
        let it = Colors::of(theme);
        let mut pairs = vec![
            ("ink", it.ink, it.ground),
            ("soft", it.soft, it.ground),
            ("words", it.words, it.ground),
            ("accent", it.accent.1, it.accent.0),
            ("second", it.second.1, it.second.0),
            ("plate", it.plate.1, it.plate.0),
        ];
        for color in TileColor::ALL {
            let (note, stamp) = (it.note(*color), it.stamp(*color));
            pairs.extend([("note", note.1, note.0), ("stamp", stamp.1, stamp.0)]);
        }
        pairs
    };
    for palette in Look::ALL.iter().flat_map(|look| look.palettes()) {
        let theme = Theme { palette, ..Theme::of(palette.look()) };
        for (name, ink, ground) in colors_of(&theme) {
            assert!(
                ratio(ink, ground) >= AA,
                "{} {name} {ink} on {ground} is {:.2}",
                palette.name(),
                ratio(ink, ground)
            );
        }
        for own in ["#000000", "#ffffff", "#777777", "#ff4a3d", "#3c6cff", "#ffe07a"] {
            let own = HexColor::parse(own).unwrap();
            let mut theme = Theme { accent: Some(own), ..theme.clone() };
            let readable = |theme: &Theme| {
                for (name, ink, ground) in colors_of(theme) {
                    assert!(ratio(ink, ground) >= AA, "{} {own} {name} is {:.2}", palette.name(), ratio(ink, ground));
                }
            };
            readable(&theme);
            theme.background.color = Some(own);
            readable(&theme);
        }
    }
}

#[test]
fn the_tones_of_the_design_are_kept() {
    let hex = |look: Look| {
        let it = Colors::of(&Theme::of(look));
        [it.ground, it.ink, it.soft, it.words].map(|color| color.to_string())
    };
    assert_eq!(hex(Look::Lofi), ["#2e284b", "#fff8ec", "#c9bedd", "#f2a9bd"]);
    assert_eq!(hex(Look::Washi), ["#efe6d2", "#231f1c", "#5c5145", "#a3201a"]);
}

#[test]
fn nothing_of_an_owner_steers_the_terminal() {
    let clean = terminal::sanitized(HOSTILE);
    assert_eq!(clean, "a[2J]8;;https://evil.example\\b31mc d efg0;h");
    // A letter keeps a few marks: more would cover other lines.
    assert_eq!(terminal::sanitized(&format!("e{}", "\u{301}".repeat(50))).chars().count(), 5);
    let tiles = json!([
        { "id": id(0), "type": "link", "url": "https://harrow.example/%1b%0a?a=é", "size": "w" },
        { "id": id(1), "type": "github", "repo": "harrow/kiln" },
    ]);
    let page = page(json!({ "style": "lofi" }), "Ines", tiles);
    let mut facts = HashMap::new();
    facts.insert(TileId::parse(&id(0)).unwrap(), Facts { title: Some(HOSTILE.into()), ..Facts::default() });
    facts.insert(TileId::parse(&id(1)).unwrap(), Facts { language: Some(HOSTILE.into()), ..Facts::default() });
    let words = said(&page, &facts).join("\n");
    assert!(words.contains("1  a[2J]8;;https://evil.example"), "{words}");
    assert!(!drawn(&page, &facts, Form::Plain).contains('\u{1b}'));
}

#[test]
fn a_full_page_of_long_texts_takes_bounded_work() {
    let long = "漢字e\u{301}\u{301}\u{301} ".repeat(400);
    let note = |at: usize| json!({ "id": id(at), "type": "text", "text": long.chars().take(1990).collect::<String>() });
    let page = page(json!({ "style": "cozy" }), "Ines", json!((0..300).map(note).collect::<Vec<_>>()));
    for form in [Form::Color, Form::Plain] {
        let text = drawn(&page, &HashMap::new(), form);
        assert!(text.len() < 40 * 2000 * 8 + 64 * 1024, "{}", text.len());
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(192))]

    #[test]
    fn any_page_stays_within_eighty_columns(page in any::draft(45), hostile in "\\PC{0,60}|[\\x00-\\x9f\u{200b}-\u{206f}\u{1f300}-\u{1faff}\u{fe0f}\u{300}-\u{36f}]{0,60}") {
        let known = |title: &str| Facts {
            title: Some(title.to_owned()), artist: Some(title.to_owned()), language: Some(title.to_owned()), ..Facts::default()
        };
        let facts: HashMap<TileId, Facts> = page.tiles.iter().map(|tile| (tile.id.clone(), known(&hostile))).collect();
        screen(&drawn(&page, &facts, Form::Color));
        for line in drawn(&page, &facts, Form::Plain).lines() {
            prop_assert!(line.width() <= COLUMNS, "{line:?}");
            prop_assert!(!line.chars().any(char::is_control), "{line:?}");
        }
    }

    #[test]
    fn sanitized_text_steers_nothing(text in "\\PC{0,40}|[\\x00-\\xff\u{200b}-\u{206f}\u{e0000}-\u{e007f}\u{300}-\u{36f}]{0,80}|.{0,40}") {
        let clean = terminal::sanitized(&text);
        let steers = |letter: char| letter.is_control() || matches!(letter, '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}');
        prop_assert!(!clean.chars().any(steers), "{:?}", clean);
        prop_assert_eq!(terminal::sanitized(&clean), clean);
    }
}
