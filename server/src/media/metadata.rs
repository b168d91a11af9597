//! What pages are told of the pictures they name: where each is served, its measure, and its cells where they are needed.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;
use std::time::Duration;

use mantel_model::facts::Facts;
use mantel_model::photo::{Pictures, Seen};
use mantel_model::theme::Photos;
use mantel_model::{Draft, TileId};
use tokio::time::{Instant, timeout_at};

use crate::media::{Derived, Pictures as Kinds, is_hash};
use crate::service::Result;
use crate::state::App;

/// How long a picture that nothing needs is kept, ms.
const UNUSED: i64 = 30 * 24 * 60 * 60 * 1000;

/// How long a page waits for what is kept of its pictures, altogether.
const PATIENCE: Duration = Duration::from_secs(1);

/// What is told of the pictures of a page.
#[derive(Clone, Debug)]
pub struct Told {
    /// What is known of each.
    pub pictures: Arc<Pictures>,
    /// Whether nothing more is to be learned of them soon: each is known, or was not to be had.
    pub settled: bool,
}

/// Every picture that a page and its facts name.
fn named<'a>(page: &'a Draft, facts: &'a HashMap<TileId, Facts>) -> BTreeSet<&'a str> {
    let own = page.pictures().map(|picture| picture.as_str());
    own.chain(facts.values().filter_map(|facts| facts.image.as_deref())).collect()
}

/// The icons that may stand in for pictures: those of addresses that have none.
fn icons(facts: &HashMap<TileId, Facts>) -> BTreeSet<&str> {
    facts.values().filter(|facts| facts.image.is_none()).filter_map(|it| it.icon.as_deref()).collect()
}

/// For whom the pictures of a page are looked up, and how.
struct Asking<'a> {
    /// Whose page it is.
    account: &'a str,
    /// Which pictures lie behind addresses elsewhere; none where none was to be had.
    known: HashMap<String, Option<String>>,
    /// Whether their cells are wanted.
    lettered: bool,
    /// When to go on without.
    until: Instant,
}

impl App {
    /// What is known of the pictures of a page of this account and of its facts. Nothing is fetched or made for it: what is not known yet is
    /// found out meanwhile, for the next visit. Icons of sites are among them where they are held here.
    pub async fn pictures_of(&self, account: &str, page: &Draft, facts: &HashMap<TileId, Facts>) -> Told {
        let (all, icons) = (named(page, facts), icons(facts));
        let asking = Asking {
            account,
            known: self.known_far(&all.union(&icons).copied().collect()).await,
            lettered: page.theme.photos == Photos::Ascii,
            until: Instant::now() + PATIENCE,
        };
        let mut out = Pictures::new();
        let mut settled = true;
        for source in all {
            if let Some(seen) = self.picture(source, &asking).await {
                settled &= seen.measure.is_some() || asking.known.get(source) == Some(&None);
                out.insert(source.to_owned(), seen);
            }
        }
        for source in icons {
            if let Some(seen) = self.picture(source, &asking).await.filter(|picture| picture.measure.is_some()) {
                out.entry(source.to_owned()).or_insert(seen);
            }
        }
        Told { pictures: Arc::new(out), settled }
    }

    /// The pictures of a page and of its facts that are kept here, wherever the page says that they lie: their kinds, and what
    /// is known of them by the addresses that the page names them with. What they are measured with is made where it has to
    /// be; nothing is fetched.
    ///
    /// # Errors
    /// When the shelf can't be read.
    pub async fn held_pictures(&self, page: &Draft, facts: &HashMap<TileId, Facts>) -> Result<(Kinds, Arc<Pictures>)> {
        let all: BTreeSet<&str> = named(page, facts).union(&icons(facts)).copied().collect();
        let known = self.known_far(&all).await;
        let hash = |source: &str| match source.strip_prefix("/media/") {
            Some(own) => Some(own.to_owned()).filter(|it| is_hash(it)),
            None => known.get(source).cloned().flatten(),
        };
        let kept: Vec<(&str, String)> = all.iter().filter_map(|it| Some((*it, hash(it)?))).collect();
        let kinds = self.media.shelf.pictures(kept.iter().map(|it| it.1.as_str())).await?;
        let mut out = Pictures::new();
        for (source, hash) in kept.iter().filter(|it| kinds.contains_key(&it.1)) {
            self.media.derived(hash, Derived::Sketch).await?;
            let sketch = self.media.sketch(hash).await?;
            let measure = sketch.as_ref().map(|sketch| sketch.measure);
            let sketch = sketch.filter(|_| page.theme.photos == Photos::Ascii);
            out.insert((*source).to_owned(), Seen { src: format!("/media/{hash}"), measure, sketch });
        }
        Ok((kinds, Arc::new(out)))
    }

    /// Which pictures those of these addresses that lie elsewhere gave last; none where none was to be had.
    async fn known_far(&self, all: &BTreeSet<&str>) -> HashMap<String, Option<String>> {
        let far: Vec<&str> = all.iter().copied().filter(|it| !it.starts_with('/')).collect();
        if far.is_empty() || !self.outbound.is_on() {
            return HashMap::new();
        }
        self.service.store().far_pictures(&far).await.unwrap_or_else(|why| {
            tracing::warn!(error = %why, "what is known of far pictures can't be read");
            HashMap::new()
        })
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

    async fn picture(&self, source: &str, asking: &Asking<'_>) -> Option<Seen> {
        if let Some(hash) = source.strip_prefix("/media/").filter(|rest| is_hash(rest)) {
            return Some(self.kept(source, hash, asking).await);
        }
        if source.starts_with('/') || !self.outbound.is_on() {
            return None;
        }
        let src = self.far.address(&self.far.named(asking.account, source));
        match asking.known.get(source) {
            Some(Some(hash)) => Some(self.kept(&src, hash, asking).await),
            _ => Some(Seen { src, measure: None, sketch: None }),
        }
    }

    /// What is known of a picture on the shelf that is served at `src`.
    async fn kept(&self, src: &str, hash: &str, asking: &Asking<'_>) -> Seen {
        let sketch = match timeout_at(asking.until, self.media.sketch(hash)).await {
            Ok(Ok(found)) => found,
            Ok(Err(why)) => {
                tracing::warn!(error = %why, hash, "a picture's sketch can't be read");
                None
            }
            Err(_) => return Seen { src: src.to_owned(), measure: None, sketch: None },
        };
        if sketch.is_none() {
            let (app, hash) = (self.clone(), hash.to_owned());
            tokio::spawn(async move { app.media.derived(&hash, Derived::Sketch).await.map(drop) });
        }
        let measure = sketch.as_ref().map(|sketch| sketch.measure);
        Seen { src: src.to_owned(), measure, sketch: sketch.filter(|_| asking.lettered) }
    }
}
