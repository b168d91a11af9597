//! Malformed calls: each gets the specified status, code, path and sentence, and leaves the draft untouched.

use reqwest::Method;

use crate::support::on_both;

/// A call and its expected error. `path` is that of the first error; `-` if the problem has no errors.
struct Call {
    method: &'static str,
    at: &'static str,
    kind: &'static str,
    body: &'static str,
    status: u16,
    code: &'static str,
    path: &'static str,
    says: &'static str,
}

const fn call(
    method: &'static str,
    at: &'static str,
    body: &'static str,
    (status, code, path): (u16, &'static str, &'static str),
    says: &'static str,
) -> Call {
    Call { method, at, kind: "application/json", body, status, code, path, says }
}

const PAGE: &str = "/api/v1/page";
const TILES: &str = "/api/v1/page/tiles";
const THEME: &str = "/api/v1/page/theme";
const PROFILE: &str = "/api/v1/page/profile";
const IMPORT: &str = "/api/v1/page/import";
const PUBLISH: &str = "/api/v1/page/publish";
const UNPUBLISH: &str = "/api/v1/page/unpublish";
const RESTORE: &str = "/api/v1/page/history/1/restore";
const TILE: &str = "/api/v1/page/tiles/t_abcdefghijkl";
const MOVE: &str = "/api/v1/page/tiles/t_abcdefghijkl/move";

const fn bad(path: &'static str) -> (u16, &'static str, &'static str) {
    (400, "invalid_input", path)
}

const NOT_JSON: (u16, &str, &str) = (400, "invalid_json", "-");

