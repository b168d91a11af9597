//! The hours of the week, as glazed tiles from light to dark and as a table.

use leptos::prelude::*;
use mantel_model::api::{Insights, InsightsRange};

use super::tables;
use super::wording::{WEEKDAYS, hour, number, visits, zone};

/// The busiest day and hour, where one has more visits than every other.
fn busiest(hours: &[Vec<u64>]) -> Option<(usize, usize)> {
    let all = || {
        hours
            .iter()
            .enumerate()
            .flat_map(|(day, hours)| hours.iter().enumerate().map(move |(hour, count)| (*count, day, hour)))
    };
    let (count, day, hour) = all().max()?;
    (count > 0 && all().filter(|other| other.0 == count).count() == 1).then_some((day, hour))
}

/// How dark a tile is, 0 to 4: by the root of its share, so that one busy hour leaves differences between the others.
fn level(count: u64, most: u64) -> u64 {
    let reaches = |level: &u64| u128::from(count) * 16 <= u128::from(most) * u128::from(level * level);
    (0..4).find(reaches).unwrap_or(4)
}

/// The whole section.
pub(super) fn view(insights: &Insights) -> AnyView {
    let hours = &insights.hours;
    let most = hours.iter().flatten().copied().max().unwrap_or_default();
    let busiest = busiest(hours);
    let told = busiest.and_then(|(day, at)| Some(format!("Busiest: {} {}.", WEEKDAYS.get(day)?, hour(at))));
    let zone = zone(&insights.zone);
    let kept = kept(&insights.range);
    let about = format!("Hours of the week, in {zone}{kept}. {}", told.clone().unwrap_or_default());
    let name = format!("Visits by hour of the week{kept}. {}", told.unwrap_or_default());
    let rows = hours.iter().zip(WEEKDAYS).enumerate().map(|(at, (hours, weekday))| {
        let tiles = hours.iter().enumerate().map(|(hour, count)| {
            let words = format!("{weekday}, {}: {}", span(hour), visits(*count));
            view! { <i class=format!("level-{}", level(*count, most)) class:busiest=busiest == Some((at, hour)) title=words></i> }
        });
        view! { <span class="insights-weekday">{weekday.get(..3)}</span>{tiles.collect_view()} }
    });
    let scale = (0..8).map(
        |at| view! { <span class="insights-hour" style=format!("grid-column:{}/span 3", at * 3 + 2)>{at * 3}</span> },
    );
    let legend = (0..5).map(|level| view! { <i class=format!("level-{level}")></i> });
    view! {
        <section class="insights-section insights-beside" aria-labelledby="when-heading">
            <div class="insights-about"><h2 id="when-heading">"When"</h2><p class="ui-muted">{about}</p></div>
            <div class="insights-when">
                {tables::fold("Visits by hour of the week", "Show as a drawing", table(hours))}
                <div class="insights-drawing">
                    <div class="insights-hours" role="img" aria-label=name>{scale.collect_view()}{rows.collect_view()}</div>
                    <p class="insights-scale ui-muted" aria-hidden="true">"fewer"{legend.collect_view()}"more"</p>
                </div>
            </div>
        </section>
    }
    .into_any()
}

/// What is said of spans that are longer than hours are kept.
fn kept(range: &str) -> &'static str {
    let longer = [InsightsRange::Quarter, InsightsRange::Year].iter().any(|longer| longer.as_str() == range);
    if longer { ", of the last 60 days" } else { "" }
}

/// `10:00 to 11:00`.
fn span(hour: usize) -> String {
    format!("{hour}:00 to {}:00", hour + 1)
}

fn table(hours: &[Vec<u64>]) -> AnyView {
    let head = WEEKDAYS.map(|day| view! { <th scope="col"><abbr title=day>{day.get(..3)}</abbr></th> });
    let rows = (0..24).map(|hour| {
        let cells = hours.iter().map(|day| view! { <td>{number(day.get(hour).copied().unwrap_or_default())}</td> });
        view! { <tr><th scope="row">{format!("{hour}:00")}</th>{cells.collect_view()}</tr> }
    });
    view! {
        <table class="insights-counts">
            <thead><tr><th scope="col">"Hour"</th>{head.collect_view()}</tr></thead>
            <tbody>{rows.collect_view()}</tbody>
        </table>
    }
    .into_any()
}

#[cfg(test)]
mod tests {
    use super::super::sample::insights;
    use super::*;

    #[test]
    fn one_hour_is_the_busiest_or_none() {
        let mut hours = insights().hours;
        assert_eq!(busiest(&hours), Some((5, 10)));
        if let Some(count) = hours.get_mut(0).and_then(|day| day.get_mut(3)) {
            *count = 40;
        }
        assert_eq!([busiest(&hours), busiest(&[]), busiest(&[vec![0; 24]])], [None; 3]);
    }

    #[test]
    fn an_hour_with_a_visit_is_not_as_light_as_one_without() {
        assert_eq!(
            [level(0, 40), level(1, 40), level(10, 40), level(20, 40), level(40, 40), level(0, 0)],
            [0, 1, 2, 3, 4, 0]
        );
    }
}
