//! What is kept, and the forms that change it.

use leptos::prelude::*;

use super::InsightsView;
use super::wording::number;
use crate::components::icon;

/// The whole section.
pub(super) fn view(screen: &InsightsView) -> AnyView {
    let kept = &screen.insights.kept;
    let rows = [
        (
            format!("Kept {} months", number(kept.months)),
            "Totals of a day: visits, presses, sources, countries, kinds of device. Nothing about one person.",
        ),
        (
            "Kept until midnight".to_owned(),
            "A scrambled mark of each browser, so that the number of visitors of one day can be estimated. The key to it changes each night and is thrown away.",
        ),
        (
            "Never kept".to_owned(),
            "Cookies, addresses of visitors, what they do elsewhere. A browser that asks not to be followed is not counted.",
        ),
    ];
    let rows = rows.map(|(name, words)| view! { <div><dt>{name}</dt><dd>{words}</dd></div> });
    let csv = format!("/insights/csv?{}", screen.query());
    view! {
        <section id="kept" class="insights-section insights-beside" aria-labelledby="kept-heading">
            <div class="insights-about"><h2 id="kept-heading">"What is kept"</h2><p class="ui-muted">"Counted on this server alone, without cookies. You, signed in, are not counted."</p></div>
            <div class="insights-kept">
                <dl>{rows.collect_view()}</dl>
                {switch(screen, "on", kept.on, "Count visits to my page", None)}
                {switch(screen, "exact", kept.exact, "Count every press", Some("Links lead through this server for a moment, so that presses count in every browser. Links that prove who you are stay plain."))}
                {screen.mails.then(|| switch(screen, "letter", kept.letter, "A letter every week", Some("The week in plain words, by mail.")))}
                {zone(screen)}
                <div class="insights-actions">
                    <a class="ui-button quiet" href=csv download=true>{icon::stroke(icon::DOWNLOAD)}"Download as CSV"</a>
                    {forget("Forget all counts")}
                </div>
            </div>
        </section>
    }
    .into_any()
}

/// Where the forms are posted: the answer shows the same span and screen.
fn action(screen: &InsightsView) -> String {
    format!("/insights?{}", screen.query())
}

/// A switch: a button, so that it works without script.
fn switch(
    screen: &InsightsView,
    name: &'static str,
    on: bool,
    label: &'static str,
    about: Option<&'static str>,
) -> AnyView {
    let value = if on { "off" } else { "on" };
    let (id, about_id) = (format!("switch-{name}"), format!("about-{name}"));
    let described = about.is_some().then(|| about_id.clone());
    view! {
        <form class="insights-switch" action=action(screen) method="post">
            <button id=id name=name value=value aria-pressed=on.to_string() aria-describedby=described><span class="ui-switch" class:on=on></span>{label}</button>
            {about.map(|words| view! { <p class="ui-muted" id=about_id>{words}</p> })}
        </form>
    }
    .into_any()
}

/// The time zone; a script lists those that the browser knows.
fn zone(screen: &InsightsView) -> AnyView {
    let problem = screen.zone_problem.as_ref();
    let typed = problem.map_or_else(|| screen.insights.zone.clone(), |problem| problem.0.clone());
    let wrong = problem.is_some();
    let says = problem.map_or("As in Europe/Lisbon.", |problem| problem.1.as_str()).to_owned();
    view! {
        <form class="insights-zone" action=action(screen) method="post">
            <div>
                <label class="ui-label" for="time-zone">"Time zone of days and hours"</label>
                <input class="ui-field" id="time-zone" name="timeZone" value=typed list="time-zones" autocomplete="off" autocapitalize="none" spellcheck="false" aria-invalid=wrong.to_string() aria-describedby="time-zone-says" autofocus=wrong/>
                <datalist id="time-zones"></datalist>
                <p class="site-message" class:wrong=wrong id="time-zone-says">{says}</p>
            </div>
            <button class="ui-button quiet">"Save"</button>
        </form>
    }
    .into_any()
}

/// Starts counting again.
pub(super) fn count_again(screen: &InsightsView) -> AnyView {
    view! { <form action=action(screen) method="post"><button class="ui-button" name="on" value="on">"Count again"</button></form> }.into_any()
}

/// Forgets what was counted, confirmed in place.
pub(super) fn forget(label: &'static str) -> AnyView {
    view! {
        <details class="settings-confirm insights-forget"><summary class="ui-button quiet">{label}</summary>
            <form action="/insights/forget" method="post"><p>"Every number of this page is deleted, and the letter has nothing to tell of the time before. This can’t be taken back."</p><button class="ui-button settings-danger-button">"Forget them for good"</button></form>
        </details>
    }
    .into_any()
}