/// The table. `says` must occur in the sentences of the reply.
const CALLS: &[Call] = &[
    // Not JSON at all.
    call("PUT", PAGE, "", NOT_JSON, "line 1, column 0"),
    call("PUT", PAGE, "{", NOT_JSON, "line 1, column 1"),
    call("PUT", PAGE, "{\"page\": {}, \"page\": {}}", NOT_JSON, "the key \"page\" stands twice"),
    call("PATCH", THEME, "{'accent': 1}", NOT_JSON, "column 2"),
    call("PATCH", THEME, "{\"accent\": \"#fff\",}", NOT_JSON, "trailing comma"),
    call("PATCH", THEME, "{} {}", NOT_JSON, "trailing characters"),
    call("PATCH", THEME, "\u{feff}{}", NOT_JSON, "column 1"),
    call("PATCH", THEME, "{\"radius\": NaN}", NOT_JSON, "column 12"),
    call("PATCH", THEME, "{\"radius\": 1e999}", NOT_JSON, "out of range"),
    call(
        "POST",
        IMPORT,
        "[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]",
        NOT_JSON,
        "deeper than 32",
    ),
    // Not an object.
    call("PUT", PAGE, "[]", bad(""), "object"),
    call("PATCH", THEME, "null", bad(""), "object"),
    call("PATCH", PROFILE, "\"name\"", bad(""), "object"),
    call("POST", TILES, "7", bad(""), "object"),
    call("POST", PUBLISH, "[]", bad(""), "object"),
    // Replacing the page.
    call("PUT", PAGE, "{}", bad("/page"), "page"),
    call("PUT", PAGE, "{\"page\": []}", bad("/page"), "object"),
    call(
        "PUT",
        PAGE,
        "{\"page\": {\"profile\": {}, \"theme\": {}, \"tiles\": []}, \"baseVersion\": \"1\"}",
        bad("/baseVersion"),
        "whole number",
    ),
    call(
        "PUT",
        PAGE,
        "{\"page\": {\"profile\": {}, \"theme\": {}, \"tiles\": []}, \"baseVersion\": -1}",
        bad("/baseVersion"),
        "whole number",
    ),
    call(
        "PUT",
        PAGE,
        "{\"page\": {\"profile\": {}, \"theme\": {}, \"tiles\": []}, \"force\": true}",
        bad("/force"),
        "force",
    ),
    call("PUT", PAGE, "{\"page\": {\"theme\": {}, \"tiles\": []}}", bad("/page/profile"), "profile"),
    call("PUT", PAGE, "{\"page\": {\"profile\": {}, \"theme\": {}, \"tiles\": {}}}", bad("/page/tiles"), "list"),
    call(
        "PUT",
        PAGE,
        "{\"page\": {\"mantel\": 2, \"profile\": {}, \"theme\": {}, \"tiles\": []}}",
        bad("/page/mantel"),
        "1",
    ),
    call(
        "PUT",
        PAGE,
        "{\"page\": {\"username\": \"a b\", \"profile\": {}, \"theme\": {}, \"tiles\": []}}",
        bad("/page/username"),
        "3 to 30",
    ),
    call(
        "PUT",
        PAGE,
        "{\"page\": {\"profile\": {}, \"theme\": {}, \"tiles\": [{\"id\": \"t_aaaaaaaaaaaa\", \"type\": \"text\", \"text\": \"a\"}, {\"id\": \"t_aaaaaaaaaaaa\", \"type\": \"text\", \"text\": \"b\"}]}}",
        bad("/page/tiles/1/id"),
        "twice",
    ),
    call(
        "PUT",
        PAGE,
        "{\"page\": {\"profile\": {}, \"theme\": {}, \"tiles\": [{\"id\": \"7\", \"type\": \"text\", \"text\": \"a\"}]}}",
        bad("/page/tiles/0/id"),
        "not a tile id",
    ),
    // Adding tiles.
    call("POST", TILES, "{}", bad(""), "exactly one of"),
    call(
        "POST",
        TILES,
        "{\"input\": \"a\", \"tile\": {\"type\": \"text\", \"text\": \"a\"}}",
        bad(""),
        "exactly one of",
    ),
    call("POST", TILES, "{\"input\": \" \"}", bad("/input"), "empty"),
    call("POST", TILES, "{\"input\": 7}", bad("/input"), "text"),
    call("POST", TILES, "{\"inputs\": []}", bad("/inputs"), "1 to 30"),
    call("POST", TILES, "{\"inputs\": [\"a\", null]}", bad("/inputs/1"), "text"),
    call("POST", TILES, "{\"input\": \"a\", \"size\": \"xl\"}", bad("/size"), "s, w, t or l"),
    call("POST", TILES, "{\"input\": \"a\", \"color\": \"red\"}", bad("/color"), "auto"),
    call("POST", TILES, "{\"input\": \"a\", \"after\": \"first\"}", bad("/after"), "not a tile id"),
    call("POST", TILES, "{\"tile\": {}}", bad("/tile/type"), "type"),
    call("POST", TILES, "{\"tile\": {\"type\": \"poll\"}}", bad("/tile/type"), "link"),
    call("POST", TILES, "{\"tile\": {\"type\": \"link\"}}", bad("/tile/url"), "url"),
    call(
        "POST",
        TILES,
        "{\"tile\": {\"type\": \"link\", \"url\": \"javascript:alert(1)\"}}",
        bad("/tile/url"),
        "https",
    ),
    call(
        "POST",
        TILES,
        "{\"tile\": {\"type\": \"link\", \"url\": \"https://user:pass@x.example\"}}",
        bad("/tile/url"),
        "password",
    ),
    call(
        "POST",
        TILES,
        "{\"tile\": {\"type\": \"image\", \"src\": \"data:image/png;base64,AA\"}}",
        bad("/tile/src"),
        "https",
    ),
    call("POST", TILES, "{\"tile\": {\"type\": \"github\", \"repo\": \"no\"}}", bad("/tile/repo"), "owner/name"),
    call(
        "POST",
        TILES,
        "{\"tile\": {\"type\": \"social\", \"platform\": \"nope\", \"handle\": \"a\"}}",
        bad("/tile/platform"),
        "platform",
    ),
    call(
        "POST",
        TILES,
        "{\"tile\": {\"type\": \"text\", \"text\": \"a\", \"url\": \"https://x.example\"}}",
        bad("/tile/url"),
        "url",
    ),
    call(
        "POST",
        TILES,
        "{\"tile\": {\"type\": \"text\", \"text\": \"a\", \"look\": \"square\"}}",
        bad("/tile/look"),
        "stamp",
    ),
    call(
        "POST",
        TILES,
        "{\"tile\": {\"type\": \"text\", \"text\": \"a\", \"pos\": {\"x\": 0, \"y\": -1, \"w\": 8, \"h\": 8}}}",
        bad("/tile/pos/y"),
        "0",
    ),
    call(
        "POST",
        TILES,
        "{\"tile\": {\"type\": \"text\", \"text\": \"a\", \"pos\": {\"x\": 0, \"y\": 0, \"w\": 8, \"h\": 8, \"r\": 16}}}",
        bad("/tile/pos/r"),
        "15",
    ),
    // One tile.
    call("PATCH", TILE, "{\"size\": 2}", bad("/size"), "expected a text"),
    call("PATCH", TILE, "{\"type\": \"link\"}", bad("/type"), "type"),
    call("PATCH", TILE, "{\"text\": null}", bad("/text"), "text"),
    call("PATCH", TILE, "{\"colour\": \"mint\"}", bad("/colour"), "color"),
    call("POST", MOVE, "{}", bad("/position"), "position"),
    call("POST", MOVE, "{\"position\": -1}", bad("/position"), "0 or more"),
    call("POST", MOVE, "{\"position\": 1.5}", bad("/position"), "whole number"),
    call("DELETE", TILE, "{\"really\": true}", bad("/really"), "baseVersion"),
    // Theme.
    call("PATCH", THEME, "{\"accent\": \"red\"}", bad("/accent"), "#"),
    call("PATCH", THEME, "{\"accent\": \"#fff\"}", bad("/accent"), "#"),
    call("PATCH", THEME, "{\"style\": \"modern\"}", bad("/style"), "painted"),
    call(
        "PATCH",
        THEME,
        "{\"style\": \"washi\", \"preset\": \"redline\"}",
        bad("/preset"),
        "kinari, sakura, yomogi and sumi",
    ),
    call("PATCH", THEME, "{\"layout\": \"grid\"}", bad("/layout"), "bento, list or canvas"),
    call("PATCH", THEME, "{\"font\": \"Arial\"}", bad("/font"), "grotesk"),
    call("PATCH", THEME, "{\"motion\": \"yes\"}", bad("/motion"), "true or false"),
    call("PATCH", THEME, "{\"background\": {\"dim\": 0.9}}", bad("/background/dim"), "0.8"),
    call("PATCH", THEME, "{\"background\": {\"blur\": -1}}", bad("/background/blur"), "24"),
    call("PATCH", THEME, "{\"backgroud\": {}}", bad("/backgroud"), "background"),
    call("POST", THEME, "{\"photos\": \"sepia\"}", bad("/photos"), "natural"),
    // Profile.
    call("PATCH", PROFILE, "{\"name\": 7}", bad("/name"), "text"),
    call("PATCH", PROFILE, "{\"avatar\": \"javascript:1\"}", bad("/avatar"), "https"),
    call("PATCH", PROFILE, "{\"avatarZoom\": 4}", bad("/avatarZoom"), "3"),
    call("PATCH", PROFILE, "{\"avatarFocus\": {\"x\": 101, \"y\": 0}}", bad("/avatarFocus/x"), "100"),
    call("PATCH", PROFILE, "{\"email\": \"a@b.c\"}", bad("/email"), "email"),
    // Import and publish.
    call("POST", IMPORT, "{}", bad("/file"), "file"),
    call("POST", IMPORT, "{\"file\": 7}", bad("/file"), "object or a text"),
    call("POST", IMPORT, "{\"file\": {}, \"replace\": \"yes\"}", bad("/replace"), "true or false"),
    call(
        "POST",
        IMPORT,
        "{\"file\": {}, \"replace\": true}",
        (400, "unreadable_file", "/file"),
        "name and a list of links",
    ),
    call("POST", IMPORT, "{\"file\": \"\", \"replace\": true}", (400, "unreadable_file", "/file"), "nothing here"),
    call("POST", PUBLISH, "{\"when\": \"now\"}", bad("/when"), "baseVersion"),
    call("POST", PUBLISH, "{\"dryRun\": \"yes\"}", bad("/dryRun"), "true or false"),
    call("POST", UNPUBLISH, "{\"dryRun\": true}", bad("/dryRun"), "can't be tried"),
    call("DELETE", PAGE, "{\"dryRun\": true}", bad("/dryRun"), "can't be tried"),
    call("DELETE", PAGE, "{\"really\": true}", bad("/really"), "baseVersion"),
    call("POST", RESTORE, "{\"version\": 1}", bad("/version"), "baseVersion"),
    call("POST", "/api/v1/page/history/99/restore", "", (404, "version_not_found", "-"), "no version 99"),
    call("GET", "/api/v1/page/history/first", "", (404, "version_not_found", "-"), "no version first"),
    // Wrong methods.
    call("POST", PAGE, "", (405, "method_not_allowed", "-"), "GET, HEAD, PUT, DELETE"),
    call("GET", PUBLISH, "", (405, "method_not_allowed", "-"), "POST"),
    call("GET", "/api/v1/nothing", "", (404, "not_found", "-"), "no such address"),
    call("GET", "/api/v2/page", "", (404, "not_found", "-"), "no such address"),
    Call { kind: "", ..call("PATCH", THEME, "{}", (415, "unsupported_media_type", "-"), "no Content-Type") },
    Call { kind: "text/plain", ..call("PATCH", THEME, "{}", (415, "unsupported_media_type", "-"), "text/plain") },
    Call {
        kind: "application/x-www-form-urlencoded",
        ..call("POST", IMPORT, "file=x", (415, "unsupported_media_type", "-"), "application/json")
    },
];

