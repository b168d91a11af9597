//! What was found on a page elsewhere, line by line, and what follows from it: the brief, what was left, the summary.

use serde::Serialize;

use super::colors::ThemeSuggestion;
use super::source::Source;
use crate::brief::{Brief, Item, Warning};
use crate::color::HexColor;
use crate::limits;
use crate::safe_url::{ImageUrl, SafeUrl};
use crate::text::Text;
use crate::tile::{Kind, Platform, Size};
use crate::username::Username;

/// A page read from elsewhere.
#[derive(Clone, Debug, PartialEq)]
pub struct MovedIn {
    /// What it was read as.
    pub source: Source,
    /// The address it came from, where it is known.
    pub address: Option<SafeUrl>,
    /// The profile first, then what was found, in its order there.
    pub found: Vec<FoundItem>,
    /// How many more things there were than `found` holds.
    pub more: usize,
    /// The titles of the first of these.
    pub more_titles: Vec<String>,
    /// Everything cut or repaired.
    pub warnings: Vec<Warning>,
    /// The page's colours there: ground, accent and text, as far as they are known.
    pub colors: Vec<HexColor>,
    /// The palette nearest to them.
    pub theme: Option<ThemeSuggestion>,
    /// A picture of the person inside the file, which has no address.
    pub avatar_file: Option<EnclosedPicture>,
    /// Whether the page puts more together with its script than could be read.
    pub in_part: bool,
    /// Look, palette, layout and backdrop, where the file says them: a brief without contents.
    pub appearance: Box<Brief>,
}

/// A picture that stands in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EnclosedPicture {
    /// Its type, as in `image/png`.
    pub media_type: String,
    /// Its bytes in base64.
    pub base64: String,
}

/// One thing that was found.
#[derive(Clone, Debug, PartialEq)]
pub struct FoundItem {
    /// What it is called there, as written.
    pub title: String,
    /// Where it leads, as a text to show.
    pub address: Option<String>,
    /// What it becomes.
    pub content: Content,
    /// What happens to it.
    pub outcome: Outcome,
    /// How often it stood there; it is taken once.
    pub times: u32,
}

/// What a thing becomes.
#[derive(Clone, Debug, PartialEq)]
pub enum Content {
    /// The profile.
    Profile(Box<FoundProfile>),
    /// A tile, or several: the handles that make the row under the name.
    Tiles(Vec<Item>),
    /// Nothing.
    None,
}

/// The profile of a page.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FoundProfile {
    /// Display name.
    pub name: Text<{ limits::NAME }>,
    /// A few sentences.
    pub bio: Text<{ limits::BIO }>,
    /// A place, in words.
    pub location: Text<{ limits::LOCATION }>,
    /// Picture address.
    pub avatar: Option<ImageUrl>,
    /// The name in its address there, if it can be a username.
    pub username: Option<Username>,
}

/// What happens to a thing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It is taken as it was.
    Taken,
    /// It is taken as something else: a sentence.
    Changed(String),
    /// It is taken only if chosen, and is an ordinary tile then: why (a clause, "locked there").
    Optional(String),
    /// It cannot be taken: why (a clause).
    Left(String),
}

/// What was not taken, and why.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LeftOut {
    /// What it was called there.
    pub title: String,
    /// Where it leads, if it can be shown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// Why, as a sentence.
    pub reason: String,
}

impl FoundItem {
    /// Whether it is taken unless somebody decides otherwise.
    pub const fn checked(&self) -> bool {
        matches!(self.outcome, Outcome::Taken | Outcome::Changed(_))
    }

    /// Whether it can be taken at all.
    pub const fn can_be_taken(&self) -> bool {
        !matches!(self.outcome, Outcome::Left(_))
    }

    /// Whether it is a heading.
    pub fn is_heading(&self) -> bool {
        matches!(&self.content, Content::Tiles(items) if matches!(items.as_slice(), [Item { kind: Kind::Heading(_), .. }]))
    }

    /// How many tiles it becomes.
    pub fn tiles(&self) -> usize {
        match &self.content {
            Content::Tiles(items) => items.len(),
            Content::Profile(_) | Content::None => 0,
        }
    }

    /// What it becomes, in words: "Link, small. Twice there, taken once."
    pub fn described(&self) -> String {
        let mut words = match &self.content {
            Content::Profile(profile) => profile.described(),
            Content::Tiles(items) => tiles_described(items),
            Content::None => String::new(),
        };
        let mut add = |more: &str| {
            if !words.is_empty() {
                words.push_str(". ");
            }
            words.push_str(more);
        };
        match self.times {
            0 | 1 => {}
            2 => add("Twice there, taken once"),
            times => add(&format!("{times} times there, taken once")),
        }
        match &self.outcome {
            Outcome::Taken => {}
            Outcome::Changed(sentence) => add(sentence.trim_end_matches('.')),
            Outcome::Optional(why) | Outcome::Left(why) => add(&sentence(why)),
        }
        words
    }
}

