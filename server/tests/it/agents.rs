//! The agents page: who is connected, what each agent did, undo, the publish switch, keys.

use serde_json::json;

use crate::mcp;
use crate::oauth::agent::{Agent, person};
use crate::support::{Actor, on_both};

/// The action of the form whose path starts with `of` and ends with `word`.
fn form(html: &str, of: &str, word: &str) -> String {
    let forms = html.split("action=\"").skip(1).filter_map(|part| part.split('"').next());
    let mut found = forms.filter(|form| form.starts_with(of) && form.ends_with(word));
    found.next().unwrap_or_else(|| panic!("no form {of}…{word} in {html}")).to_owned()
}

async fn tiles(actor: &Actor) -> usize {
    actor.get("/api/v1/page").await.expect(200).body()["draft"]["tiles"].as_array().unwrap().len()
}

on_both! {
    async fn an_owner_sees_who_is_connected_and_what_they_did(app) {
        let ada = person(&app, "ada").await;
        assert!(ada.get("/agents").await.expect(200).text.contains("Nobody yet. Connect one; it takes a minute."));
        let claude = Agent::new(&app).await;
        let claude = claude.with(&claude.tokens(&ada).await.0);
        claude.post("/api/v1/page/tiles", json!({ "input": "Rain on the Kiln Roof" })).await.expect(201);
        let page = ada.get("/agents").await.expect(200);
        assert_eq!(page.header("cache-control"), "no-store");
        for said in ["1, signed in by you", "<strong>Claude</strong>", "Here now", "Rain on the Kiln Roof", "add, version 2", "May publish"] {
            assert!(page.text.contains(said), "{said} in {}", page.text);
        }
        let mcp = format!("claude mcp add --transport http mantel {}/api/mcp", app.url);
        assert!(page.text.contains(&mcp) && page.text.contains("cursor://anysphere.cursor-deeplink/mcp/install?name=mantel"));
        assert!(app.anonymous().get("/agents").await.expect(303).header("location").contains("next=%2Fagents"));
    }

    async fn an_owner_takes_back_what_an_agent_did(app) {
        let ada = person(&app, "ada").await;
        let agent = Agent::new(&app).await;
        let claude = agent.with(&agent.tokens(&ada).await.0);
        for words in ["One", "Two", "Three"] {
            claude.post("/api/v1/page/tiles", json!({ "input": words })).await.expect(201);
        }
        let page = ada.get("/agents").await.text;
        assert_eq!((page.matches(">Undo<").count(), page.matches(">Undo from here<").count()), (1, 2));
        // The change shown is no longer the newest: nothing is undone.
        ada.form("/agents/undo", &[("version", "3"), ("seen", "3")]).await.expect(422);
        assert_eq!(tiles(&claude).await, 3);
        ada.form("/agents/undo", &[("version", "4"), ("seen", "4")]).await.expect(303);
        assert_eq!(tiles(&claude).await, 2);
        // What was just taken back is offered no more; and the history tells it.
        let page = ada.get("/agents").await.text;
        assert_eq!((page.matches(">Undo from here<").count(), page.matches(">Undo<").count()), (2, 0));
        let history = claude.get("/api/v1/page/history").await.body();
        assert_eq!(history["history"][0]["summary"], "Took back what Claude changed from version 4 on");
        // The newest change is now the owner's, and no agent's; what was undone has nothing left to undo.
        ada.form("/agents/undo", &[("version", "5"), ("seen", "5")]).await.expect(422);
        let said = ada.form("/agents/undo", &[("version", "4"), ("seen", "5")]).await.expect(422).text;
        assert!(said.contains("Nothing of it is left to undo"), "{said}");
        // Every change can be undone, whatever came after it; what the owner did since stays.
        let owner = app.app.service.make_key(&app.app.service.account("ada@harrow.example").await.unwrap().id, "Mine").await.unwrap().1;
        let owner = app.anonymous().with_bearer(&owner);
        owner.patch("/api/v1/page/profile", json!({ "bio": "Mine" })).await.expect(200);
        let seen = claude.get("/api/v1/page").await.body()["version"].to_string();
        assert_eq!(ada.get("/agents").await.text.matches("Undo from here").count(), 6);
        ada.form("/agents/undo", &[("version", "3"), ("seen", &seen)]).await.expect(303);
        let page = claude.get("/api/v1/page").await.body();
        assert_eq!((&page["draft"]["profile"]["bio"], page["draft"]["tiles"].as_array().unwrap().len()), (&json!("Mine"), 1), "{page}");
    }

    async fn the_switch_and_disconnect_count_at_once(app) {
        let ada = person(&app, "ada").await;
        let agent = Agent::new(&app).await;
        let claude = agent.with(&agent.tokens(&ada).await.0);
        let page = ada.get("/agents").await.text;
        let (switch, end) = (form(&page, "/agents/connected/", "/publish"), form(&page, "/agents/connected/", "/disconnect"));
        claude.post("/api/v1/page/publish", json!({})).await.expect(200);
        ada.form(&switch, &[("publish", "off")]).await.expect(303);
        claude.post("/api/v1/page/publish", json!({})).await.refused(403, "publish_not_allowed");
        assert!(ada.get("/agents").await.text.contains("Claude asked to publish just now"));
        claude.patch("/api/v1/page/profile", json!({ "bio": "Still editing" })).await.expect(200);
        ada.form(&switch, &[("publish", "on")]).await.expect(303);
        claude.post("/api/v1/page/publish", json!({})).await.expect(200);
        // Another account's form does not affect it.
        let eve = person(&app, "eve").await;
        eve.form(&end, &[]).await.expect(303);
        eve.form(&switch, &[("publish", "off")]).await.expect(303);
        ada.clone().with("sec-fetch-site", "cross-site").form(&end, &[]).await.expect(403);
        claude.post("/api/v1/page/publish", json!({})).await.expect(200);
        ada.form(&end, &[]).await.expect(303);
        claude.get("/api/v1/page").await.refused(401, "unauthorized");
        assert!(ada.get("/agents").await.text.contains("Nobody yet. Connect one"));
    }

    async fn a_key_has_the_switch_too(app) {
        let ada = person(&app, "ada").await;
        let page = ada.form("/agents/keys", &[("name", "Shop sync")]).await.expect(200).text;
        let at = page.find("mantel_").unwrap();
        let shop = app.anonymous().with_bearer(&page[at..at + 56]);
        // Publishing needs its own yes.
        shop.post("/api/v1/page/publish", json!({})).await.refused(403, "publish_not_allowed");
        ada.form(&form(&page, "/agents/keys/", "/publish"), &[("publish", "on")]).await.expect(303);
        shop.post("/api/v1/page/publish", json!({})).await.expect(200);
        assert_eq!(mcp::call(&shop, "get_page", json!({})).await["mayPublish"], true);
        // Newest first: the key just made.
        let switch = form(&page, "/agents/keys/", "/publish");
        ada.form(&switch, &[("publish", "off")]).await.expect(303);
        shop.patch("/api/v1/page/profile", json!({ "bio": "Fine" })).await.expect(200);
        let seen = mcp::call(&shop, "get_page", json!({})).await;
        assert_eq!(seen["mayPublish"], false);
        assert!(seen["next"].as_str().unwrap().contains("you may not publish"), "{seen}");
        let refused = shop.post("/api/v1/page/publish", json!({})).await.refused(403, "publish_not_allowed");
        assert!(refused.body()["detail"].as_str().unwrap().contains("Ask the owner"));
        shop.post("/api/v1/page/unpublish", json!({})).await.refused(403, "publish_not_allowed");
        shop.call(reqwest::Method::DELETE, "/api/v1/page", None).await.refused(403, "publish_not_allowed");
        app.anonymous().get("/ada").await.expect(200);
        assert!(ada.get("/agents").await.text.contains("Shop sync asked to publish"));
        // What one key did is not listed under another.
        let second = ada.form("/agents/keys", &[("name", "Shop sync")]).await.expect(200).text;
        assert!(second.contains("“Shop sync 2” is ready"));
    }
}
