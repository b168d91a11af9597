//! JSON inside a page's scripts: the data of known services, the people that JSON-LD describes, and lists of links in
//! whatever shape, read loosely.

use super::address::{Resolved, resolve};
use super::collector::{Collector, FoundLink};
use super::html::{Page, Script, ScriptKind};
use super::restriction::restriction;
use super::tree::{Tree, VALUES};
use crate::safe_url::SafeUrl;
use crate::text::Text;
use crate::tile::{Platform, Social};

/// Places in programs where JSON may begin that are tried; each costs at most the length of what follows.
const STARTS: usize = 200;
/// What is read of programs in search of JSON is at most this many times their length.
const PASSES: usize = 2;
/// How deep lists of links are looked for.
const DEPTH: usize = 24;

/// The data of a page, in document order.
#[derive(Debug, Default)]
pub(super) struct Embedded {
    /// JSON-LD.
    pub linked: Vec<Tree>,
    /// Everything else.
    pub data: Vec<Tree>,
}

impl Embedded {
    /// The JSON in a page's scripts.
    pub fn of(page: &Page) -> Self {
        let mut out = Self::default();
        let (mut flight, mut left) = (String::new(), VALUES);
        for script in &page.scripts {
            match script.kind {
                ScriptKind::Linked => out.linked.extend(Tree::parse_within(script.text.trim(), &mut left)),
                ScriptKind::Json => out.data.extend(Tree::parse_within(script.text.trim(), &mut left)),
                ScriptKind::Program => program(script, &mut flight, &mut left, &mut out.data),
            }
        }
        // Rows of the form `1a:[…]`.
        let rows = flight.lines().filter_map(|row| row.split_once(':')).filter(|(id, _)| id.len() <= 8);
        out.data.extend(
            rows.filter(|(_, row)| row.starts_with(['[', '{']))
                .filter_map(|(_, row)| Tree::parse_within(row, &mut left)),
        );
        out
    }

    /// The properties of a Next.js page.
    pub fn page_props(&self) -> Option<&Tree> {
        self.data.iter().find_map(page_props)
    }
}

/// `props.pageProps` or `pageProps`.
pub(super) fn page_props(tree: &Tree) -> Option<&Tree> {
    tree.first(&["props.pageProps", "pageProps"])
}

/// JSON in a program: `window.state = {…}`, `JSON.parse("…")`, `self.__next_f.push([1, "…"])`.
fn program(script: &Script, flight: &mut String, left: &mut usize, data: &mut Vec<Tree>) {
    let text = script.text.as_str();
    if let Some(pushed) = text.trim_start().strip_prefix("self.__next_f.push(") {
        let end = pushed.rfind(']').map_or(0, |at| at + 1);
        let row: Option<(f64, String)> = pushed.get(..end).and_then(|row| serde_json::from_str(row).ok());
        flight.push_str(&row.map(|(_, row)| row).unwrap_or_default());
        return;
    }
    if script.id.starts_with("__") && text.trim_start().starts_with(['{', '[']) {
        return data.extend(Tree::parse_within(text.trim(), left));
    }
    let (mut spent, mut at) = (0, 0);
    for _ in 0..STARTS {
        let Some(start) = next_start(text, at) else { return };
        if spent > text.len().saturating_mul(PASSES) {
            return;
        }
        let rest = text.get(start..).unwrap_or_default();
        let length = balanced(rest);
        spent += length;
        let value = rest.get(..length).unwrap_or_default();
        let tree = match rest.as_bytes().first() {
            Some(b'"') => serde_json::from_str::<String>(value).ok().and_then(|inner| Tree::parse_within(&inner, left)),
            _ => Tree::parse_within(value, left),
        };
        at = if tree.is_some() { start + length } else { start + 1 };
        data.extend(tree);
    }
}

/// The next place where a program assigns or passes an object, a list, or a text to parse.
fn next_start(text: &str, from: usize) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut before = b' ';
    let mut parse = false;
    for (at, byte) in bytes.iter().enumerate().skip(from) {
        match byte {
            b'{' | b'[' if matches!(before, b'=' | b'(' | b':') => return Some(at),
            b'"' if before == b'(' && parse => return Some(at),
            byte if byte.is_ascii_whitespace() => continue,
            b'(' => parse = text.get(at.saturating_sub(10)..at).is_some_and(|word| word.ends_with("JSON.parse")),
            _ => {}
        }
        before = *byte;
    }
    None
}

