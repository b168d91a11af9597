//! Tile positions (specification, Canvas layout; looks, 1.2).

use std::collections::HashMap;

use mantel_model::id::SeededIds;
use mantel_model::layout::{bento, canvas, grid, list_order, phone, size_class, units};
use mantel_model::tile::{Kind, Size};
use mantel_model::{Draft, Tile, read};
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::any;

fn tiles(tiles: Value) -> Vec<Tile> {
    let page = json!({ "profile": {}, "theme": { "layout": "canvas" }, "tiles": tiles });
    read::read_draft(&page, &mut SeededIds::new(1)).unwrap().tiles
}

fn note(size: &str) -> Value {
    json!({ "type": "text", "text": "x", "size": size })
}

fn heading() -> Value {
    json!({ "type": "heading", "text": "Section" })
}

fn rects(tiles: &[Tile]) -> Vec<(f64, f64, f64, f64)> {
    canvas::places(tiles).iter().map(|place| (place.x, place.y, place.w, place.h)).collect()
}

#[test]
fn the_automatic_grid_has_4_columns_of_288_with_gaps_of_16() {
    let page = tiles(json!([note("s"), note("s"), note("s"), note("s"), note("s")]));
    let expected = [
        (0.0, 0.0, 288.0, 288.0),
        (304.0, 0.0, 288.0, 288.0),
        (608.0, 0.0, 288.0, 288.0),
        (912.0, 0.0, 288.0, 288.0),
        (0.0, 304.0, 288.0, 288.0),
    ];
    assert_eq!(rects(&page), expected);
}

#[test]
fn small_is_288x288_wide_592x288_tall_288x592_and_large_592x592() {
    let sides: Vec<_> = [Size::S, Size::W, Size::T, Size::L].into_iter().map(units::of_size).collect();
    assert_eq!(sides, [(288.0, 288.0), (592.0, 288.0), (288.0, 592.0), (592.0, 592.0)]);
}

#[test]
fn tiles_without_pos_flow_below_any_placed_tiles() {
    let placed =
        json!({ "type": "text", "text": "x", "pos": { "x": 40, "y": 80, "w": 320, "h": 400, "r": -3, "z": 2 } });
    let page = tiles(json!([note("l"), placed, note("s")]));
    let expected = [(0.0, 496.0, 592.0, 592.0), (40.0, 80.0, 320.0, 400.0), (608.0, 496.0, 288.0, 288.0)];
    assert_eq!(rects(&page), expected);
    let places = canvas::places(&page);
    assert_eq!((places[1].r, places[1].z), (Some(-3.0), 2.0));
    assert_eq!((places[0].r, places[0].z), (None, 0.0));
    assert_eq!(canvas::height(&places), 1088.0);
}

#[test]
fn an_automatic_heading_is_1200_by_72_and_starts_a_new_section() {
    let page = tiles(json!([note("s"), heading(), note("t"), note("w"), note("s")]));
    let expected = [
        (0.0, 0.0, 288.0, 288.0),
        (0.0, 304.0, 1200.0, 72.0),
        (0.0, 392.0, 288.0, 592.0),
        (304.0, 392.0, 592.0, 288.0),
        (912.0, 392.0, 288.0, 288.0),
    ];
    assert_eq!(rects(&page), expected);
}

#[test]
fn later_tiles_fill_gaps_as_a_dense_grid_does() {
    let page = tiles(json!([note("l"), note("s"), note("w"), note("s")]));
    let xy: Vec<_> = rects(&page).iter().map(|rect| (rect.0, rect.1)).collect();
    assert_eq!(xy, [(0.0, 0.0), (608.0, 0.0), (608.0, 304.0), (912.0, 0.0)]);
}

#[test]
fn social_tiles_without_pos_stay_in_the_group_and_with_pos_stand_alone_on_canvas() {
    let social = |pos: Value| json!({ "type": "social", "platform": "email", "handle": "a@b.example", "pos": pos });
    let page = tiles(json!([social(json!(null)), social(json!({ "x": 0, "y": 0, "w": 96, "h": 48 })), note("s")]));
    let at: Vec<_> = canvas::places(&page).iter().map(|place| place.index).collect();
    assert_eq!(at, [1, 2]);
    assert_eq!(list_order(&page), [2]);
    assert_eq!(bento::sections(&page, 4)[0].tiles.len(), 1);
}

