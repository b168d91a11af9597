//! `POST /api/v1/page/move-in`: its body and its reply.

use serde::Serialize;
use serde_json::Value;

use crate::brief;
use crate::color::HexColor;
use crate::limits;
use crate::move_in::{LeftOut, MovedIn};
use crate::problem::Problem;
use crate::read::{Reading, reading};

/// What to read: exactly one of these two.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MoveIn {
    /// The address of a page elsewhere; its scheme may be missing.
    Address(String),
    /// The text of a saved page, or of a file that another service gave.
    File(String),
}

impl MoveIn {
    /// Reads the body.
    ///
    /// # Errors
    /// Every problem, with its path.
    pub fn read(body: &Value) -> Reading<Self> {
        reading(body, |at| {
            let fields = at.fields("a move")?;
            fields.only(&["address", "file"]);
            match (fields.get("address"), fields.get("file")) {
                (Some(address), None) => address.parsed(address_text).map(Self::Address),
                (None, Some(file)) => file.parsed(|text| Ok(text.to_owned())).map(Self::File),
                _ => {
                    at.wrong("give either address, of the page elsewhere, or file, the text of a saved page");
                    None
                }
            }
        })
    }
}

fn address_text(text: &str) -> Result<String, String> {
    match text.trim() {
        "" => Err("this is empty; give an address like linktr.ee/ines".to_owned()),
        long if long.len() > limits::URL_BYTES => {
            Err(format!("an address has at most {} bytes, not {}", limits::URL_BYTES, long.len()))
        }
        text => Ok(text.to_owned()),
    }
}

/// The page elsewhere as a brief, and what is not in it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct MovedInReply {
    /// What it was read as: linktree, bento, page …
    pub source: &'static str,
    /// The brief of everything that fits, as import takes it.
    #[cfg_attr(feature = "schema", schemars(with = "serde_json::Map<String, Value>"))]
    pub brief: Value,
    /// What became something else or was cut, by its path in the brief.
    pub warnings: Vec<Problem>,
    /// What is not in the brief, and why.
    pub left: Vec<LeftOut>,
    /// The page's colours there: ground, accent and text, as far as they are known.
    pub colors: Vec<HexColor>,
    /// Whether the page puts more together with its script than could be read.
    pub in_part: bool,
    /// What was taken, what was not and why, in a few sentences.
    pub summary: String,
}

impl MovedInReply {
    /// The reply for what was found.
    pub fn of(found: &MovedIn) -> Self {
        let changed = found.changes().into_iter().map(|(item, words)| Problem::new(format!("/links/{item}"), words));
        let others = found.warnings.iter().map(|warning| Problem::new(warning.path.clone(), warning.message.clone()));
        Self {
            source: found.source.as_str(),
            brief: brief::value(&found.brief()),
            warnings: changed.chain(others).collect(),
            left: found.left(),
            colors: found.colors.clone(),
            in_part: found.in_part,
            summary: found.summary(),
        }
    }
}
