//! `/agents`: connected programs, keys, what they did, and how to connect another program.

use std::collections::HashSet;

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use mantel_app::site::agents::{ActivityEntry, Agents, ConnectedAgent, Key, NewKey, ShownRights, TypedKey};
use mantel_model::{Access, Rights, limits};

use super::connectors;
use super::require_sign_in::RequireSignIn;
use super::sign_in::status_of;
use crate::clock::{ago, date, day_that_ends, rfc3339};
use crate::http::rate_limit::Kind;
use crate::service::oauth::{Act, Connection, undoable};
use crate::service::{Error, Result, Session, WantedRights};
use crate::state::App;
use crate::web::posted_form::{PostedForm, field_problems};
use crate::web::screen;

/// A connection used this recently is shown as active, ms.
const ACTIVE_WITHIN: i64 = 2 * 60_000;

/// The agents page.
pub async fn page(State(app): State<App>, RequireSignIn(session): RequireSignIn) -> Response {
    show(&app, &session, StatusCode::OK, Agents::default()).await
}

/// Creates a key and shows it, this one time.
pub async fn create_key(State(app): State<App>, RequireSignIn(session): RequireSignIn, form: PostedForm) -> Response {
    match try_create_key(&app, &session, &form).await {
        Ok(fresh) => show(&app, &session, StatusCode::OK, Agents { new_key: Some(fresh), ..Default::default() }).await,
        Err(error @ Error::Invalid(_)) => {
            let typed_key = TypedKey {
                name: form.text("name"),
                access: Access::parse(form.raw("access")).unwrap_or(Access::Edit),
                publish: form.raw("publish") == "on",
                ends: form.text("ends"),
                problems: field_problems(&error),
            };
            show(&app, &session, status_of(&error), Agents { typed_key, ..Default::default() }).await
        }
        Err(error) => show_problem(&app, &session, "keys", &error).await,
    }
}

async fn try_create_key(app: &App, session: &Session, form: &PostedForm) -> Result<NewKey> {
    app.rate_limits.take_account(Kind::Keys, &session.caller.account)?;
    let (row, secret) = app.service.make_own_key(&session.caller, &form.text("name"), &form.wanted_rights()).await?;
    Ok(NewKey { name: row.name, secret })
}

/// Narrows what a key may do.
pub async fn narrow_key(
    State(app): State<App>,
    RequireSignIn(session): RequireSignIn,
    Path(id): Path<String>,
    form: PostedForm,
) -> Response {
    let result = app.service.narrow_key(&session.caller.account, &id, &form.wanted_rights()).await;
    redirect_or_show(&app, &session, "keys", result).await
}

/// Narrows what a program may do.
pub async fn narrow_connection(
    State(app): State<App>,
    RequireSignIn(session): RequireSignIn,
    Path(id): Path<String>,
    form: PostedForm,
) -> Response {
    let result = app.service.narrow_connection(&session.caller.account, &id, &form.wanted_rights()).await;
    redirect_or_show(&app, &session, "connected", result).await
}

/// Revokes a key.
pub async fn revoke(
    State(app): State<App>,
    RequireSignIn(session): RequireSignIn,
    Path(id): Path<String>,
    _form: PostedForm,
) -> Response {
    let result = app.service.revoke_key(&session.caller.account, &id).await;
    redirect_or_show(&app, &session, "keys", result).await
}

/// Sets whether a key may publish.
pub async fn key_publish(
    State(app): State<App>,
    RequireSignIn(session): RequireSignIn,
    Path(id): Path<String>,
    form: PostedForm,
) -> Response {
    let result = app.service.let_key_publish(&session.caller.account, &id, form.raw("publish") == "on").await;
    redirect_or_show(&app, &session, "keys", result).await
}

/// Disconnects a program.
pub async fn disconnect(
    State(app): State<App>,
    RequireSignIn(session): RequireSignIn,
    Path(id): Path<String>,
    _form: PostedForm,
) -> Response {
    let result = app.service.disconnect(&session.caller.account, &id).await;
    redirect_or_show(&app, &session, "connected", result).await
}

/// Sets whether a program may publish.
pub async fn publish(
    State(app): State<App>,
    RequireSignIn(session): RequireSignIn,
    Path(id): Path<String>,
    form: PostedForm,
) -> Response {
    let result = app.service.let_connection_publish(&session.caller.account, &id, form.raw("publish") == "on").await;
    redirect_or_show(&app, &session, "connected", result).await
}

/// Undoes what an agent changed from a version on.
pub async fn undo(State(app): State<App>, RequireSignIn(session): RequireSignIn, form: PostedForm) -> Response {
    let number = |name: &str| form.raw(name).parse().unwrap_or_default();
    let result = app.service.undo_agent(&session.caller, number("version"), number("seen")).await;
    redirect_or_show(&app, &session, "connected", result).await
}

