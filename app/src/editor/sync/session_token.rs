//! The session's ten-minute bearer token, kept in memory and renewed (decisions, The browser and the API).

use std::cell::{Cell, RefCell};

use crate::api_client;
use crate::api_client::Answer;

/// A token is renewed when it has lived this long, ms: a minute before it ends.
const LIFE: f64 = 9.0 * 60_000.0;

thread_local! {
    static TOKEN: RefCell<Option<(String, f64)>> = const { RefCell::new(None) };
    static FAILED: Cell<usize> = const { Cell::new(0) };
}

async fn token() -> Answer<String> {
    let known = TOKEN.with_borrow(Clone::clone).filter(|(_, since)| js_sys::Date::now() - since < LIFE);
    if let Some((token, _)) = known {
        return Ok(token);
    }
    let token = api_client::bearer().await?;
    TOKEN.set(Some((token.clone(), js_sys::Date::now())));
    Ok(token)
}

/// Makes a call with the token; with a fresh one when the old one no longer holds.
///
/// # Errors
/// The call's; 401 when nobody is signed in.
pub async fn with_token<T>(call: impl AsyncFn(&str) -> Answer<T>) -> Answer<T> {
    match call(&token().await?).await {
        Err(failure) if failure.status == 401 => {
            TOKEN.set(None);
            call(&token().await?).await
        }
        other => other,
    }
}

/// Forgets the token: the next call asks who is signed in.
pub fn forget() {
    TOKEN.set(None);
}

/// Counts a call without an answer; how many came before it.
pub fn failed() -> usize {
    let before = FAILED.get();
    FAILED.set(before + 1);
    before
}

/// The service answered.
pub fn answered() {
    FAILED.set(0);
}
