//! The door of the pictures, as it is in the server, without the server around it, which would have to be built for fuzzing too.

#[allow(unused_imports, reason = "the server starts the process that decodes")]
#[path = "../../src/media/avif/mod.rs"]
mod avif;
#[path = "../../src/media/derive.rs"]
mod derive;
#[path = "../../src/media/door.rs"]
mod door;
#[path = "../../src/media/draw.rs"]
mod draw;
#[path = "../../src/media/gif.rs"]
mod gif;
#[path = "../../src/media/ico.rs"]
mod ico;
#[path = "../../src/media/jpeg.rs"]
mod jpeg;
#[path = "../../src/media/kind.rs"]
mod kind;
#[path = "../../src/media/opened.rs"]
mod opened;
#[path = "../../src/media/png.rs"]
mod png;
#[path = "../../src/media/webp.rs"]
mod webp;

pub use avif::Reader;
pub use derive::Derived;
pub use door::admit;
pub use kind::Kind;
