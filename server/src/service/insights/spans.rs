//! Spans of days in a time zone, as the hours and days that counts are kept by.

use std::ops::Range;

use jiff::civil::Date;
use jiff::tz::TimeZone;
use jiff::{Span as Length, Timestamp, ToSpan};
use mantel_model::api::InsightsRange;

const HOUR: i64 = 60 * 60 * 1000;

/// A span of days in a zone.
#[derive(Clone, Debug)]
pub struct Span {
    zone: TimeZone,
    /// The first day.
    pub from: Date,
    /// The last day.
    pub to: Date,
    /// Its hours, since 1970.
    pub hours: Range<i64>,
    /// The days of UTC with these dates, since 1970.
    pub days: Range<i64>,
}

impl Span {
    /// The span that ends today.
    pub fn new(range: InsightsRange, zone: &str, now: i64) -> Self {
        let zone = TimeZone::get(zone).unwrap_or(TimeZone::UTC);
        let to = zone.to_datetime(timestamp(now)).date();
        let length: Length = match range {
            InsightsRange::Week => 6.days(),
            InsightsRange::Month => 29.days(),
            InsightsRange::Quarter => 89.days(),
            InsightsRange::Year => 12.months(),
        };
        let from = to.checked_sub(length).unwrap_or(to);
        let from = if range == InsightsRange::Year { from.tomorrow().unwrap_or(from) } else { from };
        Self::between(zone, from, to)
    }

    fn between(zone: TimeZone, from: Date, to: Date) -> Self {
        let hours = hour_of(&zone, from)..hour_of(&zone, to.tomorrow().unwrap_or(to));
        let days = days_since_epoch(from)..days_since_epoch(to) + 1;
        Self { zone, from, to, hours, days }
    }

    /// The span of as many days before it.
    pub fn before(&self) -> Self {
        let length = days_since_epoch(self.to) - days_since_epoch(self.from);
        let to = self.from.yesterday().unwrap_or(self.from);
        let from = to.checked_sub(length.days()).unwrap_or(to);
        Self::between(self.zone.clone(), from, to)
    }

    /// The day of a time, ms since 1970.
    pub fn day_of(&self, at: i64) -> Date {
        self.zone.to_datetime(timestamp(at)).date()
    }

    /// Its days.
    pub fn dates(&self) -> impl Iterator<Item = Date> {
        self.from.series(1.day()).take_while(|date| *date <= self.to)
    }

    /// Visits by day of the week, Monday first, and hour.
    pub fn week(&self, hours: &[crate::store::PeriodSum]) -> Vec<Vec<u64>> {
        let mut week = vec![vec![0; 24]; 7];
        for sum in hours.iter().filter(|sum| sum.dimension == "visits") {
            let at = self.zone.to_datetime(timestamp(sum.period * HOUR));
            let day = usize::try_from(at.weekday().to_monday_zero_offset()).unwrap_or_default();
            let hour = usize::try_from(at.hour()).unwrap_or_default();
            if let Some(place) = week.get_mut(day).and_then(|day| day.get_mut(hour)) {
                *place += u64::try_from(sum.count).unwrap_or_default();
            }
        }
        week
    }
}

/// The name of a zone as its database has it; `None` for what is none.
pub fn zone_named(name: &str) -> Option<String> {
    let zone = TimeZone::get(name.trim()).ok()?;
    zone.iana_name().map(str::to_owned)
}

/// Days since 1970 of a date.
pub fn days_since_epoch(date: Date) -> i64 {
    let epoch = Date::constant(1970, 1, 1);
    epoch.until(date).map_or(0, |span| i64::from(span.get_days()))
}

fn timestamp(ms: i64) -> Timestamp {
    Timestamp::from_millisecond(ms).unwrap_or(Timestamp::UNIX_EPOCH)
}

/// The first hour, since 1970, that begins on a day in a zone.
fn hour_of(zone: &TimeZone, date: Date) -> i64 {
    let start = date.to_zoned_datetime(zone.clone()).map_or(0, |start| start.timestamp().as_millisecond());
    // Rounded up: an hour belongs to the day in which it begins.
    -(-start).div_euclid(HOUR)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests fail by panicking")]
mod tests {
    use super::*;
    use crate::store::PeriodSum;

    /// 2026-11-14 23:30 in UTC, Saturday.
    const NIGHT: i64 = 1_794_699_000_000;

    #[test]
    fn days_are_those_of_the_zone() {
        let here = Span::new(InsightsRange::Week, "UTC", NIGHT);
        assert_eq!((here.from.to_string(), here.to.to_string()), ("2026-11-08".into(), "2026-11-14".into()));
        let east = Span::new(InsightsRange::Week, "Asia/Tokyo", NIGHT);
        assert_eq!(east.to.to_string(), "2026-11-15");
        assert_eq!(here.hours.end - here.hours.start, 7 * 24);
        assert_eq!(here.hours.start - east.hours.start, -15);
        assert_eq!(here.dates().count(), 7);
        assert_eq!(Span::new(InsightsRange::Year, "UTC", NIGHT).from.to_string(), "2025-11-15");
    }

    #[test]
    fn half_hour_zones_and_changes_of_the_clock_lose_no_hour() {
        let india = Span::new(InsightsRange::Month, "Asia/Kolkata", NIGHT);
        assert_eq!(india.before().hours.end, india.hours.start);
        assert_eq!(india.day_of(india.hours.start * HOUR), india.from);
        assert!(india.day_of((india.hours.start - 1) * HOUR) < india.from);
        let lisbon = Span::new(InsightsRange::Quarter, "Europe/Lisbon", NIGHT);
        assert_eq!(lisbon.hours.end - lisbon.hours.start, 90 * 24 + 1, "the clock went back in October");
        assert_eq!(lisbon.dates().count(), 90);
    }

    #[test]
    fn the_hours_of_the_week_are_those_of_the_zone() {
        let sum = PeriodSum { period: NIGHT / HOUR, dimension: "visits".into(), count: 3 };
        let week = Span::new(InsightsRange::Week, "UTC", NIGHT).week(std::slice::from_ref(&sum));
        assert_eq!(week[5][23], 3);
        let week = Span::new(InsightsRange::Week, "Asia/Tokyo", NIGHT).week(&[sum]);
        assert_eq!(week[6][8], 3);
    }

    #[test]
    fn only_zones_are_zones() {
        assert_eq!(zone_named("europe/lisbon").as_deref(), Some("Europe/Lisbon"));
        assert!(zone_named("Mars/Olympus").is_none() && zone_named("").is_none());
    }
}
