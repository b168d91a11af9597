//! What a request says of who makes it, read once for many requests that say the same.

use std::cell::RefCell;
use std::collections::HashMap;
use std::hash::{BuildHasher, Hasher};
use std::sync::Arc;

use axum::http::{HeaderMap, HeaderValue, header};

use super::salts::digest;
use crate::visitor::{self, CardPlace, Visitor};

/// What is kept for each thread.
const MOST: usize = 512;

/// A person, as far as it is counted.
#[derive(Debug, PartialEq, Eq)]
pub struct SeenPerson {
    /// `phone`, `tablet` or `computer`.
    pub device: &'static str,
    /// The browser.
    pub browser: &'static str,
    /// What they came from, as it is stored.
    pub source: String,
    /// The browser's first language.
    pub language: String,
    /// The digest of the user agent, which with the address makes a visitor of a day.
    pub agent: u128,
}

/// A program, as far as it is counted.
#[derive(Debug, PartialEq, Eq)]
pub struct SeenProgram {
    /// Its kind and its name, as they are stored: `training:GPTBot`.
    pub value: String,
    /// Its name alone.
    pub name: String,
    /// Where the share card that it fetches is shown.
    pub card: Option<CardPlace>,
}

/// Who makes a request.
#[derive(Clone, Debug)]
pub enum Seen {
    /// A person.
    Person(Arc<SeenPerson>),
    /// A program.
    Program(Arc<SeenProgram>),
    /// Nobody who is counted.
    Uncounted,
}

/// Reads what requests say, for one server.
#[derive(Debug)]
pub struct Reader {
    own_host: String,
    /// Of each server its own: so the servers of one process share no entries.
    hasher: foldhash::quality::RandomState,
}

thread_local! {
    static KNOWN: RefCell<HashMap<u64, Seen, foldhash::fast::FixedState>> = RefCell::default();
}

impl Reader {
    /// A reader for the server of this host.
    pub fn new(own_host: &str) -> Self {
        Self { own_host: own_host.to_owned(), hasher: foldhash::quality::RandomState::default() }
    }

    /// Who makes the request with these headers.
    pub fn seen(&self, headers: &HeaderMap) -> Seen {
        let key = self.key(headers);
        if let Some(known) = KNOWN.with_borrow(|known| known.get(&key).cloned()) {
            return known;
        }
        let seen = self.read(headers);
        KNOWN.with_borrow_mut(|known| {
            if known.len() >= MOST {
                known.clear();
            }
            known.insert(key, seen.clone());
        });
        seen
    }

    /// A hash of every header that is read.
    fn key(&self, headers: &HeaderMap) -> u64 {
        let mut hasher = self.hasher.build_hasher();
        for (name, value) in headers {
            if let Some(place) = visitor::place_read(name) {
                hasher.write_u64(place << 32 | value.len() as u64);
                hasher.write(value.as_bytes());
            }
        }
        hasher.finish()
    }

    fn read(&self, headers: &HeaderMap) -> Seen {
        match visitor::visitor(headers) {
            Visitor::Person(person) => Seen::Person(Arc::new(SeenPerson {
                device: person.device.as_str(),
                browser: person.browser.as_str(),
                source: visitor::source(headers, &person, &self.own_host),
                language: visitor::language(headers).into_owned(),
                agent: digest(headers.get(header::USER_AGENT).map_or(b"", HeaderValue::as_bytes)),
            })),
            Visitor::Program(program) => Seen::Program(Arc::new(SeenProgram {
                value: format!("{}:{}", program.kind.as_str(), program.name),
                name: program.name.into_owned(),
                card: program.card,
            })),
            Visitor::Uncounted => Seen::Uncounted,
        }
    }
}