on_both! {
    async fn each_is_refused_as_decided_and_changes_nothing(app) {
        assert!(CALLS.len() >= 60);
        let ada = app.owner("ada").await;
        let tile = serde_json::json!({ "tile": { "id": "t_abcdefghijkl", "type": "text", "text": "Here" } });
        ada.post(TILES, tile).await.expect(201);
        let before = ada.get(PAGE).await.body();
        let mut wrong = Vec::new();
        for it in CALLS {
            let method: Method = it.method.parse().unwrap();
            let reply = ada.call(method, it.at, Some((it.kind, it.body.as_bytes().to_vec()))).await;
            let body = reply.body();
            let path = body["errors"][0]["path"].as_str().unwrap_or("-");
            let words = format!("{} {}", body["detail"], body["errors"]);
            let words = words.replace("\\\"", "\"");
            let same = (reply.status.as_u16(), body["code"].as_str().unwrap_or_default(), path) == (it.status, it.code, it.path);
            if !same || !words.contains(it.says) || reply.header("content-type") != "application/problem+json" {
                wrong.push(format!("{} {} {}\n   wanted {} {} {} saying {:?}\n   got    {}", it.method, it.at, it.body, it.status, it.code, it.path, it.says, reply.text));
            }
        }
        assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), CALLS.len(), wrong.join("\n"));
        assert_eq!(ada.get(PAGE).await.body(), before);
    }

    async fn bodies_and_pages_have_their_limits(app) {
        let ada = app.owner("ada").await;
        let before = ada.get(PAGE).await.body();
        let long = vec![b' '; 1024 * 1024 + 1];
        ada.call(Method::PATCH, THEME, Some(("application/json", long))).await.refused(413, "body_too_large");
        let utf = b"{\"accent\": \"\xff\"}".to_vec();
        ada.call(Method::PATCH, THEME, Some(("application/json", utf))).await.refused(400, "invalid_json");
        let many: Vec<_> = (0..301).map(|at| serde_json::json!({ "type": "text", "text": format!("{at}") })).collect();
        let page = serde_json::json!({ "page": { "profile": {}, "theme": {}, "tiles": many } });
        ada.put(PAGE, page).await.expect(400);
        let large: Vec<_> = (0..300).map(|_| serde_json::json!({ "type": "text", "text": "é".repeat(2000) })).collect();
        let page = serde_json::json!({ "page": { "profile": {}, "theme": {}, "tiles": large } });
        ada.put(PAGE, page).await.expect(413);
        assert_eq!(ada.get(PAGE).await.body(), before);
    }

    async fn every_problem_is_told_at_once(app) {
        let ada = app.owner("ada").await;
        let body = serde_json::json!({ "accent": "red", "layout": "grid", "motion": 1, "nope": true });
        let reply = ada.patch(THEME, body).await.refused(400, "invalid_input");
        insta::assert_snapshot!("all_at_once", crate::support::redacted(&reply.body()));
    }
}
