//! The Mantel service.
fn main() {}
