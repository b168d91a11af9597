//! Links that carry a page: `/new?name=…&links=…` and `/new#p=…`, encoded and decoded
//! (specification, Link forms of the brief).

use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use base64::{Engine as _, alphabet};
use serde_json::{Map, Value};

use super::types::Brief;
use super::{detect, write};
use crate::limits;

const LENIENT: GeneralPurposeConfig = GeneralPurposeConfig::new()
    .with_encode_padding(false)
    .with_decode_padding_mode(DecodePaddingMode::Indifferent)
    .with_decode_allow_trailing_bits(true);
const URL_SAFE: GeneralPurpose = GeneralPurpose::new(&alphabet::URL_SAFE, LENIENT);

/// The fields of `/new?…`, in the specification's order.
pub const FIELDS: [&str; 12] =
    ["name", "bio", "links", "username", "look", "theme", "layout", "location", "avatar", "photos", "font", "backdrop"];

/// The value of `#p=`: base64url of the brief, without padding.
pub fn encode(brief: &str) -> String {
    URL_SAFE.encode(brief.as_bytes())
}

/// The brief in a `#p=` value or the whole fragment; also accepts the standard alphabet, padding and percent-encoding.
pub fn decode(fragment: &str) -> Option<String> {
    let text = fragment.trim_start_matches('#');
    let text = text.strip_prefix("p=").unwrap_or(text).split('&').next()?;
    if text.is_empty() || text.len() > limits::BODY_BYTES * 2 {
        return None;
    }
    let text: String = text
        .replace("%3D", "")
        .replace("%2B", "-")
        .replace("%2F", "_")
        .chars()
        .filter(|character| !character.is_whitespace())
        .map(url_safe_char)
        .collect();
    String::from_utf8(URL_SAFE.decode(text.as_bytes()).ok()?).ok()
}

fn url_safe_char(char: char) -> char {
    match char {
        '+' => '-',
        '/' => '_',
        char => char,
    }
}

/// The brief described by a query (without `?`); `None` when it has no field of a brief.
pub fn from_query(query: &str) -> Option<Value> {
    let mut fields = Map::new();
    for pair in query.split('&') {
        let Some((name, value)) = form_urlencoded::parse(pair.as_bytes()).next() else { continue };
        if !FIELDS.contains(&name.as_ref()) || value.trim().is_empty() {
            continue;
        }
        let value = if name == "links" {
            Value::Array(links(pair.split_once('=').map_or("", |(_, written)| written)))
        } else {
            Value::String(value.into_owned())
        };
        fields.insert(name.into_owned(), value);
    }
    (!fields.is_empty()).then_some(Value::Object(fields))
}

/// The links in a value as written, between its commas. An encoded comma belongs to its link, unless all are encoded, as
/// programs do that encode the whole value: then one separates where a link follows it.
fn links(written: &str) -> Vec<Value> {
    let plain = |part: &str| {
        let pair = format!("a={part}");
        form_urlencoded::parse(pair.as_bytes()).next().map(|(_, value)| value.trim().to_owned()).unwrap_or_default()
    };
    let mut links: Vec<String> = Vec::new();
    if written.contains(',') {
        links.extend(written.split(',').map(plain));
    } else {
        for part in plain(written).split(',') {
            match links.last_mut() {
                Some(last) if !part.trim().is_empty() && !detect::is_link(part.trim()) && detect::is_link(last) => {
                    last.push(',');
                    last.push_str(part);
                }
                _ => links.push(part.trim().to_owned()),
            }
        }
    }
    links.into_iter().filter(|link| !link.is_empty()).map(Value::String).collect()
}

/// The query that describes a brief, if one can: links must be plain, and a brief without a name or links is `None`,
/// since its query would be indistinguishable from no brief.
pub fn to_query(brief: &Brief) -> Option<String> {
    if brief.name.is_empty() && brief.links.is_empty() {
        return None;
    }
    let Value::Object(fields) = write::value(brief) else { return None };
    let encoded = |text: &str| form_urlencoded::byte_serialize(text.as_bytes()).collect::<String>();
    let mut pairs = Vec::new();
    for name in FIELDS {
        match fields.get(name) {
            Some(Value::String(text)) => pairs.push(format!("{name}={}", encoded(text))),
            Some(Value::Array(items)) => {
                let links: Option<Vec<&str>> =
                    items.iter().map(|item| item.as_str().filter(|text| detect::is_link(text))).collect();
                let links: Vec<String> = links?.into_iter().map(encoded).collect();
                // A comma at the end says that the encoded one does not separate.
                let end = if links.len() == 1 && links.iter().any(|link| link.contains("%2C")) { "," } else { "" };
                pairs.push(format!("{name}={}{end}", links.join(",")));
            }
            _ => {}
        }
    }
    Some(pairs.join("&"))
}
