//! The schemas: requests as strictly as they are parsed, and replies.

use mantel_model::tile::KindName;
use mantel_model::{limits, schema};
use serde_json::{Map, Value, json};

use super::{components, insights};

/// Every schema, by name.
pub fn schemas() -> Value {
    let mut all = Map::new();
    page_file(&mut all);
    sent(&mut all);
    answered(&mut all);
    Value::Object(all)
}

pub(super) fn reference(name: &str) -> Value {
    components::schema(name)
}

/// What the names of schemas end in that are sent rather than answered: there, `null` counts as absent.
const SENT: &str = "Input";

/// The page file and its parts as replies have them, from its own schema.
fn page_file(all: &mut Map<String, Value>) {
    let mut parts = Map::new();
    parts_of_page(&mut parts);
    // What is the same either way has one schema.
    let differ = |part: &Value| part.get("properties").is_some() && nullable(part.clone()) != *part;
    let names: Vec<String> = parts
        .iter()
        .filter(|(name, part)| differ(part) || name.as_str() == "Tile")
        .map(|(name, _)| name.clone())
        .collect();
    for (name, part) in parts.iter().filter(|(name, _)| names.contains(name)) {
        all.insert(format!("{name}{SENT}"), sent_part(part, &names));
    }
    all.extend(parts);
}

/// The same part where it is sent: whatever may be left out may be `null`. References to what has a schema of its own for
/// that lead there.
fn sent_part(part: &Value, names: &[String]) -> Value {
    let mut part = part.clone();
    let required: Vec<String> = part["required"]
        .as_array()
        .map(|names| names.iter().filter_map(Value::as_str).map(str::to_owned).collect())
        .unwrap_or_default();
    match &mut part {
        Value::Object(map) => {
            for (name, value) in map.iter_mut() {
                sent_keyword(name, value, &required, names);
            }
        }
        Value::Array(items) => items.iter_mut().for_each(|item| *item = sent_part(item, names)),
        _ => {}
    }
    part
}

/// One keyword of a schema where it is sent.
fn sent_keyword(keyword: &str, value: &mut Value, required: &[String], names: &[String]) {
    let leads_to_own =
        |pointer: &str| pointer.rsplit('/').next().is_some_and(|last| names.iter().any(|name| name == last));
    if keyword == "properties"
        && let Value::Object(fields) = value
    {
        for (name, field) in fields.iter_mut() {
            let inner = sent_part(field, names);
            *field = if required.contains(name) { inner } else { or_null(inner) };
        }
    } else if keyword == "mapping"
        && let Value::Object(kinds) = value
    {
        for kind in kinds.values_mut() {
            *kind = json!(format!("{}{SENT}", kind.as_str().unwrap_or_default()));
        }
    } else if keyword == "$ref"
        && let Value::String(pointer) = value
    {
        if leads_to_own(pointer) {
            pointer.push_str(SENT);
        }
    } else {
        *value = sent_part(value, names);
    }
}

/// A value with this schema, or `null`.
fn or_null(field: Value) -> Value {
    let is_open = field.as_object().is_some_and(|field| field.keys().all(|name| name == "description"));
    if is_open { field } else { json!({ "anyOf": [field, { "type": "null" }] }) }
}

/// An object that is sent: what may be left out may be `null`.
fn nullable(mut object: Value) -> Value {
    let required = object.get("required").cloned().unwrap_or_default();
    let is_required = |name: &str| required.as_array().is_some_and(|names| names.iter().any(|other| other == name));
    if let Some(Value::Object(fields)) = object.get_mut("properties") {
        for (_, field) in fields.iter_mut().filter(|(name, _)| !is_required(name)) {
            *field = or_null(field.take());
        }
    }
    object
}

/// The page file and its parts, from its own schema.
fn parts_of_page(all: &mut Map<String, Value>) {
    let mut page = schema::page();
    let parts = page.as_object_mut().and_then(|object| object.shift_remove("$defs")).unwrap_or_default();
    for name in ["$schema", "title"] {
        page.as_object_mut().and_then(|object| object.shift_remove(name));
    }
    for (name, part) in parts.as_object().into_iter().flatten() {
        all.insert(titled(name), pointed(part));
    }
    all.insert("PageFile".to_owned(), pointed(&page));
    let kinds: Vec<_> = KindName::ALL.iter().map(|kind_name| reference(&titled(kind_name.as_str()))).collect();
    let mapping: Map<_, _> = KindName::ALL
        .iter()
        .map(|kind_name| {
            (kind_name.as_str().to_owned(), json!(format!("#/components/schemas/{}", titled(kind_name.as_str()))))
        })
        .collect();
    let tile = json!({ "description": "A tile: its type says which fields it has.", "oneOf": kinds,
        "discriminator": { "propertyName": "type", "mapping": mapping } });
    all.insert("Tile".to_owned(), tile);
}

