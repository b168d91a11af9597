//! Follows one pointer from press to release.

use std::cell::RefCell;
use std::rc::Rc;

use leptos::ev;
use leptos::leptos_dom::helpers::WindowListenerHandle;
use leptos::prelude::*;
use web_sys::PointerEvent;

/// Something that follows the pointer.
pub trait Drag {
    /// The pointer moved to this point, px in the window; `free` turns snapping off.
    fn move_to(&self, x: f64, y: f64, free: bool);
    /// The pointer was released; `kept` is false if the gesture is cancelled.
    fn end(&self, kept: bool);
}

type Moved = Box<dyn FnMut(&PointerEvent)>;
type Ended = Box<dyn FnOnce(bool)>;

struct Follow {
    pointer: i32,
    moved: Option<Moved>,
    ended: Ended,
    handles: [WindowListenerHandle; 4],
}

type SharedFollow = Rc<RefCell<Option<Follow>>>;

/// Follows a pointer: calls `moved` for each movement and `ended` once, with `false` if the gesture is cancelled
/// (Escape, or the browser took the pointer for scrolling).
pub fn follow(pointer: i32, moved: Moved, ended: Ended) {
    let held: SharedFollow = Rc::new(RefCell::new(None));
    let (a, b, c, d) = (Rc::clone(&held), Rc::clone(&held), Rc::clone(&held), Rc::clone(&held));
    let handles = [
        window_event_listener(ev::pointermove, move |event| step(&a, &event)),
        window_event_listener(ev::pointerup, move |event| end(&b, Some(&event), true)),
        window_event_listener(ev::pointercancel, move |event| end(&c, Some(&event), false)),
        window_event_listener(ev::keydown, move |event| {
            if event.key() == "Escape" {
                event.prevent_default();
                end(&d, None, false);
            }
        }),
    ];
    *held.borrow_mut() = Some(Follow { pointer, moved: Some(moved), ended, handles });
}

fn step(held: &SharedFollow, event: &PointerEvent) {
    let moved = match held.borrow_mut().as_mut() {
        Some(follow) if follow.pointer == event.pointer_id() => follow.moved.take(),
        _ => None,
    };
    let Some(mut moved) = moved else { return };
    moved(event);
    if let Some(follow) = held.borrow_mut().as_mut() {
        follow.moved = Some(moved);
    }
}

fn end(held: &SharedFollow, event: Option<&PointerEvent>, kept: bool) {
    let its = |follow: &Follow| event.is_none_or(|event| event.pointer_id() == follow.pointer);
    if !held.borrow().as_ref().is_some_and(its) {
        return;
    }
    let Some(follow) = held.borrow_mut().take() else { return };
    follow.handles.into_iter().for_each(WindowListenerHandle::remove);
    (follow.ended)(kept);
}
