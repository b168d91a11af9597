//! Critical CSS: the rules of a look's stylesheet that match something on one page, for inlining in its document.
//!
//! Pages without a script never change, so a rule that matches nothing now never will.

use std::mem;
use std::sync::{Mutex, OnceLock, PoisonError};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use foldhash::HashSet;
use mantel_model::look::Look;
use sha2::{Digest, Sha256};

use super::stylesheet::{Need, Stylesheet, used_properties};
use crate::assets;

/// The script of lofi adds classes to windows (`public/lofi.js`): those with this prefix always match.
const SCRIPTED_CLASS_PREFIX: &str = "lofi-";
/// Attributes that change as visitors use the page.
const MUTABLE_ATTRIBUTES: [&str; 1] = ["open"];

/// What stands before the stylesheet in a document.
pub const STYLE_START: &str = "<style>";
/// What stands after it.
pub const STYLE_END: &str = "</style>";
/// The last element of a document with an inline stylesheet.
pub const END: &str = "<span id=\"end\" hidden></span>";
/// Hides the page until its end has loaded: content centred in the window, or at the foot of the page, would move as
/// the rest arrives. If it does not arrive, the page is shown after three seconds.
const HIDE_UNTIL_LOADED: &str =
    "body:not(:has(#end)) .page{animation:3s step-end coming}@keyframes coming{from{visibility:hidden}}";

/// The stylesheets of the looks, each split when its first page is drawn.
static STYLESHEETS: [OnceLock<Stylesheet<'static>>; Look::ALL.len()] = [const { OnceLock::new() }; Look::ALL.len()];

/// What was written last, unless it is in use: for a hundred kilobytes that are new each time the system takes as long as they take to
/// write.
static KEPT: Mutex<String> = Mutex::new(String::new());
/// The most that is kept, bytes: more than a look's whole stylesheet has.
const KEPT_BYTES: usize = 512 * 1024;

/// The stylesheet of a page with this look, without what this body does not use.
pub fn for_body(look: Look, body: &str) -> String {
    let mut css = String::new();
    write_for_body(look, body, &mut css);
    css
}

fn write_for_body(look: Look, body: &str, out: &mut String) {
    let split = || {
        let file = assets::path(&format!("looks/{look}.css")).and_then(assets::file);
        Stylesheet::new(file.and_then(|file| std::str::from_utf8(file.plain).ok()).unwrap_or_default())
    };
    if let Some((stylesheet, _)) = STYLESHEETS.iter().zip(Look::ALL).find(|(_, of)| **of == look) {
        write_part(stylesheet.get_or_init(split), body, out);
    }
}

/// Hands on the same for a document that contains the stylesheet, between [`STYLE_START`] and [`STYLE_END`], and ends with [`END`]: most
/// visitors view a single page, and would wait for a second response.
pub fn inline<T>(look: Look, body: &str, use_it: impl FnOnce(&str) -> T) -> T {
    let kept = || KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    let mut css = mem::take(&mut *kept());
    css.clear();
    write_for_body(look, body, &mut css);
    css.push_str(HIDE_UNTIL_LOADED);
    let used = use_it(&css);
    if css.capacity() <= KEPT_BYTES {
        *kept() = css;
    }
    used
}

/// The hash of a stylesheet in the form of a content security policy: `sha256-…`.
pub fn hash(css: &str) -> String {
    format!("sha256-{}", STANDARD.encode(Sha256::digest(css.as_bytes())))
}

/// Writes the part of a stylesheet that this markup uses.
fn write_part(stylesheet: &Stylesheet<'_>, body: &str, out: &mut String) {
    let markup = Markup::parse(body);
    out.reserve(stylesheet.bytes());
    stylesheet.write_part(|need| markup.has(need), used_properties(body), out);
}

/// What selectors can match in a document.
#[derive(Debug, Default)]
struct Markup<'a> {
    classes: HashSet<&'a str>,
    attributes: HashSet<(&'a str, &'a str)>,
    attribute_names: HashSet<&'a str>,
}

impl<'a> Markup<'a> {
    /// Parses markup as this program writes it: values in double quotes.
    fn parse(body: &'a str) -> Self {
        let (mut markup, mut rest) = (Self::default(), body);
        while let Some((_, tag)) = rest.split_once('<') {
            rest = &tag[end_of(tag, |byte| matches!(byte, b' ' | b'>' | b'<'))..];
            while let Some(attribute) = rest.strip_prefix(' ') {
                let end = end_of(attribute, |byte| matches!(byte, b'=' | b' ' | b'>' | b'/'));
                let (name, after) = attribute.split_at(end);
                let (value, after) = match after.strip_prefix("=\"") {
                    Some(value) => value.split_once('"').unwrap_or((value, "")),
                    None => ("", after),
                };
                markup.attributes.insert((name, value));
                markup.attribute_names.insert(name);
                if name == "class" {
                    markup.classes.extend(value.split_ascii_whitespace());
                }
                rest = after;
            }
        }
        markup
    }

