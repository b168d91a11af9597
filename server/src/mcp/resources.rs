//! Resources: content that can be read without a tool.

use mantel_model::api::InsightsQuery;
use mantel_model::limits::HISTORY;
use mantel_model::schema;
use rmcp::ErrorData;
use rmcp::model::{ReadResourceResult, Resource, ResourceContents};
use serde_json::{Value, json};

use super::error::in_tools;
use super::renderers::{CardContent, Renderers};
use super::{app_view, body, card_calls, skill};
use crate::http::error::Refusal;
use crate::http::reply;
use crate::service::{Caller, Error};
use crate::state::App;

/// A resource: URI, name, description, media type.
const ALL: &[(&str, &str, &str, &str)] = &[
    ("mantel://draft", "draft", "The page as it is edited, with version and publish state.", "application/json"),
    ("mantel://draft.html", "draft-drawn", "The page as it is edited, drawn.", "text/html"),
    (CARD, "card", "What publishing would change, before and after, drawn.", "text/html"),
    (
        "mantel://history",
        "history",
        "Who changed what, and when, newest first; undo takes its versions.",
        "application/json",
    ),
    ("mantel://insights", "insights", "What was counted of the page in the last 30 days.", "application/json"),
    ("mantel://published", "published", "The page as visitors see it.", "application/json"),
    ("mantel://options", "options", "Every allowed value and limit.", "application/json"),
    ("mantel://schema/page", "page-schema", "JSON Schema of the full page file.", "application/schema+json"),
    ("mantel://schema/brief", "brief-schema", "JSON Schema of the brief.", "application/schema+json"),
    (skill::URI, "skill", "How to build a good page here.", "text/markdown"),
    (app_view::URI, "draft-view", "The draft as a picture.", app_view::KIND),
];

/// A card of what publishing would change.
const CARD: &str = "mantel://card.html";

/// The version of the card of its own changes, which has the address `mantel://changes/7.html`.
fn version_of(uri: &str) -> Option<i64> {
    uri.strip_prefix("mantel://changes/")?.strip_suffix(".html")?.parse().ok()
}

/// The resources as hosts list them.
pub fn listed() -> Vec<Resource> {
    let resource = |(uri, name, about, kind): &(&str, &str, &str, &str)| {
        Resource::new(*uri, *name).with_description(*about).with_mime_type(*kind)
    };
    ALL.iter().map(resource).collect()
}

/// Reads a resource.
///
/// # Errors
/// For an unknown address, an account without a page, or when the database does not answer.
pub async fn read(
    app: &App,
    caller: &Caller,
    uri: &str,
    renderers: Renderers,
) -> Result<ReadResourceResult, ErrorData> {
    let listed = ALL.iter().find(|resource| resource.0 == uri).map(|resource| resource.3);
    let Some(kind) = listed.or_else(|| version_of(uri).map(|_| "text/html")) else {
        let message = format!("there is no resource {}", uri.chars().take(200).collect::<String>());
        return Err(ErrorData::resource_not_found(message, Some(json!({ "uri": uri }))));
    };
    let text = text(app, caller, uri, renderers).await.map_err(|error| refused(&error, uri))?;
    let mut content = ResourceContents::text(text, uri).with_mime_type(kind);
    if uri == app_view::URI {
        content = content.with_meta(app_view::needs(&app.config.base_url));
    }
    Ok(ReadResourceResult::new(vec![content]))
}

async fn text(app: &App, caller: &Caller, uri: &str, renderers: Renderers) -> Result<String, Refusal> {
    let json = |value: Value| serde_json::to_string_pretty(&value).unwrap_or_default();
    Ok(match uri {
        "mantel://draft" => match app.service.page(caller).await {
            Ok(view) => json(body::page(&app.config, &view)),
            Err(Error::NoPage) => json(json!({ "page": null, "next": "create_page or import_page makes it." })),
            Err(error) => return Err(error.into()),
        },
        "mantel://draft.html" => (renderers.draft)(app, &app.service.page(caller).await?).await,
        CARD => {
            let comparison = app.service.live_and_draft(caller).await?;
            let revert_calls = card_calls::revert_calls(&comparison, &comparison.changes());
            let (actor, may_publish) = (caller.actor.clone(), caller.rights.publishes());
            (renderers.card)(app, CardContent { comparison, actor, asks: true, revert_calls, may_publish }).await
        }
        "mantel://history" => {
            let (history, _) = app.service.history(caller, i64::MAX, HISTORY).await?;
            json(json!({ "history": history.into_iter().map(reply::history_entry).collect::<Vec<_>>() }))
        }
        "mantel://insights" => {
            let InsightsQuery { range, screen } = InsightsQuery::default();
            json(body::value(&app.service.insights(caller, range, screen).await?))
        }
        "mantel://published" => {
            json(body::value(&reply::published_body(&app.config, app.service.own_published(caller).await?)))
        }
        "mantel://options" => json(body::value(&mantel_model::api::options())),
        "mantel://schema/page" => schema::to_text(&schema::page()),
        "mantel://schema/brief" => schema::to_text(&schema::brief()),
        app_view::URI => app_view::HTML.to_owned(),
        other => match version_of(other) {
            Some(version) => {
                let (comparison, actor) = app.service.version_and_before(caller, version).await?;
                let may_publish = caller.rights.publishes();
                let content = CardContent { comparison, actor, asks: false, revert_calls: Vec::new(), may_publish };
                (renderers.card)(app, content).await
            }
            None => skill::TEXT.to_owned(),
        },
    })
}

fn refused(refusal: &Refusal, uri: &str) -> ErrorData {
    let (_, detail) = refusal.title_and_detail();
    let code = json!({ "code": refusal.code(), "uri": uri });
    if refusal.status().is_server_error() {
        ErrorData::internal_error(in_tools(detail), Some(code))
    } else {
        ErrorData::resource_not_found(in_tools(detail), Some(code))
    }
}