#[test]
fn under_600_a_canvas_is_one_column_top_to_bottom_then_left_to_right() {
    let at = |x: u32, y: u32| json!({ "type": "text", "text": "x", "pos": { "x": x, "y": y, "w": 200, "h": 200 } });
    let page = tiles(json!([note("s"), at(600, 0), at(0, 400), at(0, 0)]));
    assert_eq!(phone::canvas_order(&page), [3, 1, 2, 0]);
}

#[test]
fn the_form_on_a_canvas_follows_the_shape() {
    let forms: Vec<_> = [(300.0, 200.0), (200.0, 300.0), (439.0, 439.0), (440.0, 440.0)]
        .into_iter()
        .map(|(w, h)| size_class::by_shape(w, h))
        .collect();
    assert_eq!(forms, [Size::W, Size::T, Size::S, Size::L]);
    let place = json!({ "type": "text", "text": "x", "pos": { "x": 0, "y": 0, "w": 144, "h": 144 } });
    let big = json!({ "type": "text", "text": "x", "pos": { "x": 0, "y": 0, "w": 2000, "h": 400 } });
    let q: Vec<_> = canvas::places(&tiles(json!([place, big]))).iter().map(|place| place.q).collect();
    assert_eq!(q, [0.6, 400.0 / 288.0]);
}

#[test]
fn a_tile_without_a_partner_on_the_phone_spans_both_columns() {
    let solo = |page: Value| {
        let page = tiles(page);
        let mut solo: Vec<_> = phone::grid(&page, &HashMap::new()).solo.into_iter().collect();
        solo.sort_unstable();
        solo
    };
    let tall = json!({ "type": "image", "src": "/media/a.png", "size": "t" });
    let wide = note("w");
    assert_eq!(solo(json!([note("s"), note("s")])), [] as [usize; 0]);
    assert_eq!(solo(json!([note("s"), note("s"), note("s")])), [2]);
    // A later tile fills the gap before the wide one.
    assert_eq!(solo(json!([note("s"), wide, note("s")])), [] as [usize; 0]);
    // A tall picture gets two neighbours …
    assert_eq!(solo(json!([tall, note("s"), note("s")])), [] as [usize; 0]);
    // … and with only one, neither may stay next to a hole.
    assert_eq!(solo(json!([tall, note("s")])), [0, 1]);
    // Tiles of different sections are never neighbours.
    assert_eq!(solo(json!([note("s"), heading(), note("s")])), [0, 2]);
    // A record with a long title takes both columns, whatever stands beside it.
    let record = |title: &str| json!({ "type": "music", "url": "https://open.spotify.com/track/a", "title": title, "size": "s" });
    assert_eq!(solo(json!([record("Rain"), record("Rain")])), [0_usize; 0]);
    assert_eq!(solo(json!([record(&"Rain ".repeat(20)), note("s"), note("s")])), [0]);
}

#[test]
fn the_order_of_the_grid_on_a_phone_is_that_of_its_rows() {
    let order = |page: Value| phone::grid(&tiles(page), &HashMap::new()).order;
    assert_eq!(order(json!([note("s"), note("w"), note("s")])), [0, 2, 1]);
    assert_eq!(order(json!([note("s"), note("w"), note("w"), heading(), note("s")])), [0, 1, 2, 3, 4]);
    let tall = json!({ "type": "image", "src": "/media/a.png", "size": "t" });
    assert_eq!(order(json!([note("w"), tall, note("w"), note("s"), note("s")])), [0, 1, 3, 4, 2]);
    let social = json!({ "type": "social", "platform": "github", "handle": "ada" });
    assert_eq!(order(json!([heading(), social, note("s"), note("l"), note("s")])), [0, 2, 4, 3]);
}

