//! The specification's part "Resources and their fields", a test for each sentence or row. Its sentences about
//! automatic canvas positions are tested in `layout`, those about the brief in `brief`.

use mantel_model::id::SeededIds;
use mantel_model::look::{Look, Palette};
use mantel_model::page::PageFile;
use mantel_model::text::markup::{self, Span};
use mantel_model::tile::{Kind, KindName, Platform, Size};
use mantel_model::{Theme, Username, read};
use serde_json::{Value, json};

fn tile(value: Value) -> Result<Value, Vec<String>> {
    match read::read_tile(&value) {
        Ok(tile) => Ok(serde_json::to_value(tile.with_id(mantel_model::TileId::from_bits(7))).unwrap()),
        Err(problems) => Err(problems.into_iter().map(|problem| problem.path).collect()),
    }
}

fn theme(value: Value) -> Result<Value, Vec<String>> {
    match read::read_theme(&value) {
        Ok(theme) => Ok(serde_json::to_value(theme).unwrap()),
        Err(problems) => Err(problems.into_iter().map(|problem| problem.path).collect()),
    }
}

fn profile(value: Value) -> Result<Value, Vec<String>> {
    match read::read_profile(&value) {
        Ok(profile) => Ok(serde_json::to_value(profile).unwrap()),
        Err(problems) => Err(problems.into_iter().map(|problem| problem.path).collect()),
    }
}

mod username {
    use super::*;

    #[test]
    fn has_3_to_30_characters() {
        assert!(Username::parse("ab").is_err());
        assert!(Username::parse("abc").is_ok());
        assert!(Username::parse(&"a".repeat(30)).is_ok());
        assert!(Username::parse(&"a".repeat(31)).is_err());
    }

    #[test]
    fn holds_letters_numbers_dash_or_underscore() {
        assert!(Username::parse("a-b_9").is_ok());
        for wrong in ["a b", "a.b", "a/b", "añb", "a\u{200d}bc", "abc\n", "", "漢字漢"] {
            assert!(Username::parse(wrong).is_err(), "{wrong:?}");
        }
    }

    #[test]
    fn is_the_same_in_any_case() {
        assert_eq!(Username::parse("Ada").unwrap().as_str(), "ada");
    }
}

mod page {
    use super::*;

    #[test]
    fn file_is_the_complete_page_with_profile_theme_and_every_tile_with_id_size_and_position() {
        let written = json!({ "profile": { "name": "Ada" }, "theme": {}, "tiles": [
            { "type": "text", "text": "x", "size": "t", "pos": { "x": 1, "y": 2, "w": 30, "h": 40 } } ] });
        let file = read::read_page_file(&written, &mut SeededIds::new(1)).unwrap();
        let out = serde_json::to_value(&file).unwrap();
        assert_eq!(out["mantel"], 1);
        assert_eq!(out["profile"]["name"], "Ada");
        assert_eq!(out["theme"]["style"], "cozy");
        assert_eq!(out["tiles"][0]["size"], "t");
        assert_eq!(out["tiles"][0]["pos"], json!({ "x": 1, "y": 2, "w": 30, "h": 40, "r": 0, "z": 0 }));
        assert!(out["tiles"][0]["id"].as_str().unwrap().starts_with("t_"));
    }

    #[test]
    fn file_keeps_ids_and_its_fields_have_a_fixed_order() {
        let draft = mantel_model::Draft::blank(Look::Cozy);
        let file = PageFile::of(draft, Some(Username::parse("ada").unwrap()), "http://localhost:3000/");
        let text = file.to_text();
        let order: Vec<_> = ["\"$schema\"", "\"mantel\"", "\"username\"", "\"profile\"", "\"theme\"", "\"tiles\""]
            .iter()
            .map(|part| text.find(part).unwrap())
            .collect();
        assert!(order.is_sorted());
        assert!(text.contains("\"http://localhost:3000/schema/page.schema.json\""));
    }
}

mod profile {
    use super::*;

    #[test]
    fn has_a_name_bio_avatar_and_location_as_strings() {
        let all =
            json!({ "name": "Ada", "bio": "Potter", "avatar": "https://example.com/a.jpg", "location": "Lisbon" });
        assert_eq!(profile(all.clone()), Ok(all));
        assert_eq!(profile(json!({ "name": 1, "bio": [], "avatar": {}, "location": true })).unwrap_err().len(), 4);
    }