/// `link` is the schema `LinkTile`, `profile` the schema `Profile`.
fn titled(name: &str) -> String {
    let mut letters = name.chars();
    let first: String = letters.next().map(|letter| letter.to_uppercase().collect()).unwrap_or_default();
    let tile = KindName::ALL.iter().any(|kind_name| kind_name.as_str() == name);
    format!("{first}{}{}", letters.as_str(), if tile { "Tile" } else { "" })
}

/// Rewrites references within the page file's schema to references within this description.
fn pointed(value: &Value) -> Value {
    match value {
        Value::Object(map) => map
            .iter()
            .map(|(name, value)| (name.clone(), if name == "$ref" { turned(value) } else { pointed(value) }))
            .collect(),
        Value::Array(items) => items.iter().map(pointed).collect(),
        leaf => leaf.clone(),
    }
}

fn turned(pointer: &Value) -> Value {
    let name = pointer.as_str().and_then(|text| text.strip_prefix("#/$defs/")).unwrap_or_default();
    json!(format!("#/components/schemas/{}", titled(name)))
}

pub(super) fn object(about: &str, fields: Value, required: &[&str]) -> Value {
    let mut out =
        json!({ "description": about, "type": "object", "properties": fields, "additionalProperties": false });
    if !required.is_empty() {
        out["required"] = json!(required);
    }
    out
}

/// The body of an edit: its own fields, and those that every edit may have.
fn edit(about: &str, fields: Value, required: &[&str]) -> Value {
    let mut out = nullable(object(about, fields, required));
    out["properties"]["baseVersion"] =
        or_null(unsigned_integer("The version this was made from; a stale one is refused."));
    out["properties"]["dryRun"] = or_null(flag("Whether only to tell what would change."));
    out
}

/// The metadata of a draft's pictures, by the addresses that the draft uses for them.
fn pictures() -> Value {
    let color = json!({ "type": "string", "pattern": "^#[0-9a-f]{6}$" });
    let tint = json!({ "description": "Mean colours of its upper and lower half; missing for a transparent picture.", "type": "array",
        "items": color, "minItems": 2, "maxItems": 2 });
    let side = json!({ "description": "Pixels.", "type": "integer", "minimum": 1 });
    let measure = json!({ "width": side, "height": side, "tint": tint });
    let measure =
        object("What is known of its pixels; missing until the server has read them.", measure, &["width", "height"]);
    let one = json!({ "src": string("Where it is served here; its sizes are below that address: `/640.webp`."), "measure": measure });
    let mut out = json!({ "description": "What is known of the draft's pictures, by the addresses it names them with; only in the reply to reading it.", "type": "object" });
    out["additionalProperties"] = object("A picture.", one, &["src"]);
    out
}

pub(super) fn unsigned_integer(about: &str) -> Value {
    json!({ "description": about, "type": "integer", "minimum": 0, "maximum": limits::SAFE_INTEGER })
}

pub(super) fn flag(about: &str) -> Value {
    json!({ "description": about, "type": "boolean" })
}

pub(super) fn string(about: &str) -> Value {
    json!({ "description": about, "type": "string" })
}

pub(super) fn time(about: &str) -> Value {
    json!({ "description": about, "type": "string", "format": "date-time" })
}

/// The fields of a part of the page as a patch takes them: each may be `null`.
fn patch(about: &str, name: &str, without: &[&str]) -> Value {
    let part = schema::definition(name).unwrap_or_default();
    let fields = part.get("properties").and_then(Value::as_object).cloned().unwrap_or_default();
    let fields: Map<_, _> = fields
        .into_iter()
        .filter(|field| !without.contains(&field.0.as_str()))
        .map(|(name, schema)| (name, loose(schema)))
        .collect();
    edit(about, Value::Object(fields), &[])
}

