//! Visits and presses over time: bars side by side on the shelf, drawn here as SVG, with the moments of publishing on the shelf's
//! face.

use leptos::prelude::*;
use mantel_model::api::{CountedDay, Insights, InsightsRange, PublishedMark};
use serde_json::json;

use super::wording::{Day, day, number, presses, time, visits, weekday_and_day};
use super::{InsightsView, sentence, tables};

/// Of the width of a bar's place, the parts that the bars of visits and of presses take, and the air between them; where there are few
/// bars, they are narrower.
const WIDTHS: [f64; 3] = [0.42, 0.27, 0.03];
const FEW_WIDTHS: [f64; 3] = [0.24, 0.16, 0.015];
const FEW: usize = 10;
/// A plot is at least this high, in visits, so that few look few.
const LEAST_HIGHEST: u64 = 20;
/// The least height of a bar of anything, of the whole.
const LEAST: f64 = 0.8;
/// Up to this many moments of publishing have words below the shelf; more have them with the chosen day.
const NAMED_MARKS: usize = 6;

/// A bar of the plot: a day, or in a year a week.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Bar {
    /// Its first day.
    pub day: String,
    /// Its words: `Saturday 14 November`, `The week of 9 November`.
    pub name: String,
    pub visits: u64,
    pub presses: u64,
    /// Visitors, estimated; only of a day.
    pub visitors: Option<u64>,
    /// Whether it is not over.
    pub so_far: bool,
    /// The moments of publishing in it, as places in the reply's list.
    pub published: Vec<usize>,
}

/// The bars of a span: one a day, and of a year one a week, which begins on a Monday.
pub(super) fn bars(insights: &Insights) -> Vec<Bar> {
    let by_week = insights.range == InsightsRange::Year.as_str();
    let mut bars: Vec<Bar> = Vec::new();
    for counted in &insights.days {
        let weekday = Day::read(&counted.day).map(Day::weekday);
        match bars.last_mut().filter(|_| by_week && weekday != Some(0)) {
            Some(week) => {
                week.visits += counted.visits;
                week.presses += counted.presses;
                week.so_far |= counted.so_far;
            }
            None => bars.push(bar(counted, by_week, &insights.to)),
        }
        if let Some(bar) = bars.last_mut() {
            let marks = insights.published.iter().enumerate();
            bar.published.extend(marks.filter(|(_, mark)| mark.day == counted.day).map(|(at, _)| at));
        }
    }
    bars
}

fn bar(counted: &CountedDay, by_week: bool, today: &str) -> Bar {
    let name = match by_week {
        true => format!("The week of {}", day(&counted.day, today)),
        false => weekday_and_day(&counted.day),
    };
    Bar {
        day: counted.day.clone(),
        name,
        visits: counted.visits,
        presses: counted.presses,
        visitors: counted.visitors.filter(|_| !by_week),
        so_far: counted.so_far,
        published: Vec::new(),
    }
}

/// The height of a number beside the highest one, of 100; what is anything can be seen.
fn height(number: u64, highest: u64) -> f64 {
    if number == 0 { 0.0 } else { (number as f64 / highest.max(1) as f64 * 96.0).max(LEAST) }
}

/// The round numbers at which lines are drawn: two, or one where there is only one.
fn lines(highest: u64) -> Vec<u64> {
    let steps = (0..19).flat_map(|power| [1, 2, 5].map(|digit| digit * 10_u64.pow(power)));
    let step = steps.take_while(|step| step.saturating_mul(2) <= highest).last().unwrap_or(1);
    [step, step.saturating_mul(2)].into_iter().filter(|line| *line <= highest).collect()
}

/// The bar that is chosen at first: the one with the most visits.
fn chosen(bars: &[Bar]) -> Option<usize> {
    let (at, best) = bars.iter().enumerate().max_by_key(|(at, bar)| (bar.visits, *at))?;
    (best.visits > 0).then_some(at)
}

