//! Where visits came from: links elsewhere, what was put up, and what fetched or took along.

use leptos::prelude::*;
use mantel_model::api::{FetchedCards, Insights, NamedCount, Source};
use mantel_model::tile::Platform;

use super::lists::{Row, rows, share};
use super::wording::number;
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
    let share = format!("--share:{}%", share(count, most));
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
    let most = insights.ways.iter().map(|way| way.count).max().unwrap_or_default();
    let named = insights.ways.iter().map(|way| {
        let (symbol, name) = match (way.kind.as_str(), way.name.as_str()) {
            ("code", "") => (icon::PRINTER, "QR of your plain address".to_owned()),
            ("code", name) => (icon::PRINTER, format!("QR, “{name}”")),
            (_, name) => (icon::LINK, format!("Link named “{name}”")),
        };
        Row::plain(symbol, name, way.count, most)
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

fn cards(cards: &[FetchedCards]) -> Option<AnyView> {
    let of = |kind: &str| {
        let shown: Vec<_> = cards.iter().filter(|card| card.kind == kind).collect();
        let mut names: Vec<_> = shown.iter().take(3).map(|card| card.name.as_str()).collect();
        names.extend((shown.len() > 3).then_some("others"));
        (names.join(", "), shown.iter().map(|card| card.count).sum::<u64>())
    };
    let (chats, timelines) = (of("chat"), of("timeline"));
    let most = chats.1.max(timelines.1);
    let named = [(icon::NOTE, "In chats", chats), (icon::AT, "In timelines", timelines)];
    let named = named.into_iter().filter(|(.., (_, count))| *count > 0);
    let named: Vec<_> = named
        .map(|(symbol, place, (names, count))| Row::plain(symbol, format!("{place}: {names}"), count, most))
        .collect();
    rows("The share card was fetched", &named)
        .map(|list| view! { <h3>"The share card was fetched"</h3>{list} }.into_any())
}

fn saves(saves: &[NamedCount]) -> Option<AnyView> {
    let most = saves.iter().map(|save| save.count).max()?;
    let named = saves.iter().map(|save| {
        let (symbol, name) = match save.name.as_str() {
            "contact" => (icon::DOWNLOAD, "Contact card saved"),
            "feed" => (icon::LINK, "Read in feed readers"),
            other => (icon::DOWNLOAD, other),
        };
        Row::plain(symbol, name.to_owned(), save.count, most)
    });
    let named: Vec<_> = named.collect();
    rows("Taken along", &named).map(|list| view! { <h3>"Taken along"</h3>{list} }.into_any())
}
