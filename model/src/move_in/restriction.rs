//! Links that a page does not show to everybody, as services describe them in their data.

use std::collections::HashSet;
use std::sync::LazyLock;

use super::tree::Tree;

const GATE: &[&str] = &["rules.gate", "gate"];
const LOCKED: &[&str] = &["locked", "isLocked", "is_locked", "passwordProtected", "password_protected"];
const HIDDEN: &[&str] = &[
    "hidden",
    "isHidden",
    "is_hidden",
    "archived",
    "isArchived",
    "is_archived",
    "draft",
    "isDraft",
    "disabled",
    "isDisabled",
];
const SHOWN: &[&str] = &[
    "active",
    "isActive",
    "is_active",
    "enabled",
    "isEnabled",
    "is_enabled",
    "visible",
    "isVisible",
    "is_visible",
    "published",
    "isPublished",
    "is_published",
];
const STATUS: &[&str] = &["status", "state", "visibility"];
const SCHEDULED: &[&str] = &["scheduled", "isScheduled"];
const STARTS: &[&str] = &[
    "schedule.start",
    "schedule.startAt",
    "schedule.startsAt",
    "schedule.from",
    "scheduleStart",
    "schedule_start",
    "scheduledStart",
    "startsAt",
    "startAt",
    "publishAt",
    "publish_at",
    "scheduledAt",
    "scheduled_at",
];
const ENDS: &[&str] = &[
    "schedule.end",
    "schedule.endAt",
    "schedule.endsAt",
    "schedule.until",
    "scheduleEnd",
    "schedule_end",
    "scheduledEnd",
    "endsAt",
    "endAt",
    "expiresAt",
    "expires_at",
];

/// The fields of an item that may say it: the first names of all these paths.
static FIELDS: LazyLock<HashSet<&str>> = LazyLock::new(|| {
    let paths = [GATE, LOCKED, HIDDEN, SHOWN, STATUS, SCHEDULED, STARTS, ENDS].concat();
    paths.into_iter().filter_map(|path| path.split('.').next()).collect()
});

/// Why a link is not shown to everybody: a clause, "locked there". `None` when it is.
pub(super) fn restriction(item: &Tree) -> Option<String> {
    // Most links say nothing of it, and looking each path up costs more than everything else about them.
    if !item.fields().iter().any(|(name, _)| FIELDS.contains(name.as_str())) {
        return None;
    }
    gate(item).map(str::to_owned).or_else(|| hidden(item).map(str::to_owned)).or_else(|| scheduled(item))
}

/// What visitors must do first.
fn gate(item: &Tree) -> Option<&'static str> {
    let gate = item.first(GATE);
    let order = gate.and_then(|gate| gate.get("activeOrder"));
    let active = order.map(|order| order.items().iter().filter_map(Tree::as_text).collect::<Vec<_>>());
    let set = |name: &str| match (&active, gate) {
        (Some(active), _) if !active.is_empty() => active.iter().any(|other| other.eq_ignore_ascii_case(name)),
        (Some(_), _) | (None, None) => false,
        (None, Some(gate)) => gate.get(name).is_some_and(|value| *value != Tree::Null && !value.is_false()),
    };
    let kinds = [
        ("passcode", "locked there by a code"),
        ("password", "locked there by a password"),
        ("payment", "locked there behind a payment"),
        ("subscribe", "locked there until visitors subscribe"),
        ("subscription", "locked there until visitors subscribe"),
        ("nft", "locked there to those who hold a token"),
        ("age", "visitors are asked for their age there"),
        ("sensitiveContent", "visitors are warned of it there"),
        ("sensitive", "visitors are warned of it there"),
    ];
    if let Some((_, why)) = kinds.iter().find(|(name, _)| set(name)) {
        return Some(why);
    }
    let gated = active.is_some_and(|active| !active.is_empty());
    (gated || LOCKED.iter().any(|name| item.get(name).is_some_and(Tree::is_true))).then_some("locked there")
}