    fn has(&self, need: &Need<'_>) -> bool {
        match need {
            Need::Class(class) => class.starts_with(SCRIPTED_CLASS_PREFIX) || self.classes.contains(class),
            Need::Attribute(name, _) if MUTABLE_ATTRIBUTES.contains(name) => true,
            Need::Attribute(name, Some(value)) => self.attributes.contains(&(*name, *value)),
            Need::Attribute(name, None) => self.attribute_names.contains(name),
        }
    }
}

/// Where a name ends: before the first of the bytes, which are ASCII.
fn end_of(text: &str, ends: impl Fn(u8) -> bool) -> usize {
    text.bytes().position(ends).unwrap_or(text.len())
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests fail by panicking")]
mod tests {
    use mantel_model::theme::Font;

    use super::*;

    fn prune(css: &str, body: &str) -> String {
        let mut out = String::new();
        write_part(&Stylesheet::new(css), body, &mut out);
        out
    }

    #[test]
    fn a_page_carries_what_matches_it_and_no_more() {
        let css = "@font-face{font-family:One;src:url(a)}@font-face{font-family:\"Two B\";src:url(b)}\
                   @keyframes turn{to{rotate:1turn}}@keyframes rise{to{translate:0 1px}}\
                   .page{--far:url(x);--near:var(--far);--idle:1;color:red}\
                   .page[data-font=x]{font-family:One}.page[data-font=y]{font-family:Two B}\
                   .a,.b>i,.page:not(.c) .d{animation:turn 1s;&.e{f:g}& .h{i:j}&[k]{l:m}}\
                   @media print{.a{n:o}.b{background:var(--near)}}details[open]{p:q}.lofi-held{r:s}";
        let body =
            "<div class=\"page\" data-font=\"y\"><!-- --><b class=\"b h\" title=\"class=<i class='a'\"></b>a < b</div>";
        let expected = ".page{--far:url(x);--near:var(--far);color:red}.page[data-font=y]{font-family:Two B}\
                      .b>i{animation:turn 1s;& .h{i:j}}@media print{.b{background:var(--near)}}\
                      details[open]{p:q}.lofi-held{r:s}\
                      @font-face{font-family:\"Two B\";src:url(b)}@keyframes turn{to{rotate:1turn}}";
        assert_eq!(prune(css, body), expected);
    }

    #[test]
    fn properties_that_only_dropped_properties_used_go_too() {
        assert_eq!(prune(".a{--b:var(--c);--c:1;d:e}", "<i class=\"a\">"), ".a{d:e}");
        let markup = "<i class=\"a\" style=\"f:var(--b)\">";
        assert_eq!(prune(".a{--b:var(--c);--c:1;d:e}", markup), ".a{--b:var(--c);--c:1;d:e}");
    }

    #[test]
    fn classes_of_the_script_have_the_prefix() {
        let script = assets::file(assets::path("/lofi.js").unwrap()).unwrap();
        let script = std::str::from_utf8(script.plain).unwrap();
        for way in ["classList.toggle('", "classList.add('", "classList.remove('", "className = '"] {
            for (_, after) in script.match_indices(way).map(|(at, _)| script.split_at(at + way.len())) {
                assert!(after.starts_with(SCRIPTED_CLASS_PREFIX), "{after:.20}");
            }
        }
    }

    #[test]
    fn only_pages_from_right_to_left_carry_the_rules_for_it() {
        for look in Look::ALL {
            let body = |direction: &str| {
                format!(
                    "<div class=\"page\" data-look=\"{look}\" data-font=\"look\" lang=\"ar\" dir=\"{direction}\">\
                     <p class=\"name\"></p><article class=\"tile t-link z-row\"><b class=\"title\"></b></article></div>"
                )
            };
            assert!(!for_body(*look, &body("ltr")).contains("dir=rtl"), "{look}");
            let typefaces = format!("[data-look={look}][data-font=look][dir=rtl]");
            assert!(for_body(*look, &body("rtl")).contains(&typefaces), "{look}");
        }
    }

    #[test]
    fn no_stylesheet_can_close_its_style_element() {
        for look in Look::ALL {
            for font in Font::ALL {
                let body = format!("<div class=\"page\" data-look=\"{look}\" data-font=\"{font}\">");
                inline(*look, &body, |css| {
                    assert!(css.contains("data-look="), "{look} {font}");
                    assert!(!css.to_lowercase().contains("</style"), "{look} {font}");
                });
            }
        }
    }
}
