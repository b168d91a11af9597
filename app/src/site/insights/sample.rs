//! The numbers of the design, for tests.
#![allow(clippy::unwrap_used, reason = "tests fail by panicking")]

use mantel_model::api::{
    CountedDay, CountedTotals, CountedWay, FetchedCards, Insights, KeptCounts, LinkTrouble, NamedCount, PressedTile,
    PublishedMark, Reader, Source,
};
use mantel_model::id::SeededIds;
use mantel_model::read::read_draft;
use mantel_model::{Draft, TileId};
use serde_json::json;

use super::LivePage;
use crate::render::context::RenderContext;

/// Thirty days of a page, as the design draws them.
pub fn insights() -> Insights {
    let visits = [
        22, 31, 24, 19, 21, 37, 44, 52, 38, 29, 26, 24, 28, 49, 61, 47, 33, 30, 28, 31, 36, 132, 117, 64, 48, 41, 38,
        43, 57, 34,
    ];
    let days = visits.iter().enumerate().map(|(at, visits)| CountedDay {
        day: if at < 8 { format!("2026-10-{}", 24 + at) } else { format!("2026-11-{:02}", at - 7) },
        visits: *visits,
        presses: if *visits == 132 { 62 } else { visits * 2 / 5 },
        visitors: (at < 29).then_some(visits * 3 / 4),
        so_far: at == 29,
    });
    let named = |all: &[(&str, u64)]| {
        all.iter().map(|(name, count)| NamedCount { name: (*name).to_owned(), count: *count }).collect::<Vec<_>>()
    };
    let source = |name: &str, kind: &str, platform: Option<&str>, count, hosts: &[(&str, u64)]| Source {
        name: name.to_owned(),
        kind: kind.to_owned(),
        platform: platform.map(str::to_owned),
        count,
        hosts: named(hosts),
    };
    let tile = |id: &str, title: &str, kind: &str, to: &str, pressed, tenths_of_100| PressedTile {
        id: id.to_owned(),
        title: title.to_owned(),
        kind: kind.to_owned(),
        to: to.to_owned(),
        pressed,
        tenths_of_100,
        on_page: !to.is_empty(),
        trouble: None,
    };
    let mark = |day: &str, at: &str, version| PublishedMark { day: day.to_owned(), at: at.to_owned(), version };
    let reader = |name: &str, kind: &str, page, text, json, last: &str| Reader {
        name: name.to_owned(),
        kind: kind.to_owned(),
        page,
        text,
        json,
        last: last.to_owned(),
    };
    let card = |name: &str, kind: &str, count| FetchedCards { name: name.to_owned(), kind: kind.to_owned(), count };
    let mut broken = tile(&id(6), "A year of firing with driftwood", "link", "harrow.example", 51, 40);
    broken.trouble = Some(LinkTrouble { status: 404, since: "2026-11-19".to_owned(), pressed_since: 9 });
    Insights {
        kept: KeptCounts {
            available: true,
            on: true,
            changed_at: None,
            since: Some("2026-03-02T08:00:00".to_owned()),
            last_visit: Some("2026-11-22T10:00:00".to_owned()),
            months: 25,
            exact: false,
            letter: false,
            live: true,
        },
        range: "30d".to_owned(),
        screen: "all".to_owned(),
        zone: "Europe/Lisbon".to_owned(),
        from: "2026-10-24".to_owned(),
        to: "2026-11-22".to_owned(),
        total: CountedTotals { visits: 1284, presses: 501 },
        before: Some(CountedTotals { visits: 963, presses: 390 }),
        days: days.collect(),
        published: vec![
            mark("2026-10-29", "2026-10-29T18:20:00", 36),
            mark("2026-11-06", "2026-11-06T20:02:00", 37),
            mark("2026-11-14", "2026-11-14T09:12:00", 38),
        ],
        tiles: vec![
            tile(&id(1), "Throwing a moon jar, start to finish", "video", "youtu.be", 148, 115),
            tile(&id(2), "Shop the small shelf", "link", "shop.example", 121, 94),
            broken,
            tile("instagram", "@ines.harrow", "social", "instagram.com", 33, 26),
            tile(&id(9), "Autumn market, stall 12", "link", "", 14, 11),
        ],
        sources: vec![
            source("Instagram", "platform", Some("instagram"), 402, &[]),
            source("Typed, or not said", "unknown", None, 371, &[]),
            source("Mastodon", "platform", Some("mastodon"), 188, &[("clay.example", 121), ("mastodon.social", 67)]),
            source("Search engines", "search", None, 96, &[("google.com", 90), ("kagi.com", 6)]),
        ],
        ways: vec![
            CountedWay { name: "studio-door".to_owned(), kind: "code".to_owned(), count: 88 },
            CountedWay { name: "letter".to_owned(), kind: "link".to_owned(), count: 41 },
        ],
        cards: vec![card("WhatsApp", "chat", 28), card("Mastodon", "timeline", 22), card("Signal", "chat", 6)],
        saves: named(&[("contact", 6), ("feed", 12)]),
        hours: (0..7)
            .map(|day| (0..24).map(|hour| if (day, hour) == (5, 10) { 40 } else { hour / 4 }).collect())
            .collect(),
        devices: named(&[("phone", 911), ("computer", 321), ("tablet", 52)]),
        browsers: named(&[("Safari", 616), ("Chrome", 372), ("Firefox", 193), ("Ladybird", 2), ("others", 101)]),
        languages: named(&[("pt", 668), ("en", 398), ("de", 116), ("others", 102)]),
        countries: Some(named(&[("PT", 732), ("GB", 180), ("DE", 141), ("others", 231)])),
        readers: vec![
            reader("Claude", "assistant", 12, 5, 2, "2026-11-22T10:38:00"),
            reader("GPTBot", "training", 10, 0, 0, "2026-11-19T04:00:00"),
            reader("CCBot", "training", 6, 0, 0, "2026-11-18T04:00:00"),
            reader("Googlebot", "search", 31, 0, 0, "2026-11-22T04:12:00"),
            reader("Uptime Kuma", "monitor", 8640, 0, 0, "2026-11-22T10:40:00"),
        ],
        without_link: 3,
        silent_percent: 15,
        as_of: Some("2026-11-22T10:40:00".to_owned()),
    }
}

/// The page that the numbers are about.
pub fn live() -> LivePage {
    let page = json!({
        "profile": { "name": "Ines Harrow" },
        "theme": { "style": "painted" },
        "tiles": [
            { "type": "video", "url": "https://youtu.be/dQw4w9WgXcQ", "title": "Throwing a moon jar, start to finish", "size": "w" },
            { "type": "link", "url": "https://shop.example/", "title": "Shop the small shelf" },
            { "type": "link", "url": "https://harrow.example/", "title": "A year of firing with driftwood", "size": "w" },
            { "type": "text", "text": "Kiln opens Saturday at ten." },
            { "type": "social", "platform": "instagram", "handle": "ines.harrow" }
        ]
    });
    let mut draft: Draft = read_draft(&page, &mut SeededIds::new(1)).unwrap();
    for (tile, bits) in draft.tiles.iter_mut().zip([1, 2, 6, 7, 8]) {
        tile.id = TileId::from_bits(bits);
    }
    LivePage { version: 38, draft, context: RenderContext::default() }
}

fn id(bits: u64) -> String {
    TileId::from_bits(bits).to_string()
}
