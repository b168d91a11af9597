//! Reads a page elsewhere: by its address through the service, or a saved file of it right here.

use std::cell::RefCell;
use std::sync::Arc;

use leptos::prelude::*;
use leptos::task::spawn_local;
use mantel_model::move_in::{self as reader, MovedIn, ReadError};
use wasm_bindgen_futures::JsFuture;
use web_sys::{AbortController, File, TextDecoder};

use super::reply;
use super::state::{FoundPage, MoveIn, ReadProblem, Stage};
use crate::api_client::{self, Failure};
use crate::components::dom;

/// After how long somebody who waits is told that it takes its time, ms.
const SLOW: u64 = 8000;
/// What always helps when a site shows itself to browsers alone.
const SAVE: &str =
    "You can see it, so you can bring it: open it in your browser, choose “Save page as”, and drop the file here.";

thread_local! {
    /// Ends the request that is under way.
    static CANCEL: RefCell<Option<AbortController>> = const { RefCell::new(None) };
}

/// Reads the address in the field.
pub fn address(move_in: MoveIn) {
    let address = move_in.address.get_untracked().trim().to_owned();
    if address.is_empty() {
        return dom::focus("move-in-address");
    }
    let from = shown(&address);
    let attempt = begin(move_in, &from);
    let cancel = AbortController::new().ok();
    CANCEL.set(cancel.clone());
    spawn_local(async move {
        let reply = api_client::move_in(&address, cancel.map(|cancel| cancel.signal())).await;
        if move_in.attempt.get_value() != attempt {
            return;
        }
        match reply.map(|reply| reply::page(&reply, &address)) {
            Ok(Some(page)) => found(move_in, page, from, false),
            Ok(None) => failed(move_in, of_error(&ReadError::Nothing { host: Some(host(&from)) })),
            Err(failure) => failed(move_in, of_failure(&failure, &host(&from))),
        }
    });
}

/// Reads a file in this browser; nothing of it is sent.
pub fn file(move_in: MoveIn, file: File) {
    let attempt = begin(move_in, &file.name());
    spawn_local(async move {
        let read = text(&file).await.and_then(|text| reader::read(&text, Some(&file.name())));
        if move_in.attempt.get_value() != attempt {
            return;
        }
        match read {
            Ok(page) => found(move_in, page, file.name(), true),
            Err(error) => failed(move_in, of_error(&error)),
        }
    });
}

/// Stops reading.
pub fn stop(move_in: MoveIn) {
    CANCEL.with_borrow_mut(|cancel| {
        if let Some(cancel) = cancel.take() {
            cancel.abort();
        }
    });
    move_in.clear();
    dom::focus("move-in-address");
}

/// Begins to read: whatever is still under way no longer counts. Returns the number of this attempt.
fn begin(move_in: MoveIn, from: &str) -> u32 {
    move_in.clear();
    move_in.slow.set(false);
    move_in.stage.set(Stage::Reading(from.to_owned()));
    move_in.announcement.set(format!("Reading {from}"));
    let attempt = move_in.attempt.get_value();
    dom::after(SLOW, move || {
        if move_in.attempt.get_value() == attempt && matches!(move_in.stage.get_untracked(), Stage::Reading(_)) {
            move_in.slow.set(true);
            move_in.announcement.set("It takes its time.".to_owned());
        }
    });
    attempt
}

fn found(move_in: MoveIn, page: MovedIn, from: String, file: bool) {
    move_in.stage.set(Stage::Found(Arc::new(FoundPage { page, from, file })));
}

fn failed(move_in: MoveIn, unread: ReadProblem) {
    move_in.announcement.set(unread.title.clone());
    move_in.stage.set(Stage::Failed(unread));
    dom::focus("move-in-title");
}

/// What is said about a file or a reply that could not be read.
fn of_error(error: &ReadError) -> ReadProblem {
    let title = match error {
        ReadError::Empty | ReadError::Nothing { .. } | ReadError::NotThere => "Nothing there to take",
        ReadError::TooLarge { .. } => "That file is too large",
        ReadError::SignIn | ReadError::Refused => "That is not the page",
        ReadError::NeedsScript => "It shows itself to browsers alone",
        ReadError::Kind(_) | ReadError::NoPart | ReadError::Import(_) => "That file could not be read",
    };
    let nothing = matches!(error, ReadError::Nothing { .. });
    ReadProblem { title: title.to_owned(), reason: None, advice: error.to_string(), file: !nothing, again: false }
}

