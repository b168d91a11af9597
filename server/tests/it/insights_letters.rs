//! The weekly letters: to whom, when, and how often.

use mantel_server::insights_letter::mail_due_letters;
use mantel_server::service::InsightsSettings;
use serde_json::json;
use sqlx::{AnyConnection, AssertSqlSafe, Connection};

use crate::support::smtp::PostOffice;
use crate::support::{Actor, Database, OPEN, TestApp};

const HOUR: i64 = 60 * 60 * 1000;
const DAY: i64 = 24 * HOUR;
const BOTH: [Database; 2] = [Database::Sqlite, Database::Postgres];

async fn server(database: Database, smtp: &str, more: &[(&str, &str)]) -> Option<TestApp> {
    let mail = [("SMTP_URL", smtp), ("MAIL_FROM", "hello@mantel.example")];
    TestApp::with(database, &[OPEN, &mail, more].concat()).await
}

/// Another server on the same database, whose clock shows the same time.
async fn beside(app: &TestApp, smtp: &str) -> TestApp {
    let more = [("DATABASE_URL", app.app.config.database_url.as_str()), ("BASE_URL", &app.url)];
    let other = server(Database::Sqlite, smtp, &more).await.unwrap();
    advance_to(&other, now(app));
    other
}

fn now(app: &TestApp) -> i64 {
    app.app.service.clock().now()
}

/// Sets the clock to a time that is to come.
fn advance_to(app: &TestApp, at: i64) {
    app.app.service.clock().advance(at - now(app));
}

/// The next Monday after today, at the beginning of the day in UTC, ms.
fn next_monday(now: i64) -> i64 {
    // 1 January 1970 was a Thursday.
    let today = now.div_euclid(DAY);
    (today - (today + 3).rem_euclid(7) + 7) * DAY
}

/// A server on a Wednesday, whatever day it is: visits of today are of the same week everywhere.
async fn on_wednesday(database: Database, smtp: &str) -> Option<TestApp> {
    let app = server(database, smtp, &[]).await?;
    advance_to(&app, next_monday(now(&app)) + 2 * DAY + 12 * HOUR);
    Some(app)
}

async fn account(app: &TestApp, name: &str) -> String {
    app.app.service.account(&format!("{name}@harrow.example")).await.unwrap().id
}

/// Somebody with a live page who wants letters, in this zone.
async fn subscriber(app: &TestApp, name: &str, zone: &str) -> Actor {
    let owner = app.owner(name).await;
    let link = json!({ "type": "link", "url": "https://harrow.example/shop", "title": "Print shop" });
    owner.post("/api/v1/page/tiles", json!({ "tile": link })).await.expect(201);
    owner.post("/api/v1/page/publish", json!({})).await.expect(200);
    let caller = app.app.service.owner(&account(app, name).await).await.unwrap();
    let wanted =
        InsightsSettings { letter: Some(true), time_zone: Some(zone.to_owned()), ..InsightsSettings::default() };
    app.app.service.set_insights(&caller, &wanted).await.unwrap();
    owner
}

/// Visits of this hour, as the counter writes them.
async fn visits(app: &TestApp, name: &str, count: i64) {
    let (account, hour) = (account(app, name).await, now(app) / HOUR);
    let add = format!("insert into insight_hours values ('{account}', {hour}, 'visits', 'phone', {count})");
    run(app, &add).await;
}

async fn run(app: &TestApp, sql: &str) {
    let mut connection = AnyConnection::connect(&app.app.config.database_url).await.unwrap();
    sqlx::raw_sql(AssertSqlSafe(sql.to_owned())).execute(&mut connection).await.unwrap();
    connection.close().await.unwrap();
}

