//! Times every reader on every input of 1 MiB, natively: the fastest of three, in time of the processor, so that other
//! work counts less; of more, where all of them took too long. Prints the slowest inputs of each reader, and fails above the limit. Words as arguments leave those pairs whose names hold each of them.

use std::hint::black_box;
use std::process::ExitCode;
use std::sync::LazyLock;
use std::time::{Duration, Instant};

use mantel_model::limits::BODY_BYTES;
use mantel_worst_case::{INPUTS, READERS};

/// As in the server.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// No reader takes longer than this for 1 MiB on one core.
const LIMIT: Duration = Duration::from_millis(150);
/// How many inputs are printed for each reader.
const SHOWN: usize = 3;
/// How often a reader that took too long is tried again.
const TRIES: u32 = 12;

/// How long this thread has run. Where the system does not tell (it is Linux that does): what the clock says.
fn processor_time() -> Duration {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = told.and_then(|text| text.split(' ').next()?.parse().ok());
    nanoseconds.map_or_else(|| START.elapsed(), Duration::from_nanos)
}

fn main() -> ExitCode {
    let words: Vec<_> = std::env::args().skip(1).collect();
    let mut slow = 0;
    println!("| reader | input of 1 MiB | ms |\n| - | - | - |");
    for reader in READERS {
        let mut times: Vec<(Duration, &str)> = INPUTS
            .iter()
            .filter(|input| words.iter().all(|word| format!("{} {}", reader.name, input.name).contains(word.as_str())))
            .map(|input| {
                let text = (input.text)(BODY_BYTES);
                let time = |_| {
                    let start = processor_time();
                    black_box((reader.read)(black_box(&text)));
                    processor_time().saturating_sub(start)
                };
                // The least of some: what else runs on the machine makes it slower, never quicker.
                let mut least = (0..3).map(time).min().unwrap_or_default();
                for again in 0..TRIES {
                    if least <= LIMIT {
                        break;
                    }
                    least = least.min(time(again));
                }
                (least, input.name)
            })
            .collect();
        times.sort_by_key(|(time, _)| std::cmp::Reverse(*time));
        slow += times.iter().filter(|(time, _)| *time > LIMIT).count();
        for (time, input) in times.iter().take(SHOWN.max(times.iter().filter(|(time, _)| *time > LIMIT).count())) {
            println!("| {} | {input} | {:.1} |", reader.name, time.as_secs_f64() * 1000.0);
        }
    }
    println!("\n{} readers, {} inputs; {slow} took more than {} ms.", READERS.len(), INPUTS.len(), LIMIT.as_millis());
    if slow == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
