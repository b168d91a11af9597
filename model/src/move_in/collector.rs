//! Collects what a reader finds, in order: addresses checked, repeated things joined, everything within limits.

use std::collections::HashMap;

use super::address::{self, Base, Resolved};
use super::colors::Colors;
use super::error::ReadError;
use super::found::{Content, EnclosedPicture, FoundItem, FoundProfile, MovedIn, Outcome, socials_title};
use super::html::spaced;
use super::source::Source;
use crate::brief::{Brief, Item, Warning, detect};
use crate::limits;
use crate::safe_url::{ImageUrl, SafeUrl};
use crate::text::Text;
use crate::tile::{Heading, Kind, Link, Note, Picture, Platform, Size, Social, Title};
use crate::username::Username;

/// Things listed one by one; more are only named.
const ROWS: usize = 200;
/// Links looked at; the rest is counted.
const LINKS: usize = 5000;
/// Titles named beyond these.
const NAMED: usize = 100;
/// Warnings about single things; more are counted.
const WARNINGS: usize = 50;

/// A thing that leads somewhere, as a source describes it.
#[derive(Clone, Debug, Default)]
pub(super) struct FoundLink<'a> {
    /// What it is called there.
    pub title: &'a str,
    /// Where it leads, as written.
    pub url: &'a str,
    /// A line about it.
    pub description: &'a str,
    /// A picture of it, as written.
    pub image: &'a str,
    /// Its size there.
    pub size: Option<Size>,
    /// Whether the address may lack its scheme, as it may in data.
    pub loose: bool,
    /// Why it is not shown to everybody there, if so: a clause.
    pub restriction: Option<String>,
    /// What it becomes instead of what it was: a sentence, with `{}` where its host goes.
    pub changed: Option<&'static str>,
    /// Whether it stood among the handles, so that it never needs a title.
    pub social: bool,
}

/// Collects things.
#[derive(Debug)]
pub(super) struct Collector {
    pub source: Source,
    pub base: Option<Base>,
    pub profile: FoundProfile,
    pub colors: Colors,
    pub avatar_file: Option<EnclosedPicture>,
    pub in_part: bool,
    /// What else the page's brief says: its look and layout.
    pub appearance: Brief,
    rows: Vec<FoundItem>,
    socials: Vec<Item>,
    /// The row of each address; `None` for a handle of the first row.
    known: HashMap<String, Option<usize>>,
    /// A heading that nothing stands under yet.
    heading: Option<String>,
    warnings: Vec<Warning>,
    omitted: usize,
    more: usize,
    more_titles: Vec<String>,
    rows_limit: usize,
    links: usize,
    key: u32,
}

impl Collector {
    /// An empty collector.
    pub fn new(source: Source, base: Option<Base>) -> Self {
        Self {
            source,
            base,
            profile: FoundProfile::default(),
            colors: Colors::default(),
            avatar_file: None,
            in_part: false,
            appearance: Brief::default(),
            rows: Vec::new(),
            socials: Vec::new(),
            known: HashMap::new(),
            heading: None,
            warnings: Vec::new(),
            omitted: 0,
            more: 0,
            more_titles: Vec::new(),
            rows_limit: if source == Source::PageFile { limits::TILES } else { ROWS },
            links: 0,
            key: 0,
        }
    }

    /// Adds a warning.
    pub fn warn(&mut self, message: impl Into<String>) {
        if self.warnings.len() < WARNINGS {
            self.warnings.push(Warning::of_file(message));
        } else {
            self.omitted += 1;
        }
    }

    /// Adds a warning that was made elsewhere.
    pub fn pass_on(&mut self, warning: Warning) {
        if self.warnings.len() < limits::TILES * 2 {
            self.warnings.push(warning);
        } else {
            self.omitted += 1;
        }
    }

    /// Cuts a text to a limit, with a word.
    fn cut<const MAX: usize>(&mut self, what: &str, text: &str) -> Text<MAX> {
        let (kept, cut) = Text::cut(text);
        if cut {
            self.warn(format!("{what} was longer than {MAX} characters and was cut."));
        }
        kept
    }

