//! Who makes what is derived: one at a time for each, the rest wait and take it from the shelf.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use axum::body::Bytes;
use mantel_model::photo::Sketch;

use super::{Derived, Lost, Media};
use crate::keyed_semaphore::{KeyedPermit, KeyedSemaphore};

/// Most sketches in memory; each holds at most 9 KB.
const SKETCHES: usize = 1024;

/// What is being made, and what was made last.
#[derive(Debug, Default)]
pub struct Makers {
    turns: KeyedSemaphore,
    sketches: Mutex<HashMap<String, Arc<Sketch>>>,
}

impl Makers {
    fn sketch(&self, hash: &str) -> Option<Arc<Sketch>> {
        self.sketches.lock().unwrap_or_else(PoisonError::into_inner).get(hash).cloned()
    }

    fn keep(&self, hash: &str, sketch: &Arc<Sketch>) {
        let mut all = self.sketches.lock().unwrap_or_else(PoisonError::into_inner);
        if all.len() >= SKETCHES {
            all.clear();
        }
        all.insert(hash.to_owned(), Arc::clone(sketch));
    }

    /// Waits for the place of the one who makes this.
    async fn turn(&self, hash: &str, what: Derived) -> KeyedPermit {
        self.turns.acquire(format!("{hash}.{}", what.name()), 1).await
    }

    /// Forgets a picture that is gone.
    pub fn forget(&self, hash: &str) {
        self.sketches.lock().unwrap_or_else(PoisonError::into_inner).remove(hash);
    }
}

impl Media {
    /// Something made of a picture, made now where it was not yet; `None` when there is no such picture.
    ///
    /// # Errors
    /// When the shelf can't be read or written.
    pub async fn derived(&self, hash: &str, what: Derived) -> Result<Option<Bytes>, Lost> {
        if let Some(kept) = self.shelf.beside(hash, what).await? {
            return Ok(Some(kept));
        }
        let _turn = self.makers.turn(hash, what).await;
        if let Some(kept) = self.shelf.beside(hash, what).await? {
            return Ok(Some(kept));
        }
        let Some(file) = self.shelf.whole(hash).await? else { return Ok(None) };
        self.make(hash, what, file).await
    }

    /// Makes the sketch of a picture that was just put on the shelf, from its bytes; nothing where there is one.
    ///
    /// # Errors
    /// When the shelf can't be read or written.
    pub async fn sketched(&self, hash: &str, file: Bytes) -> Result<(), Lost> {
        let _turn = self.makers.turn(hash, Derived::Sketch).await;
        if self.shelf.beside(hash, Derived::Sketch).await?.is_none() {
            self.make(hash, Derived::Sketch, file).await?;
        }
        Ok(())
    }

    async fn make(&self, hash: &str, what: Derived, file: Bytes) -> Result<Option<Bytes>, Lost> {
        let turn = Arc::clone(&self.drawn).acquire_owned().await.ok();
        let work = tokio::task::spawn_blocking(move || {
            let made = what.made(&file);
            // Held to the end of the work, whether or not somebody still waits for it.
            drop(turn);
            made
        });
        match work.await.unwrap_or_else(|why| Err(why.to_string())) {
            Ok(made) => {
                let made = Bytes::from(made);
                self.shelf.put_beside(hash, what, made.clone()).await?;
                if matches!(what, Derived::Sketch) {
                    self.learned();
                }
                Ok(Some(made))
            }
            Err(why) => {
                tracing::error!(error = %why, hash, what = what.name(), "nothing could be made of a picture");
                Ok(None)
            }
        }
    }

    /// The sketch of a picture, if it is at hand: never made for somebody who waits for a page.
    ///
    /// # Errors
    /// When the shelf can't be read.
    pub async fn sketch(&self, hash: &str) -> Result<Option<Arc<Sketch>>, Lost> {
        if let Some(known) = self.makers.sketch(hash) {
            return Ok(Some(known));
        }
        let kept = self.shelf.beside(hash, Derived::Sketch).await?;
        let found = kept.and_then(|it| Sketch::from_bytes(&it)).map(Arc::new);
        if let Some(found) = &found {
            self.makers.keep(hash, found);
        }
        Ok(found)
    }

    /// Takes a picture off the shelf with everything that was made of it.
    ///
    /// # Errors
    /// When it can't be deleted.
    pub async fn remove(&self, hash: &str) -> Result<(), Lost> {
        self.makers.forget(hash);
        for what in Derived::all() {
            self.shelf.remove_beside(hash, what).await?;
        }
        self.shelf.remove(hash).await
    }
}
