//! What happened in the span, in one sentence; it names no reasons.

use mantel_model::api::{CountedDay, Insights, InsightsRange};

use super::wording::{Day, WEEKDAYS, number, presses, visits, weekday_and_day};

/// From this many visits on, a span is compared and its best day told.
const TOLD_FROM: u64 = 20;

/// The sentence in pieces: its words, and whether they are a number.
pub(super) fn pieces(insights: &Insights) -> Vec<(String, bool)> {
    let total = insights.total;
    let mut pieces = vec![(visits(total.visits), true)];
    let span = span(insights);
    if total.visits < TOLD_FROM {
        pieces.push((format!(" {span}, "), false));
        pieces.push((presses(total.presses), true));
        pieces.push((".".to_owned(), false));
        return pieces;
    }
    let compared = insights.before.and_then(|before| compared(total.visits, before.visits));
    let compared = compared.map(|words| format!(", {words} in {}", before(insights))).unwrap_or_default();
    pieces.push((format!(" {span}{compared}. "), false));
    pieces.push((presses(total.presses), true));
    pieces.push((format!(".{}", best(insights).map(|best| format!(" {best}")).unwrap_or_default()), false));
    pieces
}

/// The sentence as one text.
pub(super) fn text(insights: &Insights) -> String {
    pieces(insights).into_iter().map(|piece| piece.0).collect()
}

/// `in 30 days`.
fn span(insights: &Insights) -> String {
    match InsightsRange::parse(&insights.range) {
        Some(range) => format!("in {}", range.label()),
        None => format!("in {} days", number(insights.days.len() as u64)),
    }
}

/// What the span is compared with: `the 30 before`.
fn before(insights: &Insights) -> &'static str {
    match InsightsRange::parse(&insights.range) {
        Some(InsightsRange::Week) => "the 7 before",
        Some(InsightsRange::Month) => "the 30 before",
        Some(InsightsRange::Quarter) => "the 90 before",
        _ => "the 12 before",
    }
}

/// Two numbers beside each other: `a third more than`. Nothing where the earlier one is too small to say anything.
fn compared(now: u64, before: u64) -> Option<String> {
    if before < TOLD_FROM {
        return None;
    }
    let percent = now.saturating_mul(100) / before;
    let words = match percent {
        ..10 => "far fewer than",
        10..22 => "a fifth as many as",
        22..29 => "a quarter as many as",
        29..42 => "a third as many as",
        42..59 => "half as many as",
        59..71 => "a third fewer than",
        71..78 => "a quarter fewer than",
        78..86 => "a fifth fewer than",
        86..95 => "a tenth fewer than",
        95..106 => "about as many as",
        106..115 => "a tenth more than",
        115..122 => "a fifth more than",
        122..129 => "a quarter more than",
        129..142 => "a third more than",
        142..160 => "half as many again as",
        160..180 => "two thirds more than",
        180..250 => "twice as many as",
        250..1000 => return Some(format!("{} times as many as", (percent + 50) / 100)),
        _ => "more than ten times as many as",
    };
    Some(words.to_owned())
}

/// The day with the most visits, where one day has more than every other.
pub(super) fn best_day(insights: &Insights) -> Option<&CountedDay> {
    let best = insights.days.iter().max_by_key(|day| day.visits)?;
    let alone = insights.days.iter().filter(|day| day.visits == best.visits).count() == 1;
    (alone && best.visits > 0).then_some(best)
}

fn best(insights: &Insights) -> Option<String> {
    let day = best_day(insights)?;
    let published = insights.published.iter().any(|mark| mark.day == day.day);
    let published = if published { ", the day you published" } else { "" };
    if day.so_far {
        return Some(format!("Most came today{published}."));
    }
    let of_week = insights.range == InsightsRange::Week.as_str();
    let weekday = Day::read(&day.day).filter(|_| of_week).and_then(|day| WEEKDAYS.get(day.weekday()));
    let named = weekday.map_or_else(|| weekday_and_day(&day.day), |name| (*name).to_owned());
    Some(format!("Most came on {named}{published}."))
}

#[cfg(test)]
mod tests {
    use super::super::sample::insights;
    use super::*;

    #[test]
    fn a_span_is_one_sentence() {
        assert_eq!(
            text(&insights()),
            "1,284 visits in 30 days, a third more than in the 30 before. 501 presses. Most came on Saturday 14 November, the day \
             you published."
        );
    }

    #[test]
    fn few_visits_are_only_counted() {
        let mut few = insights();
        few.total.visits = 19;
        few.total.presses = 1;
        assert_eq!(text(&few), "19 visits in 30 days, 1 press.");
    }

    #[test]
    fn a_best_day_is_told_where_there_is_one() {
        let mut insights = insights();
        insights.before = None;
        insights.published.clear();
        assert!(text(&insights).ends_with("501 presses. Most came on Saturday 14 November."), "{}", text(&insights));
        insights.range = "7d".to_owned();
        assert!(text(&insights).ends_with("Most came on Saturday."));
        for day in &mut insights.days {
            day.visits = 10;
        }
        assert!(text(&insights).ends_with("501 presses."));
        insights.days.iter_mut().for_each(|day| day.visits += u64::from(day.so_far));
        assert!(text(&insights).ends_with("Most came today."));
    }

    #[test]
    fn spans_are_compared_in_words() {
        let compared = |now, before| compared(now, before).unwrap_or_default();
        assert_eq!(compared(100, 19), "");
        assert_eq!(compared(1284, 963), "a third more than");
        assert_eq!([compared(0, 50), compared(20, 40)], ["far fewer than", "half as many as"]);
        assert_eq!([compared(100, 100), compared(75, 100)], ["about as many as", "a quarter fewer than"]);
        assert_eq!([compared(300, 100), compared(999, 100)], ["3 times as many as", "10 times as many as"]);
        assert_eq!(compared(u64::MAX, 20), "more than ten times as many as");
    }
}
