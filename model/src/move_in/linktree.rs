//! Linktree: the data that its pages carry in `script#__NEXT_DATA__`.
//!
//! `pageProps.links[]`, or else `account.links[]`. A group's members are its siblings, which name it as their parent.

use std::collections::{HashMap, HashSet};

use super::address::Base;
use super::collector::{Collector, FoundLink};
use super::colors;
use super::error::ReadError;
use super::found::MovedIn;
use super::restriction::{day, restriction};
use super::source::Source;
use super::tree::Tree;

/// Whether the data of a page is Linktree's.
pub(super) fn is_linktree(props: &Tree) -> bool {
    let account = props.get("account");
    let listed = |tree: &Tree| tree.get("links").is_some() || tree.get("socialLinks").is_some();
    account.is_some_and(|account| account.get("username").is_some() || account.get("pageTitle").is_some())
        && (listed(props) || account.is_some_and(listed))
}

/// Reads `pageProps`.
pub(super) fn read(props: &Tree, base: Option<Base>) -> Result<MovedIn, ReadError> {
    let mut out = Collector::new(Source::Linktree, base);
    profile(props, &mut out);
    out.colors = theme(props);
    let socials = listed(props, "socialLinks");
    for social in in_order(&socials) {
        let url = social.text(&["url", "link", "href"]).unwrap_or_default();
        let kind = social.text(&["type", "platform"]).unwrap_or_default();
        out.link(&FoundLink {
            title: &named(kind),
            url,
            loose: true,
            social: true,
            restriction: restriction(social),
            ..FoundLink::default()
        });
    }
    links(&in_order(&listed(props, "links")), &mut out);
    out.finish()
}

fn listed<'a>(props: &'a Tree, name: &str) -> Vec<&'a Tree> {
    let own = props.get(name).map(Tree::items).unwrap_or_default();
    let own = if own.is_empty() {
        props.get("account").and_then(|it| it.get(name)).map(Tree::items).unwrap_or_default()
    } else {
        own
    };
    own.iter().collect()
}

/// By `position`, where every item has one.
fn in_order<'a>(items: &[&'a Tree]) -> Vec<&'a Tree> {
    let position = |item: &Tree| item.get("position").and_then(Tree::as_number);
    let mut items = items.to_vec();
    if items.iter().all(|item| position(item).is_some()) {
        items.sort_by(|a, b| position(a).unwrap_or_default().total_cmp(&position(b).unwrap_or_default()));
    }
    items
}

fn kind(link: &Tree) -> String {
    link.text(&["type"]).unwrap_or_default().to_ascii_uppercase()
}

fn parent(link: &Tree) -> Option<String> {
    link.first(&["parent.id", "parentId"]).and_then(Tree::id)
}

/// How deep groups may be in groups; what is deeper follows at the end.
const DEPTH: usize = 4;

/// Links, and groups with their members below them.
struct Links<'a> {
    all: &'a [&'a Tree],
    /// The members of each group, by its id.
    members: HashMap<String, Vec<usize>>,
    written: Vec<bool>,
}

fn links(all: &[&Tree], out: &mut Collector) {
    let groups: HashSet<String> = all
        .iter()
        .filter(|link| kind(link) == "GROUP")
        .filter_map(|group| group.get("id").and_then(Tree::id))
        .collect();
    let mut members: HashMap<String, Vec<usize>> = HashMap::new();
    let mut first = Vec::new();
    for (at, link) in all.iter().enumerate() {
        let own = link.get("id").and_then(Tree::id);
        match parent(link).filter(|parent| groups.contains(parent) && Some(parent) != own.as_ref()) {
            Some(parent) => members.entry(parent).or_default().push(at),
            None => first.push(at),
        }
    }
    let mut links = Links { all, members, written: vec![false; all.len()] };
    first.into_iter().for_each(|at| links.write(at, 0, None, out));
    // Groups that are members of themselves.
    (0..all.len()).for_each(|at| links.write(at, 0, None, out));
}

