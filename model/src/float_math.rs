//! Floating-point functions that are not machine instructions.
//!
//! In the browser these call its `Math` object: compiling their tables into wasm would add as much as a whole look.
//! The last digit may differ between the two, so stored results are always rounded.

#[cfg(target_arch = "wasm32")]
use js_sys::Math;

/// Sine and cosine of an angle in radians.
pub fn sin_cos(angle: f64) -> (f64, f64) {
    #[cfg(target_arch = "wasm32")]
    return (Math::sin(angle), Math::cos(angle));
    #[cfg(not(target_arch = "wasm32"))]
    angle.sin_cos()
}

/// The angle from the x axis to a point, radians, −π to π.
pub fn atan2(y: f64, x: f64) -> f64 {
    #[cfg(target_arch = "wasm32")]
    return Math::atan2(y, x);
    #[cfg(not(target_arch = "wasm32"))]
    y.atan2(x)
}

/// `base` raised to a power.
pub fn pow(base: f64, power: f64) -> f64 {
    #[cfg(target_arch = "wasm32")]
    return Math::pow(base, power);
    #[cfg(not(target_arch = "wasm32"))]
    base.powf(power)
}

/// The cube root.
pub fn cbrt(it: f64) -> f64 {
    #[cfg(target_arch = "wasm32")]
    return Math::cbrt(it);
    #[cfg(not(target_arch = "wasm32"))]
    it.cbrt()
}
