//! What keys and connections may do: every operation with every right, over REST and MCP; ends; and attacks on both.

use std::collections::BTreeSet;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use image::ImageFormat;
use mantel_server::api::openapi;
use mantel_server::service::WantedRights;
use reqwest::Method;
use serde_json::{Value, json};

use crate::mcp;
use crate::oauth::agent::{AUTHORIZE, Agent, answer, get, hidden, pair, person, refused, signed_in};
use crate::support::pictures::{drawn, file};
use crate::support::{Actor, OPEN, QUIET, Reply, TestApp, on_both};

const PAGE: &str = "/api/v1/page";
const TILES: &str = "/api/v1/page/tiles";
const PROFILE: &str = "/api/v1/page/profile";
const LINK: &str = "/api/v1/page/preview";
/// The tile that is there.
const TILE: &str = "t_aaaaaaaaaaaa";
const DAY: i64 = 24 * 60 * 60 * 1000;

/// What an operation needs, as the issue and the decisions say it.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Right {
    Read,
    Add,
    Edit,
    /// To add, and the owner's yes to publish.
    Publish,
    /// To edit, and the owner's yes to publish.
    EditPublished,
    /// To edit, without an end.
    SeeLink,
    /// To edit, without an end, and the owner's yes to publish.
    MakeLink,
}
use Right::{Add, Edit, EditPublished, MakeLink, Publish, Read, SeeLink};

/// The operations of the API that need a credential: method, path, body, right.
fn rest() -> Vec<(&'static str, &'static str, Value, Right)> {
    let none = || json!({});
    let page = json!({ "page": { "profile": {}, "theme": {}, "tiles": [] } });
    let file = json!({ "file": { "name": "Ada", "links": ["https://ada.example"] }, "replace": true });
    vec![
        ("get", "/api/v1/page", Value::Null, Read),
        ("get", "/api/v1/page/check", Value::Null, Read),
        ("get", "/api/v1/page/events", Value::Null, Read),
        ("get", "/api/v1/page/export", Value::Null, Read),
        ("get", "/api/v1/page/export.html.zip", Value::Null, Read),
        ("get", "/api/v1/page/export.zip", Value::Null, Read),
        ("get", "/api/v1/page/history", Value::Null, Read),
        ("get", "/api/v1/page/history/{version}", Value::Null, Read),
        ("get", "/api/v1/page/insights", Value::Null, Read),
        ("get", "/api/v1/page/picture", Value::Null, Read),
        ("get", "/api/v1/page/ways", Value::Null, Read),
        ("post", "/api/v1/images", Value::Null, Add),
        ("post", "/api/v1/page/tiles", json!({ "inputs": ["One", "Two"] }), Add),
        ("post", "/api/v1/page/undo", none(), Add),
        ("post", "/api/v1/page/ways", json!({ "name": "poster" }), Add),
        ("put", "/api/v1/page", page, Edit),
        ("post", "/api/v1/claim", json!({ "username": "ada" }), Edit),
        ("post", "/api/v1/page/import", file, Edit),
        ("patch", "/api/v1/page/tiles/{id}", json!({ "title": "Other" }), Edit),
        ("delete", "/api/v1/page/tiles/{id}", none(), Edit),
        ("post", "/api/v1/page/tiles/{id}/move", json!({ "position": 9 }), Edit),
        ("post", "/api/v1/page/tiles/{id}/refresh", none(), Edit),
        ("patch", "/api/v1/page/theme", json!({ "style": "night" }), Edit),
        ("post", "/api/v1/page/theme", json!({ "style": "night" }), Edit),
        ("patch", "/api/v1/page/profile", json!({ "bio": "Mine now" }), Edit),
        ("post", "/api/v1/page/history/{version}/restore", none(), Edit),
        ("delete", "/api/v1/page/ways/{name}", none(), Edit),
        ("delete", "/api/v1/page/preview", none(), Edit),
        ("get", "/api/v1/page/preview", Value::Null, SeeLink),
        ("post", "/api/v1/page/preview", none(), MakeLink),
        ("post", "/api/v1/page/publish", none(), Publish),
        ("post", "/api/v1/page/unpublish", none(), EditPublished),
        ("post", "/api/v1/page/username", json!({ "username": "ada-moved" }), EditPublished),
        ("delete", "/api/v1/page", none(), EditPublished),
    ]
}

