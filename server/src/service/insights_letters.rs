//! The weekly letters about what was counted: whose is due, and about which week.

use jiff::civil::Time;
use jiff::tz::TimeZone;
use jiff::{Span, Timestamp};
use mantel_model::api::{Insights, InsightsRange, InsightsScreen};

use super::error::Result;
use super::handle::Service;
use crate::store::{DueLetterRow, DueLetters};

const HOUR: i64 = 60 * 60 * 1000;
const DAY: i64 = 24 * HOUR;
/// When letters are due on a Monday, in the owner's zone.
const MORNING: Time = Time::constant(7, 0, 0, 0);
/// How long after that a letter is still mailed, ms; after a longer stop the week has none.
const STILL_DUE: i64 = 2 * DAY;
/// How long a letter is leased, ms: one that could not be mailed is tried again after it.
const LEASE: i64 = HOUR;

impl Service {
    /// The time zones in which letters are due now, each with the time since when, ms.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn letters_due(&self) -> Result<Vec<(String, i64)>> {
        let now = self.now();
        let zones = self.inner.store.letter_zones().await?.into_iter();
        let since = zones.map(|zone| (monday_morning(&zone, now), zone));
        Ok(since.filter(|(since, _)| now - since < STILL_DUE).map(|(since, zone)| (zone, since)).collect())
    }

    /// Takes a letter of a time zone that is due since `since`; nobody else gets it for an hour.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn take_letter(&self, zone: &str, since: i64) -> Result<Option<DueLetterRow>> {
        let now = self.now();
        let due = DueLetters { time_zone: zone, since, now, lease: now + LEASE };
        Ok(self.inner.store.lease_letter(due).await?)
    }

    /// What was counted of an account's page in the seven days before the Monday on which letters became due at `since`.
    ///
    /// # Errors
    /// `NoPage`; when the database does not answer.
    pub async fn insights_of_week_before(&self, account: &str, since: i64) -> Result<Insights> {
        let caller = self.owner(account).await?;
        self.insights_until(&caller, InsightsRange::Week, InsightsScreen::All, since - DAY).await
    }

    /// Records that the letter of an account was mailed, or has nothing to tell.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn letter_done(&self, account: &str) -> Result<()> {
        Ok(self.inner.store.keep_letter(account, self.now()).await?)
    }
}

/// The last Monday at seven in the morning of a time zone at this time, both ms since 1970; of UTC where the zone is not known.
fn monday_morning(zone: &str, now: i64) -> i64 {
    let zone = TimeZone::get(zone).unwrap_or(TimeZone::UTC);
    let at = Timestamp::from_millisecond(now).unwrap_or_default();
    let today = at.to_zoned_datetime(zone.clone()).date();
    let since_monday = i64::from(today.weekday().to_monday_zero_offset());
    // This week's where it has come, else last week's.
    let mornings = [since_monday, since_monday + 7].into_iter().filter_map(|days| {
        let monday = today.checked_sub(Span::new().days(days)).ok()?;
        Some(monday.to_datetime(MORNING).to_zoned_datetime(zone.clone()).ok()?.timestamp().as_millisecond())
    });
    mornings.into_iter().find(|morning| *morning <= now).unwrap_or(i64::MIN)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests fail by panicking")]
mod tests {
    use super::monday_morning;

    fn ms(at: &str) -> i64 {
        at.parse::<jiff::Timestamp>().unwrap().as_millisecond()
    }

    #[test]
    fn letters_are_due_on_monday_at_seven_of_the_owner() {
        // 23 November 2026 is a Monday.
        for (zone, now, wanted) in [
            ("UTC", "2026-11-23T06:59:59Z", "2026-11-16T07:00:00Z"),
            ("UTC", "2026-11-23T07:00:00Z", "2026-11-23T07:00:00Z"),
            ("UTC", "2026-11-29T23:59:59Z", "2026-11-23T07:00:00Z"),
            ("Asia/Tokyo", "2026-11-22T22:00:00Z", "2026-11-22T22:00:00Z"),
            ("Asia/Tokyo", "2026-11-22T21:59:59Z", "2026-11-15T22:00:00Z"),
            ("America/Los_Angeles", "2026-11-23T14:59:59Z", "2026-11-16T15:00:00Z"),
            ("America/Los_Angeles", "2026-11-23T15:00:00Z", "2026-11-23T15:00:00Z"),
            // Clocks went back on Sunday 25 October.
            ("Europe/Lisbon", "2026-10-26T07:00:00Z", "2026-10-26T07:00:00Z"),
            ("Europe/Lisbon", "2026-10-24T12:00:00Z", "2026-10-19T06:00:00Z"),
            ("Pacific/Apia", "2026-11-22T18:00:00Z", "2026-11-22T18:00:00Z"),
            ("No/Such", "2026-11-23T07:00:00Z", "2026-11-23T07:00:00Z"),
        ] {
            assert_eq!(monday_morning(zone, ms(now)), ms(wanted), "{zone} {now}");
        }
    }
}