    #[test]
    fn avatar_focus_is_x_and_y_each_0_to_100() {
        assert!(profile(json!({ "avatarFocus": { "x": 0, "y": 100 } })).is_ok());
        assert_eq!(
            profile(json!({ "avatarFocus": { "x": -1, "y": 100.5 } })),
            Err(vec!["/avatarFocus/x".into(), "/avatarFocus/y".into()])
        );
        assert_eq!(profile(json!({ "avatarFocus": { "x": 1 } })), Err(vec!["/avatarFocus/y".into()]));
    }

    #[test]
    fn what_search_engines_show_is_bounded_and_optional() {
        for (field, limit) in [("pageTitle", 120), ("pageDescription", 320)] {
            assert!(profile(json!({ field: "é".repeat(limit) })).is_ok(), "{field}");
            assert!(profile(json!({ field: "é".repeat(limit + 1) })).is_err(), "{field}");
        }
        let neither = profile(json!({ "pageTitle": " ", "pageDescription": null })).unwrap();
        assert_eq!((neither.get("pageTitle"), neither.get("pageDescription")), (None, None));
    }

    #[test]
    fn avatar_zoom_is_1_to_3() {
        assert!(profile(json!({ "avatarZoom": 1 })).is_ok() && profile(json!({ "avatarZoom": 3 })).is_ok());
        assert!(profile(json!({ "avatarZoom": 0.99 })).is_err() && profile(json!({ "avatarZoom": 3.01 })).is_err());
    }

    #[test]
    fn an_avatar_is_a_picture_on_the_web_or_one_of_our_own() {
        assert!(profile(json!({ "avatar": "/media/a1b2.webp" })).is_ok());
        for wrong in
            ["javascript:alert(1)", "data:image/png;base64,AAAA", "/etc/passwd", "/media/../a", "ftp://a.example/a"]
        {
            assert_eq!(profile(json!({ "avatar": wrong })), Err(vec!["/avatar".into()]), "{wrong}");
        }
    }
}

mod theme {
    use super::*;

    #[test]
    fn every_field_is_optional_and_has_a_default() {
        let expected = json!({
            "style": "cozy", "preset": "oak", "font": "look", "radius": "look", "layout": "bento", "align": "look",
            "tileStyle": "look", "effect": "look", "avatar": "look", "photos": "natural", "motion": true,
            "ambient": true, "background": { "style": "scene", "dim": 0.25, "blur": 0, "grain": true },
        });
        assert_eq!(theme(json!({})), Ok(expected));
    }

    #[test]
    fn style_is_one_of_six_looks() {
        for style in ["cozy", "washi", "lofi", "painted", "cobalt", "night"] {
            assert_eq!(theme(json!({ "style": style })).unwrap()["style"], style);
        }
        assert_eq!(theme(json!({ "style": "desk" })), Err(vec!["/style".into()]));
    }