/// What anybody may call.
const OPEN_PATHS: [&str; 7] = [
    "/api/v1",
    // The address itself is the credential.
    "/api/v1/images/{address}",
    "/api/v1/options",
    "/api/v1/page/move-in",
    "/api/v1/public/{username}",
    "/api/v1/public/{username}/picture",
    "/api/v1/username",
];

/// The tools, their arguments and rights.
fn tools() -> Vec<(&'static str, Value, Right)> {
    let picture = STANDARD.encode(file(&drawn(9, 9, false), ImageFormat::Png));
    let image = json!({ "type": "image", "src": format!("data:image/png;base64,{picture}"), "alt": "A pot" });
    vec![
        ("get_page", json!({}), Read),
        ("list_options", json!({}), Read),
        ("check_page", json!({}), Read),
        ("see_page", json!({}), Read),
        ("get_insights", json!({ "range": "7d" }), Read),
        ("add_tile", json!({ "tile": image }), Add),
        ("undo", json!({}), Add),
        ("publish", json!({ "dryRun": true }), Add),
        ("create_page", json!({ "username": "ada" }), Edit),
        ("import_page", json!({ "file": { "name": "Ada", "links": ["One"] }, "replace": true }), Edit),
        ("update_tile", json!({ "id": TILE, "patch": { "title": "Other" } }), Edit),
        ("move_tile", json!({ "id": TILE, "position": 9 }), Edit),
        ("remove_tile", json!({ "id": TILE }), Edit),
        ("set_theme", json!({ "style": "night" }), Edit),
        ("set_profile", json!({ "bio": "Mine now" }), Edit),
        ("publish", json!({}), Publish),
    ]
}

/// A credential's rights, as its owner chose them.
#[derive(Clone, Copy, Debug)]
struct Chosen {
    access: &'static str,
    publish: bool,
    ends: bool,
}

impl Chosen {
    /// The code that a call is refused with, if it is.
    fn refusal(self, right: Right) -> Option<&'static str> {
        let edits = matches!(right, Edit | EditPublished | SeeLink | MakeLink);
        let publishes = matches!(right, Publish | EditPublished | MakeLink);
        match self.access {
            "read" if right != Read => Some("read_only"),
            _ if publishes && !self.publish => Some("publish_not_allowed"),
            "add" if edits => Some("add_only"),
            _ if self.ends && matches!(right, SeeLink | MakeLink) => Some("private_link_not_allowed"),
            _ => None,
        }
    }
}

/// The page before each call: two tiles, live, with a named way and a private link.
async fn reset(owner: &Actor) {
    owner.call(Method::DELETE, PAGE, None).await;
    owner.post("/api/v1/claim", json!({ "username": "ada", "empty": true })).await.expect(201);
    let link = json!({ "id": TILE, "type": "link", "url": "https://ada.example/" });
    let page = json!({ "profile": { "name": "Ada" }, "theme": {}, "tiles": [link, { "type": "text", "text": "Two" }] });
    owner.put(PAGE, json!({ "page": page })).await.expect(200);
    owner.post("/api/v1/page/publish", json!({})).await.expect(200);
    owner.post("/api/v1/page/ways", json!({ "name": "shop" })).await.expect(201);
    owner.post(LINK, json!({})).await.expect(201);
}

/// Everything that a call may change.
async fn state(owner: &Actor) -> Vec<String> {
    let mut all = Vec::new();
    for path in [PAGE, "/api/v1/public/ada", "/api/v1/page/history", "/api/v1/page/ways", LINK] {
        all.push(owner.get(path).await.expect(200).text);
    }
    all
}

async fn call(actor: &Actor, method: &str, path: &str, body: &Value) -> Reply {
    let path = path.replace("{id}", TILE).replace("{version}", "1").replace("{name}", "shop");
    match (path.as_str(), body) {
        ("/api/v1/images", _) => actor.upload("image/png", &file(&drawn(8, 8, false), ImageFormat::Png)).await,
        (_, Value::Null) => actor.get(&path).await,
        (_, body) => actor.json(method.to_uppercase().parse().unwrap(), &path, body.clone()).await,
    }
}

