//! The session's ten-minute bearer, kept in memory and renewed (decisions, The browser and the API).

use std::cell::{Cell, RefCell};

use crate::api_client;
use crate::api_client::Answer;

/// A bearer is renewed when it has lived this long, ms: a minute before it ends.
const LIFE: f64 = 9.0 * 60_000.0;

thread_local! {
    static BEARER: RefCell<Option<(String, f64)>> = const { RefCell::new(None) };
    static FAILED: Cell<usize> = const { Cell::new(0) };
}

async fn bearer() -> Answer<String> {
    let known = BEARER.with_borrow(Clone::clone).filter(|(_, since)| js_sys::Date::now() - since < LIFE);
    if let Some((token, _)) = known {
        return Ok(token);
    }
    let token = api_client::bearer().await?;
    BEARER.set(Some((token.clone(), js_sys::Date::now())));
    Ok(token)
}

/// Makes a call with the bearer; with a fresh one when the old one no longer holds.
///
/// # Errors
/// The call's; 401 when nobody is signed in.
pub async fn with_bearer<T>(call: impl AsyncFn(&str) -> Answer<T>) -> Answer<T> {
    match call(&bearer().await?).await {
        Err(failure) if failure.status == 401 => {
            BEARER.set(None);
            call(&bearer().await?).await
        }
        other => other,
    }
}

/// Forgets the bearer: the next call asks who is signed in.
pub fn forget() {
    BEARER.set(None);
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
