//! Moving in: a page that stands elsewhere, or a file that another service gave, becomes what a brief needs.
//!
//! [`read`] takes the text of a page or file. What it finds is listed line by line with what becomes of it
//! ([`MovedIn::found`]); the brief ([`MovedIn::brief`]) and what was left ([`MovedIn::left`]) follow from that. Nothing
//! runs, nothing is fetched, and no address inside a network is passed on. Linear in the text, bounded in memory.

mod address;
mod bento;
mod boilerplate;
mod collector;
mod colors;
mod embedded;
mod error;
mod found;
mod generic;
mod html;
mod linkbreeze;
mod linkstack;
mod linktree;
mod mhtml;
mod restriction;
mod source;
mod tree;

pub use colors::ThemeSuggestion;
pub use error::ReadError;
pub use found::{Content, EnclosedPicture, FoundItem, FoundProfile, LeftOut, MovedIn, Outcome};
pub use source::{KnownAddress, Source, known_address};

use address::Base;
use collector::Collector;
use embedded::Embedded;
use html::Page;
use tree::Tree;

use crate::brief::Brief;
use crate::brief::{self, Imported};
use crate::safe_url::ImageUrl;

/// Largest file that is read where it lies, bytes (screens2, Move in: 10 MB).
pub const FILE_BYTES: usize = 10 * 1024 * 1024;

/// Reads the text of a saved page or a file. `origin` is the address it came from or the file's name.
///
/// # Errors
/// When it is no page or file that can be read, or holds nothing to take; says what to do instead.
pub fn read(text: &str, origin: Option<&str>) -> Result<MovedIn, ReadError> {
    if text.len() > FILE_BYTES {
        return Err(ReadError::TooLarge { bytes: text.len() });
    }
    if let Some(kind) = foreign(text.trim_start_matches(['\u{feff}', ' ', '\r', '\n'])) {
        return Err(ReadError::Kind(kind));
    }
    let text = crate::text::trim(text);
    if text.is_empty() {
        return Err(ReadError::Empty);
    }
    if mhtml::is_mhtml(text) {
        let page = mhtml::read(text).ok_or(ReadError::NoPart)?;
        return html(&page.html, page.address.as_deref().or(origin));
    }
    let start = text.get(..text.floor_char_boundary(2048)).unwrap_or_default().to_ascii_lowercase();
    if text.starts_with(['{', '[']) {
        return json(text, origin);
    }
    if text.starts_with('<') && !is_quoted_address(text) || start.contains("<!doctype html") || start.contains("<html")
    {
        return html(text, origin);
    }
    list(text, origin)
}

/// Whether a text is a page or an export of another service, which [`read`] knows more of than the importer of page files.
pub fn is_elsewhere(text: &str) -> bool {
    let text = crate::text::trim(text);
    if mhtml::is_mhtml(text) || text.starts_with('<') && is_document(text) {
        return true;
    }
    let named = ["\"pageProps\"", "\"littlelink_description\""].iter().any(|name| text.contains(name));
    text.starts_with(['{', '['])
        && (named || text.contains("\"settings\""))
        && Tree::parse(text).is_some_and(|tree| {
            let props = embedded::page_props(&tree);
            props.is_some_and(|props| linktree::is_linktree(props) || bento::is_bento(props))
                || linkbreeze::is_backup(&tree)
                || linkstack::is_export(&tree)
        })
}

/// Whether markup is a whole document: a page, bookmarks, an outline.
fn is_document(text: &str) -> bool {
    let start = text.get(..text.floor_char_boundary(2048)).unwrap_or_default().to_ascii_lowercase();
    ["<!doctype", "<html", "<head", "<opml"].iter().any(|mark| start.contains(mark))
}

/// `<https://harrow.example>` is a line of a list.
fn is_quoted_address(text: &str) -> bool {
    ["<http:", "<https:", "<mailto:"].iter().any(|start| text.starts_with(start))
}

