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
