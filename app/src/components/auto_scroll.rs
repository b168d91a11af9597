//! Scrolling while something is dragged near an edge: the closer to the edge, and the longer it stays there, the faster.

use std::cell::Cell;

/// The speed at the edge, px/s.
const SPEED: f64 = 1100.0;
/// How many times faster it gets at most; reached after some four seconds.
const FASTEST: f64 = 16.0;
/// The shortest and the longest time between two frames that counts, ms: a page that hangs does not jump.
const FRAME: (f64, f64) = (8.0, 192.0);

/// The scrolling of one drag.
#[derive(Debug, Default)]
pub struct AutoScroll {
    /// How close to the edge the pointer is: 0 outside the zone, 1 at the lower edge, -1 at the upper one.
    closeness: Cell<f64>,
    /// Since when it scrolls in this direction, ms.
    since: Cell<f64>,
    /// The time of the last frame, ms.
    last: Cell<f64>,
}

impl AutoScroll {
    /// The pointer is at the height `y` of a container from `top` to `bottom`, px in the window, at the time `now`, ms;
    /// within the distance `zone` of an edge it scrolls.
    pub fn aim(&self, y: f64, (top, bottom): (f64, f64), zone: f64, now: f64) {
        let (above, below) = ((top + zone - y) / zone, (y - bottom + zone) / zone);
        let closeness = if above > 0.0 { -above.min(1.0) } else { below.clamp(0.0, 1.0) };
        if closeness == 0.0 || closeness * self.closeness.get() <= 0.0 {
            self.since.set(now);
            self.last.set(now);
        }
        self.closeness.set(closeness);
    }

    /// Stops until the pointer moves.
    pub fn stop(&self) {
        self.closeness.set(0.0);
    }

    /// Whether the pointer is near an edge.
    pub fn is_on(&self) -> bool {
        self.closeness.get() != 0.0
    }

    /// By how much to scroll in the frame at the time `now`, ms; px, upwards if negative.
    pub fn step(&self, now: f64) -> f64 {
        let elapsed = (now - self.last.replace(now)).clamp(FRAME.0, FRAME.1);
        let held = (now - self.since.get()).max(0.0) / 1000.0;
        self.closeness.get() * SPEED * (1.0 + held * held).min(FASTEST) * elapsed / 1000.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROOM: (f64, f64) = (100.0, 700.0);

    /// How far it scrolls in some seconds at a height, in frames of 16 ms.
    fn scrolled(scroll: &AutoScroll, y: f64, from: u32, seconds: u32) -> f64 {
        let frames = from * 60..(from + seconds) * 60;
        let mut all = 0.0;
        for frame in frames {
            let now = f64::from(frame) * 1000.0 / 60.0;
            scroll.aim(y, ROOM, 64.0, now);
            all += scroll.step(now);
        }
        all
    }

    #[test]
    fn it_gets_faster_the_longer_it_is_held_at_an_edge() {
        let scroll = AutoScroll::default();
        let seconds: Vec<f64> = (0..5).map(|second| scrolled(&scroll, 700.0, second, 1)).collect();
        assert!(seconds.windows(2).all(|pair| pair[1] > pair[0]), "{seconds:?}");
        // 300 tiles are some 25,000 px.
        assert!(seconds.iter().take(4).sum::<f64>() > 25_000.0, "{seconds:?}");
        assert!(seconds[0] < 1600.0, "the first second is calm: {seconds:?}");
    }

    #[test]
    fn the_other_edge_or_the_middle_begins_anew() {
        let (held, fresh) = (AutoScroll::default(), AutoScroll::default());
        scrolled(&held, 700.0, 0, 3);
        assert_eq!(scrolled(&held, 400.0, 3, 1), 0.0);
        let (again, first) = (scrolled(&held, 700.0, 4, 1), scrolled(&fresh, 700.0, 4, 1));
        assert!((again - first).abs() < 1.0, "{again} {first}");
        assert!(scrolled(&held, 100.0, 5, 1) < 0.0);
    }

    #[test]
    fn a_page_that_hangs_does_not_jump() {
        let scroll = AutoScroll::default();
        scroll.aim(700.0, ROOM, 64.0, 0.0);
        assert!(scroll.step(10_000.0) <= SPEED * FASTEST * 0.2);
    }
}
