//! The table of operations.

use mantel_app::site::docs::reference::ReferenceEntry;
use mantel_model::limits::HISTORY;
use serde_json::{Map, Value, json};

use super::components::{component, problems, schema};
use super::examples as show;
use super::insights;
use crate::api::history::MAX_VERSION;

/// One operation.
#[derive(Clone, Debug)]
pub struct Operation {
    /// `get`, `post` …
    pub method: &'static str,
    /// Its path, with `{names}`.
    pub path: &'static str,
    id: &'static str,
    /// The group that it belongs to.
    pub tag: &'static str,
    summary: &'static str,
    about: &'static str,
    open: bool,
    parameters: Vec<Value>,
    body: Option<Value>,
    replies: Vec<(&'static str, Value)>,
    problems: Vec<u16>,
}

impl Operation {
    /// Its entry in the reference.
    pub fn entry(&self) -> ReferenceEntry {
        ReferenceEntry { method: self.method.to_uppercase(), path: self.path, summary: self.summary, about: self.about }
    }

    /// Its entry in the OpenAPI description.
    pub fn described(&self) -> Value {
        let mut replies: Map<String, Value> =
            self.replies.iter().map(|(status, reply)| ((*status).to_owned(), reply.clone())).collect();
        replies.extend(problems(&self.problems));
        let mut out =
            json!({ "operationId": self.id, "tags": [self.tag], "summary": self.summary, "description": self.about });
        if !self.parameters.is_empty() {
            out["parameters"] = json!(self.parameters);
        }
        if let Some(body) = &self.body {
            out["requestBody"] = body.clone();
        }
        out["responses"] = Value::Object(replies);
        if self.open {
            out["security"] = json!([]);
        }
        out
    }

    fn new(
        method: &'static str,
        path: &'static str,
        id: &'static str,
        tag: &'static str,
        summary: &'static str,
        about: &'static str,
    ) -> Self {
        let problems = vec![401, 403, 429, 500, 503];
        let (parameters, replies) = (Vec::new(), Vec::new());
        Self { method, path, id, tag, summary, about, open: false, parameters, body: None, replies, problems }
    }

    fn open(mut self) -> Self {
        self.open = true;
        self.problems = vec![429, 500, 503];
        self
    }

    fn with(mut self, name: &str) -> Self {
        self.parameters.push(component("parameters", name));
        self
    }

    fn parameter(mut self, parameter: Value) -> Self {
        self.parameters.push(parameter);
        self
    }

    /// A required JSON body.
    fn takes(self, name: &str, example: Value) -> Self {
        self.body(name, example, true)
    }

    /// An optional JSON body.
    fn optional_body(self, name: &str, example: Value) -> Self {
        self.body(name, example, false)
    }

    fn body(mut self, name: &str, example: Value, required: bool) -> Self {
        self.body = Some(
            json!({ "required": required, "content": { "application/json": { "schema": schema(name), "example": example } } }),
        );
        self.refuses(&[400, 408, 413, 415])
    }

    fn refuses(mut self, statuses: &[u16]) -> Self {
        self.problems.extend(statuses);
        self.problems.sort_unstable();
        self.problems.dedup();
        self
    }

    /// A JSON reply with an entity tag.
    fn gives(self, status: &'static str, about: &str, name: &str, example: Value) -> Self {
        let headers = json!({ "ETag": component("headers", "ETag") });
        self.gives_with(
            status,
            about,
            json!({ "application/json": { "schema": schema(name), "example": example } }),
            headers,
        )
    }

    /// A JSON reply without an entity tag.
    fn tells(self, about: &str, name: &str, example: Value) -> Self {
        self.gives_with(
            "200",
            about,
            json!({ "application/json": { "schema": schema(name), "example": example } }),
            json!({}),
        )
    }

    /// Links from its reply to operations that take a part of it as a parameter.
    fn leads(mut self, status: &str, to: &[&str], parameter: &str, from: &str) -> Self {
        let link = |text: &&str| {
            (
                (*text).to_owned(),
                json!({ "operationId": text, "parameters": { parameter: format!("$response.body#{from}") } }),
            )
        };
        let links: Map<String, Value> = to.iter().map(link).collect();
        for (_, reply) in self.replies.iter_mut().filter(|reply| reply.0 == status) {
            reply["links"] = json!(links);
        }
        self
    }

