//! What pages are told of the pictures they name: where each is served, its measure, and its cells where they are needed.

use std::collections::HashMap;
use std::sync::Arc;

use mantel_model::facts::Facts;
use mantel_model::photo::{Pictures, Seen};
use mantel_model::theme::Photos;
use mantel_model::{Draft, TileId};

use crate::media::{Derived, is_hash};
use crate::service::Result;
use crate::state::App;

/// How long a picture that nothing needs is kept, ms.
const UNUSED: i64 = 30 * 24 * 60 * 60 * 1000;

impl App {
    /// What is known of the pictures of a page and of its facts. Nothing is fetched or made for it: what is not known yet is
    /// found out meanwhile, for the next visit.
    pub async fn pictures_of(&self, page: &Draft, facts: &HashMap<TileId, Facts>) -> Arc<Pictures> {
        let mut out = Pictures::new();
        let named = page.pictures().map(|it| it.as_str());
        let lettered = page.theme.photos == Photos::Ascii;
        for source in named.chain(facts.values().filter_map(|it| it.image.as_deref())) {
            if !out.contains_key(source)
                && let Some(seen) = self.picture(source, lettered).await
            {
                out.insert(source.to_owned(), seen);
            }
        }
        Arc::new(out)
    }

    /// Takes pictures off the shelf that nobody needs: those elsewhere that were not asked for in 30 days, and those uploaded
    /// 30 days ago that no page of their account names, live, as a draft or in its history.
    ///
    /// # Errors
    /// When the database or the shelf does not answer.
    pub async fn collect_pictures(&self) -> Result<()> {
        let before = self.service.clock().now() - UNUSED;
        let mut gone = self.service.store().forget_far_pictures(before).await?;
        gone.extend(self.service.store().drop_unused_pictures(before).await?);
        for hash in gone {
            self.drop_unwanted(&hash).await?;
        }
        Ok(())
    }

    async fn picture(&self, source: &str, lettered: bool) -> Option<Seen> {
        if let Some(hash) = source.strip_prefix("/media/").filter(|it| is_hash(it)) {
            return Some(self.kept(source, hash, lettered).await);
        }
        if source.starts_with('/') || !self.outbound.is_on() {
            return None;
        }
        let src = self.far.address(source);
        match self.known_far(source).await {
            Some(hash) => Some(self.kept(&src, &hash, lettered).await),
            None => Some(Seen { src, measure: None, sketch: None }),
        }
    }

    /// What is known of a picture on the shelf that is served at `src`.
    async fn kept(&self, src: &str, hash: &str, lettered: bool) -> Seen {
        let sketch = match self.media.sketch(hash).await {
            Ok(found) => found,
            Err(why) => {
                tracing::warn!(error = %why, hash, "a picture's sketch can't be read");
                None
            }
        };
        if sketch.is_none() {
            let (app, hash) = (self.clone(), hash.to_owned());
            tokio::spawn(async move { app.media.derived(&hash, Derived::Sketch).await.map(drop) });
        }
        let measure = sketch.as_ref().map(|it| it.measure);
        Seen { src: src.to_owned(), measure, sketch: sketch.filter(|_| lettered) }
    }
}