impl Links<'_> {
    /// Writes a link once; `hidden` is what its groups say of all their members.
    fn write(&mut self, at: usize, depth: usize, hidden: Option<String>, out: &mut Collector) {
        let Some(link) = self.all.get(at).copied().filter(|_| depth <= DEPTH) else { return };
        if self.written.get(at).copied().unwrap_or(true) {
            return;
        }
        if let Some(written) = self.written.get_mut(at) {
            *written = true;
        }
        if kind(link) != "GROUP" {
            return member(link, hidden, out);
        }
        out.heading(link.text(&["title"]).unwrap_or_default());
        let hidden = restriction(link).or(hidden);
        let id = link.get("id").and_then(Tree::id).unwrap_or_default();
        for member in self.members.remove(&id).unwrap_or_default() {
            self.write(member, depth + 1, hidden.clone(), out);
        }
    }
}

/// One link; `hidden` is what its group says of all its members.
fn member(link: &Tree, hidden: Option<String>, out: &mut Collector) {
    let title = link.text(&["title"]).unwrap_or_default();
    let kind = kind(link);
    if kind == "HEADER" {
        return out.heading(title);
    }
    let has = |words: &[&str]| words.iter().any(|word| kind.contains(word));
    if has(&["COUNTDOWN"]) {
        let date =
            link.text(&["context.date", "context.endDate", "context.countdownDate", "date", "endDate"]).and_then(day);
        if let Some(date) = date {
            return out.note(&format!("{title}\n{date}"), Some("Countdown there. Becomes a note with that date."));
        }
    }
    let form = has(&["FORM", "SIGNUP", "SIGN_UP", "EMAIL_COLLECT", "SMS", "CONTACT", "NEWSLETTER"]);
    let url = link.text(&["url", "link", "href", "context.url", "context.embedUrl"]).unwrap_or_default();
    let shown = if title.is_empty() { named(&kind) } else { title.to_owned() };
    if url.is_empty() {
        let locked = restriction(link).or(hidden);
        let reason = match locked {
            _ if form => "it was a form inside Linktree and has no address; Mantel keeps no forms".to_owned(),
            _ if has(&["PAY", "TIP", "COMMERCE", "STORE", "SHOP", "DONATION", "PRODUCT"]) => {
                "a payment inside Linktree has no address".to_owned()
            }
            Some(why) => format!("{why}, and its address is not in the page"),
            None => "it has no address of its own".to_owned(),
        };
        return out.leave(&shown, &reason);
    }
    let image = link.first(&["thumbnail", "modifiers.thumbnailUrl", "modifiers.thumbnail", "thumbnailUrl"]);
    let image = image.and_then(|image| image.as_text().or_else(|| image.text(&["url", "src"]))).unwrap_or_default();
    let taken = out.link(&FoundLink {
        title,
        url,
        image,
        loose: true,
        restriction: restriction(link).or(hidden),
        changed: form.then_some("It was a form there. Mantel keeps no forms, so it leads to {}."),
        ..FoundLink::default()
    });
    if !taken {
        out.leave(&shown, "it has no address of its own");
    }
}

/// A name for what has only a type: `EMAIL_ADDRESS` is "Email address".
fn named(kind: &str) -> String {
    let words = kind.replace(['_', '-'], " ").to_lowercase();
    let mut letters = words.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

fn profile(props: &Tree, out: &mut Collector) {
    let title = props.text(&["account.pageTitle", "pageTitle", "account.username", "username"]);
    out.name(title.unwrap_or_default());
    out.bio(props.text(&["account.description", "description"]).unwrap_or_default());
    for path in ["account.customAvatar", "account.profilePictureUrl", "profilePictureUrl", "customAvatar"] {
        let address = props.text(&[path]).filter(|address| address.contains("//") || address.starts_with("data:"));
        out.avatar(address.unwrap_or_default());
    }
    out.username(props.text(&["account.username", "username"]).unwrap_or_default());
}

fn theme(props: &Tree) -> colors::Colors {
    let themes = ["account.theme", "theme", "account.themeV2", "themeV2"];
    let found = themes.iter().filter_map(|path| props.at(path)).map(colors::of_theme);
    let hero = props.text(&["account.backgroundHeroColor"]).and_then(colors::color);
    let found = found.fold(colors::Colors::default(), colors::Colors::or);
    found.or(colors::Colors { ground: hero, ..colors::Colors::default() })
}
