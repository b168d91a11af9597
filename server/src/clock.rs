//! The clock, and the formatting of times.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{Duration, UNIX_EPOCH};

use time::format_description::well_known::Rfc3339;
use time::{Date, Month, OffsetDateTime};
use tokio::sync::Notify;

const DAY: i64 = 24 * 60 * 60 * 1000;
/// The longest sleep of a timer, ms: a sleep until later is several.
const LONGEST_SLEEP: i64 = 30 * DAY;

/// The system's clock. Tests of lifetimes advance it instead of waiting.
#[derive(Clone, Debug, Default)]
pub struct Clock {
    offset: Arc<AtomicI64>,
    advanced: Arc<Notify>,
}

impl Clock {
    /// Milliseconds since 1970.
    pub fn now(&self) -> i64 {
        // Each visit asks, and needs no calendar for it.
        let system = UNIX_EPOCH.elapsed().map_or(0, |since| i64::try_from(since.as_millis()).unwrap_or(i64::MAX));
        system.saturating_add(self.offset.load(Ordering::Relaxed))
    }

    /// Advances the clock by this many milliseconds.
    pub fn advance(&self, ms: i64) {
        self.offset.fetch_add(ms, Ordering::Relaxed);
        self.advanced.notify_waiters();
    }

    /// Returns once this clock shows the time, ms since 1970.
    pub async fn sleep_until(&self, at: i64) {
        loop {
            let mut advanced = std::pin::pin!(self.advanced.notified());
            advanced.as_mut().enable();
            let left = (at - self.now()).min(LONGEST_SLEEP);
            let Some(left) = u64::try_from(left).ok().filter(|left| *left > 0) else { return };
            tokio::select! {
                () = tokio::time::sleep(Duration::from_millis(left)) => {}
                () = advanced => {}
            }
        }
    }
}

/// The end of a day in UTC, ms since 1970: of `2026-12-31` the first moment of the next year. `None` for what is no such date.
pub fn end_of_day(text: &str) -> Option<i64> {
    let parts: Vec<&str> = text.split('-').collect();
    let [year, month, day] = parts.as_slice() else { return None };
    let written = [(year, 4), (month, 2), (day, 2)];
    if !written.iter().all(|(part, digits)| part.len() == *digits && part.bytes().all(|byte| byte.is_ascii_digit())) {
        return None;
    }
    let month = Month::try_from(month.parse::<u8>().ok()?).ok()?;
    let date = Date::from_calendar_date(year.parse().ok()?, month, day.parse().ok()?).ok()?;
    Some(date.midnight().assume_utc().unix_timestamp() * 1000 + DAY)
}

/// The day, in UTC, that ends at this time: `2026-12-31`, as [`end_of_day`] reads it.
pub fn day_that_ends(at: i64) -> String {
    rfc3339(at - 1).split('T').next().unwrap_or_default().to_owned()
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

/// The time of day, in UTC because nobody's zone is known here: `10:44 UTC`.
pub fn time_of_day(ms: i64) -> String {
    let at = OffsetDateTime::from_unix_timestamp(ms.div_euclid(1000)).unwrap_or(OffsetDateTime::UNIX_EPOCH);
    format!("{:02}:{:02} UTC", at.hour(), at.minute())
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
    fn a_day_ends_where_the_next_begins() {
        assert_eq!(super::rfc3339(super::end_of_day("2026-12-31").unwrap()), "2027-01-01T00:00:00Z");
        assert_eq!(super::day_that_ends(super::end_of_day("2028-02-29").unwrap()), "2028-02-29");
        for wrong in [
            "",
            "2026-02-29",
            "2026-13-01",
            "2026-1-1",
            "31.12.2026",
            "2026-12-31T00:00",
            "+026-12-31",
            "2026-12-3\u{661}",
        ] {
            assert_eq!(super::end_of_day(wrong), None, "{wrong}");
        }
    }

    #[tokio::test]
    async fn a_sleep_ends_when_the_clock_is_advanced() {
        let clock = super::Clock::default();
        let (at, other) = (clock.now() + 1000 * super::DAY, clock.clone());
        let sleeper = tokio::spawn(async move { other.sleep_until(at).await });
        clock.advance(999 * super::DAY);
        tokio::task::yield_now().await;
        assert!(!sleeper.is_finished());
        clock.advance(super::DAY);
        sleeper.await.unwrap();
    }

    #[test]
    fn times_are_formatted() {
        assert_eq!(super::rfc3339(1_795_253_400_999), "2026-11-21T09:30:00Z");
        assert_eq!(super::day(1_795_253_400_999), "21 November 2026");
        assert_eq!(super::time_of_day(1_795_253_400_999), "09:30 UTC");
        assert_eq!(super::http_date(1_795_253_400_999), "Sat, 21 Nov 2026 09:30:00 GMT");
    }
}
