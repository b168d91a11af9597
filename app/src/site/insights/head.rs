//! The head of the screen: whose page, which span, what happened in a sentence, and the plot; and what stands there instead while there
//! is nothing to tell.

use leptos::prelude::*;
use mantel_model::api::InsightsRange;

use super::wording::{counted, day, presses, time, visits};
use super::{InsightsView, SHOWN_FROM, State, counting_settings, plot, segment, sentence};
use crate::components::icon;

/// The heading, with the choice of the span.
pub(super) fn heading(screen: &InsightsView) -> AnyView {
    let insights = &screen.insights;
    let choice = |range: &InsightsRange| {
        let address = format!("/insights?range={range}&screen={}", insights.screen);
        segment::choice(range.as_str() == insights.range, address, range.label().into_any())
    };
    let choices = InsightsRange::ALL.iter().map(choice).collect_view();
    let available = insights.kept.available;
    let span = available.then(|| format!(", {} to today", day(&insights.from, &insights.to)));
    view! {
        <header class="insights-head">
            <div><h1>"Insights"</h1><p class="ui-muted">{screen.address.clone()}{span}</p></div>
            {available.then(|| segment::view("Span", choices.into_any()))}
        </header>
    }
    .into_any()
}

/// What happened, or why nothing is told.
pub(super) fn story(screen: &InsightsView) -> AnyView {
    let insights = &screen.insights;
    let today = insights.to.as_str();
    let few = (insights.total.visits < SHOWN_FROM)
        .then_some("Where people press shows from ten visits on, so that nobody is picked out.");
    match screen.state() {
        State::Unavailable => said("Counts are not set up here", "Whoever runs this server has switched them off for every page. Nothing is counted.".to_owned()),
        State::NotUp => view! {
            {said("Nothing to count yet", "Your page is not up. From the moment it is, this shelf fills by a day each day.".to_owned())}
            <div class="insights-bare"><div class="ui-shelf insights-shelf" aria-hidden="true"></div></div>
            <p><a class="ui-button" href="/edit">"Look at what goes up"</a></p>
        }
        .into_any(),
        State::Off => {
            let since = insights.kept.changed_at.as_deref();
            let since_words = since.map(|since| format!("You turned them off on {}. ", day(since, today))).unwrap_or_default();
            let drawn = insights.total.visits > 0;
            let off = since.and_then(|since| since.get(..10)).unwrap_or_default();
            view! {
                {said("Counts are off", format!("{since_words}Nothing has been counted since; what was before stays until you forget it."))}
                {drawn.then(|| plot::view(screen, Some(off)))}
                <div class="insights-actions">{counting_settings::count_again(screen)}{counting_settings::forget("Forget what was counted")}</div>
            }
            .into_any()
        }
        State::FirstDay => {
            let (total, few) = (insights.total, few.unwrap_or_default());
            let (title, words) = match insights.kept.since.as_deref() {
                Some(since) => {
                    let total = format!("{} and {} so far", visits(total.visits), presses(total.presses));
                    (format!("Counting began at {}", time(since)), format!("{total}. {few}"))
                }
                None => ("No visits yet".to_owned(), format!("Your page is up, and this shelf fills by a day each day. {few}")),
            };
            view! { {said_owned(title, words)}{behind(screen)}{plot::view(screen, None)} }.into_any()
        }
        State::Nothing => {
            let span = match insights.range.as_str() {
                "12m" => "these 12 months".to_owned(),
                _ => format!("these {}", counted(insights.days.len() as u64, "day", "days")),
            };
            let last = insights.kept.last_visit.as_deref();
            let last = last.map(|last| format!(" The last was on {}.", day(last, today))).unwrap_or_default();
            view! { {said_owned(format!("No visits in {span}"), format!("Nobody came to look.{last}"))}{behind(screen)}{plot::view(screen, None)} }.into_any()
        }
        State::Counted => {
            let pieces = sentence::pieces(insights).into_iter().map(|(words, number)| match number {
                true => view! { <strong>{words}</strong> }.into_any(),
                false => view! { <span>{words}</span> }.into_any(),
            });
            let down = (!insights.kept.live).then(|| view! { <p class="ui-muted">"Your page is not up now, so nothing is counted."</p> });
            view! {
                <p class="insights-say">{pieces.collect_view()}</p>
                {down}
                {few.map(|few| view! { <p class="ui-muted">{few}</p> })}
                {behind(screen)}
                {plot::view(screen, None)}
            }
            .into_any()
        }
    }
}

fn said(title: &'static str, words: String) -> AnyView {
    said_owned(title.to_owned(), words)
}

fn said_owned(title: String, words: String) -> AnyView {
    view! { <div class="insights-told"><h2>{title}</h2><p class="ui-muted">{words}</p></div> }.into_any()
}

/// That the newest number is not of now.
fn behind(screen: &InsightsView) -> Option<AnyView> {
    let at = screen.behind.then_some(screen.insights.as_of.as_deref()?)?;
    Some(view! { <p class="insights-behind">{icon::stroke(icon::WARNING)}{format!("As of {}. The count is behind.", time(at))}</p> }.into_any())
}
