//! Properties of the model's readers for any bytes: the bodies of the fuzz targets, which the usual tests also run over
//! the same seeds (`tests/it/fuzz.rs`). Each panics when its property does not hold.

use mantel_model::brief::detect::{detect, is_link};
use mantel_model::brief::{self, Brief, Source, import, import_partial, import_value, link};
use mantel_model::id::SeededIds;
use mantel_model::limits::{TILES, URL_BYTES};
use mantel_model::read::{read_draft, read_json, read_page_file, read_tile};
use mantel_model::text::markup::{self, Span};
use mantel_model::tile::{Kind, NewTile};
use mantel_model::{ImageUrl, PageFile, SafeUrl};
use url::Url;

/// Addresses of links and pictures: an accepted one has an allowed scheme, no credentials and no control character, and
/// is accepted again unchanged.
pub fn address(text: &str) {
    if let Ok(url) = SafeUrl::parse(text) {
        sound(url.as_str());
        assert_eq!(SafeUrl::parse(url.as_str()).as_ref(), Ok(&url));
        assert!(!url.shown_host().is_empty());
    }
    if let Ok(url) = ImageUrl::parse(text) {
        assert_eq!(ImageUrl::parse(url.as_str()).as_ref(), Ok(&url));
        match url.own_name() {
            Some(name) => {
                assert!(!name.is_empty() && !name.contains(['/', '\\', '%']) && !name.contains(".."), "{name}")
            }
            None => sound(url.as_str()),
        }
    }
}

fn sound(address: &str) {
    assert!(address.len() <= URL_BYTES && !address.chars().any(char::is_control), "{address:?}");
    let url = Url::parse(address).unwrap();
    assert!(matches!(url.scheme(), "https" | "http" | "mailto" | "tel"), "{address}");
    assert!(url.username().is_empty() && url.password().is_none(), "{address}");
}

/// The forgiving importer, for lines and for damaged JSON: any text is refused, or gives a page that the strict reader
/// accepts and a brief that reads back as the same page.
pub fn brief(text: &str) {
    let Ok(page) = import_partial(text, 1) else { return };
    let value = serde_json::to_value(&page.draft).unwrap();
    assert_eq!(read_draft(&value, &mut SeededIds::new(9)).as_ref(), Ok(&page.draft));
    for warning in &page.warnings {
        assert!(!warning.message.is_empty() && warning.message.len() < 4096, "{warning:?}");
    }
    let Source::Brief(first) = page.source else { return };
    let again = import(&brief::text(&first), 1).expect("what was written is read");
    let Source::Brief(second) = again.source else { panic!("a brief stays one") };
    assert_eq!(brief::value(&second), brief::value(&first));
}

/// The reader of lists: any text gives at most a page of items, each of which is written in a brief that reads back the
/// same; no address of an item has credentials; and warnings are sentences whose lines are in the text.
pub fn list(text: &str) {
    let read = brief::items(text);
    assert!(read.items.len() <= TILES);
    let lines =
        u32::try_from(text.split(['\n', '\r', '\u{b}', '\u{c}', '\u{85}', '\u{2028}', '\u{2029}']).count()).unwrap();
    for warning in &read.warnings {
        assert!(!warning.message.is_empty() && warning.message.len() < 4096, "{warning:?}");
        assert!(warning.line.is_none_or(|line| (1..=lines).contains(&line)), "{warning:?}");
    }
    for item in &read.items {
        if let Some(address) = item.kind.address() {
            sound(address.as_str());
        }
    }
    let first = Brief { name: "Ada".to_owned(), links: read.items, ..Brief::default() };
    let again = import(&brief::text(&first), 1).expect("what was written is read");
    assert_eq!(again.warnings, [], "a brief as written has nothing to say");
    let Source::Brief(second) = again.source else { panic!("a brief stays one") };
    assert_eq!(brief::value(&second), brief::value(&first));
}

/// The detection of pasted text: any string becomes a tile that the strict reader accepts unchanged.
pub fn pasted(text: &str) {
    let kind = detect(text);
    assert_eq!(is_link(text), !matches!(kind, Kind::Text(_)));
    // A note without a word is none; whoever adds it hears that.
    if matches!(&kind, Kind::Text(note) if note.text.is_empty()) {
        return;
    }
    let tile = NewTile::of(kind);
    assert_eq!(read_tile(&serde_json::to_value(&tile).unwrap()), Ok(tile));
}

/// The strict reader of page JSON: it refuses with problems that name their paths, or the page is written and read
/// again as the same bytes.
pub fn file(bytes: &[u8]) {
    let Some(file) = strictly(bytes) else { return };
    let text = file.to_text();
    let again = strictly(text.as_bytes()).expect("what was written is read");
    assert_eq!(again, file);
    assert_eq!(again.to_text(), text);
}

fn strictly(bytes: &[u8]) -> Option<PageFile> {
    let value = read_json(bytes).ok()?;
    match read_page_file(&value, &mut SeededIds::new(1)) {
        Ok(file) => Some(file),
        Err(problems) => {
            assert!(!problems.is_empty());
            for it in &problems {
                assert!((it.path.is_empty() || it.path.starts_with('/')) && !it.message.is_empty(), "{it:?}");
            }
            None
        }
    }
}

/// Links that carry a page: any fragment or query holds nothing, or a brief for the importer; a link written here is
/// read back.
pub fn carried(text: &str) {
    assert_eq!(link::decode(&link::encode(text)).as_deref(), (!text.is_empty()).then_some(text));
    if let Some(found) = link::decode(text) {
        let _ = import_partial(&found, 1);
    }
    let Some(value) = link::from_query(text) else { return };
    let Ok(page) = import_value(&value, 1) else { return };
    let Source::Brief(first) = page.source else { return };
    let Some(query) = link::to_query(&first) else { return };
    let Some(again) = link::from_query(&query) else { return };
    let Ok(again) = import_value(&again, 1) else { panic!("our own link is read: {query}") };
    let Source::Brief(second) = again.source else { panic!("a brief stays one") };
    assert_eq!(brief::value(&second), brief::value(&first), "{query}");
}

/// The small markup of notes: no word is lost, links are safe, and nothing nests deeper than three.
pub fn note(text: &str) {
    let spans = markup::parse(text);
    assert!(depth(&spans) <= 3);
    // What is taken away is marks and the addresses of links; what stays stands in the order it stood in.
    let mut rest = text.chars();
    for letter in markup::plain(&spans).chars() {
        assert!(rest.any(|other| other == letter), "{letter:?} was not in the note");
    }
}

fn depth(spans: &[Span]) -> usize {
    let of = |span: &Span| match span {
        Span::Plain(words) => {
            assert!(!words.is_empty() && !words.contains('\n'));
            0
        }
        Span::Break => 0,
        Span::Bold(inner) | Span::Italic(inner) => 1 + depth(inner),
        Span::Link(inner, url) => {
            assert_eq!(SafeUrl::parse(url.as_str()).as_ref(), Ok(url));
            1 + depth(inner)
        }
    };
    spans.iter().map(of).max().unwrap_or(0)
}