    fn gives_with(mut self, status: &'static str, about: &str, content: Value, headers: Value) -> Self {
        let mut reply = json!({ "description": about });
        if headers.as_object().is_some_and(|object| !object.is_empty()) {
            reply["headers"] = headers;
        }
        if !content.is_null() {
            reply["content"] = content;
        }
        self.replies.push((status, reply));
        self
    }

    /// The 304 reply to a conditional read.
    fn conditional(self) -> Self {
        let headers = json!({ "ETag": component("headers", "ETag") });
        self.with("ifNoneMatch").gives_with("304", "Not modified: what you have is the newest.", Value::Null, headers)
    }

    /// An edit that replies 200: with the result, or with the preview of a dry run.
    fn edits(self, about: &str, name: &str, example: Value) -> Self {
        let content = json!({ "application/json": { "schema": { "anyOf": [schema(name), schema("DryRun")] },
            "examples": { "made": { "value": example }, "dryRun": { "value": show::dry() } } } });
        let headers = json!({ "ETag": { "description": "Version, publish serial and facts serial of the page; not in a dry run.", "schema": { "type": "string" } } });
        self.with("ifMatch").gives_with("200", about, content, headers).refuses(&[400, 404, 409, 413, 507])
    }

    /// A call that creates something: 201, once per idempotency key; 200 for a dry run.
    fn creates(self, about: &str, name: &str, example: Value) -> Self {
        let headers = json!({ "ETag": component("headers", "ETag"), "Idempotency-Replayed": component("headers", "IdempotencyReplayed") });
        let content = json!({ "application/json": { "schema": schema(name), "example": example } });
        self.with("idempotencyKey")
            .gives_with("201", about, content, headers)
            .tells("A dry run: nothing was changed.", "DryRun", show::dry())
            .refuses(&[400, 409, 413, 422, 507])
    }
}

/// Every operation under `/api/v1`, and the plain text of a page.
pub fn operations() -> Vec<Operation> {
    let mut all = page();
    all.extend(tiles());
    all.extend(theme_and_profile());
    all.extend(publishing());
    all.extend(sharing());
    all.extend(history());
    all.extend(moving());
    all.extend(public());
    all
}

fn page() -> Vec<Operation> {
    let op = |method, path, id, summary, about| Operation::new(method, path, id, "Page", summary, about);
    vec![
        op("get", "/api/v1/page", "getPage", "Get the page", "The account's page: draft, version, what is live, and what to do next.")
            .gives("200", "The page.", "Page", show::page()).leads("200", &["getPublicPage"], "username", "/username").conditional().refuses(&[404]),
        op("put", "/api/v1/page", "replacePage", "Replace the whole draft", "Takes a full page file. Tiles without an id get one. Send `baseVersion`, so that nobody's newer changes are lost.")
            .takes("PutPage", json!({ "page": show::file(), "baseVersion": 7 })).edits("The page after it.", "Page", show::page()),
        op("delete", "/api/v1/page", "deletePage", "Delete the page", "The page goes with its history; visitors find nothing. The account, its keys and its pictures stay, and the name is kept for it for 90 days.")
            .optional_body("Base", json!({ "baseVersion": 7 })).with("ifMatch")
            .gives_with("204", "It is gone.", Value::Null, json!({})).refuses(&[404, 409, 507]),
        op("post", "/api/v1/claim", "claimUsername", "Claim a username", "Makes the account's one page at the public address `/username`: from a starter template, or blank with `empty`.")
            .takes("Claim", json!({ "username": "ines", "style": "painted", "empty": true }))
            .creates("The page.", "Page", show::fresh()),
        op("post", "/api/v1/page/username", "renamePage", "Change the username", "Moves the page to another address, if that is free; the page itself stays as it is. The old address leads to the new one (308) for 90 days, in which the owner may take it back; then anyone may have it. A few times a day.")
            .takes("Rename", json!({ "username": "ines-harrow" })).with("ifMatch")
            .gives("200", "The page at its new address.", "Page", show::page()).refuses(&[404, 409, 507]),
        op("post", "/api/v1/page/import", "importPage", "Load a page file", "Loads a brief, a full page file, or text that holds one. Small mistakes become `warnings`. Makes the page if there is none (with `username`); replaces the draft only with `replace: true`.")
            .takes("Import", json!({ "file": show::brief(), "username": "ines" })).with("ifMatch")
            .creates("The page.", "Page", show::loaded()).refuses(&[404]),
        op("post", "/api/v1/page/move-in", "readPageElsewhere", "Read a page elsewhere", "Reads the page at an `address` on another service, or a `file` that was saved of one or exported there, as a brief, which `importPage` takes. Nothing is stored. `left` tells what is not in the brief, and why. Without a credential too, a few times a minute.")
            .open().takes("MoveIn", json!({ "address": "linktr.ee/ines" })).tells("What was found.", "MovedIn", show::moved_in()),
    ]
}

fn tiles() -> Vec<Operation> {
    let op = |method, path, id, summary, about| Operation::new(method, path, id, "Tiles", summary, about);
    vec![
        op("post", "/api/v1/page/tiles", "addTiles", "Add tiles", "From an `input` (a link, an email, `owner/repo` or a note, told apart by itself), several `inputs` (at most 30), or a full `tile`: exactly one of the three.")
            .takes("AddTiles", json!({ "input": "https://harrow.example/shop", "size": "w", "color": "mint" })).with("ifMatch")
            .creates("The tiles added.", "Added", show::changed("tiles", json!([show::tile()]))).refuses(&[404])
            .leads("201", &["updateTile", "moveTile", "removeTile"], "id", "/tiles/0/id"),
        op("patch", "/api/v1/page/tiles/{id}", "updateTile", "Change a tile", "Only the fields sent change; `null` clears an optional one. `id` and `type` stay.")
            .with("tileId").takes("TilePatch", json!({ "title": "Print shop", "size": "l" })).edits("The tile after it.", "TileReply", show::changed("tile", show::tile())),
        op("delete", "/api/v1/page/tiles/{id}", "removeTile", "Remove a tile", "Takes a tile off the draft.")
            .with("tileId").optional_body("Edit", json!({ "baseVersion": 7 })).edits("The tile that went.", "Removed", show::changed("removed", json!("t_k3v7q2mzab4c"))),
        op("post", "/api/v1/page/tiles/{id}/move", "moveTile", "Move a tile", "To a place in the list, counted without the tile itself; past the end means the end.")
            .with("tileId").takes("MoveTile", json!({ "position": 0 })).edits("The tile after it.", "TileReply", show::changed("tile", show::tile())),
        op("post", "/api/v1/page/tiles/{id}/refresh", "refreshTile", "Refresh a tile's facts", "Has what the tile leads to read again now rather than in its turn: title, picture, stars. What is found comes as an event `facts` and stands under `facts` of the tile; the draft and its version stay as they are. Once a minute for each address.")
            .with("tileId").gives("202", "The tile as it is now.", "TileReply", show::changed("tile", show::tile())).refuses(&[400, 404, 507]),
    ]
}

fn theme_and_profile() -> Vec<Operation> {
    let op = |method, path, id, summary, about| Operation::new(method, path, id, "Look and profile", summary, about);
    let example = json!({ "style": "washi", "preset": "sakura", "accent": "#b5562b" });
    let about = "Only the fields sent change; `null` resets one. A new `style` without `preset` takes that look's first palette.";
    let theme = |operation: Operation| {
        operation.takes("ThemePatch", example.clone()).edits(
            "The whole theme.",
            "ThemeReply",
            show::changed("theme", show::theme()),
        )
    };
    vec![
        theme(op("patch", "/api/v1/page/theme", "changeTheme", "Change the theme", about)),
        theme(op("post", "/api/v1/page/theme", "postTheme", "Change the theme (the same as PATCH)", about)),
        op("patch", "/api/v1/page/profile", "changeProfile", "Change the profile", "Only the fields sent change; `null` clears one.")
            .takes("ProfilePatch", json!({ "bio": "Ceramics and slow mornings." })).edits("The whole profile.", "ProfileReply", show::changed("profile", show::profile())),
        op("post", "/api/v1/images", "uploadImage", "Upload a picture", "PNG, JPEG, WebP, AVIF or GIF (its first frame), at most 10 MiB and 4,096 pixels a side; as the body itself or as the field `file` of a form. Metadata is taken out. The same picture has the same address.")
            .picture(json!({ "Idempotency-Replayed": component("headers", "IdempotencyReplayed") })).with("idempotencyKey").refuses(&[422]),
        op("post", "/api/v1/images/{address}", "uploadToAddress", "Upload a picture to an address", "For agents over MCP, whose calls can't hold a large picture: the tool `list_options` with the topic `upload` gives an `address`, which takes one picture within five minutes, with the rights of the credential that asked and until that is revoked. It is good once, whatever becomes of the picture.")
            .open().parameter(json!({ "name": "address", "in": "path", "required": true, "description": "The last part of the address.", "schema": { "type": "string" }, "example": "mantelu_0" }))
            .picture(json!({})).refuses(&[403, 404]),
    ]
}

impl Operation {
    /// Takes a picture, and replies with these headers.
    fn picture(self, headers: Value) -> Self {
        let binary = json!({ "schema": {} });
        let form = json!({ "schema": { "type": "object", "required": ["file"], "properties": { "file": { "type": "string", "format": "binary" } } } });
        let mut it = self;
        it.body = Some(
            json!({ "required": true, "content": { "image/png": binary, "image/jpeg": binary, "image/webp": binary, "image/avif": binary, "image/gif": binary, "multipart/form-data": form } }),
        );
        let image = json!({ "src": format!("/media/{}", "0123456789abcdef".repeat(4)), "width": 1200, "height": 800 });
        let content = json!({ "application/json": { "schema": schema("Image"), "example": image } });
        it.gives_with("201", "Where the picture is.", content, headers).refuses(&[400, 408, 413, 415, 507])
    }
}

fn publishing() -> Vec<Operation> {
    let op = |path, id, summary, about| Operation::new("post", path, id, "Publishing", summary, about);
    vec![
        op("/api/v1/page/publish", "publish", "Publish", "Makes the draft live. With `baseVersion`, only if it is still what was seen; with `dryRun`, tells what visitors would see change.")
            .optional_body("Edit", json!({ "baseVersion": 7 })).edits("What went live.", "Published", show::published()),
        op("/api/v1/page/unpublish", "unpublish", "Unpublish", "Takes the page off its address; the draft stays.")
            .optional_body("Base", json!({ "baseVersion": 7 })).with("ifMatch")
            .gives("200", "Nothing is live.", "Unpublished", json!({ "published": null, "version": 7, "unpublishedChanges": true })).refuses(&[404, 409, 507]),
        preview("get", "getPreview", "Get the private link", "The address that shows the draft to whoever has it, drawn as its page will be; `null` when there is none.")
            .tells("The link.", "Preview", show::preview()),
        preview("post", "makePreview", "Make a private link", "Makes a private address that shows the current draft to anyone who has it. An earlier one stops working.")
            .gives_with("201", "The link.", json!({ "application/json": { "schema": schema("Preview"), "example": show::preview() } }), json!({})).refuses(&[507]),
        preview("delete", "revokePreview", "Revoke the private link", "Ends the private address: opening it answers 404. Does nothing when there is none.")
            .gives_with("204", "It is gone.", Value::Null, json!({})).refuses(&[507]),
    ]
}

fn preview(method: &'static str, id: &'static str, summary: &'static str, about: &'static str) -> Operation {
    Operation::new(method, "/api/v1/page/preview", id, "Publishing", summary, about).refuses(&[404])
}

fn sharing() -> Vec<Operation> {
    let op =
        |method, path, id, summary, about| Operation::new(method, path, id, "Sharing", summary, about).refuses(&[404]);
    vec![
        op("get", "/api/v1/page/ways", "listWays", "List the named ways", "The names for where the page's address is put up, in the order in which they were given. Any word after a plus leads to the page; these are the ones that are told apart.")
            .tells("The ways.", "Ways", json!({ "ways": [show::way()] })),
        op("post", "/api/v1/page/ways", "nameWay", "Name a way", "Names a place where the page's address is put up: `/{username}+{name}` leads to the page. A page has at most 50. Naming one again changes nothing.")
            .takes("NewWay", json!({ "name": "market" }))
            .tells("The page had it before.", "Way", show::way())
            .gives_with("201", "The way.", json!({ "application/json": { "schema": schema("Way"), "example": show::way() } }), json!({}))
            .refuses(&[507]),
        op("delete", "/api/v1/page/ways/{name}", "forgetWay", "Forget a way", "Takes a name off the list. Its address goes on leading to the page.")
            .parameter(json!({ "name": "name", "in": "path", "required": true, "description": "The word after the plus.", "schema": { "type": "string" }, "example": "market" }))
            .gives_with("204", "It is forgotten.", Value::Null, json!({})).refuses(&[507]),
        op("get", "/api/v1/page/insights", "getInsights", "Read what was counted", "Visits, presses, sources and readers of the page. A visit is one look at the page by a person; presses stand beside the visits and are no part of them. Visits and presses may be added up over days; visitors are estimated for one day and never added up. Nobody is followed: totals are all there is.")
            .parameter(insights::range()).parameter(insights::screen())
            .tells("What was counted.", "Insights", insights::example()).refuses(&[400]),
    ]
}

fn history() -> Vec<Operation> {
    let op = |method, path, id, summary, about| Operation::new(method, path, id, "History", summary, about);
    let resume = json!({ "name": "Last-Event-ID", "in": "header", "required": false, "description": "The `id` of the last event heard: the stream goes on after it. Anything else is answered with `reset`.",
        "schema": { "type": "string" }, "example": "41" });
    let stream = json!({ "text/event-stream": { "schema": schema("EventStream"), "example": show::EVENT } });
    vec![
        op("get", "/api/v1/page/history", "getHistory", "List the history", "The last hundred entries: who changed what, when and how, and when it went live; newest first. Edits that one actor made within two minutes are one entry, under the version of the last. The drafts of the last hundred versions can be read and restored as well.")
            .parameter(json!({ "name": "limit", "in": "query", "required": false, "description": "How many entries to list.", "schema": { "type": "integer", "minimum": 1, "maximum": HISTORY, "default": HISTORY }, "example": 20 }))
            .parameter(json!({ "name": "before", "in": "query", "required": false, "description": "Lists entries below this version: the `before` of the reply with the newer ones.", "schema": { "type": "integer", "minimum": 1, "maximum": MAX_VERSION }, "example": 7 }))
            .gives("200", "The history.", "History", json!({ "history": [show::entry()] })).leads("200", &["getDraft", "restoreDraft"], "version", "/history/0/version").conditional().refuses(&[400, 404]),
        op("get", "/api/v1/page/history/{version}", "getDraft", "Read an earlier draft", "The page as it was.")
            .with("historyVersion").tells("The draft.", "HistoryDraft", show::past()).refuses(&[404]),
        op("post", "/api/v1/page/history/{version}/restore", "restoreDraft", "Restore an earlier draft", "Makes it the draft again: a change like any other, which can be taken back the same way.")
            .with("historyVersion").optional_body("Edit", json!({ "baseVersion": 7 })).edits("The page after it.", "Page", show::page()),
        op("post", "/api/v1/page/undo", "undo", "Undo your own edits", "Takes back the last edit made with this credential, or with `to` every edit it made since that version. What others changed since stays and is named in `warnings`. It is an edit like any other: the next call takes it back.")
            .optional_body("Undo", json!({ "to": 5 })).edits("The page after it.", "Page", show::page()),
        op("get", "/api/v1/page/check", "checkPage", "Check the draft", "What may be wrong with it: links that are there twice, links that have led nowhere for three days, headings with nothing below, pictures cut off or without words for those who cannot see them, words that break on a phone, an accent that can't be seen, an empty profile. A finding that no judgement is needed for has the call of an MCP tool that mends it; making all of them leaves none that has one.")
            .tells("What was found.", "PageCheck", show::page_check()).refuses(&[404]),
        op("get", "/api/v1/page/picture", "seePage", "See the page", "A picture of the page as a browser shows it, at most 12,000 CSS pixels tall. `webp` has at most 300 KiB and less detail where that is needed, `png` every pixel. What did not change is not drawn again. 404 `no_picture` where the server draws none.")
            .parameter(width()).parameter(json!({ "name": "version", "in": "query", "required": false, "description": "`draft`, `live` or a version of the history.", "schema": { "type": "string", "pattern": "^(draft|live|[1-9][0-9]{0,14})$", "default": "draft" }, "example": "draft" }))
            .parameter(json!({ "name": "tile", "in": "query", "required": false, "description": "One tile instead of the whole page, with two pixels to each of CSS.", "schema": { "type": "string", "pattern": "^t_[a-z2-7]{12}$" }, "example": "t_k3v7q2mzab4c" }))
            .parameter(json!({ "name": "format", "in": "query", "required": false, "description": "The kind of file.", "schema": { "type": "string", "enum": ["webp", "png"], "default": "webp" }, "example": "webp" }))
            .gives_with("200", "The picture.", json!({ "image/webp": { "schema": {} }, "image/png": { "schema": {} } }), json!({})).refuses(&[400, 404]),
        op("get", "/api/v1/page/events", "watchPage", "Watch the page", "Server-sent events: one for each change of the draft (`draft`), publish, unpublish, change of the address (`rename`), delete, and whenever what tiles lead to was filled in (`facts`: the draft and its version stay), with who did it; `reset` when the events asked for are no longer kept. A comment every 15 seconds keeps the connection open.")
            .parameter(resume).gives_with("200", "The events, as they happen.", stream, json!({})).refuses(&[404]),
    ]
}

/// How a picture looks at a page.
fn width() -> Value {
    json!({ "name": "width", "in": "query", "required": false, "description": "How wide: 390 CSS pixels or 1280.", "schema": { "type": "string", "enum": ["phone", "wide"], "default": "phone" }, "example": "phone" })
}

fn moving() -> Vec<Operation> {
    let op = |path, id, summary, about| Operation::new("get", path, id, "Moving", summary, about);
    let file = json!({ "application/json": { "schema": schema("PageFile"), "example": show::file() } });
    let zip = json!({ "application/zip": { "schema": {} } });
    let named = json!({ "ETag": component("headers", "ETag"), "Content-Disposition": component("headers", "ContentDisposition") });
    vec![
        op(
            "/api/v1/page/export",
            "exportPage",
            "Export the page file",
            "The whole draft as a file, which `PUT` and `import` take on any server.",
        )
        .gives_with("200", "The file.", file, named.clone())
        .conditional()
        .refuses(&[404]),
        op(
            "/api/v1/page/export.zip",
            "exportBundle",
            "Export the page with its pictures",
            "`page.json`, and each own picture it names under `media/`.",
        )
        .gives_with("200", "The bundle.", zip.clone(), named.clone())
        .conditional()
        .refuses(&[404]),
        op(
            "/api/v1/page/export.html.zip",
            "exportSite",
            "Export the page as a web site",
            "The published page as files that any plain web server shows.",
        )
        .gives_with("200", "The site.", zip, named)
        .conditional()
        .refuses(&[404]),
    ]
}

fn public() -> Vec<Operation> {
    let op = |path, id, summary, about| Operation::new("get", path, id, "Public", summary, about).open();
    let name = json!({ "name": "username", "in": "path", "required": true, "description": "The page's name, in any case.", "schema": { "type": "string" }, "example": "ines" });
    let check = json!({ "name": "check", "in": "query", "required": true, "description": "The name to check.", "schema": { "type": "string" }, "example": "ines" });
    vec![
        op("/api/v1/public/{username}", "getPublicPage", "Read a published page", "For anyone, from any site.")
            .parameter(name.clone())
            .gives("200", "The page.", "PublicPage", show::public())
            .gives_with(
                "308",
                "The page has another name now.",
                Value::Null,
                json!({ "Location": component("headers", "Location") }),
            )
            .conditional()
            .refuses(&[404, 410]),
        op("/api/v1/public/{username}/picture", "seePublicPage", "See a published page", "A picture of it, drawn after its last publish. 404 `no_picture` while there is none.")
            .parameter(name)
            .parameter(width())
            .gives_with("200", "The picture.", json!({ "image/webp": { "schema": {} } }), json!({}))
            .gives_with(
                "308",
                "The page has another name now.",
                Value::Null,
                json!({ "Location": component("headers", "Location") }),
            )
            .conditional()
            .refuses(&[400, 404, 410]),
        op("/api/v1", "getIndex", "Find everything", "The addresses that a program starts from.").tells(
            "The index.",
            "Index",
            show::index(),
        ),
        op(
            "/api/v1/username",
            "checkUsername",
            "Check a username",
            "Whether a name can be claimed, and why not; never an error for a name.",
        )
        .parameter(check)
        .tells(
            "Whether it is free.",
            "NameCheck",
            json!({ "ok": false, "reason": "The name ines is taken; choose another.", "code": "username_taken", "suggestion": "ines2" }),
        )
        .refuses(&[400]),
        op(
            "/api/v1/options",
            "listOptions",
            "List every allowed value",
            "Looks with their palettes, fonts, layouts, sizes, colours, platforms, templates and limits.",
        )
        .tells(
            "The options.",
            "Options",
            serde_json::to_value(mantel_model::api::options()).unwrap_or_default(),
        ),
    ]
}
