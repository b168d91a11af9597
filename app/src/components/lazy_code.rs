//! Code in a file of its own, fetched when it is first needed.

use std::future::Future;
use std::pin::{Pin, pin};
use std::task::{Context, Poll, Waker};

use leptos::prelude::*;
use leptos::task::spawn_local;

/// Whether code that is fetched when it is needed can run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LoadState {
    /// Nothing has asked for it yet.
    Waiting,
    /// It is being fetched.
    Loading,
    /// It can run.
    Loaded,
    /// It could not be fetched; asking again fetches it again.
    Failed,
}

/// Fetches code; `true` when it can run.
type Fetch = fn() -> Pin<Box<dyn Future<Output = bool>>>;

/// Code in a file of its own.
#[derive(Clone, Copy, Debug)]
pub struct LazyCode {
    fetch: Fetch,
    state: RwSignal<LoadState>,
}

impl LazyCode {
    /// Code that `fetch` fetches. On the server it is part of the program.
    pub fn new(fetch: Fetch) -> Self {
        let state = if cfg!(feature = "ssr") { LoadState::Loaded } else { LoadState::Waiting };
        Self { fetch, state: RwSignal::new(state) }
    }

    /// The same, which was fetched already.
    #[must_use]
    pub fn fetched(self) -> Self {
        self.state.set(LoadState::Loaded);
        self
    }

    /// Whether it can run, tracked.
    pub fn state(self) -> LoadState {
        self.state.get()
    }

    /// Fetches it, unless that has happened or is under way.
    pub fn load(self) {
        if matches!(self.state.get_untracked(), LoadState::Waiting | LoadState::Failed) {
            spawn_local(async move {
                self.ready().await;
            });
        }
    }

    /// Waits until it can run; `false` when it could not be fetched.
    pub async fn ready(self) -> bool {
        if self.state.get_untracked() == LoadState::Loaded {
            return true;
        }
        self.state.set(LoadState::Loading);
        let loaded = (self.fetch)().await;
        let _ = self.state.try_set(if loaded { LoadState::Loaded } else { LoadState::Failed });
        loaded
    }
}

/// The result of a call into code that is loaded, whose future is ready at once; `None` before.
pub fn call_loaded<T>(call: impl Future<Output = T>) -> Option<T> {
    match pin!(call).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(result) => Some(result),
        Poll::Pending => None,
    }
}
