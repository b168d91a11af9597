//! The tools (specification, MCP server; decisions, Names), in one table.

mod check;
mod create_import;
mod insights;
mod publish;
mod read;
mod see;
mod theme_profile;
mod tiles;
mod undo;

use std::pin::Pin;
use std::sync::{Arc, LazyLock, OnceLock};

use base64::Engine;
use base64::engine::general_purpose::STANDARD as BASE64;
use mantel_model::edit::display_name;
use mantel_model::tile::{Tile, TileAddresses};
use mantel_model::{Access, Problem, api};
use rmcp::ErrorData;
use rmcp::model::{CallToolResponse, CallToolResult, ContentBlock, Tool as Listed, ToolAnnotations};
use serde::Serialize;
use serde_json::{Map, Value, json};

use super::body::value;
use super::{app_view, data_pictures, error};
use crate::browser::Picture;
use crate::http::error::Refusal;
use crate::http::rate_limit::Kind;
use crate::http::reply;
use crate::service::{
    Caller, DryRun, Error, IdempotencyKey, Idempotent, Operation, Outcome, PageView, SavedChange, StoredReply,
    WriteOptions,
};
use crate::state::App;

/// Hints about a tool that a host may show before a call.
#[derive(Clone, Copy, Debug)]
pub struct Hints {
    read_only: bool,
    destructive: bool,
    idempotent: bool,
    open_world: bool,
}

/// Of a tool that changes nothing.
const READ: Hints = Hints { read_only: true, destructive: false, idempotent: true, open_world: false };

/// A tool.
#[derive(Clone, Copy)]
pub struct Tool {
    /// Its name in the specification.
    pub name: &'static str,
    title: &'static str,
    about: &'static str,
    /// Arguments of a valid call, as JSON.
    pub example: &'static str,
    hints: Hints,
    /// What it does to the page.
    operation: Operation,
    input: fn() -> Value,
    run: Run,
}

type Answer<'a> = Pin<Box<dyn Future<Output = Result<Value, Refusal>> + Send + 'a>>;
type Run = for<'a> fn(&'a Call) -> Answer<'a>;

/// The tools, in the specification's order.
static TOOLS: [Tool; 15] = [
    read::GET_PAGE,
    read::LIST_OPTIONS,
    create_import::CREATE_PAGE,
    create_import::IMPORT_PAGE,
    tiles::ADD_TILE,
    tiles::UPDATE_TILE,
    tiles::MOVE_TILE,
    tiles::REMOVE_TILE,
    theme_profile::SET_THEME,
    theme_profile::SET_PROFILE,
    publish::PUBLISH,
    undo::UNDO,
    see::SEE_PAGE,
    check::CHECK_PAGE,
    insights::GET_INSIGHTS,
];

/// The tools in the list for hosts; the same for everyone and always in the same order.
pub fn listed() -> &'static [Listed] {
    static LISTED: LazyLock<Vec<Listed>> = LazyLock::new(|| TOOLS.iter().map(Tool::listed).collect());
    &LISTED
}

impl Tool {
    fn listed(&self) -> Listed {
        // The title stands beside them.
        let hints = ToolAnnotations::new()
            .read_only(self.hints.read_only)
            .destructive(self.hints.destructive)
            .idempotent(self.hints.idempotent)
            .open_world(self.hints.open_world);
        let input = (self.input)().as_object().cloned().unwrap_or_default();
        // No host needs the schema of what a tool answers, and every conversation would pay for it.
        let tool = Listed::new(self.name, self.about, Arc::new(input)).with_title(self.title).with_annotations(hints);
        if app_view::shows(self.name) { tool.with_meta(app_view::meta()) } else { tool }
    }
}

/// Calls a tool. A refusal by the service is a result that says how to go on; only an unknown tool is a protocol error.
///
/// # Errors
/// For a tool that does not exist.
pub async fn call(
    app: App,
    caller: Caller,
    name: &str,
    arguments: Map<String, Value>,
) -> Result<CallToolResponse, ErrorData> {
    let Some(tool) = TOOLS.iter().find(|tool| tool.name == name) else {
        let names: Vec<_> = TOOLS.iter().map(|tool| tool.name).collect();
        let words = format!("there is no tool {}; the tools are {}", shortened(name), names.join(", "));
        return Err(ErrorData::invalid_params(words, None));
    };
    let mut call = Call { app, caller, tool, arguments, picture: OnceLock::new(), words: OnceLock::new() };
    Ok(call.answer().await.into())
}

fn shortened(name: &str) -> String {
    name.chars().take(64).collect()
}

/// A call of a tool.
pub struct Call {
    /// The application.
    pub app: App,
    /// The caller.
    pub caller: Caller,
    tool: &'static Tool,
    arguments: Map<String, Value>,
    /// The picture that goes with the answer, if a tool draws one.
    picture: OnceLock<Picture>,
    /// The answer in words, of a tool whose answer is too long to be read as it is.
    words: OnceLock<String>,
}

