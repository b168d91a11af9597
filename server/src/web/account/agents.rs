//! `/agents`: programs that are connected, keys, what they did, and how to connect another.

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use mantel_app::site::agents;
use mantel_app::site::agents::{Agents, ConnectedAgent, Key, NewKey};
use mantel_model::limits;

use super::sign_in::status_of;
use super::{SignedIn, connectors};
use crate::clock::{ago, date, rfc3339};
use crate::http::rate_limit::Kind;
use crate::service::oauth::{Act, Connection, undoable};
use crate::service::{Error, Result, Session};
use crate::state::App;
use crate::web;
use crate::web::form::Form;

/// Used so lately that it counts as being here, ms.
const HERE: i64 = 2 * 60_000;

/// Signed out: sign in first, then come back.
fn sign_in_first() -> Response {
    Redirect::to("/signin?next=%2Fagents").into_response()
}

/// The agents page.
pub async fn page(State(app): State<App>, SignedIn(session): SignedIn) -> Response {
    let Some(session) = session else { return sign_in_first() };
    show(&app, &session, StatusCode::OK, Agents::default()).await
}

/// Makes a key and shows it, this once.
pub async fn make_key(State(app): State<App>, SignedIn(session): SignedIn, form: Form) -> Response {
    let Some(session) = session else { return sign_in_first() };
    match try_make_key(&app, &session, &form.text("name")).await {
        Ok(fresh) => show(&app, &session, StatusCode::OK, Agents { new_key: Some(fresh), ..Default::default() }).await,
        Err(error) => refused(&app, &session, "keys", &error).await,
    }
}

async fn try_make_key(app: &App, session: &Session, name: &str) -> Result<NewKey> {
    app.rates.take_account(Kind::Keys, &session.caller.account)?;
    let (row, secret) = app.service.make_key(&session.caller.account, name).await?;
    Ok(NewKey { name: row.name, secret })
}

/// Revokes a key.
pub async fn revoke(
    State(app): State<App>,
    SignedIn(session): SignedIn,
    Path(id): Path<String>,
    _form: Form,
) -> Response {
    let Some(session) = session else { return sign_in_first() };
    let done = app.service.revoke_key(&session.caller.account, &id).await;
    done_or_shown(&app, &session, "keys", done).await
}

/// Lets a key publish, or not.
pub async fn key_publish(
    State(app): State<App>,
    SignedIn(session): SignedIn,
    Path(id): Path<String>,
    form: Form,
) -> Response {
    let Some(session) = session else { return sign_in_first() };
    let done = app.service.let_key_publish(&session.caller.account, &id, form.raw("publish") == "on").await;
    done_or_shown(&app, &session, "keys", done).await
}

/// Disconnects a program.
pub async fn disconnect(
    State(app): State<App>,
    SignedIn(session): SignedIn,
    Path(id): Path<String>,
    _form: Form,
) -> Response {
    let Some(session) = session else { return sign_in_first() };
    let done = app.service.disconnect(&session.caller.account, &id).await;
    done_or_shown(&app, &session, "connected", done).await
}

/// Lets a program publish, or not.
pub async fn publish(
    State(app): State<App>,
    SignedIn(session): SignedIn,
    Path(id): Path<String>,
    form: Form,
) -> Response {
    let Some(session) = session else { return sign_in_first() };
    let done = app.service.let_connection_publish(&session.caller.account, &id, form.raw("publish") == "on").await;
    done_or_shown(&app, &session, "connected", done).await
}

/// Takes back what an agent did last.
pub async fn undo(State(app): State<App>, SignedIn(session): SignedIn, form: Form) -> Response {
    let Some(session) = session else { return sign_in_first() };
    let number = |name: &str| form.raw(name).parse().unwrap_or_default();
    let done = app.service.undo(&session.caller, number("version"), number("seen")).await;
    done_or_shown(&app, &session, "connected", done).await
}

