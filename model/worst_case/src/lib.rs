//! The model's readers of what strangers send, and generated inputs that cost them most. `make readers` times each pair
//! natively; the tests run them as wasm in an interpreter and count instructions, so that no input of 1 MiB is read in
//! more than linear time (specification, Limits).

mod inputs;
mod readers;

pub use inputs::{INPUTS, Input};
pub use readers::{READERS, Reader};
use wasm_bindgen::prelude::wasm_bindgen;

/// Generates an input and, if `reads` is not 0, reads it. Returns a number that depends on the result.
#[wasm_bindgen]
#[must_use]
pub fn measure(reader: usize, input: usize, bytes: usize, reads: u32) -> usize {
    let (Some(reader), Some(input)) = (READERS.get(reader), INPUTS.get(input)) else { return usize::MAX };
    let text = (input.text)(bytes);
    if reads == 0 { text.len() } else { (reader.read)(&text) }
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