/// Makes every call of the tables with this credential.
async fn every_operation(owner: &Actor, actor: &Actor, chosen: Chosen) {
    reset(owner).await;
    let before = state(owner).await;
    for (method, path, body, right) in rest() {
        if let Some(code) = chosen.refusal(right) {
            call(actor, method, path, &body).await.refused(403, code);
        }
    }
    for (tool, arguments, right) in tools() {
        if let Some(code) = chosen.refusal(right) {
            let said = mcp::refused(actor, tool, arguments).await;
            assert!(said.starts_with(&format!("Not done ({code}): ")) && said.contains("\nNext: "), "{tool}: {said}");
        }
    }
    assert_eq!(state(owner).await, before, "{chosen:?}");
    for (method, path, body, right) in rest().into_iter().filter(|row| chosen.refusal(row.3).is_none()) {
        if right != Read && right != SeeLink {
            reset(owner).await;
        }
        match path {
            // It goes on until the credential ends.
            "/api/v1/page/events" => drop(actor.watch(None).await),
            "/api/v1/claim" => {
                owner.call(Method::DELETE, PAGE, None).await.expect(204);
                call(actor, method, path, &body).await.expect(201);
                reset(owner).await;
            }
            _ => {
                if path.ends_with("/undo") {
                    actor.post(TILES, json!({ "input": "Own" })).await.expect(201);
                }
                let reply = call(actor, method, path, &body).await;
                // One address is read again once a minute.
                let fine = reply.status.is_success()
                    || (path.ends_with("/refresh") && reply.status == 429)
                    // Nothing draws here.
                    || (path.ends_with("/picture") && reply.text.contains("no_picture"));
                assert!(fine, "{chosen:?} {method} {path}: {} {}", reply.status, reply.text);
            }
        }
    }
    reset(owner).await;
    for (tool, arguments, right) in tools().into_iter().filter(|row| chosen.refusal(row.2).is_none()) {
        if right != Read {
            reset(owner).await;
        }
        match tool {
            "create_page" => drop(owner.call(Method::DELETE, PAGE, None).await.expect(204)),
            "undo" => drop(mcp::call(actor, "add_tile", json!({ "input": "Own" })).await),
            _ => {}
        }
        mcp::call(actor, tool, arguments).await;
    }
}

/// The last day that is so many days ahead.
fn day(app: &TestApp, ahead: i64) -> String {
    WantedRights::days(app.app.service.clock().now() + ahead * DAY).0
}

/// How long it is until the end of the day that is so many days ahead, in UTC, ms.
fn until_end(app: &TestApp, ahead: i64) -> i64 {
    let now = app.app.service.clock().now();
    (now / DAY + 1 + ahead) * DAY - now
}

async fn account(app: &TestApp, name: &str) -> String {
    app.app.service.account(&format!("{name}@harrow.example")).await.unwrap().id
}

/// Another key of Ada's.
async fn key(app: &TestApp, name: &str, wanted: WantedRights<'_>) -> (String, Actor) {
    let (row, key) = app.app.service.make_limited_key(&account(app, "ada").await, name, &wanted).await.unwrap();
    (row.id, app.anonymous().with_bearer(&key))
}

const READER: WantedRights<'static> = WantedRights { access: "read", publish: false, ends: "" };
const ADDER: WantedRights<'static> = WantedRights { access: "add", publish: false, ends: "" };

/// The tokens of a connection that was let in with these fields of the consent form.
async fn connected(agent: &Agent, person: &Actor, scope: &str, fields: &[(&str, &str)]) -> Value {
    let all: Vec<_> = [("answer", "allow")].into_iter().chain(fields.iter().copied()).collect();
    let reply = agent.answered(person, &[("scope", Some(scope))], &all).await.expect(303);
    let code = get(&answer(reply.header("location")), "code").unwrap().to_owned();
    agent.exchange(&code, &[]).await.expect(200).body()
}

#[test]
fn the_tables_name_every_operation() {
    let listed: BTreeSet<(String, String)> =
        rest().iter().map(|(method, path, ..)| ((*method).to_owned(), (*path).to_owned())).collect();
    let described = openapi::operations().into_iter().filter(|operation| !OPEN_PATHS.contains(&operation.path));
    let described: BTreeSet<_> =
        described.map(|operation| (operation.method.to_owned(), operation.path.to_owned())).collect();
    assert_eq!(listed, described, "an operation of the API is not in the table of rights, or is there for nothing");
}

