//! The share cards of pages, what link previews show: drawn after a publish, one at a time, off the path of any visit, and kept in
//! a folder of bounded size.

mod drawing_thread;
mod folder;
mod pictures;

use std::collections::HashSet;
use std::sync::{Arc, Mutex, PoisonError};

use axum::body::Bytes;
use mantel_drawing::Parts;
use mantel_model::Username;
use mantel_model::look::Look;
use sha2::{Digest, Sha256};
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::mpsc;

use self::drawing_thread::{DrawingThread, Job};
use self::folder::Folder;
pub use self::pictures::PictureSource;
use crate::config::Config;
use crate::service::{Error, Published, Service};

/// Pages that wait for their card; of more the card is drawn when it is asked for again.
const WAITING: usize = 256;
/// Changes when the same page is drawn differently.
const DRAWING: &str = "1";

/// The cards, and what is needed to draw them.
#[derive(Debug)]
pub struct ShareCards {
    folder: Folder,
    thread: DrawingThread,
    config: Arc<Config>,
    service: Service,
    pictures: PictureSource,
    waiting: mpsc::Sender<Username>,
    queue: tokio::sync::Mutex<mpsc::Receiver<Username>>,
    queued: Mutex<HashSet<Username>>,
}

impl ShareCards {
    /// Cards that are kept in the data folder; letters that our own typefaces lack are taken from the folder of fonts.
    pub fn new(config: Arc<Config>, service: Service, pictures: PictureSource) -> Self {
        let (waiting, queue) = mpsc::channel(WAITING);
        Self {
            folder: Folder::new(config.data_dir.join("cards")),
            thread: DrawingThread::new(config.fonts_dir.clone()),
            config,
            service,
            pictures,
            waiting,
            queue: tokio::sync::Mutex::new(queue),
            queued: Mutex::default(),
        }
    }

    /// Has the card of a page drawn, unless too many wait already.
    pub fn want(&self, username: &Username) {
        let mut queued = self.queued.lock().unwrap_or_else(PoisonError::into_inner);
        if queued.insert(username.clone()) && self.waiting.try_send(username.clone()).is_err() {
            queued.remove(username);
        }
    }

    /// The card of a page, if it is drawn already.
    pub async fn kept(&self, published: &Published) -> Option<Bytes> {
        let parts = Parts::of(&published.page, &self.config.page_url(&published.username));
        self.folder.read(&self.file_name(published, &parts).await).await
    }

    /// The file of a card: its name changes with the page, with where the page is, and with the pictures on it as they are now:
    /// one of another site may be fetched later or again, and any may be taken down.
    async fn file_name(&self, published: &Published, parts: &Parts) -> String {
        let mut all = vec![version(published), self.config.base_url.clone()];
        for address in pictures::shown(parts) {
            all.push(self.pictures.known(address).await.unwrap_or_default());
        }
        let all: Vec<&str> = all.iter().map(String::as_str).collect();
        format!("{}-{}.jpg", published.username, digest(&all))
    }

    /// Draws the cards of pages that are published or asked for, one after the other, until the task is aborted.
    pub async fn work(&self) {
        let mut published = self.service.publishes();
        let mut queue = self.queue.lock().await;
        loop {
            let username = tokio::select! {
                wanted = queue.recv() => match wanted {
                    Some(username) => username,
                    None => return,
                },
                done = published.recv() => match done {
                    Ok(username) => username,
                    // What was missed is drawn when it is asked for.
                    Err(RecvError::Lagged(_)) => continue,
                    Err(RecvError::Closed) => return,
                },
            };
            self.draw(&username).await;
        }
    }

    /// Draws the cards that wait now.
    pub async fn draw_waiting(&self) {
        let mut queue = self.queue.lock().await;
        while let Ok(username) = queue.try_recv() {
            self.draw(&username).await;
        }
    }

    async fn draw(&self, username: &Username) {
        self.queued.lock().unwrap_or_else(PoisonError::into_inner).remove(username);
        let published = match self.service.published(username.as_str()).await {
            Ok(published) => published,
            Err(Error::PageNotFound(_) | Error::TakenDown) => return,
            Err(error) => return tracing::warn!(%username, %error, "a share card was not drawn"),
        };
        let address = self.config.page_url(&published.username);
        let parts = Parts::of(&published.page, &address);
        if self.folder.has(&self.file_name(&published, &parts).await).await {
            return;
        }
        let pictures = self.pictures.load(&published.live_version.account, &parts).await;
        // Loading may have fetched one.
        let name = self.file_name(&published, &parts).await;
        match self.thread.draw(Job { page: published.page, address, pictures }).await {
            Ok(card) => self.folder.write(&name, &card).await,
            Err(error) => tracing::error!(%username, %error, "a share card could not be drawn"),
        }
    }
}

/// What a card depends on of a published page, for its address: 12 hexadecimal digits.
pub fn version(published: &Published) -> String {
    digest(&[&published.etag, DRAWING])
}

/// The card of a look, for a page whose own is not drawn yet: that of a page without content whose name is Mantel, without an address
/// (`cargo run -p mantel-drawing --example draw`).
pub const fn generic(look: Look) -> Bytes {
    Bytes::from_static(match look {
        Look::Painted => include_bytes!("generic/painted.jpg"),
        Look::Cozy => include_bytes!("generic/cozy.jpg"),
        Look::Washi => include_bytes!("generic/washi.jpg"),
        Look::Lofi => include_bytes!("generic/lofi.jpg"),
        Look::Cobalt => include_bytes!("generic/cobalt.jpg"),
        Look::Night => include_bytes!("generic/night.jpg"),
    })
}

fn digest(parts: &[&str]) -> String {
    let mut all = Sha256::new();
    for part in parts {
        all.update(part.as_bytes());
        all.update([0]);
    }
    all.finalize().iter().take(6).map(|byte| format!("{byte:02x}")).collect()
}