/// An object in a patch is merged into the existing one, so none of its fields is required and each may be `null`.
fn loose(field: Value) -> Value {
    let mut field = field;
    if let Some(map) = field.as_object_mut() {
        map.shift_remove("default");
        map.shift_remove("required");
        if let Some(Value::Object(inner)) = map.get_mut("properties") {
            for value in inner.values_mut() {
                *value = json!({ "anyOf": [value.take(), { "type": "null" }] });
            }
        }
    }
    field
}

/// A theme always has a style.
fn theme_patch() -> Value {
    let mut out = patch("Fields of the theme to change; `null` resets one.", "theme", &[]);
    let style = out["properties"]["style"]["anyOf"][0].take();
    out["properties"]["style"] = style;
    out
}

/// The fields of tiles of every type, for patches: which of them a tile has depends on its type. What every type needs
/// that has it can't be `null`.
fn tile_patch() -> Map<String, Value> {
    let mut fields = Map::new();
    for kind in KindName::ALL {
        let definition = schema::definition(kind.as_str()).unwrap_or_default();
        let required = definition["required"].as_array().cloned().unwrap_or_default();
        let patch = patch("", kind.as_str(), &["id", "type", "facts", "baseVersion", "dryRun"]);
        for (name, field) in patch["properties"].as_object().cloned().unwrap_or_default() {
            let needed = required.iter().any(|required| *required == name.as_str());
            let field = if needed { field["anyOf"][0].clone() } else { field };
            let optional = field.get("anyOf").is_some();
            let known = fields.entry(name).or_insert_with(|| field.clone());
            if optional {
                *known = field;
            }
        }
    }
    fields
}

/// The body of a tile's patch.
fn tile_patch_body() -> Value {
    let mut body =
        edit("Fields of a tile to change: those of its type; `null` clears an optional one.", json!({}), &[]);
    if let Some(fields) = body["properties"].as_object_mut() {
        let terms = std::mem::replace(fields, tile_patch());
        fields.extend(terms);
    }
    body
}

/// Request bodies.
fn sent(all: &mut Map<String, Value>) {
    let name = json!({ "description": "3 to 30 letters, numbers, - or _.", "type": "string", "pattern": "^[A-Za-z0-9_-]{3,30}$" });
    let input = json!({ "description": "A link, an email, owner/repo, a short note, or a whole list of them: each line becomes a tile, at most 30.", "type": "string", "pattern": "\\S" });
    let id = reference("Id");
    let options = serde_json::to_value(mantel_model::api::options()).unwrap_or_default();
    let templates: Vec<_> =
        options["templates"].as_array().into_iter().flatten().map(|list| list["name"].clone()).collect();
    let theme = schema::definition("theme").unwrap_or_default();
    let claim = json!({ "username": name, "style": theme["properties"]["style"], "layout": theme["properties"]["layout"],
        "preset": theme["properties"]["preset"], "template": { "description": "The starter template.", "enum": templates },
        "empty": flag("Whether to start without sample tiles."), "dryRun": flag("Whether only to tell what would be made.") });
    let import = json!({ "file": { "description": "A brief, a full page, or text that holds one.", "anyOf": [{ "type": "object" }, { "type": "string" }] },
        "username": name, "replace": flag("Whether an existing draft is replaced.") });
    let mut move_in = object(
        "A page elsewhere: exactly one of `address` and `file`.",
        json!({
            "address": { "description": "Its address; the scheme may be missing.", "type": "string", "pattern": "\\S" },
            "file": string("The text of a saved page (HTML), or of an export: JSON, CSV, bookmarks, OPML.") }),
        &[],
    );
    move_in["oneOf"] = json!([{ "required": ["address"] }, { "required": ["file"] }]);
    let mut add = edit(
        "What to add: exactly one of `input`, `inputs` and `tile`.",
        json!({
        "input": input,
        "inputs": { "description": "Several, in this order: texts, or items as in the `links` of a brief (/schema/brief.schema.json).", "type": "array", "minItems": 1, "maxItems": limits::INPUTS, "items": { "anyOf": [input, { "type": "object" }] } },
        "tile": reference("TileInput"), "after": id, "size": reference("Size"), "color": reference("Color") }),
        &[],
    );
    let names = ["input", "inputs", "tile"];
    let one = |given: &str| {
        let others = names.iter().filter(|name| **name != given);
        let others: Map<_, _> = others.map(|name| ((*name).to_owned(), json!({ "type": "null" }))).collect();
        json!({ "required": [given], "not": { "properties": { given: { "type": "null" } } }, "properties": others })
    };
    add["oneOf"] = json!(names.map(one));
    for (name, schema) in [
        ("Claim", nullable(object("A name to claim.", claim, &["username"]))),
        (
            "Rename",
            nullable(object(
                "A name to move to.",
                json!({ "username": name, "baseVersion": unsigned_integer("The version this was made from; a stale one is refused.") }),
                &["username"],
            )),
        ),
        ("Import", edit("A file to load.", import, &["file"])),
        ("MoveIn", move_in),
        ("PutPage", edit("A whole page.", json!({ "page": reference("PageFileInput") }), &["page"])),
        ("AddTiles", add),
        ("TilePatch", tile_patch_body()),
        (
            "MoveTile",
            edit(
                "A place.",
                json!({ "position": unsigned_integer("The new index in the list, from 0; past the end means the end.") }),
                &["position"],
            ),
        ),
        ("ThemePatch", theme_patch()),
        ("ProfilePatch", patch("Fields of the profile to change.", "profile", &[])),
        ("Edit", edit("What every edit may carry.", json!({}), &[])),
        (
            "Undo",
            edit(
                "What is taken back.",
                json!({ "to": unsigned_integer("The version since which all own edits are taken back; without one, only the last of them is.") }),
                &[],
            ),
        ),
        (
            "Base",
            nullable(object(
                "The version that the edit was made from; a stale one is refused.",
                json!({ "baseVersion": unsigned_integer("The version this was made from; a stale one is refused.") }),
                &[],
            )),
        ),
    ] {
        all.insert(name.to_owned(), schema);
    }
}

