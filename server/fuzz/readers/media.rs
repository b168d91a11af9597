//! The server's image sanitizer without the rest of the server, which would have to be built for fuzzing too.

#[allow(unused_imports, reason = "the server starts the process that decodes")]
#[path = "../../src/media/avif/mod.rs"]
mod avif;
#[path = "../../src/media/byte_reader.rs"]
mod byte_reader;
#[path = "../../src/media/container.rs"]
mod container;
#[path = "../../src/media/decode.rs"]
mod decode;
#[path = "../../src/media/exif.rs"]
mod exif;
#[path = "../../src/media/file_type.rs"]
mod file_type;
#[path = "../../src/media/formats/mod.rs"]
mod formats;
#[path = "../../src/media/sanitize.rs"]
mod sanitize;
#[path = "../../src/media/variants.rs"]
mod variants;

pub use avif::AvifDecoder;
pub use sanitize::sanitize;
pub use variants::Variant;