    /// Sets the display name, if it has one.
    pub fn name(&mut self, name: &str) {
        if self.profile.name.is_empty() {
            let name = spaced(name);
            self.profile.name = self.cut("The name", &name);
        }
    }

    /// Sets the few sentences about the person.
    pub fn bio(&mut self, bio: &str) {
        if self.profile.bio.is_empty() {
            self.profile.bio = self.cut("The line under the name", bio);
        }
    }

    /// Sets the place.
    pub fn location(&mut self, place: &str) {
        if self.profile.location.is_empty() {
            let place = spaced(place);
            self.profile.location = self.cut("The place", &place);
        }
    }

    /// Sets the picture: an address, or the picture itself.
    pub fn avatar(&mut self, address: &str) {
        if self.profile.avatar.is_some() || address.is_empty() || is_placeholder(address) {
            return;
        }
        if let Some(enclosed) = enclosed(address) {
            self.avatar_file.get_or_insert(enclosed);
            return;
        }
        self.profile.avatar = address::picture(address, self.base.as_ref());
        if self.profile.avatar.is_none() && address.contains("_files/") {
            self.warn("The picture lies in the folder beside the saved page; add it by hand.");
        }
    }

    /// Sets the username, if it can be one.
    pub fn username(&mut self, name: &str) {
        if self.profile.username.is_none() {
            self.profile.username = Username::parse(&name.trim_start_matches('@').to_ascii_lowercase()).ok();
        }
    }

    /// Begins a section. It becomes a heading when something stands under it.
    pub fn heading(&mut self, text: &str) {
        let text = spaced(text);
        if !text.is_empty() {
            self.heading = Some(text);
        }
    }

    /// Adds a heading that stays whatever follows it.
    pub fn fixed_heading(&mut self, text: &str) {
        self.heading(text);
        self.write_heading();
    }

    /// Forgets a heading that says the same as what follows it.
    pub fn forget_heading(&mut self, title: &str) {
        self.heading = self.heading.take().filter(|heading| heading != title);
    }

    fn write_heading(&mut self) {
        let Some(text) = self.heading.take() else { return };
        let kept: Title = self.cut("A heading", &text);
        if !kept.is_empty() {
            let item = self.item(Kind::Heading(Heading { text: kept.clone() }));
            self.push(FoundItem {
                title: kept.to_string(),
                address: None,
                content: Content::Tiles(vec![item]),
                outcome: Outcome::Taken,
                times: 1,
            });
        }
    }

    /// Adds a note; `changed` says what it was there.
    pub fn note(&mut self, text: &str, changed: Option<&str>) {
        let text: Text<{ limits::TEXT }> = self.cut("A note", text);
        if text.is_empty() {
            return;
        }
        self.write_heading();
        let title = text.lines().next().unwrap_or_default().to_owned();
        let item = self.item(Kind::Text(Note { text, look: None }));
        let outcome = changed.map_or(Outcome::Taken, |sentence| Outcome::Changed(sentence.to_owned()));
        self.push(FoundItem {
            title: shortened(&title),
            address: None,
            content: Content::Tiles(vec![item]),
            outcome,
            times: 1,
        });
    }

