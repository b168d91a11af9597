//! The HTML documents of pages: published, exported, previewed and embedded in other programs, all with the same
//! renderer.

pub mod critical_css;
mod css_tokens;
mod own_typefaces;
mod presses;
mod structured_data;
mod stylesheet;
mod typefaces;

use std::hash::{BuildHasher, Hasher};
use std::sync::Arc;

use foldhash::quality::FixedState;
use leptos::prelude::Owner;
use mantel_app::render::context::{FooterLink, RenderContext};
use mantel_app::render::page::{page_view, preload, static_html};
use mantel_drawing::{HEIGHT, WIDTH};
use mantel_model::language::{Direction, Language};
use mantel_model::look::Look;
use mantel_model::number::Grouping;
use mantel_model::photo::Pictures;
use mantel_model::text::Text;
use mantel_model::theme::Layout;
use mantel_model::tile::KindName;
use mantel_model::{Draft, limits};
pub use own_typefaces::{OwnTypefaces, with_own_typefaces};
pub use presses::{Telling, link_of, press_targets};
use url::form_urlencoded;

use crate::assets;
use crate::http::escape;
use crate::service::{PageView, Published};

/// The URLs that a document contains.
#[derive(Clone, Copy, Debug)]
pub struct DocumentUrls<'a> {
    /// The public address of the page.
    pub page: &'a str,
    /// The prefix of every absolute URL of this service.
    pub base: &'a str,
    /// What is drawn of it, where it is served here with its other forms; a file elsewhere has only its text beside it.
    pub drawings: Option<DrawingVersions<'a>>,
}

/// The versions of what is drawn of a page, for its addresses.
#[derive(Clone, Copy, Debug)]
pub struct DrawingVersions<'a> {
    /// That of the share card.
    pub card: &'a str,
    /// That of the icons.
    pub icons: &'a str,
}

/// The icon of pages for which none is drawn.
const OUR_ICON: &str = "<link rel=\"icon\" href=\"/favicon.svg\" type=\"image/svg+xml\">";

/// The document of a published page: the head, and the page as in the editor. `stylesheet` makes it of the page's body, for which it
/// chooses the stylesheet, and of a function that takes the markup which includes that; `telling` is how its links tell that they are
/// pressed.
pub fn published_html(
    published: &Published,
    context: RenderContext,
    stylesheet: impl FnOnce(&str, &dyn Fn(&[&str]) -> String) -> String,
    urls: DocumentUrls<'_>,
    telling: Option<Telling>,
) -> String {
    let (page, name) = (&published.page, published.username.as_str());
    let (title, about) = title_and_description(published);
    let picture = page.profile.avatar.as_ref().map(|avatar| absolute(avatar.as_str(), urls.base));
    let language = page.language();
    let body = body_html(page, &RenderContext { grouping: grouping(language.as_ref()), ..context });
    let body = match telling {
        Some(telling) => presses::tell(&body, urls.base, &published.username, telling),
        None => body,
    };
    let body = assets::with_hashed_urls(&body);
    let start = format!(
        "<!DOCTYPE html><html{attributes}><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"><title>{title}</title>\
         <link rel=\"canonical\" href=\"{url}\">",
        attributes = language_attributes(page, language.as_ref()),
        title = escaped(&title),
        url = escaped(urls.page),
    );
    let mut html = String::with_capacity(8 * 1024);
    html.push_str(&format!(
        "<link rel=\"alternate\" type=\"text/plain\" href=\"/{name}/llms.txt\">\
         <meta property=\"og:type\" content=\"profile\"><meta property=\"og:url\" content=\"{url}\">\
         <meta property=\"og:title\" content=\"{title}\">",
        title = escaped(&title),
        url = escaped(urls.page),
    ));
    if let Some(locale) = language.as_ref().and_then(Language::locale) {
        html.push_str(&format!("<meta property=\"og:locale\" content=\"{locale}\">"));
    }
    if let Some(DrawingVersions { icons, .. }) = urls.drawings {
        // One icon for the tab: a browser fetches every one that is named, in each visit.
        html.push_str(&format!(
            "<link rel=\"icon\" sizes=\"64x64\" href=\"/{name}/icon-64.png?v={icons}\" type=\"image/png\">\
             <link rel=\"apple-touch-icon\" href=\"/{name}/icon-180.png?v={icons}\">\
             <link rel=\"manifest\" href=\"/{name}/manifest.webmanifest\">"
        ));
        let address: String = form_urlencoded::byte_serialize(urls.page.as_bytes()).collect();
        html.push_str(&format!(
            "<meta property=\"og:site_name\" content=\"Mantel\">\
             <link rel=\"alternate\" type=\"application/json+oembed\" href=\"/oembed?url={address}\">\
             <link rel=\"alternate\" type=\"application/json\" href=\"/api/v1/public/{name}\">\
             <link rel=\"alternate\" type=\"application/atom+xml\" href=\"/{name}/feed.xml\">\
             <link rel=\"alternate\" type=\"text/vcard\" href=\"/{name}.vcf\">"
        ));
    } else {
        html.push_str(OUR_ICON);
    }
    if !page.profile.listed {
        html.push_str("<meta name=\"robots\" content=\"noindex\">");
    }
    let data = structured_data::element(published, &about, language.as_ref(), urls);
    if !about.is_empty() {
        let about = escaped(&about);
        html.push_str(&format!(
            "<meta name=\"description\" content=\"{about}\"><meta property=\"og:description\" content=\"{about}\">"
        ));
    }
    if let Some(DrawingVersions { card: version, .. }) = urls.drawings {
        let alt = if about.is_empty() { title.clone() } else { format!("{title}: {about}") };
        html.push_str(&format!(
            "<meta property=\"og:image\" content=\"{url}\"><meta property=\"og:image:type\" content=\"image/jpeg\">\
             <meta property=\"og:image:width\" content=\"{WIDTH}\"><meta property=\"og:image:height\" content=\"{HEIGHT}\">\
             <meta property=\"og:image:alt\" content=\"{alt}\"><meta name=\"twitter:card\" content=\"summary_large_image\">",
            url = escaped(&card_url(urls.page, version)),
            alt = escaped(&alt),
        ));
    } else if let Some(picture) = picture {
        html.push_str(&format!("<meta property=\"og:image\" content=\"{}\">", escaped(&picture)));
    }
    html.push_str(&data);
    html.push_str(&script_tag(page));
    let html = assets::with_hashed_urls(&html);
    // Allocated once, in the size that it has.
    let document = |included: &[&str]| {
        let all = [&[&*start], included, &[&*html, "</head><body>", &*body, critical_css::END, "</body></html>"]];
        all.concat().concat()
    };
    stylesheet(&body, &document)
}

