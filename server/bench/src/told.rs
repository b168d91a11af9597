//! How a measurement is told: one line of JSON.

use std::time::Duration;

/// Prints how many there were in that time, and how long they took: the half of them, and 99 of 100, milliseconds.
pub fn tell(mut took: Vec<Duration>, time: Duration) {
    took.sort_unstable();
    let at = |share: usize| took.get(took.len() * share / 100).map_or(0.0, |value| value.as_secs_f64() * 1000.0);
    let rate = took.len() as f64 / time.as_secs_f64();
    println!("{{\"rate\":{rate:.1},\"p50\":{:.3},\"p99\":{:.3},\"count\":{}}}", at(50), at(99), took.len());
}
