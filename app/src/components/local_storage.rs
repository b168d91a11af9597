//! The browser's local storage. When it is full or blocked, reads find nothing and writes do nothing.

use leptos::prelude::window;

/// The value under a key.
pub fn get(key: &str) -> Option<String> {
    window().local_storage().ok()??.get_item(key).ok()?
}

/// Stores a value.
pub fn set(key: &str, value: &str) {
    if let Ok(Some(storage)) = window().local_storage() {
        let _ = storage.set_item(key, value);
    }
}

/// Removes a value.
pub fn remove(key: &str) {
    if let Ok(Some(storage)) = window().local_storage() {
        let _ = storage.remove_item(key);
    }
}

/// All keys.
pub fn keys() -> Vec<String> {
    let Ok(Some(storage)) = window().local_storage() else { return Vec::new() };
    (0..storage.length().unwrap_or_default()).filter_map(|index| storage.key(index).ok().flatten()).collect()
}