/// A clause as a sentence without its full stop.
fn sentence(clause: &str) -> String {
    let mut letters = clause.chars();
    let first = letters.next().map(|letter| letter.to_uppercase().collect::<String>()).unwrap_or_default();
    format!("{first}{}", letters.as_str())
}

impl FoundProfile {
    fn described(&self) -> String {
        let parts = [
            (!self.name.is_empty(), "name"),
            (!self.bio.is_empty(), "line"),
            (!self.location.is_empty(), "place"),
            (self.avatar.is_some(), "picture"),
        ];
        let parts: Vec<&str> = parts.iter().filter(|(there, _)| *there).map(|(_, name)| *name).collect();
        sentence(&listed(&parts))
    }

    /// Whether it holds nothing.
    pub fn is_empty(&self) -> bool {
        self.name.is_empty() && self.bio.is_empty() && self.location.is_empty() && self.avatar.is_none()
    }
}

fn tiles_described(items: &[Item]) -> String {
    let platforms: Vec<&str> = items
        .iter()
        .filter_map(|item| match &item.kind {
            Kind::Social(social) => Some(social.platform.label()),
            _ => None,
        })
        .collect();
    match items {
        [] => String::new(),
        _ if platforms.len() == items.len() => format!("{}: the row under your name", platforms.join(", ")),
        [item] => match &item.kind {
            Kind::Heading(_) => "Heading".to_owned(),
            kind => format!("{}, {}", kind.name().label(), item.shown_size().label().to_lowercase()),
        },
        _ => format!("{} tiles", items.len()),
    }
}

/// "name, line and picture"
fn listed(words: &[&str]) -> String {
    match words {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [firsts @ .., last] => format!("{} and {last}", firsts.join(", ")),
    }
}

/// How many titles a sentence names.
const NAMED: usize = 3;

impl MovedIn {
    /// The brief of what is checked at first.
    pub fn brief(&self) -> Brief {
        self.brief_of(|_, found| found.checked())
    }

    /// The brief of what is chosen: by the index in `found`. What cannot be taken never is.
    pub fn brief_of(&self, chosen: impl Fn(usize, &FoundItem) -> bool) -> Brief {
        let mut brief = Brief::clone(&self.appearance);
        for (index, found) in self.found.iter().enumerate() {
            if !found.can_be_taken() || !chosen(index, found) {
                continue;
            }
            match &found.content {
                Content::Profile(profile) => {
                    brief.name = profile.name.to_string();
                    brief.bio = profile.bio.to_string();
                    brief.location = profile.location.to_string();
                    brief.avatar.clone_from(&profile.avatar);
                    brief.username.clone_from(&profile.username);
                }
                Content::Tiles(items) => {
                    brief.links.extend(items.iter().take(limits::TILES - brief.links.len().min(limits::TILES)).cloned())
                }
                Content::None => {}
            }
        }
        brief
    }

    /// What became something else: the index of its first item in the brief, and a sentence.
    pub fn changes(&self) -> Vec<(usize, String)> {
        let mut at = 0;
        let mut changes = Vec::new();
        for found in self.found.iter().filter(|found| found.checked()) {
            if let Outcome::Changed(sentence) = &found.outcome {
                changes.push((at, sentence.clone()));
            }
            at += found.tiles();
        }
        changes
    }

    /// What was not taken: what is not checked at first, what cannot be, and what was too much.
    pub fn left(&self) -> Vec<LeftOut> {
        let mut left: Vec<LeftOut> = self
            .found
            .iter()
            .filter(|found| !found.is_heading())
            .filter_map(|found| {
                let why = match &found.outcome {
                    Outcome::Optional(why) | Outcome::Left(why) => why,
                    Outcome::Taken | Outcome::Changed(_) => return None,
                };
                Some(LeftOut {
                    title: found.title.clone(),
                    url: found.address.clone(),
                    reason: format!("{}.", sentence(why)),
                })
            })
            .collect();
        let too_many = || format!("There were more than {} things.", self.found.len());
        left.extend(self.more_titles.iter().map(|title| LeftOut {
            title: title.clone(),
            url: None,
            reason: too_many(),
        }));
        left
    }

    /// How many things were found, without the profile.
    pub fn things(&self) -> usize {
        let profile = |found: &&FoundItem| matches!(found.content, Content::Profile(_));
        self.found.len() - self.found.iter().filter(profile).count() + self.more
    }

