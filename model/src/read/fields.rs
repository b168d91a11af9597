//! A cursor over JSON that tracks its path and records the problems found there.

use std::cell::{Cell, RefCell};

use serde_json::{Map, Value};

use super::messages;
use crate::closed_set::ClosedSet;
use crate::problem::Problem;
use crate::text::Text;

/// Maximum problems reported at once: enough to fix any page by hand, and it bounds the reply to hostile input.
const MAX_PROBLEMS: usize = 100;

/// The problems found in one reading, and how many more there were.
pub struct Report {
    most: usize,
    problems: RefCell<Vec<Problem>>,
    more: Cell<usize>,
}

impl Default for Report {
    fn default() -> Self {
        Self::of_at_most(MAX_PROBLEMS)
    }
}

impl Report {
    /// A report that keeps at most `most` problems.
    pub fn of_at_most(most: usize) -> Self {
        Self { most, problems: RefCell::default(), more: Cell::default() }
    }

    /// The value if there were no problems, otherwise all of them.
    pub fn verdict<T>(self, found: Option<T>) -> Result<T, Vec<Problem>> {
        let mut problems = self.problems.into_inner();
        if self.more.get() > 0 {
            problems.push(Problem::new("", format!("and {} more problems; mend these first", self.more.get())));
        }
        match found {
            Some(value) if problems.is_empty() => Ok(value),
            _ if problems.is_empty() => Err(vec![Problem::new("", "this could not be read")]),
            _ => Err(problems),
        }
    }

    fn add(&self, path: impl FnOnce() -> String, message: impl FnOnce() -> String) {
        let mut problems = self.problems.borrow_mut();
        if problems.len() < self.most {
            problems.push(Problem { path: path(), message: message() });
        } else {
            self.more.set(self.more.get() + 1);
        }
    }
}

/// A value and its path.
#[derive(Clone)]
pub struct At<'a> {
    /// The value at this path.
    pub value: &'a Value,
    path: String,
    report: &'a Report,
}

impl<'a> At<'a> {
    /// The whole input.
    pub fn root(value: &'a Value, report: &'a Report) -> Self {
        Self { value, path: String::new(), report }
    }

    /// Records a problem here.
    pub fn wrong(&self, message: impl Into<String>) {
        self.report.add(|| self.path.clone(), || message.into());
    }

    /// Records a problem at a field of this value.
    pub fn wrong_at(&self, name: &str, message: impl Into<String>) {
        self.report.add(|| format!("{}/{}", self.path, messages::token(name)), || message.into());
    }

    /// The fields of an object; anything else is a problem. `owner` names it in messages: "a theme".
    pub fn fields(&self, owner: &'static str) -> Option<Fields<'a>> {
        match self.value {
            Value::Object(map) => Some(Fields { map, at: self.clone(), owner }),
            other => {
                self.wrong(messages::mismatch("an object in { }", other));
                None
            }
        }
    }

    /// The items of a list; anything else is a problem.
    pub fn items(&self) -> Option<impl Iterator<Item = At<'a>>> {
        match self.value {
            Value::Array(items) => {
                let (path, report) = (self.path.clone(), self.report);
                let items = items.iter().enumerate();
                Some(items.map(move |(index, value)| At { value, path: format!("{path}/{index}"), report }))
            }
            other => {
                self.wrong(messages::mismatch("a list in [ ]", other));
                None
            }
        }
    }

    /// A text, parsed.
    pub fn parsed<T>(&self, parse: impl FnOnce(&str) -> Result<T, String>) -> Option<T> {
        match self.value {
            Value::String(text) => parse(text).map_err(|message| self.wrong(message)).ok(),
            other => {
                self.wrong(messages::mismatch("a text in quotes", other));
                None
            }
        }
    }

    /// A number, made into a bounded one.
    pub fn number<T>(&self, make: impl FnOnce(f64) -> Result<T, String>) -> Option<T> {
        match self.value.as_f64() {
            Some(number) => make(number).map_err(|message| self.wrong(message)).ok(),
            None => {
                self.wrong(messages::mismatch("a number", self.value));
                None
            }
        }
    }
}

