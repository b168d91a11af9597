//! A memo of something that comes and goes while what it reads stays.

use leptos::prelude::*;
use leptos::reactive::graph::{AnySubscriber, Subscriber, ToAnySubscriber};

/// A memo that what it reads forgets when the current owner is cleaned up. Signals and memos keep a place for each
/// memo that has ever read them, also once it is gone: what reads the draft of an editor for a row or a sheet would
/// make each edit slower and take memory for good.
pub fn scoped_memo<T: PartialEq + Send + Sync + 'static>(value: impl Fn() -> T + Send + Sync + 'static) -> Memo<T> {
    boxed(Box::new(value))
}

/// Compiled once for each type of value, not for each memo.
fn boxed<T: PartialEq + Send + Sync + 'static>(value: Box<dyn Fn() -> T + Send + Sync>) -> Memo<T> {
    let memo = ArcMemo::new(move |_| value());
    forget_on_cleanup(memo.to_any_subscriber());
    memo.into()
}

fn forget_on_cleanup(memo: AnySubscriber) {
    on_cleanup(move || memo.clear_sources(&memo));
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How many places keep something that reads a signal, before and after its owner is cleaned up.
    fn places(read: impl FnOnce(RwSignal<i32>) -> ArcMemo<i32>) -> (usize, usize) {
        let whole = Owner::new();
        whole.with(|| {
            let source = RwSignal::new(1);
            let row = Owner::new();
            let memo = row.with(|| read(source));
            assert_eq!(memo.get_untracked(), 1);
            let before = memo.to_any_subscriber().1.weak_count();
            row.cleanup();
            (before, memo.to_any_subscriber().1.weak_count())
        })
    }

    #[test]
    fn what_a_memo_read_keeps_no_place_for_it() {
        let (before, after) = places(|source| scoped_memo(move || source.get()).into());
        // Its own place, the signal's and that of the cleanup.
        assert_eq!((before, after), (4, 2));
        // Without it the signal keeps its place: when this changes, it is not needed any more.
        let (before, after) = places(|source| Memo::new(move |_| source.get()).into());
        assert_eq!(before, after);
    }
}
