//! Insights (screens2, 1): what happened to a page, in one sentence, one plot and one picture. Drawn on the server; a script
//! (`public/insights.js`) adds the chosen day.

mod counting_settings;
mod head;
mod hours;
mod lists;
mod names;
mod plot;
mod presses;
mod readers;
#[cfg(test)]
mod sample;
mod segment;
mod sentence;
mod sources;
mod tables;
#[cfg(test)]
mod tests;
mod wording;

use leptos::prelude::*;
use mantel_model::Draft;
use mantel_model::api::Insights;

use super::document::{account_header, footer};
use super::form_fields::alert;
use crate::render::context::RenderContext;

/// From this many visits on it is shown where people press, so that nobody is picked out.
const SHOWN_FROM: u64 = 10;

/// What the screen shows.
#[derive(Clone, Debug)]
pub struct InsightsView {
    /// The page's address without its scheme: `mantel.page/ines`.
    pub address: String,
    /// What was counted. Its moments are those of its zone, `2026-11-14T09:12:00`, not of UTC.
    pub insights: Insights,
    /// Whether the newest number is older than it should be.
    pub behind: bool,
    /// The page as it is live, if it is.
    pub live: Option<LivePage>,
    /// The versions whose changes are still kept, and so can be looked at.
    pub kept_versions: Vec<u64>,
    /// Whether this server sends mail.
    pub mails: bool,
    /// The tile whose link was just asked to be checked again.
    pub checking: Option<String>,
    /// A time zone as typed that is none, and why.
    pub zone_problem: Option<(String, String)>,
    /// What went wrong with another form.
    pub problem: Option<String>,
}

/// The live page, and what it is drawn with.
#[derive(Clone, Debug)]
pub struct LivePage {
    /// The version.
    pub version: u64,
    /// Its content.
    pub draft: Draft,
    /// What it is drawn with.
    pub context: RenderContext,
}

/// What there is to tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// This server does not count.
    Unavailable,
    /// The owner switched counting off.
    Off,
    /// The page was never up.
    NotUp,
    /// Counting began today.
    FirstDay,
    /// There were visits, but none in the span.
    Nothing,
    /// There were visits in the span.
    Counted,
}

impl InsightsView {
    /// The query of the same span and screen.
    fn query(&self) -> String {
        format!("range={}&screen={}", self.insights.range, self.insights.screen)
    }

    fn state(&self) -> State {
        let (insights, kept) = (&self.insights, &self.insights.kept);
        let nothing = insights.total.visits == 0;
        let began = kept.since.as_deref().and_then(|since| since.get(..10));
        match kept {
            kept if !kept.available => State::Unavailable,
            kept if !kept.on => State::Off,
            kept if nothing && !kept.live && kept.last_visit.is_none() => State::NotUp,
            kept if kept.last_visit.is_some() && nothing => State::Nothing,
            _ if began.is_none_or(|began| began == insights.to) => State::FirstDay,
            _ if nothing => State::Nothing,
            _ => State::Counted,
        }
    }
}

/// The whole screen.
pub fn view(screen: &InsightsView) -> AnyView {
    let insights = &screen.insights;
    let enough = insights.kept.available && insights.total.visits >= SHOWN_FROM;
    let sections = enough.then(|| {
        view! { {presses::view(screen)}{sources::view(insights)}{hours::view(insights)}{lists::view(insights)} }
    });
    let available =
        insights.kept.available.then(|| view! { {readers::view(insights)}{counting_settings::view(screen)} });
    view! {
        <div class="ui-wall insights-screen">
            {account_header("/insights", ())}
            <div class="ui-shelf low" aria-hidden="true"></div>
            <main>
                {screen.problem.clone().map(alert)}
                {head::heading(screen)}
                {head::story(screen)}
                {sections}
                {available}
            </main>
            {footer()}
        </div>
    }
    .into_any()
}
