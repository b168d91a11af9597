//! The session's ten-minute bearer token, kept in memory and renewed (decisions, The browser and the API).

use std::cell::{Cell, RefCell};

use crate::api_client;
use crate::api_client::Answer;

/// The age at which a token is renewed, ms: a minute before it expires.
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

/// Makes a request with the token; repeats it with a new token if the old one has expired.
///
/// # Errors
/// The request's own; 401 when nobody is signed in.
pub async fn with_token<T>(call: impl AsyncFn(&str) -> Answer<T>) -> Answer<T> {
    match call(&token().await?).await {
        Err(failure) if failure.status == 401 => {
            TOKEN.set(None);
            call(&token().await?).await
        }
        other => other,
    }
}

/// Drops the token, so that the next request finds out who is signed in.
pub fn forget() {
    TOKEN.set(None);
}

/// Counts a failed request; returns how many failed in a row before it.
pub fn failed() -> usize {
    let before = FAILED.get();
    FAILED.set(before + 1);
    before
}

/// Resets the count, because the service answered.
pub fn answered() {
    FAILED.set(0);
}
