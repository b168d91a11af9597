//! One pass over the HTML of a page: its headings, links and embedded data in document order, without a tree.
//!
//! Linear in the page; what is kept is bounded, however many elements there are.

use std::convert::Infallible;
use std::mem::take;

use html5gum::emitters::callback::{CallbackEmitter, CallbackEvent};
use html5gum::{Span, Tokenizer};

/// Parts kept of a page; the rest is counted.
const PARTS: usize = 4000;
/// Paragraphs kept of a page: those that can stand below its name.
const PARAGRAPHS: usize = 20;
/// Bytes kept of one text.
const TEXT: usize = 4 * 1024;
/// Bytes kept of one attribute; an address has at most 2,048.
const VALUE: usize = 4 * 1024;
/// Bytes kept of all stylesheets of a page together.
const STYLES: usize = 128 * 1024;
/// Scripts kept of a page.
const SCRIPTS: usize = 512;
/// `meta` elements kept.
const METAS: usize = 128;
/// Texts of one link that are kept apart: its title and what stands below it.
const LINES: usize = 4;

/// What a page holds.
#[derive(Clone, Debug, Default)]
pub(super) struct Page {
    /// The text of `title`.
    pub title: String,
    /// `property` or `name` in lower case, and `content`.
    pub metas: Vec<(String, String)>,
    /// `base href`.
    pub base: Option<String>,
    /// `link rel=canonical`.
    pub canonical: Option<String>,
    /// What a browser wrote into a page that it saved.
    pub saved_from: Option<String>,
    /// The scripts with data in them, in order.
    pub scripts: Vec<Script>,
    /// The stylesheets in the page.
    pub styles: String,
    /// The `style` of `html` and `body`.
    pub body_style: String,
    /// Headings, links and what else can become a tile, in document order.
    pub parts: Vec<PageElement>,
    /// Links beyond those in `parts`.
    pub more: usize,
    /// The picture of the person: an `img` that is called so.
    pub avatar: Option<String>,
    /// Letters of visible text.
    pub letters: usize,
    /// `script` elements.
    pub script_count: usize,
    /// Whether a password is asked for.
    pub password: bool,
    /// Whether it says that it needs its script.
    pub wants_script: bool,
    /// Names by which programs that make pages are known, as they appear in classes and addresses of stylesheets.
    pub generators: Generators,
}

/// What shows that a page was made by one of these programs.
#[derive(Clone, Copy, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "independent generators")]
pub(super) struct Generators {
    /// Netscape's document type of bookmark files.
    pub bookmarks: bool,
    /// An `opml` element.
    pub opml: bool,
    /// LittleLink's stack of buttons.
    pub little_link: bool,
    /// LinkStack's stylesheets and classes.
    pub link_stack: bool,
    /// LinkBreeze's link cards.
    pub link_breeze: bool,
}

/// A script with data in it.
#[derive(Clone, Debug, Default)]
pub(super) struct Script {
    /// Its `id`.
    pub id: String,
    /// What its `type` says.
    pub kind: ScriptKind,
    /// Its text.
    pub text: String,
}

/// The type of a script.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum ScriptKind {
    /// JSON-LD.
    Linked,
    /// Other JSON.
    Json,
    /// A program, which may hold JSON.
    #[default]
    Program,
}

/// Something in a page that can become a tile.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum PageElement {
    /// A heading with its level, 1 to 6.
    Heading(u8, String),
    /// A paragraph.
    Paragraph(String),
    /// A link.
    Link(Box<Link>),
    /// A frame: its address and title.
    Frame(String, String),
    /// A form.
    Form(Box<HtmlForm>),
    /// An `outline` of OPML with nothing in it but a title: a heading.
    Outline(String),
}

/// A link of a page.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Link {
    /// Its address, as written.
    pub href: String,
    /// Its texts, one for each block inside it.
    pub lines: Vec<String>,
    /// What it is called where it has no text: `aria-label`, `title`, the `alt` of its picture.
    pub label: String,
    /// A picture inside it.
    pub image: Option<String>,
    /// Its colours.
    pub style: String,
    /// Whether it has the shape of a button by its class.
    pub button: bool,
}

