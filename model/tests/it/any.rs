//! Strategies for arbitrary valid pages: every tile type, field and bound can occur.

use mantel_model::Draft;
use proptest::prelude::*;
use serde_json::{Map, Value, json};

/// A JSON object from optional fields, without the absent ones.
fn object(fields: Vec<(&'static str, Option<Value>)>) -> Value {
    let present = fields.into_iter().filter_map(|(name, value)| value.map(|value| (name.to_owned(), value)));
    Value::Object(present.collect::<Map<_, _>>())
}

fn maybe(inner: impl Strategy<Value = Value> + 'static) -> BoxedStrategy<Option<Value>> {
    prop::option::of(inner).boxed()
}

fn one_of(names: &'static [&'static str]) -> BoxedStrategy<Value> {
    prop::sample::select(names).prop_map(|name| json!(name)).boxed()
}

fn number(min: f64, max: f64) -> BoxedStrategy<Value> {
    prop_oneof![
        (min..=max).prop_map(|number| json!((number * 1000.0).round() / 1000.0)),
        Just(json!(min)),
        Just(json!(max))
    ]
    .boxed()
}

fn words() -> BoxedStrategy<Value> {
    prop_oneof!["[A-Za-z ,.*\\[\\]()]{1,40}x", "\\PC{1,30}x", Just("Ünïcode 漢字 🎈 x".to_owned())]
        .prop_map(|value| json!(value))
        .boxed()
}

fn url() -> BoxedStrategy<Value> {
    "(https?://[a-z]{1,8}\\.(com|example|org)(/[a-zA-Z0-9?=%&-]{0,12})?|mailto:[a-z]{1,5}@example\\.com|tel:\\+[0-9]{5,9})"
        .prop_map(|value| json!(value))
        .boxed()
}

fn image() -> BoxedStrategy<Value> {
    "(https://[a-z]{1,8}\\.example/[a-z]{1,8}\\.jpg|/media/[a-f0-9]{8}\\.webp)".prop_map(|value| json!(value)).boxed()
}

fn focus() -> BoxedStrategy<Value> {
    (number(0.0, 100.0), number(0.0, 100.0)).prop_map(|(x, y)| json!({ "x": x, "y": y })).boxed()
}

fn color() -> BoxedStrategy<Value> {
    "#[0-9a-fA-F]{6}".prop_map(|value| json!(value)).boxed()
}