    /// Adds a tile that was read elsewhere.
    pub fn tile(&mut self, mut item: Item) {
        self.write_heading();
        item.key = self.next_key();
        let inside = |text: &str| Base::of(text).is_some_and(|url| address::is_inside(&url.host));
        if let Some(preview) = item.kind.preview_mut() {
            *preview = preview.take().filter(|image| !inside(image.as_str()));
        }
        let title =
            item.kind.own_title().or_else(|| item.kind.address().map(|url| url.shown_host())).unwrap_or_default();
        let address = item.kind.address().map(|url| url.to_string());
        let title = if title.is_empty() { item.kind.name().label().to_owned() } else { title };
        if address.as_deref().is_some_and(inside) || item.kind.picture().is_some_and(|image| inside(image.as_str())) {
            return self.leave(&title, address::INSIDE);
        }
        if let Some(title) = script_in(&item.kind).filter(|_| self.source != Source::PageFile) {
            return self.leave(if title.is_empty() { "A link without a title" } else { title }, address::SCRIPT);
        }
        // A page file is a page already: its order and what stands in it twice are meant.
        if self.source != Source::PageFile
            && let Some(url) = item.kind.address().filter(|_| !matches!(item.kind, Kind::Image(_)))
        {
            let key = key_of(&item.kind, &url);
            if let Some(row) = self.known.get(&key).copied() {
                return self.join(row, &title, &item.kind, &FoundLink::default());
            }
            if matches!(item.kind, Kind::Social(_)) && self.socials.len() < ROWS {
                self.known.insert(key, None);
                return self.socials.push(item);
            }
            self.known.insert(key, Some(self.rows.len()));
        }
        self.push(FoundItem {
            title: shortened(&title),
            address,
            content: Content::Tiles(vec![item]),
            outcome: Outcome::Taken,
            times: 1,
        });
    }

    /// Lists something that cannot be taken.
    pub fn leave(&mut self, title: &str, reason: &str) {
        let title = spaced(title);
        if title.is_empty() {
            return;
        }
        self.write_heading();
        self.push(FoundItem {
            title: shortened(&title),
            address: None,
            content: Content::None,
            outcome: Outcome::Left(reason.to_owned()),
            times: 1,
        });
    }

    /// Adds a thing that leads somewhere. Whether it was one: what leads nowhere is passed over.
    pub fn link(&mut self, link: &FoundLink<'_>) -> bool {
        if !self.has_room() {
            return true;
        }
        let resolved = address::resolve(link.url, self.base.as_ref(), link.loose);
        self.resolved_link(link, resolved)
    }

    /// Counts one more thing that leads somewhere: whether it is looked at, or only counted.
    pub fn has_room(&mut self) -> bool {
        self.links += 1;
        let room = self.links <= LINKS;
        self.more += usize::from(!room);
        room
    }

    /// Adds a thing that [`Self::has_room`] counted, with what its address is good for. Whether it was one.
    pub fn resolved_link(&mut self, link: &FoundLink<'_>, resolved: Resolved) -> bool {
        let title = spaced(link.title);
        let url = match resolved {
            Resolved::Good(url) => url,
            Resolved::Nowhere => return false,
            Resolved::Refused(reason) => {
                self.leave(if title.is_empty() { "A link without a title" } else { &title }, reason);
                return true;
            }
        };
        let kind = self.kind(&url, &title, link);
        let key = key_of(&kind, &url);
        if let Some(row) = self.known.get(&key).copied() {
            self.join(row, &title, &kind, link);
            return true;
        }
        if link.restriction.is_none()
            && link.changed.is_none()
            && matches!(kind, Kind::Social(_))
            && self.socials.len() < ROWS
        {
            self.known.insert(key, None);
            let item = self.item(kind);
            self.socials.push(item);
            return true;
        }
        self.write_heading();
        let shown = kind.own_title().filter(|title| !title.is_empty());
        let shown = if title.is_empty() { shown.unwrap_or_else(|| url.shown_host()) } else { title };
        let outcome = match (&link.restriction, link.changed) {
            (Some(why), _) => Outcome::Optional(why.clone()),
            (None, Some(sentence)) => Outcome::Changed(sentence.replace("{}", &url.shown_host())),
            (None, None) if matches!(&kind, Kind::Github(github) if !github.repo.as_str().ends_with(&shown)) => {
                Outcome::Changed("A repository shows its own name.".to_owned())
            }
            (None, None) => Outcome::Taken,
        };
        let mut item = self.item(kind);
        item.size = link.size.filter(|size| *size != item.kind.default_size());
        let pushed = self.push(FoundItem {
            title: shortened(&shown),
            address: Some(url.to_string()),
            content: Content::Tiles(vec![item]),
            outcome,
            times: 1,
        });
        if pushed {
            self.known.insert(key, Some(self.rows.len() - 1));
        }
        true
    }

