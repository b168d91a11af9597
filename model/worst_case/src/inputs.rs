//! The generated inputs: wide, deep, long, repeated, damaged in every way at once.

/// A way to fill a text.
#[derive(Clone, Copy, Debug)]
pub struct Input {
    /// Its name.
    pub name: &'static str,
    /// A text of about this many bytes, never more.
    pub text: fn(usize) -> String,
}

/// Every input.
pub const INPUTS: &[Input] = &[
    Input {
        name: "unknown fields of a brief",
        text: |n| object(n, "\"name\":\"a\",\"links\":[]", |at| format!("\"x{at}\":0")),
    },
    Input { name: "unknown fields of a page file", text: |n| page(n, "{", "}", |at| format!("\"x{at}\":0")) },
    Input {
        name: "misspelt fields",
        text: |n| object(n, "\"name\":\"a\",\"links\":[]", |at| format!("{}:0", misspelt(at))),
    },
    Input {
        name: "misspelt fields of items",
        text: |n| links(n, |at| format!("{{{}}}", fields(40, |of| format!("{}:0", misspelt(at + of))))),
    },
    Input {
        name: "misspelt fields of tiles",
        text: |n| {
            tiles(n, |at| {
                format!("{{\"type\":\"text\",\"text\":\"a\",{}}}", fields(60, |of| format!("{}:0", misspelt(at + of))))
            })
        },
    },
    Input {
        name: "long names of fields",
        text: |n| {
            tiles(n, |_| {
                format!(
                    "{{\"type\":\"text\",\"text\":\"a\",{}}}",
                    fields(60, |of| format!("\"{}{of}\":0", "y".repeat(50)))
                )
            })
        },
    },
    Input { name: "one field many times", text: |n| object(n, "\"links\":[]", |_| "\"name\":\"a\"".to_owned()) },
    Input {
        name: "every field of a tile wrong",
        text: |n| {
            tiles(n, |_| {
                "{\"type\":\"link\",\"id\":1,\"url\":1,\"title\":2,\"description\":3,\"image\":4,\"alt\":5,\"focus\":6,\"zoom\":\"a\",\"size\":7,\"color\":8,\"pos\":9}".to_owned()
            })
        },
    },
    Input {
        name: "positions without numbers",
        text: |n| tiles(n, |_| "{\"type\":\"text\",\"text\":\"a\",\"pos\":{\"x\":{}},\"focus\":{}}".to_owned()),
    },
    Input { name: "tiles without fields", text: |n| tiles(n, |_| "{}".to_owned()) },
    Input {
        name: "tiles of one id",
        text: |n| tiles(n, |_| "{\"type\":\"text\",\"id\":\"t_aaaaaaaaaaaa\",\"text\":\"a\"}".to_owned()),
    },
    Input { name: "items that are nothing", text: |n| links(n, |_| "0".to_owned()) },
    Input { name: "items of one letter", text: |n| links(n, |_| "\"a\"".to_owned()) },
    Input { name: "items that are long notes", text: |n| links(n, |_| format!("\"{}\"", "wörd ".repeat(500))) },
    Input {
        name: "items that are addresses",
        text: |n| links(n, |at| format!("\"https://a{at}.example/{}\"", "b/".repeat(900))),
    },
    Input {
        name: "items of everything",
        text: |n| {
            links(n, |at| {
                format!(
                    "{{\"url\":\"https://a.example/{at}\",\"title\":\"{}\",\"image\":\"x\",\"email\":\"y\",\"size\":\"huge\",\"color\":\"#12\",\"focus\":\"q\",\"zoom\":\"9x\"}}",
                    "t".repeat(900)
                )
            })
        },
    },
    Input {
        name: "unknown fields that link",
        text: |n| object(n, "\"name\":\"a\",\"links\":[]", |at| format!("\"x{at}\":\"https://a.example/{at}\"")),
    },
    Input { name: "a map of links", text: |n| map(n, |at| format!("\"x{at}\":\"https://a.example\"")) },
    Input { name: "a map of accounts", text: |n| map(n, |_| "\"instagram\":\"a\"".to_owned()) },
    Input { name: "a map of maps", text: |n| map(n, |at| format!("\"x{at}\":{{\"y\":[\"https://a.example\"]}}")) },
    Input {
        name: "groups within groups",
        text: |n| {
            let group = "{\"heading\":\"a\",\"items\":[".repeat(20);
            links(n, |_| format!("{group}\"a\"{}", "]}".repeat(20)))
        },
    },
    Input {
        name: "items of many accounts",
        text: |n| links(n, |_| format!("{{{}}}", fields(60, |of| format!("\"instagram{of}url\":\"a{of}\"")))),
    },
    Input {
        name: "items of unknown objects",
        text: |n| links(n, |_| format!("{{{}}}", fields(60, |of| format!("\"x{of}\":{{\"y\":[0,0,0,0]}}")))),
    },
    Input {
        name: "items that are JSON",
        text: |n| links(n, |at| format!("\"{{\\\"url\\\":\\\"https://a.example/{at}\\\"}}\"")),
    },
    Input { name: "one text of JSON", text: |n| fill(n, "{\"content\":\"[", "{\\\"links\\\":[", "\"}") },
    Input {
        name: "fields of other languages",
        text: |n| links(n, |_| "{\"título\":\"a\",\"链接\":\"a.example\",\"описание\":\"b\"}".to_owned()),
    },
    Input { name: "hidden items", text: |n| links(n, |_| "{\"hidden\":true,\"a\":[[\"b\"],[\"c\"]]}".to_owned()) },
    Input { name: "documents one after the other", text: |n| fill(n, "", "{\"url\":\"https://a.example\"}\n", "") },
    Input { name: "pages one after the other", text: |n| fill(n, "", "{\"name\":\"a\",\"links\":[\"b\"]}\n", "") },
    Input {
        name: "pages in a list",
        text: |n| fill(n, "[", "{\"name\":\"a\",\"bio\":\"b\",\"links\":[\"b\"]},", "0]"),
    },
    Input { name: "code blocks", text: |n| fill(n, "{\"name\":\"a\",\"links\":[]}\n", "```\na\n```\nb\n", "") },
    Input { name: "keys before a list", text: |n| fill(n, "", "a: b\n", "links: [\"https://a.example\"]") },
    Input { name: "keys and lists", text: |n| fill(n, "", "a: [\"https://a.example\"]\n", "") },
    Input { name: "escaped quotes", text: |n| fill(n, "{\\\"links\\\":[", "\\\"a\\\",", "]}") },
    Input { name: "backslashes", text: |n| fill(n, "{\"links\":[", "\\ ", "]}") },
    Input { name: "comments of one line", text: |n| fill(n, "{\"name\": \"a\",\n", "// a\n", "}") },
    Input { name: "placeholders", text: |n| fill(n, "{\"links\": [", "...,", "]}") },
    Input { name: "fields without values", text: |n| fill(n, "{\"links\":[],", "\"a\":,", "\"b\":0}") },
    Input { name: "names instead of values", text: |n| fill(n, "{\"links\":[],", "\"a\":", "0}") },
    Input { name: "wrapped lists", text: |n| fill(n, "", "{\"data\":[", "") },
    Input {
        name: "wrappers side by side",
        text: |n| object(n, "\"status\":0", |_| "\"data\":{\"data\":[{}]}".to_owned()),
    },
    Input { name: "escaped for HTML", text: |n| fill(n, "{&quot;links&quot;:[", "&quot;a&quot;,", "0]}") },
    Input { name: "nested lists", text: |n| "[".repeat(n) },
    Input { name: "nested objects", text: |n| fill(n, "", "{\"name\":", "") },
    Input { name: "a page within a page", text: |n| fill(n, "", "{\"page\":", "") },
    Input { name: "closed brackets in prose", text: |n| fill(n, "", "[1] ", "") },
    Input { name: "open brackets in prose", text: |n| fill(n, "", "a {b [c ", "") },
    Input { name: "lists of texts in prose", text: |n| fill(n, "", "[\"a\" ", "") },
    Input {
        name: "one long name",
        text: |n| format!("{{\"links\":[],\"name\":\"{}\"}}", "a".repeat(n.saturating_sub(30))),
    },
    Input {
        name: "one long note",
        text: |n| format!("{{\"name\":\"a\",\"links\":[\"{}\"]}}", "a ".repeat(n.saturating_sub(30) / 2)),
    },
    Input {
        name: "one long name of a field",
        text: |n| format!("{{\"name\":\"a\",\"links\":[],\"{}\":0}}", "a".repeat(n.saturating_sub(40))),
    },
    Input { name: "one long word", text: |n| "a".repeat(n) },
    Input { name: "one long domain", text: |n| fill(n, "https://", "a.", "com") },
    Input { name: "one long path", text: |n| fill(n, "https://a.example", "/%2f", "") },
    Input { name: "one long number", text: |n| format!("{{\"mantel\":{}}}", "9".repeat(n.saturating_sub(20))) },
    Input { name: "many numbers", text: |n| fill(n, "{\"links\":[", "1e308,", "1]}") },
    Input { name: "escapes", text: |n| fill(n, "{\"name\":\"", "\\u0041", "\"}") },
    Input { name: "half surrogates", text: |n| fill(n, "{\"name\":\"", "\\ud800", "\"}") },
    Input { name: "curly quotes", text: |n| fill(n, "{“name”: “a”, “links”: [", "“b”, ", "]}") },
    Input { name: "quotes within quotes", text: |n| fill(n, "{'name': \"", "a\" a ", "\"}") },
    Input {
        name: "quotes before spaces",
        text: |n| fill(n, "{'name': \"", "\"                               a", "\"}"),
    },
    Input { name: "commas", text: |n| fill(n, "{\"links\": [", ",", "]}") },
    Input { name: "comments", text: |n| fill(n, "{\"name\": \"a\", ", "/* a */ ", "}") },
    Input { name: "open comments", text: |n| fill(n, "{\"name\": \"a\", ", "/*", "") },
    Input { name: "links in one text", text: |n| fill(n, "{\"name\":\"a\",\"links\":\"", "b,", "\"}") },
    Input { name: "lines of one letter", text: |n| fill(n, "", "a\n", "") },
    Input { name: "empty lines", text: |n| fill(n, "https://a.example", "\n", "") },
    Input { name: "lines of addresses", text: |n| fill(n, "", "Shop: https://a.example\n", "") },
    Input { name: "lines of Markdown links", text: |n| fill(n, "", "- [a](https://a.example)\n", "") },
    Input { name: "lines of headings", text: |n| fill(n, "https://a.example\n", "# a\n", "") },
    Input { name: "one line of addresses", text: |n| fill(n, "", "https://a.example,", "") },
    Input { name: "lines of many addresses", text: |n| fill(n, "", &format!("{}\n", "a.example ".repeat(60)), "") },
    Input { name: "one line of bare domains", text: |n| fill(n, "Shop: ", "a.com ", "") },
    Input { name: "one line of schemes", text: |n| fill(n, "", "a://", "") },
    Input { name: "titles in brackets", text: |n| fill(n, "", "((((", " https://a.example") },
    Input { name: "titles of separators", text: |n| fill(n, "a", " - **", " https://a.example") },
    Input { name: "quote marks", text: |n| fill(n, "", "> ", "https://a.example") },
    Input { name: "bullets", text: |n| fill(n, "", "- ", "https://a.example") },
    Input { name: "open brackets of Markdown", text: |n| fill(n, "", "[a", "](https://a.example)") },
    Input { name: "nested brackets", text: |n| format!("{}{}", "[a".repeat(n / 4), "] ".repeat(n / 4)) },
    Input {
        name: "lines of nested brackets",
        text: |n| fill(n, "", &format!("{}{}\n", "[a".repeat(90), "]".repeat(90)), ""),
    },
    Input { name: "references", text: |n| fill(n, "[a]: https://a.example\n", "[a][a] ", "") },
    Input { name: "definitions", text: |n| list(n, "", |at| format!("[a{at}]: https://a.example")) },
    Input {
        name: "reference labels in brackets",
        text: |n| format!("[a]: https://a.example\n{}{}", "[".repeat(n / 2 - 20), "]".repeat(n / 2 - 20)),
    },
    Input { name: "plus signs", text: |n| fill(n, "", "+1", "") },
    Input { name: "labels above labels", text: |n| fill(n, "https://a.example\n", "a:\n", "https://a.example") },
    Input { name: "titles above addresses", text: |n| fill(n, "", "a\nhttps://a.example\n", "") },
    Input { name: "descriptions", text: |n| fill(n, "- https://a.example\n", "    a\n", "") },
    Input { name: "fences", text: |n| fill(n, "", "```\nhttps://a.example\n```\n", "") },
    Input { name: "rows of a table", text: |n| fill(n, "|a|b|\n|-|-|\n", "|a|https://a.example|\n", "") },
    Input { name: "wide rows of a table", text: |n| fill(n, "|a|b|\n|-|-|\n", &format!("{}\n", "|a".repeat(300)), "") },
    Input { name: "rows of values", text: |n| fill(n, "title,url,more\n", "a,https://a.example,b\n", "") },
    Input {
        name: "wide rows of values",
        text: |n| format!("{0}https://a.example\n{0}https://a.example", "a,".repeat(n / 4 - 20)),
    },
    Input { name: "open quotes of values", text: |n| fill(n, "title,url\n", "\"a,https://a.example\n", "") },
    Input { name: "blocks of values", text: |n| fill(n, "", "a,b\nc,d\n\n", "https://a.example") },
    Input {
        name: "lines of values that end in colons",
        text: |n| fill(n, "", &format!("{},{}:\n", "a".repeat(150), "b".repeat(150)), "https://a.example"),
    },
    Input {
        name: "tables and rules in turns",
        text: |n| fill(n, "", &format!("|{}|b|\n|-|-|\n", "a".repeat(300)), ""),
    },
    Input { name: "lines of bars", text: |n| fill(n, "", "|a\n", "https://a.example") },
    Input { name: "records", text: |n| fill(n, "", "title: a\nurl: https://a.example\nicon: b\n", "") },
    Input { name: "fields of a page in lines", text: |n| fill(n, "name: a\n", "bio: b\n", "https://a.example") },
    Input { name: "anchors", text: |n| fill(n, "", "<a href=\"https://a.example\">a</a>", "") },
    Input { name: "open anchors", text: |n| fill(n, "</p>", "<a href=\"https://a.example\">", "") },
    Input { name: "open tags", text: |n| fill(n, "</p><p>", "<a href=\"", "") },
    Input { name: "open comments of HTML", text: |n| fill(n, "<p></p>", "<!--", "") },
    Input { name: "open scripts", text: |n| fill(n, "<p></p>", "<script></", "") },
    Input { name: "attributes", text: |n| fill(n, "<p></p><a ", "b='c' ", "href='https://a.example'>d</a>") },
    Input { name: "entities", text: |n| fill(n, "<p>", "&amp;&", "</p>") },
    Input { name: "nested folders", text: |n| fill(n, "<DL>", "<DT><H3>a</H3><DL>", "</DL>") },
    Input {
        name: "nested outlines",
        text: |n| fill(n, "", "<outline text=\"a\">", "<outline url='https://a.example'/>"),
    },
    Input { name: "lines of a contact", text: |n| fill(n, "BEGIN:VCARD\n", "URL:https://a.example\n", "") },
    Input { name: "ampersands", text: |n| fill(n, "Shop ", "&#", " https://a.example") },
    Input { name: "backslashes", text: |n| fill(n, "Shop ", "\\[", " https://a.example") },
    Input { name: "objects in lines", text: |n| fill(n, "", "{\"url\":\"https://a.example\"}\n", "") },
    Input { name: "open emphasis", text: |n| fill(n, "", "**a *b ", "") },
    Input { name: "open links of Markdown", text: |n| fill(n, "", "[a](", "") },
    Input { name: "closed links of Markdown", text: |n| fill(n, "", "a](b)", "") },
    Input { name: "mail addresses", text: |n| fill(n, "", "a@", "b.example") },
    Input { name: "combining marks", text: |n| fill(n, "a", "\u{301}", "") },
    Input { name: "capitals that grow in lower case", text: |n| fill(n, "{\"links\":[],\"name\":\"", "İ", "\"}") },
    Input { name: "control characters", text: |n| fill(n, "", "\u{202e}\u{1}", "") },
    Input { name: "addresses with passwords", text: |n| fill(n, "", "https://a:b@", "c.example") },
    Input { name: "schemes within schemes", text: |n| fill(n, "", "https:", "a@b.example") },
    Input { name: "users and hosts", text: |n| fill(n, "", "a:b@c.d ", "") },
    Input { name: "character references", text: |n| fill(n, "java", "&#x09;", "script:alert(1)") },
    Input { name: "percent-encoded schemes", text: |n| fill(n, "", "%6a", ":alert(1)") },
    Input { name: "full-width letters", text: |n| fill(n, "", "ｈ", "．example") },
    Input { name: "digits and signs", text: |n| fill(n, "0", "1-2 ", "3") },
    Input { name: "one long path of two", text: |n| fill(n, "a/", "b", "") },
    Input {
        name: "tiles of long handles",
        text: |n| {
            tiles(n, |_| {
                format!("{{\"type\":\"social\",\"platform\":\"instagram\",\"handle\":\"{}\"}}", "a/@b:".repeat(300))
            })
        },
    },
    Input {
        name: "items of handles",
        text: |n| links(n, |at| format!("{{\"platform\":\"nostr\",\"handle\":\"https://a{at}.example/@b?c#d\"}}")),
    },
    Input { name: "items of words with slashes", text: |n| links(n, |at| format!("\"wordwordword{at}/otherword\"")) },
    Input { name: "items of domains", text: |n| links(n, |at| format!("\"a{at}.zuerich\"")) },
    Input { name: "a query", text: |n| fill(n, "name=a", "&links=b,", "") },
    Input { name: "escapes of a query", text: |n| fill(n, "name=", "%61", "") },
    Input { name: "base64", text: |n| fill(n, "#p=", "e30g", "") },
    Input { name: "links of a page", text: |n| html(n, |at| format!("<a href=https://a.example/{at}>a</a>")) },
    Input { name: "links of a page to one place", text: |n| fill(n, "<html>", "<a href=https://a.example>a</a>", "") },
    Input { name: "links that are never closed", text: |n| fill(n, "<html>", "<a href=/x><b>", "") },
    Input { name: "headings without a link", text: |n| fill(n, "<html>", "<h2>a</h2>", "<a href=https://a.example>a") },
    Input { name: "nested elements", text: |n| fill(n, "<html>", "<div><span>", "") },
    Input { name: "closing tags", text: |n| fill(n, "<html>", "</a></p></div>", "") },
    Input { name: "hidden elements that are never closed", text: |n| fill(n, "<html>", "<div hidden>", "") },
    Input { name: "attributes of one tag", text: |n| html_tag(n, |at| format!(" a{at}=b")) },
    Input { name: "one attribute many times", text: |n| html_tag(n, |_| " href=https://a.example".to_owned()) },
    Input { name: "one long attribute", text: |n| fill(n, "<html><a href=\"", "https://a.example/", "\">a</a>") },
    Input { name: "entities", text: |n| fill(n, "<html><a href=https://a.example>", "&amp;&#x41;&notit;&", "</a>") },
    Input { name: "comments of a page", text: |n| fill(n, "<html>", "<!-- saved from url=(1)x --><!--->", "") },
    Input { name: "open comments of a page", text: |n| fill(n, "<html>", "<!-- ", "") },
    Input { name: "declarations", text: |n| fill(n, "<html>", "<!doctype a><![CDATA[<?", "") },
    Input { name: "meta elements", text: |n| fill(n, "<html>", "<meta name=og:url content=https://a.example>", "") },
    Input { name: "stylesheets", text: |n| fill(n, "<html><style>", "body{color:red;--a-link:rgb(", "</style>") },
    Input { name: "scripts", text: |n| fill(n, "<html>", "<script>a={\"b\":[1]}</script>", "") },
    Input { name: "brackets in a script", text: |n| fill(n, "<html><script>", "=[{", "</script>") },
    Input { name: "quotes in a script", text: |n| fill(n, "<html><script>", "=[\"\\\"", "</script>") },
    Input { name: "texts to parse in a script", text: |n| fill(n, "<html><script>", "JSON.parse(\"[", "</script>") },
    Input {
        name: "rows of a page's data",
        text: |n| fill(n, "<html>", "<script>self.__next_f.push([1,\"1:[1]\\n\"])</script>", ""),
    },
    Input {
        name: "data of a page, nested",
        text: |n| next_data(n, "", |_| "{\"links\":[{\"title\":\"a\"}]}".to_owned()),
    },
    Input {
        name: "links in the data of a page",
        text: |n| next_data(n, "", |at| format!("{{\"title\":\"a\",\"url\":\"https://a.example/{at}\"}}")),
    },
    Input {
        name: "links of Linktree",
        text: |n| {
            next_data(n, "\"account\":{\"username\":\"a\"},", |at| {
                format!(
                    "{{\"id\":{at},\"type\":\"CLASSIC\",\"title\":\"a\",\"url\":\"https://a.example/{at}\",\"position\":1}}"
                )
            })
        },
    },
    Input {
        name: "groups of Linktree in a circle",
        text: |n| {
            next_data(n, "\"account\":{\"username\":\"a\"},", |at| {
                format!("{{\"id\":{at},\"type\":\"GROUP\",\"title\":\"a\",\"parent\":{{\"id\":{}}}}}", at ^ 1)
            })
        },
    },
    Input {
        name: "groups of Linktree in groups",
        text: |n| {
            next_data(n, "\"account\":{\"username\":\"a\"},", |at| {
                format!("{{\"id\":{at},\"type\":\"GROUP\",\"title\":\"a\",\"parent\":{{\"id\":{}}}}}", at + 1)
            })
        },
    },
    Input { name: SAVED_PAGE, text: saved_page },
    Input {
        name: "bookmarks",
        text: |n| {
            fill(n, "<!DOCTYPE NETSCAPE-Bookmark-file-1>", "<DT><H3>a</H3><DL><DT><A HREF=https://a.example>a</A>", "")
        },
    },
    Input {
        name: "an outline",
        text: |n| fill(n, "<opml>", "<outline text=a><outline text=b url=https://a.example/>", ""),
    },
    Input {
        name: "parts of a page saved as mail",
        text: |n| {
            fill(n, "MIME-Version: 1.0\nContent-Type: multipart/related; boundary=abc\n\n", "--abc\na: b\n\n=3D", "")
        },
    },
    Input {
        name: "links of a LinkStack export",
        text: |n| {
            object(n, "\"littlelink_name\":\"a\",\"links\":[]", |at| {
                format!("\"links{at}\":[{{\"button_id\":1,\"link\":\"https://a.example\"}}]")
            })
        },
    },
];