/// What a file is that holds nothing to read, by how it begins.
fn foreign(text: &str) -> Option<&'static str> {
    const STARTS: &[(&str, &str)] = &[
        ("%PDF-", "a PDF"),
        ("PK\u{3}\u{4}", "a zip archive; unpack it first"),
        ("PK\u{5}\u{6}", "an empty zip archive"),
        ("Rar!", "an archive; unpack it first"),
        ("7z\u{fffd}\u{fffd}", "an archive; unpack it first"),
        ("\u{1f}\u{fffd}", "an archive; unpack it first"),
        ("\u{fffd}PNG", "a picture"),
        ("GIF87a", "a picture"),
        ("GIF89a", "a picture"),
        ("RIFF", "a picture, a film or a sound"),
        ("\u{fffd}\u{fffd}\u{fffd}\u{fffd}\0\u{10}JFIF", "a picture"),
        ("\u{fffd}\u{fffd}\u{fffd}", "a picture"),
        ("{\\rtf", "a text document"),
        ("bplist00", "a web archive of Safari. Save it as “Page Source” instead"),
        ("SQLite format 3", "a database"),
        ("BEGIN:VCARD", "a contact card"),
        ("BEGIN:VCALENDAR", "a calendar"),
        ("\u{7f}ELF", "a program"),
        ("MZ\u{fffd}", "a program"),
    ];
    if let Some((_, kind)) = STARTS.iter().find(|(start, _)| text.starts_with(start)) {
        return Some(kind);
    }
    let head = text.get(..text.floor_char_boundary(1024)).unwrap_or_default();
    if head.starts_with("<svg") || head.starts_with("<?xml") && head.contains("<svg") {
        return Some("a picture");
    }
    if head.get(4..8) == Some("ftyp") {
        return Some("a picture or a film");
    }
    let strange = head.chars().filter(|character| matches!(character, '\0' | '\u{fffd}' | '\u{1}'..='\u{8}')).count();
    (strange * 10 > head.chars().count()).then_some("no text")
}

/// A page.
fn html(text: &str, origin: Option<&str>) -> Result<MovedIn, ReadError> {
    let page = html::scan(text);
    if page.generators.bookmarks {
        return generic::outline(&page, Source::Bookmarks);
    }
    if page.generators.opml {
        return generic::outline(&page, Source::Opml);
    }
    let embedded = Embedded::of(&page);
    let base = base_of(&page, origin);
    if let Some(props) = embedded.page_props() {
        if linktree::is_linktree(props) {
            return linktree::read(props, base);
        }
        if bento::is_bento(props) {
            return bento::read(props, base);
        }
        if props.get("statusCode").and_then(Tree::as_number).is_some_and(|code| code == 404.0) {
            return Err(ReadError::NotThere);
        }
    }
    let source = source_of(&page, base.as_ref());
    let found = generic::read(&page, &embedded, source, base);
    match found {
        Ok(found) if found.things() > 0 => refusal(&page, found.fitting()).map_or(Ok(found), Err),
        Ok(found) => match (refusal(&page, 0), source) {
            (Some(refusal), _) => Err(refusal),
            (None, Source::Page) => Err(ReadError::Nothing { host: found.address.map(|address| address.shown_host()) }),
            (None, _) => Ok(found),
        },
        Err(nothing) => Err(refusal(&page, 0).unwrap_or(nothing)),
    }
}

/// Why a page is not the one that was meant, as far as it says so itself.
fn refusal(page: &Page, links: usize) -> Option<ReadError> {
    let title = page.title.to_lowercase();
    let checks = [
        "just a moment",
        "attention required",
        "access denied",
        "are you a robot",
        "security check",
        "verify you are human",
        "ddos-guard",
    ];
    if links < 3 && checks.iter().any(|check| title.contains(check)) {
        return Some(ReadError::Refused);
    }
    let missing = ["404", "not found", "page doesn’t exist", "page doesn't exist"];
    if links == 0 && missing.iter().any(|words| title.contains(words)) {
        return Some(ReadError::NotThere);
    }
    let enter = ["log in", "login", "sign in", "anmelden", "connexion", "iniciar sesión"];
    if page.password && (links < 3 || enter.iter().any(|words| title.contains(words))) {
        return Some(ReadError::SignIn);
    }
    let headings = page.parts.iter().any(|part| matches!(part, html::PageElement::Heading(..)));
    (links == 0 && page.script_count > 0 && page.letters < 400 && !headings).then_some(ReadError::NeedsScript)
}

/// The address of a page: what it was fetched from, else what it says itself.
fn base_of(page: &Page, origin: Option<&str>) -> Option<Base> {
    let origin = origin.and_then(|origin| {
        let whole = Base::of(origin);
        whole.or_else(|| known_address(origin).and_then(|known| Base::of(known.address.as_str())))
    });
    let own = [page.saved_from.as_deref(), page.canonical.as_deref(), page.meta(&["og:url"]), page.base.as_deref()];
    let own = own.into_iter().flatten().filter_map(Base::of).find(|base| !address::is_inside(&base.host));
    origin.or(own)
}

