//! The door of the pictures, as it is in the server, without the server around it, which would have to be built for fuzzing too.

#[allow(unused_imports, reason = "the server starts the process that decodes")]
#[path = "../../src/media/avif/mod.rs"]
mod avif;
#[path = "../../src/media/container.rs"]
mod container;
#[path = "../../src/media/decode.rs"]
mod decode;
#[path = "../../src/media/file_type.rs"]
mod file_type;
#[path = "../../src/media/gif.rs"]
mod gif;
#[path = "../../src/media/ico.rs"]
mod ico;
#[path = "../../src/media/jpeg.rs"]
mod jpeg;
#[path = "../../src/media/png.rs"]
mod png;
#[path = "../../src/media/sanitize.rs"]
mod sanitize;
#[path = "../../src/media/variants.rs"]
mod variants;
#[path = "../../src/media/webp.rs"]
mod webp;

pub use avif::Reader;
pub use file_type::Kind;
pub use sanitize::admit;
pub use variants::Derived;
