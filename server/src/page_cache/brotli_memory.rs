//! Brotli for a waiting client, in memory that is kept between uses: freed memory goes back to the system at once, and to get a
//! megabyte of it again, a page fault for every 4 KiB, takes as long as the compression itself.

use std::mem;
use std::sync::{Arc, Mutex, PoisonError};

use brotli::enc::command::Command;
use brotli::enc::{BrotliEncoderParams, StandardAlloc};
use brotli::{Allocator, BrotliCompressCustomAlloc, CombiningAllocator, SliceWrapper, SliceWrapperMut};

/// The most that is kept, bytes: what a page of 128 KiB takes. Of what a larger one took the largest blocks are freed.
const KEPT_BYTES: usize = 5 * 256 * 1024;
/// The buffers between the compressor and what it reads and writes, bytes.
const BUFFER_BYTES: usize = 4096;

/// What is kept, unless it is in use: who compresses meanwhile takes memory of its own.
static KEPT: Mutex<Option<Memory>> = Mutex::new(None);

/// The bytes, compressed; `None` when they can't be.
pub fn compress(body: &[u8], params: &BrotliEncoderParams) -> Option<Vec<u8>> {
    let kept = || KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    let memory = kept().take().unwrap_or_default();
    let out = memory.compress(body, params);
    memory.free_above(KEPT_BYTES);
    *kept() = Some(memory);
    out
}

/// The memory of a compressor: the types of which it takes most. The others come and go.
#[derive(Debug, Default)]
struct Memory {
    /// Windows and output.
    bytes: Blocks<u8>,
    /// The table of places where the same bytes may be.
    places: Blocks<u32>,
    /// What is copied from where.
    commands: Blocks<Command>,
}

impl Memory {
    fn compress(&self, mut body: &[u8], params: &BrotliEncoderParams) -> Option<Vec<u8>> {
        let other = StandardAlloc::default;
        let memory = CombiningAllocator::new(
            self.bytes.clone(),
            other(),
            other(),
            self.places.clone(),
            other(),
            self.commands.clone(),
            other(),
            other(),
            other(),
            other(),
            other(),
            other(),
            other(),
            other(),
            other(),
            other(),
            other(),
            other(),
        );
        let mut out = Vec::with_capacity(body.len() / 3);
        let (mut input, mut output) = ([0; BUFFER_BYTES], [0; BUFFER_BYTES]);
        BrotliCompressCustomAlloc(&mut body, &mut out, &mut input, &mut output, params, memory).ok()?;
        out.shrink_to_fit();
        Some(out)
    }

    /// Frees the largest blocks until all are of at most this many bytes.
    fn free_above(&self, most: usize) {
        while self.bytes() > most {
            let largest = [self.bytes.largest(), self.places.largest(), self.commands.largest()];
            match largest.iter().enumerate().max_by_key(|(_, bytes)| **bytes) {
                Some((0, _)) => self.bytes.free_largest(),
                Some((1, _)) => self.places.free_largest(),
                _ => self.commands.free_largest(),
            }
        }
    }

    fn bytes(&self) -> usize {
        self.bytes.bytes() + self.places.bytes() + self.commands.bytes()
    }
}

/// Blocks of memory that are not in use.
#[derive(Debug)]
struct Blocks<T>(Arc<Mutex<Vec<Vec<T>>>>);

impl<T> Default for Blocks<T> {
    fn default() -> Self {
        Self(Arc::default())
    }
}

impl<T> Clone for Blocks<T> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<T> Blocks<T> {
    fn bytes(&self) -> usize {
        self.with(|free| free.iter().map(Vec::capacity).sum::<usize>()) * size_of::<T>()
    }

    /// The size of the largest block, bytes.
    fn largest(&self) -> usize {
        self.with(|free| free.iter().map(Vec::capacity).max()).unwrap_or_default() * size_of::<T>()
    }

    fn free_largest(&self) {
        self.with(|free| {
            if let Some((at, _)) = free.iter().enumerate().max_by_key(|(_, block)| block.capacity()) {
                free.swap_remove(at);
            }
        });
    }

