//! Where visits came from: links elsewhere, what was put up, and what fetched or took along.

use leptos::prelude::*;
use mantel_model::api::{Insights, NamedCount, Source};
use mantel_model::tile::Platform;

use super::lists::{Row, rows};
use super::words::number;
use crate::components::icon;

/// Sites by name; the rest are folded.
const SHOWN: usize = 7;

/// The whole section.
pub(super) fn view(insights: &Insights) -> AnyView {
    view! {
        <section class="insights-section insights-beside" aria-labelledby="sources-heading">
            <div class="insights-about"><h2 id="sources-heading">"Where they came from"</h2><p class="ui-muted">"As told by the page that sent them. Sites are grouped by name."</p></div>
            <div class="insights-two">
                <div><h3>"By a link"</h3>{sources(&insights.sources)}</div>
                <div>{ways(insights)}{cards(&insights.cards)}{saves(&insights.saves)}</div>
            </div>
        </section>
    }
    .into_any()
}

fn sources(sources: &[Source]) -> AnyView {
    if sources.is_empty() {
        return view! { <p class="ui-muted">"Nothing yet."</p> }.into_any();
    }
    let most = sources.iter().map(|source| source.count).max().unwrap_or_default().max(1);
    let shown = if sources.len() > SHOWN + 1 { SHOWN } else { sources.len() };
    let named = sources
        .iter()
        .take(shown)
        .map(|source| view_source(symbol(source), source.name.clone(), source.count, &source.hosts, most));
    let left = sources.get(shown..).unwrap_or_default();
    let left = (!left.is_empty()).then(|| {
        let hosts: Vec<_> =
            left.iter().map(|source| NamedCount { name: source.name.clone(), count: source.count }).collect();
        let count = left.iter().map(|source| source.count).sum();
        view_source(icon::stroke(icon::GLOBE), format!("{} others", number(left.len() as u64)), count, &hosts, most)
    });
    view! { <ul class="insights-list">{named.collect_view()}{left}</ul> }.into_any()
}

fn symbol(source: &Source) -> AnyView {
    match source.platform.as_deref().and_then(Platform::parse) {
        Some(platform) => icon::platform(platform),
        None if source.kind == "search" => icon::stroke(icon::SEARCH),
        None => icon::stroke(icon::GLOBE),
    }
}

fn view_source(symbol: AnyView, name: String, count: u64, hosts: &[NamedCount], most: u64) -> AnyView {
    let share = format!("--share:{}%", count.saturating_mul(100) / most);
    let inside = view! { <span class="insights-symbol">{symbol}</span><span class="insights-name" dir="auto">{name}</span><b>{number(count)}</b> };
    if hosts.is_empty() {
        return view! { <li><span class="insights-row insights-bar" style=share>{inside}</span></li> }.into_any();
    }
    let hosts = hosts.iter().map(|host| {
        view! { <li><span class="insights-name">{super::names::of(&host.name)}</span><b>{number(host.count)}</b></li> }
    });
    view! {
        <li><details><summary class="insights-row insights-bar" style=share>{inside}<span class="insights-chevron">{icon::stroke(icon::CHEVRON)}</span></summary>
            <ul class="insights-hosts">{hosts.collect_view()}</ul></details></li>
    }
    .into_any()
}

fn ways(insights: &Insights) -> AnyView {
    let named = insights.ways.iter().map(|way| {
        let (symbol, name) = match (way.kind.as_str(), way.name.as_str()) {
            ("code", "") => (icon::PRINTER, "QR of your plain address".to_owned()),
            ("code", name) => (icon::PRINTER, format!("QR, “{name}”")),
            (_, name) => (icon::LINK, format!("Link named “{name}”")),
        };
        Row { symbol: Some(symbol), name, count: way.count, said: number(way.count) }
    });
    let named: Vec<_> = named.collect();
    let came: u64 = insights.ways.iter().map(|way| way.count).sum();
    let words = match insights.ways.is_empty() {
        true => "A word after your address tells where you put it up. ".to_owned(),
        false => format!("{} of the {} came by something you put up. ", number(came), number(insights.total.visits)),
    };
    view! {
        <h3>"By something you put up"</h3>
        {rows("By something you put up", &named)}
        <p class="insights-foot ui-muted">{words}<a class="ui-link" href="/share#ways">{if insights.ways.is_empty() { "Name one" } else { "Name another" }}</a></p>
    }
    .into_any()
}

fn cards(cards: &[NamedCount]) -> Option<AnyView> {
    let named: Vec<_> = cards.iter().map(|card| Row::plain(icon::FILE, &card.name, card.count)).collect();
    (!named.is_empty())
        .then(|| view! { <h3>"The share card was fetched"</h3>{rows("The share card was fetched", &named)} }.into_any())
}

fn saves(saves: &[NamedCount]) -> Option<AnyView> {
    let named = saves.iter().map(|save| match save.name.as_str() {
        "contact" => Row::plain(icon::DOWNLOAD, "Contact card saved", save.count),
        "feed" => Row::plain(icon::LINK, "Read in feed readers", save.count),
        other => Row::plain(icon::DOWNLOAD, other, save.count),
    });
    let named: Vec<_> = named.collect();
    (!named.is_empty()).then(|| view! { <h3>"Taken along"</h3>{rows("Taken along", &named)} }.into_any())
}
