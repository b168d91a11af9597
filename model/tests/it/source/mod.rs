//! Structural tests of the source of all five crates: which file imports which, and which names are retired.

mod imports;
mod layers;
mod retired;
mod test_servers;
mod watch;
mod workspace;