    /// The content of a tile for an address with its words.
    fn kind(&mut self, url: &SafeUrl, title: &str, link: &FoundLink<'_>) -> Kind {
        let image = self.image(link.image);
        let cut: Option<Title> =
            (!title.is_empty()).then(|| self.cut("A title", title)).filter(|title: &Title| !title.is_empty());
        match detect::kind_of(url.clone()) {
            Kind::Social(social) if link.social || is_label_of(title, &social) => Kind::Social(social),
            // A picture that is linked to, and a profile under another name, stay links.
            Kind::Link(_) | Kind::Image(_) | Kind::Social(_) | Kind::Text(_) | Kind::Heading(_) => {
                let description = spaced(link.description);
                let description = (!description.is_empty() && description != title)
                    .then(|| self.cut("A description", &description))
                    .filter(|text: &Text<{ limits::DESCRIPTION }>| !text.is_empty());
                Kind::Link(Link { title: cut, description, image, ..Link::to(url.clone()) })
            }
            mut kind => {
                if let Some(own) = kind.title_mut() {
                    *own = cut;
                }
                if let Some(own) = kind.preview_mut() {
                    *own = image;
                }
                kind
            }
        }
    }

    /// The picture of a thing, if it has an address that a server can fetch.
    fn image(&self, text: &str) -> Option<ImageUrl> {
        (!text.is_empty() && !is_placeholder(text)).then(|| address::picture(text, self.base.as_ref())).flatten()
    }

    /// Adds a picture as a tile; whether it could be one.
    pub fn picture(&mut self, src: &str, caption: &str, href: &str, size: Option<Size>) -> bool {
        let Some(src) = self.image(src) else { return false };
        let url = match address::resolve(href, self.base.as_ref(), true) {
            Resolved::Good(url) => Some(url),
            _ => None,
        };
        let caption = spaced(caption);
        let title: Option<Title> = (!caption.is_empty()).then(|| self.cut("A caption", &caption));
        self.write_heading();
        let shown = title.as_ref().map_or_else(|| "Picture".to_owned(), ToString::to_string);
        let address = url.as_ref().map(ToString::to_string);
        let mut item = self.item(Kind::Image(crate::tile::Image { src, title, url, picture: Picture::default() }));
        item.size = size.filter(|size| *size != item.kind.default_size());
        self.push(FoundItem {
            title: shortened(&shown),
            address,
            content: Content::Tiles(vec![item]),
            outcome: Outcome::Taken,
            times: 1,
        });
        true
    }

    /// The same address again: counted, and what the first lacked is filled in.
    fn join(&mut self, row: Option<usize>, title: &str, kind: &Kind, link: &FoundLink<'_>) {
        let Some(found) = row.and_then(|row| self.rows.get_mut(row)) else { return };
        // Data that a page holds besides its own links describes them again.
        let Content::Tiles(items) = &mut found.content else { return };
        let Some(item) = items.first_mut() else { return };
        let named = item.kind.own_title().is_some_and(|title| !title.is_empty());
        if !named && !title.is_empty() {
            let title: Title = Text::cut(title).0;
            found.title = shortened(&title);
            if let Some(own) = item.kind.title_mut() {
                *own = Some(title);
            }
        }
        if item.kind.picture().is_none()
            && let Some(preview) = item.kind.preview_mut()
        {
            *preview = kind.picture().cloned();
        }
        if let (Some(why), Outcome::Taken) = (&link.restriction, &found.outcome) {
            found.outcome = Outcome::Optional(why.clone());
        }
        found.times = found.times.saturating_add(1);
    }

    /// Things described a second time by data in the page are no repetitions: runs `add`, and counts none.
    pub fn described_again(&mut self, add: impl FnOnce(&mut Self)) {
        let times: Vec<u32> = self.rows.iter().map(|found| found.times).collect();
        add(self);
        self.rows.iter_mut().zip(times).for_each(|(found, times)| found.times = times);
    }

    /// Whether something with this address was found.
    pub fn knows(&self, url: &SafeUrl) -> bool {
        let kind = detect::kind_of(url.clone());
        self.known.contains_key(&key_of(&kind, url)) || self.known.contains_key(&comparable(url))
    }