/// What a browser saves of a page: stylesheets, pictures in them, programs, data with 300 links, and these in HTML.
pub(crate) const SAVED_PAGE: &str = "a saved page";

fn saved_page(bytes: usize) -> String {
    let links = (bytes / 1000).min(300);
    let styles = "a.b_c1{display:flex;color:#123456;background:url(data:image/png;base64,iVBORw0KGgoAAAANSUhEUg==)}";
    let program = "function a(b,c){if(b<c&&b[0]){return{d:b[c]||\"e\",f:[1,2,g(b)]}}}(h=>{h.i=\"<b>\"})(window);";
    let data = (0..links).map(|at| {
        format!("{{\"id\":{at},\"title\":\"Link {at}\",\"url\":\"https://a.example/{at}\",\"style\":{{\"color\":\"#fff\",\"order\":[1,2,3]}}}}")
    });
    let anchors = (0..links).map(|at| {
        format!("<div class=\"x y\"><a class=\"button\" href=\"https://a.example/{at}\"><span>Link {at}</span><p>About &amp; more</p></a></div>")
    });
    let ends = format!(
        "</head><body><h1>Ines Harrow</h1>{}<script id=\"__DATA__\" type=\"application/json\">{{\"links\":[{}]}}</script></body></html>",
        anchors.collect::<String>(),
        data.collect::<Vec<_>>().join(",")
    );
    let rest = bytes.saturating_sub(ends.len() + 120);
    let start = fill(rest / 3, "<!DOCTYPE html><html><head><title>Ines Harrow</title><style>", styles, "</style>");
    format!("{start}{}{ends}", fill(rest - rest / 3, "<script>", program, "</script>"))
}

