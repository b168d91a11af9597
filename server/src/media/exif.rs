//! The only Exif field that is used.

use image::metadata::Orientation;

/// The orientation in an Exif chunk; upright if there is none.
pub fn orientation(exif: Option<&[u8]>) -> Orientation {
    exif.and_then(Orientation::from_exif_chunk).unwrap_or(Orientation::NoTransforms)
}
