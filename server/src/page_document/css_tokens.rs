//! Splits minified CSS into declarations and blocks, as far as needed to remove some of them.

/// A part of a stylesheet, or of a rule's block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Token<'a> {
    /// A declaration, or a statement without a block; without its semicolon.
    Declaration(&'a str),
    /// The prelude of a block, and the block without its braces.
    Block(&'a str, &'a str),
}

/// The tokens of a stylesheet or of a block, in order.
pub fn tokens(css: &str) -> impl Iterator<Item = Token<'_>> {
    let mut rest = css;
    std::iter::from_fn(move || {
        rest = rest.trim_start_matches([';', ' ', '\n']);
        if rest.is_empty() {
            return None;
        }
        let end = find_unquoted(rest, |byte, depth| depth == 0 && matches!(byte, b'{' | b';'));
        let (prelude, after) = rest.split_at(end);
        let Some(inside) = after.strip_prefix('{') else {
            rest = after;
            return Some(Token::Declaration(prelude));
        };
        let mut open = 1_usize;
        let end = find_unquoted(inside, |byte, _| {
            match byte {
                b'{' => open += 1,
                b'}' => open -= 1,
                _ => {}
            }
            open == 0
        });
        rest = inside.get(end + 1..).unwrap_or_default();
        Some(Token::Block(prelude, &inside[..end]))
    })
}

/// The selectors of a selector list.
pub fn selectors(list: &str) -> impl Iterator<Item = &str> {
    let mut rest = Some(list);
    std::iter::from_fn(move || {
        let current = rest?;
        let end = find_unquoted(current, |byte, depth| depth == 0 && byte == b',');
        rest = current.get(end + 1..);
        Some(&current[..end])
    })
}

/// The parts of a text outside these brackets.
pub fn without_brackets(text: &str, open: char, close: char) -> Vec<&str> {
    let (mut parts, mut depth, mut from) = (Vec::new(), 0_usize, 0);
    for (at, bracket) in text.match_indices([open, close]) {
        if depth == 0 && at > from {
            parts.push(&text[from..at]);
        }
        depth = if bracket.starts_with(open) { depth + 1 } else { depth.saturating_sub(1) };
        from = at + bracket.len();
    }
    if depth == 0 && from < text.len() {
        parts.push(&text[from..]);
    }
    parts
}

/// The position of the bracket that closes one which is open before this text.
pub fn closing_bracket(text: &str) -> usize {
    let mut open = 1_usize;
    for (at, letter) in text.char_indices() {
        match letter {
            '(' => open += 1,
            ')' => open -= 1,
            _ => {}
        }
        if open == 0 {
            return at;
        }
    }
    text.len()
}

/// The family that a `@font-face` block defines.
pub fn font_family(face: &str) -> Option<&str> {
    let value = face.split_once("font-family:")?.1;
    Some(value.split(';').next()?.trim_matches(['"', '\'']))
}

/// The first position outside strings at which `found` returns true, or the end of the text. `found` gets each byte and
/// the number of open round and square brackets.
fn find_unquoted(text: &str, mut found: impl FnMut(u8, usize) -> bool) -> usize {
    let (mut depth, mut quote, mut escaped) = (0_usize, None, false);
    for (at, byte) in text.bytes().enumerate() {
        match (quote, byte) {
            _ if escaped => escaped = false,
            (_, b'\\') => escaped = true,
            (Some(open), byte) if byte == open => quote = None,
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
    fn a_stylesheet_in_tokens() {
        let css = "@layer a,b;@font-face{font-family:\"Two; B\";src:url(a)}a:is(b,c),d[x=\"{\"]{--p:url(data:x;y,{z});e:f;&.g{h:i}}";
        let found: Vec<_> = tokens(css).collect();
        assert_eq!(
            found,
            [
                Token::Declaration("@layer a,b"),
                Token::Block("@font-face", "font-family:\"Two; B\";src:url(a)"),
                Token::Block("a:is(b,c),d[x=\"{\"]", "--p:url(data:x;y,{z});e:f;&.g{h:i}"),
            ]
        );
        let Some(Token::Block(prelude, body)) = found.last() else { return };
        assert_eq!(selectors(prelude).collect::<Vec<_>>(), ["a:is(b,c)", "d[x=\"{\"]"]);
        let inner: Vec<_> = tokens(body).collect();
        assert_eq!(
            inner,
            [Token::Declaration("--p:url(data:x;y,{z})"), Token::Declaration("e:f"), Token::Block("&.g", "h:i")]
        );
        assert_eq!(without_brackets("a:is(b:not(c)).d[e]", '(', ')'), ["a:is", ".d[e]"]);
        assert_eq!(font_family("font-family:\"Two B\";src:url(a)"), Some("Two B"));
    }
}
