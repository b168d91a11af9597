//! Tile ids from the system's random source.

use mantel_model::IdSource;
use rand::RngCore;

/// Tile ids from the system's random source.
#[derive(Clone, Copy, Debug)]
pub struct RandomIds;

impl IdSource for RandomIds {
    fn bits(&mut self) -> u64 {
        rand::rng().next_u64()
    }
}
