//! The API's bodies as JSON values.

use serde::Serialize;
use serde_json::Value;

use crate::config::Config;
use crate::http::reply;
use crate::service::PageView;

/// A body of the API as a JSON value.
pub fn value(body: &impl Serialize) -> Value {
    serde_json::to_value(body).unwrap_or_default()
}

/// The page as in REST, without its `next`, which is a field of its own here.
pub fn page(config: &Config, view: &PageView) -> Value {
    let mut body = value(&reply::page_body(config, view.clone()));
    if let Some(map) = body.as_object_mut() {
        map.shift_remove("next");
    }
    body
}