/// Redirects back to the page. A thing that no longer exists counts as success.
async fn redirect_or_show(app: &App, session: &Session, form: &str, result: Result<()>) -> Response {
    match result {
        Ok(()) | Err(Error::Unknown(_)) => Redirect::to(&format!("/agents#{form}")).into_response(),
        Err(error) => show_problem(app, session, form, &error).await,
    }
}

async fn show_problem(app: &App, session: &Session, form: &str, error: &Error) -> Response {
    let problem = match error {
        Error::Invalid(problems) => {
            problems.iter().map(|problem| problem.message.clone()).collect::<Vec<_>>().join(" ")
        }
        Error::VersionConflict { .. } => "The page changed meanwhile; look again before you undo.".to_owned(),
        Error::NothingToUndo(_) => "Nothing of it is left to undo: all of it was changed since.".to_owned(),
        other => other.to_string(),
    };
    let agents = Agents { problems: vec![(form.to_owned(), problem)], ..Default::default() };
    show(app, session, status_of(error), agents).await
}

/// The page with the account's data.
async fn show(app: &App, session: &Session, status: StatusCode, agents: Agents) -> Response {
    match fill(app, session, agents).await {
        Ok(filled) => screen::screen_with_styles(status, "Agents", &["agents.css"], filled),
        Err(error) => screen::error_screen(&error.into()),
    }
}

async fn fill(app: &App, session: &Session, agents: Agents) -> Result<Agents> {
    let (service, account) = (&app.service, session.caller.account.as_str());
    let (version, live, avatar) = match service.page(&session.caller).await {
        Ok(page) => (
            page.version,
            page.live.map_or(0, |live| live.1),
            page.draft.profile.avatar.map(|picture| picture.to_string()),
        ),
        Err(Error::NoPage) => (0, 0, None),
        Err(other) => return Err(other),
    };
    let acts = service.acts(account).await?;
    let activity = Activity { undoable: undoable(&acts), acts, live, now: service.clock().now() };
    let connected = service.connections(account).await?;
    let keys = service.keys(account).await?;
    Ok(Agents {
        connected: connected.into_iter().map(|connection| activity.connected(connection)).collect(),
        keys: keys.into_iter().map(|key| activity.key(key)).collect(),
        limit: limits::KEYS,
        unverified: !session.caller.verified,
        address: format!("{}/api/mcp", app.config.base_url),
        guides: connectors::all(&app.config.base_url),
        curl: connectors::curl(&app.config.base_url),
        version,
        avatar,
        days: WantedRights::days(service.clock().now()),
        ..agents
    })
}

/// The data that the page shows.
struct Activity {
    acts: Vec<Act>,
    /// The places of those that can be undone.
    undoable: HashSet<usize>,
    /// When the page went live, ms.
    live: i64,
    now: i64,
}

impl Activity {
    fn connected(&self, connection: Connection) -> ConnectedAgent {
        ConnectedAgent {
            active: connection.used_at.is_some_and(|at| self.now - at < ACTIVE_WITHIN),
            last_used: connection.used_at.map(|at| ago(at, self.now)),
            since: date(connection.created_at, self.now),
            publish_requested: self.publish_requested(connection.asked_at),
            activity: self.acts_of(&format!("client:{}", connection.name)),
            rights: self.rights(connection.rights),
            id: connection.id,
            name: connection.name,
        }
    }

    fn key(&self, key: crate::store::KeyRow) -> Key {
        Key {
            created: date(key.created_at, self.now),
            last_used: key.used_at.map(|at| ago(at, self.now)),
            publish_requested: self.publish_requested(key.asked_at),
            activity: self.acts_of(&format!("key:{}", key.name)),
            rights: self.rights(key.rights),
            fingerprint: key.fingerprint,
            id: key.id,
            name: key.name,
        }
    }

    fn rights(&self, rights: Rights) -> ShownRights {
        ShownRights {
            access: rights.access,
            publish: rights.publish,
            last_day: rights.ends_at.map(|end| date(end - 1, self.now)),
            ends: rights.ends_at.map(day_that_ends).unwrap_or_default(),
            ended: rights.ended(self.now),
        }
    }

    /// When it tried to publish without permission, unless the page went live since.
    fn publish_requested(&self, at: Option<i64>) -> Option<String> {
        at.filter(|at| *at > self.live).map(|at| ago(at, self.now))
    }

    fn acts_of(&self, actor: &str) -> Vec<ActivityEntry> {
        let own = self.acts.iter().enumerate().filter(|(_, act)| act.actor == actor);
        let acts = own.map(|(at, own)| ActivityEntry {
            when: ago(own.at, self.now),
            at: rfc3339(own.at),
            summary: own.summary.clone(),
            action: own.act.clone(),
            version: own.version,
            undoable: self.undoable.contains(&at),
        });
        acts.collect()
    }
}
