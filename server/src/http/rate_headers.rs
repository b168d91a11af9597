//! `RateLimit` and `RateLimit-Policy`: what a call has left of its rates (draft-ietf-httpapi-ratelimit-headers, 10).

use std::cell::RefCell;
use std::fmt::Write as _;

use axum::http::{HeaderMap, HeaderName, HeaderValue};

use crate::keyed_rate::BucketLevel;

/// What is left of each rate.
const RATE_LIMIT: HeaderName = HeaderName::from_static("ratelimit");
/// The rates themselves.
const RATE_LIMIT_POLICY: HeaderName = HeaderName::from_static("ratelimit-policy");

/// The name of a rate, in two parts.
type Name = (&'static str, &'static str);
/// The rates that a request counted against, with the level of the bucket of each.
type Levels = RefCell<Vec<(Name, BucketLevel)>>;

tokio::task_local! {
    static LEVELS: Levels;
}

/// Runs the handling of a request, and returns the headers with the rates that it counted against.
pub async fn scope<F: Future>(handling: F) -> (F::Output, HeaderMap) {
    LEVELS
        .scope(Levels::default(), async {
            let output = handling.await;
            (output, LEVELS.with(|levels| headers(&levels.borrow())))
        })
        .await
}

/// The same for a request that is answered at once.
pub fn scope_now<T>(handling: impl FnOnce() -> T) -> (T, HeaderMap) {
    LEVELS.sync_scope(Levels::default(), || {
        let output = handling();
        (output, LEVELS.with(|levels| headers(&levels.borrow())))
    })
}

/// Notes the level of a bucket after the current request took from it; the last one of a name counts.
pub(super) fn record(name: Name, level: BucketLevel) {
    // Work that no request waits for has nowhere to say it.
    let _ = LEVELS.try_with(|levels| {
        let mut levels = levels.borrow_mut();
        match levels.iter_mut().find(|known| known.0 == name) {
            Some(known) => known.1 = level,
            None => levels.push((name, level)),
        }
    });
}

fn headers(levels: &[(Name, BucketLevel)]) -> HeaderMap {
    let (mut policy, mut left) = (String::new(), String::new());
    for ((kind, of), level) in levels {
        let comma = if policy.is_empty() { "" } else { ", " };
        // Writing to a string can't fail.
        let _ = write!(policy, "{comma}\"{kind}{of}\";q={};w={}", level.quota, level.window);
        let _ = write!(left, "{comma}\"{kind}{of}\";r={};t={}", level.left, level.full_after());
    }
    let all = [(RATE_LIMIT_POLICY, policy), (RATE_LIMIT, left)];
    let valued = all.into_iter().filter(|header| !header.1.is_empty());
    valued.filter_map(|(name, value)| Some((name, HeaderValue::from_str(&value).ok()?))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_response_says_what_is_left_of_each_rate() {
        let level = |left| BucketLevel { quota: 120, window: 60, left };
        let ((), headers) = scope(async {
            record(("edits", ""), level(119));
            record(("edits", "_account"), BucketLevel { quota: 360, window: 60, left: 0 });
            record(("edits", ""), level(118));
        })
        .await;
        assert_eq!(headers[RATE_LIMIT_POLICY], "\"edits\";q=120;w=60, \"edits_account\";q=360;w=60");
        assert_eq!(headers[RATE_LIMIT], "\"edits\";r=118;t=1, \"edits_account\";r=0;t=60");
        assert!(scope(async {}).await.1.is_empty());
    }
}