/// What is said of a bar: its name, its numbers, and what was published in it.
fn said(bar: &Bar, published: &[PublishedMark]) -> [String; 3] {
    let people = bar.visitors.map(|people| format!(". About {} people", number(people))).unwrap_or_default();
    let so_far = if bar.so_far { " so far" } else { "" };
    let counts = format!("{}, {}{so_far}{people}", visits(bar.visits), presses(bar.presses));
    let marks: Vec<_> = bar.published.iter().filter_map(|at| published.get(*at)).collect();
    let mark = match marks.as_slice() {
        [] => String::new(),
        [one] => format!("Version {} went live at {}", one.version, time(&one.at)),
        many => format!(
            "Versions {} went live",
            super::wording::joined(&many.iter().map(|mark| mark.version.to_string()).collect::<Vec<_>>())
        ),
    };
    [bar.name.clone(), counts, mark]
}

/// The plot with its legend and its table. `off` is the day since which nothing is counted, empty where it is not known.
pub(super) fn view(screen: &InsightsView, off: Option<&str>) -> AnyView {
    let insights = &screen.insights;
    let bars = bars(insights);
    let weekly = insights.range == InsightsRange::Year.as_str();
    let table = table(screen, &bars, weekly);
    let best = chosen(&bars);
    let chosen = best.filter(|_| off.is_none());
    view! {
        <figure class="insights-plot" class:off=off.is_some() class:bare=best.is_none()>
            {best.map(|_| view! { {legend(&bars, insights)}{tables::fold("Visits and presses", "Show as a drawing", table)} })}
            <div class="insights-drawing">
                {drawing(insights, &bars, chosen, off)}
                <div class="ui-shelf insights-shelf" aria-hidden="true"></div>
                {below(screen, &bars, off)}
            </div>
        </figure>
    }
    .into_any()
}

fn legend(bars: &[Bar], insights: &Insights) -> AnyView {
    let so_far = bars.last().is_some_and(|bar| bar.so_far);
    let now = if insights.range == InsightsRange::Year.as_str() { "this week so far" } else { "today so far" };
    view! {
        <figcaption class="insights-legend">
            <span class="of-visits">"visits"</span><span class="of-presses">"presses"</span>
            {so_far.then(|| view! { <span class="so-far">{now}</span> })}
            {(!insights.published.is_empty()).then(|| view! { <span class="of-published">"you published"</span> })}
        </figcaption>
    }
    .into_any()
}

