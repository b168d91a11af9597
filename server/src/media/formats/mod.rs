//! One parser per image format. Parsing strips metadata and finds the size without decoding pixels.

pub mod gif;
pub mod ico;
pub mod jpeg;
pub mod png;
pub mod webp;

use super::avif;
use super::container::Container;
use super::file_type::FileType;

/// Parses a file of a known type.
///
/// # Errors
/// What is wrong with it.
pub fn parse(file_type: FileType, bytes: &[u8]) -> Result<Container, String> {
    match file_type {
        FileType::Png => png::parse(bytes),
        FileType::Jpeg => jpeg::parse(bytes),
        FileType::Webp => webp::parse(bytes),
        FileType::Gif => gif::parse(bytes),
        FileType::Avif => avif::parse(bytes),
        FileType::Ico => ico::parse(bytes),
    }
}
