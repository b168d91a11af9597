//! Rewriting the URLs of a document. Only attribute values are touched: text that looks like a URL stays as it is.

use std::collections::BTreeSet;

/// A document whose URLs were rewritten.
#[derive(Debug)]
pub struct RewrittenHtml {
    /// The document.
    pub html: String,
    /// The static files that it refers to, by their URLs.
    pub assets: BTreeSet<String>,
    /// The images that it refers to, by their URLs.
    pub media: BTreeSet<String>,
}

/// Replaces every URL in `href`, `src`, `srcset` and the `url(…)` of `style` for which `rewrite` returns another.
pub fn rewrite_urls(html: &str, rewrite: &dyn Fn(&str) -> Option<String>) -> RewrittenHtml {
    let mut out =
        RewrittenHtml { html: String::with_capacity(html.len()), assets: BTreeSet::new(), media: BTreeSet::new() };
    let mut rest = html;
    while let Some((text, tag)) = rest.split_once('<') {
        out.html.push_str(text);
        out.html.push('<');
        rest = out.tag(tag, rewrite);
    }
    out.html.push_str(rest);
    out
}

impl RewrittenHtml {
    /// Rewrites one tag, up to and including its `>`; returns what follows it.
    fn tag<'a>(&mut self, tag: &'a str, rewrite: &dyn Fn(&str) -> Option<String>) -> &'a str {
        let mut rest = tag;
        loop {
            let end = rest.find('>').unwrap_or(rest.len());
            let value = rest.find("=\"").filter(|at| *at < end);
            let Some(at) = value else {
                let (last, after) = rest.split_at((end + 1).min(rest.len()));
                self.html.push_str(last);
                return after;
            };
            let (name, from) = rest.split_at(at + 2);
            let (value, after) = from.split_once('"').unwrap_or((from, ""));
            self.html.push_str(name);
            match name.trim_end_matches("=\"").rsplit(char::is_whitespace).next() {
                Some("href" | "src") => self.url(value, rewrite),
                Some("srcset") => self.srcset(value, rewrite),
                Some("style") => self.style(value, rewrite),
                _ => self.html.push_str(value),
            }
            self.html.push('"');
            rest = after;
        }
    }

    fn url(&mut self, value: &str, rewrite: &dyn Fn(&str) -> Option<String>) {
        if value.starts_with("/assets/") {
            self.assets.insert(value.to_owned());
        } else if value.starts_with("/media/") {
            self.media.insert(value.to_owned());
        }
        self.html.push_str(rewrite(value).as_deref().unwrap_or(value));
    }

    /// URLs with their widths; none of our URLs contains a comma.
    fn srcset(&mut self, value: &str, rewrite: &dyn Fn(&str) -> Option<String>) {
        for (at, source) in value.split(", ").enumerate() {
            let (url, width) = source.split_at(source.find(' ').unwrap_or(source.len()));
            self.html.push_str(if at > 0 { ", " } else { "" });
            self.url(url, rewrite);
            self.html.push_str(width);
        }
    }

    /// In a `style` attribute, the quotes around a URL are escaped.
    fn style(&mut self, value: &str, rewrite: &dyn Fn(&str) -> Option<String>) {
        let mut rest = value;
        while let Some((before, after)) = rest.split_once("url(") {
            self.html.push_str(before);
            self.html.push_str("url(");
            let (inside, more) = after.split_once(')').unwrap_or((after, ""));
            let quote = ["&quot;", "&#34;", "&#x22;", "&#39;", "'"].into_iter().find(|quote| inside.starts_with(quote));
            let bare = quote.map_or(inside, |quote| inside.trim_start_matches(quote).trim_end_matches(quote));
            let quote = quote.unwrap_or_default();
            self.html.push_str(quote);
            self.url(bare, rewrite);
            self.html.push_str(quote);
            if after.len() > inside.len() {
                self.html.push(')');
            }
            rest = more;
        }
        self.html.push_str(rest);
    }
}

#[cfg(test)]
mod tests {
    use super::rewrite_urls;

    #[test]
    fn urls_are_rewritten_in_attributes_and_nowhere_else() {
        let html = "<!DOCTYPE html><link href=\"/assets/a.css\"><p title=\"/media/x\">href=\"/media/x\" &lt; 1 > 0</p>\
                    <img data-src=\"/media/x\" src=\"/media/x\" alt=\"a > b, src=&quot;/media/x&quot;\" hidden srcset=\"/media/x 320w, /media/x 640w\">\
                    <i style=\"--a:1;background:url(&quot;/media/x&quot;);b:url(/media/x)\"></i><a href=\"https://e.example/media/x\">";
        let out = rewrite_urls(html, &|url| (url == "/media/x").then(|| "media/x.png".to_owned()));
        let expected = html
            .replace(" src=\"/media/x\"", " src=\"media/x.png\"")
            .replace("srcset=\"/media/x 320w, /media/x 640w\"", "srcset=\"media/x.png 320w, media/x.png 640w\"")
            .replace("url(&quot;/media/x&quot;)", "url(&quot;media/x.png&quot;)")
            .replace("url(/media/x)", "url(media/x.png)");
        assert_eq!(out.html, expected);
        assert_eq!(out.assets.into_iter().collect::<Vec<_>>(), ["/assets/a.css"]);
        assert_eq!(out.media.into_iter().collect::<Vec<_>>(), ["/media/x"]);
    }
}
