//! What a person looks with, read from the words of a `User-Agent`.

use axum::http::HeaderMap;

use super::scan::Found;
use super::signs::{
    ANDROID, APPLE_TOUCH, FIREFOX_ON_IOS, IPAD, IPHONE, MACINTOSH, MOBILE, PHONE, SCREEN, TABLET, WEBKIT,
};
use super::{Browser, Device, Person, header, source};

/// The person who looks, of what was found in their `User-Agent`.
pub fn person(headers: &HeaderMap, found: &Found) -> Person {
    let app = found.app.or_else(|| header::package(headers).and_then(source::app_of_package));
    Person { device: device(headers, found), browser: browser(headers, found), app }
}

fn device(headers: &HeaderMap, found: &Found) -> Device {
    if found.has(SCREEN) {
        Device::Computer
    } else if found.has(IPAD) || (found.has(MACINTOSH) && found.has(MOBILE | APPLE_TOUCH)) {
        Device::Tablet
    } else if found.has(IPHONE | PHONE) {
        Device::Phone
    } else if found.has(TABLET) {
        Device::Tablet
    } else if found.has(MOBILE) || header::is_mobile(headers) {
        Device::Phone
    } else if found.has(ANDROID) {
        Device::Tablet
    } else {
        Device::Computer
    }
}

fn browser(headers: &HeaderMap, found: &Found) -> Browser {
    let brands = header::brands(headers);
    match found.browser {
        Some(Browser("Chrome")) if brands.contains("\"Brave\"") => Browser("Brave"),
        Some(Browser("Chrome")) if brands.contains("\"DuckDuckGo\"") => Browser("DuckDuckGo"),
        Some(Browser("Firefox")) if found.has(IPHONE | IPAD) => Browser(FIREFOX_ON_IOS),
        Some(browser) => browser,
        None if found.has(WEBKIT) && found.has(ANDROID) => Browser("Android Browser"),
        None if found.has(WEBKIT) && found.has(IPHONE | IPAD | MACINTOSH) => Browser("Safari"),
        None => Browser("other"),
    }
}