async fn mailed(app: &TestApp) -> usize {
    mail_due_letters(&app.app).await.unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_letter_comes_on_monday_morning_of_the_owners_zone_and_once() {
    for database in BOTH {
        let mut office = PostOffice::open().await;
        let Some(app) = on_wednesday(database, &office.url).await else { continue };
        subscriber(&app, "ada", "UTC").await;
        subscriber(&app, "kaho", "Asia/Tokyo").await;
        for name in ["ada", "kaho"] {
            visits(&app, name, 12).await;
        }
        let monday = next_monday(now(&app));
        advance_to(&app, monday - 2 * HOUR - 60_000);
        assert_eq!(mailed(&app).await, 0);
        advance_to(&app, monday - 2 * HOUR);
        assert_eq!(mailed(&app).await, 1, "Tokyo is nine hours ahead");
        assert_eq!(office.mail().await.to, "kaho@harrow.example");
        advance_to(&app, monday + 7 * HOUR - 60_000);
        assert_eq!(mailed(&app).await, 0);
        advance_to(&app, monday + 7 * HOUR);
        let other = beside(&app, &office.url).await;
        let (one, two) = tokio::join!(mailed(&app), mailed(&other));
        assert_eq!(one + two, 1);
        let mail = office.mail().await;
        assert_eq!((mail.from.as_str(), mail.to.as_str()), ("hello@mantel.example", "ada@harrow.example"));
        for words in ["/ada had 12 visits", "Nothing on it was pressed.", &format!("{}/insights", app.url)] {
            assert!(mail.text.contains(words), "{words}: {}", mail.text);
        }
        for later in [60_000, HOUR, DAY] {
            advance_to(&app, monday + 7 * HOUR + later);
            assert_eq!(mailed(&app).await, 0);
        }
        // A week without a visit has none.
        advance_to(&app, monday + 7 * DAY + 8 * HOUR);
        assert_eq!(mailed(&app).await, 0);
        visits(&app, "ada", 1).await;
        advance_to(&app, monday + 14 * DAY + 8 * HOUR);
        assert_eq!(mailed(&app).await, 1);
        assert!(office.mail().await.text.contains("/ada had 1 visit, 1 more than in the week before."));
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_gets_a_letter_who_should_not() {
    for database in BOTH {
        let office = PostOffice::open().await;
        let Some(app) = on_wednesday(database, &office.url).await else { continue };
        let mut people = Vec::new();
        for name in ["unasked", "unverified", "suspended", "offline", "unread", "fine"] {
            people.push(subscriber(&app, name, "UTC").await);
            if name != "unread" {
                visits(&app, name, 3).await;
            }
        }
        let caller = app.app.service.owner(&account(&app, "unasked").await).await.unwrap();
        let no = InsightsSettings { letter: Some(false), ..InsightsSettings::default() };
        app.app.service.set_insights(&caller, &no).await.unwrap();
        let unverified = account(&app, "unverified").await;
        run(&app, &format!("update accounts set unverified_email = email where id = '{unverified}'")).await;
        let suspended = account(&app, "suspended").await;
        run(&app, &format!("update accounts set suspended_at = 1 where id = '{suspended}'")).await;
        people[3].post("/api/v1/page/unpublish", json!({})).await.expect(200);
        advance_to(&app, next_monday(now(&app)) + 9 * HOUR);
        assert_eq!(mailed(&app).await, 1);
        let mut office = office;
        assert_eq!(office.mail().await.to, "fine@harrow.example");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_letter_that_cannot_be_mailed_is_tried_again_and_a_long_stop_makes_no_flood() {
    for database in BOTH {
        let mut office = PostOffice::open().await;
        // Nobody listens there: a port that was free a moment ago.
        let gone = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
        let Some(app) = on_wednesday(database, &format!("smtp://{gone}")).await else { continue };
        subscriber(&app, "ada", "UTC").await;
        visits(&app, "ada", 12).await;
        let monday = next_monday(now(&app));
        advance_to(&app, monday + 8 * HOUR);
        assert_eq!(mailed(&app).await, 0);
        let other = beside(&app, &office.url).await;
        assert_eq!(mailed(&other).await, 0, "it is leased");
        advance_to(&other, monday + 9 * HOUR + 60_000);
        assert_eq!(mailed(&other).await, 1);
        assert_eq!(office.mail().await.to, "ada@harrow.example");
        visits(&other, "ada", 5).await;
        // Two Mondays pass without a server; on Thursday neither letter is of use any more.
        advance_to(&other, monday + 17 * DAY);
        assert_eq!(mailed(&other).await, 0);
        visits(&other, "ada", 6).await;
        advance_to(&other, monday + 21 * DAY + 30 * HOUR);
        assert_eq!(mailed(&other).await, 1);
        assert!(office.mail().await.text.contains("/ada had 6 visits"));
        assert_eq!(mailed(&other).await, 0);
    }
}
