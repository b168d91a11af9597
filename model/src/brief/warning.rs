//! Warnings about a file, and their collector.

use serde::Serialize;

use super::json::Node;
use crate::limits;

/// Something defaulted, repaired or dropped while reading, and where.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Warning {
    /// JSON Pointer to the place in the file, for example `/links/3/size`.
    pub path: String,
    /// What was done, as a sentence.
    pub message: String,
    /// Line in the text given, from 1; absent when the file came as a value.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    /// Column in that line, in characters from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<u32>,
}

/// Maximum warnings listed one by one, so that a hostile file does not get a reply a hundred times its size.
/// A damaged page file of 300 tiles stays within it.
const MOST: usize = limits::TILES * 20;

/// Collects warnings.
pub(super) struct Warnings {
    list: Vec<Warning>,
    omitted: usize,
}

impl Warnings {
    /// An empty collector.
    pub fn new() -> Self {
        Self { list: Vec::new(), omitted: 0 }
    }

    /// Adds a warning at a place.
    pub fn add(&mut self, path: &str, node: Option<&Node>, message: impl Into<String>) {
        if self.list.len() >= MOST {
            self.omitted += 1;
            return;
        }
        let place = node.map(|node| node.place).filter(|place| place.line > 0);
        self.list.push(Warning {
            path: path.to_owned(),
            message: message.into(),
            line: place.map(|place| place.line),
            column: place.map(|place| place.column),
        });
    }

    /// All warnings, in file order where it is known.
    pub fn finish(mut self) -> Vec<Warning> {
        if self.omitted > 0 {
            let message = format!("There are {} more warnings like these.", self.omitted);
            self.list.push(Warning { path: String::new(), message, line: None, column: None });
        }
        self.list
    }
}
