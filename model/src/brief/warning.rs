//! Warnings about a file, and their collector.

use std::collections::HashMap;

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
    /// The position of the tile that it is about, among those of the page; `None` if it is about no tile, or about one
    /// that was left out. No part of the JSON.
    #[serde(skip)]
    pub tile: Option<usize>,
}

impl Warning {
    /// A warning about the whole file.
    pub fn of_file(message: impl Into<String>) -> Self {
        Self { path: String::new(), message: message.into(), line: None, column: None, tile: None }
    }
}

/// Maximum warnings listed one by one, so that a hostile file does not get a reply a hundred times its size.
/// A damaged page file of 300 tiles stays within it.
const MOST: usize = limits::TILES * 20;

/// Which item a warning is about.
#[derive(Clone, Copy, PartialEq, Eq)]
enum About {
    /// Not known yet.
    Open,
    /// None, or one that was left out.
    Nothing,
    /// The one with this key.
    Item(u32),
}

/// Collects warnings.
pub(super) struct Warnings {
    list: Vec<Warning>,
    about: Vec<About>,
    omitted: usize,
}

impl Warnings {
    /// An empty collector.
    pub fn new() -> Self {
        Self { list: Vec::new(), about: Vec::new(), omitted: 0 }
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
            tile: None,
        });
        self.about.push(About::Open);
    }

    /// The number of warnings so far.
    pub const fn len(&self) -> usize {
        self.list.len()
    }

    /// The warnings since the first `from` are about the item with this key, or about none; those of items within it
    /// stay theirs.
    pub fn are_about(&mut self, from: usize, key: Option<u32>) {
        for about in self.about.iter_mut().skip(from).filter(|about| **about == About::Open) {
            *about = key.map_or(About::Nothing, About::Item);
        }
    }

    /// All warnings, in file order where it is known; `keys` are those of the page's items, in order.
    pub fn finish(mut self, keys: impl IntoIterator<Item = u32>) -> Vec<Warning> {
        let positions: HashMap<u32, usize> = keys.into_iter().zip(0..).collect();
        for (warning, about) in self.list.iter_mut().zip(&self.about) {
            warning.tile = match about {
                About::Item(key) => positions.get(key).copied(),
                About::Open | About::Nothing => None,
            };
        }
        if self.omitted > 0 {
            let message = format!("There are {} more warnings like these.", self.omitted);
            self.list.push(Warning::of_file(message));
        }
        self.list
    }
}