/// Reply bodies.
fn answered(all: &mut Map<String, Value>) {
    let version = || unsigned_integer("The draft's version now.");
    let differs = || flag("Whether the draft differs from what is live.");
    let tiles = |about: &str, of: &str| json!({ "description": about, "type": "array", "items": reference(of) });
    let changed = |about: &str, name: &str, it: Value| {
        object(
            about,
            json!({ name: it, "version": version(), "unpublishedChanges": differs() }),
            &[name, "version", "unpublishedChanges"],
        )
    };
    let published = json!({ "description": "What is live; null when nothing is.", "anyOf": [
        object("", json!({ "version": unsigned_integer("The draft's version then."), "at": time("When.") }), &["version", "at"]), { "type": "null" }] });
    let draft = object(
        "The page as edited.",
        json!({ "profile": reference("Profile"), "theme": reference("Theme"), "tiles": tiles("Every tile, in order.", "Tile") }),
        &["profile", "theme", "tiles"],
    );
    let url = || json!({ "description": "Its public address.", "type": "string", "format": "uri" });
    let page = json!({ "username": string("Its public name."), "url": url(), "version": version(), "unpublishedChanges": differs(),
        "published": published, "suspended": string("The operator's reason while the page is taken down: visitors cannot see it and it cannot be published."), "draft": reference("Draft"), "next": string("What to do next."), "pictures": pictures(), "warnings": tiles("What a forgiving import defaulted or dropped.", "Place") });
    let went = json!({ "description": "When this version last went live; null while it never did.", "type": ["string", "null"], "format": "date-time" });
    let entry = json!({ "version": unsigned_integer("The version that the last of its edits made."), "at": time("When that was."), "by": reference("By"), "act": reference("Act"),
        "summary": string("What changed, in one line."), "edits": unsigned_integer("How many edits it tells of."), "live": flag("Whether this is what is live."),
        "publishedAt": went, "publishedBy": reference("By") });
    let needed = ["version", "at", "by", "act", "summary", "edits", "live", "publishedAt"];
    let mut past = entry.clone();
    past["draft"] = reference("Draft");
    let field =
        object("A field that differs.", json!({ "field": string("Its name."), "before": {}, "after": {} }), &["field"]);
    let moved = object(
        "A tile that moves.",
        json!({ "id": reference("Id"), "from": unsigned_integer("Its index now."), "to": unsigned_integer("Its index afterwards.") }),
        &["id", "from", "to"],
    );
    let change = object(
        "A tile that changes.",
        json!({ "id": reference("Id"), "before": reference("Tile"), "after": reference("Tile") }),
        &["id", "before", "after"],
    );
    let list = |about: &str, items: &Value| json!({ "description": about, "type": "array", "items": items });
    let changes = object(
        "What would change.",
        json!({ "summary": string("All of it in one line."), "profile": list("Fields of the profile.", &field),
        "theme": list("Fields of the theme.", &field), "added": tiles("Tiles added.", "Tile"), "changed": list("Tiles changed.", &change),
        "moved": list("Tiles moved.", &moved), "removed": tiles("Tiles removed.", "Tile") }),
        &["summary", "profile", "theme", "added", "changed", "moved", "removed"],
    );
    let dry = json!({ "dryRun": { "const": true }, "version": unsigned_integer("The draft's version, as before; 0 without a page."), "unpublishedChanges": differs(),
        "changes": changes, "warnings": tiles("What a forgiving import would default or drop.", "Place") });
    let public = json!({ "username": string("Its public name."), "url": url(), "publishedAt": time("When it went live."), "version": unsigned_integer("The draft's version that is live."),
        "profile": reference("Profile"), "theme": reference("Theme"), "tiles": tiles("Every tile, in order.", "Tile") });
    let problem = json!({ "type": string("Where it is explained."), "title": string("A few words."), "status": { "type": "integer" }, "detail": string("The sentence that says what to fix."),
        "code": string("Stable name."), "errors": tiles("Every wrong place.", "Place"), "version": unsigned_integer("The current version, in a version_conflict."), "requestId": string("To quote when asking for help.") });
    let place = object(
        "A place and a sentence.",
        json!({ "path": string("JSON Pointer into what was sent."), "message": string("What to do about it, or what was done.") }),
        &["path", "message"],
    );
    let check = json!({ "ok": flag("Whether it can be claimed."), "reason": string("Why not, or that it is kept for the account."), "code": { "enum": ["username_taken", "username_reserved", "username_invalid"] }, "suggestion": string("A similar name that is free, when this one is taken.") });
    let acts = [
        "claim", "import", "replace", "add", "update", "move", "remove", "theme", "profile", "restore", "undo", "edit",
    ];
    let by = object(
        "Who did it.",
        json!({ "kind": { "enum": ["owner", "key", "client", "admin"] }, "name": string("Of the key or the program.") }),
        &["kind"],
    );
    let image = json!({ "src": { "type": "string", "pattern": "^/media/[0-9a-f]{64}$" }, "width": unsigned_integer("Pixels."), "height": unsigned_integer("Pixels.") });
    let link = object(
        "",
        json!({ "url": { "description": "Anyone who has this address sees the draft.", "type": "string", "format": "uri" }, "createdAt": time("When it was made.") }),
        &["url", "createdAt"],
    );
    let preview = json!({ "description": "The link; null when there is none.", "anyOf": [link, { "type": "null" }] });
    let way_name = json!({ "description": "2 to 24 letters, digits or `-`; capitals are lowered.", "type": "string", "minLength": limits::WAY_MIN, "maxLength": limits::WAY_MAX, "pattern": "^[A-Za-z0-9-]*$" });
    let way = object(
        "A named way to the page.",
        json!({ "name": string("The word after the plus."), "url": { "description": "The address that leads to the page by this way.", "type": "string", "format": "uri" }, "createdAt": time("When it was named.") }),
        &["name", "url", "createdAt"],
    );
    let mut added = changed("The tiles added.", "tiles", tiles("With their ids.", "Tile"));
    added["properties"]["warnings"] = tiles("What was guessed or left out, with its path in the body.", "Place");
    let at = |about: &str| json!({ "description": about, "type": "string" });
    let index = object(
        "Where everything is.",
        json!({ "name": string("The service."), "version": string("Of the program."), "documentation": at("For people."), "description": at("This description."),
            "schemas": at("The schemas of files."), "options": at("Every allowed value."), "page": at("The page of whoever calls."),
            "publicPage": at("A published page, with a name in place of `{username}`."), "mcp": at("The MCP server.") }),
        &["name", "version", "documentation", "description", "schemas", "options", "page", "publicPage", "mcp"],
    );
    let left_out = object(
        "What is not in the brief.",
        json!({ "title": string("What it was called there."), "url": string("Where it leads, if it can be shown."), "reason": string("Why, as a sentence.") }),
        &["title", "reason"],
    );
    let moved_in = json!({
        "source": { "description": "What it was read as.", "type": "string", "enum": mantel_model::move_in::Source::ALL.iter().map(|source| source.as_str()).collect::<Vec<_>>() },
        "brief": { "description": "The brief of everything that fits (/schema/brief.schema.json).", "type": "object" },
        "warnings": tiles("What became something else or was cut, by its path in the brief.", "Place"),
        "left": tiles("What is not in the brief, and why.", "LeftOut"),
        "colors": { "description": "The page's colours there: ground, accent and text, as far as they are known.", "type": "array", "maxItems": 3, "items": { "type": "string", "pattern": "^#[0-9a-f]{6}$" } },
        "inPart": flag("Whether the page puts more together with its script than could be read."),
        "summary": string("What was taken, what was not and why, in a few sentences.") });
    for (name, schema) in [
        ("Draft", draft),
        (
            "Page",
            object(
                "The page as its owner sees it.",
                page,
                &["username", "url", "version", "unpublishedChanges", "published", "draft", "next"],
            ),
        ),
        ("Added", added),
        ("TileReply", changed("The tile after it.", "tile", reference("Tile"))),
        ("Removed", changed("The tile that went.", "removed", reference("Id"))),
        ("ThemeReply", changed("The whole theme.", "theme", reference("Theme"))),
        ("ProfileReply", changed("The whole profile.", "profile", reference("Profile"))),
        (
            "Published",
            object(
                "What went live.",
                json!({ "url": url(), "version": version(), "at": time("When.") }),
                &["url", "version", "at"],
            ),
        ),
        ("Unpublished", changed("Nothing is live.", "published", json!({ "type": "null" }))),
        (
            "DryRun",
            object("Nothing was changed; this would be.", dry, &["dryRun", "version", "unpublishedChanges", "changes"]),
        ),
        ("Act", json!({ "description": "What was done.", "type": "string", "enum": acts })),
        ("By", by),
        ("HistoryEntry", object("Edits that one actor made within two minutes.", entry, &needed)),
        (
            "History",
            object(
                "Entries, newest first.",
                json!({ "history": tiles("The entries.", "HistoryEntry"), "before": unsigned_integer("The `before` that lists the next older entries; absent when there are none.") }),
                &["history"],
            ),
        ),
        (
            "HistoryDraft",
            object(
                "A draft of the history.",
                past,
                &["version", "at", "by", "act", "summary", "edits", "live", "publishedAt", "draft"],
            ),
        ),
        (
            "PublicPage",
            object(
                "The page that is live.",
                public,
                &["username", "url", "publishedAt", "version", "profile", "theme", "tiles"],
            ),
        ),
        ("Index", index),
        ("NameCheck", object("Whether a name is free.", check, &["ok"])),
        ("LeftOut", left_out),
        (
            "MovedIn",
            object(
                "A page elsewhere as a brief.",
                moved_in,
                &["source", "brief", "warnings", "left", "colors", "inPart", "summary"],
            ),
        ),
        ("PageCheck", page_check()),
        ("Insights", insights::insights()),
        ("NamedCount", insights::named_count()),
        ("Way", way),
        (
            "Ways",
            object(
                "The named ways to the page.",
                json!({ "ways": tiles("In the order in which they were named.", "Way") }),
                &["ways"],
            ),
        ),
        ("NewWay", object("A name for a place where the address is put up.", json!({ "name": way_name }), &["name"])),
        ("Preview", object("The private link to the draft.", json!({ "preview": preview }), &["preview"])),
        ("Image", object("A picture that was uploaded.", image, &["src", "width", "height"])),
        ("Place", place),
        ("Problem", {
            let mut it = object("What went wrong (RFC 9457).", problem, &["type", "title", "status", "detail", "code"]);
            it.as_object_mut().and_then(|map| map.shift_remove("additionalProperties"));
            it
        }),
        ("EventStream", stream()),
        ("PageEvent", event(&acts)),
        ("Options", options()),
    ] {
        all.insert(name.to_owned(), schema);
    }
}