/// Which program or service made a page: by its address, else by what it says of itself.
fn source_of(page: &Page, base: Option<&Base>) -> Source {
    let known = base.and_then(Base::address).and_then(|address| known_address(address.as_str()));
    if let Some(known) = known {
        return known.source;
    }
    if page.generators.link_breeze {
        return Source::LinkBreeze;
    }
    if page.generators.link_stack {
        return Source::LinkStack;
    }
    if page.generators.little_link {
        return Source::LittleLink;
    }
    let generator = page.meta(&["generator", "og:site_name", "application-name"]).unwrap_or_default().to_lowercase();
    let named = [
        ("linktree", Source::Linktree),
        ("beacons", Source::Beacons),
        ("carrd", Source::Carrd),
        ("hopp", Source::Hopp),
        ("link.me", Source::LinkMe),
    ];
    named.iter().find(|(name, _)| generator.contains(name)).map_or(Source::Page, |(_, source)| *source)
}

/// A file of JSON.
fn json(text: &str, origin: Option<&str>) -> Result<MovedIn, ReadError> {
    let Some(tree) = Tree::parse(text) else { return list(text, origin) };
    if let Some(props) = embedded::page_props(&tree) {
        let base = origin.and_then(Base::of);
        if linktree::is_linktree(props) {
            return linktree::read(props, base);
        }
        if bento::is_bento(props) {
            return bento::read(props, base);
        }
    }
    if linkbreeze::is_backup(&tree) {
        return linkbreeze::read(&tree);
    }
    if linkstack::is_export(&tree) {
        return linkstack::read(&tree);
    }
    let own = ["mantel", "posy", "links", "tiles", "items"].iter().any(|name| tree.get(name).is_some())
        || tree.items().iter().any(|item| item.as_text().is_some());
    if own && let Ok(imported) = brief::import(text, 1) {
        return page_file(imported);
    }
    let mut out = Collector::new(Source::Json, None);
    embedded::lists(&tree, &mut out, &|_, _| true);
    if let Some(owner) = embedded::owner(&tree, 0).filter(|_| out.link_count() > 0) {
        out.name(&owner.name);
        out.bio(&owner.description);
        out.avatar(&owner.image);
    }
    out.finish().or_else(|nothing| match brief::import(text, 1) {
        Ok(imported) => page_file(imported),
        Err(error) if own => Err(ReadError::Import(error.to_string())),
        Err(_) => Err(nothing),
    })
}

/// A page file or a brief: it is a page already.
fn page_file(imported: Imported) -> Result<MovedIn, ReadError> {
    let mut out = Collector::new(Source::PageFile, None);
    let brief = match imported.source {
        brief::Source::Brief(brief) => *brief,
        brief::Source::PageFile => Brief::of(&imported.draft),
    };
    fill(brief, imported.warnings, &mut out);
    if let Some(username) = imported.username {
        out.username(username.as_str());
    }
    out.finish()
}

/// A list in plain text, a table, or a brief among other words.
fn list(text: &str, origin: Option<&str>) -> Result<MovedIn, ReadError> {
    let imported = brief::import(text, 1).map_err(|error| ReadError::Import(error.to_string()))?;
    let ends = |end: &str| origin.is_some_and(|origin| origin.to_ascii_lowercase().ends_with(end));
    let source = match &imported.source {
        brief::Source::PageFile => return page_file(imported),
        brief::Source::Brief(_) if text.starts_with(['{', '[']) => return page_file(imported),
        brief::Source::Brief(_) if ends(".csv") || ends(".tsv") => Source::Csv,
        brief::Source::Brief(_) => Source::List,
    };
    let mut out = Collector::new(source, None);
    if let brief::Source::Brief(brief) = imported.source {
        fill(*brief, imported.warnings, &mut out);
    }
    out.finish()
}

/// Lists what a brief holds.
fn fill(mut brief: Brief, warnings: Vec<brief::Warning>, out: &mut Collector) {
    warnings.into_iter().for_each(|warning| out.pass_on(warning));
    out.name(&brief.name);
    out.bio(&brief.bio);
    out.location(&brief.location);
    out.avatar(brief.avatar.take().as_ref().map_or("", ImageUrl::as_str));
    if let Some(username) = &brief.username {
        out.username(username.as_str());
    }
    std::mem::take(&mut brief.links).into_iter().for_each(|item| out.tile(item));
    (brief.name, brief.bio, brief.location, brief.username) = Default::default();
    out.appearance = brief;
}
