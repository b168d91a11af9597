//! What can be selected, and the field that is being edited in place.

use mantel_model::TileId;

/// What can be selected on the canvas and in the list.
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
    /// Whose field it is.
    pub selection: Selection,
    /// Name of the field, as the API has it.
    pub field: &'static str,
}