/// The stream as text, or one event of it, for clients that parse it event by event.
fn stream() -> Value {
    let kinds = ["draft", "publish", "unpublish", "rename", "facts", "delete", "reset"];
    let data = json!({ "description": "One line of JSON.", "type": "string", "contentMediaType": "application/json", "contentSchema": reference("PageEvent") });
    let event = object(
        "An event.",
        json!({ "id": { "description": "Its serial: what `Last-Event-ID` takes.", "type": "string" }, "event": { "enum": kinds },
            "data": data, "retry": unsigned_integer("Milliseconds after which to come back.") }),
        &["id", "event", "data"],
    );
    json!({ "description": "Events (WHATWG HTML, server-sent events).", "anyOf": [{ "type": "string" }, event] })
}

/// The data of an event.
fn event(acts: &[&str]) -> Value {
    let acts: Vec<_> =
        acts.iter().copied().chain(["publish", "unpublish", "rename", "facts", "delete", "reset"]).collect();
    let fields = json!({ "version": unsigned_integer("The draft's version after it."), "at": time("When."), "by": reference("By"),
        "act": { "description": "What was done.", "type": "string", "enum": acts }, "summary": string("What changed, in one line."),
        "unpublishedChanges": flag("Whether the draft then differed from what is live.") });
    object("What happened.", fields, &["version", "at", "by", "act", "summary", "unpublishedChanges"])
}