/// A form that visitors fill in.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct HtmlForm {
    /// Where it is sent.
    pub action: String,
    /// Its name: its heading, or the words on its button.
    pub title: String,
    /// Whether it has a field to write in that is no search.
    pub writes: bool,
    /// Whether it is a search.
    pub search: bool,
}

/// The attributes of the tag being read that mean something here.
#[derive(Debug, Default)]
struct Attributes {
    href: String,
    src: String,
    id: String,
    class: String,
    kind: String,
    rel: String,
    name: String,
    content: String,
    title: String,
    label: String,
    alt: String,
    style: String,
    action: String,
    role: String,
    text: String,
    feed: String,
    value: String,
    hidden: bool,
}

impl Attributes {
    fn clear(&mut self) {
        for text in [
            &mut self.href,
            &mut self.src,
            &mut self.id,
            &mut self.class,
            &mut self.kind,
            &mut self.rel,
            &mut self.name,
            &mut self.content,
            &mut self.title,
            &mut self.label,
            &mut self.alt,
            &mut self.style,
            &mut self.action,
            &mut self.role,
            &mut self.text,
            &mut self.feed,
            &mut self.value,
        ] {
            text.clear();
        }
        self.hidden = false;
    }

    fn set(&mut self, name: &[u8], value: &[u8]) {
        let field = match name {
            // OPML's are in any case; the tokenizer lowers them.
            b"href" | b"htmlurl" | b"url" | b"data-href" | b"data-url" => &mut self.href,
            // Half a picture is none.
            b"src" | b"data-src" if value.len() > VALUE => return,
            b"data-src" if self.src.starts_with("data:") => {
                self.src.clear();
                &mut self.src
            }
            b"src" | b"data-src" => &mut self.src,
            b"id" => &mut self.id,
            b"class" => &mut self.class,
            b"type" => &mut self.kind,
            b"rel" => &mut self.rel,
            b"name" | b"property" | b"itemprop" => &mut self.name,
            b"content" => &mut self.content,
            b"title" => &mut self.title,
            b"aria-label" => &mut self.label,
            b"alt" => &mut self.alt,
            b"style" => &mut self.style,
            b"action" => &mut self.action,
            b"role" => &mut self.role,
            b"text" => &mut self.text,
            b"xmlurl" => &mut self.feed,
            b"value" => &mut self.value,
            b"aria-hidden" => {
                self.hidden |= value.eq_ignore_ascii_case(b"true");
                return;
            }
            _ => return,
        };
        // The first of several attributes of one name counts, as in browsers.
        if field.is_empty() {
            push(field, value, VALUE);
        }
    }

    /// The same for an attribute without a value.
    fn flag(&mut self, name: &[u8]) {
        self.hidden |= name == b"hidden";
    }

    fn class_has(&self, words: &[&str]) -> bool {
        let class = self.class.to_ascii_lowercase();
        words.iter().any(|word| class.contains(word))
    }
}

/// Appends what is text, up to a limit of bytes.
fn push(text: &mut String, bytes: &[u8], limit: usize) {
    let room = limit.saturating_sub(text.len());
    let part = bytes.get(..room.min(bytes.len())).unwrap_or_default();
    text.push_str(&String::from_utf8_lossy(part));
    while text.ends_with('\u{fffd}') && part.len() < bytes.len() {
        text.pop();
    }
}

/// Whose text is read where HTML has no elements in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Raw {
    Script(bool),
    Style,
    Title,
    NoScript,
    Other,
}

/// An element whose content does not count, and how deep elements of its name are nested in it.
#[derive(Debug)]
struct Skip {
    name: Vec<u8>,
    depth: usize,
}

