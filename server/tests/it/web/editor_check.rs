//! `/edit/check`: what the editor's publish dialog says may be wrong with the draft.

use serde_json::json;

use crate::oauth::agent::{person, signed_in};
use crate::support::on_both;

const CHECK: &str = "/edit/check";

on_both! {
    async fn the_owner_sees_what_may_be_wrong_and_nobody_else(app) {
        let ada = app.owner("ada").await;
        let browser = signed_in(&app, "ada").await;
        ada.patch("/api/v1/page/profile", json!({ "name": "Ada", "bio": "Pots", "avatar": "https://ada.example/a.png" })).await.expect(200);
        let nothing = browser.get(CHECK).await.expect(204);
        assert_eq!(nothing.text, "");
        let heading = json!({ "tile": { "type": "heading", "text": "Shop <script>alert(1)</script>" } });
        ada.post("/api/v1/page/tiles", heading).await.expect(201);
        for at in 0..7 {
            let picture = json!({ "tile": { "type": "image", "src": format!("https://ada.example/{at}.png") } });
            ada.post("/api/v1/page/tiles", picture).await.expect(201);
        }
        ada.post("/api/v1/page/tiles", json!({ "tile": { "type": "heading", "text": "Empty <b>" } })).await.expect(201);
        let found = browser.get(CHECK).await.expect(200);
        assert_eq!((found.header("content-type"), found.header("cache-control")), ("text/html; charset=utf-8", "no-store"));
        assert!(!found.text.contains("<script>") && found.text.contains("Empty &lt;b&gt;"), "{}", found.text);
        // What visitors miss comes first; the list is short until somebody wants all of it.
        let (shown, rest) = found.text.split_once("<details>").unwrap();
        assert_eq!((shown.matches("<li>").count(), rest.matches("<li>").count()), (5, 3));
        assert!(rest.contains("Show 3 more") && rest.contains("Empty &lt;b&gt;"), "{rest}");
        let tile = ada.get("/api/v1/page").await.body()["draft"]["tiles"][1]["id"].as_str().unwrap().to_owned();
        assert!(shown.contains(&format!("data-tile=\"{tile}\"")) && shown.contains("<bdi>0.png</bdi>"), "{tile}: {shown}");
        app.anonymous().get(CHECK).await.expect(401);
        // An API key opens the API alone.
        ada.get(CHECK).await.expect(401);
        assert_eq!(person(&app, "ben").await.get(CHECK).await.expect(200).text.matches("0.png").count(), 0);
    }

    async fn the_editor_asks_for_it(app) {
        let browser = person(&app, "ada").await;
        let editor = browser.get("/edit").await.expect(200).text;
        let script = editor.split("src=\"").find_map(|part| part.starts_with("/assets/publish-check.").then(|| part.split('"').next())).flatten();
        let script = browser.get(script.unwrap_or_else(|| panic!("{editor}"))).await.expect(200);
        assert!(script.text.contains(CHECK));
    }
}