    /// How many of these are taken at first.
    pub fn fitting(&self) -> usize {
        self.found.iter().filter(|found| found.checked() && found.tiles() > 0).count()
    }

    /// What was taken, what was not and why, in a few sentences.
    pub fn summary(&self) -> String {
        let tiles: usize = self.found.iter().filter(|found| found.checked()).map(FoundItem::tiles).sum();
        let from = match self.source {
            Source::Page | Source::Service => self.address.as_ref().map(SafeUrl::shown_host),
            source => Some(source.label().to_owned()),
        };
        let from = from.unwrap_or_else(|| Source::Page.label().to_owned());
        let mut sentences = vec![match tiles {
            0 => format!("Nothing on {from} could become a tile."),
            1 => format!("One tile was taken from {from}."),
            tiles => format!("{tiles} tiles were taken from {from}."),
        }];
        let changed: Vec<&FoundItem> =
            self.found.iter().filter(|found| matches!(found.outcome, Outcome::Changed(_))).collect();
        for found in changed.iter().take(NAMED) {
            if let Outcome::Changed(sentence) = &found.outcome {
                sentences.push(format!("“{}”: {sentence}", found.title));
            }
        }
        if changed.len() > NAMED {
            sentences.push(format!("{} more became something else.", changed.len() - NAMED));
        }
        let joined = self.found.iter().filter(|found| found.times > 1).count();
        match joined {
            0 => {}
            1 => sentences.push("One stood there more than once and was taken once.".to_owned()),
            joined => sentences.push(format!("{joined} stood there more than once and were taken once.")),
        }
        self.group(&mut sentences, "waits for your choice", "wait for your choice", |outcome| match outcome {
            Outcome::Optional(why) => Some(why),
            _ => None,
        });
        self.group(&mut sentences, "was left behind", "were left behind", |outcome| match outcome {
            Outcome::Left(why) => Some(why),
            _ => None,
        });
        if self.more > 0 {
            let named: Vec<String> = self.more_titles.iter().take(NAMED).map(|title| format!("“{title}”")).collect();
            let others = self.more - named.len();
            let mut words: Vec<&str> = named.iter().map(String::as_str).collect();
            let others = format!("{others} others");
            if self.more > words.len() {
                words.push(&others);
            }
            sentences.push(format!("There was more than fits: {}.", listed(&words)));
        }
        if self.in_part {
            sentences.push(
                "The page puts more together with a script, which Mantel does not run: save it from your browser and \
                 bring the file."
                    .to_owned(),
            );
        }
        sentences.join(" ")
    }

    /// Sentences about the things with an outcome, grouped by their reason.
    fn group(&self, sentences: &mut Vec<String>, one: &str, many: &str, why: impl Fn(&Outcome) -> Option<&String>) {
        let mut groups: Vec<(&String, Vec<&str>)> = Vec::new();
        for found in self.found.iter().filter(|found| !found.is_heading()) {
            let Some(why) = why(&found.outcome) else { continue };
            match groups.iter_mut().find(|(other, _)| *other == why) {
                Some((_, titles)) => titles.push(&found.title),
                None => groups.push((why, vec![&found.title])),
            }
        }
        for (why, titles) in groups {
            let verb = if titles.len() == 1 { one } else { many };
            let named: Vec<String> = titles.iter().take(NAMED).map(|title| format!("“{title}”")).collect();
            let mut words: Vec<&str> = named.iter().map(String::as_str).collect();
            let others = format!("{} more", titles.len() - named.len());
            if titles.len() > named.len() {
                words.push(&others);
            }
            sentences.push(format!("{} {verb}: {why}.", listed(&words)));
        }
    }
}

/// The title of a row of handles: "@ines.harrow and 2 more".
pub(super) fn socials_title(items: &[Item]) -> String {
    let first = items.iter().find_map(|item| match &item.kind {
        Kind::Social(social) if matches!(social.platform, Platform::Email | Platform::Phone) => {
            Some(social.handle.to_string())
        }
        Kind::Social(social) => Some(format!("@{}", social.handle.trim_start_matches('@'))),
        _ => None,
    });
    let first = first.unwrap_or_default();
    match items.len() {
        0 | 1 => first,
        more => format!("{first} and {} more", more - 1),
    }
}

/// The size nearest to a number of columns and rows.
pub(super) const fn size_of(columns: u32, rows: u32) -> Size {
    match (columns > 1, rows > 1) {
        (false, false) => Size::S,
        (true, false) => Size::W,
        (false, true) => Size::T,
        (true, true) => Size::L,
    }
}
