//! Cards of changes, filled from the service and rendered: for the owner's screens, the log of the agents page and views in chats.

use std::sync::Arc;

use leptos::prelude::Owner;
use mantel_app::render::context::RenderContext;
use mantel_app::render::page::static_html;
use mantel_app::site::change_card::{self, ChangeCard, DrawnPage, Occasion};
use mantel_model::api::By;

use crate::assets;
use crate::export::html::rewrite_urls;
use crate::heavy_work;
use crate::mcp::CardContent;
use crate::service::{Comparison, PageVersion};
use crate::state::App;

/// How many tiles it draws at most, which tells how much work it is.
pub fn tiles(comparison: &Comparison) -> usize {
    comparison.after.draft.tiles.len() + comparison.before.as_ref().map_or(0, |before| before.draft.tiles.len())
}

/// The stylesheets of a card, besides those of every screen.
pub fn stylesheets(comparison: &Comparison) -> Vec<String> {
    let pages = comparison.before.iter().chain([&comparison.after]);
    let mut looks: Vec<_> = pages.map(|page| format!("looks/{}.css", page.draft.theme.look())).collect();
    looks.dedup();
    looks.push("change_card.css".to_owned());
    looks
}

/// A card of these pages.
pub async fn card(app: &App, comparison: Comparison, actor: &str, occasion: Occasion) -> ChangeCard {
    let by = By::of(actor);
    let changes = comparison.changes();
    let Comparison { account, username, before, after, live: _ } = comparison;
    let before = match before {
        Some(before) => Some(drawn(app, &account, before).await),
        None => None,
    };
    ChangeCard {
        agent: by.name,
        address: format!("{}/{username}", app.config.host()),
        occasion,
        before,
        after: drawn(app, &account, after).await,
        changes,
        revert_calls: Vec::new(),
    }
}

async fn drawn(app: &App, account: &str, page: PageVersion) -> DrawnPage {
    let PageVersion { version, draft, facts } = page;
    let pictures = app.image_metadata.for_page(account, &draft, &facts).await.pictures;
    let (grouping, version) = (draft.grouping(), u64::try_from(version).unwrap_or_default());
    let context =
        RenderContext { facts: Arc::clone(&facts), pictures, grouping, sealed: true, ..RenderContext::default() };
    DrawnPage { version, draft, context }
}

/// A card as a document for views outside this site, with absolute URLs.
pub async fn chat_html(app: &App, content: CardContent) -> String {
    let CardContent { comparison, actor, asks, revert_calls, may_publish } = content;
    let live = comparison.live.is_some_and(|live| live.0 == comparison.after.version);
    let occasion = if asks { Occasion::Requested } else { Occasion::Made { live } };
    let (weight, sheets) = (heavy_work::rendering(tiles(&comparison)), stylesheets(&comparison));
    let card = ChangeCard { revert_calls, ..card(app, comparison, &actor, occasion).await };
    let base = &app.config.base_url;
    let absolute = |url: &str| url.starts_with('/').then(|| format!("{base}{url}"));
    let render = || {
        let foot = || change_card::chat_foot(&card, may_publish);
        let body = Owner::new().with(|| static_html(change_card::card_view(&card, !asks, foot())));
        rewrite_urls(&assets::with_hashed_urls(&body), &absolute).html
    };
    let body = heavy_work::run_for_bytes(weight, render).await;
    document(&sheets, &body, base)
}

/// The cuts of what changed, as a document for a frame of the agents page.
pub async fn cuts_html(app: &App, comparison: Comparison, actor: &str) -> String {
    let (weight, sheets) = (heavy_work::rendering(tiles(&comparison)), stylesheets(&comparison));
    let card = card(app, comparison, actor, Occasion::Made { live: false }).await;
    let render = || Owner::new().with(|| static_html(change_card::cuts(&card)));
    let body = heavy_work::run_for_bytes(weight, render).await;
    document(&sheets, &format!("<div class=\"card-log\">{body}</div>"), "")
}

fn document(sheets: &[String], body: &str, base: &str) -> String {
    let sheets = ["ui.css"].into_iter().chain(sheets.iter().map(String::as_str)).filter_map(assets::path);
    let links: String = sheets.map(|path| format!("<link rel=\"stylesheet\" href=\"{base}{path}\">")).collect();
    format!(
        "<!DOCTYPE html><html lang=\"en\"><head><meta charset=\"utf-8\"><title>Changes</title>{links}</head>\
         <body class=\"ui\">{body}</body></html>"
    )
}
