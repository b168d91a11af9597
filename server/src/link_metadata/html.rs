//! Tokenizes HTML and extracts its text.

use html5gum::emitters::default::DefaultEmitter;
use html5gum::{StartTag, Token, Tokenizer};

/// The text of an HTML fragment, without its tags and with entities decoded.
pub fn text_of(html: &str) -> String {
    let mut all = String::new();
    for token in tokens(html) {
        match token {
            Token::String(text) => all.push_str(&String::from_utf8_lossy(&text)),
            // Separate the text of different elements.
            Token::StartTag(_) | Token::EndTag(_) => all.push(' '),
            Token::Comment(_) | Token::Doctype(_) | Token::Error(_) => {}
        }
    }
    all
}

/// An attribute of a tag, unless it is longer than so many bytes.
pub fn attribute(tag: &StartTag<()>, name: &str, longest: usize) -> Option<String> {
    let value = tag.attributes.get(name.as_bytes()).filter(|value| value.len() <= longest)?;
    Some(String::from_utf8_lossy(value).into_owned())
}

/// The tokens of a document. The content of scripts, styles and titles is text, as in browsers.
pub fn tokens(html: &str) -> impl Iterator<Item = Token> + '_ {
    let mut emitter = DefaultEmitter::default();
    emitter.naively_switch_states(true);
    Tokenizer::new_with_emitter(html, emitter).map_while(Result::ok)
}