#[test]
fn one_cell_on_the_phone_is_what_the_looks_list() {
    let one = |tile: Value| size_class::one_cell_on_phone(&tiles(json!([tile]))[0], None);
    let link = |title: &str| json!({ "type": "link", "url": "https://example.com", "title": title, "size": "s" });
    assert!(one(link("Short words")));
    assert!(!one(link("A word of thirteen letters: abcdefghijklm")));
    assert!(!one(link(&"four ".repeat(10))));
    assert!(!one(json!({ "type": "link", "url": "mailto:a@b.example", "title": "Mail" })));
    assert!(one(json!({ "type": "text", "text": "x", "look": "stamp", "size": "l" })));
    assert!(one(json!({ "type": "text", "text": "x ".repeat(45), "size": "s" })));
    assert!(!one(json!({ "type": "text", "text": "xy ".repeat(31), "size": "s" })));
    assert!(one(json!({ "type": "image", "src": "/media/a.png", "size": "t" })));
    assert!(!one(json!({ "type": "image", "src": "/media/a.png", "size": "w" })));
    assert!(!one(json!({ "type": "github", "repo": "a/b", "size": "s" })));
}

/// Tries every cell from the top: the definition of a dense grid.
fn reference(columns: u32, items: &[(u32, u32)]) -> Vec<(u32, u32)> {
    let mut taken: Vec<(u32, u32)> = Vec::new();
    let mut out = Vec::new();
    for (wide, high) in items {
        let cells = |x: u32, y: u32| (y..y + high).flat_map(move |cy| (x..x + wide).map(move |cx| (cx, cy)));
        let spots = (0..).flat_map(|y| (0..=columns - wide).map(move |x| (x, y)));
        let (x, y) = spots.into_iter().find(|(x, y)| cells(*x, *y).all(|cell| !taken.contains(&cell))).unwrap();
        taken.extend(cells(x, y));
        out.push((x, y));
    }
    out
}

/// Shifts, in half cells, of items (columns, rows) in a grid of four columns.
fn evened(items: &[(u32, u32)]) -> Vec<(u32, u32)> {
    let packed = grid::pack(4, items.iter().copied());
    grid::evened(4, &packed.cells).iter().map(|shift| (shift.x, shift.y)).collect()
}

#[test]
fn a_row_with_room_left_stands_in_the_middle() {
    assert_eq!(evened(&[(1, 1)]), [(3, 0)]);
    assert_eq!(evened(&[(1, 1), (1, 1)]), [(2, 0), (2, 0)]);
    assert_eq!(evened(&[(1, 1); 5]), [(0, 0), (0, 0), (0, 0), (0, 0), (3, 0)]);
    assert_eq!(evened(&[(2, 1), (1, 1)]), [(1, 0), (1, 0)]);
    // A single small tile next to a large one is centred vertically.
    assert_eq!(evened(&[(2, 2), (1, 1)]), [(1, 0), (1, 1)]);
    assert_eq!(evened(&[(2, 2), (1, 1), (1, 1), (1, 1)]), [(0, 0), (0, 0), (0, 1), (0, 0)]);
}