/// The length of a value: up to the bracket or quote that ends it, or the whole text.
fn balanced(text: &str) -> usize {
    let (mut depth, mut quoted, mut escaped) = (0_usize, false, false);
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if quoted => escaped = true,
            b'"' => {
                quoted = !quoted;
                if !quoted && depth == 0 {
                    return at + 1;
                }
            }
            _ if quoted => {}
            b'{' | b'[' => depth += 1,
            b'}' | b']' => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    return at + 1;
                }
            }
            _ => {}
        }
    }
    text.len()
}

/// A person whom JSON-LD describes.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Person {
    /// The name.
    pub name: String,
    /// A few sentences.
    pub description: String,
    /// The picture's address.
    pub image: String,
    /// A place.
    pub place: String,
    /// Other pages of the same person.
    pub same_as: Vec<String>,
}

/// The person of a page's JSON-LD. What stands for the service (`publisher`, `isPartOf`) is passed over.
pub(super) fn person(linked: &[Tree]) -> Person {
    let mut person = Person::default();
    linked.iter().for_each(|tree| describe(tree, 0, &mut person));
    person
}

fn describe(tree: &Tree, depth: usize, person: &mut Person) {
    if depth > 6 {
        return;
    }
    if !tree.items().is_empty() {
        tree.items().iter().take(50).for_each(|item| describe(item, depth + 1, person));
        return;
    }
    let kinds = tree.get("@type").map(|kind| match kind {
        Tree::Text(text) => vec![text.as_str()],
        other => other.items().iter().filter_map(Tree::as_text).collect(),
    });
    let kinds = kinds.unwrap_or_default();
    let is = |names: &[&str]| kinds.iter().any(|kind| names.contains(kind));
    let about = is(&["Person", "ProfilePage", "WebPage", "Organization", "LocalBusiness", "MusicGroup", "Brand"]);
    if about {
        let fill = |slot: &mut String, value: Option<&str>| {
            if slot.is_empty() {
                slot.push_str(value.unwrap_or_default());
            }
        };
        if !is(&["WebPage", "ProfilePage"]) {
            fill(&mut person.name, tree.text(&["name", "alternateName"]));
            fill(&mut person.description, tree.text(&["description"]));
            fill(&mut person.place, tree.text(&["homeLocation.name", "address.addressLocality", "location.name"]));
        }
        let image = tree.first(&["image", "logo"]);
        let image = image.map(|image| image.items().first().unwrap_or(image));
        fill(&mut person.image, image.and_then(|image| image.as_text().or_else(|| image.text(&["url", "contentUrl"]))));
        for name in ["sameAs", "significantLink", "relatedLink"] {
            let Some(value) = tree.get(name) else { continue };
            let listed = value.items().iter().filter_map(Tree::as_text).chain(value.as_text());
            person.same_as.extend(listed.take(100).map(str::to_owned));
        }
    }
    for name in ["mainEntity", "@graph", "about", "author", "creator"] {
        if let Some(inner) = tree.get(name) {
            describe(inner, depth + 1, person);
        }
    }
}

const URLS: &[&str] = &[
    "url",
    "href",
    "link",
    "linkUrl",
    "link_url",
    "destination",
    "destinationUrl",
    "targetUrl",
    "target_url",
    "uri",
    "externalUrl",
];
const TITLES: &[&str] = &[
    "title",
    "name",
    "label",
    "text",
    "heading",
    "caption",
    "displayText",
    "display_text",
    "buttonText",
    "button_text",
];
const IMAGES: &[&str] = &[
    "thumbnail",
    "thumbnailUrl",
    "thumbnail_url",
    "image",
    "imageUrl",
    "image_url",
    "img",
    "picture",
    "photo",
    "cover",
    "coverUrl",
];
const LINES: &[&str] = &["description", "subtitle", "subText", "desc", "subtext"];
const LISTS: &[&str] =
    &["links", "items", "children", "buttons", "blocks", "bookmarks", "socials", "socialLinks", "social_links"];
const INNER: &[&str] = &["data", "attributes", "content", "props", "fields", "link", "node"];
/// Fields in which no link of the page stands.
const OTHERS: &[&str] = &[
    "query",
    "i18n",
    "translations",
    "locales",
    "_nextI18Next",
    "messages",
    "alternates",
    "openGraph",
    "seo",
    "navigation",
    "nav",
    "footer",
    "analytics",
    "experiments",
    "featureFlags",
    "config",
    "publisher",
    "breadcrumbs",
];