impl Call {
    async fn answer(&mut self) -> CallToolResult {
        let answer = match self.prepare().await {
            Ok(()) => (self.tool.run)(self).await,
            Err(refusal) => Err(refusal),
        };
        match answer {
            Ok(value) => {
                let text = self.words.take().unwrap_or_else(|| value.to_string());
                let mut content = vec![ContentBlock::text(text)];
                content.extend(self.picture.get().map(image_block));
                let mut result = CallToolResult::success(content);
                result.structured_content = Some(value);
                result
            }
            Err(refusal) => error::result(self.tool.example, &self.arguments, &refusal, self.caller.rights),
        }
    }

    /// What a tool needs besides its arguments: the right to do what it does, and for one that edits a place in the rate of
    /// edits, as every message counts as a read only (`endpoint`), and the pictures within the call.
    async fn prepare(&mut self) -> Result<(), Refusal> {
        self.app.service.require(&self.caller, self.operation()).await?;
        if self.tool.hints.read_only {
            return Ok(());
        }
        self.app.rate_limits.take_caller(Kind::Edits, &self.caller)?;
        data_pictures::keep(&self.app, &self.caller, &mut self.arguments).await
    }

    /// Whether the tool takes all arguments that there are, for tools that read nothing else of them at once.
    ///
    /// # Errors
    /// Those that it does not take.
    pub fn check_argument_names(&self) -> Result<(), Refusal> {
        let listed = listed().iter().find(|listed| listed.name == self.tool.name);
        let takes = |name: &str| listed.and_then(|tool| tool.input_schema.get("properties")?.get(name)).is_some();
        let properties = listed.and_then(|tool| tool.input_schema.get("properties")?.as_object());
        let taken: Vec<_> = properties.into_iter().flat_map(|properties| properties.keys().cloned()).collect();
        let problem = |name: &String| {
            let name = shortened(name);
            let words = match taken.as_slice() {
                [] => format!("{} takes no arguments", self.tool.name),
                taken => format!("{} takes {}", self.tool.name, taken.join(", ")),
            };
            Problem::new(format!("/{name}"), words)
        };
        let problems: Vec<_> = self.arguments.keys().filter(|name| !takes(name)).take(10).map(problem).collect();
        if problems.is_empty() { Ok(()) } else { Err(problems.into()) }
    }

    /// What the call does: a dry run of publishing asks the owner to.
    fn operation(&self) -> Operation {
        match self.tool.operation {
            Operation::Publish if self.argument("dryRun") == Some(&Value::Bool(true)) => Operation::AskToPublish,
            operation => operation,
        }
    }

    /// The arguments as a REST request body: without `clientId` and the arguments listed in `outside`.
    pub fn body(&self, outside: &[&str]) -> Value {
        let own = |name: &String| name != "clientId" && !outside.contains(&name.as_str());
        Value::Object(
            self.arguments
                .iter()
                .filter(|argument| own(argument.0))
                .map(|(name, value)| (name.clone(), value.clone()))
                .collect(),
        )
    }

    /// An argument.
    pub fn argument(&self, name: &str) -> Option<&Value> {
        self.arguments.get(name)
    }

    /// The names of all arguments.
    pub fn argument_names(&self) -> impl Iterator<Item = &str> {
        self.arguments.keys().map(String::as_str)
    }

    /// Makes a change, once per `clientId`, and describes its result.
    ///
    /// # Errors
    /// Whatever the service refuses.
    pub async fn change(
        &self,
        terms: api::Terms,
        body: impl Fn(&SavedChange) -> Value + Send + Sync + Clone + 'static,
        run: impl AsyncFnOnce(WriteOptions) -> Result<Outcome, Error>,
    ) -> Result<Value, Refusal> {
        self.change_once(self.idempotency_key()?, terms, body, run).await
    }

    /// Makes a change, once per key, and describes its result.
    ///
    /// # Errors
    /// Whatever the service refuses.
    pub async fn change_once(
        &self,
        key: Option<IdempotencyKey>,
        terms: api::Terms,
        body: impl Fn(&SavedChange) -> Value + Send + Sync + Clone + 'static,
        run: impl AsyncFnOnce(WriteOptions) -> Result<Outcome, Error>,
    ) -> Result<Value, Refusal> {
        let base = terms.base_version.map(|base_version| i64::try_from(base_version).unwrap_or(i64::MAX));
        let options = WriteOptions::new(base, terms.dry_run);
        let (stored_body, caller) = (body.clone(), self.caller.clone());
        let write_reply = move |change: &SavedChange| StoredReply {
            status: 200,
            etag: change.page.etag.clone(),
            body: saved_body(&caller, change, stored_body(change)).to_string(),
        };
        match self.app.service.run_once(&self.caller, self.tool.operation, key, options, write_reply, run).await? {
            Idempotent::New(Outcome::Saved(change)) => Ok(saved_body(&self.caller, &change, body(&change))),
            Idempotent::New(Outcome::DryRun(dry_run)) => Ok(dry_run_body(&dry_run)),
            Idempotent::Replayed(reply) => Ok(serde_json::from_str(&reply.body).unwrap_or_default()),
        }
    }