#[tokio::test]
async fn the_tables_name_every_tool() {
    let app = TestApp::set(&[]).await;
    let listed = mcp::ask(&app.keyed("ada").await, "tools/list", json!({})).await;
    let listed: BTreeSet<_> =
        listed["tools"].as_array().unwrap().iter().map(|tool| tool["name"].as_str().unwrap().to_owned()).collect();
    let named: BTreeSet<_> = tools().into_iter().map(|row| row.0.to_owned()).collect();
    assert_eq!(named, listed, "a tool is not in the table of rights, or is there for nothing");
}

/// Every public method of the service that takes a caller asks for the right to an operation, or leaves it to one that does.
#[test]
fn every_method_of_the_service_asks_for_a_right() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src/service");
    let mut folders = vec![folder];
    let mut methods = 0;
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            if entry.is_dir() {
                folders.push(entry);
                continue;
            }
            let text = std::fs::read_to_string(&entry).unwrap();
            for method in text.split("\n    pub async fn ").skip(1) {
                let method = method.split("\n    }\n").next().unwrap();
                let name = method.split(['(', '<']).next().unwrap();
                if method.contains("caller: &Caller") && name != "require" {
                    methods += 1;
                    let asks = method.contains("self.require(caller, ");
                    assert!(asks, "{name} in {} takes a caller and names no operation", entry.display());
                }
            }
        }
    }
    assert!(methods > 30, "{methods}");
}