/// The lists of `/api/v1/options`: each member has a name, a label, and whatever other fields the list's members have.
fn options() -> Value {
    let all = serde_json::to_value(mantel_model::api::options()).unwrap_or_default();
    let limits = json!({ "description": "Limits; ranges are [smallest, largest].", "type": "object",
        "additionalProperties": { "anyOf": [{ "type": "number" }, { "type": "array", "items": { "type": "number" }, "minItems": 2, "maxItems": 2 }] } });
    let list = |name: &str, it: &Value| if name == "limits" { limits.clone() } else { choices(it) };
    let fields: Map<_, _> =
        all.as_object().into_iter().flatten().map(|(name, it)| (name.clone(), list(name, it))).collect();
    let names: Vec<_> = fields.keys().cloned().collect();
    json!({ "description": "Every allowed value, the default first, and every limit.", "type": "object", "properties": fields,
        "required": names, "additionalProperties": false })
}

/// The schema of a list of choices, from the fields of its members.
fn choices(list: &Value) -> Value {
    let members = list.as_array().into_iter().flatten().filter_map(Value::as_object).flatten();
    let mut fields: Map<String, Value> = Map::new();
    for (name, it) in members {
        fields.entry(name.clone()).or_insert_with(|| field(name, it));
    }
    json!({ "type": "array", "minItems": 1, "items": { "type": "object", "required": ["name", "label"], "properties": fields,
        "additionalProperties": false } })
}