    #[test]
    fn each_look_offers_four_palettes_and_those_of_washi_are_named() {
        let names: Vec<_> = Look::Washi.palettes().map(Palette::name).collect();
        assert_eq!(names, ["kinari", "sakura", "yomogi", "sumi"]);
        for name in ["moonlit", "redline"] {
            assert!(Palette::find(name).is_some(), "{name}");
        }
        let mut all: Vec<_> = Look::ALL.iter().flat_map(|look| look.palettes()).map(Palette::name).collect();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), 24);
    }

    #[test]
    fn accent_is_a_six_digit_hex_colour() {
        assert_eq!(theme(json!({ "accent": "#AbCdEf" })).unwrap()["accent"], "#abcdef");
        for wrong in ["#abc", "abcdef", "#abcdeg", "#abcdef0", "red", "#ab cde", "#+1+2+3"] {
            assert_eq!(theme(json!({ "accent": wrong })), Err(vec!["/accent".into()]), "{wrong}");
        }
    }

    #[test]
    fn layout_is_bento_list_or_canvas() {
        for layout in ["bento", "list", "canvas"] {
            assert!(theme(json!({ "layout": layout })).is_ok());
        }
        assert!(theme(json!({ "layout": "grid" })).is_err());
    }

    #[test]
    fn photos_is_natural_mono_dither_or_ascii() {
        for photos in ["natural", "mono", "dither", "ascii"] {
            assert!(theme(json!({ "photos": photos })).is_ok());
        }
        assert!(theme(json!({ "photos": "sepia" })).is_err());
    }

    #[test]
    fn motion_and_ambient_are_booleans() {
        assert!(theme(json!({ "motion": false, "ambient": false })).is_ok());
        assert_eq!(theme(json!({ "motion": "off", "ambient": 0 })), Err(vec!["/motion".into(), "/ambient".into()]));
    }

    #[test]
    fn background_has_style_image_dim_blur_grain_and_color() {
        let all = json!({ "style": "image", "image": "https://example.com/a.jpg", "dim": 0.8, "blur": 24, "grain": false, "color": "#112233" });
        assert_eq!(theme(json!({ "background": all.clone() })).unwrap()["background"], all);
        let wrong = json!({ "background": { "style": "stripes", "image": "a.jpg", "dim": 0.81, "blur": -1, "grain": 1, "color": "x" } });
        assert_eq!(theme(wrong).unwrap_err().len(), 6);
    }

    #[test]
    fn the_retired_looks_press_and_gallery_open_as_cobalt_and_painted() {
        let style = |text: &str| theme(json!({ "style": text, "preset": "whatever it had" })).unwrap();
        assert_eq!((&style("press")["style"], &style("press")["preset"]), (&json!("cobalt"), &json!("almanac")));
        assert_eq!((&style("gallery")["style"], &style("gallery")["preset"]), (&json!("painted"), &json!("meadow")));
    }

    #[test]
    fn painted_cozy_and_cobalt_are_free_and_washi_lofi_and_night_are_pro() {
        let free: Vec<_> = Look::ALL.iter().filter(|look| look.entry().free).map(|look| look.as_str()).collect();
        assert_eq!(free, ["painted", "cozy", "cobalt"]);
    }

    #[test]
    fn of_a_look_is_what_an_empty_theme_of_that_look_reads_as() {
        for look in Look::ALL {
            assert_eq!(read::read_theme(&json!({ "style": look })).unwrap(), Theme::of(*look));
        }
    }
}

mod tiles {
    use super::*;

    #[test]
    fn size_is_s_w_t_or_l_of_1x1_2x1_1x2_and_2x2() {
        let cells: Vec<_> = ["s", "w", "t", "l"].iter().map(|name| Size::parse(name).unwrap().cells()).collect();
        assert_eq!(cells, [(1, 1), (2, 1), (1, 2), (2, 2)]);
    }

    #[test]
    fn color_is_one_of_nine() {
        for color in ["auto", "surface", "accent", "peach", "butter", "mint", "sky", "lilac", "rose"] {
            assert!(tile(json!({ "type": "text", "text": "x", "color": color })).is_ok());
        }
        assert_eq!(tile(json!({ "type": "text", "text": "x", "color": "red" })), Err(vec!["/color".into()]));
    }

    #[test]
    fn focus_is_0_to_100_and_zoom_1_to_3() {
        let image = |focus: Value, zoom: Value| {
            tile(json!({ "type": "image", "src": "/media/a.png", "focus": focus, "zoom": zoom }))
        };
        assert!(image(json!({ "x": 0, "y": 100 }), json!(3)).is_ok());
        assert_eq!(image(json!({ "x": 101, "y": 0 }), json!(0.5)), Err(vec!["/focus/x".into(), "/zoom".into()]));
    }

    #[test]
    fn look_stamp_makes_a_text_tile_a_round_badge() {
        assert!(tile(json!({ "type": "text", "text": "x", "look": "stamp" })).is_ok());
        assert_eq!(tile(json!({ "type": "text", "text": "x", "look": "round" })), Err(vec!["/look".into()]));
        assert_eq!(
            tile(json!({ "type": "link", "url": "https://a.example", "look": "stamp" })),
            Err(vec!["/look".into()])
        );
    }

    #[test]
    fn each_type_needs_its_required_fields() {
        for (kind, needed) in [
            ("link", vec!["/url"]),
            ("social", vec!["/platform", "/handle"]),
            ("text", vec!["/text"]),
            ("heading", vec!["/text"]),
            ("image", vec!["/src"]),
            ("video", vec!["/url"]),
            ("music", vec!["/url"]),
            ("github", vec!["/repo"]),
        ] {
            assert_eq!(tile(json!({ "type": kind })).unwrap_err(), needed, "{kind}");
        }
        assert_eq!(KindName::ALL.len(), 8);
    }

