//! The source of all five crates, read as text: who imports whom, and which names are retired.

mod imports;
mod layers;
mod retired;
mod test_servers;
mod workspace;
