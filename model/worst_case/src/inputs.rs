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
];

/// The piece as often as it fits between the two ends.
fn fill(bytes: usize, start: &str, piece: &str, end: &str) -> String {
    format!("{start}{}{end}", piece.repeat(bytes.saturating_sub(start.len() + end.len()) / piece.len()))
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