#[derive(Debug, Default)]
struct Reader {
    page: Page,
    name: Vec<u8>,
    attribute: Vec<u8>,
    attributes: Attributes,
    raw: Option<Raw>,
    skip: Option<Skip>,
    link: Option<Link>,
    /// Level, text, and whether a link stands in it.
    heading: Option<(u8, String, bool)>,
    paragraph: Option<String>,
    paragraphs: usize,
    form: Option<HtmlForm>,
    button: Option<String>,
    /// The last heading's text, for forms.
    last_heading: String,
    after_span: bool,
}

/// Reads a page.
pub(super) fn scan(text: &str) -> Page {
    let mut reader = Reader::default();
    let mut emitter = CallbackEmitter::new(|event: CallbackEvent<'_>, _: Span<()>| -> Option<Infallible> {
        reader.event(&event);
        None
    });
    emitter.naively_switch_states(true);
    // The reader of a text has no errors, and the emitter gives no tokens.
    for _ in Tokenizer::new_with_emitter(text, emitter) {}
    reader.finish()
}

/// A text with each run of whitespace as one space.
pub(super) fn spaced(text: &str) -> String {
    let mut out = String::with_capacity(text.len().min(256));
    for word in text.split_whitespace() {
        if !out.is_empty() {
            out.push(' ');
        }
        out.push_str(word);
    }
    out
}

/// The words of a fragment, a line for each block; scripts and styles have none.
pub(super) fn words(fragment: &str) -> String {
    let (mut out, mut silent) = (String::new(), false);
    let mut emitter = CallbackEmitter::new(|event: CallbackEvent<'_>, _: Span<()>| -> Option<Infallible> {
        match event {
            CallbackEvent::OpenStartTag { name } | CallbackEvent::EndTag { name } if BLOCKS.contains(&name) => {
                while out.ends_with(' ') {
                    out.pop();
                }
                if !out.is_empty() && !out.ends_with('\n') {
                    out.push('\n');
                }
            }
            CallbackEvent::OpenStartTag { name } => silent = matches!(name, b"script" | b"style"),
            CallbackEvent::EndTag { .. } => silent = false,
            CallbackEvent::String { value } if !silent && out.len() < 4 * TEXT => {
                let text = String::from_utf8_lossy(value.get(..value.len().min(4 * TEXT)).unwrap_or_default());
                for (at, word) in text.split(char::is_whitespace).enumerate() {
                    if at > 0 && !out.is_empty() && !out.ends_with([' ', '\n']) {
                        out.push(' ');
                    }
                    out.push_str(word);
                }
            }
            _ => {}
        }
        None
    });
    emitter.naively_switch_states(true);
    for _ in Tokenizer::new_with_emitter(fragment, emitter) {}
    out.trim().to_owned()
}

const VOID: &[&[u8]] = &[
    b"area", b"base", b"br", b"col", b"embed", b"hr", b"img", b"input", b"link", b"meta", b"source", b"track", b"wbr",
    b"outline",
];

const BLOCKS: &[&[u8]] = &[
    b"p",
    b"div",
    b"br",
    b"li",
    b"ul",
    b"ol",
    b"h1",
    b"h2",
    b"h3",
    b"h4",
    b"h5",
    b"h6",
    b"small",
    b"section",
    b"article",
    b"figcaption",
    b"td",
    b"tr",
    b"dd",
    b"dt",
    b"header",
    b"footer",
    b"hr",
];

/// What the notices about cookies are called.
const NOTICES: &[&str] = &[
    "onetrust",
    "cookiebot",
    "cookieyes",
    "cky-",
    "osano",
    "iubenda",
    "usercentrics",
    "didomi",
    "termly",
    "cc-window",
];
const NOTICE_KINDS: &[&str] = &["banner", "consent", "notice", "-bar", "popup", "modal", "law", "settings", "dialog"];