on_both! {
    async fn a_key_may_do_what_its_rights_say_and_nothing_else(app) {
        let owner = app.owner("ada").await;
        let last = day(&app, 30);
        for access in ["read", "add", "edit"] {
            for (publish, ends) in [(false, false), (true, false), (false, true), (true, true)] {
                let wanted = WantedRights { access, publish, ends: if ends { &last } else { "" } };
                let (_, actor) = key(&app, &format!("{access} {publish} {ends}"), wanted).await;
                every_operation(&owner, &actor, Chosen { access, publish, ends }).await;
            }
        }
    }

    async fn a_connection_may_do_what_was_chosen_at_consent_and_nothing_else(app) {
        let owner = app.owner("ada").await;
        let ada = signed_in(&app, "ada").await;
        let last = day(&app, 30);
        for (access, publish, ends) in [("read", true, false), ("add", true, true), ("add", false, false), ("edit", true, true)] {
            let agent = Agent::new(&app).await;
            let mut fields = vec![("access", access), ("ends", if ends { last.as_str() } else { "" })];
            fields.extend(publish.then_some(("publish", "on")));
            let (access_token, _) = pair(&connected(&agent, &ada, "page:write", &fields).await);
            every_operation(&owner, &agent.with(&access_token), Chosen { access, publish, ends }).await;
        }
    }

    async fn a_token_reaches_no_further_than_its_scope(app) {
        let owner = app.owner("ada").await;
        let (ada, agent) = (signed_in(&app, "ada").await, Agent::new(&app).await);
        let whole = connected(&agent, &ada, "page:write offline_access", &[("access", "edit"), ("publish", "on")]).await;
        let mut refresh = pair(&whole).1;
        for (scope, access) in [("page:add", "add"), ("page:read", "read")] {
            let less = agent.refresh(&refresh, &[("scope", scope)]).await.expect(200).body();
            assert_eq!(less["scope"], scope);
            every_operation(&owner, &agent.with(&pair(&less).0), Chosen { access, publish: true, ends: false }).await;
            refresh = pair(&less).1;
        }
        // The refresh token keeps what was granted, as RFC 6749 has it.
        let again = agent.refresh(&refresh, &[]).await.expect(200).body();
        assert_eq!(again["scope"], "page:write offline_access");
        agent.with(&pair(&again).0).patch(PROFILE, json!({ "bio": "x" })).await.expect(200);
    }

    async fn what_is_asked_for_is_what_can_be_allowed(app) {
        let ada = person(&app, "ada").await;
        for (scope, offered, granted) in [("page:read", 1, "page:read"), ("page:add", 2, "page:add"), ("page:read page:write", 3, "page:read page:write"), ("", 3, "page:write")] {
            let agent = Agent::new(&app).await;
            let page = agent.ask(&ada, &[("scope", Some(scope))]).await.expect(200).text;
            assert_eq!(page.matches("type=\"radio\"").count(), offered, "{scope}: {page}");
            assert_eq!(page.contains("name=\"publish\""), offered > 1, "{scope}");
            assert_eq!(connected(&agent, &ada, scope, &[]).await["scope"], granted, "without script, nothing chosen");
        }
        // A form that says more than was asked is refused, and so is what is no choice.
        let agent = Agent::new(&app).await;
        for (field, value) in [("access", "edit"), ("access", "all"), ("ends", "2020-01-01"), ("ends", "tomorrow"), ("ends", "9999-01-01")] {
            let fields = [("answer", "allow"), (field, value)];
            let again = agent.answered(&ada, &[("scope", Some("page:read"))], &fields).await.expect(422).text;
            assert!(again.contains("role=\"alert\"") && again.contains("Not now"), "{again}");
        }
        assert!(!app.app.service.connections(&account(&app, "ada").await).await.unwrap().iter().any(|row| row.client == agent.id));
    }

    async fn what_is_chosen_is_chosen_again_until_its_owner_says_otherwise(app) {
        let (ada, agent) = (person(&app, "ada").await, Agent::new(&app).await);
        let last = day(&app, 30);
        let tokens = connected(&agent, &ada, "page:write", &[("access", "add"), ("publish", "on"), ("ends", &last)]).await;
        assert_eq!(tokens["scope"], "page:add");
        let page = agent.ask(&ada, &[]).await.expect(200).text;
        let chosen = |value: &str| page.split("<input").any(|tag| tag.contains(&format!("value=\"{value}\"")) && tag.split('>').next().unwrap().contains("checked"));
        assert!(chosen("add") && !chosen("edit") && page.contains(&format!("value=\"{last}\"")), "{page}");
        let switch = page.split("id=\"publish\"").nth(1).and_then(|rest| rest.split('>').next()).unwrap();
        assert!(!switch.contains("checked"), "publishing needs its own yes each time: {switch}");
        // Asked and allowed anew, the connection has what was chosen now.
        connected(&agent, &ada, "page:write", &[("access", "read")]).await;
        let old = agent.with(&pair(&tokens).0);
        old.post(TILES, json!({ "input": "x" })).await.refused(403, "read_only");
    }

    async fn what_may_only_add_takes_back_only_that(app) {
        let ada = app.owner("ada").await;
        let service = &app.app.service;
        let (id, bot) = key(&app, "Bot", WantedRights { access: "edit", publish: false, ends: "" }).await;
        bot.patch(PROFILE, json!({ "bio": "By the bot" })).await.expect(200);
        let added = bot.post(TILES, json!({ "inputs": ["One", "Two"] })).await.expect(201).body();
        let wanted = WantedRights { access: "add", publish: false, ends: "" };
        service.narrow_key(&account(&app, "ada").await, &id, &wanted).await.unwrap();
        bot.post("/api/v1/page/undo", json!({})).await.expect(200);
        bot.post("/api/v1/page/undo", json!({})).await.expect(200);
        let path = format!("{TILES}/{}", added["tiles"][0]["id"].as_str().unwrap());
        ada.patch(&path, json!({ "text": "Mine" })).await.expect(200);
        // What the owner changed since stays.
        let undone = bot.post("/api/v1/page/undo", json!({})).await.expect(200).body();
        assert_eq!(undone["draft"]["tiles"].as_array().unwrap().last().unwrap()["text"], "Mine", "{undone}");
        // Its own change of the profile, from before it was narrowed.
        bot.post("/api/v1/page/undo", json!({ "to": 1 })).await.refused(403, "add_only");
        let said = mcp::refused(&bot, "undo", json!({ "to": 1 })).await;
        assert!(said.contains("add_only"), "{said}");
        assert_eq!(ada.get(PAGE).await.body()["draft"]["profile"]["bio"], "By the bot");
        // A key of the same name takes nothing back that another key of that name did.
        service.clock().advance(1000);
        service.revoke_key(&account(&app, "ada").await, &id).await.unwrap();
        let (_, namesake) = key(&app, "Bot", ADDER).await;
        namesake.post("/api/v1/page/undo", json!({})).await.refused(409, "nothing_to_undo");
        namesake.post("/api/v1/page/undo", json!({ "to": 2 })).await.refused(409, "nothing_to_undo");
    }

    async fn rights_are_narrowed_at_once_and_never_widened(app) {
        let ada = person(&app, "ada").await;
        let made = ada.form("/agents/keys", &[("name", "Shop"), ("access", "edit"), ("publish", "on")]).await.expect(200).text;
        let at = made.find("mantel_").unwrap();
        let shop = app.anonymous().with_bearer(&made[at..at + 56]);
        let agent = Agent::new(&app).await;
        let claude = agent.with(&agent.tokens(&ada).await.0);
        for (actor, of) in [(&shop, "keys"), (&claude, "connected")] {
            let page = ada.get("/agents").await.expect(200).text;
            let path = page.split("action=\"").filter_map(|part| part.split('"').next()).find(|path| path.starts_with(&format!("/agents/{of}/")) && path.ends_with("/narrow")).unwrap().to_owned();
            actor.patch(PROFILE, json!({ "bio": "x" })).await.expect(200);
            let last = day(&app, 9);
            ada.form(&path, &[("access", "add"), ("ends", &last)]).await.expect(303);
            actor.patch(PROFILE, json!({ "bio": "y" })).await.refused(403, "add_only");
            actor.post(TILES, json!({ "input": "x" })).await.expect(201);
            actor.post("/api/v1/page/publish", json!({})).await.expect(200);
            let page = ada.get("/agents").await.text;
            assert!(page.contains("May only add. Last day "), "{page}");
            let later = day(&app, 10);
            for wider in [("access", "edit"), ("ends", later.as_str()), ("access", "all"), ("ends", "2020-01-01")] {
                ada.form(&path, &[wider]).await.expect(422);
            }
            // Nobody else's form, and no credential of its own, changes it.
            person_form(&app, &path).await;
            for bearer in [actor, &shop] {
                bearer.form(&path, &[("access", "edit")]).await.expect(303);
            }
            actor.patch(PROFILE, json!({ "bio": "y" })).await.refused(403, "add_only");
            ada.form(&path, &[("access", "read"), ("ends", &day(&app, 8))]).await.expect(303);
            actor.post(TILES, json!({ "input": "x" })).await.refused(403, "read_only");
            // The owner's yes to publish does not count for what may only read.
            ada.form(&path.replace("/narrow", "/publish"), &[("publish", "on")]).await.expect(303);
            actor.post("/api/v1/page/publish", json!({})).await.refused(403, "read_only");
            actor.get(PAGE).await.expect(200);
            app.app.service.clock().advance(9 * DAY);
            actor.get(PAGE).await.refused(401, "unauthorized");
            app.app.service.clock().advance(-9 * DAY);
        }
    }

    async fn a_credential_ends_with_its_last_day_and_so_do_its_streams(app set &[OPEN, &[QUIET]].concat()) {
        let ada = person(&app, "ada").await;
        let clock = app.app.service.clock();
        let last = day(&app, 1);
        let (id, bot) = key(&app, "Bot", WantedRights { access: "read", publish: false, ends: &last }).await;
        let (other, forever) = key(&app, "Forever", READER).await;
        let agent = Agent::new(&app).await;
        let tokens = connected(&agent, &ada, "page:write offline_access", &[("ends", &last)]).await;
        let claude = agent.with(&pair(&tokens).0);
        let mut streams = Vec::new();
        for actor in [&bot, &claude, &forever] {
            let mut stream = actor.watch(None).await;
            stream.block().await.unwrap();
            streams.push(stream);
        }
        // An end that is set while a stream is open counts for it.
        app.app.service.narrow_key(&account(&app, "ada").await, &other, &WantedRights { ends: &last, ..READER }).await.unwrap();
        forever.get(PAGE).await.expect(200);
        clock.advance(until_end(&app, 1) - 60_000);
        bot.get(PAGE).await.expect(200);
        let late = agent.refresh(&pair(&tokens).1, &[]).await.expect(200).body();
        assert!(late["expires_in"].as_i64().unwrap() <= 60, "{late}");
        clock.advance(60_000);
        for stream in streams {
            assert!(!stream.rest().await.contains("data:"));
        }
        for actor in [&bot, &claude, &forever, &agent.with(&pair(&late).0)] {
            actor.get(PAGE).await.refused(401, "unauthorized");
            actor.post("/api/mcp", json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/list" })).await.refused(401, "unauthorized");
        }
        for token in [&pair(&tokens).1, &pair(&late).1] {
            refused(agent.refresh(token, &[]).await, 400, "invalid_grant");
        }
        let ada = signed_in(&app, "ada").await;
        let page = ada.get("/agents").await.expect(200).text;
        assert!(page.contains("Ended ") && !page.contains("<strong>Claude</strong>"), "{page}");
        // An ended key is revoked like any other.
        ada.form(&format!("/agents/keys/{id}/revoke"), &[]).await.expect(303);
    }

    async fn a_code_is_worth_nothing_once_the_day_has_ended(app) {
        let (ada, agent) = (person(&app, "ada").await, Agent::new(&app).await);
        let today = day(&app, 0);
        let clock = app.app.service.clock();
        clock.advance(until_end(&app, 0) - 5000);
        let fields = [("answer", "allow"), ("ends", today.as_str())];
        let reply = agent.answered(&ada, &[], &fields).await.expect(303);
        clock.advance(5000);
        refused(agent.exchange(get(&answer(reply.header("location")), "code").unwrap(), &[]).await, 400, "invalid_grant");
    }

    async fn attack_a_stored_reply_with_a_narrowed_credential(app) {
        let ada = app.owner("ada").await;
        let (id, bot) = key(&app, "Bot", WantedRights { access: "edit", publish: true, ends: "" }).await;
        let once = bot.clone().with("idempotency-key", "k");
        let (add, load) = (json!({ "input": "One" }), json!({ "file": { "name": "A", "links": [] }, "replace": true }));
        once.post(TILES, add.clone()).await.expect(201);
        let upload = bot.clone().with("idempotency-key", "p");
        let png = file(&drawn(8, 8, false), ImageFormat::Png);
        upload.upload("image/png", &png).await.expect(201);
        bot.clone().with("idempotency-key", "l").post("/api/v1/page/import", load.clone()).await.expect(201);
        mcp::call(&bot, "publish", json!({ "clientId": "live" })).await;
        let before = ada.get(PAGE).await.text;
        app.app.service.narrow_key(&account(&app, "ada").await, &id, &READER).await.unwrap();
        once.post(TILES, add.clone()).await.refused(403, "read_only");
        upload.upload("image/png", &png).await.refused(403, "read_only");
        bot.clone().with("idempotency-key", "l").post("/api/v1/page/import", load).await.refused(403, "read_only");
        let said = mcp::refused(&bot, "publish", json!({ "clientId": "live" })).await;
        assert!(said.contains("read_only"), "{said}");
        for body in [json!({ "input": "x", "dryRun": true }), json!({ "inputs": vec!["x"; 30] }), json!({ "tile": { "type": "text", "text": "x" } })] {
            bot.post(TILES, body).await.refused(403, "read_only");
        }
        assert_eq!(ada.get(PAGE).await.text, before);
        // The key that may goes on getting its reply.
        let again = ada.clone().with("idempotency-key", "k").post(TILES, add).await.expect(201);
        assert_eq!(again.header("idempotency-replayed"), "true");
    }

    async fn attack_for_another_key_or_connection_with_a_key(app) {
        let ada = person(&app, "ada").await;
        let agent = Agent::new(&app).await;
        let (_, full) = key(&app, "Full", WantedRights::FULL).await;
        let (_, reader) = key(&app, "Reader", READER).await;
        let request = agent.query(&[]);
        let ticket = hidden(&agent.ask(&ada, &[]).await.text, "ticket");
        for bot in [&full, &reader] {
            let made = bot.form("/agents/keys", &[("name", "Mine")]).await.expect(303);
            assert!(made.header("location").starts_with("/signin"), "{}", made.header("location"));
            bot.post("/api/auth/session/token", json!({})).await;
            let fields = [("request", request.as_str()), ("ticket", ticket.as_str()), ("answer", "allow"), ("access", "edit")];
            let answered = bot.form(AUTHORIZE, &fields).await.expect(303);
            assert!(answered.header("location").starts_with(AUTHORIZE), "{}", answered.header("location"));
        }
        let service = &app.app.service;
        let account = account(&app, "ada").await;
        assert_eq!(service.keys(&account).await.unwrap().len(), 3);
        assert!(service.connections(&account).await.unwrap().is_empty());
        // Nor does the service itself let a key's caller do it.
        let caller = service.caller(full.bearer().trim_start_matches("Bearer ")).await.unwrap();
        assert!(service.make_own_key(&caller, "Mine", &WantedRights::FULL).await.is_err());
        assert!(service.undo_agent(&caller, 1, 1).await.is_err());
    }

    async fn an_agent_is_told_what_it_may_do(app) {
        app.owner("ada").await;
        let last = day(&app, 5);
        for (access, publish, ends) in [("read", true, last.as_str()), ("add", false, ""), ("edit", true, "")] {
            let (_, bot) = key(&app, access, WantedRights { access, publish, ends }).await;
            let told = mcp::call(&bot, "get_page", json!({})).await;
            assert_eq!((&told["may"], &told["mayPublish"]), (&json!(access), &json!(access == "edit")));
            assert_eq!(told["until"].as_str().unwrap_or_default(), ends);
            let next = told["next"].as_str().unwrap();
            assert_eq!(next.contains("change nothing"), access == "read", "{next}");
        }
        // Without a page, who may not make one is not told to.
        let bob = app.keyed("bob").await;
        let (_, key) = app.app.service.make_limited_key(&account(&app, "bob").await, "r", &READER).await.unwrap();
        assert!(mcp::call(&bob, "get_page", json!({})).await["next"].as_str().unwrap().contains("create_page"));
        let told = mcp::call(&app.anonymous().with_bearer(&key), "get_page", json!({})).await;
        assert!(!told["next"].as_str().unwrap().contains("create_page"), "{told}");
    }

    async fn a_key_is_known_by_its_fingerprint_and_an_older_one_once_it_is_used(app) {
        use sqlx::{AnyConnection, Connection, Executor};
        let ada = person(&app, "ada").await;
        let made = ada.form("/agents/keys", &[("name", "Shop"), ("access", "read"), ("publish", "on"), ("ends", &day(&app, 3))]).await.expect(200).text;
        let at = made.find("mantel_").unwrap();
        let secret = &made[at..at + 56];
        let print = format!("{}…{}", &secret[..11], &secret[54..]);
        let page = ada.get("/agents").await.expect(200).text;
        assert!(page.contains(&print) && !page.contains(secret) && page.contains("May only read. Last day "), "{page}");
        let mut connection = AnyConnection::connect(&app.app.config.database_url).await.unwrap();
        connection.execute("update api_keys set fingerprint = null, used_at = null").await.unwrap();
        assert!(!ada.get("/agents").await.text.contains(&print));
        app.anonymous().with_bearer(secret).get(PAGE).await.expect(200);
        assert!(ada.get("/agents").await.text.contains(&print));
        // A form with mistakes is shown again, with all of them and what was typed.
        let again = ada.form("/agents/keys", &[("name", ""), ("access", "add"), ("ends", "2001-01-01")]).await.expect(422).text;
        assert!(again.contains("give the key a name") && again.contains("This day has passed") && again.contains("value=\"2001-01-01\""), "{again}");
    }

    async fn the_picture_of_the_owner_stands_in_the_head_of_the_agents_page(app) {
        let ada = person(&app, "ada").await;
        assert!(!ada.get("/agents").await.text.contains("agents-owner"));
        let (_, full) = key(&app, "Full", WantedRights::FULL).await;
        full.patch(PROFILE, json!({ "avatar": "https://ada.example/me.png" })).await.expect(200);
        let page = ada.get("/agents").await.text;
        let head = page.split("</header>").next().unwrap();
        assert!(head.contains("class=\"agents-owner\"") && head.contains("src=\"https://ada.example/me.png\""), "{head}");
    }

    async fn an_agent_that_comes_back_keeps_its_glyph(app) {
        let ada = person(&app, "ada").await;
        let glyph = |page: &str| {
            let at = page.find("ui-agent-glyph").unwrap_or_else(|| panic!("{page}"));
            page[at..].split("</svg>").next().unwrap().to_owned()
        };
        let first = Agent::new(&app).await;
        let asked = glyph(&first.ask(&ada, &[]).await.text);
        first.tokens(&ada).await;
        assert_eq!(glyph(&ada.get("/agents").await.text), asked);
        // Registered anew, beside the old connection and after it.
        let second = Agent::new(&app).await;
        assert_eq!(glyph(&second.ask(&ada, &[]).await.text), asked);
        second.tokens(&ada).await;
        let page = ada.get("/agents").await.text;
        assert!(page.contains("<strong>Claude 2</strong>"));
        assert_eq!(page.matches(&asked).count(), 2, "{page}");
    }
}

/// A stranger posts Ada's form.
async fn person_form(app: &TestApp, path: &str) {
    let name = format!("eve{}", path.len());
    let eve = person(app, &name).await;
    eve.form(path, &[("access", "read")]).await.expect(303);
}
