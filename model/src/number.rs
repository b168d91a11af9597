//! Bounded numbers: finite, within their range, rounded to three decimals, printed without a needless `.0`.

use crate::limits;

/// Declares a bounded number over `f64`.
macro_rules! bounded {
    ($(#[$meta:meta])* $name:ident, $range:expr, $what:literal) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
        pub struct $name(f64);

        impl $name {
            /// Smallest and largest value.
            pub const RANGE: (f64, f64) = $range;

            /// The value, if finite and within [`Self::RANGE`].
            ///
            /// # Errors
            /// A sentence naming the range.
            pub fn new(value: f64) -> Result<Self, String> {
                let (min, max) = Self::RANGE;
                if value.is_finite() && value >= min && value <= max {
                    Ok(Self(tidy(value)))
                } else {
                    Err(format!("{} must be a number from {} to {}", $what, print(min), print(max)))
                }
            }

            /// The nearest allowed value; NaN becomes the minimum.
            pub fn clamped(value: f64) -> Self {
                let (min, max) = Self::RANGE;
                Self(tidy(if value.is_nan() { min } else { value.clamp(min, max) }))
            }

            /// The number itself.
            pub const fn get(self) -> f64 { self.0 }
        }

        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
                serialize_tidy(self.0, s)
            }
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
                Self::new(f64::deserialize(d)?).map_err(serde::de::Error::custom)
            }
        }

        #[cfg(feature = "schema")]
        impl schemars::JsonSchema for $name {
            fn schema_name() -> std::borrow::Cow<'static, str> { stringify!($name).into() }
            fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
                let (min, max) = Self::RANGE;
                schemars::json_schema!({ "type": "number", "minimum": min, "maximum": max })
            }
        }
    };
}

bounded!(
    /// A percentage of a picture's side, 0 to 100 (specification, Tile: `focus`).
    Percent, limits::FOCUS, "focus"
);
bounded!(
    /// A crop factor, 1 to 3 (specification, Limits: `zoom`, `avatarZoom`).
    Zoom, limits::ZOOM, "zoom"
);
bounded!(
    /// How much of the page colour covers a backdrop picture, 0 to 0.8.
    Dim, limits::DIM, "dim"
);
bounded!(
    /// Blur of a backdrop picture, 0 to 24 px.
    Blur, limits::BLUR, "blur"
);
bounded!(
    /// Left edge on the canvas, units (specification, Canvas layout).
    PosX, limits::POS_X, "x"
);
bounded!(
    /// Top edge on the canvas, units, growing downwards.
    PosY, limits::POS_Y, "y"
);
bounded!(
    /// Width or height on the canvas, units.
    PosSide, limits::POS_SIDE, "w and h"
);
bounded!(
    /// Rotation on the canvas, −15 to 15 degrees.
    PosR, limits::POS_R, "r"
);
bounded!(
    /// Layer on the canvas, higher on top.
    PosZ, limits::POS_Z, "z"
);

/// Rounds to three decimals and removes negative zero: precise enough for a canvas unit, and stable through JSON.
fn tidy(value: f64) -> f64 {
    let kept = (value * 1000.0).round() / 1000.0;
    if kept == 0.0 { 0.0 } else { kept }
}

/// Parses a number as people write it: `3`, `-2.5`, `.5`, `1e3`. Uses the JSON parser, which the wasm binary already
/// contains; the standard library's parser would add a table of 10 KB.
pub fn read(text: &str) -> Option<f64> {
    let text = text.trim();
    let (negative, digits) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    // JSON requires a digit before the point, no leading zeros, and digits after the point.
    let (whole, rest) = digits.split_at(digits.bytes().take_while(u8::is_ascii_digit).count());
    if whole.is_empty()
        && !rest.strip_prefix('.').is_some_and(|rest| rest.starts_with(|character: char| character.is_ascii_digit()))
    {
        return None;
    }
    let whole = whole.trim_start_matches('0');
    let rest = if rest == "." { "" } else { rest };
    let number: f64 = serde_json::from_str(&format!("{}{rest}", if whole.is_empty() { "0" } else { whole })).ok()?;
    Some(if negative { -number } else { number }).filter(|number| number.is_finite())
}