impl Reader {
    fn event(&mut self, event: &CallbackEvent<'_>) {
        match event {
            CallbackEvent::OpenStartTag { name } => {
                self.name.clear();
                self.name.extend_from_slice(name);
                self.attributes.clear();
                self.attribute.clear();
            }
            CallbackEvent::AttributeName { name } => {
                self.attribute.clear();
                self.attribute.extend_from_slice(name.get(..name.len().min(64)).unwrap_or_default());
                self.attributes.flag(name);
            }
            CallbackEvent::AttributeValue { value } => self.attributes.set(&self.attribute, value),
            CallbackEvent::CloseStartTag { self_closing } => {
                let name = take(&mut self.name);
                self.start(&name, *self_closing);
                self.name = name;
            }
            CallbackEvent::EndTag { name } => self.end(name),
            CallbackEvent::String { value } => self.text(value),
            CallbackEvent::Comment { value } => self.comment(value),
            CallbackEvent::Doctype { name, .. } => {
                self.page.generators.bookmarks |= name.eq_ignore_ascii_case(b"netscape-bookmark-file-1");
            }
            CallbackEvent::Error(_) => {}
        }
    }

    /// `<!-- saved from url=(0027)https://linktr.ee/inesharrow -->`
    fn comment(&mut self, value: &[u8]) {
        if self.page.saved_from.is_some() || value.len() > 3000 {
            return;
        }
        let text = String::from_utf8_lossy(value);
        let Some(at) = text.find("saved from url=(") else {
            // SingleFile: `Page saved with SingleFile url: https://…`
            let single = text.contains("SingleFile").then(|| text.split("url:").nth(1)).flatten();
            self.page.saved_from = single.and_then(|rest| rest.split_whitespace().next()).map(str::to_owned);
            return;
        };
        let rest = text.get(at..).and_then(|rest| rest.split_once(')')).map(|(_, rest)| rest.trim().to_owned());
        self.page.saved_from = rest.filter(|rest| rest.starts_with("http"));
    }

    fn start(&mut self, name: &[u8], self_closing: bool) {
        let after_span = take(&mut self.after_span);
        self.raw = match name {
            b"script" => Some(Raw::Script(self.start_script())),
            b"style" => Some(Raw::Style),
            b"title" | b"textarea" => {
                let counts = name == b"title" && self.skip.is_none();
                Some(if counts { Raw::Title } else { Raw::Other })
            }
            b"noscript" => Some(Raw::NoScript),
            b"iframe" | b"xmp" | b"noembed" | b"noframe" | b"plaintext" => Some(Raw::Other),
            _ => None,
        };
        if let Some(skip) = &mut self.skip {
            if skip.name == name && !self_closing {
                skip.depth += 1;
            }
            return;
        }
        if self.is_skipped(name) && !VOID.contains(&name) && self.raw.is_none() && !self_closing {
            self.skip = Some(Skip { name: name.to_vec(), depth: 1 });
            return;
        }
        self.mark(name);
        if BLOCKS.contains(&name) {
            self.new_line();
        }
        match name {
            b"html" | b"body" => {
                push(&mut self.page.body_style, format!("{};", self.attributes.style).as_bytes(), TEXT)
            }
            b"meta" if self.page.metas.len() < METAS && !self.attributes.name.is_empty() => {
                let name = self.attributes.name.trim().to_ascii_lowercase();
                self.page.metas.push((name, take(&mut self.attributes.content)));
            }
            b"base" if self.page.base.is_none() => self.page.base = Some(take(&mut self.attributes.href)),
            b"link" if self.page.canonical.is_none() && self.attributes.rel.eq_ignore_ascii_case("canonical") => {
                self.page.canonical = Some(take(&mut self.attributes.href));
            }
            b"a" | b"area" => self.start_link(name == b"area"),
            b"h1" | b"h2" | b"h3" | b"h4" | b"h5" | b"h6" => {
                self.end_heading();
                self.end_paragraph();
                let level = name.get(1).map_or(2, |digit| digit - b'0');
                if self.link.is_none() {
                    self.heading = Some((level, String::new(), false));
                }
            }
            b"p" => {
                self.end_paragraph();
                if self.link.is_none() && self.heading.is_none() {
                    self.paragraph = Some(String::new());
                }
            }
            b"img" => self.image(),
            b"span" if after_span => self.space(),
            b"iframe" => self.frame(),
            b"outline" => self.outline(),
            b"opml" => self.page.generators.opml = true,
            b"form" => {
                self.end_form();
                let search =
                    self.attributes.role.eq_ignore_ascii_case("search") || self.attributes.class_has(&["search"]);
                self.form = Some(HtmlForm { action: take(&mut self.attributes.action), search, ..HtmlForm::default() });
            }
            b"input" => self.input(),
            b"textarea" => {
                if let Some(form) = &mut self.form {
                    form.writes = true;
                }
            }
            b"button" => self.button = Some(String::new()),
            _ => {}
        }
    }

