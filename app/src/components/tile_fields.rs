//! The text fields of each tile type: on the page itself, in the inspector of `/edit`, and in the form of `/new`.

use mantel_model::tile::KindName;
use mantel_model::{SafeUrl, limits};
use serde_json::{Value, json};

/// A field that is edited in place on the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InPlaceField {
    /// The name in the API.
    pub name: &'static str,
    /// The class of its element on the page.
    pub class: &'static str,
    /// The label that people read.
    pub label: &'static str,
    /// The maximum length, characters.
    pub most: usize,
    /// Whether Enter starts a new line.
    pub lines: bool,
    /// Whether it may be empty.
    pub optional: bool,
}

impl InPlaceField {
    /// A field of one line that may be empty.
    pub const fn new(name: &'static str, class: &'static str, label: &'static str, most: usize) -> Self {
        Self { name, class, label, most, lines: false, optional: true }
    }
}

/// What a text field accepts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// Any text, or none.
    Optional,
    /// At least one word.
    Needed,
    /// A handle.
    Handle,
    /// An address.
    Address,
    /// An address, or nothing.
    Leads,
    /// Whatever the model parses; the model also says what is wrong with an empty value.
    Parsed,
}

/// A text field with a label and an input.
#[derive(Clone, Copy, Debug)]
pub struct TextField {
    /// The name in the API.
    pub name: &'static str,
    /// The label that people read.
    pub label: &'static str,
    /// What it accepts.
    pub rule: Rule,
    /// Whether the input has several lines.
    pub long: bool,
    /// Whether it is edited in place on the page, so that the inspector shows it only where such an edit was rejected.
    pub in_place: bool,
}

impl TextField {
    const fn new(name: &'static str, label: &'static str, rule: Rule) -> Self {
        Self { name, label, rule, long: false, in_place: false }
    }

    const fn long(self) -> Self {
        Self { long: true, ..self }
    }

    const fn in_place(self) -> Self {
        Self { in_place: true, ..self }
    }

    /// The patch of a tile that sets the field to what was typed.
    ///
    /// # Errors
    /// A clause that says what is missing.
    pub fn patch(self, typed: &str) -> Result<Value, String> {
        let typed = typed.trim();
        let value = match self.rule {
            Rule::Optional | Rule::Leads if typed.is_empty() => Value::Null,
            Rule::Needed if typed.is_empty() => return Err("this needs at least one word".to_owned()),
            Rule::Handle if typed.is_empty() => return Err("a handle is needed, like ines.harrow".to_owned()),
            Rule::Address if typed.is_empty() => return Err("an address is needed, like harrow.example".to_owned()),
            Rule::Address | Rule::Leads => json!(address(typed)?),
            Rule::Optional | Rule::Needed | Rule::Handle | Rule::Parsed => json!(typed),
        };
        Ok(json!({ self.name: value }))
    }
}

/// An address as people type it: the scheme may be missing.
///
/// # Errors
/// A clause that says what to write instead.
pub fn address(text: &str) -> Result<SafeUrl, String> {
    SafeUrl::parse(text).or_else(|error| SafeUrl::parse(&format!("https://{text}")).map_err(|_| error))
}

/// The text fields of one tile type.
#[derive(Clone, Copy, Debug)]
pub struct TileFields {
    /// On the page, in reading order.
    pub on_page: &'static [InPlaceField],
    /// In the inspector, from the top; below the alternative text of a tile with a picture.
    pub inspector: &'static [TextField],
    /// In the form of `/new`, from the top.
    pub form: &'static [TextField],
}

/// The alternative text of a tile with a picture, in the inspector.
pub const ALT: TextField = TextField::new("alt", "Alt text", Rule::Optional);
/// The language of a tile's words, in the inspector of a page that has one.
pub const LANGUAGE: TextField = TextField::new("lang", "Language", Rule::Optional);
/// The text of a note, on the page.
pub const NOTE: InPlaceField =
    InPlaceField { lines: true, optional: false, ..InPlaceField::new("text", "words", "Note", limits::TEXT) };
const HEADING: InPlaceField =
    InPlaceField { optional: false, ..InPlaceField::new("text", "title", "Heading", limits::TITLE) };
const TITLE_ON_PAGE: InPlaceField = InPlaceField::new("title", "title", "Title", limits::TITLE);
const CAPTION_ON_PAGE: InPlaceField = InPlaceField { label: "Caption", ..TITLE_ON_PAGE };
const DESCRIPTION: InPlaceField = InPlaceField::new("description", "desc", "Description", limits::DESCRIPTION);
const TITLE: TextField = TextField::new("title", "Title", Rule::Optional);
const CAPTION: TextField = TextField::new("title", "Caption", Rule::Optional);
const ADDRESS: TextField = TextField::new("url", "Address", Rule::Address);
const LEADS: TextField = TextField::new("url", "Leads to", Rule::Leads);
const WORDS: TextField = TextField::new("text", "Words", Rule::Needed);

/// The text fields of a tile type.
pub const fn of(kind: KindName) -> TileFields {
    match kind {
        KindName::Link => TileFields {
            on_page: &[TITLE_ON_PAGE, DESCRIPTION],
            inspector: const { &[ADDRESS, TITLE, TextField::new("description", "About", Rule::Optional).long()] },
            form: const { &[TITLE, ADDRESS, TextField::new("description", "A line about it", Rule::Optional).long()] },
        },
        KindName::Image => TileFields {
            on_page: &[CAPTION_ON_PAGE],
            inspector: const { &[CAPTION.in_place(), LEADS] },
            form: const {
                &[
                    TextField::new("src", "Picture", Rule::Parsed),
                    CAPTION,
                    LEADS,
                    TextField::new("alt", "In words, for who cannot see it", Rule::Optional).long(),
                ]
            },
        },
        KindName::Video | KindName::Music => {
            TileFields { on_page: &[TITLE_ON_PAGE], inspector: &[ADDRESS, TITLE], form: &[TITLE, ADDRESS] }
        }
        KindName::Text => TileFields {
            on_page: &[NOTE],
            inspector: const { &[WORDS.long().in_place()] },
            form: const { &[WORDS.long()] },
        },
        KindName::Heading => TileFields { on_page: &[HEADING], inspector: &[WORDS], form: &[WORDS] },
        KindName::Github => TileFields {
            on_page: &[],
            inspector: const { &[TextField::new("repo", "Repo", Rule::Needed)] },
            form: const { &[TextField::new("repo", "Repository", Rule::Parsed)] },
        },
        KindName::Social => TileFields {
            on_page: &[],
            inspector: const { &[TextField::new("handle", "Handle", Rule::Needed)] },
            form: const { &[TextField::new("handle", "Handle", Rule::Handle)] },
        },
    }
}