/// The piece as often as it fits between the two ends.
fn fill(bytes: usize, start: &str, piece: &str, end: &str) -> String {
    format!("{start}{}{end}", piece.repeat(bytes.saturating_sub(start.len() + end.len()) / piece.len()))
}

/// Lines with their numbers, as many as fit.
fn list(bytes: usize, start: &str, line: impl Fn(usize) -> String) -> String {
    let mut text = start.to_owned();
    for at in 0.. {
        let next = line(at);
        if text.len() + next.len() + 1 > bytes {
            break;
        }
        text.push_str(&next);
        text.push('\n');
    }
    text
}

/// Pieces with their numbers, separated by commas, as many as fit.
fn numbered(bytes: usize, piece: impl Fn(usize) -> String) -> String {
    let mut text = String::with_capacity(bytes);
    for at in 0.. {
        let next = piece(at);
        if text.len() + next.len() + 1 > bytes {
            break;
        }
        if at > 0 {
            text.push(',');
        }
        text.push_str(&next);
    }
    text
}

/// A page with these elements, as many as fit.
fn html(bytes: usize, element: impl Fn(usize) -> String) -> String {
    format!("<html>{}", numbered(bytes.saturating_sub(6), element))
}

/// A page with one tag that has these attributes, as many as fit.
fn html_tag(bytes: usize, attribute: impl Fn(usize) -> String) -> String {
    format!("<html><a {}>a</a>", numbered(bytes.saturating_sub(20), attribute))
}