/// Back to the page; what is gone already is what was asked for.
async fn done_or_shown(app: &App, session: &Session, form: &str, done: Result<()>) -> Response {
    match done {
        Ok(()) | Err(Error::Unknown(_)) => Redirect::to(&format!("/agents#{form}")).into_response(),
        Err(error) => refused(app, session, form, &error).await,
    }
}

async fn refused(app: &App, session: &Session, form: &str, error: &Error) -> Response {
    let words = match error {
        Error::Invalid(problems) => {
            problems.iter().map(|problem| problem.message.clone()).collect::<Vec<_>>().join(" ")
        }
        Error::VersionConflict { .. } => "The page changed meanwhile; look again before you undo.".to_owned(),
        other => other.to_string(),
    };
    let shown = Agents { problems: vec![(form.to_owned(), words)], ..Default::default() };
    show(app, session, status_of(error), shown).await
}

/// The page, filled with what the account has.
async fn show(app: &App, session: &Session, status: StatusCode, shown: Agents) -> Response {
    match filled(app, session, shown).await {
        Ok(filled) => web::dressed(status, "Agents", &["agents.css"], || agents::view(&filled)),
        Err(error) => web::trouble(&error.into()),
    }
}

async fn filled(app: &App, session: &Session, shown: Agents) -> Result<Agents> {
    let (service, account) = (&app.service, session.caller.account.as_str());
    let (version, live) = match service.page(&session.caller).await {
        Ok(page) => (page.version, page.live.map_or(0, |live| live.1)),
        Err(Error::NoPage) => (0, 0),
        Err(other) => return Err(other),
    };
    let acts = service.acts(account).await?;
    let seen = Seen { acts, version, live, now: service.clock().now() };
    let connected = service.connections(account).await?;
    let keys = service.keys(account).await?;
    Ok(Agents {
        connected: connected.into_iter().map(|it| seen.connected(it)).collect(),
        keys: keys.into_iter().map(|key| seen.key(key)).collect(),
        limit: limits::KEYS,
        address: format!("{}/api/mcp", app.config.base_url),
        guides: connectors::all(&app.config.base_url),
        curl: connectors::curl(&app.config.base_url),
        version,
        ..shown
    })
}

/// What the page is drawn from.
struct Seen {
    acts: Vec<Act>,
    version: i64,
    /// When the page went live, ms.
    live: i64,
    now: i64,
}

impl Seen {
    fn connected(&self, it: Connection) -> ConnectedAgent {
        ConnectedAgent {
            active: it.used_at.is_some_and(|at| self.now - at < HERE),
            last_used: it.used_at.map(|at| ago(at, self.now)),
            since: date(it.created_at, self.now),
            publish_requested: self.asked(it.asked_at),
            activity: self.acts_of(&format!("client:{}", it.name)),
            id: it.id,
            client: it.client,
            name: it.name,
            publish: it.publish,
        }
    }

    fn key(&self, it: crate::store::KeyRow) -> Key {
        Key {
            created: date(it.created_at, self.now),
            last_used: it.used_at.map(|at| ago(at, self.now)),
            publish_requested: self.asked(it.asked_at),
            activity: self.acts_of(&format!("key:{}", it.name)),
            id: it.id,
            name: it.name,
            publish: it.publish,
        }
    }

    /// When it asked to publish, unless the page went live since.
    fn asked(&self, at: Option<i64>) -> Option<String> {
        at.filter(|at| *at > self.live).map(|at| ago(at, self.now))
    }

    fn acts_of(&self, actor: &str) -> Vec<agents::ActivityEntry> {
        let own = self.acts.iter().filter(|act| act.actor == actor);
        let shown = own.map(|own| agents::ActivityEntry {
            when: ago(own.at, self.now),
            at: rfc3339(own.at),
            summary: own.summary.clone(),
            action: own.act.clone(),
            version: own.version,
            undoable: own.kind == "draft" && undoable(&self.acts, actor, own.version, self.version),
        });
        shown.collect()
    }
}
