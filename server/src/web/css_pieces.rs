//! Minified CSS as a text of pieces, as far as taking pieces out of it needs.

/// A piece of a stylesheet, or of a rule's block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Piece<'a> {
    /// A declaration, or a statement without a block; without its semicolon.
    Line(&'a str),
    /// What stands before a block, and the block without its braces.
    Block(&'a str, &'a str),
}

/// The pieces of a stylesheet or of a block, one after the other.
pub fn pieces(css: &str) -> impl Iterator<Item = Piece<'_>> {
    let mut rest = css;
    std::iter::from_fn(move || {
        rest = rest.trim_start_matches([';', ' ', '\n']);
        if rest.is_empty() {
            return None;
        }
        let end = ends(rest, |it, depth| depth == 0 && matches!(it, b'{' | b';'));
        let (head, after) = rest.split_at(end);
        let Some(inside) = after.strip_prefix('{') else {
            rest = after;
            return Some(Piece::Line(head));
        };
        let mut open = 1_usize;
        let end = ends(inside, |it, _| {
            match it {
                b'{' => open += 1,
                b'}' => open -= 1,
                _ => {}
            }
            open == 0
        });
        rest = inside.get(end + 1..).unwrap_or_default();
        Some(Piece::Block(head, &inside[..end]))
    })
}

/// The alternatives of a selector.
pub fn alternatives(selectors: &str) -> impl Iterator<Item = &str> {
    let mut rest = Some(selectors);
    std::iter::from_fn(move || {
        let now = rest?;
        let end = ends(now, |it, depth| depth == 0 && it == b',');
        rest = now.get(end + 1..);
        Some(&now[..end])
    })
}

/// A text without what stands between these brackets, and without them.
pub fn without(text: &str, open: char, close: char) -> String {
    let mut depth = 0_usize;
    let outside = |character: &char| {
        let before = depth;
        match *character {
            character if character == open => depth += 1,
            character if character == close => depth = depth.saturating_sub(1),
            _ => {}
        }
        before == 0 && depth == 0
    };
    text.chars().filter(outside).collect()
}

/// The family that a `@font-face` block brings.
pub fn family(face: &str) -> Option<&str> {
    let value = face.split_once("font-family:")?.1;
    Some(value.split(';').next()?.trim_matches(['"', '\'']))
}

/// Where `found` says so for the first time, of what stands in no string; the end of the text otherwise. It is told each
/// byte and how many round and square brackets are open.
fn ends(text: &str, mut found: impl FnMut(u8, usize) -> bool) -> usize {
    let (mut depth, mut quote, mut escaped) = (0_usize, None, false);
    for (at, byte) in text.bytes().enumerate() {
        match (quote, byte) {
            _ if escaped => escaped = false,
            (_, b'\\') => escaped = true,
            (Some(open), it) if it == open => quote = None,
            (Some(_), _) => {}
            (None, b'"' | b'\'') => quote = Some(byte),
            (None, b'(' | b'[') => depth += 1,
            (None, b')' | b']') => depth = depth.saturating_sub(1),
            (None, _) if found(byte, depth) => return at,
            _ => {}
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sheet_in_pieces() {
        let css = "@layer a,b;@font-face{font-family:\"Two; B\";src:url(a)}a:is(b,c),d[x=\"{\"]{--p:url(data:x;y,{z});e:f;&.g{h:i}}";
        let found: Vec<_> = pieces(css).collect();
        assert_eq!(
            found,
            [
                Piece::Line("@layer a,b"),
                Piece::Block("@font-face", "font-family:\"Two; B\";src:url(a)"),
                Piece::Block("a:is(b,c),d[x=\"{\"]", "--p:url(data:x;y,{z});e:f;&.g{h:i}"),
            ]
        );
        let Some(Piece::Block(head, body)) = found.last() else { return };
        assert_eq!(alternatives(head).collect::<Vec<_>>(), ["a:is(b,c)", "d[x=\"{\"]"]);
        let inner: Vec<_> = pieces(body).collect();
        assert_eq!(inner, [Piece::Line("--p:url(data:x;y,{z})"), Piece::Line("e:f"), Piece::Block("&.g", "h:i")]);
        assert_eq!(without("a:is(b:not(c)).d[e]", '(', ')'), "a:is.d[e]");
        assert_eq!(family("font-family:\"Two B\";src:url(a)"), Some("Two B"));
    }
}
