//! Numbers, plurals, days and moments as the screen says them.
//!
//! Days are `2026-11-14`; moments begin with their day and go on with their time, `2026-11-14T09:12:00`, in the page's own zone.

pub(super) use mantel_model::number::counted;
use mantel_model::number::{Grouping, thousands};

/// The days of the week, Monday first.
pub(super) const WEEKDAYS: [&str; 7] = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];
const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

/// A number with its thousands apart: `1,284`.
pub(super) fn number(number: u64) -> String {
    thousands(number, Grouping::Comma)
}

/// `1,284 visits`.
pub(super) fn visits(count: u64) -> String {
    counted(count, "visit", "visits")
}

/// `501 presses`.
pub(super) fn presses(count: u64) -> String {
    counted(count, "press", "presses")
}

/// How often: `once`, `twice`, `12 times`.
pub(super) fn times(count: u64) -> String {
    match count {
        1 => "once".to_owned(),
        2 => "twice".to_owned(),
        many => format!("{} times", number(many)),
    }
}

/// Names in a sentence: `a, b and c`.
pub(super) fn joined(names: &[String]) -> String {
    match names.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, rest)) => format!("{} and {last}", rest.join(", ")),
        None => String::new(),
    }
}

/// A share in tenths: `11.5`.
pub(super) fn tenths(tenths: u64) -> String {
    format!("{}.{}", number(tenths / 10), tenths % 10)
}

/// A day of the calendar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Day {
    year: i64,
    /// From 1.
    month: usize,
    day: i64,
}

impl Day {
    /// Reads the day that a text begins with.
    pub(super) fn read(text: &str) -> Option<Self> {
        let mut parts = text.get(..10)?.split('-').map(str::parse::<i64>);
        let (year, month, day) = (parts.next()?.ok()?, parts.next()?.ok()?, parts.next()?.ok()?);
        let month = usize::try_from(month).ok().filter(|month| (1..=12).contains(month))?;
        Some(Self { year, month, day })
    }

    /// Days since 1 January 1970.
    pub(super) fn number(self) -> i64 {
        let month = i64::try_from(self.month).unwrap_or(1);
        let year = if month > 2 { self.year } else { self.year - 1 };
        let (era, of_era) = (year.div_euclid(400), year.rem_euclid(400));
        let of_year = (153 * ((month + 9) % 12) + 2) / 5 + self.day - 1;
        era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719_468
    }

    /// The place in the week, Monday first.
    pub(super) fn weekday(self) -> usize {
        usize::try_from((self.number() + 3).rem_euclid(7)).unwrap_or_default()
    }

    fn month_name(self) -> &'static str {
        MONTHS.get(self.month - 1).copied().unwrap_or_default()
    }

    /// `14 November`.
    pub(super) fn long(self) -> String {
        format!("{} {}", self.day, self.month_name())
    }

    /// `14 Nov`.
    pub(super) fn short(self) -> String {
        format!("{} {}", self.day, self.short_month())
    }

    /// `Nov`.
    pub(super) fn short_month(self) -> &'static str {
        self.month_name().get(..3).unwrap_or_default()
    }

    /// `14`.
    pub(super) fn of_month(self) -> i64 {
        self.day
    }

    /// Whether both are in the same month.
    pub(super) fn same_month(self, other: Self) -> bool {
        (self.year, self.month) == (other.year, other.month)
    }

    /// `Saturday 14 November`.
    pub(super) fn with_weekday(self) -> String {
        format!("{} {}", WEEKDAYS.get(self.weekday()).copied().unwrap_or_default(), self.long())
    }

    /// `14 November`, with its year where that is not the other's.
    pub(super) fn beside(self, other: Self) -> String {
        if self.year == other.year { self.long() } else { format!("{} {}", self.long(), self.year) }
    }
}

/// `Saturday 14 November` of `2026-11-14`; the text itself where it is no day.
pub(super) fn weekday_and_day(text: &str) -> String {
    Day::read(text).map_or_else(|| text.to_owned(), Day::with_weekday)
}

/// `14 November` of a day or a moment, with its year where that is not the year of `today`.
pub(super) fn day(text: &str, today: &str) -> String {
    match (Day::read(text), Day::read(today)) {
        (Some(day), Some(today)) => day.beside(today),
        _ => text.to_owned(),
    }
}