    /// Whether nothing in an element counts: it is not shown, it is a drawing, or a notice about cookies.
    fn is_skipped(&self, name: &[u8]) -> bool {
        if matches!(name, b"svg" | b"template" | b"object" | b"select" | b"video" | b"audio" | b"canvas") {
            return true;
        }
        if matches!(name, b"html" | b"body" | b"head" | b"main") {
            return false;
        }
        let attributes = &self.attributes;
        if attributes.hidden {
            return true;
        }
        let style = &attributes.style;
        if !style.is_empty() {
            let style: String = style.chars().filter(|character| !character.is_whitespace()).take(400).collect();
            if style.to_ascii_lowercase().contains("display:none") {
                return true;
            }
        }
        if attributes.id.is_empty() && attributes.class.is_empty() || name == b"a" {
            return false;
        }
        let called = |text: &str| {
            let text = text.to_ascii_lowercase();
            NOTICES.iter().any(|notice| text.contains(notice))
                || text.contains("cookie") && NOTICE_KINDS.iter().any(|kind| text.contains(kind))
        };
        called(&attributes.id) || called(&attributes.class)
    }

    fn mark(&mut self, name: &[u8]) {
        let (attributes, generators) = (&self.attributes, &mut self.page.generators);
        if !attributes.class.is_empty() {
            generators.little_link |= attributes.class.contains("button-stack");
            generators.link_stack |=
                attributes.class.contains("button-entrance") || attributes.class.contains("social-icon-div");
            generators.link_breeze |= attributes.class.contains("lb-link-card");
        }
        if name == b"link" {
            generators.link_stack |= attributes.href.contains("assets/linkstack/");
        }
    }

    /// Begins a script; whether its text is kept.
    fn start_script(&mut self) -> bool {
        self.page.script_count += 1;
        let kind = self.attributes.kind.to_ascii_lowercase();
        let kind = match kind.split(';').next().unwrap_or_default().trim() {
            "application/ld+json" => ScriptKind::Linked,
            "application/json" | "text/json" => ScriptKind::Json,
            "" | "text/javascript" | "application/javascript" | "module" => ScriptKind::Program,
            _ => return false,
        };
        let known = self.attributes.id.starts_with("__");
        if self.page.scripts.len() >= SCRIPTS
            || kind == ScriptKind::Program && !self.attributes.src.is_empty() && !known
        {
            return false;
        }
        self.page.scripts.push(Script { id: take(&mut self.attributes.id), kind, text: String::new() });
        true
    }

    fn start_link(&mut self, area: bool) {
        self.end_link();
        let attributes = &mut self.attributes;
        if attributes.href.is_empty() {
            return;
        }
        let button = attributes.class_has(&["button", "btn", "card", "link"]) || attributes.role == "button";
        let label = if attributes.label.trim().is_empty() { &mut attributes.title } else { &mut attributes.label };
        let label = spaced(label);
        let link = Link {
            href: take(&mut attributes.href),
            label: if label.is_empty() { spaced(&attributes.alt) } else { label },
            style: take(&mut attributes.style),
            button,
            lines: vec![String::new()],
            image: None,
        };
        if let Some((_, _, links)) = &mut self.heading {
            *links = true;
        }
        self.link = Some(link);
        if area {
            self.end_link();
        }
    }