fn hidden(item: &Tree) -> Option<&'static str> {
    let yes = HIDDEN.iter().any(|name| item.get(name).is_some_and(Tree::is_true));
    let no = SHOWN.iter().any(|name| item.get(name).is_some_and(Tree::is_false));
    let status = item.text(STATUS).is_some_and(|status| {
        ["hidden", "draft", "inactive", "disabled", "archived", "private"]
            .iter()
            .any(|word| status.eq_ignore_ascii_case(word))
    });
    (yes || no || status).then_some("hidden there")
}

fn scheduled(item: &Tree) -> Option<String> {
    let given = |paths: &[&str]| {
        item.first(paths)
            .filter(|value| !matches!(value, Tree::Text(text) if text.trim().is_empty()))
            .filter(|value| !value.is_false())
    };
    let (start, end) = (given(STARTS), given(ENDS));
    let scheduled = item.get("scheduled").or_else(|| item.get("isScheduled")).is_some_and(Tree::is_true)
        || item.text(&["status", "state"]).is_some_and(|status| status.eq_ignore_ascii_case("scheduled"));
    let day = |value: Option<&Tree>| value.and_then(Tree::as_text).and_then(day).map(str::to_owned);
    match (day(start), day(end)) {
        (Some(start), Some(end)) => Some(format!("scheduled there from {start} to {end}")),
        (Some(start), None) => Some(format!("scheduled there from {start}")),
        (None, Some(end)) => Some(format!("scheduled there until {end}")),
        (None, None) => (scheduled || start.is_some() || end.is_some()).then(|| "scheduled there".to_owned()),
    }
}

/// The day of a moment: `2026-12-01T09:00:00Z` is `2026-12-01`.
pub(super) fn day(moment: &str) -> Option<&str> {
    let day = moment.trim().get(..10)?;
    let shape = day
        .bytes()
        .enumerate()
        .all(|(at, byte)| if matches!(at, 4 | 7) { byte == b'-' } else { byte.is_ascii_digit() });
    shape.then_some(day)
}

#[cfg(test)]
mod tests {
    use super::{Tree, restriction};

    #[test]
    fn a_link_that_not_everybody_sees_says_why() {
        for (item, why) in [
            (r#"{"locked": true}"#, Some("locked there")),
            (r#"{"locked": false, "rules": {"gate": {"activeOrder": [], "age": null, "passcode": null}}}"#, None),
            (
                r#"{"rules": {"gate": {"activeOrder": ["passcode"], "passcode": {"length": 4}}}}"#,
                Some("locked there by a code"),
            ),
            (r#"{"rules": {"gate": {"activeOrder": ["somethingNew"]}}}"#, Some("locked there")),
            (
                r#"{"rules": {"gate": {"age": {"min": 18}, "payment": null}}}"#,
                Some("visitors are asked for their age there"),
            ),
            (r#"{"rules": {"gate": {"activeOrder": [], "sensitiveContent": {"domain": "x"}}}}"#, None),
            (r#"{"rules": {"gate": null}}"#, None),
            (r#"{"isActive": false}"#, Some("hidden there")),
            (r#"{"is_active": 0}"#, Some("hidden there")),
            (r#"{"visible": null}"#, None),
            (r#"{"status": "Draft"}"#, Some("hidden there")),
            (
                r#"{"scheduleStart": "2026-12-01T09:00:00Z", "scheduleEnd": null}"#,
                Some("scheduled there from 2026-12-01"),
            ),
            (
                r#"{"schedule": {"start": "2026-12-01", "end": "2026-12-24"}}"#,
                Some("scheduled there from 2026-12-01 to 2026-12-24"),
            ),
            (r#"{"startAt": 1796083200}"#, Some("scheduled there")),
            (r#"{"scheduleStart": ""}"#, None),
        ] {
            let found = Tree::parse(item).as_ref().and_then(restriction);
            assert_eq!(found.as_deref(), why, "{item}");
        }
    }
}
