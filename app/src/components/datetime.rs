//! Times as text, in the browser's time zone. In the browser only.

use wasm_bindgen::JsValue;

const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

/// A time, from RFC 3339: "just now", "today 10:42", "yesterday 10:42", "14 November"; with the year if it is not this
/// one.
pub fn relative(time: &str) -> String {
    let Some(date) = read(time) else { return String::new() };
    let now = js_sys::Date::new_0();
    let clock = format!("{:02}:{:02}", date.get_hours(), date.get_minutes());
    match days(&now) - days(&date) {
        0 if (now.get_time() - date.get_time()).abs() < 60_000.0 => "just now".to_owned(),
        0 => format!("today {clock}"),
        1 => format!("yesterday {clock}"),
        _ => written(&date, &now),
    }
}

/// A time of today or a day, from RFC 3339: "today 10:42", "14 November".
pub fn since(time: &str) -> String {
    let Some(date) = read(time) else { return String::new() };
    let now = js_sys::Date::new_0();
    if days(&now) == days(&date) {
        format!("today {:02}:{:02}", date.get_hours(), date.get_minutes())
    } else {
        written(&date, &now)
    }
}

fn read(time: &str) -> Option<js_sys::Date> {
    let date = js_sys::Date::new(&JsValue::from_str(time));
    (!date.get_time().is_nan()).then_some(date)
}

/// Days since 1970 in the browser's time zone.
#[expect(clippy::cast_possible_truncation, reason = "days of any date that a browser holds")]
fn days(date: &js_sys::Date) -> i64 {
    let local = date.get_time() - date.get_timezone_offset() * 60_000.0;
    (local / 86_400_000.0).floor() as i64
}

fn written(date: &js_sys::Date, now: &js_sys::Date) -> String {
    let month =
        usize::try_from(date.get_month()).ok().and_then(|number| MONTHS.get(number)).copied().unwrap_or_default();
    let day = date.get_date();
    if date.get_full_year() == now.get_full_year() {
        format!("{day} {month}")
    } else {
        format!("{day} {month} {}", date.get_full_year())
    }
}
