//! A document with its addresses exchanged. Only attribute values are looked at: words that look like one stay words.

use std::collections::BTreeSet;

/// A document whose addresses were exchanged.
#[derive(Debug)]
pub struct Moved {
    /// It.
    pub text: String,
    /// The files of the site that it refers to, by their addresses.
    pub assets: BTreeSet<String>,
    /// The pictures that it refers to, by their addresses.
    pub media: BTreeSet<String>,
}

/// Exchanges every address in `href`, `src`, `srcset` and the `url(…)` of `style` for which `exchange` has another.
pub fn moved(html: &str, exchange: &dyn Fn(&str) -> Option<String>) -> Moved {
    let mut out = Moved { text: String::with_capacity(html.len()), assets: BTreeSet::new(), media: BTreeSet::new() };
    let mut rest = html;
    while let Some((words, tag)) = rest.split_once('<') {
        out.text.push_str(words);
        out.text.push('<');
        rest = out.tag(tag, exchange);
    }
    out.text.push_str(rest);
    out
}

impl Moved {
    /// One tag, up to and with its `>`; gives what follows it.
    fn tag<'a>(&mut self, tag: &'a str, exchange: &dyn Fn(&str) -> Option<String>) -> &'a str {
        let mut rest = tag;
        loop {
            let end = rest.find('>').unwrap_or(rest.len());
            let value = rest.find("=\"").filter(|it| *it < end);
            let Some(at) = value else {
                let (last, after) = rest.split_at((end + 1).min(rest.len()));
                self.text.push_str(last);
                return after;
            };
            let (name, from) = rest.split_at(at + 2);
            let (value, after) = from.split_once('"').unwrap_or((from, ""));
            self.text.push_str(name);
            match name.trim_end_matches("=\"").rsplit(char::is_whitespace).next() {
                Some("href" | "src") => self.address(value, exchange),
                Some("srcset") => self.sources(value, exchange),
                Some("style") => self.style(value, exchange),
                _ => self.text.push_str(value),
            }
            self.text.push('"');
            rest = after;
        }
    }

    fn address(&mut self, value: &str, exchange: &dyn Fn(&str) -> Option<String>) {
        if value.starts_with("/assets/") {
            self.assets.insert(value.to_owned());
        } else if value.starts_with("/media/") {
            self.media.insert(value.to_owned());
        }
        self.text.push_str(exchange(value).as_deref().unwrap_or(value));
    }

    /// Addresses with their widths; none of ours holds a comma.
    fn sources(&mut self, value: &str, exchange: &dyn Fn(&str) -> Option<String>) {
        for (at, source) in value.split(", ").enumerate() {
            let (address, width) = source.split_at(source.find(' ').unwrap_or(source.len()));
            self.text.push_str(if at > 0 { ", " } else { "" });
            self.address(address, exchange);
            self.text.push_str(width);
        }
    }

    /// The quotes around an address in a style are escaped there.
    fn style(&mut self, value: &str, exchange: &dyn Fn(&str) -> Option<String>) {
        let mut rest = value;
        while let Some((before, after)) = rest.split_once("url(") {
            self.text.push_str(before);
            self.text.push_str("url(");
            let (inside, more) = after.split_once(')').unwrap_or((after, ""));
            let quote = ["&quot;", "&#34;", "&#x22;", "&#39;", "'"].into_iter().find(|it| inside.starts_with(it));
            let bare = quote.map_or(inside, |quote| inside.trim_start_matches(quote).trim_end_matches(quote));
            let quote = quote.unwrap_or_default();
            self.text.push_str(quote);
            self.address(bare, exchange);
            self.text.push_str(quote);
            if after.len() > inside.len() {
                self.text.push(')');
            }
            rest = more;
        }
        self.text.push_str(rest);
    }
}

#[cfg(test)]
mod tests {
    use super::moved;

    #[test]
    fn addresses_are_exchanged_in_attributes_and_nowhere_else() {
        let html = "<!DOCTYPE html><link href=\"/assets/a.css\"><p title=\"/media/x\">href=\"/media/x\" &lt; 1 > 0</p>\
                    <img data-src=\"/media/x\" src=\"/media/x\" alt=\"a > b, src=&quot;/media/x&quot;\" hidden srcset=\"/media/x 320w, /media/x 640w\">\
                    <i style=\"--a:1;background:url(&quot;/media/x&quot;);b:url(/media/x)\"></i><a href=\"https://e.example/media/x\">";
        let out = moved(html, &|it| (it == "/media/x").then(|| "media/x.png".to_owned()));
        let wanted = html
            .replace(" src=\"/media/x\"", " src=\"media/x.png\"")
            .replace("srcset=\"/media/x 320w, /media/x 640w\"", "srcset=\"media/x.png 320w, media/x.png 640w\"")
            .replace("url(&quot;/media/x&quot;)", "url(&quot;media/x.png&quot;)")
            .replace("url(/media/x)", "url(media/x.png)");
        assert_eq!(out.text, wanted);
        assert_eq!(out.assets.into_iter().collect::<Vec<_>>(), ["/assets/a.css"]);
        assert_eq!(out.media.into_iter().collect::<Vec<_>>(), ["/media/x"]);
    }
}
