//! What a person looks with, read from the words of a `User-Agent`.

use axum::http::HeaderMap;

use super::scan::Found;
use super::{Browser, Device, Person, header, source};

/// Browsers by their words. The first row that fits counts: most call themselves Chrome and Safari, too.
pub const BROWSERS: &[(&str, &str)] = &[
    ("Edg/", "Edge"),
    ("EdgA/", "Edge"),
    ("EdgiOS/", "Edge"),
    ("Edge/", "Edge"),
    ("OPR/", "Opera"),
    ("OPT/", "Opera"),
    ("OPX/", "Opera"),
    ("OPiOS/", "Opera"),
    ("OPRGX/", "Opera"),
    ("Opera", "Opera"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("YaBrowser/", "Yandex Browser"),
    ("YaSearchBrowser/", "Yandex Browser"),
    ("Vivaldi", "Vivaldi"),
    ("DuckDuckGo/", "DuckDuckGo"),
    ("Ddg/", "DuckDuckGo"),
    ("Brave", "Brave"),
    ("UCBrowser", "UC Browser"),
    ("UC Browser", "UC Browser"),
    ("UCWEB", "UC Browser"),
    ("UBrowser/", "UC Browser"),
    ("MiuiBrowser/", "Mi Browser"),
    ("HuaweiBrowser/", "Huawei Browser"),
    ("VivoBrowser/", "vivo Browser"),
    ("HeyTapBrowser/", "HeyTap Browser"),
    ("QQBrowser", "QQ Browser"),
    ("MQQBrowser", "QQ Browser"),
    ("Whale/", "Whale"),
    ("Silk/", "Silk"),
    ("Silk-Accelerated", "Silk"),
    ("OculusBrowser/", "Meta Quest Browser"),
    ("Puffin/", "Puffin"),
    ("Ecosia", "Ecosia"),
    ("coc_coc_browser/", "Cốc Cốc"),
    ("Maxthon", "Maxthon"),
    ("Sleipnir/", "Sleipnir"),
    ("AlohaBrowser/", "Aloha"),
    ("Avast/", "Avast Secure Browser"),
    ("AVG/", "AVG Secure Browser"),
    ("CCleaner/", "CCleaner Browser"),
    ("Norton/", "Norton Browser"),
    ("Quark/", "Quark"),
    ("Phoenix/", "Phoenix"),
    ("DolphinBrowser", "Dolphin"),
    ("Focus/", "Firefox"),
    ("Klar/", "Firefox"),
    ("FxiOS/", "Firefox"),
    ("PaleMoon/", "Pale Moon"),
    ("SeaMonkey/", "SeaMonkey"),
    ("Firefox", "Firefox"),
    ("Fennec/", "Firefox"),
    ("Iceweasel/", "Firefox"),
    ("KAIOS/", "KaiOS Browser"),
    ("GSA/", "Google"),
    ("Epiphany/", "GNOME Web"),
    ("Falkon/", "Falkon"),
    ("Konqueror/", "Konqueror"),
    ("qutebrowser/", "qutebrowser"),
    ("NetFront", "NetFront"),
    ("CriOS/", "Chrome"),
    ("CrMo/", "Chrome"),
    ("Chrome/", "Chrome"),
    ("Chromium/", "Chrome"),
    ("IEMobile", "Internet Explorer"),
    ("Trident/", "Internet Explorer"),
    ("MSIE", "Internet Explorer"),
    ("Lynx/", "Lynx"),
    ("w3m/", "w3m"),
    ("ELinks", "ELinks"),
    ("Links (", "Links"),
    ("Dillo/", "Dillo"),
    ("NetSurf/", "NetSurf"),
    ("Ladybird", "Ladybird"),
    ("BlackBerry", "BlackBerry Browser"),
    ("BB10", "BlackBerry Browser"),
];

/// Looks like a browser: names an engine.
pub const ENGINE: u32 = 1 << 0;
/// An iPhone or iPod.
const IPHONE: u32 = 1 << 1;
const IPAD: u32 = 1 << 2;
const ANDROID: u32 = 1 << 3;
const MACINTOSH: u32 = 1 << 4;
/// The word `Mobile`, which Android puts on phones and Apple on all but Macintoshes.
const MOBILE: u32 = 1 << 5;
/// A telephone of another make.
pub const PHONE: u32 = 1 << 6;
const TABLET: u32 = 1 << 7;
/// A television, or glasses, whatever its system.
const SCREEN: u32 = 1 << 8;
/// A browser that is on Apple's phones and tablets alone.
const APPLE_TOUCH: u32 = 1 << 9;
/// The engine of Safari.
const WEBKIT: u32 = 1 << 10;
/// A word that programs call themselves, not always alone: `CUBOT` makes phones.
pub const ROBOT: u32 = 1 << 11;
/// An address to ask at, which no browser tells.
pub const CONTACT: u32 = 1 << 12;
/// The word `compatible`, behind which programs and old browsers name themselves.
pub const COMPATIBLE: u32 = 1 << 13;

/// Words that say something about the device or the kind of thing that asks. Unlike names they are found inside of words.
pub const SIGNS: &[(&str, u32)] = &[
    ("AppleWebKit", ENGINE | WEBKIT),
    ("Gecko/", ENGINE),
    ("Goanna/", ENGINE),
    ("Servo/", ENGINE),
    ("KHTML", ENGINE),
    ("Trident/", ENGINE),
    ("MSIE ", ENGINE),
    ("Presto/", ENGINE),
    ("Ladybird", ENGINE),
    ("iPhone", IPHONE),
    ("iPod", IPHONE),
    ("iPad", IPAD),
    ("Android", ANDROID),
    ("Macintosh", MACINTOSH),
    ("Mobile", MOBILE),
    ("Windows Phone", PHONE),
    ("IEMobile", PHONE),
    ("Opera Mini", PHONE),
    ("Opera Mobi", PHONE),
    ("BlackBerry", PHONE),
    ("BB10", PHONE),
    ("KAIOS/", PHONE),
    ("MIDP", PHONE),
    ("Symbian", PHONE),
    ("Series60", PHONE),
    ("UCWEB", PHONE),
    ("(Phone;", PHONE),
    ("Tablet;", TABLET),
    ("Tablet)", TABLET),
    ("Tablet Safari", TABLET),
    ("Kindle", TABLET),
    ("PlayBook", TABLET),
    ("Silk/", TABLET),
    ("Nexus 7", TABLET),
    ("Nexus 10", TABLET),
    ("SM-T", TABLET),
    ("SM-X", TABLET),
    ("Smart-TV", SCREEN),
    ("SmartTV", SCREEN),
    ("Android TV", SCREEN),
    ("GoogleTV", SCREEN),
    ("BRAVIA", SCREEN),
    ("CrKey", SCREEN),
    ("; AFT", SCREEN),
    ("Web0S", SCREEN),
    ("OculusBrowser", SCREEN),
    ("CriOS/", APPLE_TOUCH),
    ("FxiOS/", APPLE_TOUCH),
    ("EdgiOS/", APPLE_TOUCH),
    ("GSA/", APPLE_TOUCH),
    ("bot", ROBOT),
    ("crawl", ROBOT),
    ("spider", ROBOT),
    ("scrape", ROBOT),
    ("fetcher", ROBOT),
    ("preview", ROBOT),
    ("checker", ROBOT),
    ("validator", ROBOT),
    ("archiver", ROBOT),
    ("indexer", ROBOT),
    ("monitor", ROBOT),
    ("synthetic", ROBOT),
    ("uptime", ROBOT),
    ("-user", ROBOT),
    ("agent", ROBOT),
    ("http:", CONTACT),
    ("https:", CONTACT),
    ("www.", CONTACT),
    ("@", CONTACT),
    ("compatible", COMPATIBLE),
];

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
    } else if found.has(IPHONE | PHONE) || header::is_mobile(headers) {
        Device::Phone
    } else if found.has(TABLET) {
        Device::Tablet
    } else if found.has(MOBILE) {
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
        Some(browser) => browser,
        None if found.has(WEBKIT) && found.has(ANDROID) => Browser("Android Browser"),
        None if found.has(WEBKIT) && found.has(IPHONE | IPAD | MACINTOSH) => Browser("Safari"),
        None => Browser("other"),
    }
}
