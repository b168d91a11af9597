//! Where a tile's object stands on the sheet, with its tilt.

use leptos::prelude::*;
use mantel_model::{float_math, number};
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement};

use super::view;
use super::view::Frame;
use crate::editor::state::editor::Selection;

/// A turned rectangle, px from the sheet's corner.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Shape {
    /// The rectangle before it is turned about its middle.
    pub frame: Frame,
    /// By how much, degrees.
    pub angle: f64,
}

impl Shape {
    /// As a style.
    pub fn style(self) -> String {
        format!("{};rotate:{:.2}deg", self.frame.style(), self.angle)
    }

    /// Its middle.
    pub fn middle(self) -> (f64, f64) {
        (self.frame.x + self.frame.w / 2.0, self.frame.y + self.frame.h / 2.0)
    }
}

/// The shape of what is drawn as a thing: its object where it has one.
pub fn of(thing: &Selection) -> Option<Shape> {
    let whole = view::element(thing)?;
    let object = whole.query_selector(":scope > .obj").ok().flatten();
    let angle = turn(&whole) + object.as_ref().map_or(0.0, turn);
    let frame = view::frame_of(object.as_ref().unwrap_or(&whole))?;
    Some(Shape { frame: straight(frame, angle), angle })
}

/// The rectangle whose turned bounds are these.
fn straight(bounds: Frame, angle: f64) -> Frame {
    let (sin, cos) = float_math::sin_cos(angle.to_radians().abs());
    let double = cos * cos - sin * sin;
    if double < 0.1 || sin < 0.001 {
        return bounds;
    }
    let w = (bounds.w * cos - bounds.h * sin) / double;
    let h = (bounds.h * cos - bounds.w * sin) / double;
    Frame { x: bounds.x + (bounds.w - w) / 2.0, y: bounds.y + (bounds.h - h) / 2.0, w, h }
}

/// How far a style turns an element, degrees.
pub fn turn(element: &Element) -> f64 {
    let Some(style) = style(element) else { return 0.0 };
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

/// The style that an element is drawn with.
pub fn style(element: &Element) -> Option<web_sys::CssStyleDeclaration> {
    window().get_computed_style(element).ok().flatten()
}

/// How much larger than its own pixels the page is drawn.
pub fn zoom() -> f64 {
    let page = one(".e-sheet > .page");
    let zoom = page.and_then(|page| {
        style(&page)?.get_property_value("zoom").ok().and_then(|property_value| number::read(&property_value))
    });
    zoom.filter(|zoom| *zoom > 0.0).unwrap_or(1.0)
}

/// The first element that a selector names.
pub fn one(selector: &str) -> Option<HtmlElement> {
    document().query_selector(selector).ok().flatten()?.dyn_into().ok()
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
            let found = straight(bounds, angle);
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