    #[test]
    fn a_link_may_have_a_title_a_description_and_an_image() {
        let all = json!({ "type": "link", "url": "https://a.example/", "title": "A", "description": "B", "image": "https://a.example/c.png" });
        let out = tile(all.clone()).unwrap();
        for (name, value) in all.as_object().unwrap() {
            assert_eq!(&out[name], value);
        }
    }

    #[test]
    fn email_works_as_a_platform() {
        let email =
            read::read_tile(&json!({ "type": "social", "platform": "email", "handle": "a@b.example" })).unwrap();
        assert_eq!(email.kind.address().unwrap().as_str(), "mailto:a@b.example");
    }

    #[test]
    fn a_handle_leads_to_its_place_on_the_platform() {
        let address = |platform: Platform, handle: &str| {
            // As stored: what older pages hold leads nowhere it should not.
            let tile = json!({ "id": "t_aaaaaaaaaaaa", "type": "social", "platform": platform, "handle": handle });
            let tile: mantel_model::Tile = serde_json::from_value(tile).unwrap();
            tile.kind.address().map(|address| address.to_string())
        };
        let some = |text: &str| Some(text.to_owned());
        assert_eq!(address(Platform::Mastodon, "@ada@example.social"), some("https://example.social/@ada"));
        assert_eq!(address(Platform::Instagram, "@ada"), some("https://www.instagram.com/ada"));
        assert_eq!(address(Platform::Tumblr, "ada"), some("https://ada.tumblr.com/"));
        assert_eq!(address(Platform::Phone, "+48 42 555 01 23"), some("tel:+48425550123"));
        assert_eq!(address(Platform::X, "a?b#c"), some("https://x.com/a%3Fb%23c"));
        assert_eq!(address(Platform::X, "../evil"), None);
        assert_eq!(address(Platform::Tumblr, "evil.example/"), None);
        assert_eq!(address(Platform::Mastodon, "ada"), None);
        assert_eq!(address(Platform::Wechat, "ada"), None);
    }

    #[test]
    fn text_supports_bold_italic_and_links() {
        let spans = markup::parse("**b** *i* [t](https://a.example)");
        assert!(
            matches!(spans[0], Span::Bold(_))
                && matches!(spans[2], Span::Italic(_))
                && matches!(spans[4], Span::Link(..))
        );
    }

    #[test]
    fn image_src_is_uploaded_or_external() {
        assert!(tile(json!({ "type": "image", "src": "/media/abc.webp" })).is_ok());
        assert!(tile(json!({ "type": "image", "src": "https://a.example/b.jpg" })).is_ok());
        assert!(tile(json!({ "type": "image", "src": "b.jpg" })).is_err());
    }

    #[test]
    fn video_and_music_may_replace_their_picture() {
        for (kind, url) in [("video", "https://youtu.be/x"), ("music", "https://open.spotify.com/album/x")] {
            let all = json!({ "type": kind, "url": url, "title": "T", "image": "/media/a.png" });
            assert_eq!(tile(all).unwrap()["image"], "/media/a.png");
        }
    }

    #[test]
    fn github_repo_is_owner_name() {
        assert_eq!(tile(json!({ "type": "github", "repo": "tokio-rs/tokio" })).unwrap()["repo"], "tokio-rs/tokio");
        for wrong in ["tokio", "a/b/c", "/b", "a/", "a b/c", "-a/b", "a/..", "https://github.com/a/b"] {
            assert_eq!(tile(json!({ "type": "github", "repo": wrong })), Err(vec!["/repo".into()]), "{wrong}");
        }
    }

    #[test]
    fn the_size_when_none_is_given_follows_the_type() {
        let size = |value: Value| tile(value).unwrap()["size"].as_str().unwrap().to_owned();
        assert_eq!(size(json!({ "type": "image", "src": "/media/a.png" })), "l");
        assert_eq!(size(json!({ "type": "video", "url": "https://youtu.be/x" })), "w");
        assert_eq!(size(json!({ "type": "text", "text": "x".repeat(90) })), "s");
        assert_eq!(size(json!({ "type": "text", "text": "x".repeat(91) })), "w");
        assert_eq!(size(json!({ "type": "link", "url": "https://a.example" })), "s");
    }

