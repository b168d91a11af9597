//! The eleven tools (specification, MCP server), in one table.

mod create_import;
mod publish;
mod read;
mod theme_profile;
mod tiles;

use std::pin::Pin;
use std::sync::{Arc, LazyLock};

use mantel_model::api;
use rmcp::ErrorData;
use rmcp::model::{CallToolResponse, CallToolResult, ContentBlock, Tool as Listed, ToolAnnotations};
use serde::Serialize;
use serde_json::{Map, Value, json};

use super::{app_view, error};
use crate::http::error::Refusal;
use crate::http::rate_limit::Kind;
use crate::http::reply;
use crate::service::{Caller, Error, Once, Outcome, PageView, Said, SavedChange, WriteOptions, secret};
use crate::state::App;

/// What a host may tell its person before a call.
#[derive(Clone, Copy, Debug)]
pub struct Hints {
    read_only: bool,
    destructive: bool,
    idempotent: bool,
    open_world: bool,
}

/// A tool.
#[derive(Clone, Copy)]
pub struct Tool {
    /// Its name in the specification.
    pub name: &'static str,
    title: &'static str,
    about: &'static str,
    /// Arguments that work, as JSON.
    pub example: &'static str,
    hints: Hints,
    input: fn() -> Value,
    output: fn() -> Value,
    run: Run,
}

type Answer<'a> = Pin<Box<dyn Future<Output = Result<Value, Refusal>> + Send + 'a>>;
type Run = for<'a> fn(&'a Call) -> Answer<'a>;

/// The tools, in the specification's order.
static TOOLS: [Tool; 11] = [
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
];

/// The tools as hosts list them; the same for everyone and in the same order.
pub fn listed() -> &'static [Listed] {
    static LISTED: LazyLock<Vec<Listed>> = LazyLock::new(|| TOOLS.iter().map(Tool::listed).collect());
    &LISTED
}

impl Tool {
    fn listed(&self) -> Listed {
        let schema = |value: Value| Arc::new(value.as_object().cloned().unwrap_or_default());
        let hints = ToolAnnotations::with_title(self.title)
            .read_only(self.hints.read_only)
            .destructive(self.hints.destructive)
            .idempotent(self.hints.idempotent)
            .open_world(self.hints.open_world);
        let tool = Listed::new(self.name, self.about, schema((self.input)()))
            .with_title(self.title)
            .with_raw_output_schema(schema((self.output)()))
            .with_annotations(hints);
        if app_view::shows(self.name) { tool.with_meta(app_view::meta()) } else { tool }
    }
}

/// Calls a tool. What the service refuses is a result that says how to go on; only an unknown tool is a protocol error.
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
    let call = Call { app, caller, tool, arguments };
    Ok(call.answer().await.into())
}

fn shortened(name: &str) -> String {
    name.chars().take(64).collect()
}

/// A call of a tool.
pub struct Call {
    /// The application.
    pub app: App,
    /// Who calls.
    pub caller: Caller,
    tool: &'static Tool,
    arguments: Map<String, Value>,
}

impl Call {
    async fn answer(&self) -> CallToolResult {
        let kind = if self.tool.hints.read_only { Kind::Reads } else { Kind::Edits };
        let answer = match self.app.rates.take_credential(kind, &self.caller.credential) {
            Ok(()) => (self.tool.run)(self).await,
            Err(error) => Err(error.into()),
        };
        match answer {
            Ok(value) => {
                let mut result = CallToolResult::success(vec![ContentBlock::text(value.to_string())]);
                result.structured_content = Some(value);
                result
            }
            Err(refusal) => error::result(self.tool, &self.arguments, &refusal),
        }
    }

    /// The arguments as the body that REST takes: without `clientId` and what stands outside of it.
    pub fn body(&self, outside: &[&str]) -> Value {
        let own = |name: &String| name != "clientId" && !outside.contains(&name.as_str());
        Value::Object(
            self.arguments
                .iter()
                .filter(|argument| own(argument.0))
                .map(|(name, it)| (name.clone(), it.clone()))
                .collect(),
        )
    }

