//! `/agents`: connected programs, keys, what they did, and how to connect another program.

use std::cmp::Reverse;
use std::collections::HashSet;

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use mantel_app::site::agents::{ActivityEntry, Agents, ConnectedAgent, Cuts, Key, NewKey, ShownRights, TypedKey};
use mantel_model::plain_text::changes::number_word;
use mantel_model::{Access, Rights, limits};

use super::connectors;
use super::require_sign_in::RequireSignIn;
use super::sign_in::status_of;
use crate::clock::{ago, date, day_that_ends, rfc3339, time_of_day};
use crate::http::rate_limit::Kind;
use crate::http::security_headers;
use crate::service::oauth::{Act, Connection, undoable};
use crate::service::{Error, HOLDS, PublishRequest, Result, Session, WantedRights};
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
        Ok(filled) => {
            let mut response = screen::screen_with_styles(status, "Agents", &["agents.css"], filled);
            // The cuts of the log.
            security_headers::allow_own_frames_inside(response.headers_mut());
            response
        }
        Err(error) => screen::error_screen(&error.into()),
    }
}

async fn fill(app: &App, session: &Session, agents: Agents) -> Result<Agents> {
    let (service, account) = (&app.service, session.caller.account.as_str());
    let (version, live, avatar) = match service.page(&session.caller).await {
        Ok(page) => {
            (page.version, page.live.unwrap_or_default(), page.draft.profile.avatar.as_ref().map(ToString::to_string))
        }
        Err(Error::NoPage) => (0, (0, 0), None),
        Err(other) => return Err(other),
    };
    let acts = service.acts(account).await?;
    let activity = Activity {
        undoable: undoable(&acts),
        acts,
        requests: service.publish_requests(&session.caller).await?,
        kept: service.kept_versions(&session.caller).await?.into_iter().collect(),
        live,
        now: service.clock().now(),
    };
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
    /// What was asked to be published.
    requests: Vec<PublishRequest>,
    /// The versions whose drafts are kept.
    kept: HashSet<i64>,
    /// The version that is live, and when it went live, ms; 0 if none is.
    live: (i64, i64),
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
        at.filter(|at| *at > self.live.1).map(|at| ago(at, self.now))
    }

    /// What an actor did and asked for, newest first.
    fn acts_of(&self, actor: &str) -> Vec<ActivityEntry> {
        let own = self.acts.iter().enumerate().filter(|(_, act)| act.actor == actor);
        let acts = own.map(|(at, own)| {
            let entry = ActivityEntry {
                when: ago(own.at, self.now),
                at: rfc3339(own.at),
                summary: own.summary.clone(),
                action: own.act.clone(),
                version: own.version,
                undoable: self.undoable.contains(&at),
                kept: self.kept(at, own),
                cuts: if self.kept(at, own) { cuts(&own.act) } else { Cuts::None },
                unpublishable: own.kind == "publish" && self.live.0 == own.version,
                ..ActivityEntry::default()
            };
            (own.at, entry)
        });
        let asked = self.requests.iter().filter(|request| request.actor == actor);
        let mut all: Vec<_> = acts.chain(asked.map(|request| (request.asked_at, self.asked(request)))).collect();
        all.sort_by_key(|(at, _)| Reverse(*at));
        all.into_iter().map(|(_, entry)| entry).collect()
    }

    /// Whether the drafts before and after a change are kept. Of a page that was deleted since nothing is.
    fn kept(&self, at: usize, act: &Act) -> bool {
        let of_this_page = !self.acts.iter().take(at).any(|later| later.kind == "delete");
        let kept = |version| self.kept.contains(&version);
        of_this_page && act.kind == "draft" && kept(act.version) && kept(act.version - 1)
    }

    fn asked(&self, request: &PublishRequest) -> ActivityEntry {
        let changes = match usize::try_from(request.changes).unwrap_or_default() {
            1 => "one change".to_owned(),
            many => format!("{} changes", number_word(many)),
        };
        let live = self.live.0 == request.version;
        let answer = match request.published_at {
            Some(at) if live => format!("You said yes at {}. Version {} is live", time_of_day(at), request.version),
            Some(at) => format!("You said yes at {}", time_of_day(at)),
            None if self.live.0 >= request.version => "It is live".to_owned(),
            None if self.now - request.asked_at >= HOLDS => "It ran out unanswered".to_owned(),
            None => "Not answered yet".to_owned(),
        };
        ActivityEntry {
            when: ago(request.asked_at, self.now),
            at: rfc3339(request.asked_at),
            summary: format!("Asked to publish {changes}"),
            version: request.version,
            unpublishable: live && request.published_at.is_some(),
            answer: Some(answer),
            ..ActivityEntry::default()
        }
    }
}

/// The cuts that tell a kind of change.
fn cuts(act: &str) -> Cuts {
    match act {
        "move" => Cuts::None,
        "add" | "remove" => Cuts::One,
        _ => Cuts::Two,
    }
}
