//! `/agents/asked/…`, `/agents/changes/…`, `/agents/cuts/…`: what an agent asks the owner to publish, and what its versions changed.

use serde_json::{Value, json};

use crate::mcp::{ask, call};
use crate::oauth::agent::{Agent, answer, get, pair, person};
use crate::support::{Actor, TestApp, on_both};

/// An agent that the person let in without the right to publish.
async fn careful(app: &TestApp, person: &Actor) -> Actor {
    let agent = Agent::new(app).await;
    let granted = agent.answered(person, &[], &[("answer", "allow")]).await.expect(303);
    let code = get(&answer(granted.header("location")), "code").unwrap().to_owned();
    agent.with(&pair(&agent.exchange(&code, &[]).await.expect(200).body()).0)
}

/// The path of the link that an agent got.
async fn asked(app: &TestApp, agent: &Actor) -> String {
    let told = call(agent, "publish", json!({ "dryRun": true })).await;
    told["link"].as_str().unwrap_or_else(|| panic!("no link: {told}")).strip_prefix(&app.url).unwrap().to_owned()
}

async fn live(app: &TestApp) -> u16 {
    app.anonymous().get("/ada").await.status.as_u16()
}

on_both! {
    async fn an_owner_publishes_by_a_link_once(app) {
        let ada = person(&app, "ada").await;
        let claude = careful(&app, &ada).await;
        call(&claude, "add_tile", json!({ "tile": { "type": "link", "url": "https://ada.example/shop", "title": "Print <shop>" } })).await;
        let told = call(&claude, "publish", json!({ "dryRun": true })).await;
        assert_eq!((&told["dryRun"], &told["version"]), (&json!(true), &json!(2)));
        assert_eq!(told["words"], json!(["Added Print <shop> (Link, small. ada.example)"]));
        assert!(told["next"].as_str().unwrap().contains("give them the link"), "{told}");
        let path = told["link"].as_str().unwrap().strip_prefix(&app.url).unwrap().to_owned();
        assert!(path.len() == "/agents/asked/".len() + 32, "{path}");
        let sheet = ada.get(&path).await.expect(200);
        for said in ["Claude asks to put your page up", "Nothing is live until you say yes.", "Print &lt;shop&gt;", "Added. Link, small. ada.example"] {
            assert!(sheet.text.contains(said), "{said} in {}", sheet.text);
        }
        let policy = sheet.header("content-security-policy");
        assert!(policy.contains("default-src 'none'") && policy.contains("frame-ancestors 'none'") && !policy.contains("script-src"), "{policy}");
        assert!(!sheet.text.contains("<script"), "{}", sheet.text);
        assert_eq!((sheet.header("cache-control"), sheet.header("referrer-policy")), ("no-store", "no-referrer"));
        // Looking changes nothing; the button does, once.
        assert_eq!(live(&app).await, 404);
        ada.form(&path, &[]).await.expect(303);
        assert_eq!(live(&app).await, 200);
        assert!(ada.get(&path).await.expect(200).text.contains("You put it up at "));
        ada.post("/signout", json!({})).await;
        let serial = claude.get("/api/v1/page").await.header("etag").to_owned();
        let ada = crate::oauth::agent::signed_in(&app, "ada").await;
        assert!(ada.form(&path, &[]).await.expect(409).text.contains("You put it up at "));
        assert_eq!(claude.get("/api/v1/page").await.header("etag"), serial);
        // The log tells what was asked and answered.
        let log = ada.get("/agents").await.expect(200).text;
        for said in ["Asked to publish one change", "You said yes at ", "Version 2 is live", "href=\"/settings#leaving\""] {
            assert!(log.contains(said), "{said} in {log}");
        }
    }

    async fn a_link_is_of_use_to_the_owner_alone(app) {
        let ada = person(&app, "ada").await;
        let claude = careful(&app, &ada).await;
        call(&claude, "add_tile", json!({ "input": "A secret note" })).await;
        let path = asked(&app, &claude).await;
        // Who is not signed in signs in first, and comes back.
        let away = app.anonymous().get(&path).await.expect(303);
        let back = format!("/signin?next={}", path.replace('/', "%2F"));
        assert_eq!(away.header("location"), back);
        app.anonymous().form(&path, &[]).await.expect(303);
        claude.form(&path, &[]).await.expect(303);
        // Another owner sees what a made-up link shows; so do those with a page and those without.
        let eve = person(&app, "eve").await;
        let made_up = eve.get(&format!("/agents/asked/{}", "x".repeat(32))).await.expect(404).text;
        assert_eq!(eve.get(&path).await.expect(404).text, made_up);
        assert_eq!(eve.form(&path, &[]).await.expect(404).text, made_up);
        ada.get("/agents/asked/short").await.expect(404);
        ada.get("/agents/asked/%0d%0aset-cookie").await.expect(404);
        ada.form("/agents/asked/%0d%0aset-cookie", &[]).await.expect(404);
        // Another site cannot press the button.
        ada.clone().with("sec-fetch-site", "cross-site").form(&path, &[]).await.expect(403);
        assert_eq!(live(&app).await, 404);
        // The secret is not stored.
        let kept = app.app.service.store().publish_requests(&app.app.service.account("ada@harrow.example").await.unwrap().id).await.unwrap();
        assert!(kept.iter().all(|one| !path.contains(&one.hash)) && kept.len() == 1);
    }

    async fn a_link_holds_for_ten_minutes_and_one_version(app) {
        let ada = person(&app, "ada").await;
        let claude = careful(&app, &ada).await;
        call(&claude, "add_tile", json!({ "input": "One" })).await;
        let first = asked(&app, &claude).await;
        call(&claude, "add_tile", json!({ "input": "Two" })).await;
        let changed = ada.get(&first).await.expect(200).text;
        assert!(changed.contains("The draft was changed since this was asked.") && !changed.contains("method=\"post\"><button class=\"ui-button"), "{changed}");
        ada.form(&first, &[]).await.expect(409);
        let second = asked(&app, &claude).await;
        app.app.service.clock().advance(10 * 60_000);
        let late = ada.get(&second).await.expect(200).text;
        assert!(late.contains("This was asked at ") && late.contains("Ask again"), "{late}");
        ada.form(&second, &[]).await.expect(409);
        assert_eq!(live(&app).await, 404);
        assert!(ada.get("/agents").await.text.contains("It ran out unanswered"));
        // Put up elsewhere.
        let third = asked(&app, &claude).await;
        let token = ada.clone().with("sec-fetch-site", "same-origin").post("/api/auth/session/token", json!({})).await.expect(200).body();
        let owner = app.anonymous().with_bearer(token["token"].as_str().unwrap_or_default());
        owner.post("/api/v1/page/publish", json!({})).await.expect(200);
        assert!(ada.get(&third).await.expect(200).text.contains("It went up at "));
        ada.form(&third, &[]).await.expect(409);
        // With nothing to publish there is no link.
        let told = call(&claude, "publish", json!({ "dryRun": true })).await;
        assert!(told["link"].is_null() && told["next"].as_str().unwrap().contains("nothing to publish"), "{told}");
    }

    async fn requests_of_a_page_are_bounded(app) {
        let ada = person(&app, "ada").await;
        let claude = careful(&app, &ada).await;
        call(&claude, "add_tile", json!({ "input": "One" })).await;
        let first = asked(&app, &claude).await;
        for _ in 0..50 {
            app.app.service.clock().advance(1);
            asked(&app, &claude).await;
        }
        ada.get(&first).await.expect(404);
        let account = app.app.service.account("ada@harrow.example").await.unwrap().id;
        assert_eq!(app.app.service.store().publish_requests(&account).await.unwrap().len(), 50);
    }

    async fn a_publish_that_is_refused_leaves_the_link(app) {
        let ada = person(&app, "ada").await;
        let claude = careful(&app, &ada).await;
        call(&claude, "add_tile", json!({ "input": "One" })).await;
        let path = asked(&app, &claude).await;
        let account = app.app.service.account("ada@harrow.example").await.unwrap().id;
        app.app.service.set_suspended(&account, Some("Spam")).await.unwrap();
        let refused = ada.form(&path, &[]).await.expect(403).text;
        assert!(refused.contains("Spam"), "{refused}");
        app.app.service.set_suspended(&account, None).await.unwrap();
        ada.form(&path, &[]).await.expect(303);
        assert_eq!(live(&app).await, 200);
    }

    async fn versions_show_what_they_changed_to_their_owner(app) {
        let ada = person(&app, "ada").await;
        let claude = careful(&app, &ada).await;
        let added = call(&claude, "add_tile", json!({ "tile": { "type": "text", "text": "Kiln opens Friday." } })).await;
        let id = added["tiles"][0]["id"].clone();
        call(&claude, "update_tile", json!({ "id": id, "patch": { "text": "Kiln opens Saturday <b>." } })).await;
        call(&claude, "remove_tile", json!({ "id": id })).await;
        let screen = ada.get("/agents/changes/3").await.expect(200);
        for said in ["Claude made one change", "<del>Friday.</del>", "<ins>Saturday &lt;b&gt;.</ins>", "class=\"card-page before\""] {
            assert!(screen.text.contains(said), "{said} in {}", screen.text);
        }
        assert_eq!(screen.text.matches(" ringed").count(), 2, "{}", screen.text);
        let cuts = ada.get("/agents/cuts/3").await.expect(200);
        assert_eq!(cuts.text.matches("editor-thumbnail-tile").count(), 2, "{}", cuts.text);
        assert!(cuts.header("content-security-policy").contains("frame-ancestors 'self'"));
        assert_eq!(ada.get("/agents/cuts/2").await.text.matches("editor-thumbnail-tile").count(), 1);
        assert!(ada.get("/agents/cuts/4").await.text.contains("card-cuts gone"));
        let log = ada.get("/agents").await.expect(200);
        assert_eq!(log.text.matches("src=\"/agents/cuts/").count(), 3, "{}", log.text);
        assert!(log.header("content-security-policy").contains("frame-src 'self'"));
        for missing in ["/agents/cuts/1000", "/agents/changes/0", "/agents/changes/x", "/agents/cuts/-1"] {
            ada.get(missing).await.expect(404);
        }
        // Version 1 made the page: there is nothing before it.
        assert!(!ada.get("/agents/changes/1").await.expect(200).text.contains("card-page before"));
        let eve = person(&app, "eve").await;
        eve.get("/agents/changes/3").await.expect(404);
        assert!(app.anonymous().get("/agents/cuts/3").await.expect(303).header("location").starts_with("/signin"));
        assert_eq!(app.anonymous().get("/agents/changes/3").await.expect(303).header("location"), "/signin?next=%2Fagents%2Fchanges%2F3");
    }

    async fn a_view_draws_cards_and_takes_changes_back(app) {
        let ada = person(&app, "ada").await;
        let claude = careful(&app, &ada).await;
        let tiles = json!([
            { "type": "text", "text": "First" }, { "type": "link", "url": "https://a.example/x", "title": "Market" },
            { "type": "text", "text": "Third" }, { "type": "text", "text": "Fourth" },
        ]);
        let mut ids = Vec::new();
        for tile in tiles.as_array().unwrap() {
            ids.push(call(&claude, "add_tile", json!({ "tile": tile })).await["tiles"][0]["id"].clone());
        }
        let before = claude.get("/api/v1/page").await.body()["draft"].clone();
        ada.form(&asked(&app, &claude).await, &[]).await.expect(303);
        call(&claude, "set_profile", json!({ "name": "Ada & Co", "bio": "New" })).await;
        call(&claude, "set_theme", json!({ "style": "lofi" })).await;
        call(&claude, "update_tile", json!({ "id": ids[0], "patch": { "text": "Changed", "color": "mint" } })).await;
        call(&claude, "remove_tile", json!({ "id": ids[1] })).await;
        call(&claude, "move_tile", json!({ "id": ids[3], "position": 0 })).await;
        call(&claude, "add_tile", json!({ "input": "Fifth" })).await;
        let card = document(&claude, "mantel://card.html").await;
        assert!(card.contains("Claude asks to put up six changes") && card.contains("and two more"), "{card}");
        assert!(card.contains("data-link") && !card.contains("data-publishes"), "{card}");
        assert!(!card.contains("=\"/"), "an address without its origin in {card}");
        // Every button takes back its change, until nothing is left.
        for left in (0..6).rev() {
            let card = document(&claude, "mantel://card.html").await;
            let calls = card.split("data-calls=\"").nth(1).unwrap().split('"').next().unwrap();
            let calls: Value = serde_json::from_str(&calls.replace("&quot;", "\"").replace("&amp;", "&")).unwrap();
            for one in calls.as_array().unwrap() {
                call(&claude, one["name"].as_str().unwrap(), one["arguments"].clone()).await;
            }
            assert!(left > 0 || document(&claude, "mantel://card.html").await.contains("Everything is up"));
        }
        assert_eq!(claude.get("/api/v1/page").await.body()["draft"], before);
        // One version's changes, and nobody else's.
        let step = document(&claude, "mantel://changes/8.html").await;
        assert!(step.contains("<ins>Changed") && !step.contains("data-calls"), "{step}");
        let gone = json!({ "uri": "mantel://changes/999.html" });
        assert!(crate::mcp::send(&claude, "resources/read", gone).await.body()["error"]["message"].is_string());
    }

    async fn an_agent_that_may_publish_has_the_button(app) {
        let ada = person(&app, "ada").await;
        let agent = Agent::new(&app).await;
        let claude = agent.with(&agent.tokens(&ada).await.0);
        call(&claude, "add_tile", json!({ "input": "One" })).await;
        let told = call(&claude, "publish", json!({ "dryRun": true })).await;
        assert!(told["link"].is_string() && told["next"].as_str().unwrap().contains("baseVersion"), "{told}");
        let card = document(&claude, "mantel://card.html").await;
        assert!(card.contains("data-publishes") && card.contains("may publish by itself") && !card.contains("data-link"), "{card}");
        crate::mcp::refused(&claude, "publish", json!({ "dryRun": true, "baseVersion": 1 })).await;
    }

    async fn typefaces_load_in_sandboxed_frames(app) {
        let anyone = app.anonymous();
        let sheet = anyone.get("/signin").await.text;
        let sheet = sheet.split("href=\"").find(|part| part.starts_with("/assets/ui.")).unwrap().split('"').next().unwrap().to_owned();
        let css = anyone.get(&sheet).await.expect(200);
        assert_eq!(css.header("access-control-allow-origin"), "");
        let font = css.text.split("url(").find_map(|part| part.split(')').next().filter(|url| url.contains(".woff2"))).unwrap().trim_matches('"').to_owned();
        assert_eq!(anyone.get(&font).await.expect(200).header("access-control-allow-origin"), "*");
        assert_eq!(anyone.get("/favicon.svg").await.expect(200).header("access-control-allow-origin"), "*");
        for other in ["/site.js", "/agents", "/signin", "/api/v1/page"] {
            assert_eq!(anyone.get(other).await.header("access-control-allow-origin"), "", "{other}");
        }
    }
}

/// A resource's document.
async fn document(agent: &Actor, uri: &str) -> String {
    let read = ask(agent, "resources/read", json!({ "uri": uri })).await;
    assert_eq!(read["contents"][0]["mimeType"], "text/html");
    read["contents"][0]["text"].as_str().unwrap().to_owned()
}
