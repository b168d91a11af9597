//! Work that takes milliseconds of a processor, like reading a file of 1 MiB or rendering a long page: a few at a time,
//! those who ask in turn, and without delaying the other requests of its thread.

use std::net::IpAddr;
use std::pin::pin;
use std::sync::LazyLock;
use std::thread;

use tokio::runtime::{Handle, RuntimeFlavor};
use tokio::sync::{Semaphore, SemaphorePermit};
use tokio::task;

use crate::keyed_semaphore::{KeyedPermit, KeyedSemaphore};

/// What is smaller takes less than a millisecond, bytes.
const SMALL: usize = 32 * 1024;
/// A tile takes as long to render as this many bytes take to read.
const TILE_BYTES: usize = 2048;

/// And as long to write to the HTML document of its page as these; so a page of 31 tiles takes less than a millisecond.
const DOCUMENT_TILE_BYTES: usize = 1024;

/// Half of the processors, so that the others serve meanwhile.
static PERMITS: LazyLock<Semaphore> = LazyLock::new(|| Semaphore::new(permit_count()));
/// As many large messages of MCP: they are read by a library, and what they ask for may wait for a permit of its own.
static MESSAGE_PERMITS: LazyLock<Semaphore> = LazyLock::new(|| Semaphore::new(permit_count()));
/// One permit at a time for each client: however much it asks for, others wait for one such work of it.
static CLIENTS: LazyLock<KeyedSemaphore> = LazyLock::new(KeyedSemaphore::default);

tokio::task_local! {
    static CLIENT: IpAddr;
}

fn permit_count() -> usize {
    (thread::available_parallelism().map_or(1, usize::from) / 2).max(1)
}

/// Runs the handling of a request whose heavy work is asked for by this address (for IPv6: by its /64).
pub async fn scope<F: Future>(client: Option<IpAddr>, handling: F) -> F::Output {
    match client {
        Some(client) => CLIENT.scope(client, handling).await,
        None => handling.await,
    }
}

/// Who asks, as [`scope`] was told; it does not reach tasks that are spawned.
pub fn client() -> Option<IpAddr> {
    CLIENT.try_with(|client| *client).ok()
}

/// How much work it is to render a page, in bytes that are read in the same time.
pub const fn rendering(tiles: usize) -> usize {
    tiles * TILE_BYTES
}

/// The same of writing the HTML document of a page.
pub const fn writing_document(tiles: usize) -> usize {
    tiles * DOCUMENT_TILE_BYTES
}

/// A permit, until it is dropped.
struct Permit {
    _own: Option<KeyedPermit>,
    /// Never closed.
    _permit: Option<SemaphorePermit<'static>>,
}

impl Permit {
    async fn wait(of: &'static Semaphore, kind: &str) -> Self {
        let own = match client() {
            Some(client) => Some(CLIENTS.acquire(format!("{kind} {client}"), 1).await),
            None => None,
        };
        Self { _own: own, _permit: of.acquire().await.ok() }
    }
}

/// Does the work when there is a permit.
pub async fn run<T>(work: impl FnOnce() -> T) -> T {
    let _permit = Permit::wait(&PERMITS, "work").await;
    in_place(work)
}

/// Does the work at once if it is about so few bytes that nobody notices, otherwise when there is a permit.
pub async fn run_for_bytes<T>(bytes: usize, work: impl FnOnce() -> T) -> T {
    if bytes < SMALL { work() } else { run(work).await }
}

/// The same for work that is a future; it must not wait for a permit itself.
pub async fn run_future<T>(bytes: usize, work: impl Future<Output = T>) -> T {
    if bytes < SMALL {
        return work.await;
    }
    let _permit = Permit::wait(&PERMITS, "work").await;
    poll_in_place(work).await
}

/// Handles a message of MCP: at once if it is small, otherwise when there is a permit.
pub async fn run_message<T>(bytes: usize, handling: impl Future<Output = T>) -> T {
    if bytes < SMALL {
        return handling.await;
    }
    let _permit = Permit::wait(&MESSAGE_PERMITS, "message").await;
    poll_in_place(handling).await
}

/// Handles a part of a message that has its permit.
pub async fn run_part<T>(bytes: usize, handling: impl Future<Output = T>) -> T {
    if bytes < SMALL { handling.await } else { poll_in_place(handling).await }
}

/// What keeps large messages and other heavy work waiting, until it is dropped.
#[derive(Debug)]
pub struct Pause(#[allow(dead_code, reason = "held until it is dropped")] [Option<SemaphorePermit<'static>>; 2]);

/// Waits until no heavy work is done, and keeps it so; for tests of what else is served meanwhile.
pub async fn pause() -> Pause {
    let all = u32::try_from(permit_count()).unwrap_or(u32::MAX);
    // In the order in which a message takes them.
    Pause([MESSAGE_PERMITS.acquire_many(all).await.ok(), PERMITS.acquire_many(all).await.ok()])
}

/// Lets the other requests of this thread go on elsewhere.
fn in_place<T>(work: impl FnOnce() -> T) -> T {
    match Handle::current().runtime_flavor() {
        RuntimeFlavor::MultiThread => task::block_in_place(work),
        _ => work(),
    }
}

async fn poll_in_place<T>(work: impl Future<Output = T>) -> T {
    let mut work = pin!(work);
    std::future::poll_fn(|context| in_place(|| work.as_mut().poll(context))).await
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests fail by panicking")]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
    use std::thread;

    use super::{permit_count, run, run_for_bytes, run_future, run_message, scope};

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn heavy_work_waits_for_its_permit_and_other_requests_are_served_meanwhile() {
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
        while now.load(Ordering::SeqCst) < permit_count() {
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
        assert_eq!(most.load(Ordering::SeqCst), permit_count());
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn a_message_and_what_it_asks_for_have_permits_of_their_own() {
        let mut all = Vec::new();
        for at in 0..20_u8 {
            all.push(tokio::spawn(scope(Some([192, 0, 2, at % 3].into()), async {
                run_message(usize::MAX, async { run(|| 1).await + run_for_bytes(usize::MAX, || 2).await }).await
                    + run_future(usize::MAX, async { 4 }).await
            })));
        }
        for one in all {
            assert_eq!(one.await.unwrap(), 7);
        }
    }
}
