//! Makes the links of a published page tell when they are pressed: by `ping`, which leaves their address alone, or by an address
//! of this server that leads on.

use mantel_model::text::markup::{links, parse};
use mantel_model::tile::Kind;
use mantel_model::{Tile, TileId, Username};
use memchr::memchr2_iter;

/// How presses are told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Telling {
    /// Browsers that do so tell them; the links stay as they are.
    ByPing,
    /// Links lead through this server, but for those that prove that another site is the owner's.
    ByRedirect,
}

/// The page's markup, as this crate's renderer wrote it, with links that tell. `name` is the page's, `base` the prefix of
/// every absolute address, which checkers of HTML want in `ping`.
pub fn tell(body: &str, base: &str, name: &Username, telling: Telling) -> String {
    let mut out = String::with_capacity(body.len() + body.len() / 16);
    // What is not written yet, and what of it was not looked at.
    let (mut left, mut rest) = (body, body);
    let (mut tile, mut links) = (None::<&str>, 0_usize);
    while let Some(start) = rest.find('<') {
        let Some(end) = end_of_tag(&rest[start..]) else { break };
        let tag = &rest[start..start + end];
        rest = &rest[start + end..];
        if tag.starts_with("<article ") || tag.starts_with("<li ") {
            tile = id_of_tile(tag);
            links = 0;
        } else if tag == "</article>" || tag == "</li>" {
            tile = None;
        }
        if let Some(tile) = tile.filter(|_| tag.starts_with("<a ") && tag.contains(" href=\"")) {
            out.push_str(&left[..left.len() - rest.len() - tag.len()]);
            out.push_str(&telling_link(tag, (base, name), tile, links, telling));
            left = rest;
            links += 1;
        }
    }
    out.push_str(left);
    out
}

fn telling_link(tag: &str, (base, name): (&str, &Username), tile: &str, link: usize, telling: Telling) -> String {
    let own_proof = tag.contains(" rel=\"me ") || tag.contains(" rel=\"me\"");
    if telling == Telling::ByRedirect
        && !own_proof
        && let Some((before, after)) = tag.split_once(" href=\"")
        && let Some((_, after)) = after.split_once('"')
    {
        return format!(
            "{before} href=\"/{name}/go/{tile}{}\"{after}",
            if link == 0 { String::new() } else { format!(".{link}") }
        );
    }
    format!("<a ping=\"{base}/{name}/pressed/{tile}\"{}", &tag[2..])
}

/// Where a tag ends: after the first `>` outside the quotes of its attributes.
fn end_of_tag(text: &str) -> Option<usize> {
    let mut quoted = false;
    for at in memchr2_iter(b'"', b'>', text.as_bytes()) {
        match text.as_bytes().get(at) {
            Some(b'"') => quoted = !quoted,
            _ if !quoted => return Some(at + 1),
            _ => {}
        }
    }
    None
}

/// The id of the tile that this element is.
fn id_of_tile(tag: &str) -> Option<&str> {
    let id = tag.split_once(" id=\"tile-")?.1.split_once('"')?.0;
    TileId::parse(id).is_ok().then_some(id)
}

/// Where a tile's link leads; of a note, that of this number, from 0.
pub fn link_of(tile: &Tile, link: usize) -> Option<String> {
    match &tile.kind {
        Kind::Text(note) => links(&parse(note.text.as_str())).get(link).map(ToString::to_string),
        kind => kind.address().filter(|_| link == 0).map(|address| address.to_string()),
    }
}

/// What can be pressed of a page.
pub fn press_targets(tiles: &[Tile]) -> Vec<TileId> {
    tiles.iter().filter(|tile| link_of(tile, 0).is_some()).map(|tile| tile.id.clone()).collect()
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests fail by panicking")]
mod tests {
    use super::*;

    const PAGE: &str = "<ul><li id=\"tile-t_abcdefgh2345\"><a class=\"social\" href=\"https://a.example/\" rel=\"me noopener\">a</a></li></ul>\
        <article class=\"tile\" id=\"tile-t_abcdefgh2346\" data-x=\"a > b <a href=\"><p>one &lt;a href=</p>\
        <a href=\"https://b.example/?x=1&amp;y=2\" rel=\"noopener\">b</a> and <a href=\"https://c.example/\">c</a></article>\
        <footer><a href=\"/ines/share\">Share</a></footer>";

    fn told(telling: Telling) -> String {
        tell(PAGE, "https://m.example", &Username::parse("ines").unwrap(), telling)
    }

    #[test]
    fn every_link_of_a_tile_tells_and_no_other() {
        let told = told(Telling::ByPing);
        assert_eq!(told.matches(" ping=\"https://m.example/ines/pressed/t_abcdefgh2345\"").count(), 1, "{told}");
        assert_eq!(told.matches(" ping=\"https://m.example/ines/pressed/t_abcdefgh2346\"").count(), 2, "{told}");
        assert!(told.contains("data-x=\"a > b <a href=\"") && told.contains("<a href=\"/ines/share\">"), "{told}");
        let plain = told.replace(" ping=\"https://m.example/ines/pressed/t_abcdefgh2345\"", "");
        assert_eq!(plain.replace(" ping=\"https://m.example/ines/pressed/t_abcdefgh2346\"", ""), PAGE);
    }

    #[test]
    fn exact_links_lead_through_the_server_but_for_proofs() {
        let told = told(Telling::ByRedirect);
        assert!(
            told.contains("<a class=\"social\" href=\"https://a.example/\" rel=\"me noopener\"")
                || told.contains("href=\"https://a.example/\"")
        );
        assert!(
            told.contains("href=\"/ines/go/t_abcdefgh2346\"") && told.contains("href=\"/ines/go/t_abcdefgh2346.1\""),
            "{told}"
        );
        assert!(!told.contains("b.example") && told.contains("/ines/pressed/t_abcdefgh2345"), "{told}");
    }

    #[test]
    fn broken_markup_is_left_alone() {
        for text in ["", "<", "<a", "a < b", "<article id=\"tile-x\"><a href=\"y\">"] {
            assert_eq!(tell(text, "https://m.example", &Username::parse("ines").unwrap(), Telling::ByPing), text);
        }
    }
}
