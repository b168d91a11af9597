//! Each state of the screen as it is drawn.

use leptos::prelude::Owner;

use super::sample::{insights, live};
use super::{InsightsView, view};
use crate::render::page::static_html;

fn screen() -> InsightsView {
    InsightsView {
        mails: true,
        address: "mantel.page/ines".to_owned(),
        insights: insights(),
        behind: false,
        live: Some(live()),
        kept_versions: vec![38],
        checking: None,
        zone_problem: None,
        problem: None,
    }
}

fn drawn(screen: &InsightsView) -> String {
    Owner::new().with(|| static_html(view(screen)))
}

/// What is seen of a part of the screen, without its markup.
fn words(html: &str) -> String {
    let mut out = String::new();
    for part in html.split('<').skip(1) {
        out.push_str(part.split_once('>').map_or("", |(_, words)| words));
    }
    out
}

#[test]
fn what_was_counted_is_told_drawn_and_in_tables() {
    let html = drawn(&screen());
    let said = words(&html);
    for sentence in [
        "1,284 visits in 30 days, a third more than in the 30 before. 501 presses. Most came on Saturday 14 November, the day you published.",
        "Saturday 14 November, 132 visits, 62 presses. About 99 people.Version 38 went live at 9:12",
        "Answers “not found” since 19 November; 9 pressed it since.",
        "3 tiles lead nowhere, so nobody can press them. Gone from the page, still counted: Autumn market, stall 12 (14).",
        "Of 100 visits, 15 are by browsers that tell no presses",
        "129 of the 1,284 came by something you put up.",
        "Hours of the week, in Lisbon time. Busiest: Saturday from ten to eleven in the morning.",
        "Read the page 12 times, asked for llms.txt 5 times and the JSON twice",
        "GPTBot 10 times and CCBot 6 times. Ask them not to",
        "Portuguese52%",
        "Portugal57%",
        "The page as it is live, version 38",
    ] {
        assert!(said.contains(sentence), "{sentence}: {said}");
    }
    // Every drawing has a table: days, hours, presses.
    assert_eq!(html.matches("Show as a table").count(), 2);
    assert_eq!(html.matches("<svg width=\"100%\"").count(), 1);
    for name in ["1,284 visits in 30 days, a third more", "Visits by hour of the week. Busiest: Saturday"] {
        assert!(html.contains(&format!("aria-label=\"{name}")), "{name}");
    }
    // Ranges and screens are links.
    for address in ["/insights?range=7d&amp;screen=all", "/insights?range=30d&amp;screen=phone#presses"] {
        assert!(html.contains(&format!("href=\"{address}\"")), "{address}");
    }
    let again = "form=\"insights-check\" name=\"tile\"";
    assert!(html.contains("action=\"/insights/check?range=30d&amp;screen=all\"") && html.contains(again), "{html}");
    assert!(html.contains("href=\"/agents/changes/38\"") && !html.contains("href=\"/agents/changes/37\""));
    assert!(!html.contains("<script") && !html.contains("501 of them"), "{html}");
}

#[test]
fn of_long_spans_the_hours_are_those_of_the_last_60_days() {
    let mut screen = screen();
    for (range, said) in [("7d", false), ("30d", false), ("90d", true), ("12m", true)] {
        range.clone_into(&mut screen.insights.range);
        let html = drawn(&screen);
        for sentence in [
            "Hours of the week, in Lisbon time, of the last 60 days. Busiest",
            "Visits by hour of the week, of the last 60 days. Busiest",
        ] {
            assert_eq!(html.contains(sentence), said, "{range}: {sentence}");
        }
    }
}

#[test]
fn the_page_is_lit_by_what_was_pressed() {
    let html = drawn(&screen());
    let lit = html.split("insights-lit").nth(1).unwrap_or_default();
    let lit = lit.split("<figcaption>").next().unwrap_or_default();
    assert!(lit.contains("--heat:1;") && lit.contains("--heat:0.4;") && lit.contains("--heat:0.29;"), "{lit}");
    assert_eq!(lit.matches("insights-glow").count(), 4);
    assert_eq!(lit.matches("class=\"insights-rank\"").count(), 4);
    assert!(!lit.contains("<a "), "links are inert");
}

#[test]
fn without_a_database_of_addresses_there_are_no_countries() {
    let mut screen = screen();
    screen.insights.countries = None;
    let html = drawn(&screen);
    assert!(!html.contains(">Country<") && html.contains(">Language<"));
}