    /// How many things lead somewhere.
    pub fn link_count(&self) -> usize {
        self.known.len() + self.more
    }

    /// Counts what was passed over unseen.
    pub fn pass_over(&mut self, count: usize) {
        self.more += count;
    }

    /// Whether nothing more is listed.
    pub fn is_full(&self) -> bool {
        self.rows.len() >= self.rows_limit && self.more_titles.len() >= NAMED
    }

    fn item(&mut self, kind: Kind) -> Item {
        let key = self.next_key();
        Item::new(key, kind)
    }

    fn next_key(&mut self) -> u32 {
        let key = self.key;
        self.key = self.key.wrapping_add(1);
        key
    }

    fn push(&mut self, mut found: FoundItem) -> bool {
        // Nothing is left of a title without anything that can be seen.
        if found.title.is_empty() {
            found.title = found.address.clone().map_or_else(|| "A link".to_owned(), |address| shortened(&address));
        }
        if self.rows.len() < self.rows_limit {
            self.rows.push(found);
            return true;
        }
        self.more += 1;
        if self.more_titles.len() < NAMED {
            self.more_titles.push(found.title);
        }
        false
    }

    /// What was collected.
    ///
    /// # Errors
    /// When it is nothing.
    pub fn finish(mut self) -> Result<MovedIn, ReadError> {
        if self.rows.is_empty() && self.socials.is_empty() && self.profile.is_empty() && self.avatar_file.is_none() {
            return Err(ReadError::Nothing { host: self.base.map(|base| base.bare_host().to_owned()) });
        }
        if self.rows.is_empty() && self.socials.is_empty() {
            self.warn("There are no links on it.");
        }
        if self.more > 0 {
            let words =
                format!("There are {} things; the first {} are listed.", self.rows.len() + self.more, self.rows.len());
            self.warnings.insert(0, Warning::of_file(words));
        }
        if self.omitted > 0 {
            let message = format!("There are {} more warnings like these.", self.omitted);
            self.warnings.push(Warning::of_file(message));
        }
        let mut found = Vec::with_capacity(self.rows.len() + 2);
        if !self.profile.is_empty() {
            let title = if self.profile.name.is_empty() { "Profile".to_owned() } else { self.profile.name.to_string() };
            let content = Content::Profile(Box::new(self.profile));
            found.push(FoundItem { title, address: None, content, outcome: Outcome::Taken, times: 1 });
        }
        if !self.socials.is_empty() {
            let (title, content) = (socials_title(&self.socials), Content::Tiles(self.socials));
            found.push(FoundItem { title, address: None, content, outcome: Outcome::Taken, times: 1 });
        }
        if self.source != Source::PageFile {
            leave_bare_headings(&mut self.rows);
        }
        found.extend(self.rows);
        let address = self.base.as_ref().and_then(Base::address);
        Ok(MovedIn {
            source: self.source,
            address,
            found,
            more: self.more,
            more_titles: self.more_titles,
            warnings: self.warnings,
            colors: self.colors.listed(),
            theme: self.colors.suggestion(),
            avatar_file: self.avatar_file,
            in_part: self.in_part,
            appearance: Box::new(self.appearance),
        })
    }
}

/// A heading above nothing that is taken waits for a choice, too.
fn leave_bare_headings(rows: &mut [FoundItem]) {
    let mut taken = false;
    for row in rows.iter_mut().rev() {
        if !row.is_heading() {
            taken |= row.checked();
        } else if !std::mem::take(&mut taken) {
            row.outcome = Outcome::Optional("nothing below it is taken".to_owned());
        }
    }
}

/// At most a title's length, for rows and replies.
fn shortened(title: &str) -> String {
    Text::<{ limits::TITLE }>::cut(title).0.to_string()
}

/// An address in a form in which the same addresses compare equal.
fn comparable(url: &SafeUrl) -> String {
    let text = url.as_str();
    let text = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://")).unwrap_or(text);
    text.strip_prefix("www.").unwrap_or(text).trim_end_matches('/').to_owned()
}