    fn image(&mut self) {
        let attributes = &mut self.attributes;
        let called = |words: &[&str]| {
            [&attributes.class, &attributes.id, &attributes.alt]
                .iter()
                .any(|text| words.iter().any(|word| text.to_ascii_lowercase().contains(word)))
        };
        let name = attributes.src.rsplit('/').next().unwrap_or_default().to_ascii_lowercase();
        let portrait = called(&["avatar", "profile", "portrait", "headshot", "rounded-full", "circle"])
            || name.contains("avatar")
            || name.contains("profile");
        let icon = called(&["icon", "logo", "emoji"]) || attributes.src.contains(".svg") || attributes.hidden;
        let (src, alt) = (take(&mut attributes.src), spaced(&attributes.alt));
        match &mut self.link {
            Some(link) => {
                if link.label.is_empty() {
                    link.label = alt;
                }
                if link.image.is_none() && !icon && !portrait && !src.is_empty() {
                    link.image = Some(src.clone());
                }
            }
            None if portrait && !icon && self.page.avatar.is_none() && !src.is_empty() => {
                self.page.avatar = Some(src);
                return;
            }
            None => {}
        }
        if portrait && self.page.avatar.is_none() && !src.is_empty() {
            self.page.avatar = Some(src);
        }
    }

    fn frame(&mut self) {
        let (src, title) = (take(&mut self.attributes.src), spaced(&self.attributes.title));
        if !src.is_empty() {
            self.add(PageElement::Frame(src, title));
        }
    }

    fn outline(&mut self) {
        let attributes = &mut self.attributes;
        let title = if attributes.text.trim().is_empty() { &mut attributes.title } else { &mut attributes.text };
        let title = spaced(title);
        let href = if attributes.href.is_empty() { take(&mut attributes.feed) } else { take(&mut attributes.href) };
        if href.is_empty() {
            if !title.is_empty() {
                self.add(PageElement::Outline(title));
            }
        } else {
            self.add(PageElement::Link(Box::new(Link { href, lines: vec![title], ..Link::default() })));
        }
    }

    fn input(&mut self) {
        let kind = self.attributes.kind.to_ascii_lowercase();
        self.page.password |= kind == "password";
        let name = self.attributes.name.to_ascii_lowercase();
        let Some(form) = &mut self.form else { return };
        form.search |= kind == "search" || matches!(name.as_str(), "q" | "s" | "query" | "search");
        form.writes |= matches!(kind.as_str(), "" | "text" | "email" | "tel");
        if kind == "submit" && form.title.is_empty() {
            form.title = spaced(&self.attributes.value);
        }
    }

    fn end(&mut self, name: &[u8]) {
        self.after_span = name == b"span";
        if self.raw.take().is_some_and(|raw| raw != Raw::Other) {
            return;
        }
        if let Some(skip) = &mut self.skip {
            if skip.name == name {
                skip.depth -= 1;
            }
            // An element that was never closed hides no more than its body.
            if skip.depth == 0 || matches!(name, b"body" | b"html") {
                self.skip = None;
            }
            return;
        }
        if BLOCKS.contains(&name) {
            self.new_line();
        }
        match name {
            b"a" => self.end_link(),
            b"h1" | b"h2" | b"h3" | b"h4" | b"h5" | b"h6" => self.end_heading(),
            b"p" => self.end_paragraph(),
            b"form" => self.end_form(),
            b"button" => {
                let text = self.button.take().map(|text| spaced(&text)).unwrap_or_default();
                if let Some(form) = self.form.as_mut().filter(|form| form.title.is_empty()) {
                    form.title = text;
                }
            }
            _ => {}
        }
    }

