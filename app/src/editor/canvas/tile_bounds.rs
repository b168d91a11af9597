//! The bounds of a selected item as drawn, with its rotation.

use mantel_model::{float_math, number};
use web_sys::Element;

use super::elements::{computed_style, element, frame_of};
use super::offscreen;
use crate::editor::state::geometry::{Bounds, Frame};
use crate::editor::state::selection::Selection;

/// The bounds of an item as drawn; of a tile, those of the object inside it.
pub fn of(selection: &Selection) -> Option<Bounds> {
    exact(&element(selection)?.into())
}

/// The same, but of a tile out of view the bounds of the tile: measuring inside it would lay it out.
pub fn quick(selection: &Selection) -> Option<Bounds> {
    let whole: Element = element(selection)?.into();
    if offscreen::is_offscreen(&whole) { Some(Bounds { frame: frame_of(&whole)?, angle: 0.0 }) } else { exact(&whole) }
}

fn exact(whole: &Element) -> Option<Bounds> {
    let object = whole.query_selector(":scope > .obj").ok().flatten();
    let angle = rotation(whole) + object.as_ref().map_or(0.0, rotation);
    let frame = frame_of(object.as_ref().unwrap_or(whole))?;
    Some(Bounds { frame: unrotated(frame, angle), angle })
}

/// The rectangle before a rotation, from its axis-aligned bounds after it.
fn unrotated(bounds: Frame, angle: f64) -> Frame {
    let (sin, cos) = float_math::sin_cos(angle.to_radians().abs());
    let double = cos * cos - sin * sin;
    if double < 0.1 || sin < 0.001 {
        return bounds;
    }
    let w = (bounds.w * cos - bounds.h * sin) / double;
    let h = (bounds.h * cos - bounds.w * sin) / double;
    Frame { x: bounds.x + (bounds.w - w) / 2.0, y: bounds.y + (bounds.h - h) / 2.0, w, h }
}

/// By how many degrees the style rotates an element.
fn rotation(element: &Element) -> f64 {
    let Some(style) = computed_style(element) else { return 0.0 };
    let value = |name: &str| style.get_property_value(name).unwrap_or_default();
    let rotate = number::read(value("rotate").trim_end_matches("deg")).unwrap_or(0.0);
    rotate + matrix(&value("transform")).unwrap_or(0.0)
}

/// The angle of `matrix(a, b, …)`, degrees.
fn matrix(text: &str) -> Option<f64> {
    let mut numbers = text.strip_prefix("matrix(")?.split(',').map(number::read);
    let (a, b) = (numbers.next()??, numbers.next()??);
    Some(float_math::atan2(b, a).to_degrees())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_turned_rectangle_is_found_from_its_bounds() {
        let (w, h, angle) = (200.0_f64, 120.0_f64, 3.0_f64);
        let (sin, cos) = angle.to_radians().sin_cos();
        let bounds = Frame { x: 10.0, y: 20.0, w: w * cos + h * sin, h: w * sin + h * cos };
        for angle in [angle, -angle] {
            let found = unrotated(bounds, angle);
            assert!((found.w - w).abs() < 0.01 && (found.h - h).abs() < 0.01, "{found:?}");
            assert!((found.x + found.w / 2.0 - bounds.x - bounds.w / 2.0).abs() < 0.01, "{found:?}");
        }
    }

    #[test]
    fn an_angle_is_read_from_a_matrix() {
        assert!(matrix("matrix(0, 1, -1, 0, 0, 0)").is_some_and(|matrix| (matrix - 90.0).abs() < 0.01));
        assert_eq!(matrix("none"), None);
    }
}