/// What identifies a thing among others: a handle by its platform, everything else by its address.
fn key_of(kind: &Kind, url: &SafeUrl) -> String {
    match kind {
        Kind::Social(social) => format!("{} {}", social.platform, social.handle.trim_start_matches('@').to_lowercase()),
        _ => comparable(url),
    }
}

/// The words before a script in a line that became a note, for no address was found in it.
fn script_in(kind: &Kind) -> Option<&str> {
    let Kind::Text(note) = kind else { return None };
    let text = note.text.as_str();
    let at = ["javascript:", "vbscript:", "data:text/html"].iter().find_map(|start| text.find(start))?;
    Some(text.get(..at)?.trim_end_matches(|letter: char| letter.is_whitespace() || ":-–—|,;".contains(letter)))
}

/// Whether a title says no more than the handle does: the platform's name, the handle, "Follow me on Instagram".
fn is_label_of(title: &str, social: &Social) -> bool {
    let fold = |text: &str| {
        text.chars().filter(|letter| letter.is_alphanumeric()).flat_map(char::to_lowercase).collect::<String>()
    };
    let (title, handle, label) = (fold(title), fold(&social.handle), fold(social.platform.label()));
    let host = fold(&social.address().map(|url| url.shown_host()).unwrap_or_default());
    let others: &[&str] = match social.platform {
        Platform::X => &["twitter", "xtwitter", "twitterx", "xformerlytwitter"],
        Platform::Email => &["mail", "email", "emailme", "emailus", "contact", "contactme", "sendmail", "emailaddress"],
        Platform::Phone => &["phone", "call", "callme", "callus", "telephone", "tel", "phonenumber", "mobile"],
        Platform::Youtube => &["yt", "youtubechannel"],
        Platform::Instagram => &["ig", "insta"],
        Platform::Facebook => &["fb", "facebookpage"],
        _ => &[],
    };
    let bare =
        |title: &str| title.is_empty() || title == handle || title == label || title == host || others.contains(&title);
    let leads =
        ["followmeon", "followuson", "findmeon", "finduson", "myon", "on", "my", "watchon", "visitmy", "socialmedia"];
    let logo =
        title.strip_suffix("logo").or_else(|| title.strip_suffix("icon")).or_else(|| title.strip_suffix("profile"));
    bare(&title)
        || logo.is_some_and(bare)
        || leads.iter().any(|lead| title.strip_prefix(lead).is_some_and(|rest| !rest.is_empty() && bare(rest)))
        || title.strip_prefix(&label).is_some_and(|rest| !rest.is_empty() && rest == handle)
}

/// Whether an address is that of a picture that stands for none.
fn is_placeholder(address: &str) -> bool {
    let address = address.get(..address.floor_char_boundary(400)).unwrap_or_default().to_ascii_lowercase();
    [
        "blank-avatar",
        "default-avatar",
        "default_avatar",
        "placeholder",
        "1x1",
        "pixel.gif",
        "spacer.gif",
        "gravatar.com/avatar/0000",
    ]
    .iter()
    .any(|word| address.contains(word))
}

/// Longest picture inside a file, bytes of base64.
const ENCLOSED: usize = limits::IMAGE_BYTES / 3 * 4;

/// A picture written into its address: `data:image/png;base64,…`.
fn enclosed(address: &str) -> Option<EnclosedPicture> {
    let (media_type, base64) = address.strip_prefix("data:")?.split_once(";base64,")?;
    enclosed_as(media_type, base64)
}

/// A picture given as its type and bytes.
pub(super) fn enclosed_as(media_type: &str, base64: &str) -> Option<EnclosedPicture> {
    let known = matches!(media_type, "image/png" | "image/jpeg" | "image/webp" | "image/gif" | "image/avif");
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'=');
    let fits = known && (100..=ENCLOSED).contains(&base64.len()) && base64.bytes().all(plain);
    fits.then(|| EnclosedPicture { media_type: media_type.to_owned(), base64: base64.to_owned() })
}