    /// An argument.
    pub fn argument(&self, name: &str) -> Option<&Value> {
        self.arguments.get(name)
    }

    /// Makes a change on these terms, once for each `clientId`, and says what it made.
    ///
    /// # Errors
    /// What the service refuses.
    pub async fn change(
        &self,
        said: api::Terms,
        say: impl Fn(&SavedChange) -> Value + Send + Sync + Clone + 'static,
        run: impl AsyncFnOnce(WriteOptions) -> Result<Outcome, Error>,
    ) -> Result<Value, Refusal> {
        let base = said.base_version.map(|base_version| i64::try_from(base_version).unwrap_or(i64::MAX));
        let terms = WriteOptions { base, dry_run: said.dry_run, once: None };
        let Some(key) = self.key()?.filter(|_| !terms.dry_run) else { return Ok(told(run(terms).await?, say)) };
        let call = self.hash();
        if let Some(said) = self.app.service.said_before(&self.caller, &key, &call).await? {
            return Ok(again(&said));
        }
        let write = say.clone();
        let say_once = move |outcome: &SavedChange| Said {
            status: 200,
            etag: outcome.page.etag.clone(),
            body: made(outcome, write(outcome)).to_string(),
        };
        let once = Once { key: key.clone(), call: call.clone(), say: Arc::new(say_once) };
        match run(WriteOptions { once: Some(once), ..terms }).await {
            Ok(done) => Ok(told(done, say)),
            // The same call, made at the same time, may have been first.
            Err(error) => match self.app.service.said_before(&self.caller, &key, &call).await? {
                Some(said) => Ok(again(&said)),
                None => Err(error.into()),
            },
        }
    }

    /// The `clientId` as a key that no HTTP header can hold.
    fn key(&self) -> Result<Option<String>, Refusal> {
        match self.arguments.get("clientId") {
            None | Some(Value::Null) => Ok(None),
            Some(Value::String(id)) if (1..=200).contains(&id.chars().count()) => Ok(Some(format!("mcp {id}"))),
            Some(_) => Err(Refusal::invalid("/clientId", "a clientId is a text of 1 to 200 characters of your choice")),
        }
    }

    fn hash(&self) -> String {
        secret::hash(format!("mcp {}\n{}", self.tool.name, Value::Object(self.arguments.clone())))
    }
}

fn again(said: &Said) -> Value {
    serde_json::from_str(&said.body).unwrap_or_default()
}

/// What a change made or would make.
fn told(done: Outcome, say: impl Fn(&SavedChange) -> Value) -> Value {
    match done {
        Outcome::Saved(outcome) => made(&outcome, say(&outcome)),
        Outcome::DryRun(it) => {
            let mut out = json!({
                "dryRun": true,
                "changes": it.changes,
                "version": it.version,
                "unpublishedChanges": it.unpublished_changes,
                "next": "Nothing was changed. Call again without dryRun to do it.",
            });
            if !it.warnings.is_empty() {
                out["warnings"] = json!(it.warnings);
            }
            out
        }
    }
}

/// What was changed, the version, and what to do next.
fn made(outcome: &SavedChange, own: Value) -> Value {
    let mut out = own;
    if let Some(map) = out.as_object_mut() {
        map.insert("version".to_owned(), json!(outcome.page.version));
        map.insert("unpublishedChanges".to_owned(), json!(outcome.page.unpublished_changes));
        map.entry("next").or_insert_with(|| json!(reply::next(&outcome.page)));
    }
    out
}

/// A value of the API as JSON.
pub fn value(it: &impl Serialize) -> Value {
    serde_json::to_value(it).unwrap_or_default()
}

/// The page as REST tells it, without its `next`, which stands beside it here.
pub fn page(app: &App, view: &PageView) -> Value {
    let mut body = value(&reply::page_body(&app.config, view.clone()));
    if let Some(map) = body.as_object_mut() {
        map.shift_remove("next");
    }
    body
}