/// The time of a moment: `9:12`.
pub(super) fn time(moment: &str) -> String {
    moment.get(11..16).unwrap_or_default().trim_start_matches('0').replacen(
        ':',
        "0:",
        usize::from(moment.get(11..13) == Some("00")),
    )
}

/// When something was last seen: `Today, 10:38`, `Yesterday`, `Friday`, `3 November`.
pub(super) fn seen(moment: &str, today: &str) -> String {
    let (Some(at), Some(now)) = (Day::read(moment), Day::read(today)) else { return moment.to_owned() };
    match now.number() - at.number() {
        0 => format!("Today, {}", time(moment)),
        1 => "Yesterday".to_owned(),
        2..=6 => WEEKDAYS.get(at.weekday()).copied().unwrap_or_default().to_owned(),
        _ => at.beside(now),
    }
}

/// An hour of the day and the next, in words: `from ten to eleven in the morning`.
pub(super) fn hour(hour: usize) -> String {
    const HOURS: [&str; 12] =
        ["twelve", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven"];
    let word = |hour: usize| match hour {
        0 | 24 => "midnight",
        12 => "noon",
        other => HOURS.get(other % 12).copied().unwrap_or_default(),
    };
    let part = match hour {
        1..=5 => " at night",
        6..=10 => " in the morning",
        13..=17 => " in the afternoon",
        18..=22 => " in the evening",
        _ => "",
    };
    format!("from {} to {}{part}", word(hour), word(hour + 1))
}

/// A time zone as people call it: `Lisbon time`.
pub(super) fn zone(name: &str) -> String {
    match name.rsplit('/').next().unwrap_or(name) {
        "UTC" | "" => "UTC".to_owned(),
        city => format!("{} time", city.replace('_', " ")),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests fail by panicking")]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_their_nouns() {
        assert_eq!([visits(0), visits(1), visits(1_000_000)], ["0 visits", "1 visit", "1,000,000 visits"]);
        assert_eq!([presses(1), presses(501)], ["1 press", "501 presses"]);
        assert_eq!([times(1), times(2), times(8640)], ["once", "twice", "8,640 times"]);
        assert_eq!([tenths(115), tenths(9), tenths(0)], ["11.5", "0.9", "0.0"]);
        let names = |names: &[&str]| joined(&names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>());
        assert_eq!([names(&[]), names(&["a"]), names(&["a", "b", "c"])], ["", "a", "a, b and c"]);
    }

    #[test]
    fn days_of_the_calendar() {
        assert_eq!(Day::read("1970-01-01").unwrap().number(), 0);
        assert_eq!(Day::read("2000-02-29").unwrap().number(), 11_016);
        assert_eq!(Day::read("2026-11-14T09:12:00").unwrap().with_weekday(), "Saturday 14 November");
        assert_eq!(Day::read("2028-02-29").unwrap().with_weekday(), "Tuesday 29 February");
        assert_eq!(Day::read("2026-11-14").unwrap().short(), "14 Nov");
        assert_eq!(day("2025-12-31", "2026-01-01"), "31 December 2025");
        for wrong in ["", "2026-13-01", "2026-1-1", "tomorrow!!"] {
            assert_eq!(Day::read(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn moments() {
        let today = "2026-11-26T23:10:00";
        assert_eq!(["2026-11-26T10:38:00", "2026-11-26T00:05:00"].map(time), ["10:38", "0:05"]);
        assert_eq!(time("2026-11-26T09:12:00"), "9:12");
        assert_eq!(seen("2026-11-26T10:38:00", today), "Today, 10:38");
        assert_eq!(seen("2026-11-25T10:38:00", today), "Yesterday");
        assert_eq!(seen("2026-11-20T10:38:00", today), "Friday");
        assert_eq!(seen("2025-11-20T10:38:00", today), "20 November 2025");
    }

    #[test]
    fn hours_and_zones() {
        assert_eq!([hour(0), hour(10)], ["from midnight to one", "from ten to eleven in the morning"]);
        assert_eq!([hour(11), hour(12)], ["from eleven to noon", "from noon to one"]);
        assert_eq!([hour(19), hour(23)], ["from seven to eight in the evening", "from eleven to midnight"]);
        assert_eq!(
            ["Europe/Lisbon", "America/Argentina/Buenos_Aires", "UTC"].map(zone),
            ["Lisbon time", "Buenos Aires time", "UTC"]
        );
    }
}
