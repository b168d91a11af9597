//! The model's readers of what strangers send, and generated inputs that cost them most. `make readers` times each pair
//! natively; the tests run them as wasm in an interpreter and count instructions, so that no input of 1 MiB is read in
//! more than linear time (specification, Limits).

mod inputs;
mod readers;

use std::cell::RefCell;

pub use inputs::{INPUTS, Input};
pub use readers::{READERS, Reader};
use wasm_bindgen::prelude::wasm_bindgen;

thread_local! {
    /// What `prepare` generated last.
    static PREPARED: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Generates an input of about this many bytes, which every later `measure` reads; returns its length, bytes. `usize::MAX` when there is
/// no such input.
#[wasm_bindgen]
#[must_use]
pub fn prepare(input: usize, bytes: usize) -> usize {
    let Some(input) = INPUTS.get(input) else { return usize::MAX };
    let text = (input.text)(bytes);
    let length = text.len();
    PREPARED.set(text);
    length
}

/// Reads the prepared input. Returns a number that depends on the result; `usize::MAX` when there is no such reader.
#[wasm_bindgen]
#[must_use]
pub fn measure(reader: usize) -> usize {
    let Some(reader) = READERS.get(reader) else { return usize::MAX };
    PREPARED.with_borrow(|text| (reader.read)(text))
}

/// The index of the reader of pages from elsewhere (in the upper 16 bits) and of a saved page among the inputs, for
/// `.ci/move-in`.
#[wasm_bindgen]
#[must_use]
pub fn saved_page() -> u32 {
    let reader = READERS.iter().position(|reader| reader.name == readers::PAGE);
    let input = INPUTS.iter().position(|input| input.name == inputs::SAVED_PAGE);
    let (reader, input) = (reader.unwrap_or_default(), input.unwrap_or_default());
    u32::try_from(reader << 16 | input).unwrap_or(u32::MAX)
}