    fn with<R>(&self, work: impl FnOnce(&mut Vec<Vec<T>>) -> R) -> R {
        work(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl<T: Clone + Default> Allocator<T> for Blocks<T> {
    type AllocatedMemory = Block<T>;

    fn alloc_cell(&mut self, len: usize) -> Block<T> {
        let mut block = self.with(|free| take(free, len)).unwrap_or_default();
        block.clear();
        block.resize(len, T::default());
        Block(block)
    }

    fn free_cell(&mut self, mut block: Block<T>) {
        let block = mem::take(&mut block.0);
        if block.capacity() > 0 {
            self.with(|free| free.push(block));
        }
    }
}

/// The smallest block that has room for `len`. Where none has, the largest is freed, in whose place a larger one comes: the
/// compressor asks for more and more as it goes on, and would leave one of each size.
fn take<T>(free: &mut Vec<Vec<T>>, len: usize) -> Option<Vec<T>> {
    let sizes = || free.iter().map(Vec::capacity).enumerate();
    if let Some((at, _)) = sizes().filter(|(_, size)| *size >= len).min_by_key(|(_, size)| *size) {
        return Some(free.swap_remove(at));
    }
    let (largest, _) = sizes().max_by_key(|(_, size)| *size)?;
    free.swap_remove(largest);
    None
}

/// A block of memory that is in use.
#[derive(Debug, Default)]
struct Block<T>(Vec<T>);

impl<T> SliceWrapper<T> for Block<T> {
    fn slice(&self) -> &[T] {
        &self.0
    }
}

impl<T> SliceWrapperMut<T> for Block<T> {
    fn slice_mut(&mut self) -> &mut [T] {
        &mut self.0
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests fail by panicking")]
mod tests {
    use super::*;
    use crate::assets;

    fn params(length: usize) -> BrotliEncoderParams {
        let lgwin = (usize::BITS - length.leading_zeros()).clamp(16, 22) as i32;
        BrotliEncoderParams { quality: 3, lgwin, size_hint: length, ..BrotliEncoderParams::default() }
    }

    #[test]
    fn kept_memory_changes_no_byte() {
        let memory = Memory::default();
        let files = ["looks/painted.css", "looks/night.css", "looks/lofi.css"]
            .map(|name| assets::path(name).and_then(assets::file));
        // Each leaves its own in the memory of the next one.
        for body in files.iter().cycle().take(9).map(|file| file.unwrap().plain) {
            let mut fresh = Vec::new();
            brotli::BrotliCompress(&mut &*body, &mut fresh, &params(body.len())).unwrap();
            assert_eq!(memory.compress(body, &params(body.len())).unwrap(), fresh);
        }
    }

    /// Pages without and with much that repeats, on both sides of the sizes at which the window grows.
    fn pages() -> Vec<Vec<u8>> {
        let css = assets::path("looks/painted.css").and_then(assets::file).unwrap().plain;
        let lengths = [3_000, 60_000, 90_000, 140_000, 250_000];
        let of_css = lengths.map(|length| {
            css.iter()
                .copied()
                .cycle()
                .enumerate()
                .map(|(at, byte)| byte ^ u8::from(at % 97 == at / 997 % 97))
                .take(length)
                .collect()
        });
        lengths.map(|length| vec![b'x'; length]).into_iter().chain(of_css).collect()
    }

    #[test]
    fn the_next_page_takes_the_memory_of_the_last_one() {
        let memory = Memory::default();
        let round = || {
            for page in pages() {
                memory.compress(&page, &params(page.len())).unwrap();
            }
            memory.bytes()
        };
        let first = round();
        assert!(first > 0);
        assert_eq!([round(), round()], [first; 2]);
    }

    #[test]
    fn what_most_pages_take_is_kept() {
        for page in pages().iter().filter(|page| page.len() < 128 * 1024) {
            let memory = Memory::default();
            memory.compress(page, &params(page.len())).unwrap();
            assert!((1..=KEPT_BYTES).contains(&memory.bytes()), "{} of {}", memory.bytes(), page.len());
        }
    }

    #[test]
    fn a_large_page_leaves_no_more_than_the_bound() {
        let memory = Memory::default();
        let large = vec![b'x'; 4 * KEPT_BYTES];
        memory.compress(&large, &params(large.len())).unwrap();
        assert!(memory.bytes() > KEPT_BYTES);
        memory.free_above(KEPT_BYTES);
        assert!((1..=KEPT_BYTES).contains(&memory.bytes()), "{}", memory.bytes());
    }
}