/// A link in whatever shape: with an address and with a title or a platform.
struct Shape<'a> {
    item: &'a Tree,
    url: &'a str,
    title: &'a str,
}

fn shape(item: &Tree) -> Option<Shape<'_>> {
    let inner = INNER.iter().filter_map(|name| item.get(name)).filter(|inner| !inner.fields().is_empty());
    let all = std::iter::once(item).chain(inner);
    all.filter_map(|tree| {
        let url = tree.text(URLS)?;
        let looks = url.contains("://")
            || url.contains('.') && !url.contains(' ')
            || ["mailto:", "tel:", "javascript:", "vbscript:", "data:", "file:"]
                .iter()
                .any(|start| url.starts_with(start));
        let title = tree.text(TITLES).or_else(|| item.text(TITLES)).unwrap_or_default();
        let platform = item.text(&["platform", "network", "service", "provider"]);
        (looks && (!title.is_empty() || platform.is_some())).then_some(Shape { item: tree, url, title })
    })
    .next()
}

/// The lists of links in a tree, in order; a titled list begins with its title as a heading. `keep` says whether a link
/// counts.
pub(super) fn lists(tree: &Tree, out: &mut Collector, keep: &dyn Fn(&str, &SafeUrl) -> bool) {
    walk(tree, 0, false, out, keep);
}

fn walk(tree: &Tree, depth: usize, social: bool, out: &mut Collector, keep: &dyn Fn(&str, &SafeUrl) -> bool) {
    if depth > DEPTH {
        return;
    }
    match tree {
        Tree::List(items) => {
            for item in items {
                match item {
                    Tree::Fields(_) => one(item, depth, social, out, keep),
                    _ => walk(item, depth + 1, social, out, keep),
                }
            }
        }
        Tree::Fields(fields) => {
            let titled = fields.iter().any(|(name, value)| LISTS.contains(&name.as_str()) && !value.items().is_empty());
            if let Some(title) = titled
                .then(|| tree.text(TITLES))
                .flatten()
                .filter(|_| depth > 0 && tree.text(&["username", "handle", "bio"]).is_none())
            {
                out.heading(title);
            }
            for (name, value) in fields.iter().filter(|(name, _)| !OTHERS.contains(&name.as_str())) {
                walk(value, depth + 1, social || name.to_ascii_lowercase().contains("social"), out, keep);
            }
        }
        _ => {}
    }
}

/// One item of a list of links: a link, a handle, a heading, or another list.
fn one(item: &Tree, depth: usize, social: bool, out: &mut Collector, keep: &dyn Fn(&str, &SafeUrl) -> bool) {
    if let Some(Shape { item: found, url, title }) = shape(item) {
        let platform = item.text(&["platform", "network", "service", "provider"]).unwrap_or_default();
        let resolved = resolve(url, out.base.as_ref(), true);
        if let Resolved::Good(url) = &resolved
            && !keep(title, url)
        {
            return;
        }
        if !out.has_room() {
            return;
        }
        let image = IMAGES
            .iter()
            .find_map(|name| found.get(name).or_else(|| item.get(name)))
            .filter(|image| **image != Tree::Null);
        let image = image.and_then(|image| image.as_text().or_else(|| image.text(&["url", "src"]))).unwrap_or_default();
        let found = FoundLink {
            title: if title.is_empty() { platform } else { title },
            url,
            description: found.text(LINES).unwrap_or_default(),
            image,
            loose: true,
            restriction: restriction(item).or_else(|| restriction(found)),
            social: social || title.is_empty(),
            ..FoundLink::default()
        };
        out.resolved_link(&found, resolved);
        return;
    }
    if let Some(address) = handle(item) {
        out.link(&FoundLink {
            url: address.as_str(),
            social: true,
            restriction: restriction(item),
            ..FoundLink::default()
        });
        return;
    }
    let kind = item.text(&["type", "kind"]).unwrap_or_default().to_ascii_lowercase();
    let heading = ["header", "heading", "section", "title", "divider"].iter().any(|word| kind.contains(word));
    let nested = LISTS.iter().any(|name| item.get(name).is_some_and(|list| !list.items().is_empty()));
    if let (true, Some(title)) =
        (heading || nested, item.text(TITLES).or_else(|| item.text(&["data.title", "data.text", "content.text"])))
    {
        out.heading(title);
    }
    for (_, value) in item.fields() {
        walk(value, depth + 1, social, out, keep);
    }
}

