//! What counting costs: `make insights` with 100,000 pages and a million visits, a short form in every run.

use std::sync::Arc;

use axum::http::HeaderMap;
use mantel_server::insights::{Form, PageCounts};
use mantel_server::service::Counting;
use sqlx::{AnyConnection, AssertSqlSafe, Connection};

use crate::support::{OPEN, TestApp, count};

/// Visits in the ten seconds between two writes: a thousand a second.
const A_ROUND: usize = 10_000;

const AGENTS: [&str; 5] = [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1",
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36",
    "Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0",
    "Mozilla/5.0 (Linux; Android 15; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36",
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Instagram 390.0.0.28.85",
];
const FROM: [&str; 6] = [
    "",
    "https://l.instagram.com/",
    "https://www.google.com/",
    "https://t.co/",
    "https://mastodon.social/",
    "https://site.example/",
];
const LANGUAGES: [&str; 4] = ["pt-PT,pt;q=0.9", "en-GB,en;q=0.8", "de", "ja"];

/// A generator of numbers that need not surprise anybody.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % end
    }
}

/// Processor time of this process, and memory in use, from `/proc`.
fn used() -> (f64, u64) {
    let ticks = |text: &str| -> f64 {
        let fields: Vec<&str> = text.rsplit(')').next().unwrap().split_whitespace().collect();
        fields[11].parse::<f64>().unwrap() + fields[12].parse::<f64>().unwrap()
    };
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let memory = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
    let memory = memory.trim().trim_end_matches(" kB").trim().parse().unwrap();
    (ticks(&std::fs::read_to_string("/proc/self/stat").unwrap()) / 100.0, memory)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn many_pages_are_counted_in_bounded_rows_and_memory() {
    let (pages, rounds) = (count("INSIGHTS_PAGES", 500), count("INSIGHTS_ROUNDS", 2));
    let visits = if pages < A_ROUND { pages } else { A_ROUND };
    let app = TestApp::set(OPEN).await;
    let mut database = AnyConnection::connect(&app.app.config.database_url).await.unwrap();
    for from in (0..pages).step_by(1000) {
        let rows: Vec<_> = (from..pages.min(from + 1000))
            .map(|page| format!("('a_{page:020}', '{page}@harrow.example', 'x', 1)"))
            .collect();
        let text = format!("insert into accounts (id, email, password, created_at) values {}", rows.join(", "));
        sqlx::query(AssertSqlSafe(text)).execute(&mut database).await.unwrap();
    }
    let counted: Vec<_> =
        (0..pages).map(|page| Arc::new(PageCounts::new(&format!("a_{page:020}"), Counting::On, Vec::new()))).collect();
    let size = || std::fs::metadata(app.app.config.data_dir.join("mantel.db")).unwrap().len();
    let shrink = "pragma wal_checkpoint(truncate)";
    sqlx::query(shrink).execute(&mut database).await.unwrap();
    let (empty, (_, memory)) = (size(), used());
    app.app.visits.turn_days().await.unwrap();
    let (mut numbers, mut counting, mut writing, mut most) = (Numbers(7), 0.0, 0.0, 0);
    for _ in 0..rounds {
        let before = used().0;
        for _ in 0..visits {
            let mut headers = HeaderMap::new();
            headers.insert("user-agent", AGENTS[numbers.below(AGENTS.len())].parse().unwrap());
            headers.insert("accept", "text/html".parse().unwrap());
            headers.insert("accept-language", LANGUAGES[numbers.below(LANGUAGES.len())].parse().unwrap());
            let from = FROM[numbers.below(FROM.len())];
            if !from.is_empty() {
                headers.insert("referer", from.parse().unwrap());
            }
            let address = std::net::Ipv4Addr::from(u32::try_from(numbers.below(1 << 24)).unwrap()).into();
            app.app.visits.view(&counted[numbers.below(pages)], Form::Page, &headers, address);
        }
        let between = used().0;
        app.app.visits.write().await.unwrap();
        let (after, now) = used();
        counting += between - before;
        writing += after - between;
        most = most.max(now.saturating_sub(memory));
        // The rounds of a run are a day.
        app.app.service.clock().advance(24 * 60 * 60 * 1000 / i64::try_from(rounds).unwrap());
    }
    sqlx::query(shrink).execute(&mut database).await.unwrap();
    let rows: i64 = sqlx::query_scalar("select count(*) from insight_hours").fetch_one(&mut database).await.unwrap();
    let total: i64 = sqlx::query_scalar("select cast(sum(n) as bigint) from insight_hours where dimension = 'visits'")
        .fetch_one(&mut database)
        .await
        .unwrap();
    let all = visits * rounds;
    let per = |seconds: f64| seconds / (10 * rounds) as f64 * 100.0;
    println!(
        "{pages} pages, {all} visits in {rounds} rounds: counting {:.1} % and writing {:.1} % of one core at {} visits a second; {} MiB of memory; {rows} rows, {:.0} bytes a page a day",
        per(counting),
        per(writing),
        visits / 10,
        most / 1024,
        (size() - empty) as f64 / pages as f64,
    );
    assert_eq!(usize::try_from(total).unwrap(), all, "no visit is lost");
    // At most a row for the device, the browser, the language and the source of each visit.
    assert!(usize::try_from(rows).unwrap() <= 4 * all, "{rows}");
    assert!(most < 256 * 1024, "{most} KiB");
}