/// The address of the share card of the page at this address, in this version.
fn card_url(page: &str, version: &str) -> String {
    format!("{page}/card.jpg?v={version}")
}

/// How the language of a page groups digits.
fn grouping(language: Option<&Language>) -> Grouping {
    language.map(Language::grouping).unwrap_or_default()
}

/// The language of a document, English if there is hardly a word, and the direction of its lines.
fn language_attributes(page: &Draft, language: Option<&Language>) -> String {
    let direction = match page.direction() {
        Direction::LeftToRight => "",
        Direction::RightToLeft => " dir=\"rtl\"",
    };
    format!(" lang=\"{}\"{direction}", language.map_or("en", Language::as_str))
}

/// A small form of a published page for frames of other sites: who it is about, its profiles and its first tiles, in its look.
pub fn embedded_html(published: &Published, pictures: Arc<Pictures>, url: &str) -> StyledDocument {
    let mut page = Draft::clone(&published.page);
    page.theme.layout = Layout::List;
    let mut tiles = 0;
    page.tiles.retain(|tile| match tile.kind.name() {
        KindName::Social => true,
        KindName::Heading => false,
        _ => {
            tiles += 1;
            tiles <= EMBEDDED_TILES
        }
    });
    let footer = vec![FooterLink { label: "The whole page", href: url.to_owned() }];
    let (facts, language) = (Arc::clone(&published.facts), published.page.language());
    let grouping = grouping(language.as_ref());
    let context = RenderContext { facts, pictures, grouping, sealed: true, footer, ..RenderContext::default() };
    let head = format!("<base target=\"_blank\"><link rel=\"canonical\" href=\"{}\">", escaped(url));
    let attributes = language_attributes(&published.page, language.as_ref());
    unlisted_html(&page, &attributes, &title_and_description(published).0, &head, &context)
}

/// A document that search engines do not list, with its stylesheet inline. `attributes` are those of its root, `head` what its
/// head has besides.
fn unlisted_html(page: &Draft, attributes: &str, title: &str, head: &str, context: &RenderContext) -> StyledDocument {
    let body = body_html(page, context);
    critical_css::inline(page.theme.look(), &body, |css| {
        let html = format!(
            "<!DOCTYPE html><html{attributes}><head><meta charset=\"utf-8\">\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"><title>{title}</title>\
             <meta name=\"robots\" content=\"noindex\">{head}{preloads}<style>{css}</style></head><body>{body}{end}</body></html>",
            title = escaped(title),
            preloads = preload_links(page),
            end = critical_css::END,
        );
        StyledDocument { html, style_hash: critical_css::hash(css) }
    })
}

