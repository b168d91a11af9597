//! What Prometheus reads, and what `deploy/` does with it.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use mantel_server::http::listener::{ConnectionLimits, serve};
use mantel_server::ops::metrics::{self, MetricsHandler};
use serde_json::json;
use tokio::net::TcpListener;

use crate::support::web::{FakeWeb, ok};
use crate::support::{Actor, Database, TestApp};

/// The value of the series with exactly these name and labels; 0 where there is none yet.
fn value(text: &str, series: &str) -> f64 {
    let line = text.lines().find_map(|line| line.strip_prefix(series)?.strip_prefix(' '));
    line.map_or(0.0, |value| value.parse().unwrap())
}

/// The names of all series, and of the metrics they belong to.
fn names(text: &str) -> BTreeSet<String> {
    let series = text.lines().filter(|line| !line.starts_with('#'));
    series.filter_map(|line| line.split(['{', ' ']).next()).map(str::to_owned).collect()
}

/// A server that has done everything there are numbers of.
async fn busy() -> (FakeWeb, TestApp, Actor) {
    let web = FakeWeb::start(&["far.example"], |_| ok("text/html", "<title>Far</title>")).await;
    let app = TestApp::with_outbound(Database::Sqlite, &[("RATE_NAMES", "1")], web.outbound_overrides.clone()).await;
    let app = app.unwrap();
    let ada = app.owner("ada").await;
    ada.post("/api/v1/page/publish", json!({})).await.expect(200);
    for _ in 0..3 {
        app.anonymous().get("/ada").await.expect(200);
    }
    ada.patch("/api/v1/page/profile", json!({ "bio": "One" })).await.expect(200);
    ada.patch("/api/v1/page/profile", json!({ "bio": "Two", "baseVersion": 1 })).await.refused(409, "version_conflict");
    for _ in 0..2 {
        app.anonymous().get("/api/v1/username?check=bob").await;
    }
    ada.post("/api/v1/page/tiles", json!({ "input": "https://far.example/" })).await.expect(201);
    app.app.link_metadata().refresh_due().await;
    (web, app, ada)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_happens_is_counted() {
    let before = metrics::text(&TestApp::set(&[]).await.app).await;
    let (_web, app, _ada) = busy().await;
    let after = metrics::text(&app.app).await;
    let grown = |series: &str| value(&after, series) - value(&before, series);
    for (series, least) in [
        ("mantel_requests_total{route=\"/api/v1/page/publish\",status=\"200\"}", 1.0),
        ("mantel_requests_total{route=\"/api/v1/page/profile\",status=\"409\"}", 1.0),
        ("mantel_request_duration_seconds_count{route=\"/api/v1/page/profile\"}", 2.0),
        ("mantel_page_cache_hits_total", 2.0),
        ("mantel_page_cache_misses_total", 1.0),
        ("mantel_edits_total", 2.0),
        ("mantel_conflicts_total", 1.0),
        ("mantel_limits_hit_total{kind=\"names\"}", 1.0),
        ("mantel_outbound_total{reason=\"page\",result=\"ok\"}", 1.0),
        ("mantel_database_duration_seconds_count{kind=\"write\"}", 3.0),
        ("mantel_database_duration_seconds_count{kind=\"read\"}", 3.0),
    ] {
        assert!(grown(series) >= least, "{series}: {}\n{after}", grown(series));
    }
    for series in ["mantel_database_up", "mantel_page_cache_pages", "mantel_database_connections"] {
        assert!(value(&after, series) >= 1.0, "{series}\n{after}");
    }
    assert!(after.contains(concat!("mantel_build_info{version=\"", env!("CARGO_PKG_VERSION"), "\"} 1")), "{after}");
    assert!(after.ends_with("# EOF\n"));
}

#[tokio::test]
async fn no_stranger_adds_a_series() {
    let app = TestApp::set(&[]).await;
    let anyone = app.anonymous();
    for path in ["/zebra-one", "/zebra/two", "/api/v1/zebra", "/media/zebra", "/preview/zebra", "/api/v1/public/zebra"]
    {
        anyone.get(path).await;
        anyone.post(path, json!({})).await;
        anyone.call("ZEBRA".parse().unwrap(), path, None).await;
    }
    let text = metrics::text(&app.app).await;
    assert!(!text.to_lowercase().contains("zebra"), "{text}");
    let routes: BTreeSet<_> = mantel_server::router::routes().into_iter().map(|route| route.0).collect();
    for line in text.lines().filter(|line| line.contains("route=\"")) {
        let route = line.split_once("route=\"").unwrap().1.split_once('"').unwrap().0;
        assert!(route == "none" || routes.contains(route), "{line}");
    }
}

#[tokio::test]
async fn they_are_served_on_a_listener_of_their_own() {
    let app = TestApp::set(&[]).await;
    app.anonymous().get("/metrics").await.expect(404);
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    let limits = ConnectionLimits::from_config(&app.app.config);
    tokio::spawn(serve(listener, MetricsHandler(app.app.clone()), limits, std::future::pending()));
    let prometheus = Actor::new(&url);
    let reply = prometheus.get("/metrics").await.expect(200);
    assert!(reply.header("content-type").starts_with("application/openmetrics-text; version=1.0.0"));
    assert!(reply.text.contains("mantel_database_up 1"), "{}", reply.text);
    prometheus.get("/").await.expect(404);
    prometheus.post("/metrics", json!({})).await.expect(405);
}

fn deployed(file: &str) -> (PathBuf, String) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../deploy").join(file);
    let text = std::fs::read_to_string(&path).unwrap();
    (path, text)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_rules_and_the_dashboard_name_what_there_is() {
    let (_web, app, _ada) = busy().await;
    let known = names(&metrics::text(&app.app).await);
    let mut used = BTreeSet::new();
    for file in ["prometheus-rules.yaml", "grafana-dashboard.json"] {
        let (_, text) = deployed(file);
        for word in text.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_') {
            if word.starts_with("mantel_") || word.starts_with("process_") {
                assert!(known.contains(word), "{file} names {word}, which is none of {known:#?}");
                used.insert(word.to_owned());
            }
        }
    }
    // And every metric is on the dashboard.
    let families = |name: &String| !["_bucket", "_sum", "_count"].iter().any(|end| name.ends_with(end));
    let unused: Vec<_> = known.iter().filter(|name| families(name) && !used.contains(*name)).collect();
    assert!(unused.is_empty(), "on no panel and in no rule: {unused:?}");
    let dashboard: serde_json::Value = serde_json::from_str(&deployed("grafana-dashboard.json").1).unwrap();
    assert!(dashboard["panels"].as_array().unwrap().len() > 10);
}

#[test]
fn promtool_accepts_the_rules() {
    let (path, _) = deployed("prometheus-rules.yaml");
    match std::process::Command::new("promtool").args(["check", "rules"]).arg(path).output() {
        Ok(checked) => assert!(checked.status.success(), "{checked:?}"),
        Err(why) => eprintln!("SKIPPED: promtool (apt-get install prometheus) does not run: {why}"),
    }
}
