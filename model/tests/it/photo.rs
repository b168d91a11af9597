//! Photo treatments and sizes: pixels in, dots and characters out.

use mantel_model::HexColor;
use mantel_model::photo::{Grey, Measure, PictureInfo, Sketch, ascii, covering, dither};
use proptest::prelude::*;

/// A gradient from black on the left to white on the right.
fn slope(cols: u32, rows: u32) -> Grey {
    let shade = |at: u32| u8::try_from(at % cols * 255 / (cols - 1)).unwrap();
    Grey::new(cols, rows, (0..cols * rows).map(shade).collect()).unwrap()
}

fn seen(width: u32) -> PictureInfo {
    PictureInfo { src: "/media/a".into(), measure: Some(Measure { width, height: 100, tint: None }), sketch: None }
}

#[test]
fn dots_are_two_inks_in_the_measure_of_what_they_print() {
    let dots = dither::dots(&slope(640, 320), 128);
    assert_eq!((dots.cols, dots.rows), (128, 64));
    assert!(dots.cells.iter().all(|cell| matches!(cell, 0 | 255)));
    let lit = |from: usize| {
        let row = |row: usize| &dots.cells[row * 128 + from..row * 128 + from + 16];
        (0..64).flat_map(row).filter(|dot| **dot == 255).count()
    };
    // Sixteen columns per step, 1024 dots each: more light at every step, none at the start, all at the end.
    let steps: Vec<usize> = (0..128).step_by(16).map(lit).collect();
    assert!(steps.windows(2).all(|pair| pair[0] < pair[1]), "{steps:?}");
    assert!(steps[0] < 60 && steps[7] > 900, "{steps:?}");
}

#[test]
fn letters_are_dense_where_the_paper_takes_ink() {
    let light = ascii::letters(&slope(96, 48), (48, 24), false);
    let dark = ascii::letters(&slope(96, 48), (48, 24), true);
    assert_eq!((light.lines().count(), dark.lines().count()), (24, 24));
    for line in light.lines() {
        assert!(line.starts_with('@') && line.len() < 48 && line.is_ascii(), "{line}");
    }
    assert!(dark.lines().all(|line| line.starts_with("  ") && line.ends_with('@') && line.len() == 48), "{dark}");
}

#[test]
fn the_whole_picture_fits_in_few_letters() {
    assert_eq!(ascii::measure(1.0, 288.0, 288.0), (48, 48));
    assert_eq!(ascii::measure(2.0, 288.0, 576.0), (64, 32));
    assert_eq!(ascii::measure(0.5, 592.0, 592.0), (32, 64));
    assert_eq!(ascii::measure(40.0, 592.0, 24_000.0), (64, 2));
}

#[test]
fn sizes_never_exceed_the_picture() {
    assert_eq!(
        seen(3000).widths(),
        [(240, 240), (320, 320), (480, 480), (640, 640), (800, 800), (960, 960), (1280, 1280)]
    );
    assert_eq!(
        seen(700).srcset().unwrap(),
        "/media/a/240.webp 240w, /media/a/320.webp 320w, /media/a/480.webp 480w, /media/a/640.webp 640w, /media/a/800.webp 700w"
    );
    assert_eq!(seen(320).widths(), [(240, 240), (320, 320)]);
    assert_eq!(seen(40).srcset().unwrap(), "/media/a/240.webp 40w");
    assert_eq!((seen(700).at(600), seen(700).at(2000)), ("/media/a/640.webp".into(), "/media/a/800.webp".into()));
    let unknown = PictureInfo { measure: None, ..seen(1) };
    assert_eq!((unknown.srcset(), unknown.at(10)), (None, "/media/a".to_owned()));
}

#[test]
fn dots_are_as_many_as_the_shown_width_takes() {
    assert_eq!(seen(900).dotted(288.0), "/media/a/dither-96.png");
    assert_eq!(seen(900).dotted(592.0), "/media/a/dither-192.png");
    assert_eq!(seen(900).dotted(9000.0), "/media/a/dither-512.png");
    assert!((covering(2.0, (288.0, 288.0), 1.5) - 864.0).abs() < 1e-9);
    assert!((covering(0.5, (592.0, 288.0), 1.0) - 592.0).abs() < 1e-9);
}

proptest! {
    #[test]
    fn sketches_come_back_as_they_were(width in 1u32..5000, height in 1u32..5000, tint: Option<([u8; 3], [u8; 3])>, shade: u8) {
        let (cols, rows) = Sketch::cells(width, height);
        prop_assert!((1..=96).contains(&cols) && (1..=96).contains(&rows));
        let color = |[r, g, b]: [u8; 3]| HexColor::rgb(r, g, b);
        let tint = tint.map(|(upper, lower)| [color(upper), color(lower)]);
        let grey = Grey::new(cols, rows, vec![shade; usize::try_from(cols * rows).unwrap()]).unwrap();
        let sketch = Sketch { measure: Measure { width, height, tint }, grey };
        let bytes = sketch.to_bytes();
        prop_assert_eq!(Sketch::from_bytes(&bytes), Some(sketch));
        prop_assert_eq!(Sketch::from_bytes(&bytes[1..]), None);
    }

    #[test]
    fn any_picture_prints_in_any_measure(cols in 1u32..40, rows in 1u32..40, wanted in 1u32..200, lines in 1u32..70, shade: u8) {
        let cells = (0..cols * rows).map(|at| shade.wrapping_mul(u8::try_from(at % 251).unwrap())).collect();
        let grey = Grey::new(cols, rows, cells).unwrap();
        let dots = dither::dots(&grey, wanted);
        prop_assert_eq!(dots.cells.len(), usize::try_from(dots.cols * dots.rows).unwrap());
        prop_assert_eq!(ascii::letters(&grey, (wanted, lines), shade > 99).split('\n').count(), usize::try_from(lines).unwrap());
    }
}