/// How many tiles the small form shows besides the profiles.
const EMBEDDED_TILES: usize = 3;

/// What search engines and link previews show: what the owner wrote for them, or else the name and the bio.
pub fn title_and_description(published: &Published) -> (String, String) {
    let profile = &published.page.profile;
    let name = profile.name_or(published.username.as_str());
    let title = profile.page_title.as_ref().map_or(name, |title| title.as_str());
    let own = profile.page_description.as_ref().map(|description| description.as_str().to_owned());
    let bio = || profile.bio.as_ref().map(|bio| bio.as_str().to_owned());
    (title.to_owned(), own.or_else(bio).or_else(|| first_words(&published.page)).unwrap_or_default())
}

/// The words of the first note, or else the names of the first tiles.
fn first_words(page: &Draft) -> Option<String> {
    let note = page.tiles.iter().find(|tile| tile.kind.name() == KindName::Text).and_then(|tile| tile.kind.own_title());
    let names = || {
        let named = page.tiles.iter().filter(|tile| tile.kind.name() != KindName::Social);
        let names: Vec<_> = named.filter_map(|tile| tile.kind.own_title()).take(4).collect();
        (!names.is_empty()).then(|| names.join(", "))
    };
    let words = note.or_else(names)?;
    Some(Text::<{ limits::PAGE_DESCRIPTION }>::cut(&words).0.as_str().to_owned())
}

/// A document, and the hash of its inline stylesheet for the content security policy.
#[derive(Debug)]
pub struct StyledDocument {
    /// The document.
    pub html: String,
    /// `sha256-…`.
    pub style_hash: String,
}

/// Renders a draft like [`published_html`], but without its URLs: the preview's is secret, and the public one does not
/// show this draft yet.
pub fn preview_html(view: &PageView, pictures: Arc<Pictures>) -> StyledDocument {
    let draft = &view.draft;
    let name = draft.profile.name_or(view.username.as_str());
    let (facts, language) = (Arc::clone(&view.facts), draft.language());
    let grouping = grouping(language.as_ref());
    let context = RenderContext { facts, pictures, grouping, sealed: true, ..RenderContext::default() };
    let head = format!("{OUR_ICON}{}", script_tag(draft));
    let attributes = language_attributes(draft, language.as_ref());
    unlisted_html(draft, &attributes, &format!("Draft: {name}"), &head, &context)
}

/// The page as markup.
pub fn body_html(page: &Draft, context: &RenderContext) -> String {
    Owner::new().with(|| static_html(page_view(page, context)))
}

/// The only script of published pages, for the look lofi: it moves windows, and pages work without it.
pub fn script(page: &Draft) -> Option<&'static str> {
    (page.theme.look() == Look::Lofi).then(|| assets::path("/lofi.js")).flatten()
}

fn script_tag(page: &Draft) -> String {
    script(page).map(|script| format!("<script src=\"{script}\" defer></script>")).unwrap_or_default()
}

/// Changes when the same page is rendered differently: by a new version of Mantel, or with more image metadata. Who could make two that
/// are told apart by nothing else would only mislead the visitors of a page of their own.
pub fn version(html: &str) -> String {
    let mut hasher = FixedState::default().build_hasher();
    hasher.write(html.as_bytes());
    format!("{:016x}", hasher.finish())
}

/// How the elements begin that preload something.
const PRELOAD_START: &str = "<link rel=\"preload\"";

/// Preloads the typefaces of the first lines; those of other alphabets load when the stylesheet needs them. Then
/// preloads the masks of shapes behind text and pictures (masks are fetched like fonts, hence `crossorigin`).
pub fn preload_links(page: &Draft) -> String {
    let latin = page.profile.name.as_str().chars().all(|letter| u32::from(letter) < 0x100);
    let files = preload::fonts(&page.theme).iter().filter(|_| latin);
    let fonts =
        files.map(|file| format!("{PRELOAD_START} href=\"{file}\" as=\"font\" type=\"font/woff2\" crossorigin>"));
    let images = preload::masks(&page.theme)
        .iter()
        .map(|sheet| format!("{PRELOAD_START} href=\"{sheet}\" as=\"image\" fetchpriority=\"low\" crossorigin>"));
    fonts.chain(images).collect()
}

fn absolute(address: &str, base: &str) -> String {
    if address.starts_with('/') { format!("{base}{address}") } else { address.to_owned() }
}

/// Text for an element or a quoted attribute, on one line.
fn escaped(text: &str) -> String {
    escape::escaped(&text.replace(char::is_control, " "))
}