fn drawing(insights: &Insights, bars: &[Bar], chosen: Option<usize>, off: Option<&str>) -> AnyView {
    let highest = bars.iter().map(|bar| bar.visits.max(bar.presses)).max().unwrap_or_default().max(LEAST_HIGHEST);
    let [visits, presses, air] = if bars.len() > FEW { WIDTHS } else { FEW_WIDTHS };
    let place = 100.0 / bars.len().max(1) as f64;
    let anything = bars.iter().any(|bar| bar.visits + bar.presses > 0);
    let lines = lines(highest).into_iter().filter(|_| anything).map(|line| {
        let y = format!("{:.2}%", 100.0 - height(line, highest));
        view! { <line x1="0" x2="100%" y1=y.clone() y2=y></line> }
    });
    let names = anything.then(|| lines_names(highest));
    let drawn = bars.iter().enumerate().map(|(at, bar)| {
        let left = at as f64 * place + place * (1.0 - visits - air - presses) / 2.0;
        let one = |class: &'static str, count: u64, x: f64, width: f64| {
            let tall = height(count, highest);
            (count > 0).then(|| view! { <rect class=class class:so-far=bar.so_far x=format!("{x:.3}%") y=format!("{:.2}%", 100.0 - tall) width=format!("{width:.3}%") height=format!("{tall:.2}%") rx="2"></rect> })
        };
        view! {
            {one("of-visits", bar.visits, left, place * visits)}
            {one("of-presses", bar.presses, left + place * (visits + air), place * presses)}
        }
    });
    let said: Vec<_> = bars.iter().map(|bar| said(bar, &insights.published)).collect();
    let tall: Vec<_> = bars.iter().map(|bar| height(bar.visits.max(bar.presses), highest).round()).collect();
    let data = json!({ "said": said, "tall": tall }).to_string();
    let off_at = off.filter(|day| !day.is_empty()).and_then(|day| bars.iter().position(|bar| bar.day.as_str() >= day));
    let off_line = off_at.map(|at| {
        let x = format!("{:.3}%", at as f64 * place);
        view! { <line class="off-line" x1=x.clone() x2=x y1="30%" y2="100%"></line> }
    });
    let chosen = chosen.and_then(|at| Some((at, said.get(at)?.clone(), tall.get(at).copied()?)));
    let start = chosen.as_ref().map(|chosen| chosen.0.to_string());
    view! {
        <div class="insights-graph" role="img" aria-label=sentence::text(insights) data-plot=data data-chosen=start style=format!("--place:{place:.4}%;--ring:{:.2}", visits + air + presses + 0.13)>
            <svg width="100%" height="100%" aria-hidden="true">{lines.collect_view()}{drawn.collect_view()}{off_line}</svg>
            {names}
            {chosen.map(|(at, said, tall)| slip(bars.len(), at, said, tall))}
        </div>
    }
    .into_any()
}

/// The numbers of the lines.
fn lines_names(highest: u64) -> AnyView {
    let name = |line: u64| {
        let style = format!("bottom:{:.2}%", height(line, highest));
        view! { <span class="insights-line" style=style aria-hidden="true">{number(line)}</span> }
    };
    lines(highest).into_iter().map(name).collect_view().into_any()
}

/// The ring around the chosen bar and the slip beside it; a script moves both.
fn slip(count: usize, at: usize, said: [String; 3], tall: f64) -> AnyView {
    let [name, counts, published] = said;
    let style = format!("--at:{at};--tall:{tall}%");
    view! {
        <span class="insights-ring" style=style.clone() aria-hidden="true"></span>
        <p class="insights-slip" class:before={at * 2 >= count} style=style aria-hidden="true"><b>{name}</b><span>{format!(", {counts}.")}</span><span class="insights-slip-published">{published}</span></p>
    }
    .into_any()
}