fn field(name: &str, it: &Value) -> Value {
    let about = match name {
        "name" => "What JSON holds.",
        "label" => "What people read.",
        "note" => "What it is for.",
        "free" => "Whether it is free where looks have a price.",
        "dark" => "Whether its paper is dark.",
        "palettes" => "Its four palettes, the default first.",
        "required" => "Fields it needs.",
        "optional" => "Fields it may have, beside those of every tile.",
        _ => "A colour.",
    };
    match it {
        Value::Bool(_) => flag(about),
        Value::Array(items) if items.iter().any(Value::is_object) => {
            let mut out = choices(it);
            out["description"] = json!(about);
            out
        }
        Value::Array(_) => json!({ "description": about, "type": "array", "items": { "type": "string" } }),
        _ => string(about),
    }
}

fn page_check() -> Value {
    let call = object(
        "A call of an MCP tool.",
        json!({ "tool": string("The tool."), "arguments": { "type": "object", "description": "Its arguments.", "additionalProperties": true } }),
        &["tool", "arguments"],
    );
    let codes = mantel_model::check::CODES;
    let finding = object(
        "Something that may be wrong.",
        json!({
            "code": { "enum": codes, "description": "What it is about." },
            "severity": { "enum": ["problem", "advice"], "description": "problem: some visitors miss something." },
            "tile": { "type": "string", "pattern": "^t_[a-z2-7]{12}$", "description": "The tile that it is about." },
            "message": string("What is wrong, and what to do."),
            "judgement": { "type": "boolean", "description": "true where no call mends it: somebody has to look and decide." },
            "call": call,
        }),
        &["code", "severity", "message"],
    );
    object(
        "What may be wrong with a draft.",
        json!({ "version": unsigned_integer("The version of the draft."), "findings": { "type": "array", "items": finding } }),
        &["version", "findings"],
    )
}
