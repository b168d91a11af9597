//! Tile ids: `t_` and twelve characters a–z, 2–7, which never change (decisions, Tile ids).

use serde::{Deserialize, Serialize};

use crate::safe_url::shortened;

const ALPHABET: &[u8; 32] = b"abcdefghijklmnopqrstuvwxyz234567";
const LENGTH: usize = 12;

/// The id of a tile, unique in its page.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TileId(String);

impl TileId {
    /// Parses a well-formed id.
    ///
    /// # Errors
    /// A sentence that shows the form.
    pub fn parse(text: &str) -> Result<Self, String> {
        let well_formed = text
            .strip_prefix("t_")
            .is_some_and(|rest| rest.len() == LENGTH && rest.bytes().all(|byte| ALPHABET.contains(&byte)));
        if well_formed {
            Ok(Self(text.to_owned()))
        } else {
            Err(format!(
                "\"{}\" is not a tile id; ids look like t_k3v7q2mzab4c and come from the page",
                shortened(text)
            ))
        }
    }

    /// An id from the low 60 bits of `bits`.
    pub fn from_bits(mut bits: u64) -> Self {
        let mut text = String::from("t_");
        for _ in 0..LENGTH {
            text.push(char::from(ALPHABET[(bits & 31) as usize]));
            bits >>= 5;
        }
        Self(text)
    }

    /// The id as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// FNV-1a hash of the id: the only source of a tile's tilt and variant (looks, 1.1).
    pub fn hash32(&self) -> u32 {
        self.0.bytes().fold(0x811c_9dc5, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
    }
}

impl std::fmt::Display for TileId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl Serialize for TileId {
    fn serialize<S: serde::Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        s.serialize_str(&self.0)
    }
}

impl<'de> Deserialize<'de> for TileId {
    fn deserialize<D: serde::Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        Self::parse(&String::deserialize(d)?).map_err(serde::de::Error::custom)
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for TileId {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "TileId".into()
    }
    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({ "type": "string", "pattern": "^t_[a-z2-7]{12}$" })
    }
}

/// Generates new tile ids: random in the service, seeded in tests and in the preview
/// (decisions, The browser and the API), so that the same input gives the same bytes everywhere.
pub trait IdSource {
    /// 64 fresh bits, of which an id uses 60.
    fn bits(&mut self) -> u64;

    /// A fresh id that `taken` does not hold.
    fn fresh(&mut self, taken: &dyn Fn(&TileId) -> bool) -> TileId {
        loop {
            let id = TileId::from_bits(self.bits());
            if !taken(&id) {
                return id;
            }
        }
    }
}

/// A seeded source (SplitMix64): the same seed gives the same ids.
#[derive(Clone, Debug)]
pub struct SeededIds(u64);

impl SeededIds {
    /// A source that starts at `seed`.
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }
}

impl IdSource for SeededIds {
    fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
}
