//! The `mantel` command.
fn main() {}
