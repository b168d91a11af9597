//! A tile in one line, and the text that drawings show of it.

use mantel_model::Tile;
use mantel_model::edit::display_name;
use mantel_model::facts::Facts;
use mantel_model::layout::size_class::shown_title;
use mantel_model::tile::{Kind, TileColor};

use super::char_grid::{cut, pad};
use super::style::{Styler, TextStyle, clean};

/// What a tile is called: its title, its text, or what is known about its address.
pub fn title(tile: &Tile, facts: Option<&Facts>) -> String {
    let shown = clean(&shown_title(tile, facts));
    let words = shown.split_whitespace().collect::<Vec<_>>().join(" ");
    if words.is_empty() { display_name(tile) } else { words }
}

/// Its address or content, shortened; empty when the title already says it.
pub fn detail(tile: &Tile, title: &str) -> String {
    let shown = |url: &str| {
        let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
        rest.trim_end_matches('/').trim_start_matches("www.").to_owned()
    };
    let words = clean(&match &tile.kind {
        Kind::Image(it) => shown(it.src.as_str()),
        Kind::Social(it) => it.platform.label().to_owned(),
        Kind::Github(_) => "github.com".to_owned(),
        Kind::Text(it) if it.look.is_some() => "stamp".to_owned(),
        kind => kind.shown_address().map(|url| shown(url.as_str())).unwrap_or_default(),
    });
    if words == title { String::new() } else { words }
}

/// The colour of its frame.
pub const fn frame_style(tile: &Tile) -> TextStyle {
    match tile.color {
        TileColor::Auto | TileColor::Surface => TextStyle::Dim,
        TileColor::Accent => TextStyle::Bold,
        TileColor::Peach => TextStyle::Indexed(216),
        TileColor::Butter => TextStyle::Indexed(222),
        TileColor::Mint => TextStyle::Indexed(121),
        TileColor::Sky => TextStyle::Indexed(117),
        TileColor::Lilac => TextStyle::Indexed(183),
        TileColor::Rose => TextStyle::Indexed(211),
    }
}

/// The tile in one line: id, type, size, title, address.
pub fn line(tile: &Tile, facts: Option<&Facts>, width: usize, styler: &Styler) -> String {
    // Id, type and size, with the spaces after them, take 28 columns.
    let room = width.saturating_sub(28);
    let title = title(tile, facts);
    let (first, second) = (room * 3 / 5, room * 2 / 5);
    let kind = styler.dim(&pad(tile.kind.name().as_str(), 8));
    let detail = cut(&detail(tile, &title), second);
    let words =
        if detail.is_empty() { cut(&title, room) } else { format!("{}{}", pad(&title, first), styler.dim(&detail)) };
    format!("{}  {kind} {}  {words}", styler.dim(tile.id.as_str()), tile.size)
}
