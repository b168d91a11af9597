//! Who asks for a page, by what the request says, and where they came from.
//!
//! Nothing here proves anything: a program that calls itself a browser and asks as one counts as a person, and one that calls itself
//! `GPTBot` counts as `GPTBot`.

mod header;
mod language;
mod name;
mod person;
mod scan;
mod signs;
mod source;
mod source_group;
#[cfg(test)]
mod tests;

use std::borrow::Cow;

use axum::http::HeaderMap;

pub use header::place_read;
pub use language::language;
pub use source::source;
pub use source_group::source_group;

/// What asked for a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Visitor {
    /// A person: a document navigation by something that is no named program.
    Person(Person),
    /// A program that read the page, by what it says it is.
    Program(Program),
    /// Neither is counted: a prefetch, a preview by a browser, a frame or a script's fetch, a request that asks not to be
    /// tracked.
    Uncounted,
}

/// What a person looks at the page with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Person {
    /// The device.
    pub device: Device,
    /// The browser.
    pub browser: Browser,
    /// The app whose own browser it is, a platform by its name in the profile where it is one: `instagram`.
    pub app: Option<&'static str>,
}

/// A device that people hold or sit at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Device {
    /// A telephone.
    Phone,
    /// A tablet. An iPad calls itself a Macintosh unless an app or another browser than Safari says otherwise.
    Tablet,
    /// Anything else: computers, televisions, consoles, cars.
    Computer,
}

impl Device {
    /// `phone`, `tablet` or `computer`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Phone => "phone",
            Self::Tablet => "tablet",
            Self::Computer => "computer",
        }
    }
}

/// A browser, by the name on its icon; one of a fixed set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Browser(&'static str);

impl Browser {
    /// Its name: `Firefox`, `Samsung Internet`; `other` for one that is not known.
    pub const fn as_str(self) -> &'static str {
        self.0
    }
}

/// A program that reads pages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    /// What it calls itself, at most [`LONGEST_NAME`] characters without markup; `unnamed` where it does not say.
    pub name: Cow<'static, str>,
    /// What it reads for.
    pub kind: ProgramKind,
    /// Where the share card that it fetches is shown; `None` where that is not known or it is no preview.
    pub card: Option<CardPlace>,
}

/// What a program reads pages for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ProgramKind {
    /// Because somebody asked an assistant: `ChatGPT-User`.
    Assistant,
    /// To train models: `GPTBot`.
    Training,
    /// To find pages for the answers of an assistant: `OAI-SearchBot`.
    AiIndex,
    /// To find pages for people: `Googlebot`.
    Search,
    /// To show a link in a chat or timeline: `Discordbot`.
    Preview,
    /// To tell readers of a feed what is new: `Feedly`.
    Feed,
    /// To see that the page is up, or how fast it is: `UptimeRobot`.
    Monitor,
    /// Anything else.
    Other,
}

impl ProgramKind {
    /// `assistant`, `training`, `ai-index`, `search`, `preview`, `feed`, `monitor` or `other`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Assistant => "assistant",
            Self::Training => "training",
            Self::AiIndex => "ai-index",
            Self::Search => "search",
            Self::Preview => "preview",
            Self::Feed => "feed",
            Self::Monitor => "monitor",
            Self::Other => "other",
        }
    }
}

/// Where a share card is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CardPlace {
    /// Beside a message.
    Chat,
    /// In a post that many can read.
    Timeline,
}

/// Longest name of a program, characters.
pub const LONGEST_NAME: usize = 40;

/// Who presses a link: as [`visitor`], but for a request that a browser makes beside the page, which takes anything.
pub fn presser(headers: &HeaderMap) -> Option<Person> {
    let found = scan::scan(header::agent(headers));
    let is_program = || name::program(headers, header::agent(headers), &found).is_some();
    (!header::asks_not_to_be_tracked(headers) && !is_program()).then(|| person::person(headers, &found))
}

/// Who makes a GET request with these headers. Takes time in proportion to their length, of which 2 KiB of the
/// `User-Agent` are read.
pub fn visitor(headers: &HeaderMap) -> Visitor {
    if header::asks_not_to_be_tracked(headers) {
        return Visitor::Uncounted;
    }
    let agent = header::agent(headers);
    let found = scan::scan(agent);
    if let Some(program) = name::program(headers, agent, &found) {
        return Visitor::Program(program);
    }
    if !header::is_a_look(headers) {
        return Visitor::Uncounted;
    }
    match name::without_a_browser(headers, agent, &found) {
        Some(program) => Visitor::Program(program),
        None => Visitor::Person(person::person(headers, &found)),
    }
}
