//! Where people press: the live page by firelight, each tile as bright as it was pressed, beside the same as a table.

use std::collections::HashMap;

use leptos::prelude::*;
use mantel_model::api::{Insights, InsightsScreen, LinkTrouble, PressedTile};
use mantel_model::theme::Layout;
use mantel_model::tile::Kind;
use mantel_model::{Draft, Tile, TileId};

use super::lists::share;
use super::wording::{counted, day, joined, number, presses, tenths};
use super::{InsightsView, LivePage, segment};
use crate::components::{icon, tile_icon};
use crate::render::context::{Heat, RenderContext};
use crate::render::look;
use crate::render::page::page_view;

/// From this share of visits on, of 100, it is told that some browsers tell no presses.
const SILENCE_TOLD_FROM: u64 = 10;

/// The whole section.
pub(super) fn view(screen: &InsightsView) -> AnyView {
    let insights = &screen.insights;
    let choice = |of: &InsightsScreen| {
        let icon = match of {
            InsightsScreen::All => None,
            InsightsScreen::Desktop => Some(icon::stroke(icon::MONITOR)),
            InsightsScreen::Phone => Some(icon::stroke(icon::DEVICE)),
        };
        let address = format!("/insights?range={}&screen={of}#presses", insights.range);
        segment::choice(of.as_str() == insights.screen, address, view! { {icon}{of.label()} }.into_any())
    };
    let choices = InsightsScreen::ALL.iter().map(choice).collect_view();
    let shown = shown(insights);
    let (page, says) = match &screen.live {
        Some(live) => (
            Some(firelight(live, &shown, &insights.screen)),
            "Your page by firelight: each tile is as bright as it was pressed.",
        ),
        None => (None, "The page is not up, so only the numbers are here."),
    };
    view! {
        <section id="presses" class="insights-section insights-presses" class:alone=screen.live.is_none() aria-labelledby="presses-heading">
            <div class="insights-section-head">
                <div><h2 id="presses-heading">"Where people press"</h2><p class="ui-muted">{says}</p></div>
                {segment::view("Whose presses", choices.into_any())}
            </div>
            {page}
            {check_form(screen, &shown)}
            <div class="insights-pressed">{table(screen, &shown)}{foot(screen)}</div>
        </section>
    }
    .into_any()
}

/// What the table shows: what is on the page, and what has trouble.
fn shown(insights: &Insights) -> Vec<&PressedTile> {
    insights.tiles.iter().filter(|tile| tile.on_page || tile.trouble.is_some()).collect()
}

/// The tile of the page that a row is about.
fn on_page<'a>(draft: &'a Draft, row: &PressedTile) -> Option<&'a Tile> {
    let platform = |tile: &&Tile| matches!(&tile.kind, Kind::Social(social) if social.platform.as_str() == row.id);
    let tiles = &draft.tiles;
    tiles.iter().find(|tile| tile.id.as_str() == row.id).or_else(|| tiles.iter().find(platform))
}

/// How bright each tile is, and its place in the table.
fn heats(draft: &Draft, rows: &[&PressedTile]) -> HashMap<TileId, Heat> {
    let most = rows.iter().map(|row| row.pressed).max().unwrap_or_default().max(1);
    let pressed = rows.iter().zip(1..).filter(|(row, _)| row.pressed > 0);
    let heats = pressed.filter_map(|(row, rank)| {
        let percent = u16::try_from(10 + share(row.pressed, most) * 9 / 10).unwrap_or(100);
        Some((on_page(draft, row)?.id.clone(), Heat { heat: f32::from(percent) / 100.0, rank }))
    });
    heats.collect()
}

/// The live page on the shelf. Hidden from screen readers, like every miniature: the table tells the same.
fn firelight(live: &LivePage, rows: &[&PressedTile], screen: &str) -> AnyView {
    let heat = heats(&live.draft, rows);
    let context = RenderContext { miniature: true, below: true, heat, ..live.context.clone() };
    let list = live.draft.theme.layout == Layout::List;
    let page = page_view(&live.draft, &context);
    let look = live.draft.theme.look();
    view! {
        <figure class="insights-fire" class:phone=screen == InsightsScreen::Phone.as_str() class:narrow=list aria-hidden="true">
            <div class="insights-filters">{look::filters(look)}{look::seal_symbol(&live.draft)}</div>
            <div class="ui-frame"><div class="insights-lit">{page}</div></div>
            <div class="ui-shelf mini"></div>
            <figcaption>{format!("The page as it is live, version {}", live.version)}</figcaption>
        </figure>
    }
    .into_any()
}

