//! Which content encodings a client accepts (RFC 9110, 12.5.3).

use axum::http::{HeaderMap, header};

/// Whether the client accepts an encoding: `q=0` refuses it, `*` stands for all encodings not listed.
pub fn accepts(headers: &HeaderMap, encoding: &str) -> bool {
    let values = headers.get_all(header::ACCEPT_ENCODING).iter().filter_map(|value| value.to_str().ok());
    let mut others = false;
    for part in values.flat_map(|value| value.split(',')) {
        let (name, weight) = part.split_once(';').unwrap_or((part, ""));
        let name = name.trim();
        if name.eq_ignore_ascii_case(encoding) {
            return is_acceptable(weight);
        }
        if name == "*" {
            others = is_acceptable(weight);
        }
    }
    others
}

fn is_acceptable(weight: &str) -> bool {
    weight.trim().strip_prefix("q=").is_none_or(|rest| rest.trim().parse::<f32>().is_ok_and(|value| value > 0.0))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests fail by panicking")]
mod tests {
    use super::*;

    #[test]
    fn encodings_are_accepted_by_weight() {
        let mut headers = HeaderMap::new();
        headers.insert(header::ACCEPT_ENCODING, "gzip, br;q=0".parse().unwrap());
        assert!(accepts(&headers, "gzip") && !accepts(&headers, "br"));
    }
}
