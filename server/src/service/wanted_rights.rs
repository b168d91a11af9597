//! Rights as their owner writes them, in a form or a command.

use mantel_model::{Access, Problem, Rights};

use super::error::{Error, Result};
use crate::clock::{day_that_ends, end_of_day};
use crate::store::Narrowed;

const DAY: i64 = 24 * 60 * 60 * 1000;
/// The latest end, ms from now.
const LONGEST: i64 = 5 * 366 * DAY;

/// What a credential shall be allowed, as written.
#[derive(Clone, Copy, Debug, Default)]
pub struct WantedRights<'a> {
    /// `read`, `add` or `edit`; empty for all that there is.
    pub access: &'a str,
    /// Whether it may publish.
    pub publish: bool,
    /// The last day, in UTC: `2026-12-31`; empty for no end.
    pub ends: &'a str,
}

impl WantedRights<'_> {
    /// Everything, without an end.
    pub const FULL: WantedRights<'static> = WantedRights { access: "", publish: true, ends: "" };

    /// The first and the last day that can be written as the last.
    pub fn days(now: i64) -> (String, String) {
        (day_that_ends(now + 1), day_that_ends(now + LONGEST - DAY))
    }

    /// The rights, with the access and the end of `most` where none is written; what is wrong with them is added to
    /// `problems`. Publishing needs its own yes: `most` gives none.
    pub fn read(&self, most: Rights, now: i64, problems: &mut Vec<Problem>) -> Rights {
        let mut rights = Rights { publish: self.publish, ..most };
        match Access::parse(self.access) {
            Some(access) => rights.access = access,
            None if self.access.is_empty() => {}
            None => problems.push(Problem::new("/access", "Choose read, add or edit.")),
        }
        if !self.ends.is_empty() {
            match end_of_day(self.ends) {
                Some(end) if end <= now => {
                    problems.push(Problem::new("/ends", "This day has passed; choose a later one."))
                }
                Some(end) if end > now + LONGEST => {
                    let (_, last) = Self::days(now);
                    problems.push(Problem::new("/ends", format!("Choose a day until {last}, or none.")));
                }
                Some(end) => rights.ends_at = Some(end),
                None => problems.push(Problem::new("/ends", "Write the last day as year, month and day: 2026-12-31.")),
            }
        }
        rights.publish = rights.publishes();
        rights
    }

    /// The rights, which may not be wider than `present`.
    ///
    /// # Errors
    /// `Invalid` with everything that is wrong.
    pub(super) fn narrower(&self, present: Rights, now: i64) -> Result<Rights> {
        let mut problems = Vec::new();
        let rights = self.read(present, now, &mut problems);
        if rights.access > present.access {
            problems.push(Problem::new("/access", WIDER));
        }
        if present.ends_at.is_some_and(|end| rights.ends_at.is_some_and(|wanted| wanted > end)) {
            problems.push(Problem::new("/ends", WIDER));
        }
        if problems.is_empty() { Ok(rights) } else { Err(Error::Invalid(problems)) }
    }
}

/// What is said to whoever wants to widen rights.
const WIDER: &str = "This only gets narrower. For more, make a new key or connect again.";

/// The result of narrowing what the word names.
pub(super) fn narrowed(result: Narrowed, what: &'static str) -> Result<()> {
    match result {
        Narrowed::Done => Ok(()),
        // Narrowed meanwhile, in another window.
        Narrowed::Wider => Err(Error::Invalid(vec![Problem::new("/access", WIDER)])),
        Narrowed::Unknown => Err(Error::Unknown(what)),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests fail by panicking")]
mod tests {
    use super::*;

    /// Noon on 26 November 2026.
    const NOW: i64 = 1_795_694_400_000;

    fn problems(access: &str, ends: &str) -> Vec<String> {
        let mut problems = Vec::new();
        WantedRights { access, publish: false, ends }.read(Rights::FULL, NOW, &mut problems);
        problems.into_iter().map(|problem| problem.path).collect()
    }

    #[test]
    fn what_is_written_is_read_or_explained() {
        let mut none = Vec::new();
        assert_eq!(WantedRights::FULL.read(Rights::FULL, NOW, &mut none), Rights::FULL);
        let reader =
            WantedRights { access: "read", publish: true, ends: "2026-11-26" }.read(Rights::FULL, NOW, &mut none);
        assert_eq!(reader, Rights { access: Access::Read, publish: false, ends_at: Some(NOW + DAY / 2) });
        assert!(none.is_empty());
        assert_eq!(problems("all", "soon"), ["/access", "/ends"]);
        for (ends, wrong) in [("2026-11-25", true), ("2031-11-26", false), ("2032-01-01", true), ("9999-12-31", true)] {
            assert_eq!(problems("", ends).len(), usize::from(wrong), "{ends}");
        }
    }

    #[test]
    fn rights_only_narrow() {
        let present = Rights { access: Access::Add, publish: true, ends_at: end_of_day("2026-12-31") };
        let narrower = |access, ends| WantedRights { access, publish: true, ends }.narrower(present, NOW);
        assert_eq!(narrower("", "").unwrap(), present);
        assert_eq!(narrower("read", "2026-12-30").unwrap().ends_at, end_of_day("2026-12-30"));
        assert!(narrower("edit", "").is_err() && narrower("", "2027-01-01").is_err());
    }
}
