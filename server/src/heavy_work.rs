//! Work that takes milliseconds of a processor, like reading a file of 1 MiB: a few at a time, in the order in which they
//! came, and without delaying the other requests of its thread.

use std::sync::LazyLock;
use std::thread;

use tokio::runtime::{Handle, RuntimeFlavor};
use tokio::sync::Semaphore;
use tokio::task;

/// What is smaller takes less than a millisecond, bytes.
const SMALL: usize = 32 * 1024;

/// Half of the processors, so that the others serve meanwhile.
static TURNS: LazyLock<Semaphore> = LazyLock::new(|| Semaphore::new(turns()));

fn turns() -> usize {
    (thread::available_parallelism().map_or(1, usize::from) / 2).max(1)
}

/// Does the work when it is its turn.
pub async fn run<T>(work: impl FnOnce() -> T) -> T {
    // Never closed.
    let _turn = TURNS.acquire().await;
    match Handle::current().runtime_flavor() {
        RuntimeFlavor::MultiThread => task::block_in_place(work),
        _ => work(),
    }
}

/// Does the work at once if it is about so few bytes that nobody notices, otherwise when it is its turn.
pub async fn run_for_bytes<T>(bytes: usize, work: impl FnOnce() -> T) -> T {
    if bytes < SMALL { work() } else { run(work).await }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests fail by panicking")]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
    use std::thread;

    use super::{run, run_for_bytes, turns};

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn heavy_work_waits_for_its_turn_and_other_requests_are_served_meanwhile() {
        let (now, most) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
        let released = Arc::new(AtomicBool::new(false));
        let work = |released: Arc<AtomicBool>| {
            let (now, most) = (Arc::clone(&now), Arc::clone(&most));
            move || {
                most.fetch_max(now.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
                while !released.load(Ordering::SeqCst) {
                    thread::yield_now();
                }
                now.fetch_sub(1, Ordering::SeqCst);
            }
        };
        let all: Vec<_> = (0..16).map(|_| tokio::spawn(run(work(Arc::clone(&released))))).collect();
        while now.load(Ordering::SeqCst) < turns() {
            tokio::task::yield_now().await;
        }
        // The threads of the runtime still do small work, although more heavy work waits than there are threads.
        for _ in 0..100 {
            assert_eq!(tokio::spawn(run_for_bytes(100, || 7)).await.unwrap(), 7);
        }
        released.store(true, Ordering::SeqCst);
        for one in all {
            one.await.unwrap();
        }
        assert_eq!(most.load(Ordering::SeqCst), turns());
    }
}
