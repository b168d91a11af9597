//! Properties of the model's readers for any bytes: the bodies of the fuzz targets, which the usual tests also run over
//! the same seeds (`tests/it/fuzz.rs`). Each panics when its property does not hold.

use mantel_model::brief::detect::{detect, is_link, problem, read};
use mantel_model::brief::{self, Brief, Source, import, import_partial, import_value, link};
use mantel_model::id::SeededIds;
use mantel_model::limits::{TILES, TITLE, URL_BYTES};
use mantel_model::move_in::{self, Content, FoundItem, Outcome};
use mantel_model::read::{read_draft, read_json, read_page_file, read_tile};
use mantel_model::text::markup::{self, Span};
use mantel_model::tile::{Kind, NewTile, Platform, handle};
use mantel_model::{Draft, ImageUrl, PageFile, SafeUrl};
use url::{Host, Url};

/// Pages and files from elsewhere: any text is refused with a sentence, or everything in it has a title and a fate, no
/// address runs anything or leads inside a network, and what is taken is a page that the strict reader accepts and a
/// brief that reads back the same.
pub fn moved_in(text: &str, origin: Option<&str>) {
    let moved = match move_in::read(text, origin) {
        Ok(moved) => moved,
        Err(error) => return assert!(is_sentence(&error.to_string()), "{error}"),
    };
    assert!(moved.found.len() <= 302 && moved.more_titles.len() <= 100 && moved.colors.len() <= 3);
    assert!(moved.warnings.iter().all(|warning| !warning.message.is_empty() && warning.message.len() < 4096));
    assert!(is_sentence(&moved.summary()) && moved.summary().len() < 16_384, "{}", moved.summary());
    moved.found.iter().for_each(found);
    for left in moved.left() {
        assert!(!left.title.is_empty() && is_sentence(&left.reason), "{left:?}");
    }
    for mut brief in [moved.brief(), moved.brief_of(|_, _| true)] {
        let draft = brief.to_draft(1);
        let value = serde_json::to_value(&draft).unwrap();
        assert_eq!(read_draft(&value, &mut SeededIds::new(9)).as_ref(), Ok(&draft));
        let picture = brief.avatar.iter().map(ToString::to_string);
        picture.for_each(|address| outside(&address));
        for item in &mut brief.links {
            item.kind.address().iter().for_each(|url| outside(url.as_str()));
            item.kind.picture().iter().for_each(|picture| outside(picture.as_str()));
        }
        if brief.name.is_empty() && brief.links.is_empty() {
            continue;
        }
        let again = import(&brief::text(&brief), 1).expect("what was written is read");
        let kinds = |draft: &Draft| draft.tiles.iter().map(|tile| tile.kind.identity()).collect::<Vec<_>>();
        assert_eq!(kinds(&again.draft), kinds(&draft));
    }
}

/// Whether a text is for people: it begins with a capital, a quote or a name, and ends as sentences do.
fn is_sentence(text: &str) -> bool {
    !text.is_empty() && text.ends_with(['.', '?', '!', '…'])
}

fn found(found: &FoundItem) {
    let letters = found.title.chars().count();
    assert!((1..=TITLE).contains(&letters), "{found:?}");
    assert!(found.times > 0);
    assert_eq!(found.can_be_taken(), !matches!(found.content, Content::None), "{found:?}");
    if !matches!(found.outcome, Outcome::Taken) {
        assert!(!found.described().is_empty(), "{found:?}");
    }
}

/// An address that a server may fetch and a visitor may follow: sound, and of no host that only exists inside a network.
fn outside(address: &str) {
    if address.starts_with("/media/") {
        return;
    }
    sound(address);
    let url = Url::parse(address).unwrap();
    match url.host() {
        Some(Host::Ipv4(ip)) => assert!(!ip.is_loopback() && !ip.is_private() && !ip.is_link_local(), "{address}"),
        Some(Host::Ipv6(ip)) => assert!(!ip.is_loopback() && !ip.is_unspecified(), "{address}"),
        Some(Host::Domain(host)) => assert!(host != "localhost" && !host.ends_with(".localhost"), "{address}"),
        None => {}
    }
}

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
    let (found, told) = read(text);
    assert_eq!(problem(text).is_some(), told.is_some());
    // What is refused is a note, so that nothing typed is lost; what is taken is what was detected.
    assert!(found.as_ref().is_none_or(|found| *found == kind), "{found:?}");
    // Nothing is left to say about what was cut.
    if let Kind::Text(note) = &kind
        && found.is_some()
        && text.len() < 2000
    {
        assert_eq!(read(note.text.as_str()).1, None, "{note:?}");
    }
    let tile = NewTile::of(kind);
    assert_eq!(read_tile(&serde_json::to_value(&tile).unwrap()), Ok(tile));
}

/// Handles: any text is refused with an example, or is a handle that is read again unchanged and whose address, if it has
/// one, is safe.
pub fn handles(text: &str) {
    for platform in Platform::ALL {
        match handle::read(*platform, text) {
            Ok(read) => {
                assert_eq!(handle::read(*platform, read.as_str()).as_ref(), Ok(&read), "{platform}");
                let social = mantel_model::tile::Social { platform: *platform, handle: read };
                if let Some(address) = social.address() {
                    sound(address.as_str());
                }
            }
            Err(message) => assert!(message.contains("like ") && message.len() < 400, "{message}"),
        }
    }
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
