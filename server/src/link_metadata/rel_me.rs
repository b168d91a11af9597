//! The addresses that a page calls its owner's own (microformats, rel-me).

use html5gum::{StartTag, Token};
use url::Url;

use super::html::{attribute, tokens};

/// Addresses read of a page at most.
const LINKS: usize = 256;
/// Longest attribute, bytes.
const ATTRIBUTE: usize = 4 * 1024;

/// The addresses of links with `rel="me"` in a page at this address.
pub fn addresses(page: &str, url: &Url) -> Vec<Url> {
    let mut base = None;
    let mut found = Vec::new();
    for token in tokens(page) {
        let Token::StartTag(tag) = token else { continue };
        match tag.name.as_slice() {
            b"base" if base.is_none() => {
                base = attribute(&tag, "href", ATTRIBUTE).and_then(|href| url.join(href.trim()).ok())
            }
            b"a" | b"link" | b"area" if is_me(&tag) => {
                let href = attribute(&tag, "href", ATTRIBUTE).unwrap_or_default();
                found.extend(base.as_ref().unwrap_or(url).join(href.trim()));
                if found.len() == LINKS {
                    break;
                }
            }
            _ => {}
        }
    }
    found
}

fn is_me(tag: &StartTag<()>) -> bool {
    attribute(tag, "rel", ATTRIBUTE)
        .is_some_and(|rel| rel.split_ascii_whitespace().any(|word| word.eq_ignore_ascii_case("me")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(page: &str) -> Vec<String> {
        let url = Url::parse("https://clay.example/@ines").expect("an address");
        addresses(page, &url).into_iter().map(String::from).collect()
    }

    #[test]
    fn links_of_every_form_are_read() {
        let page = r#"<link href='https://mantel.page/ines' rel='me'><a REL="nofollow ME noopener" href="/about">I</a>
            <a rel="me" href="https://a.example/?a=1&amp;b=2">x</a><a rel="menu" href="https://no.example/">no</a>
            <script>"<a rel='me' href='https://no.example/'>"</script><!-- <a rel=me href=https://no.example/> -->
            <a rel="me">none</a>"#;
        let found = ["https://mantel.page/ines", "https://clay.example/about", "https://a.example/?a=1&b=2"];
        assert_eq!(read(page)[..3], found);
        assert!(read(page).iter().all(|address| !address.contains("no.example")));
    }

    #[test]
    fn relative_addresses_have_the_base_of_the_page() {
        let page = r#"<base href="https://mantel.page/"><base href="https://no.example/"><a rel=me href=ines>x</a>"#;
        assert_eq!(read(page), ["https://mantel.page/ines"]);
    }

    #[test]
    fn a_page_of_links_is_read_in_part() {
        assert_eq!(read(&"<a rel=me href=x>".repeat(10_000)).len(), LINKS);
    }
}