proptest! {
    #[test]
    fn packing_is_dense_and_never_overlaps(columns in 2u32..=4, items in prop::collection::vec((1u32..=2, 1u32..=2), 0..40)) {
        let packed = grid::pack(columns, items.iter().copied());
        let found: Vec<_> = packed.cells.iter().map(|cell| (cell.column, cell.row)).collect();
        prop_assert_eq!(found, reference(columns, &items));
    }

    #[test]
    fn evened_rows_neither_overlap_nor_leave_the_grid_and_a_full_grid_stays((columns, items) in (1_u32..5, prop::collection::vec((1_u32..3, 1_u32..3), 0..25))) {
        let packed = grid::pack(columns, items);
        let shifts = grid::evened(columns, &packed.cells);
        // In half cells.
        let spots: Vec<_> = packed.cells.iter().zip(&shifts).map(|(cell, by)| {
            (cell.column * 2 + by.x, cell.row * 2 + by.y, cell.columns * 2, cell.rows * 2)
        }).collect();
        for (nth, a) in spots.iter().enumerate() {
            prop_assert!(a.0 + a.2 <= columns * 2 && a.1 + a.3 <= packed.rows * 2, "{a:?} leaves the grid");
            for b in &spots[nth + 1..] {
                let apart = a.0 + a.2 <= b.0 || b.0 + b.2 <= a.0 || a.1 + a.3 <= b.1 || b.1 + b.3 <= a.1;
                prop_assert!(apart, "{a:?} {b:?}");
            }
        }
        let filled: u32 = packed.cells.iter().map(|cell| cell.columns * cell.rows).sum();
        let moved = shifts.iter().any(|shift| *shift != grid::Shift::default());
        prop_assert!(!moved || filled < packed.rows * columns);
    }

    #[test]
    fn automatic_places_never_overlap_each_other_nor_what_is_placed_above(draft in any::draft(40)) {
        let places = canvas::places(&draft.tiles);
        let auto: Vec<_> = places.iter().filter(|place| place.r.is_none()).collect();
        let bottom = places.iter().filter(|place| place.r.is_some()).map(|place| place.y + place.h).fold(0.0, f64::max);
        for (nth, a) in auto.iter().enumerate() {
            prop_assert!(a.x >= 0.0 && a.x + a.w <= 1200.0 && a.y >= bottom);
            for b in &auto[nth + 1..] {
                let apart = a.x + a.w + 16.0 <= b.x || b.x + b.w + 16.0 <= a.x || a.y + a.h + 16.0 <= b.y || b.y + b.h + 16.0 <= a.y;
                prop_assert!(apart, "{a:?} {b:?}");
            }
        }
    }

    #[test]
    fn every_tile_has_exactly_one_place_in_each_layout(draft in any::draft(30)) {
        let social = |at: &usize| matches!(draft.tiles[*at].kind, Kind::Social(_));
        let expected: Vec<_> = (0..draft.tiles.len()).filter(|at| !social(at)).collect();
        let mut bento: Vec<_> = bento::sections(&draft.tiles, 4)
            .into_iter()
            .flat_map(|section| section.heading.into_iter().chain(section.tiles.into_iter().map(|tile| tile.0)).collect::<Vec<_>>())
            .collect();
        bento.sort_unstable();
        prop_assert_eq!(&bento, &expected);
        let mut phone = phone::grid(&draft.tiles, &HashMap::new()).order;
        phone.sort_unstable();
        prop_assert_eq!(&phone, &expected);
        prop_assert_eq!(list_order(&draft.tiles), expected);
        let mut phone = phone::canvas_order(&draft.tiles);
        phone.sort_unstable();
        let canvas: Vec<_> = canvas::places(&draft.tiles).iter().map(|place| place.index).collect();
        prop_assert_eq!(phone, canvas);
    }

    #[test]
    fn with_solo_tiles_widened_the_phone_has_no_hole(draft in any::draft(30)) {
        let Draft { tiles, .. } = draft;
        let solo = phone::grid(&tiles, &HashMap::new()).solo;
        for section in bento::sections(&tiles, 2) {
            let spans = section.tiles.iter().map(|(at, _)| {
                let tile = &tiles[*at];
                if solo.contains(at) || !size_class::one_cell_on_phone(tile, None) { (2, 1) }
                else if matches!(tile.kind, Kind::Image(_)) && tile.size == Size::T { (1, 2) }
                else { (1, 1) }
            });
            let packed = grid::pack(2, spans);
            let filled: u32 = packed.cells.iter().map(|cell| cell.columns * cell.rows).sum();
            prop_assert_eq!(filled, packed.rows * 2);
        }
    }
}

#[test]
fn the_room_of_a_text_is_counted_by_script() {
    assert_eq!(size_class::width("Open studio"), 11);
    assert_eq!(size_class::width("l’été à Łódź, Việt — “so”"), "l’été à Łódź, Việt — “so”".chars().count());
    assert_eq!(size_class::width("春の夜"), 9);
    assert_eq!(size_class::width("سلام"), 8);
    assert_eq!(
        [size_class::fit("Hello"), size_class::fit(&"春".repeat(24)), size_class::fit(&"x".repeat(281))],
        [1, 3, 5]
    );
}

#[test]
fn a_stamp_with_more_words_than_its_disc_holds_is_drawn_as_a_note() {
    let stamp = |text: &str| {
        let tile = &tiles(json!([{ "type": "text", "look": "stamp", "text": text }]))[0];
        let Kind::Text(note) = &tile.kind else { panic!("a note") };
        (size_class::drawn_as_stamp(note), size_class::one_cell_on_phone(tile, None))
    };
    assert_eq!(stamp("Open\nstudio\n**2026**"), (true, true));
    assert_eq!(stamp(&"o".repeat(60)), (true, true));
    assert_eq!(stamp(&"word ".repeat(40)), (false, false));
    assert!(!stamp(&"春".repeat(21)).0);
    assert!(!stamp("1\n2\n3\n4\n5\n6").0);
}
