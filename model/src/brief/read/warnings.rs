//! Where warnings are collected while a brief is read.

use super::super::Warning;
use super::super::json::Node;
use crate::limits;

/// Most warnings that are told one by one: a hostile file must not grow a hundredfold in its reply.
/// As many as a damaged page file of 300 tiles gives.
pub(super) const WARNINGS: usize = limits::TILES * 20;

/// Where warnings are collected.
pub(in crate::brief) struct Notes {
    list: Vec<Warning>,
    untold: usize,
}

impl Notes {
    /// None yet.
    pub fn new() -> Self {
        Self { list: Vec::new(), untold: 0 }
    }

    /// A sentence at a place.
    pub fn add(&mut self, path: &str, node: Option<&Node>, message: impl Into<String>) {
        if self.list.len() >= WARNINGS {
            self.untold += 1;
            return;
        }
        let place = node.map(|node| node.place).filter(|it| it.line > 0);
        self.list.push(Warning {
            path: path.to_owned(),
            message: message.into(),
            line: place.map(|place| place.line),
            column: place.map(|place| place.column),
        });
    }

    /// All of them, in the order of the file where that is known.
    pub fn finish(mut self) -> Vec<Warning> {
        if self.untold > 0 {
            let message = format!("There are {} more warnings like these.", self.untold);
            self.list.push(Warning { path: String::new(), message, line: None, column: None });
        }
        self.list
    }
}
