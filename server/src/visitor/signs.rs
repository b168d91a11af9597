//! The words in a `User-Agent` that tell browsers and devices.

/// Firefox with the engine of Safari, which tells presses where Firefox does not.
pub const FIREFOX_ON_IOS: &str = "Firefox on iOS";

/// Browsers by their words. The first row that fits counts: most call themselves Chrome and Safari, too.
pub const BROWSERS: &[(&str, &str)] = &[
    ("DuckDuckGo/", "DuckDuckGo"),
    ("Ddg/", "DuckDuckGo"),
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
    ("Presearch", "Presearch"),
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
    ("FxiOS/", FIREFOX_ON_IOS),
    ("Focus/", "Firefox"),
    ("Klar/", "Firefox"),
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
pub const IPHONE: u32 = 1 << 1;
/// An iPad.
pub const IPAD: u32 = 1 << 2;
/// Android.
pub const ANDROID: u32 = 1 << 3;
/// A Macintosh, or an iPad that says so.
pub const MACINTOSH: u32 = 1 << 4;
/// The word `Mobile`, which Android puts on phones and Apple on all but Macintoshes.
pub const MOBILE: u32 = 1 << 5;
/// A telephone of another make.
pub const PHONE: u32 = 1 << 6;
/// A tablet of another make.
pub const TABLET: u32 = 1 << 7;
/// A television, or glasses, whatever its system.
pub const SCREEN: u32 = 1 << 8;
/// A browser that is on Apple's phones and tablets alone.
pub const APPLE_TOUCH: u32 = 1 << 9;
/// The engine of Safari.
pub const WEBKIT: u32 = 1 << 10;
/// A word that programs call themselves, not always alone: `CUBOT` makes phones.
pub const ROBOT: u32 = 1 << 11;
/// An address to ask at, which no browser tells.
pub const CONTACT: u32 = 1 << 12;
/// The word `compatible`, behind which programs and old browsers name themselves.
pub const COMPATIBLE: u32 = 1 << 13;
/// The engine of Internet Explorer, which asks for pages as for anything else.
pub const EXPLORER: u32 = 1 << 14;

/// Words that say something about the device or the kind of thing that asks. Unlike names they are found inside of words.
pub const SIGNS: &[(&str, u32)] = &[
    ("AppleWebKit", ENGINE | WEBKIT),
    ("Gecko/", ENGINE),
    ("Goanna/", ENGINE),
    ("Servo/", ENGINE),
    ("KHTML", ENGINE),
    ("Trident/", ENGINE | EXPLORER),
    ("MSIE ", ENGINE | EXPLORER),
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
    ("AndroidTV", SCREEN),
    ("GoogleTV", SCREEN),
    ("TV Safari", SCREEN),
    ("Chromecast", SCREEN),
    ("HbbTV", SCREEN),
    ("NetCast", SCREEN),
    ("Roku", SCREEN),
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
