//! The API description: its golden file, that it names every route, that its examples are valid.
//! `contract::hold` checks on every call of the tests that replies conform to it.

use std::collections::BTreeSet;
use std::path::PathBuf;

use mantel_server::api::{openapi, routes};
use serde_json::Value;

use crate::support::{TestApp, contract};

#[test]
fn the_description_is_the_golden_file() {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../schema/openapi.json");
    let text = mantel_model::schema::to_text(&openapi::description());
    if std::env::var_os("UPDATE_SCHEMA").is_some() {
        std::fs::write(&path, &text).unwrap();
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(kept == text, "schema/openapi.json is out of date: run the tests once with UPDATE_SCHEMA=1 and commit it");
}

#[tokio::test]
async fn it_names_every_route_and_no_other() {
    let app = TestApp::set(&[]).await;
    let described: BTreeSet<&str> = openapi::operations().iter().map(|operation| operation.path).collect();
    let routed: BTreeSet<&str> =
        routes().into_iter().map(|route| route.0).filter(|it| it.starts_with("/api/v1")).collect();
    assert_eq!(described, routed);
    // And every method of each route.
    for path in described {
        let mut wanted: BTreeSet<String> = openapi::operations()
            .iter()
            .filter(|operation| operation.path == path)
            .map(|it| it.method.to_uppercase())
            .collect();
        if wanted.contains("GET") {
            wanted.insert("HEAD".to_owned());
        }
        let reply = app.anonymous().call("TRACE".parse().unwrap(), path, None).await.refused(405, "method_not_allowed");
        let mut allowed: BTreeSet<String> =
            reply.header("allow").split(',').map(|part| part.trim().to_owned()).collect();
        allowed.remove("OPTIONS");
        assert_eq!(allowed, wanted, "{path}");
    }
}

#[tokio::test]
async fn it_is_served_as_it_is_kept() {
    let app = TestApp::set(&[]).await;
    let reply = app.anonymous().get("/openapi.json").await.expect(200);
    assert!(reply.text == mantel_model::schema::to_text(&openapi::description()), "not the golden file");
    assert_eq!(
        (reply.body()["info"]["version"].as_str(), reply.header("access-control-allow-origin")),
        (Some("1"), "*")
    );
    let again = app.anonymous().with("if-none-match", reply.header("etag"));
    again.get("/openapi.json").await.expect(304);
}

#[test]
fn every_example_fits_its_schema() {
    let whole = openapi::description();
    let mut count = 0;
    let mut wrong = Vec::new();
    for (path, methods) in whole["paths"].as_object().unwrap() {
        for (method, operation) in methods.as_object().unwrap() {
            let mut contents = vec![("body".to_owned(), operation["requestBody"]["content"].clone())];
            let replies = operation["responses"].as_object().unwrap();
            contents.extend(replies.iter().map(|(status, it)| (status.clone(), it["content"].clone())));
            assert!(contents.iter().skip(1).any(|content| content.0.starts_with('2')), "{method} {path}");
            for (what, content) in contents {
                for media in content.as_object().into_iter().flatten().map(|object| object.1) {
                    let listed = media["examples"].as_object().into_iter().flatten().map(|object| &object.1["value"]);
                    for example in listed.chain(media.get("example")) {
                        count += 1;
                        let faults = contract::faults(&contract::validator(&whole, &media["schema"]), example);
                        if !faults.is_empty() {
                            wrong.push(format!("{method} {path} {what}: {faults:?}"));
                        }
                    }
                }
            }
        }
    }
    for (name, reply) in whole["components"]["responses"].as_object().unwrap() {
        let media = &reply["content"]["application/problem+json"];
        for (code, example) in media["examples"].as_object().unwrap() {
            count += 1;
            let faults = contract::faults(&contract::validator(&whole, &media["schema"]), &example["value"]);
            if !faults.is_empty() {
                wrong.push(format!("{name} {code}: {faults:?}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(count > 60, "{count}");
}

#[test]
fn every_operation_that_takes_or_gives_json_shows_an_example() {
    let whole = openapi::description();
    for methods in whole["paths"].as_object().unwrap().values() {
        for operation in methods.as_object().unwrap().values() {
            let replies = operation["responses"].as_object().unwrap().values();
            for content in replies.chain([&operation["requestBody"]]).filter_map(|reply| reply["content"].as_object()) {
                let shown = |value: &Value| value.get("example").is_some() || value.get("examples").is_some();
                let binary = |kind: &String| {
                    kind.contains("zip") || kind.starts_with("image/") || kind.starts_with("multipart/")
                };
                assert!(content.iter().all(|(kind, it)| binary(kind) || shown(it)), "{}", operation["operationId"]);
            }
        }
    }
}