/// Prints a number as people write it: `3`, `2.5`.
pub fn print(value: f64) -> String {
    format!("{value}")
}

/// As JSON: whole numbers without a fraction.
#[expect(clippy::cast_possible_truncation, reason = "whole and within 2^53 by the check before it")]
pub fn json(value: f64) -> serde_json::Value {
    if value.fract() == 0.0 && value.abs() < 9e15 { (value as i64).into() } else { value.into() }
}

#[expect(clippy::cast_possible_truncation, reason = "whole and within 2^53 by the bounds above")]
fn serialize_tidy<S: serde::Serializer>(value: f64, s: S) -> Result<S::Ok, S::Error> {
    if value.fract() == 0.0 && value.abs() < 9e15 { s.serialize_i64(value as i64) } else { s.serialize_f64(value) }
}

/// What stands before each three digits of a whole number (Unicode CLDR, Number Symbols and minimumGroupingDigits).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Grouping {
    /// `1,204`.
    #[default]
    Comma,
    /// `1.204`.
    Point,
    /// `1 204`, with a space that does not break.
    Space,
    /// `1’204`.
    Apostrophe,
    /// A point, from five digits on: `1204`, `12.040`.
    LatePoint,
    /// A space, from five digits on: `1204`, `12 040`.
    LateSpace,
}

/// A number with thousands separators: `1,204`.
pub fn thousands(number: u64, grouping: Grouping) -> String {
    let mut out = number.to_string();
    let separator = match grouping {
        Grouping::LatePoint | Grouping::LateSpace if out.len() < 5 => return out,
        Grouping::Comma => ',',
        Grouping::Point | Grouping::LatePoint => '.',
        Grouping::Space | Grouping::LateSpace => '\u{a0}',
        Grouping::Apostrophe => '’',
    };
    let mut at = out.len();
    while at > 3 {
        at -= 3;
        out.insert(at, separator);
    }
    out
}

/// A number and its noun in English: `1 visit`, `1,284 visits`.
pub fn counted(count: u64, one: &str, many: &str) -> String {
    format!("{} {}", thousands(count, Grouping::Comma), if count == 1 { one } else { many })
}

#[cfg(test)]
mod tests {
    use super::{Grouping, read, thousands};
    use crate::Language;

    #[test]
    fn digits_are_grouped_as_the_language_does() {
        let grouped = |tag: &str, number: u64| thousands(number, Language::parse(tag).unwrap().grouping());
        for (tag, small, large) in [
            ("en", "1,204", "48,213"),
            ("ja", "1,204", "48,213"),
            ("de", "1.204", "48.213"),
            ("pt-BR", "1.204", "48.213"),
            ("fr-CA", "1\u{a0}204", "48\u{a0}213"),
            ("ru", "1\u{a0}204", "48\u{a0}213"),
            ("pl", "1204", "48\u{a0}213"),
            ("es", "1204", "48.213"),
            ("de-CH", "1’204", "48’213"),
        ] {
            assert_eq!((grouped(tag, 1204).as_str(), grouped(tag, 48_213).as_str()), (small, large), "{tag}");
            assert_eq!((grouped(tag, 0), grouped(tag, 999)), ("0".to_owned(), "999".to_owned()));
        }
        assert_eq!(thousands(1_234_567, Grouping::default()), "1,234,567");
    }

    #[test]
    fn numbers_are_read_as_people_write_them() {
        for (text, number) in [
            ("3", 3.0),
            ("-2.5", -2.5),
            (" +.5", 0.5),
            ("007", 7.0),
            ("1e3", 1000.0),
            ("5.", 5.0),
            ("0", 0.0),
            ("6.1e-17", 6.1e-17),
        ] {
            assert_eq!(read(text), Some(number), "{text}");
        }
        for text in ["", "-", ".", "e3", "1,5", "0x10", "inf", "NaN", "1e999", "three", "1 2", "--1", "+-1"] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