    fn text(&mut self, value: &[u8]) {
        match self.raw {
            Some(Raw::Script(true)) => {
                let Some(script) = self.page.scripts.last_mut() else { return };
                let text = String::from_utf8_lossy(value);
                // Programs without an address, of which pages have megabytes, hold no links.
                if script.kind != ScriptKind::Program || text.contains("http") || text.contains("__next_f") {
                    script.text.push_str(&text);
                }
                return;
            }
            Some(Raw::Style) => return push(&mut self.page.styles, value, STYLES),
            Some(Raw::Title) if self.page.title.is_empty() => {
                push(&mut self.page.title, value, TEXT);
                self.page.title = spaced(&self.page.title);
                return;
            }
            Some(Raw::NoScript) => {
                let start = value.get(..value.len().min(2000)).unwrap_or_default();
                self.page.wants_script |= String::from_utf8_lossy(start).to_ascii_lowercase().contains("javascript");
                return;
            }
            Some(_) => return,
            None => {}
        }
        if self.skip.is_some() {
            return;
        }
        if !value.iter().all(u8::is_ascii_whitespace) {
            self.after_span = false;
            self.page.letters = self.page.letters.saturating_add(value.len());
        }
        if let Some(link) = &mut self.link {
            if let Some(line) = link.lines.last_mut() {
                push(line, value, TEXT);
            }
        } else if let Some((_, text, _)) = &mut self.heading {
            push(text, value, TEXT);
        } else if let Some(text) = &mut self.button {
            push(text, value, TEXT);
        } else if let Some(text) = &mut self.paragraph {
            push(text, value, TEXT);
        }
    }

    /// A block begins or ends: what follows is another line of a link, another word of anything else.
    fn new_line(&mut self) {
        match &mut self.link {
            Some(link) => {
                let blank = link.lines.last().is_some_and(|line| line.trim().is_empty());
                if !blank && link.lines.len() < LINES {
                    link.lines.push(String::new());
                } else if !blank {
                    self.space();
                }
            }
            None => self.space(),
        }
    }

    fn space(&mut self) {
        let link = self.link.as_mut().and_then(|link| link.lines.last_mut());
        let heading = self.heading.as_mut().map(|(_, text, _)| text);
        for text in [link, heading, self.button.as_mut(), self.paragraph.as_mut()].into_iter().flatten() {
            if !text.is_empty() && !text.ends_with(' ') {
                text.push(' ');
            }
        }
    }

    fn end_link(&mut self) {
        let Some(mut link) = self.link.take() else { return };
        link.lines = link.lines.iter().map(|line| spaced(line)).filter(|line| !line.is_empty()).collect();
        self.add(PageElement::Link(Box::new(link)));
    }

    fn end_heading(&mut self) {
        let Some((level, text, links)) = self.heading.take() else { return };
        let text = spaced(&text);
        if !text.is_empty() {
            if level > 1 {
                self.last_heading.clone_from(&text);
            }
            if !links {
                self.add(PageElement::Heading(level, text));
            }
        }
    }

    fn end_paragraph(&mut self) {
        let Some(text) = self.paragraph.take() else { return };
        let text = spaced(&text);
        self.paragraphs += 1;
        if !text.is_empty() && self.paragraphs <= PARAGRAPHS {
            self.add(PageElement::Paragraph(text));
        }
    }

    fn end_form(&mut self) {
        let Some(mut form) = self.form.take() else { return };
        if !self.last_heading.is_empty() {
            form.title.clone_from(&self.last_heading);
        }
        if form.writes && !form.search {
            self.add(PageElement::Form(Box::new(form)));
        }
    }

    fn add(&mut self, part: PageElement) {
        if matches!(part, PageElement::Link(_) | PageElement::Form(_)) {
            self.last_heading.clear();
        }
        if self.page.parts.len() < PARTS {
            self.page.parts.push(part);
        } else if matches!(part, PageElement::Link(_)) {
            self.page.more += 1;
        }
    }

    fn finish(mut self) -> Page {
        self.end_link();
        self.end_heading();
        self.end_paragraph();
        self.end_form();
        self.page
    }
}

impl Page {
    /// The first value under one of these names of `meta`, which are tried in order.
    pub fn meta(&self, names: &[&str]) -> Option<&str> {
        let value = |name: &&str| self.metas.iter().find(|(other, value)| other == name && !value.trim().is_empty());
        names.iter().find_map(value).map(|(_, value)| value.trim())
    }

