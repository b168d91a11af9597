//! What is drawn of pages: share cards, what link previews show, and icons, for tabs and home screens; both are drawn after a
//! publish, one at a time, off the path of any visit, and kept in folders of bounded size. Stickers are drawn when they are
//! asked for.

mod drawing_thread;
mod folder;
mod pictures;

use std::collections::HashSet;
use std::sync::{Arc, Mutex, PoisonError};

use axum::body::Bytes;
use mantel_drawing::icon::{IconSize, icon};
use mantel_drawing::qr::{Print, a6, sticker};
use mantel_drawing::{Drawer, Parts, Pictures};
use mantel_model::look::Look;
use mantel_model::{Draft, Username};
use sha2::{Digest, Sha256};
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::{Semaphore, mpsc};

use self::drawing_thread::DrawingThread;
pub use self::folder::Folder;
pub use self::pictures::PictureSource;
use self::pictures::Shown;
use crate::config::Config;
use crate::service::{Error, Published, Service};

/// Drawings that wait; more are drawn when they are asked for again.
const WAITING: usize = 256;
/// Prints and stickers that wait. They are drawn for somebody who waits, too: who names one way after the other on the screen
/// for sharing waits for two each time.
const PRINTS: usize = 8;
/// The most bytes of cards that are kept.
const CARD_BYTES: u64 = 400 << 20;
/// The most bytes of icons that are kept.
const ICON_BYTES: u64 = 100 << 20;
/// Changes when the same card is drawn differently.
const DRAWING: &str = "1";
/// The same for icons.
const ICON_DRAWING: &str = "2";

/// A drawing that is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Drawing {
    /// What link previews show.
    Card,
    /// What a tab or a home screen shows.
    Icon(IconSize),
}

/// A drawing of a page as it is kept.
#[derive(Clone, Debug)]
pub struct KeptDrawing {
    /// The picture.
    pub bytes: Bytes,
    /// Entity tag, quotes included: another for every other picture.
    pub etag: String,
    /// Whether the page is drawn like this as long as it is the same.
    pub stays: bool,
}

/// The file of a drawing.
#[derive(Debug)]
struct DrawingFile {
    /// Its name.
    name: String,
    /// The part of its name that changes with what is drawn.
    state: String,
    /// As in [`KeptDrawing`].
    stays: bool,
}

/// A code on an object of a page's look, drawn when it is asked for and not kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PrintForm {
    /// To stick on something.
    Sticker,
    /// A card of A6, with name and portrait.
    A6,
}

impl Drawing {
    /// What is drawn after each publish, the card first. The other icons are wanted only by who keeps the page on a home
    /// screen.
    const OF_EACH: [Self; 3] = [Self::Card, Self::Icon(IconSize::Tab), Self::Icon(IconSize::Touch)];

    /// How the name of its file ends.
    fn ending(self) -> String {
        match self {
            Self::Card => ".jpg".to_owned(),
            Self::Icon(size) => format!("-{}.{}", size.side(), size.extension()),
        }
    }

    /// The type of its file.
    pub const fn mime(self) -> &'static str {
        match self {
            Self::Card => "image/jpeg",
            Self::Icon(size) => size.mime(),
        }
    }

    /// The pictures on it.
    fn shown(self, parts: &Parts) -> Shown<'_> {
        match self {
            Self::Card => Shown::on_card(parts),
            Self::Icon(_) => Shown::on_icon(parts),
        }
    }

    /// Draws it.
    fn draw(self, drawer: &Drawer, page: &Draft, address: &str, pictures: &Pictures) -> Result<Vec<u8>, String> {
        match self {
            Self::Card => drawer.jpeg(page, address, pictures),
            Self::Icon(size) => icon(drawer.fonts(), &Parts::of(page, address), pictures, size),
        }
        .map_err(|why| why.to_string())
    }
}

/// The drawings, and what is needed to make them.
#[derive(Debug)]
pub struct Drawings {
    cards: Folder,
    icons: Folder,
    thread: DrawingThread,
    prints: Semaphore,
    config: Arc<Config>,
    service: Service,
    pictures: PictureSource,
    waiting: mpsc::Sender<(Username, Drawing)>,
    queue: tokio::sync::Mutex<mpsc::Receiver<(Username, Drawing)>>,
    queued: Mutex<HashSet<(Username, Drawing)>>,
}

impl Drawings {
    /// Drawings that are kept in the data folder; letters that our own typefaces lack are taken from the folder of fonts.
    pub fn new(config: Arc<Config>, service: Service, pictures: PictureSource) -> Self {
        let (waiting, queue) = mpsc::channel(WAITING);
        Self {
            cards: Folder::new(config.data_dir.join("cards"), CARD_BYTES),
            icons: Folder::new(config.data_dir.join("icons"), ICON_BYTES),
            thread: DrawingThread::new(config.fonts_dir.clone()),
            prints: Semaphore::new(PRINTS),
            config,
            service,
            pictures,
            waiting,
            queue: tokio::sync::Mutex::new(queue),
            queued: Mutex::default(),
        }
    }

    /// Has a drawing of a page made, unless too many wait already.
    pub fn want(&self, username: &Username, drawing: Drawing) {
        let wanted = (username.clone(), drawing);
        let mut queued = self.queued.lock().unwrap_or_else(PoisonError::into_inner);
        if queued.insert(wanted.clone()) && self.waiting.try_send(wanted.clone()).is_err() {
            queued.remove(&wanted);
        }
    }

    /// A drawing of a page, if it is made already.
    pub async fn kept(&self, published: &Published, drawing: Drawing) -> Option<KeptDrawing> {
        let parts = Parts::of(&published.page, &self.config.page_url(&published.username));
        let file = self.file(published, &parts, drawing).await;
        let bytes = self.folder(drawing).read(&file.name).await?;
        Some(KeptDrawing { bytes, etag: format!("\"{}\"", file.state), stays: file.stays })
    }

