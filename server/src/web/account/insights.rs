//! `/insights`: what was counted of the account's page, and the forms that change how it is counted.

use std::borrow::Cow;
use std::sync::Arc;

use axum::extract::{RawQuery, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use jiff::Timestamp;
use jiff::tz::TimeZone;
use mantel_app::render::context::RenderContext;
use mantel_app::site::Document;
use mantel_app::site::insights::{InsightsView, LivePage};
use mantel_model::api::{Insights, InsightsQuery};
use mantel_model::{Problem, TileId};
use url::form_urlencoded;

use super::require_sign_in::RequireSignIn;
use super::sign_in::status_of;
use crate::clock::rfc3339;
use crate::http::security_headers::ScriptPolicy;
use crate::service::{Error, InsightsSettings, NO_LOOKUPS, Result, Session};
use crate::state::App;
use crate::web::posted_form::{PostedForm, field_problems};
use crate::web::{document, screen};

/// Numbers older than this are said to be behind, ms.
const BEHIND: i64 = 60_000;

/// The parameter that names the tile whose link was just asked to be checked again.
const CHECKING: &str = "checking";

fn parameters(query: &RawQuery) -> impl Iterator<Item = (Cow<'_, str>, Cow<'_, str>)> {
    form_urlencoded::parse(query.0.as_deref().unwrap_or_default().as_bytes())
}

/// The span and the screen that an address names; the usual ones where it names others.
fn asked_or_usual(query: &RawQuery) -> InsightsQuery {
    let fields: Vec<_> = parameters(query).filter(|(name, _)| name != CHECKING).collect();
    InsightsQuery::read(fields.iter().map(|(name, value)| (&**name, &**value))).unwrap_or_default()
}

/// The screen.
pub async fn page(State(app): State<App>, RequireSignIn(session): RequireSignIn, query: RawQuery) -> Response {
    let checking = parameters(&query).find(|(name, _)| name == CHECKING).map(|(_, tile)| tile.into_owned());
    let filled = insights(&app, &session, asked_or_usual(&query)).await;
    show(StatusCode::OK, filled.map(|view| InsightsView { checking, ..view }))
}

/// Has the link of a tile fetched again.
pub async fn check(
    State(app): State<App>,
    RequireSignIn(session): RequireSignIn,
    query: RawQuery,
    form: PostedForm,
) -> Response {
    let (tile, asked) = (form.text("tile"), asked_or_usual(&query));
    let outcome = match TileId::parse(&tile) {
        Ok(_) if !app.outbound.is_enabled() => Err(Error::Invalid(vec![Problem::new("", NO_LOOKUPS)])),
        Ok(id) => app.service.refresh_facts(&session.caller, &id).await.map(drop),
        Err(_) => Err(Error::TileNotFound(tile.clone())),
    };
    match outcome {
        // What was asked for within the minute is about to be fetched, or just was.
        Ok(()) | Err(Error::RateLimited(_)) => {
            let (range, screen) = (asked.range, asked.screen);
            let address = format!("/insights?range={range}&screen={screen}&{CHECKING}={tile}#presses");
            Redirect::to(&address).into_response()
        }
        Err(error) => {
            let problem = Some(error.to_string());
            let filled = insights(&app, &session, asked).await;
            show(status_of(&error), filled.map(|view| InsightsView { problem, ..view }))
        }
    }
}

/// Changes how the page is counted: the one field that the form has.
pub async fn change(
    State(app): State<App>,
    RequireSignIn(session): RequireSignIn,
    query: RawQuery,
    form: PostedForm,
) -> Response {
    let asked = asked_or_usual(&query);
    let switch = |name: &str| (!form.raw(name).is_empty()).then(|| form.raw(name) == "on");
    let typed = form.text("timeZone");
    let settings = InsightsSettings {
        on: switch("on"),
        exact: switch("exact"),
        letter: switch("letter"),
        time_zone: (!typed.is_empty()).then(|| typed.clone()),
    };
    let error = match app.service.set_insights(&session.caller, &settings).await {
        Ok(_) => {
            let address = format!("/insights?range={}&screen={}#kept", asked.range, asked.screen);
            return Redirect::to(&address).into_response();
        }
        Err(error) => error,
    };
    let filled = insights(&app, &session, asked).await.map(|view| {
        let problems = field_problems(&error);
        match problems.about("timeZone") {
            Some(problem) => InsightsView { zone_problem: Some((typed, problem)), ..view },
            None => InsightsView { problem: problems.whole().or_else(|| Some(error.to_string())), ..view },
        }
    });
    show(status_of(&error), filled)
}

/// Forgets everything that was counted.
pub async fn forget(State(app): State<App>, RequireSignIn(session): RequireSignIn, _form: PostedForm) -> Response {
    match app.visits.forget(&session.caller).await {
        Ok(()) => Redirect::to("/insights").into_response(),
        Err(error) => show(status_of(&error), Err(error)),
    }
}

fn show(status: StatusCode, filled: Result<InsightsView>) -> Response {
    let filled = match filled {
        Ok(filled) => filled,
        // The editor has the account name its page first.
        Err(Error::NoPage) => return Redirect::to("/edit").into_response(),
        Err(error) => return screen::error_screen(&error.into()),
    };
    let tiles = filled.live.as_ref().map_or(0, |live| live.draft.tiles.len());
    let look = filled.live.as_ref().map(|live| format!("looks/{}.css", live.draft.theme.look()));
    let styles = screen::STYLESHEETS.iter().copied().chain(look.as_deref());
    let styles: Vec<_> = styles.chain(["settings.css", "insights.css"]).collect();
    let document = document::with_title("Insights", &styles);
    let scripts = document.scripts.iter().cloned().chain(document::asset_urls(&["/insights.js"])).collect();
    let document = Document { unlisted: true, scripts, ..document };
    document::with_page(document::screen(status, document, ScriptPolicy::Own, filled), tiles)
}

async fn insights(app: &App, session: &Session, asked: InsightsQuery) -> Result<InsightsView> {
    let (service, caller) = (&app.service, &session.caller);
    let insights = service.insights(caller, asked.range, asked.screen).await?;
    let pages = service.live_and_draft(caller).await?;
    let enough = insights.kept.available && insights.total.visits > 0;
    let live = match pages.before.filter(|_| enough) {
        Some(live) => {
            let pictures = app.image_metadata.for_page(&pages.account, &live.draft, &live.facts).await.pictures;
            let grouping = live.draft.grouping();
            let facts = Arc::clone(&live.facts);
            let context = RenderContext { facts, pictures, grouping, sealed: true, ..RenderContext::default() };
            Some(LivePage { version: u64::try_from(live.version).unwrap_or_default(), draft: live.draft, context })
        }
        None => None,
    };
    let behind = insights.as_of.as_deref().is_some_and(|at| at < rfc3339(service.clock().now() - BEHIND).as_str());
    Ok(InsightsView {
        address: format!("{}/{}", app.config.host(), pages.username),
        behind,
        live,
        kept_versions: kept_versions(app, session).await?,
        checking: None,
        insights: in_its_zone(insights),
        mails: app.config.mail.is_some(),
        zone_problem: None,
        problem: None,
    })
}

/// The versions whose changes can be looked at: they and the ones before them are kept.
async fn kept_versions(app: &App, session: &Session) -> Result<Vec<u64>> {
    let kept = app.service.kept_versions(&session.caller).await?;
    let both = kept.iter().filter(|version| **version <= 1 || kept.contains(&(**version - 1)));
    Ok(both.filter_map(|version| u64::try_from(*version).ok()).collect())
}

/// The reply with its moments in its zone.
fn in_its_zone(mut insights: Insights) -> Insights {
    let zone = TimeZone::get(&insights.zone).unwrap_or(TimeZone::UTC);
    let local = |moment: &mut String| {
        if let Ok(at) = moment.parse::<Timestamp>() {
            *moment = zone.to_datetime(at).to_string();
        }
    };
    let kept = &mut insights.kept;
    let moments = [&mut kept.changed_at, &mut kept.since, &mut kept.last_visit, &mut insights.as_of];
    moments.into_iter().flatten().for_each(local);
    insights.published.iter_mut().for_each(|mark| local(&mut mark.at));
    insights.readers.iter_mut().for_each(|reader| local(&mut reader.last));
    insights
}
