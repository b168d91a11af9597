//! gzip for a waiting client, in memory that is kept between uses, as [`super::brotli_memory`] does and for the same reason.

use std::sync::{Mutex, PoisonError};

use zlib_rs::{Deflate, DeflateConfig, DeflateFlush, Status};

/// The quickest; a tenth more bytes than `flate2` makes of its quickest, in a third of its time.
const LEVEL: i32 = 1;
/// A window of 2^15 bytes, and 16 for gzip's header and sum (zlib's manual, `deflateInit2`).
const WINDOW_BITS: i32 = 15 + 16;

/// A compressor of a third of a MiB, unless it is in use: who compresses meanwhile makes one of its own.
static KEPT: Mutex<Option<Deflate>> = Mutex::new(None);

/// The bytes, compressed quickly; `None` when they can't be.
pub fn compress(body: &[u8]) -> Option<Vec<u8>> {
    let kept = || KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    let compressor = kept().take();
    let config = DeflateConfig { level: LEVEL, window_bits: WINDOW_BITS, ..DeflateConfig::default() };
    let mut compressor = compressor.unwrap_or_else(|| Deflate::new_with_config(config));
    let out = compress_with(&mut compressor, body)?;
    // One that did not finish would begin in the middle of a block, reset or not (zlib-rs 0.6.8).
    compressor.reset();
    *kept() = Some(compressor);
    Some(out)
}

fn compress_with(compressor: &mut Deflate, body: &[u8]) -> Option<Vec<u8>> {
    // Enough for most documents.
    let mut out = vec![0; body.len() / 2 + 64];
    loop {
        let (read, written) =
            (usize::try_from(compressor.total_in()).ok()?, usize::try_from(compressor.total_out()).ok()?);
        let status = compressor.compress(&body[read..], &mut out[written..], DeflateFlush::Finish).ok()?;
        match status {
            Status::StreamEnd => break,
            Status::Ok | Status::BufError => out.resize(out.len() * 2, 0),
        }
    }
    out.truncate(usize::try_from(compressor.total_out()).ok()?);
    out.shrink_to_fit();
    Some(out)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests fail by panicking")]
mod tests {
    use std::io::Read as _;

    use flate2::read::GzDecoder;
    use rand::rngs::StdRng;
    use rand::{RngCore as _, SeedableRng as _};

    use super::*;

    #[test]
    fn what_is_compressed_one_after_the_other_is_what_comes_out() {
        let mut random = vec![0; 300_000];
        StdRng::seed_from_u64(1).fill_bytes(&mut random);
        let long = "a page, and one more; ".repeat(100_000).into_bytes();
        for body in [b"".to_vec(), b"a".to_vec(), long.clone(), random, long, b"a".to_vec()] {
            let mut plain = Vec::new();
            GzDecoder::new(&compress(&body).unwrap()[..]).read_to_end(&mut plain).unwrap();
            assert_eq!(plain, body);
        }
    }
}