    /// The links, in document order.
    pub fn links(&self) -> impl Iterator<Item = &Link> {
        self.parts.iter().filter_map(|part| match part {
            PageElement::Link(link) => Some(&**link),
            _ => None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{PARTS, Page, PageElement, scan};

    fn lines(page: &Page) -> Vec<String> {
        let shown = |part: &PageElement| match part {
            PageElement::Heading(level, text) => format!("h{level} {text}"),
            PageElement::Paragraph(text) => format!("p {text}"),
            PageElement::Link(link) => {
                format!("a {} [{}] {}", link.href, link.lines.join("|"), link.label).trim_end().to_owned()
            }
            PageElement::Frame(src, title) => format!("frame {src} {title}"),
            PageElement::Form(form) => format!("form {} {}", form.action, form.title),
            PageElement::Outline(text) => format!("outline {text}"),
        };
        page.parts.iter().map(shown).collect()
    }

    #[test]
    fn links_and_headings_are_read_in_order() {
        let page = scan(
            "<title>Ines &amp; co</title><h1>Ines\n Harrow</h1><p>Potter.</p><h2>Shop</h2>\
             <a href='https://a.example/?x=1&amp;y=2' class=button><span>Small</span><span>shelf</span><p>Cups</p></a>\
             <h3><a href=/b>Inside a heading</a></h3><A HREF=https://c.example aria-label=Instagram><svg><title>x</title><path/></svg></A>\
             <a href=https://d.example><img alt='A bowl' src=bowl.jpg></a><a>none</a>",
        );
        assert_eq!(page.title, "Ines & co");
        assert_eq!(
            lines(&page),
            [
                "h1 Ines Harrow",
                "p Potter.",
                "h2 Shop",
                "a https://a.example/?x=1&y=2 [Small shelf|Cups]",
                "a /b [Inside a heading]",
                "a https://c.example [] Instagram",
                "a https://d.example [] A bowl",
            ]
        );
    }

    #[test]
    fn what_is_not_shown_is_not_read() {
        let page = scan(
            "<div hidden><a href=https://a.example>A</a></div><div style='display : none'><a href=https://b.example>B</a></div>\
             <div id=onetrust-banner><div><a href=https://c.example>C</a></div></div><template><a href=https://d.example>D</a></template>\
             <!-- <a href=https://e.example>E</a> --><script>var x = '<a href=https://f.example>F</a>'</script>\
             <div class='cookie-notice'><a href=https://g.example>G</a></div><div class=cookie-shop><a href=https://h.example>Cookies</a></div>",
        );
        assert_eq!(lines(&page), ["a https://h.example [Cookies]"]);
    }

    #[test]
    fn an_element_that_is_never_closed_hides_no_more_than_the_body() {
        let page = scan("<body><div hidden>x</body><a href=https://a.example>A</a>");
        assert_eq!(lines(&page), ["a https://a.example [A]"]);
    }

    #[test]
    fn the_words_of_a_fragment_have_a_line_for_each_block() {
        let fragment =
            "<p>Potter &amp; <strong>field</strong> recordist.</p><script>x</script>\n<ul><li>Slow <li>things</ul>";
        assert_eq!(super::words(fragment), "Potter & field recordist.\nSlow\nthings");
    }

    #[test]
    fn where_a_page_was_saved_from_is_known() {
        let page = scan("<!-- saved from url=(0027)https://linktr.ee/inesharrow --><html>");
        assert_eq!(page.saved_from.as_deref(), Some("https://linktr.ee/inesharrow"));
        let page = scan("<!--\n Page saved with SingleFile \n url: https://linktr.ee/ines \n saved date: x --><html>");
        assert_eq!(page.saved_from.as_deref(), Some("https://linktr.ee/ines"));
    }

    #[test]
    fn what_is_kept_is_bounded() {
        let page = scan(&"<a href=https://a.example>a</a>".repeat(PARTS + 7));
        assert_eq!((page.parts.len(), page.more), (PARTS, 7));
        let page = scan(&format!("<a href=https://a.example>{}</a>", "é".repeat(100_000)));
        assert!(page.links().next().is_some_and(|link| link.lines.iter().all(|line| line.len() <= super::TEXT)));
    }
}
