//! Changes in words: the rows of the publish dialog, of cards of changes, and the sentences for hosts without views.

pub mod fields;

use fields::change_text;

use crate::api::{ChangesView, FieldChange, TileChange, TileMove};
use crate::edit::{display_name, picture_name};
use crate::page::Draft;
use crate::text::diff::{self, Piece};
use crate::tile::{Kind, Size, Tile};

/// The name of a tile among those of its page.
pub fn tile_name(draft: &Draft, tile: &Tile) -> String {
    picture_name(draft, tile).unwrap_or_else(|| display_name(tile))
}

/// A size in a sentence.
pub const fn size_word(size: Size) -> &'static str {
    match size {
        Size::S => "small",
        Size::W => "wide",
        Size::T => "tall",
        Size::L => "large",
    }
}

/// Kind, size and address: "Music, small. harrowtapes.example".
pub fn about_tile(tile: &Tile) -> String {
    let size = size_word(tile.size);
    let kind = tile.kind.name().label();
    match &tile.kind {
        Kind::Heading(_) | Kind::Social(_) => kind.to_owned(),
        shown => match shown.shown_address() {
            Some(url) => format!("{kind}, {size}. {}", url.shown_host()),
            None => format!("{kind}, {size}"),
        },
    }
}

/// "Print shop moved down by two", "5 tiles moved". Only tiles that both drafts have count as places.
pub fn moved_text(moves: &[TileMove], before: &Draft, after: &Draft) -> String {
    let [one] = moves else { return format!("{} tiles moved", moves.len()) };
    let place = |of: &Draft, other: &Draft| {
        of.tiles.iter().filter(|tile| other.tile(&tile.id).is_some()).position(|tile| tile.id == one.id)
    };
    let (Some(from), Some(to), Some(tile)) = (place(before, after), place(after, before), after.tile(&one.id)) else {
        return "One tile moved".to_owned();
    };
    let way = if to < from { "up" } else { "down" };
    format!("{} moved {way} by {}", tile_name(after, tile), number_word(from.abs_diff(to)))
}

/// A number in a sentence: a word up to ten.
pub fn number_word(number: usize) -> String {
    let words = ["none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
    words.get(number).map_or_else(|| number.to_string(), |word| (*word).to_owned())
}

/// Whether a field holds text whose words are compared one by one.
pub fn is_prose(field: &str) -> bool {
    matches!(
        field,
        "text"
            | "title"
            | "description"
            | "name"
            | "bio"
            | "location"
            | "alt"
            | "handle"
            | "pageTitle"
            | "pageDescription"
    )
}

/// The words of a prose field before and after, compared.
pub fn compared(change: &FieldChange) -> Vec<Piece> {
    let text = |value: &Option<serde_json::Value>| {
        value.as_ref().and_then(|value| value.as_str()).unwrap_or_default().to_owned()
    };
    diff::words(&text(&change.before), &text(&change.after))
}

/// How many changes there are, as they are counted in titles: each tile, and the profile, the look and the moves once each.
pub fn count(changes: &ChangesView) -> usize {
    let parts = [!changes.profile.is_empty(), !changes.theme.is_empty(), !changes.moved.is_empty()];
    let parts = parts.into_iter().filter(|part| *part).count();
    changes.added.len() + changes.changed.len() + changes.removed.len() + parts
}

/// At most `most` changes as sentences, in the order of the publish dialog, and how many more there are:
/// "Changed A note: Text: Kiln opens [-Friday-] {+Saturday+}".
pub fn sentences(changes: &ChangesView, before: &Draft, after: &Draft, most: usize) -> (Vec<String>, usize) {
    let fields = |fields: &[FieldChange]| fields.iter().map(field_sentence).collect::<Vec<_>>().join(". ");
    let mut all = Vec::new();
    if !changes.profile.is_empty() {
        all.push(format!("Profile: {}", fields(&changes.profile)));
    }
    if !changes.theme.is_empty() {
        all.push(format!("Look: {}", fields(&changes.theme)));
    }
    let named =
        |verb: &str, draft: &Draft, tile: &Tile| format!("{verb} {} ({})", tile_name(draft, tile), about_tile(tile));
    all.extend(changes.added.iter().map(|tile| named("Added", after, tile)));
    let changed =
        |change: &TileChange| format!("Changed {}: {}", tile_name(after, &change.after), fields(&change.fields()));
    all.extend(changes.changed.iter().map(changed));
    all.extend((!changes.moved.is_empty()).then(|| moved_text(&changes.moved, before, after)));
    all.extend(changes.removed.iter().map(|tile| named("Removed", before, tile)));
    let more = all.len().saturating_sub(most);
    all.truncate(most);
    (all, more)
}

/// One field that changed; of prose only the words that did, `[-removed-]` and `{+added+}`.
fn field_sentence(change: &FieldChange) -> String {
    if !is_prose(&change.field) {
        return change_text(&change.field, change.before.as_ref(), change.after.as_ref());
    }
    let piece = |piece: Piece| match piece {
        Piece::Same(words) => shortened_middle(&words),
        Piece::Removed(words) => format!("[-{}-] ", words.trim_end()),
        Piece::Added(words) => format!("{{+{}+}} ", words.trim_end()),
    };
    let words = compared(change).into_iter().map(piece).collect::<String>();
    let words = words.split_whitespace().collect::<Vec<_>>().join(" ");
    format!("{}: {words}", fields::field_label(&change.field))
}

/// A long run of unchanged words, shortened in the middle.
pub fn shortened_middle(words: &str) -> String {
    let letters: Vec<char> = words.chars().collect();
    if letters.len() <= 90 {
        return words.to_owned();
    }
    let (head, tail) = (letters.iter().take(40), letters.iter().skip(letters.len() - 40));
    format!("{} … {}", head.collect::<String>(), tail.collect::<String>())
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests fail by panicking")]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::id::SeededIds;
    use crate::read::read_draft;

    fn draft(tiles: Value) -> Draft {
        let page = json!({ "profile": { "name": "Ines" }, "theme": { "style": "painted" }, "tiles": tiles });
        read_draft(&page, &mut SeededIds::new(1)).unwrap()
    }

    #[test]
    fn changes_are_told_in_sentences() {
        let note = |text: &str| json!({ "id": "t_aaaaaaaaaaaa", "type": "text", "text": text });
        let link =
            |id: &str, title: &str| json!({ "id": id, "type": "link", "url": "https://a.example/x", "title": title });
        let before = draft(json!([note("Kiln opens Friday at nine."), link("t_bbbbbbbbbbbb", "Market")]));
        let after = draft(json!([note("Kiln opens Saturday at ten."), link("t_cccccccccccc", "Shop")]));
        let changes = ChangesView::between(&before, &after);
        assert_eq!(count(&changes), 3);
        let (told, more) = sentences(&changes, &before, &after, 9);
        let expected = [
            "Added Shop (Link, small. a.example)",
            "Changed Kiln opens Saturday at ten.: Text: Kiln opens [-Friday-] {+Saturday+} at [-nine.-] {+ten.+}",
            "Removed Market (Link, small. a.example)",
        ];
        assert_eq!((told, more), (expected.map(str::to_owned).to_vec(), 0));
        assert_eq!(sentences(&changes, &before, &after, 1).1, 2);
    }
}