/// The fields of one object. `null` counts as absent.
pub struct Fields<'a> {
    map: &'a Map<String, Value>,
    at: At<'a>,
    owner: &'static str,
}

impl<'a> Fields<'a> {
    /// Records a problem for every field that is not in `known`.
    pub fn only(&self, known: &[&str]) {
        for name in self.map.keys().filter(|key| !known.contains(&key.as_str())) {
            let path = || format!("{}/{}", self.at.path, messages::token(name));
            self.at.report.add(path, || messages::unknown_field(name, self.owner, known));
        }
    }

    /// Records a problem at a field.
    pub fn wrong_at(&self, name: &str, message: impl Into<String>) {
        self.at.wrong_at(name, message);
    }

    /// The field, unless absent or `null`.
    pub fn get(&self, name: &str) -> Option<At<'a>> {
        let value = self.map.get(name).filter(|value| !value.is_null())?;
        Some(At { value, path: format!("{}/{}", self.at.path, messages::token(name)), report: self.at.report })
    }

    /// The field; recorded as a problem when missing.
    pub fn need(&self, name: &str) -> Option<At<'a>> {
        let found = self.get(name);
        if found.is_none() {
            let path = || format!("{}/{}", self.at.path, messages::token(name));
            self.at.report.add(path, || format!("\"{name}\" is missing; {} needs it", self.owner));
        }
        found
    }

    /// An optional parsed text; an empty one counts as absent.
    pub fn parsed<T>(&self, name: &str, parse: impl FnOnce(&str) -> Result<T, String>) -> Option<T> {
        self.get(name).filter(|field| field.value.as_str() != Some(""))?.parsed(parse)
    }

    /// An optional text; one without visible characters counts as absent.
    pub fn text<const MAX: usize>(&self, name: &str) -> Option<Text<MAX>> {
        self.parsed(name, Text::new).filter(|parsed| !parsed.is_empty())
    }

    /// A required text with at least one visible character.
    pub fn needed_text<const MAX: usize>(&self, name: &str) -> Option<Text<MAX>> {
        let at = self.need(name)?;
        let text: Text<MAX> = at.parsed(Text::new)?;
        if text.is_empty() {
            at.wrong(format!("\"{name}\" is empty; write something, or remove the tile"));
            return None;
        }
        Some(text)
    }

    /// A required parsed text.
    pub fn needed<T>(&self, name: &str, parse: impl FnOnce(&str) -> Result<T, String>) -> Option<T> {
        self.need(name)?.parsed(parse)
    }

    /// An optional member of a closed set.
    pub fn choice<T: ClosedSet>(&self, name: &str) -> Option<T> {
        self.get(name)?.parsed(member)
    }

    /// A required member of a closed set.
    pub fn needed_choice<T: ClosedSet>(&self, name: &str) -> Option<T> {
        self.needed(name, member)
    }

    /// An optional bounded number.
    pub fn number<T>(&self, name: &str, make: impl FnOnce(f64) -> Result<T, String>) -> Option<T> {
        self.get(name)?.number(make)
    }

    /// An optional parsed text; an empty one is parsed, too, since only `null` counts as absent.
    pub fn strictly_parsed<T>(&self, name: &str, parse: impl FnOnce(&str) -> Result<T, String>) -> Option<T> {
        self.get(name)?.parsed(parse)
    }

    /// A required bounded number.
    pub fn needed_number<T>(&self, name: &str, make: impl FnOnce(f64) -> Result<T, String>) -> Option<T> {
        self.need(name)?.number(make)
    }

    /// An optional `true` or `false`.
    pub fn flag(&self, name: &str) -> Option<bool> {
        let at = self.get(name)?;
        if at.value.as_bool().is_none() {
            at.wrong(messages::mismatch("true or false", at.value));
        }
        at.value.as_bool()
    }
}

fn member<T: ClosedSet>(name: &str) -> Result<T, String> {
    T::named(name).ok_or_else(|| T::not_a_member(name))
}