/// A page with data in which these links are, as many as fit.
fn next_data(bytes: usize, start: &str, link: impl Fn(usize) -> String) -> String {
    let start = format!(
        "<html><script id=__NEXT_DATA__ type=application/json>{{\"props\":{{\"pageProps\":{{{start}\"links\":["
    );
    let end = "]}}}</script>";
    format!("{start}{}{end}", numbered(bytes.saturating_sub(start.len() + end.len()), link))
}

fn fields(count: usize, field: impl Fn(usize) -> String) -> String {
    (0..count).map(field).collect::<Vec<_>>().join(",")
}

fn object(bytes: usize, start: &str, field: impl Fn(usize) -> String) -> String {
    format!("{{{start},{}}}", numbered(bytes.saturating_sub(start.len() + 3), field))
}

fn page(bytes: usize, open: &str, close: &str, piece: impl Fn(usize) -> String) -> String {
    format!("{{\"theme\":{{}},\"tiles\":[],\"profile\":{open}{}{close}}}", numbered(bytes.saturating_sub(60), piece))
}

fn tiles(bytes: usize, tile: impl Fn(usize) -> String) -> String {
    format!("{{\"profile\":{{}},\"theme\":{{}},\"tiles\":[{}]}}", numbered(bytes.saturating_sub(60), tile))
}

fn map(bytes: usize, field: impl Fn(usize) -> String) -> String {
    format!("{{\"name\":\"a\",\"links\":{{{}}}}}", numbered(bytes.saturating_sub(60), field))
}

fn links(bytes: usize, item: impl Fn(usize) -> String) -> String {
    format!("{{\"name\":\"a\",\"links\":[{}]}}", numbered(bytes.saturating_sub(60), item))
}

/// The name of a field with one to three slips, each different.
fn misspelt(at: usize) -> String {
    const NAMES: [&str; 8] =
        ["description", "location", "platform", "username", "backdrop", "heading", "caption", "address"];
    let name = NAMES.get(at % NAMES.len()).copied().unwrap_or_default();
    let letter = |of: usize| char::from(b'a' + u8::try_from(of % 26).unwrap_or_default());
    format!("\"{}{}{}{name}\"", letter(at), letter(at / 26), letter(at / 676))
}