    /// The `clientId` as an idempotency key, in a form that no HTTP header can contain.
    fn idempotency_key(&self) -> Result<Option<IdempotencyKey>, Refusal> {
        self.idempotency_key_of("")
    }

    /// The same for a purpose of its own, which its name begins with.
    fn idempotency_key_of(&self, purpose: &str) -> Result<Option<IdempotencyKey>, Refusal> {
        match self.arguments.get("clientId") {
            None | Some(Value::Null) => Ok(None),
            Some(Value::String(id)) if (1..=200).contains(&id.chars().count()) => {
                let request = format!("mcp {}\n{}", self.tool.name, Value::Object(self.arguments.clone()));
                Ok(Some(IdempotencyKey::new(format!("mcp {purpose}{id}"), request)))
            }
            Some(_) => Err(Refusal::invalid("/clientId", "a clientId is a text of 1 to 200 characters of your choice")),
        }
    }
}

/// A picture, as hosts show it to their models.
fn image_block(picture: &Picture) -> ContentBlock {
    ContentBlock::image(BASE64.encode(&picture.bytes), picture.format.mime())
}

/// The result of a dry run: first what would be lost, if anything.
fn dry_run_body(dry_run: &DryRun) -> Value {
    let mut lost: Vec<_> = lost(&dry_run.changes).map(display_name).collect();
    lost.extend(cleared(&dry_run.changes));
    let mut out = Map::new();
    if !lost.is_empty() {
        out.insert("lost".to_owned(), json!(lost));
    }
    let Value::Object(rest) = json!({
        "dryRun": true,
        "changes": dry_run.changes,
        "version": dry_run.version,
        "unpublishedChanges": dry_run.unpublished_changes,
        "next": "Nothing was changed. Call again without dryRun to do it.",
    }) else {
        return Value::Object(out);
    };
    out.extend(rest);
    if !dry_run.warnings.is_empty() {
        out.insert("warnings".to_owned(), json!(dry_run.warnings));
    }
    Value::Object(out)
}

/// The tiles that would be gone: those removed that do not come again as new tiles.
fn lost(changes: &api::ChangesView) -> impl Iterator<Item = &Tile> {
    let addresses = TileAddresses::of(&changes.added);
    let again = move |tile: &Tile| {
        addresses.find(&tile.kind).is_some() || changes.added.iter().any(|added| added.kind == tile.kind)
    };
    changes.removed.iter().filter(move |tile| !again(tile))
}

/// The fields that would be empty: of the profile, the theme and the tiles that stay.
fn cleared(changes: &api::ChangesView) -> impl Iterator<Item = String> {
    let gone = |field: &api::FieldChange| field.before.is_some() && field.after.is_none();
    let own = changes.profile.iter().map(|field| ("the profile", field));
    let own = own.chain(changes.theme.iter().map(|field| ("the theme", field)));
    let own = own.filter(move |(_, field)| gone(field)).map(|(of, field)| format!("{} of {of}", field.field));
    let tiles = changes.changed.iter().flat_map(move |change| {
        let fields = change.fields().into_iter().filter(move |field| gone(field));
        fields.map(|field| format!("{} of {}", field.field, display_name(&change.before)))
    });
    own.collect::<Vec<_>>().into_iter().chain(tiles)
}

/// What to do next, for an agent with these rights.
fn next_step(caller: &Caller, page: &PageView) -> &'static str {
    match reply::next(page) {
        _ if caller.rights.access == Access::Read => {
            "You may read this page and change nothing: tell the owner what you would."
        }
        said if caller.rights.publishes() || !said.contains("publish") => said,
        _ if page.live.is_none() && page.draft.tiles.is_empty() => {
            "The page is empty: add tiles, then ask the owner to publish it."
        }
        _ => "What the draft says is not live yet, and you may not publish: ask the owner to.",
    }
}

/// The fields of an object that a change gave other values, as they were before; `null` where there was none. Sent to the
/// tool again, they put it back.
fn fields_before(before: Option<&impl Serialize>, after: &impl Serialize) -> Value {
    let fields = |object| match object {
        Value::Object(fields) => fields,
        _ => Map::new(),
    };
    let Some(before) = before.map(|before| fields(value(before))) else { return json!({}) };
    let after = fields(value(after));
    let names = before.keys().chain(after.keys().filter(|name| !before.contains_key(*name)));
    let differing = names.filter(|name| before.get(*name) != after.get(*name));
    differing.map(|name| (name.clone(), before.get(name).cloned().unwrap_or_default())).collect::<Map<_, _>>().into()
}

/// The changed part, the version, and the next step.
fn saved_body(caller: &Caller, change: &SavedChange, own: Value) -> Value {
    let mut out = own;
    if let Some(map) = out.as_object_mut() {
        map.insert("version".to_owned(), json!(change.page.version));
        map.insert("unpublishedChanges".to_owned(), json!(change.page.unpublished_changes));
        map.entry("next").or_insert_with(|| json!(next_step(caller, &change.page)));
    }
    out
}
