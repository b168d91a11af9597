//! Prints a measurement as one line of JSON.

use std::time::Duration;

/// Prints the count within that time, and the median and the 99th percentile of the durations, milliseconds.
pub fn print_rate(mut took: Vec<Duration>, time: Duration) {
    took.sort_unstable();
    let at = |share: usize| took.get(took.len() * share / 100).map_or(0.0, |value| value.as_secs_f64() * 1000.0);
    let rate = took.len() as f64 / time.as_secs_f64();
    println!("{{\"rate\":{rate:.1},\"p50\":{:.3},\"p99\":{:.3},\"count\":{}}}", at(50), at(99), took.len());
}
