//! Outlines pushed about by noise: deckle edges, brushed rims, spilt rings. The page's art has them from displacement
//! filters (`public/draw/painted.py`); here the outline itself is moved, so its edge stays smooth at any scale.

use std::f64::consts::TAU;
use std::fmt::Write as _;

/// The distance between points of an outline, in pixels: the finest octave of a deckle is about twice as long.
const STEP: f64 = 1.6;

/// A closed outline as points, in pixels.
#[derive(Clone, Debug)]
pub(crate) struct Outline(Vec<(f64, f64)>);

impl Outline {
    /// A rectangle with square corners.
    pub(crate) fn rect(x: f64, y: f64, width: f64, height: f64) -> Self {
        Self::polygon(&[(x, y), (x + width, y), (x + width, y + height), (x, y + height)])
    }

    /// A polygon with straight sides.
    pub(crate) fn polygon(corners: &[(f64, f64)]) -> Self {
        let mut points = Vec::new();
        for (at, &from) in corners.iter().enumerate() {
            let to = corners[(at + 1) % corners.len()];
            let steps = ((to.0 - from.0).hypot(to.1 - from.1) / STEP).ceil().max(1.0) as usize;
            points.extend((0..steps).map(|step| between(from, to, step as f64 / steps as f64)));
        }
        Self(points)
    }

    /// A round curve near a polygon: through the middle of each side, with each corner as its handle.
    pub(crate) fn smooth(corners: &[(f64, f64)]) -> Self {
        let mut points = Vec::new();
        for (at, &corner) in corners.iter().enumerate() {
            let before = corners[(at + corners.len() - 1) % corners.len()];
            let after = corners[(at + 1) % corners.len()];
            let (from, to) = (between(before, corner, 0.5), between(corner, after, 0.5));
            let length = (corner.0 - from.0).hypot(corner.1 - from.1) + (to.0 - corner.0).hypot(to.1 - corner.1);
            let steps = (length / STEP).ceil().max(1.0) as usize;
            points.extend((0..steps).map(|step| {
                let part = step as f64 / steps as f64;
                between(between(from, corner, part), between(corner, to, part), part)
            }));
        }
        Self(points)
    }

    /// A round whose radius varies with the angle: `radius` takes radians and gives pixels.
    pub(crate) fn round(cx: f64, cy: f64, largest: f64, radius: impl Fn(f64) -> f64) -> Self {
        let count = (largest * TAU / STEP).ceil().max(12.0) as usize;
        let angles = (0..count).map(|at| at as f64 / count as f64 * TAU);
        Self(angles.map(|angle| (cx + angle.cos() * radius(angle), cy + angle.sin() * radius(angle))).collect())
    }

    /// The outline pushed by noise, up to half of `scale` pixels each way; `frequency` is in waves a pixel.
    pub(crate) fn pushed(mut self, scale: f64, frequency: (f64, f64), octaves: u32, seed: u32) -> Self {
        for (x, y) in &mut self.0 {
            let (across, down) = (*x * frequency.0, *y * frequency.1);
            *x += scale * fractal(across, down, octaves, seed);
            *y += scale * fractal(across, down, octaves, seed + 101);
        }
        self
    }

    /// The outline turned clockwise about a point, in degrees.
    pub(crate) fn turned(mut self, degrees: f64, (cx, cy): (f64, f64)) -> Self {
        let (sin, cos) = degrees.to_radians().sin_cos();
        for (x, y) in &mut self.0 {
            let (dx, dy) = (*x - cx, *y - cy);
            (*x, *y) = (cx + dx * cos - dy * sin, cy + dx * sin + dy * cos);
        }
        self
    }

    /// The outline as the data of an SVG path.
    pub(crate) fn path(&self) -> String {
        let mut path = String::with_capacity(self.0.len() * 12);
        for (at, (x, y)) in self.0.iter().enumerate() {
            let _ = write!(path, "{}{x:.1} {y:.1}", if at == 0 { 'M' } else { 'L' });
        }
        path.push('z');
        path
    }
}

/// A line between two points that a hand drew: open, as the data of an SVG path.
pub(crate) fn stroke(from: (f64, f64), to: (f64, f64), scale: f64, frequency: f64, seed: u32) -> String {
    let steps = ((to.0 - from.0).hypot(to.1 - from.1) / 4.0).ceil().max(1.0) as usize;
    let mut path = String::new();
    for step in 0..=steps {
        let (x, y) = between(from, to, step as f64 / steps as f64);
        let across = scale * fractal(x * frequency, y * frequency, 3, seed);
        let down = scale * fractal(x * frequency, y * frequency, 3, seed + 101);
        let _ = write!(path, "{}{:.1} {:.1}", if step == 0 { 'M' } else { 'L' }, x + across, y + down);
    }
    path
}