    #[test]
    fn addresses_are_of_four_kinds_and_carry_no_credentials() {
        for url in ["https://a.example", "http://a.example", "mailto:a@b.example", "tel:+4912"] {
            assert!(tile(json!({ "type": "link", "url": url })).is_ok(), "{url}");
        }
        for url in [
            "javascript:alert(1)",
            " JaVaScRiPt:alert(1)",
            "java\nscript:alert(1)",
            "data:text/html,x",
            "vbscript:x",
            "file:///etc/passwd",
            "blob:https://a.example/x",
            "//a.example",
            "/path",
            "a.example",
            "https://",
            "https://u:p@a.example",
            "https://u@a.example",
            "mailto:",
            "ftp://a.example",
        ] {
            assert_eq!(tile(json!({ "type": "link", "url": url })), Err(vec!["/url".into()]), "{url}");
        }
    }

    #[test]
    fn texts_have_limits_in_characters_and_lose_what_hides_or_reorders() {
        let text = |text: String| tile(json!({ "type": "text", "text": text }));
        assert!(text("漢".repeat(2000)).is_ok());
        assert_eq!(text("漢".repeat(2001)), Err(vec!["/text".into()]));
        assert_eq!(text("a\u{202e}b\u{0}c\u{200b}\u{feff}".into()).unwrap()["text"], "abc");
        let out = tile(
            json!({ "type": "link", "url": "https://a.example", "title": "x".repeat(201), "description": "x".repeat(601) }),
        );
        assert_eq!(out, Err(vec!["/title".into(), "/description".into()]));
    }
}

mod canvas {
    use super::*;

    fn pos(value: Value) -> Result<Value, Vec<String>> {
        tile(json!({ "type": "text", "text": "x", "pos": value })).map(|tile| tile["pos"].clone())
    }

    #[test]
    fn pos_has_x_y_w_h_r_and_z() {
        let all = json!({ "x": -8, "y": 16.5, "w": 160, "h": 88, "r": -15, "z": 3 });
        assert_eq!(pos(all.clone()), Ok(all));
        assert_eq!(pos(json!({})), Err(vec!["/pos/x".into(), "/pos/y".into(), "/pos/w".into(), "/pos/h".into()]));
        assert_eq!(pos(json!({ "x": 0, "y": 0, "w": 8, "h": 8, "q": 1 })), Err(vec!["/pos/q".into()]));
    }

    #[test]
    fn r_is_minus_15_to_15_degrees_and_0_by_default() {
        let r = |r: Value| pos(json!({ "x": 0, "y": 0, "w": 8, "h": 8, "r": r })).map(|po| po["r"].clone());
        assert_eq!(r(json!(15)), Ok(json!(15)));
        assert_eq!(r(Value::Null), Ok(json!(0)));
        assert!(r(json!(15.1)).is_err() && r(json!(-15.1)).is_err());
    }

    #[test]
    fn z_is_the_layer_and_0_by_default() {
        assert_eq!(pos(json!({ "x": 0, "y": 0, "w": 8, "h": 8 })).unwrap()["z"], 0);
        assert!(pos(json!({ "x": 0, "y": 0, "w": 8, "h": 8, "z": 1001 })).is_err());
    }

    #[test]
    fn y_grows_downwards_to_a_guard_against_overflow() {
        assert!(pos(json!({ "x": 0, "y": 1_000_000, "w": 8, "h": 8 })).is_ok());
        assert!(pos(json!({ "x": 0, "y": 1e300, "w": 8, "h": 8 })).is_err());
        assert!(pos(json!({ "x": 0, "y": -1, "w": 8, "h": 8 })).is_err());
    }

    #[test]
    fn switching_to_canvas_needs_no_positions() {
        let page =
            json!({ "profile": {}, "theme": { "layout": "canvas" }, "tiles": [{ "type": "text", "text": "x" }] });
        let draft = read::read_page_file(&page, &mut SeededIds::new(1)).unwrap().draft;
        assert!(draft.tiles[0].pos.is_none());
        assert_eq!(mantel_model::layout::canvas::places(&draft.tiles).len(), 1);
        assert!(matches!(draft.tiles[0].kind, Kind::Text(_)));
    }
}
