//! A print as a page of PDF: a picture, and outlines on it.

use mantel_model::HexColor;
use pdf_writer::{Content, Filter, Finish, Name, Pdf, Rect, Ref};

use super::print::Mark;

/// Points a pixel, at 300 pixels an inch.
const POINT: f64 = 72.0 / 300.0;

/// One page. `bleed` is what printers cut off on each side, pixels.
#[expect(clippy::cast_possible_truncation, reason = "a few thousand pixels; PDF holds single precision")]
pub(super) fn page((width, height): (u32, u32), bleed: f64, ground: &[u8], marks: &[Mark]) -> Vec<u8> {
    let [catalog, pages, page, image, content] = [1, 2, 3, 4, 5].map(Ref::new);
    let (wide, high) = ((f64::from(width) * POINT) as f32, (f64::from(height) * POINT) as f32);
    let mut pdf = Pdf::new();
    pdf.catalog(catalog).pages(pages);
    pdf.pages(pages).kids([page]).count(1);
    let all = Rect::new(0.0, 0.0, wide, high);
    let cut = (bleed * POINT) as f32;
    let mut one = pdf.page(page);
    one.parent(pages).media_box(all).bleed_box(all).trim_box(Rect::new(cut, cut, wide - cut, high - cut));
    one.contents(content);
    one.resources().x_objects().pair(Name(b"G"), image);
    one.finish();

    let mut picture = pdf.image_xobject(image, ground);
    picture.filter(Filter::DctDecode);
    picture.width(width.cast_signed()).height(height.cast_signed());
    picture.color_space().device_rgb();
    picture.bits_per_component(8);
    picture.finish();

    let mut out = Content::new();
    out.save_state().transform([wide, 0.0, 0.0, high, 0.0, 0.0]).x_object(Name(b"G")).restore_state();
    // From pixels that count down to points that count up.
    let point = POINT as f32;
    out.transform([point, 0.0, 0.0, -point, 0.0, high]);
    for mark in marks {
        out.save_state().transform(mark.matrix.map(|it| it as f32));
        let [r, g, b] = part(mark.fill);
        out.set_fill_rgb(r, g, b);
        trace(&mut out, &mark.path);
        out.fill_nonzero().restore_state();
    }
    pdf.stream(content, out.finish().as_slice());
    pdf.finish()
}

fn part(color: HexColor) -> [f32; 3] {
    color.bytes().map(|byte| f32::from(byte) / 255.0)
}

/// Path data of `M`, `L`, `Q`, `C` and `Z` as operators of PDF, which has no quadratic curves.
fn trace(out: &mut Content, path: &str) {
    let mut at = (0.0, 0.0);
    let mut numbers: Vec<f32> = Vec::new();
    let mut command = ' ';
    let mut number = String::new();
    for letter in path.chars().chain(['Z']) {
        if matches!(letter, '0'..='9' | '.' | '-') {
            number.push(letter);
            continue;
        }
        numbers.extend(number.parse::<f32>());
        number.clear();
        match (command, numbers.as_slice()) {
            ('M', &[x, y]) => {
                out.move_to(x, y);
                at = (x, y);
            }
            ('L', &[x, y]) => {
                out.line_to(x, y);
                at = (x, y);
            }
            ('Q', &[cx, cy, x, y]) => {
                let near = |from: f32, to: f32| from + (to - from) * 2.0 / 3.0;
                out.cubic_to(near(at.0, cx), near(at.1, cy), near(x, cx), near(y, cy), x, y);
                at = (x, y);
            }
            ('C', &[ax, ay, bx, by, x, y]) => {
                out.cubic_to(ax, ay, bx, by, x, y);
                at = (x, y);
            }
            _ => {
                if letter.is_ascii_alphabetic() {
                    command = start(out, letter, &mut numbers);
                }
                continue;
            }
        }
        numbers.clear();
        if letter.is_ascii_alphabetic() {
            command = start(out, letter, &mut numbers);
        }
    }
}

/// Begins a command, and closes the path at `Z`.
fn start(out: &mut Content, letter: char, numbers: &mut Vec<f32>) -> char {
    numbers.clear();
    let letter = letter.to_ascii_uppercase();
    if letter == 'Z' {
        out.close_path();
    }
    letter
}
