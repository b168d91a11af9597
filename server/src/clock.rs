//! The clock, and the formatting of times.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{Duration, UNIX_EPOCH};

use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;

/// The system's clock. Tests of lifetimes advance it instead of waiting.
#[derive(Clone, Debug, Default)]
pub struct Clock {
    offset: Arc<AtomicI64>,
}

impl Clock {
    /// Milliseconds since 1970.
    pub fn now(&self) -> i64 {
        let system = i64::try_from(OffsetDateTime::now_utc().unix_timestamp_nanos() / 1_000_000).unwrap_or(i64::MAX);
        system.saturating_add(self.offset.load(Ordering::Relaxed))
    }

    /// Advances the clock by this many milliseconds.
    pub fn advance(&self, ms: i64) {
        self.offset.fetch_add(ms, Ordering::Relaxed);
    }
}

/// A time as RFC 3339 in UTC, to the second: `2026-11-21T09:30:00Z`.
pub fn rfc3339(ms: i64) -> String {
    let at = OffsetDateTime::from_unix_timestamp(ms.div_euclid(1000)).unwrap_or(OffsetDateTime::UNIX_EPOCH);
    at.format(&Rfc3339).unwrap_or_default()
}

/// The day of a time: `21 November 2026`.
pub fn day(ms: i64) -> String {
    let at = OffsetDateTime::from_unix_timestamp(ms.div_euclid(1000)).unwrap_or(OffsetDateTime::UNIX_EPOCH);
    format!("{} {} {}", at.day(), at.month(), at.year())
}

/// The day of a time, with its year only where that is not the year of `now`: `2 November`.
pub fn date(ms: i64, now: i64) -> String {
    let whole = day(ms);
    let year = day(now).rsplit(' ').next().map(|part| format!(" {part}")).unwrap_or_default();
    whole.strip_suffix(&year).map(str::to_owned).unwrap_or(whole)
}

/// A time relative to `now`: `just now`, `5 minutes ago`, `yesterday`, `2 November`.
pub fn ago(ms: i64, now: i64) -> String {
    const MINUTE: i64 = 60_000;
    let plural =
        |count: i64, unit: &str| if count == 1 { format!("1 {unit} ago") } else { format!("{count} {unit}s ago") };
    match (now - ms) / MINUTE {
        ..1 => "just now".to_owned(),
        minutes @ 1..60 => plural(minutes, "minute"),
        minutes @ 60..1440 => plural(minutes / 60, "hour"),
        1440..2880 => "yesterday".to_owned(),
        minutes @ 2880..10_080 => plural(minutes / 1440, "day"),
        _ => date(ms, now),
    }
}

/// A time in the format of HTTP's `Last-Modified`.
pub fn http_date(ms: i64) -> String {
    httpdate::fmt_http_date(UNIX_EPOCH + Duration::from_millis(ms.try_into().unwrap_or_default()))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests fail by panicking")]
mod tests {
    #[test]
    fn times_relative_to_now() {
        let now = 1_795_253_400_999;
        let ago = |before: i64| super::ago(now - before * 60_000, now);
        assert_eq!([ago(0), ago(1), ago(59)], ["just now", "1 minute ago", "59 minutes ago"]);
        assert_eq!([ago(60), ago(1439), ago(1440)], ["1 hour ago", "23 hours ago", "yesterday"]);
        assert_eq!(super::date(1_763_717_400_999, now), "21 November 2025");
        assert_eq!([ago(2880), ago(10_080)], ["2 days ago", "14 November"]);
    }

    #[test]
    fn times_are_formatted() {
        assert_eq!(super::rfc3339(1_795_253_400_999), "2026-11-21T09:30:00Z");
        assert_eq!(super::day(1_795_253_400_999), "21 November 2026");
        assert_eq!(super::http_date(1_795_253_400_999), "Sat, 21 Nov 2026 09:30:00 GMT");
    }
}