/// What stands below the shelf: embers on its face, days, and the versions that were published.
fn below(screen: &InsightsView, bars: &[Bar], off: Option<&str>) -> AnyView {
    let insights = &screen.insights;
    let place = 100.0 / bars.len().max(1) as f64;
    let middle = |at: usize| format!("left:{:.3}%", (at as f64 + 0.5) * place);
    let marked = |at: usize| bars.get(at).is_some_and(|bar| !bar.published.is_empty());
    let embers = (0..bars.len()).filter(|at| marked(*at));
    let embers = embers.map(|at| view! { <i class="insights-ember" style=middle(at) aria-hidden="true"></i> });
    let named = bars.iter().filter(|bar| !bar.published.is_empty()).count() <= NAMED_MARKS && off.is_none();
    let mut last = f64::NEG_INFINITY;
    let versions = bars.iter().enumerate().filter(|_| named).filter_map(|(at, bar)| {
        let version = insights.published.get(*bar.published.last()?)?.version;
        // Words that would cover each other are left to the chosen day.
        let x = (at as f64 + 0.5) * place;
        let fits = x - last >= 8.5;
        last = if fits { x } else { last };
        let words = format!("Version {version}");
        let words = match screen.kept_versions.contains(&version) {
            true => view! { <a href=format!("/agents/changes/{version}")>{words}</a> }.into_any(),
            false => view! { <span>{words}</span> }.into_any(),
        };
        // The name of the last day stands where a line would lead up.
        let class = if at + 1 == bars.len() {
            "insights-version end last"
        } else if x > 94.0 {
            "insights-version end"
        } else if x < 6.0 {
            "insights-version start"
        } else {
            "insights-version"
        };
        fits.then(|| view! { <span class=class style=middle(at)>{words}</span> })
    });
    let off = off.filter(|day| !day.is_empty());
    let off_words = off.map(|off| format!("Off since {}", Day::read(off).map(Day::short).unwrap_or_default()));
    let off_words = off_words.zip(off.and_then(|day| bars.iter().position(|bar| bar.day.as_str() >= day)));
    let days = days(insights, bars).into_iter().filter(|(at, _)| {
        !(marked(*at) && *at + 1 != bars.len())
            && off_words.as_ref().is_none_or(|(_, off)| at.abs_diff(*off) > bars.len() / 8)
    });
    let weekly = insights.range == InsightsRange::Year.as_str();
    let days = days.enumerate().map(|(nth, (at, words))| {
        let class = match at {
            0 => "start",
            _ if at + 1 == bars.len() => "end",
            // On phones there is room for every third month.
            _ if weekly && nth % 3 != 0 => "wide-only",
            _ => "",
        };
        view! { <span class=class style=middle(at)>{words}</span> }
    });
    let off_words =
        off_words.clone().map(|(words, at)| view! { <span class="insights-off" style=middle(at)>{words}</span> });
    view! {
        <div class="insights-embers" aria-hidden="true">{embers.collect_view()}</div>
        <div class="insights-days" aria-hidden="true">{days.collect_view()}{off_words}</div>
        <div class="insights-versions" class:named=named>{versions.collect_view()}</div>
    }
    .into_any()
}

/// The days by name below the shelf: every seventh, of ninety days every fourteenth, and of a year each month's first.
fn days(insights: &Insights, bars: &[Bar]) -> Vec<(usize, String)> {
    let (weekly, last) = (insights.range == InsightsRange::Year.as_str(), bars.len().saturating_sub(1));
    let apart = if bars.len() > 40 { 14 } else { 7.min(bars.len().div_ceil(4).max(1)) };
    let mut named = Vec::new();
    let mut before: Option<Day> = None;
    for (at, bar) in bars.iter().enumerate() {
        let Some(day) = Day::read(&bar.day) else { continue };
        let new_month = before.is_none_or(|before| !before.same_month(day));
        let shown = if weekly { new_month && before.is_some() } else { at % apart == 0 };
        before = if shown || weekly { Some(day) } else { before };
        if shown && last - at >= if weekly { 3 } else { apart.div_ceil(2) } {
            let words = if weekly {
                day.short_month().to_owned()
            } else if new_month {
                day.short()
            } else {
                day.of_month().to_string()
            };
            named.push((at, words));
        }
    }
    if !bars.is_empty() {
        named.push((last, if weekly { "This week" } else { "Today" }.to_owned()));
    }
    named
}