fn between(from: (f64, f64), to: (f64, f64), part: f64) -> (f64, f64) {
    (from.0 + (to.0 - from.0) * part, from.1 + (to.1 - from.1) * part)
}

/// Gradient noise in octaves, each twice as fine and half as strong: about −.5 to .5, as the noise of SVG about its middle.
pub(crate) fn fractal(x: f64, y: f64, octaves: u32, seed: u32) -> f64 {
    let (mut sum, mut fine) = (0.0, 1.0);
    for octave in 0..octaves {
        sum += gradient(x * fine, y * fine, seed.wrapping_add(octave * 7919)) / fine;
        fine *= 2.0;
    }
    sum / 2.0
}

/// Sixteen slopes all round, of length √2, so that noise reaches from −1 to 1 between them.
const SLOPES: [(f64, f64); 16] = [
    (1.387, 0.2759),
    (1.1759, 0.7857),
    (0.7857, 1.1759),
    (0.2759, 1.387),
    (-0.2759, 1.387),
    (-0.7857, 1.1759),
    (-1.1759, 0.7857),
    (-1.387, 0.2759),
    (-1.387, -0.2759),
    (-1.1759, -0.7857),
    (-0.7857, -1.1759),
    (-0.2759, -1.387),
    (0.2759, -1.387),
    (0.7857, -1.1759),
    (1.1759, -0.7857),
    (1.387, -0.2759),
];

/// Perlin's noise: slopes at the corners of a grid, blended; −1 to 1.
fn gradient(x: f64, y: f64, seed: u32) -> f64 {
    let (left, top) = (x.floor(), y.floor());
    let (across, down) = (x - left, y - top);
    let slope = |dx: f64, dy: f64| {
        let (right, below) = SLOPES[(hash((left + dx) as i32, (top + dy) as i32, seed) & 15) as usize];
        right * (across - dx) + below * (down - dy)
    };
    let ease = |part: f64| part * part * part * (part * (part * 6.0 - 15.0) + 10.0);
    let mix = |from: f64, to: f64, part: f64| from + (to - from) * part;
    let (u, v) = (ease(across), ease(down));
    mix(mix(slope(0.0, 0.0), slope(1.0, 0.0), u), mix(slope(0.0, 1.0), slope(1.0, 1.0), u), v)
}

/// Bits that look unordered, the same for the same place and seed.
const fn hash(x: i32, y: i32, seed: u32) -> u32 {
    let mut bits =
        (x as u32).wrapping_mul(0x9e37_79b1) ^ (y as u32).wrapping_mul(0x85eb_ca77) ^ seed.wrapping_mul(0xc2b2_ae3d);
    bits ^= bits >> 15;
    bits = bits.wrapping_mul(0x2c1b_3c6d);
    bits ^= bits >> 12;
    bits = bits.wrapping_mul(0x297a_2d39);
    bits ^ (bits >> 15)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn noise_is_the_same_each_time_and_balanced() {
        let sample = |seed: u32| -> Vec<f64> {
            (0..4000).map(|at| fractal(f64::from(at) * 0.37, f64::from(at) * 0.11, 4, seed)).collect()
        };
        let one = sample(3);
        assert_eq!(one, sample(3));
        assert_ne!(one, sample(4));
        let mean = one.iter().sum::<f64>() / 4000.0;
        assert!(mean.abs() < 0.02, "{mean}");
        assert!(one.iter().all(|value| value.abs() <= 1.0));
        assert!(one.iter().any(|value| *value > 0.25) && one.iter().any(|value| *value < -0.25));
    }

    #[test]
    fn noise_has_no_steps() {
        for at in 0..3000 {
            let x = f64::from(at) * 0.013 - 20.0;
            let step = (fractal(x, 1.5, 1, 7) - fractal(x + 1e-4, 1.5, 1, 7)).abs();
            assert!(step < 1e-3, "{step} at {x}");
        }
    }

    #[test]
    fn an_outline_is_pushed_no_further_than_its_scale() {
        let still = Outline::rect(10.0, 20.0, 300.0, 200.0);
        let pushed = still.clone().pushed(9.0, (0.035, 0.035), 4, 8);
        assert_ne!(still.path(), pushed.path());
        for (from, to) in still.0.iter().zip(&pushed.0) {
            assert!((from.0 - to.0).abs() <= 9.0 && (from.1 - to.1).abs() <= 9.0);
        }
    }

    #[test]
    fn a_turn_keeps_distances() {
        let turned = Outline::polygon(&[(0.0, 0.0), (10.0, 0.0), (10.0, 10.0)]).turned(90.0, (0.0, 0.0));
        assert!(turned.0.iter().any(|(x, y)| (x + 10.0).abs() < 1e-9 && (y - 10.0).abs() < 1e-9), "{turned:?}");
        assert!(turned.path().starts_with("M0.0 0.0L") || turned.path().starts_with("M-0.0 0.0L"));
        assert!(turned.path().ends_with('z'));
    }
}