fn table(screen: &InsightsView, rows: &[&PressedTile]) -> AnyView {
    if rows.is_empty() {
        return view! { <p class="ui-muted">"Nothing was pressed yet."</p> }.into_any();
    }
    let most = rows.iter().map(|row| row.pressed).max().unwrap_or_default().max(1);
    let view_row = |(row, rank): (&&PressedTile, usize)| {
        let tile = screen.live.as_ref().and_then(|live| on_page(&live.draft, row));
        let share = format!("--share:{}%", share(row.pressed, most));
        let trouble = row.trouble.as_ref().map(|trouble| trouble_row(trouble, row, screen));
        let ranked = (row.pressed > 0 && row.on_page).then_some(rank);
        view! {
            <tr class:troubled=row.trouble.is_some() data-rank=ranked>
                <td class="insights-place">{rank}</td>
                <td class="insights-silhouette">{tile.map(|tile| tile_icon::of(&tile.kind))}</td>
                <th scope="row"><b><bdi>{row.title.clone()}</bdi></b><span class="ui-muted">{where_to(row)}</span>{trouble}</th>
                <td class="insights-number"><span class="insights-bar" style=share>{number(row.pressed)}</span></td>
                <td class="insights-rate">{tenths(row.tenths_of_100)}<span>" of 100 visits"</span></td>
            </tr>
        }
    };
    view! {
        <table class="insights-tiles">
            <caption class="ui-sr-only">"Presses by tile"</caption>
            <thead><tr><th scope="col" colspan="3">"Tile"</th><th scope="col" class="insights-number">"Pressed"</th><th scope="col" class="insights-rate">"Of 100 visits"</th></tr></thead>
            <tbody>{rows.iter().zip(1..).map(view_row).collect_view()}</tbody>
        </table>
    }
    .into_any()
}

fn where_to(row: &PressedTile) -> String {
    match (row.on_page, row.to.is_empty()) {
        (false, _) => "Gone from the page".to_owned(),
        (true, true) => String::new(),
        (true, false) => row.to.clone(),
    }
}

/// The form behind every "Check again", which stands outside the table.
const CHECK_FORM: &str = "insights-check";

fn check_form(screen: &InsightsView, rows: &[&PressedTile]) -> Option<AnyView> {
    let action = format!("/insights/check?{}", screen.query());
    let troubled = rows.iter().any(|row| row.trouble.is_some());
    troubled.then(|| view! { <form id=CHECK_FORM action=action method="post" hidden></form> }.into_any())
}

fn trouble_row(trouble: &LinkTrouble, row: &PressedTile, screen: &InsightsView) -> AnyView {
    let answer = match trouble.status {
        0 => "Does not answer".to_owned(),
        404 | 410 => "Answers “not found”".to_owned(),
        status => format!("Answers {status}"),
    };
    let since = match trouble.pressed_since {
        0 => "nobody pressed it since".to_owned(),
        many => format!("{} pressed it since", number(many)),
    };
    let words = format!("{answer} since {}; {since}.", day(&trouble.since, &screen.insights.to));
    let again = if screen.checking.as_deref() == Some(row.id.as_str()) {
        let address = format!("/insights?{}#presses", screen.query());
        view! { <a class="ui-link" href=address>"Being checked: look again in a moment"</a> }.into_any()
    } else {
        let name = format!("Check the link of {} again", row.title);
        let id = row.id.clone();
        view! { <button class="ui-link" form=CHECK_FORM name="tile" value=id aria-label=name>"Check again"</button> }
            .into_any()
    };
    view! {
        <span class="insights-trouble">
            {words}
            <a class="ui-link" href="/edit" aria-label=format!("Mend the link of {}", row.title)>"Mend the link"</a>
            {again}
        </span>
    }
    .into_any()
}

/// What the table does not show: tiles that lead nowhere, what is gone, and who tells no presses.
fn foot(screen: &InsightsView) -> AnyView {
    let insights = &screen.insights;
    let nowhere = (insights.without_link > 0 && screen.live.is_some()).then(|| {
        let (lead, them) = if insights.without_link == 1 { ("leads", "it") } else { ("lead", "them") };
        format!("{} {lead} nowhere, so nobody can press {them}. ", counted(insights.without_link, "tile", "tiles"))
    });
    let gone = insights.tiles.iter().filter(|tile| !tile.on_page && tile.trouble.is_none());
    let gone: Vec<_> = gone.map(|tile| format!("{} ({})", tile.title, number(tile.pressed))).collect();
    let gone = (!gone.is_empty()).then(|| {
        let more = gone.len().saturating_sub(8);
        let mut named: Vec<_> = gone.into_iter().take(8).collect();
        named.extend((more > 0).then(|| format!("{} more", number(more as u64))));
        format!("Gone from the page, still counted: {}. ", joined(&named))
    });
    let silent = (insights.silent_percent > SILENCE_TOLD_FROM && !insights.kept.exact).then(|| {
        format!(
            "Of 100 visits, {} are by browsers that tell no presses (Firefox, Brave), so more was pressed than {}. ",
            insights.silent_percent,
            presses(insights.total.presses)
        )
    });
    let exact = silent.is_some().then(|| view! { <a class="ui-link" href="#kept">"Count all of them"</a> });
    view! { <p class="insights-foot ui-muted">{nowhere}{gone}{silent}{exact}</p> }.into_any()
}

#[cfg(test)]
mod tests {
    use super::super::sample::{insights, live};
    use super::*;

    #[test]
    fn the_most_pressed_tile_is_brightest_and_what_nobody_pressed_is_dark() {
        let mut insights = insights();
        insights.tiles.iter_mut().skip(1).take(1).for_each(|tile| tile.pressed = 0);
        let (live, rows) = (live(), shown(&insights));
        let heats = heats(&live.draft, &rows);
        let of = |bits| heats.get(&TileId::from_bits(bits)).map(|heat| (heat.heat, heat.rank));
        assert_eq!(of(1), Some((1.0, 1)));
        assert_eq!(of(2), None);
        assert_eq!(of(6), Some((0.4, 3)));
        // A social is counted by its platform.
        assert_eq!(of(8), Some((0.29, 4)));
        assert_eq!(heats.len(), 3);
    }
}
