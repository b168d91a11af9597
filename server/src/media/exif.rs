//! The one field of Exif that is used.

use image::metadata::Orientation;

/// The orientation that an Exif chunk states; upright without one.
pub fn orientation(exif: Option<&[u8]>) -> Orientation {
    exif.and_then(Orientation::from_exif_chunk).unwrap_or(Orientation::NoTransforms)
}
