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
    Input { name: "a query", text: |n| fill(n, "name=a", "&links=b,", "") },
    Input { name: "escapes of a query", text: |n| fill(n, "name=", "%61", "") },
    Input { name: "base64", text: |n| fill(n, "#p=", "e30g", "") },
];

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