    const fn folder(&self, drawing: Drawing) -> &Folder {
        match drawing {
            Drawing::Card => &self.cards,
            Drawing::Icon(_) => &self.icons,
        }
    }

    /// The file of a drawing: its name changes with the page, with where the page is, and with the pictures on it as they are
    /// now: one of another site may be fetched later or again, and any may be taken down.
    async fn file(&self, published: &Published, parts: &Parts, drawing: Drawing) -> DrawingFile {
        let (known, stays) = self.pictures.all_known(drawing.shown(parts)).await;
        let mut all = vec![version(published, drawing), self.config.base_url.clone()];
        all.extend(known);
        let all: Vec<&str> = all.iter().map(String::as_str).collect();
        let state = digest(&all);
        DrawingFile { name: format!("{}-{state}{}", published.username, drawing.ending()), state, stays }
    }

    /// Makes the drawings of pages that are published or asked for, one after the other, until the task is aborted.
    pub async fn work(&self) {
        let mut published = self.service.publishes();
        let mut queue = self.queue.lock().await;
        loop {
            tokio::select! {
                wanted = queue.recv() => match wanted {
                    Some((username, drawing)) => self.make(&username, &[drawing]).await,
                    None => return,
                },
                done = published.recv() => match done {
                    Ok(username) => self.make(&username, &Drawing::OF_EACH).await,
                    // What was missed is drawn when it is asked for.
                    Err(RecvError::Lagged(_)) => {}
                    Err(RecvError::Closed) => return,
                },
            };
        }
    }

    /// Makes the drawings that wait now.
    pub async fn draw_waiting(&self) {
        let mut queue = self.queue.lock().await;
        while let Ok((username, drawing)) = queue.try_recv() {
            self.make(&username, &[drawing]).await;
        }
    }

    async fn make(&self, username: &Username, drawings: &[Drawing]) {
        for drawing in drawings {
            self.queued.lock().unwrap_or_else(PoisonError::into_inner).remove(&(username.clone(), *drawing));
        }
        let published = match self.service.published(username.as_str()).await {
            Ok(published) => published,
            Err(Error::PageNotFound(_) | Error::TakenDown) => return,
            Err(error) => return tracing::warn!(%username, %error, "a page was not drawn"),
        };
        let address = self.config.page_url(&published.username);
        let parts = Parts::of(&published.page, &address);
        let mut missing = Vec::new();
        for drawing in drawings.iter().copied() {
            if !self.folder(drawing).has(&self.file(&published, &parts, drawing).await.name).await {
                missing.push(drawing);
            }
        }
        // The card, if it is missing, is the first, and has the icons' picture on it, too.
        let Some(most) = missing.first().copied() else { return };
        let pictures = Arc::new(self.pictures.load(&published.live_version.account, most.shown(&parts)).await);
        let page = Arc::new(published.page.clone());
        for drawing in missing {
            // Loading may have fetched a picture.
            let name = self.file(&published, &parts, drawing).await.name;
            let (page, address, pictures) = (Arc::clone(&page), address.clone(), Arc::clone(&pictures));
            match self.thread.draw(move |drawer| drawing.draw(drawer, &page, &address, &pictures)).await {
                Ok(bytes) => self.folder(drawing).write(&name, bytes).await,
                Err(error) => tracing::error!(%username, ?drawing, %error, "a page could not be drawn"),
            }
        }
    }

    /// The code of an address on an object of a published page's look. `None` while too many wait for theirs.
    ///
    /// # Errors
    /// Why there is none.
    pub async fn print<T: Send + 'static>(
        self: &Arc<Self>,
        published: Published,
        address: String,
        form: PrintForm,
        write: impl FnOnce(&Print) -> Result<T, String> + Send + 'static,
    ) -> Option<Result<T, String>> {
        let drawings = Arc::clone(self);
        // Drawn to the end even if whoever asked is gone, so that the next one waits for it.
        let drawn = tokio::spawn(async move {
            let _waiting = drawings.prints.try_acquire().ok()?;
            let page = published.page;
            let pictures = match form {
                PrintForm::Sticker => Pictures::default(),
                PrintForm::A6 => {
                    let parts = Parts::of(&page, &address);
                    drawings.pictures.load(&published.live_version.account, Shown::on_print(&parts)).await
                }
            };
            let draw = move |drawer: &Drawer| {
                let print = match form {
                    PrintForm::Sticker => sticker(drawer.fonts(), &page, &address),
                    PrintForm::A6 => a6(drawer.fonts(), &page, &address, &pictures),
                };
                print.map_err(|why| why.to_string()).and_then(|print| write(&print))
            };
            Some(drawings.thread.draw(draw).await)
        });
        drawn.await.unwrap_or_else(|why| Some(Err(why.to_string())))
    }
}

/// What a drawing depends on of a published page, for its address: 12 hexadecimal digits. An icon stays the same when tiles
/// change.
pub fn version(published: &Published, drawing: Drawing) -> String {
    match drawing {
        Drawing::Card => digest(&[&published.etag, DRAWING]),
        Drawing::Icon(_) => icon_version(published),
    }
}

/// The version of the icons of a page, of every size.
pub fn icon_version(published: &Published) -> String {
    let (theme, profile) = (&published.page.theme, &published.page.profile);
    let theme = serde_json::to_string(theme).unwrap_or_default();
    let avatar =
        serde_json::to_string(&(&profile.avatar, &profile.avatar_focus, &profile.avatar_zoom)).unwrap_or_default();
    digest(&[&theme, profile.name_or(published.username.as_str()), &avatar, ICON_DRAWING])
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