fn table(screen: &InsightsView, bars: &[Bar], weekly: bool) -> AnyView {
    let published = &screen.insights.published;
    let rows = bars.iter().rev().map(|bar| {
        let versions: Vec<_> = bar.published.iter().filter_map(|at| published.get(*at)).collect();
        let versions: Vec<_> = versions.iter().map(|mark| format!("version {}", mark.version)).collect();
        let so_far = if bar.so_far { " so far" } else { "" };
        let visitors = bar.visitors.map(|people| format!("about {}", number(people))).unwrap_or_default();
        view! {
            <tr><th scope="row">{format!("{}{so_far}", bar.name)}</th><td>{number(bar.visits)}</td><td>{number(bar.presses)}</td>
            {(!weekly).then(|| view! { <td>{visitors}</td> })}<td class="words">{versions.join(", ")}</td></tr>
        }
    });
    view! {
        <table class="insights-counts">
            <thead><tr><th scope="col">{if weekly { "Week" } else { "Day" }}</th><th scope="col">"Visits"</th><th scope="col">"Presses"</th>
            {(!weekly).then(|| view! { <th scope="col">"Visitors, estimated"</th> })}<th scope="col" class="words">"Published"</th></tr></thead>
            <tbody>{rows.collect_view()}</tbody>
        </table>
    }
    .into_any()
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests fail by panicking")]
mod tests {
    use super::super::sample::insights;
    use super::*;

    fn counted(day: String, visits: u64) -> CountedDay {
        CountedDay { day, visits, presses: visits / 2, visitors: Some(visits), so_far: false }
    }

    #[test]
    fn a_bar_is_a_day() {
        let insights = insights();
        let bars = bars(&insights);
        assert_eq!(bars.len(), 30);
        let best = bars.get(chosen(&bars).unwrap()).unwrap();
        let said = said(best, &insights.published);
        assert_eq!(said[0], "Saturday 14 November");
        assert_eq!(said[1], "132 visits, 62 presses. About 99 people");
        assert_eq!(said[2], "Version 38 went live at 9:12");
        assert_eq!(super::said(bars.last().unwrap(), &[])[1], "34 visits, 13 presses so far");
    }

    #[test]
    fn of_a_year_a_bar_is_a_week_and_visitors_are_never_summed() {
        let mut insights = insights();
        insights.range = "12m".to_owned();
        let bars = bars(&insights);
        // Saturday 24 October and the Sunday after it, then whole weeks.
        assert_eq!(
            bars.iter().map(|bar| bar.name.as_str()).collect::<Vec<_>>()[..2],
            ["The week of 24 October", "The week of 26 October"]
        );
        let visits = insights.days.iter().map(|day| day.visits);
        assert_eq!(bars.iter().map(|bar| bar.visits).sum::<u64>(), visits.sum::<u64>());
        assert!(bars.iter().all(|bar| bar.visitors.is_none()) && bars.last().unwrap().so_far);
        assert_eq!(bars.iter().flat_map(|bar| bar.published.clone()).collect::<Vec<_>>(), [0, 1, 2]);
    }

    #[test]
    fn lines_are_at_round_numbers() {
        assert_eq!([lines(132), lines(10), lines(3)], [vec![50, 100], vec![5, 10], vec![1, 2]]);
        assert_eq!([lines(0), lines(1), lines(10_000)], [vec![], vec![1], vec![5000, 10_000]]);
        assert_eq!(lines(u64::MAX), [5_000_000_000_000_000_000, 10_000_000_000_000_000_000]);
    }

    #[test]
    fn the_highest_fits_and_the_lowest_is_seen() {
        assert!((height(10_000, 10_000) - 96.0).abs() < 0.01);
        assert!((height(10, 10_000) - LEAST).abs() < 0.01);
        assert!(height(0, 0).abs() < 0.01 && height(0, 10_000).abs() < 0.01 && (height(1, 1) - 96.0).abs() < 0.01);
    }

    #[test]
    fn days_are_named_under_the_shelf() {
        let mut insights = insights();
        let names =
            |insights: &Insights| days(insights, &bars(insights)).into_iter().map(|day| day.1).collect::<Vec<_>>();
        assert_eq!(names(&insights), ["24 Oct", "31", "7 Nov", "14", "Today"]);
        insights.range = "7d".to_owned();
        insights.days.drain(..23);
        assert_eq!(names(&insights), ["16 Nov", "18", "20", "Today"]);
        insights.days.clear();
        assert_eq!(names(&insights), Vec::<String>::new());
        insights.range = "12m".to_owned();
        let months =
            (1..=12).flat_map(|month| (1..=28).map(move |day| counted(format!("2026-{month:02}-{day:02}"), 1)));
        insights.days = months.collect();
        assert_eq!(names(&insights)[..2], ["Feb", "Mar"]);
    }
}
