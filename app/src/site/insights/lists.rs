//! Lists of what was counted, each a table with a bar under every row; and the four of devices, browsers, languages and countries.

use leptos::prelude::*;
use mantel_model::api::{Insights, NamedCount};

use super::names;
use super::wording::number;
use crate::components::icon;

/// Fewer than this go into "Others", so that nobody is picked out.
const TOO_FEW: u64 = 3;
/// Rows of a list, besides the others.
const SHOWN: usize = 6;
/// The name of what is left.
const OTHERS: &str = "others";

/// A row of a list.
pub(super) struct Row {
    /// A stroked icon.
    pub symbol: Option<&'static str>,
    pub name: String,
    /// How long its bar is, of 100.
    pub share: u64,
    /// The number as it is said.
    pub said: String,
}

impl Row {
    /// A row that says its number, beside the highest one.
    pub(super) fn plain(symbol: &'static str, name: String, count: u64, most: u64) -> Self {
        Self { symbol: Some(symbol), name, share: share(count, most), said: number(count) }
    }
}

/// The list, with a name for screen readers.
pub(super) fn rows(name: &'static str, rows: &[Row]) -> Option<AnyView> {
    if rows.is_empty() {
        return None;
    }
    let view_row = |row: &Row| {
        let share = format!("--share:{}%", row.share);
        let symbol = row.symbol.map(|shape| view! { <span class="insights-symbol">{icon::stroke(shape)}</span> });
        view! { <tr class="insights-bar" style=share><th scope="row">{symbol}<span class="insights-name" dir="auto">{row.name.clone()}</span></th><td>{row.said.clone()}</td></tr> }
    };
    let view_rows = rows.iter().map(view_row).collect_view();
    Some(view! { <table class="insights-list" aria-label=name><tbody>{view_rows}</tbody></table> }.into_any())
}

/// The section with what, and from where.
pub(super) fn view(insights: &Insights) -> AnyView {
    let list = |name: &'static str, counted: &[NamedCount]| {
        let rows_of = shares(counted);
        let list = rows(name, &rows_of);
        list.map(|list| view! { <div><h3>{name}</h3>{list}</div> })
    };
    view! {
        <section class="insights-section" aria-labelledby="with-heading">
            <h2 id="with-heading">"With what, from where"</h2>
            <div class="insights-four">
                {list("Device", &insights.devices)}
                {list("Browser", &insights.browsers)}
                {list("Language", &insights.languages)}
                {insights.countries.as_deref().map(|countries| list("Country", countries))}
            </div>
        </section>
    }
    .into_any()
}

/// The shares of the whole, with everything small in one.
fn shares(counted: &[NamedCount]) -> Vec<Row> {
    let whole: u64 = counted.iter().map(|named| named.count).sum();
    let mut others = 0;
    let mut rows: Vec<Row> = Vec::new();
    for named in counted {
        if named.name == OTHERS || named.count < TOO_FEW || rows.len() == SHOWN {
            others += named.count;
        } else {
            rows.push(of_whole(&named.name, named.count, whole));
        }
    }
    rows.extend((others > 0).then(|| of_whole(OTHERS, others, whole)));
    rows
}

/// A row that says its share of the whole.
fn of_whole(name: &str, count: u64, whole: u64) -> Row {
    let share = share(count, whole);
    let said = if share == 0 { "under 1%".to_owned() } else { format!("{share}%") };
    Row { symbol: None, name: names::of(name), share, said }
}

/// A part of a whole, of 100, rounded.
pub(super) fn share(count: u64, whole: u64) -> u64 {
    let whole = u128::from(whole.max(1));
    u64::try_from((u128::from(count) * 200 / whole).div_ceil(2)).unwrap_or(u64::MAX).min(100)
}

#[cfg(test)]
mod tests {
    use super::super::sample::insights;
    use super::*;

    #[test]
    fn fewer_than_three_go_into_others() {
        let rows = shares(&insights().browsers);
        let said: Vec<_> = rows.iter().map(|row| (row.name.as_str(), row.said.as_str())).collect();
        assert_eq!(said, [("Safari", "48%"), ("Chrome", "29%"), ("Firefox", "15%"), ("Others", "8%")]);
    }

    #[test]
    fn a_list_is_short_whatever_was_counted() {
        let many: Vec<_> = (0..50).map(|at| NamedCount { name: format!("x{at}"), count: 10 }).collect();
        let rows = shares(&many);
        assert_eq!((rows.len(), rows.last().map(|row| row.said.clone())), (7, Some("88%".to_owned())));
        assert!(shares(&[]).is_empty());
        let few = [NamedCount { name: "pt".to_owned(), count: 1 }, NamedCount { name: "en".to_owned(), count: 2 }];
        assert_eq!(shares(&few).iter().map(|row| row.name.as_str()).collect::<Vec<_>>(), ["Others"]);
    }
}