/// A handle without an address: `{"platform": "instagram", "username": "ines"}`.
fn handle(item: &Tree) -> Option<SafeUrl> {
    let platform = item.text(&["platform", "network", "service", "type"])?.to_ascii_lowercase();
    let platform = Platform::parse(if platform == "twitter" { "x" } else { &platform })?;
    let handle = item.text(&["username", "handle", "user", "value"])?;
    Social { platform, handle: Text::cut(handle).0 }.address()
}

/// What data says of the page's owner: the first object with a name and a picture, or a name and some sentences.
pub(super) fn owner(tree: &Tree, depth: usize) -> Option<Person> {
    const PICTURES: &[&str] = &[
        "avatar",
        "avatarUrl",
        "avatar_url",
        "profilePicture",
        "profilePictureUrl",
        "profile_picture",
        "profileImage",
        "profile_image",
        "profileImageUrl",
        "photoUrl",
        "picture",
    ];
    if depth > 8 {
        return None;
    }
    let image = tree.first(PICTURES).and_then(|image| image.as_text().or_else(|| image.text(&["url", "src"])));
    let name = tree.text(&["displayName", "display_name", "fullName", "full_name", "name", "username"]);
    let bio = tree.text(&["bio", "description", "about", "tagline"]);
    if let Some(name) = name.filter(|_| image.is_some() || bio.is_some() && tree.text(URLS).is_none()) {
        return Some(Person {
            name: name.to_owned(),
            description: bio.unwrap_or_default().to_owned(),
            image: image.unwrap_or_default().to_owned(),
            place: tree.text(&["location", "city"]).unwrap_or_default().to_owned(),
            same_as: Vec::new(),
        });
    }
    tree.fields()
        .iter()
        .filter(|(name, _)| !OTHERS.contains(&name.as_str()))
        .find_map(|(_, value)| owner(value, depth + 1))
}

#[cfg(test)]
mod tests {
    use super::{Embedded, balanced, person};
    use crate::move_in::html::scan;

    fn data(html: &str) -> Vec<String> {
        Embedded::of(&scan(html)).data.iter().map(|tree| format!("{tree:?}")).collect()
    }

    #[test]
    fn json_is_found_in_programs() {
        let state = r#"<script>window.__STATE__ = {"links": [{"title": "A", "url": "https://a.example"}]}; f({"x": 1})</script>"#;
        let found = data(state);
        assert_eq!(found.len(), 2, "{found:?}");
        assert!(found[0].contains("https://a.example"));
        let parsed = r#"<script>boot(JSON.parse("{\"title\": \"http\"}"))</script>"#;
        assert!(data(parsed).iter().any(|tree| tree.contains("title")));
        let flight = r#"<script>self.__next_f.push([1,"5:[\"$\",\"div\",null,{\"url\":\"https:"])</script><script>self.__next_f.push([1,"//a.example\"}]\n"])</script>"#;
        assert!(data(flight).iter().any(|tree| tree.contains("https://a.example")));
        assert!(data("<script>if (a) { b[1] = {c: 2} }</script>").is_empty());
    }

    #[test]
    fn a_value_ends_with_its_bracket() {
        assert_eq!(balanced(r#"{"a": "}"} more"#), 10);
        assert_eq!(balanced(r#""a\"b" more"#), 6);
        assert_eq!(balanced("{{"), 2);
    }

    #[test]
    fn json_ld_names_the_person_and_not_the_service() {
        let page = scan(
            r#"<script type="application/ld+json">{"@context": "https://schema.org", "@type": "ProfilePage",
            "publisher": {"@type": "Organization", "name": "Linktree", "sameAs": ["https://www.instagram.com/linktree"]},
            "mainEntity": {"@type": "Person", "name": "Ines Harrow", "image": {"url": "https://a.example/i.jpg"},
            "sameAs": ["https://www.instagram.com/ines.harrow", "https://harrow.example"]}}</script>"#,
        );
        let found = person(&Embedded::of(&page).linked);
        assert_eq!(found.name, "Ines Harrow");
        assert_eq!(found.image, "https://a.example/i.jpg");
        assert_eq!(found.same_as, ["https://www.instagram.com/ines.harrow", "https://harrow.example"]);
    }
}
