//! What can be selected, and the field that is being edited in place.

use mantel_model::TileId;

/// An item that can be selected on the canvas and in the list.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Selection {
    /// The profile.
    Profile,
    /// A tile.
    Tile(TileId),
}

/// A field whose text is being edited in place on the canvas.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InlineEdit {
    /// The item that the field belongs to.
    pub selection: Selection,
    /// The name of the field in the API.
    pub field: &'static str,
}
