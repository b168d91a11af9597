//! The table that maps an [`Edit`] to its REST call, shared by all clients
//! (decisions, The page over REST).
//!
//! Pure: it builds the call; the browser and the command-line tool each send it in their own way.

use serde_json::{Map, Value, json};

use super::bodies::Terms;
use crate::edit::Edit;
use crate::id::TileId;
use crate::page::PageFile;

/// The page: read, replaced, deleted.
pub const PAGE: &str = "/api/v1/page";
/// The page's theme.
pub const THEME: &str = "/api/v1/page/theme";
/// The page's profile.
pub const PROFILE: &str = "/api/v1/page/profile";
/// The page's tiles; a `POST` here adds tiles.
pub const TILES: &str = "/api/v1/page/tiles";

/// The path of one tile.
pub fn tile_path(id: &TileId) -> String {
    format!("{TILES}/{id}")
}

/// A REST call that makes an edit.
#[derive(Clone, Debug, PartialEq)]
pub struct EditCall {
    /// The HTTP method.
    pub method: &'static str,
    /// The path, from the server's root.
    pub path: String,
    /// The fields of the body, without the edit's terms.
    pub body: Map<String, Value>,
    /// Whether a repeat would apply the edit twice unless both calls carry the same `Idempotency-Key`. The other calls
    /// set what is already set, or their `baseVersion` rejects the repeat.
    pub needs_key: bool,
}

impl EditCall {
    /// The call that makes an edit. An `Add` must hold exactly one tile: each call adds one.
    pub fn of(edit: &Edit) -> Self {
        let (method, path, body) = match edit {
            Edit::Replace(draft) => {
                let page = PageFile { schema: None, username: None, draft: (**draft).clone() };
                ("PUT", PAGE.to_owned(), fields([("page", json!(page))]))
            }
            Edit::Add { tiles, after } => {
                let tile = tiles.first().map(|tile| ("tile", json!(tile)));
                let after = after.as_ref().map(|after| ("after", json!(after)));
                ("POST", TILES.to_owned(), fields(tile.into_iter().chain(after)))
            }
            Edit::Update { id, patch } => ("PATCH", tile_path(id), object(patch)),
            Edit::Move { id, position } => {
                ("POST", format!("{}/move", tile_path(id)), fields([("position", json!(position))]))
            }
            Edit::Remove { id } => ("DELETE", tile_path(id), Map::new()),
            Edit::Theme(patch) => ("PATCH", THEME.to_owned(), object(patch)),
            Edit::Profile(patch) => ("PATCH", PROFILE.to_owned(), object(patch)),
        };
        Self { method, path, body, needs_key: matches!(edit, Edit::Add { .. }) }
    }

    /// The body with the edit's terms.
    pub fn body_under(self, terms: Terms) -> Value {
        terms.merged_into(self.body)
    }
}

fn fields<'a>(fields: impl IntoIterator<Item = (&'a str, Value)>) -> Map<String, Value> {
    fields.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}

fn object(value: &Value) -> Map<String, Value> {
    value.as_object().cloned().unwrap_or_default()
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests fail by panicking")]
mod tests {
    use super::*;
    use crate::look::Look;
    use crate::page::Draft;
    use crate::read::read_tile;

    const ID: &str = "t_k3v7q2mzab4c";

    fn id() -> TileId {
        TileId::parse(ID).unwrap()
    }

    /// Method, path, body and whether a repeat needs a key.
    fn sent(edit: &Edit) -> (&'static str, String, Value, bool) {
        let EditCall { method, path, body, needs_key } = EditCall::of(edit);
        (method, path, Value::Object(body), needs_key)
    }

    fn expected(method: &'static str, path: &str, body: Value, key: bool) -> (&'static str, String, Value, bool) {
        (method, path.to_owned(), body, key)
    }

    #[test]
    fn a_patch_is_the_body_itself() {
        let patch = json!({ "title": "Shop", "image": null });
        let tile = "/api/v1/page/tiles/t_k3v7q2mzab4c";
        let update = Edit::Update { id: id(), patch: patch.clone() };
        assert_eq!(sent(&update), expected("PATCH", tile, patch.clone(), false));
        let theme = Edit::Theme(json!({ "style": "washi" }));
        assert_eq!(sent(&theme), expected("PATCH", "/api/v1/page/theme", json!({ "style": "washi" }), false));
        let profile = Edit::Profile(json!({ "bio": null }));
        assert_eq!(sent(&profile), expected("PATCH", "/api/v1/page/profile", json!({ "bio": null }), false));
    }

    #[test]
    fn a_tile_is_added_with_a_key_moved_and_removed() {
        let tile = read_tile(&json!({ "type": "heading", "text": "Elsewhere", "id": ID })).unwrap();
        let last = Edit::Add { tiles: vec![tile.clone()], after: None };
        let body = json!({ "tile": tile });
        assert_eq!(sent(&last), expected("POST", "/api/v1/page/tiles", body, true));
        let behind = Edit::Add { tiles: vec![tile.clone()], after: Some(id()) };
        let body = json!({ "tile": tile, "after": ID });
        assert_eq!(sent(&behind), expected("POST", "/api/v1/page/tiles", body, true));
        let shown: Vec<String> = EditCall::of(&behind).body.keys().cloned().collect();
        assert_eq!(shown, ["tile", "after"], "the order in which `mantel plan` prints them");
        let moved = Edit::Move { id: id(), position: 3 };
        let path = "/api/v1/page/tiles/t_k3v7q2mzab4c/move";
        assert_eq!(sent(&moved), expected("POST", path, json!({ "position": 3 }), false));
        let removed = Edit::Remove { id: id() };
        assert_eq!(sent(&removed), expected("DELETE", "/api/v1/page/tiles/t_k3v7q2mzab4c", json!({}), false));
    }

    #[test]
    fn a_whole_page_is_put_as_a_page_file() {
        let draft = Draft::blank(Look::Washi);
        let page = PageFile { schema: None, username: None, draft: draft.clone() };
        let body = json!({ "page": page });
        assert_eq!(sent(&Edit::Replace(Box::new(draft))), expected("PUT", "/api/v1/page", body, false));
    }

    #[test]
    fn terms_stand_beside_the_fields_of_the_edit() {
        let call = || EditCall::of(&Edit::Move { id: id(), position: 3 });
        assert_eq!(call().body_under(Terms::default()), json!({ "position": 3 }));
        assert_eq!(call().body_under(Terms::at_version(7)), json!({ "position": 3, "baseVersion": 7 }));
        let dry = Terms { base_version: None, dry_run: true };
        assert_eq!(call().body_under(dry), json!({ "position": 3, "dryRun": true }));
    }
}