type Own = Vec<(&'static str, Option<Value>)>;

fn picture() -> impl Strategy<Value = Own> {
    (maybe(words()), maybe(focus()), maybe(number(1.0, 3.0)))
        .prop_map(|(alt, focus, zoom)| vec![("alt", alt), ("focus", focus), ("zoom", zoom)])
}

/// `type` and the fields of that type.
fn own() -> BoxedStrategy<Own> {
    let some = |strategy: BoxedStrategy<Value>| strategy.prop_map(Some);
    let media = |kind: &'static str, address: &'static str| {
        (some(address.prop_map(|value| json!(value)).boxed()), maybe(words()), maybe(image()), picture()).prop_map(
            move |(url, title, image, more)| {
                [vec![("type", Some(json!(kind))), ("url", url), ("title", title), ("image", image)], more].concat()
            },
        )
    };
    prop_oneof![
        (some(url()), maybe(words()), maybe(words()), maybe(image()), picture(), maybe(Just(json!(true)))).prop_map(
            |(url, title, description, image, more, me)| {
                let own = vec![
                    ("type", Some(json!("link"))),
                    ("url", url),
                    ("title", title),
                    ("description", description),
                    ("image", image),
                ];
                [own, more, vec![("me", me)]].concat()
            }
        ),
        prop_oneof![
            (Just("email"), "[a-z]{1,9}@[a-z]{1,9}\\.example"),
            (Just("mastodon"), "[a-z]{1,9}@[a-z]{1,9}\\.social"),
            (Just("x"), "[A-Za-z0-9_]{0,14}x"),
            (Just("matrix"), "@[a-z]{1,9}:[a-z]{1,9}\\.example"),
            (Just("phone"), "\\+[1-9][0-9]{2} [0-9]{3} [0-9]{3}"),
            (Just("youtube"), "(channel/|c/)?[a-z]{3,9}"),
            (Just("bluesky"), "[a-z]{3,9}\\.example"),
        ]
        .prop_map(|(platform, handle)| {
            vec![("type", Some(json!("social"))), ("platform", Some(json!(platform))), ("handle", Some(json!(handle)))]
        }),
        (words(), maybe(Just(json!("stamp")))).prop_map(|(text, look)| vec![
            ("type", Some(json!("text"))),
            ("text", Some(text)),
            ("look", look)
        ]),
        words().prop_map(|text| vec![("type", Some(json!("heading"))), ("text", Some(text))]),
        (some(image()), maybe(words()), maybe(url()), picture()).prop_map(|(src, title, url, more)| {
            [vec![("type", Some(json!("image"))), ("src", src), ("title", title), ("url", url)], more].concat()
        }),
        media("video", "https://(youtu\\.be/[a-z]{1,9}|vimeo\\.com/[0-9]{5,9})"),
        media("music", "https://(open\\.spotify\\.com/(track|show)/[a-z0-9]{1,9}|[a-z]{4,9}\\.bandcamp\\.com/)"),
        "[a-z0-9]{1,8}/[a-z0-9._-]{1,9}x"
            .prop_map(|repo| vec![("type", Some(json!("github"))), ("repo", Some(json!(repo)))]),
    ]
    .boxed()
}

fn pos() -> BoxedStrategy<Value> {
    let place = (number(-1200.0, 2400.0), number(0.0, 1_000_000.0));
    let side = (number(8.0, 2400.0), number(8.0, 2400.0));
    (place, side, maybe(number(-15.0, 15.0)), maybe(number(-1000.0, 1000.0)))
        .prop_map(|((x, y), (w, h), r, z)| {
            let all = vec![("x", Some(x)), ("y", Some(y)), ("w", Some(w)), ("h", Some(h)), ("r", r), ("z", z)];
            object(all)
        })
        .boxed()
}

/// A tile as an owner would write it, without an id.
pub fn tile() -> BoxedStrategy<Value> {
    let sizes = one_of(&["s", "w", "t", "l"]);
    let colors = one_of(&["auto", "surface", "accent", "peach", "butter", "mint", "sky", "lilac", "rose"]);
    (own(), maybe(sizes), maybe(colors), maybe(lang()), maybe(pos()))
        .prop_map(|(own, size, color, lang, pos)| {
            object([own, vec![("size", size), ("color", color), ("lang", lang), ("pos", pos)]].concat())
        })
        .boxed()
}

/// Theme fields, each optional.
pub fn theme() -> BoxedStrategy<Value> {
    let palettes =
        prop::sample::select(mantel_model::look::Look::ALL.iter().flat_map(|look| look.palettes()).collect::<Vec<_>>());
    let background = (
        maybe(one_of(&["scene", "solid", "dots", "grid", "image"])),
        maybe(image()),
        maybe(number(0.0, 0.8)),
        maybe(number(0.0, 24.0)),
        maybe(any::<bool>().prop_map(|value| json!(value))),
        maybe(color()),
    )
        .prop_map(|(style, image, dim, blur, grain, color)| {
            let all =
                [("style", style), ("image", image), ("dim", dim), ("blur", blur), ("grain", grain), ("color", color)];
            object(all.to_vec())
        });
    let first = (palettes, any::<bool>(), maybe(color()), maybe(one_of(&["look", "book", "pixel"])));
    let second = (
        maybe(one_of(&["look", "none", "large"])),
        maybe(one_of(&["bento", "list", "canvas"])),
        maybe(one_of(&["look", "left", "center", "right"])),
        maybe(one_of(&["look", "flat", "outline", "glass"])),
        maybe(one_of(&["look", "lift", "none"])),
        maybe(one_of(&["look", "arch", "none"])),
        maybe(one_of(&["natural", "mono", "dither", "ascii"])),
        maybe(any::<bool>().prop_map(|value| json!(value))),
        maybe(any::<bool>().prop_map(|value| json!(value))),
    );
    (first, second, maybe(background))
        .prop_map(|((palette, named, accent, font), rest, background)| {
            let (radius, layout, align, tile_style, effect, avatar, photos, motion, ambient) = rest;
            object(vec![
                ("style", Some(json!(palette.look().as_str()))),
                ("preset", named.then(|| json!(palette.name()))),
                ("accent", accent),
                ("font", font),
                ("radius", radius),
                ("layout", layout),
                ("align", align),
                ("tileStyle", tile_style),
                ("effect", effect),
                ("avatar", avatar),
                ("photos", photos),
                ("motion", motion),
                ("ambient", ambient),
                ("background", background),
            ])
        })
        .boxed()
}

/// A language tag in its canonical case.
fn lang() -> BoxedStrategy<Value> {
    "[a-z]{2,3}(-[A-Z][a-z]{3})?(-[A-Z]{2})?".prop_map(|tag| json!(tag)).boxed()
}

/// Profile fields, each optional.
pub fn profile() -> BoxedStrategy<Value> {
    let texts = (maybe(words()), maybe(words()), maybe(words()));
    let page = (maybe(words()), maybe(words()), maybe(lang()), maybe(Just(json!(false))));
    (texts, maybe(image()), maybe(focus()), maybe(number(1.0, 3.0)), page)
        .prop_map(|((name, bio, location), avatar, focus, zoom, (title, description, lang, listed))| {
            object(vec![
                ("name", name),
                ("bio", bio),
                ("avatar", avatar),
                ("location", location),
                ("avatarFocus", focus),
                ("avatarZoom", zoom),
                ("pageTitle", title),
                ("pageDescription", description),
                ("lang", lang),
                ("listed", listed),
            ])
        })
        .boxed()
}

/// A whole page as an owner would write it.
pub fn written_draft(most: usize) -> BoxedStrategy<Value> {
    (profile(), theme(), prop::collection::vec(tile(), 0..=most))
        .prop_map(|(profile, theme, tiles)| json!({ "profile": profile, "theme": theme, "tiles": tiles }))
        .boxed()
}

/// A whole page.
pub fn draft(most: usize) -> BoxedStrategy<Draft> {
    (written_draft(most), any::<u64>())
        .prop_map(|(page, seed)| {
            mantel_model::read::read_draft(&page, &mut mantel_model::id::SeededIds::new(seed)).expect("a valid page")
        })
        .boxed()
}
