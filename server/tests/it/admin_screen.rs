//! `/admin`: the instance, for whoever runs it.

use reqwest::Method;

use crate::support::{Actor, PASSWORD, TestApp, on_both};

/// A browser signed in to an account.
async fn browser(app: &TestApp, name: &str) -> Actor {
    let browser = app.anonymous();
    let fields = [("email", format!("{name}@harrow.example")), ("password", PASSWORD.to_owned())];
    let fields = fields.each_ref().map(|(name, value)| (*name, value.as_str()));
    browser.form("/signin", &fields).await.expect(303);
    browser
}

async fn id_of(app: &TestApp, name: &str) -> String {
    app.app.service.account(&format!("{name}@harrow.example")).await.unwrap().id
}

/// Every address of the screen.
const FORMS: [&str; 6] = [
    "/admin/accounts/a_x/suspend",
    "/admin/accounts/a_x/unsuspend",
    "/admin/accounts/a_x/plan",
    "/admin/accounts/a_x/signout",
    "/admin/reports/p_x/settle",
    "/admin/invites",
];

on_both! {
    async fn there_is_nothing_for_anybody_else(app) {
        app.owner("ada").await;
        let bob_key = app.owner("bob").await;
        let bob = browser(&app, "bob").await;
        for who in [&app.anonymous(), &bob, &bob_key] {
            assert!(who.get("/admin").await.expect(404).text.contains("Nothing here"));
            for form in FORMS {
                who.form(form, &[("password", PASSWORD), ("reason", "x")]).await.expect(404);
            }
            for path in FORMS.into_iter().chain(["/admin"]) {
                for method in [Method::GET, Method::HEAD, Method::POST, Method::PUT, Method::PATCH, Method::DELETE, Method::OPTIONS] {
                    let reply = who.call(method.clone(), path, None).await;
                    assert_eq!((reply.status.as_u16(), reply.header("allow")), (404, ""), "{method} {path}");
                }
            }
        }
        assert!(app.app.service.admin_acts().await.unwrap().is_empty());
        let ada = browser(&app, "ada").await;
        assert_eq!(ada.call(Method::PUT, "/admin", None).await.expect(405).header("allow"), "GET,HEAD");
        let screen = ada.get("/admin").await.expect(200);
        assert_eq!(screen.header("cache-control"), "no-store");
        assert!(screen.text.contains("bob@harrow.example") && !screen.text.contains("<script src=\"/assets/editor"), "{}", screen.text);
    }

    async fn an_act_asks_for_the_password_once_in_ten_minutes_and_is_logged(app) {
        app.owner("ada").await;
        app.owner("bob").await.post("/api/v1/page/publish", serde_json::json!({})).await.expect(200);
        let (ada, bob) = (browser(&app, "ada").await, id_of(&app, "bob").await);
        let suspend = format!("/admin/accounts/{bob}/suspend");
        let form = format!("suspend-{bob}");
        assert!(ada.get("/admin").await.text.contains("Your password"));
        for password in ["", "not the password"] {
            let again = ada.form(&suspend, &[("form", form.as_str()), ("reason", "It sells <b>poison</b>."), ("password", password)]).await.expect(422);
            assert!(again.text.contains("It sells &lt;b&gt;poison&lt;/b&gt;."), "what was typed is kept: {}", again.text);
        }
        app.anonymous().get("/bob").await.expect(200);
        ada.form(&suspend, &[("form", form.as_str()), ("reason", " "), ("password", PASSWORD)]).await.expect(422);
        ada.form(&suspend, &[("form", form.as_str()), ("reason", "It sells poison."), ("password", PASSWORD)]).await.expect(303);
        app.anonymous().get("/bob").await.expect(410);
        let screen = ada.get("/admin?done=suspended").await.expect(200).text;
        assert!(screen.contains("The page is taken down.") && screen.contains("Taken down: It sells poison.") && !screen.contains("Your password"));
        ada.form(&format!("/admin/accounts/{bob}/unsuspend"), &[]).await.expect(303);
        app.anonymous().get("/bob").await.expect(200);
        // The proof is of this session, and of ten minutes.
        let elsewhere = browser(&app, "ada").await;
        elsewhere.form(&suspend, &[("reason", "x")]).await.expect(422);
        app.app.service.clock().advance(10 * 60_000);
        ada.form(&suspend, &[("reason", "x")]).await.expect(422);
        let log = app.app.service.admin_acts().await.unwrap();
        let told: Vec<_> = log.iter().map(|act| (act.admin.as_str(), act.act.as_str(), act.target.as_str(), act.reason.as_str())).collect();
        assert_eq!(told, [
            ("ada@harrow.example", "let be seen again the page of", "bob@harrow.example", ""),
            ("ada@harrow.example", "took down the page of", "bob@harrow.example", "It sells poison."),
        ]);
    }

    async fn plans_sessions_reports_and_invitations_are_looked_after(app) {
        app.owner("ada").await;
        app.owner("bob").await.post("/api/v1/page/publish", serde_json::json!({})).await.expect(200);
        let (ada, bob, bob_id) = (browser(&app, "ada").await, browser(&app, "bob").await, id_of(&app, "bob").await);
        let visitor = app.anonymous();
        visitor.form("/report/bob", &[("reason", "deceives"), ("words", "Look <i>here</i>"), ("email", "eve@harrow.example")]).await.expect(200);
        let screen = ada.get("/admin").await.expect(200).text;
        assert!(screen.contains("1 waits") && screen.contains("Look &lt;i&gt;here&lt;/i&gt;") && screen.contains("data-look="), "{screen}");
        let report = screen.split("/admin/reports/").nth(1).unwrap().split('/').next().unwrap().to_owned();
        ada.form(&format!("/admin/reports/{report}/settle"), &[("password", PASSWORD)]).await.expect(303);
        ada.form(&format!("/admin/reports/{report}/settle"), &[]).await.expect(422);
        assert!(ada.get("/admin").await.text.contains("Nothing waits."));
        ada.form(&format!("/admin/accounts/{bob_id}/plan"), &[("plan", "pro")]).await.expect(303);
        assert_eq!(app.app.service.account("bob@harrow.example").await.unwrap().plan, "pro");
        ada.form(&format!("/admin/accounts/{bob_id}/plan"), &[("plan", "gold")]).await.expect(422);
        bob.get("/settings").await.expect(200);
        ada.form(&format!("/admin/accounts/{bob_id}/signout"), &[]).await.expect(303);
        bob.get("/settings").await.expect(303);
        let invite = ada.form("/admin/invites", &[]).await.expect(200).text;
        assert!(invite.contains("manteli_"));
        assert!(!ada.get("/admin").await.text.contains("manteli_"));
        // Whoever runs the instance does not lock themselves out.
        let own = id_of(&app, "ada").await;
        ada.form(&format!("/admin/accounts/{own}/suspend"), &[("reason", "x")]).await.expect(422);
    }

    async fn accounts_are_found_by_address_and_page(app) {
        app.owner("ada").await;
        for name in ["bob", "b_b", "carol"] {
            app.owner(name).await;
        }
        let ada = browser(&app, "ada").await;
        let found = async |text: &str| {
            let screen = ada.get(&format!("/admin?q={text}")).await.expect(200).text;
            let list = screen.split("admin-accounts").nth(1).unwrap().split("</ul>").next().unwrap().to_owned();
            ["ada", "bob", "b_b", "carol"].into_iter().filter(|name| list.contains(&format!("{name}@harrow"))).collect::<Vec<_>>()
        };
        assert_eq!(found("BOB").await, ["bob"]);
        assert_eq!(found("b_b").await, ["b_b"]);
        assert_eq!(found("%25").await, Vec::<&str>::new());
        assert_eq!(found("harrow.example").await, ["ada", "bob", "b_b", "carol"]);
        assert_eq!(found(&"x".repeat(5000)).await, Vec::<&str>::new());
    }
}