/// What is said when the service could not read an address.
fn of_failure(failure: &Failure, host: &str) -> ReadProblem {
    let words = |title: String, reason: Option<String>, advice: &str, file: bool, again: bool| ReadProblem {
        title,
        reason,
        advice: advice.to_owned(),
        file,
        again,
    };
    let own = Some(failure.words.clone());
    match failure.status {
        0 => words("Mantel did not answer".to_owned(), None, &failure.words, false, true),
        400 => words(
            "That is no address of a page".to_owned(),
            own,
            "Write it as your browser shows it, like linktr.ee/you.",
            false,
            false,
        ),
        429 => words(
            "That was often".to_owned(),
            own,
            "A file of the page can be read at once: save it in your browser and drop it here.",
            true,
            true,
        ),
        503 if failure.code == "outbound_off" => {
            words("This Mantel fetches no pages".to_owned(), own, SAVE, true, false)
        }
        _ => words(format!("{host} would not let us in"), own, SAVE, true, true),
    }
}

/// The text of a file, in the encoding that it names.
async fn text(file: &File) -> Result<String, ReadError> {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the size of a file, in whole bytes")]
    let bytes = file.size() as usize;
    if bytes > reader::FILE_BYTES {
        return Err(ReadError::TooLarge { bytes });
    }
    let gone = || ReadError::Import("The browser could not read this file. Is it still there?".to_owned());
    let buffer = JsFuture::from(file.array_buffer()).await.map_err(|_| gone())?;
    let bytes = js_sys::Uint8Array::new(&buffer);
    let begin = bytes.subarray(0, bytes.length().min(1024)).to_vec();
    let decoder = TextDecoder::new_with_label(encoding(&begin)).or_else(|_| TextDecoder::new()).map_err(|_| gone())?;
    decoder.decode_with_buffer_source(&bytes).map_err(|_| gone())
}

/// The encoding that a file names: by its first bytes, or in its head, as pages do.
fn encoding(begin: &[u8]) -> &str {
    match begin {
        [0xff, 0xfe, ..] => return "utf-16le",
        [0xfe, 0xff, ..] => return "utf-16be",
        _ => {}
    }
    let mark = b"charset=";
    let at = begin.windows(mark.len()).position(|window| window.eq_ignore_ascii_case(mark));
    let named = at.and_then(|at| begin.get(at + mark.len()..)).unwrap_or_default();
    let named = named.strip_prefix(b"\"").or_else(|| named.strip_prefix(b"'")).unwrap_or(named);
    let end = named.iter().position(|byte| !byte.is_ascii_alphanumeric() && !b"-_:.".contains(byte));
    let label = std::str::from_utf8(named.get(..end.unwrap_or(named.len())).unwrap_or_default()).unwrap_or_default();
    if label.is_empty() { "utf-8" } else { label }
}

/// An address without scheme, `www.` and a slash at the end.
fn shown(address: &str) -> String {
    let plain = address.split_once("://").map_or(address, |(_, rest)| rest);
    plain.trim_start_matches("www.").trim_end_matches('/').to_owned()
}

fn host(shown: &str) -> String {
    shown.split(['/', '?', '#']).next().unwrap_or(shown).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_decoded_as_it_says() {
        for (begin, expected) in [
            (&b"<!doctype html><meta charset=utf-8>"[..], "utf-8"),
            (b"<meta charset=\"windows-1252\">", "windows-1252"),
            (b"<META http-equiv=content-type content='text/html; CHARSET=Shift_JIS'>", "Shift_JIS"),
            (b"\xff\xfe<\0h\0", "utf-16le"),
            (b"\xfe\xff\0<", "utf-16be"),
            (b"title,url\nShop,https://shop.example", "utf-8"),
            (b"charset=", "utf-8"),
            (b"", "utf-8"),
        ] {
            assert_eq!(encoding(begin), expected, "{}", String::from_utf8_lossy(begin));
        }
    }

    #[test]
    fn addresses_are_shown_as_people_write_them() {
        assert_eq!(shown("https://www.linktr.ee/ines/"), "linktr.ee/ines");
        assert_eq!(host(&shown("http://ines.carrd.co/#about")), "ines.carrd.co");
    }
}
