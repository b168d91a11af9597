//! Calls into the code in the file of its own.

use leptos::prelude::*;
use leptos::wasm_split::{SplitLoaderError, wasm_split};

use super::state::{Host, MoveIn, Task};
use super::{read, screen};
use crate::components::lazy_code::call_loaded;

/// Fetches the code; `true` when it can run.
pub async fn fetch() -> bool {
    load().await.is_ok()
}

/// The screen, once the code is loaded.
pub fn screen(move_in: MoveIn, host: Host) -> Option<AnyView> {
    call_loaded(run(move_in, Task::Screen(host)))?.ok()?
}

/// Starts to read, once the code is loaded.
pub fn start(move_in: MoveIn, task: Task) {
    let _ = call_loaded(run(move_in, task));
}

/// Does it; a screen is drawn in the current reactive owner.
///
/// # Errors
/// If the code cannot be fetched; a later call tries again.
#[wasm_split(move_in, wasm_split_path = leptos::wasm_split, fallible, preload(#[doc = "Fetches the code."] load))]
fn run(move_in: MoveIn, task: Task) -> Result<Option<AnyView>, SplitLoaderError> {
    match task {
        Task::Screen(host) => return Ok(Some(screen::view(move_in, host))),
        Task::ReadAddress => read::address(move_in),
        Task::ReadFile(file) => read::file(move_in, file),
    }
    Ok(None)
}
