use super::bits::Bits;
use super::colour::Painter;
use super::obu::coded;
use super::sequence::{Colours, Sequence};

/// Writes numbers, each with its count of bits, as bytes.
fn written(all: &[(u32, u32)]) -> Vec<u8> {
    let bits: Vec<bool> =
        all.iter().flat_map(|&(it, count)| (0..count).rev().map(move |at| it >> at & 1 == 1)).collect();
    let byte = |bits: &[bool]| bits.iter().enumerate().fold(0, |sum, (at, one)| sum | u8::from(*one) << (7 - at));
    bits.chunks(8).map(byte).collect()
}

/// A sequence header of a video, with every optional part: 640 x 480, ten bits.
fn film() -> Vec<(u32, u32)> {
    let times = [(1, 1), (1, 32), (25, 32), (0, 1), (1, 1), (9, 5), (1, 32), (9, 5), (6, 5)];
    let point = [(0, 12), (8, 5), (0, 1), (1, 1), (7, 10), (7, 10), (0, 1), (1, 1), (2, 4)];
    let size = [(9, 4), (8, 4), (639, 10), (479, 9), (1, 1), (3, 4), (2, 3)];
    let tools = [(0, 3), (0, 4), (1, 1), (0, 2), (0, 1), (1, 1), (0, 1), (1, 1), (6, 3)];
    let colours = [(1, 1), (0, 2), (1, 1), (0, 1), (1, 1), (9, 8), (16, 8), (9, 8), (0, 1), (1, 2), (0, 1), (1, 1)];
    let start = [(0, 3), (0, 1), (0, 1)];
    [&start[..], &times, &[(1, 1), (0, 5)], &point, &size, &tools, &colours].concat()
}

#[test]
fn a_header_of_film_is_read_to_its_end() {
    let read = Sequence::read(&written(&film())).unwrap();
    assert_eq!((read.width, read.height, read.depth, read.grey, read.halved), (640, 480, 10, false, (true, true)));
    assert_eq!(read.colours, Colours { primaries: 9, transfer: 16, matrix: 9, full: false });
    assert_eq!(read.extra, (true, true), "wider frames and grain");
    // Three frames with one and a half samples of two bytes per pixel.
    assert_eq!(read.quarters(), 3 * 6 * 2);
    for cut in 0..written(&film()).len() - 1 {
        assert!(Sequence::read(&written(&film())[..cut]).is_err(), "{cut}");
    }
}

#[test]
fn a_frame_that_says_another_size_is_found() {
    let frames = Sequence::read(&written(&film())).unwrap().frames;
    // Not a repeated frame, a key frame, shown; 7 bits of time; one tool flag; 8 bits of id; then the size override.
    let frame = |again, kind, shown, other| {
        let start = [(again, 1), (kind, 2), (shown, 1), (5, 7), (0, 1), (0, 8)];
        frames.check(&written(&[&start[..], &[(other, 1), (0, 8)]].concat()))
    };
    assert_eq!(frame(0, 0, 1, 0), Ok(()));
    assert_eq!(frame(0, 0, 1, 1), Err("its frame says another size than the file".to_owned()));
    for wrong in [frame(1, 0, 1, 0), frame(0, 1, 1, 0), frame(0, 0, 0, 0)] {
        assert_eq!(wrong, Err("its first frame is not a picture of its own".to_owned()));
    }
}

#[test]
fn units_are_told_apart() {
    let head = [&[0x0a, 3][..], &[0, 0, 0]].concat();
    assert!(coded(&head).is_err(), "a header that ends too soon");
    assert!(coded(&[0x80, 0]).is_err(), "no unit begins so");
    assert!(coded(&[0x12, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]).is_err(), "a length without an end");
    assert!(coded(&[0x12, 5, 0]).is_err(), "longer than the data");
    assert_eq!(coded(&[0x12, 0]), Err("there is no picture in it".to_owned()));
}

#[test]
fn bits_end_where_the_bytes_do() {
    let mut bits = Bits::new(&[0b1010_0000, 1]);
    assert_eq!((bits.take(3), bits.take(13), bits.flag().is_err()), (Ok(5), Ok(1), true));
}

#[test]
fn samples_become_colours() {
    let painted = |colours, depth, sample: [u16; 3]| {
        let mut out = Vec::new();
        Painter::new(colours, depth).unwrap().colours(sample.each_ref().map(std::slice::from_ref), &mut out);
        out
    };
    let named = |primaries, transfer, matrix, full| Colours { primaries, transfer, matrix, full };
    for (colours, depth, sample, seen) in [
        (named(1, 13, 6, true), 8, [128, 128, 128], [128, 128, 128]),
        (named(1, 13, 6, true), 8, [76, 85, 255], [254, 0, 0]),
        (named(1, 13, 1, false), 8, [16, 128, 128], [0, 0, 0]),
        (named(1, 13, 1, false), 8, [235, 128, 128], [255, 255, 255]),
        (named(1, 13, 1, false), 10, [940, 512, 512], [255, 255, 255]),
        (named(1, 13, 0, true), 8, [10, 20, 30], [30, 10, 20]),
        (named(1, 13, 8, true), 8, [100, 128, 138], [110, 100, 90]),
        (named(12, 13, 6, true), 8, [128, 128, 128], [128, 128, 128]),
        // Black and white in PQ: diffuse white maps below 255, which leaves room for highlights.
        (named(9, 16, 9, true), 10, [0, 512, 512], [0, 0, 0]),
        (named(9, 16, 9, true), 10, [594, 512, 512], [242, 242, 242]),
        (named(9, 16, 9, true), 10, [1023, 512, 512], [255, 255, 255]),
    ] {
        let out = painted(colours, depth, sample);
        assert!(out.iter().zip(seen).all(|(a, b)| a.abs_diff(b) <= 2), "{colours:?} {sample:?}: {out:?}");
    }
    for unknown in [11, 13, 14, 15, 200] {
        assert!(Painter::new(named(1, 13, unknown, true), 8).is_err(), "{unknown}");
    }
}
