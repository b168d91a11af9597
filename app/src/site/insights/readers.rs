//! Programs that read the page, by the names that they give; none of them is in the other numbers.

use leptos::prelude::*;
use mantel_model::api::{Insights, Reader};

use super::wording::{joined, number, seen, times};
use crate::components::{agent_glyph, icon};

/// Names told of a group; the rest are counted.
const NAMED: usize = 4;

/// The whole section; nothing where nothing read.
pub(super) fn view(insights: &Insights) -> Option<AnyView> {
    let readers = &insights.readers;
    if readers.is_empty() {
        return None;
    }
    let of = |kinds: &[&str]| readers.iter().filter(|reader| kinds.contains(&reader.kind.as_str())).collect::<Vec<_>>();
    let today = insights.to.as_str();
    let assistants = of(&["assistant"]).into_iter().take(8).map(|reader| {
        row(agent_glyph::tile(&reader.name), reader.name.clone(), read(reader).into_any(), &reader.last, today)
    });
    let training = group("Collecting for training", icon::DOWNLOAD, &of(&["training"]), today, true);
    let search = group("Search engines", icon::SEARCH, &of(&["search", "ai-index"]), today, false);
    let known = ["assistant", "training", "search", "ai-index"];
    let others: Vec<_> = readers.iter().filter(|reader| !known.contains(&reader.kind.as_str())).collect();
    let others = group("Feeds, previews and watchers", icon::LINK, &others, today, false);
    let section = view! {
        <section class="insights-section insights-beside" aria-labelledby="readers-heading">
            <div class="insights-about"><h2 id="readers-heading">"Readers that are not people"</h2><p class="ui-muted">"Agents, search engines and other programs, by the names they give themselves. None of them is in the numbers above."</p></div>
            <ul class="insights-readers">{assistants.collect_view()}{training}{search}{others}</ul>
        </section>
    };
    Some(section.into_any())
}

/// What one did: `Read the page 12 times, asked for llms.txt 5 times and the JSON twice`.
fn read(reader: &Reader) -> String {
    let page = (reader.page > 0).then(|| format!("read the page {}", times(reader.page)));
    let text = (reader.text > 0).then(|| format!("asked for llms.txt {}", times(reader.text)));
    let json = (reader.json > 0).then(|| match reader.text {
        0 => format!("asked for the JSON {}", times(reader.json)),
        _ => format!("the JSON {}", times(reader.json)),
    });
    let parts: Vec<_> = [page, text, json].into_iter().flatten().collect();
    let mut words = match parts.as_slice() {
        [first, middle, last] => format!("{first}, {middle} and {last}"),
        parts => joined(parts),
    };
    if let Some(first) = words.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    words
}

fn group(name: &'static str, symbol: &'static str, readers: &[&Reader], today: &str, asked: bool) -> Option<AnyView> {
    let last = readers.iter().map(|reader| reader.last.as_str()).max()?;
    let count = |reader: &&Reader| reader.page + reader.text + reader.json;
    let mut named: Vec<_> =
        readers.iter().take(NAMED).map(|reader| format!("{} {}", reader.name, times(count(reader)))).collect();
    let more = readers.len().saturating_sub(NAMED);
    named.extend((more > 0).then(|| format!("{} more", number(more as u64))));
    let ask = asked.then(|| view! { " "<a class="ui-link" href="/settings#search">"Ask them not to"</a> });
    let tile = view! { <span class="insights-plain" aria-hidden="true">{icon::stroke(symbol)}</span> }.into_any();
    Some(row(tile, name.to_owned(), view! { {format!("{}.", joined(&named))}{ask} }.into_any(), last, today))
}

fn row(tile: AnyView, name: String, words: AnyView, last: &str, today: &str) -> AnyView {
    view! { <li>{tile}<span class="insights-reader"><b dir="auto">{name}</b><span class="ui-muted">{words}</span></span><span class="insights-seen ui-muted">{seen(last, today)}</span></li> }
        .into_any()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reader_is_told_in_words() {
        let read = |page, text, json| read(&Reader { page, text, json, ..Reader::default() });
        assert_eq!(read(12, 5, 2), "Read the page 12 times, asked for llms.txt 5 times and the JSON twice");
        assert_eq!(read(7, 0, 0), "Read the page 7 times");
        assert_eq!(read(1, 0, 1), "Read the page once and asked for the JSON once");
        assert_eq!([read(0, 2, 0), read(0, 0, 0)], ["Asked for llms.txt twice", ""]);
    }
}