#[test]
fn fewer_than_ten_visits_pick_nobody_out() {
    let mut screen = screen();
    screen.insights.total.visits = 9;
    let html = drawn(&screen);
    assert!(!html.contains("insights-lit") && !html.contains("moon jar") && !html.contains(">Browser<"), "{html}");
    assert!(words(&html).contains("9 visits in 30 days, 501 presses."));
    screen.insights.total.visits = 10;
    assert!(drawn(&screen).contains("insights-lit"));
}

#[test]
fn on_the_first_day_it_tells_when_counting_began() {
    let mut screen = screen();
    screen.insights.kept.since = Some("2026-11-22T09:12:00".to_owned());
    (screen.insights.total.visits, screen.insights.total.presses) = (7, 3);
    screen.insights.days.iter_mut().filter(|day| !day.so_far).for_each(|day| (day.visits, day.presses) = (0, 0));
    let html = drawn(&screen);
    assert!(
        words(&html).contains(
            "Counting began at 9:127 visits and 3 presses so far. Where people press shows from ten visits on"
        ),
        "{html}"
    );
    assert!(html.contains("class=\"of-visits so-far\""));
}

#[test]
fn a_page_that_is_not_up_has_a_bare_shelf() {
    let mut screen = screen();
    (screen.insights.total, screen.live) = (Default::default(), None);
    (screen.insights.kept.live, screen.insights.kept.last_visit, screen.insights.kept.since) = (false, None, None);
    let html = drawn(&screen);
    assert!(
        html.contains("Nothing to count yet")
            && html.contains("Look at what goes up")
            && !html.contains("insights-graph")
    );
}

#[test]
fn switched_off_it_tells_since_when_and_offers_both_ways() {
    let mut screen = screen();
    (screen.insights.kept.on, screen.insights.kept.changed_at) = (false, Some("2026-11-03T10:00:00".to_owned()));
    let said = words(&drawn(&screen));
    assert!(said.contains("You turned them off on 3 November. Nothing has been counted since"), "{said}");
    assert!(
        said.contains("Count again") && said.contains("Forget what was counted") && said.contains("Off since 3 Nov")
    );
}

#[test]
fn a_server_that_counts_nothing_says_so_and_has_no_switch() {
    let mut screen = screen();
    screen.insights.kept.available = false;
    let html = drawn(&screen);
    assert!(html.contains("Whoever runs this server has switched them off for every page."));
    assert!(
        !html.contains("role=\"switch\"") && !html.contains("<form action=\"/insights") && !html.contains("range=7d")
    );
}

#[test]
fn a_span_without_visits_tells_the_last() {
    let mut screen = screen();
    screen.insights.range = "7d".to_owned();
    screen.insights.days.drain(..23);
    screen.insights.days.iter_mut().for_each(|day| (day.visits, day.presses) = (0, 0));
    screen.insights.total = Default::default();
    screen.insights.kept.last_visit = Some("2026-11-02T10:00:00".to_owned());
    let html = drawn(&screen);
    assert!(
        words(&html).contains("No visits in these 7 daysNobody came to look. The last was on 2 November."),
        "{html}"
    );
    assert!(!html.contains("<rect") && !html.contains("insights-slip"));
}

#[test]
fn a_count_that_is_behind_says_so() {
    let mut screen = screen();
    assert!(!drawn(&screen).contains("The count is behind."));
    screen.behind = true;
    assert!(drawn(&screen).contains("As of 10:40. The count is behind."));
}

#[test]
fn a_time_zone_that_is_none_is_told_at_its_field() {
    let mut screen = screen();
    screen.zone_problem = Some(("Lisboa\"><b>".to_owned(), "is no time zone".to_owned()));
    let html = drawn(&screen);
    assert!(
        html.contains("value=\"Lisboa&quot;><b>\"") || html.contains("value=\"Lisboa&quot;&gt;&lt;b&gt;\""),
        "{html}"
    );
    assert!(html.contains("aria-invalid=\"true\"") && html.contains(">is no time zone<"));
}

#[test]
fn names_from_outside_are_text() {
    let mut screen = screen();
    let evil = "</script><img src=x onerror=alert(1)>";
    screen.insights.tiles.iter_mut().for_each(|tile| tile.title = evil.to_owned());
    screen.insights.sources.iter_mut().for_each(|source| source.name = evil.to_owned());
    screen.insights.readers.iter_mut().for_each(|reader| reader.name = evil.to_owned());
    screen.insights.browsers.iter_mut().for_each(|browser| browser.name = evil.to_owned());
    assert!(!drawn(&screen).contains("<img src=x"));
}
