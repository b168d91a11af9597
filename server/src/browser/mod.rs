//! Pictures of pages as a browser shows them, drawn by a Chromium without a window: nothing else draws masks, container queries
//! and `:has()` as the looks need them.
//!
//! Each picture is drawn by a process of its own, one at a time, which gets the page and its files over the debugging pipe and
//! nothing from anywhere else: every request is answered here or fails, host names lead nowhere, scripts are off, and where the
//! system allows it the process has no network. It ends after ten seconds, or when it takes more memory than [`MEMORY`].

mod capture;
mod devtools;
mod launch;
mod memory;
mod recent;

use std::path::PathBuf;
use std::pin::Pin;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use axum::body::Bytes;
use tokio::sync::{OnceCell, Semaphore};

use self::launch::{Launch, ways};
use self::recent::RecentPictures;
use crate::config::BrowserSetting;
use crate::keyed_semaphore::{KeyedPermit, KeyedSemaphore};

/// Pictures that are drawn or wait; whoever comes later is told to.
const WAITING: usize = 24;
/// The most memory of a browser with all its processes, bytes, besides what they share.
const MEMORY: u64 = 768 << 20;
/// The most that is handed to it for one picture, bytes.
const HANDED: usize = 64 << 20;
/// The most requests that it may make for one picture.
const REQUESTS: usize = 2000;
/// What is shown of a page, CSS pixels from its top: browsers write no taller WebP, and nobody could read more in one picture.
const TALLEST: f64 = 12_000.0;

/// How a page is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Width {
    /// As on a phone.
    Phone,
    /// As on a desk.
    Wide,
}

impl Width {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Phone, Self::Wide];

    /// Its name in addresses and calls.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Phone => "phone",
            Self::Wide => "wide",
        }
    }

    /// Width and height of the window, CSS pixels.
    const fn window(self) -> (u32, u32) {
        match self {
            Self::Phone => (390, 844),
            Self::Wide => (1280, 800),
        }
    }
}

/// The format of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// At most [`Format::most_bytes`], with as few colours lost as that allows.
    WebP,
    /// Every pixel as it is.
    Png,
}

impl Format {
    /// Both.
    pub const ALL: [Self; 2] = [Self::WebP, Self::Png];

    /// Its media type.
    pub const fn mime(self) -> &'static str {
        match self {
            Self::WebP => "image/webp",
            Self::Png => "image/png",
        }
    }

    /// Its name, as files end.
    pub const fn name(self) -> &'static str {
        match self {
            Self::WebP => "webp",
            Self::Png => "png",
        }
    }

    /// The most bytes of a picture: what goes into a conversation is small.
    pub const fn most_bytes(self) -> usize {
        match self {
            Self::WebP => 300 << 10,
            Self::Png => 12 << 20,
        }
    }
}

/// A page to draw.
#[derive(Debug)]
pub struct Wanted<'a> {
    /// The page's document.
    pub html: &'a str,
    /// What its document may load and do, as `Content-Security-Policy` says it.
    pub policy: &'a str,
    /// Where it is: the prefix of all its addresses, without a trailing slash.
    pub base: &'a str,
    /// How it is looked at.
    pub width: Width,
    /// The id of the element that is shown instead of the whole page.
    pub element: Option<&'a str>,
    /// The format of the picture.
    pub format: Format,
}

/// A drawn page.
#[derive(Clone, Debug)]
pub struct Picture {
    /// The file.
    pub bytes: Bytes,
    /// Its format.
    pub format: Format,
    /// How tall the page is, CSS pixels, where that is more than the picture shows.
    pub cut_from: Option<u32>,
}

/// A file that a page shows.
#[derive(Clone, Debug)]
pub struct File {
    /// Its media type.
    pub mime: &'static str,
    /// Its content.
    pub bytes: Bytes,
}

/// Where the files of pages are.
pub trait Files: Send + Sync {
    /// The file at this path of the service, if a page may show it.
    fn file<'a>(&'a self, path: &'a str) -> Pin<Box<dyn Future<Output = Option<File>> + Send + 'a>>;
}

/// Why there is no picture.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BrowserError {
    /// No browser draws here, for this reason.
    #[error("{0}")]
    Off(String),
    /// No browser drew its first page in time, in these ways; it is tried again.
    #[error("{0}")]
    NotYet(String),
    /// Too many pictures wait already.
    #[error("too many pictures wait to be drawn")]
    Busy,
    /// It took too long.
    #[error("the browser did not draw the page in time")]
    TimedOut,
    /// It took more than [`MEMORY`].
    #[error("the page takes more memory than a picture may")]
    TooMuchMemory,
    /// The page has no such element.
    #[error("the page does not show that")]
    NoSuchElement,
    /// The browser ended, or refused something.
    #[error("the browser failed: {0}")]
    Failed(String),
}

/// The browser.
#[derive(Debug)]
pub struct Browser {
    setting: BrowserSetting,
    /// How long it has for a picture; and how long it is left alone after it was too slow for its first.
    pub time: Duration,
    /// How it is started, found by trying; or why it never will be.
    launch: OnceCell<Result<Launch, String>>,
    /// When finding out last took too long, and what was told.
    too_slow: Mutex<Option<(Instant, String)>>,
    turn: Semaphore,
    waiting: Semaphore,
    accounts: KeyedSemaphore,
    /// The pictures that were drawn last.
    pub recent: RecentPictures,
}

impl Browser {
    /// A browser that is started as the setting says and has this long for each picture.
    pub fn new(setting: BrowserSetting, time: Duration) -> Self {
        Self {
            setting,
            time,
            launch: OnceCell::new(),
            too_slow: Mutex::new(None),
            turn: Semaphore::new(1),
            waiting: Semaphore::new(WAITING),
            accounts: KeyedSemaphore::default(),
            recent: RecentPictures::default(),
        }
    }

    /// Waits until an account has no other picture under way, so that nobody is in everybody's way.
    pub async fn turn_of(&self, account: &str) -> KeyedPermit {
        self.accounts.acquire(account.to_owned(), 1).await
    }

    /// How the browser is started: tried out once, with the first picture or when the server starts. A browser that took too
    /// long, as on a busy machine, is tried again when it is asked for after the time that a picture has.
    ///
    /// # Errors
    /// [`BrowserError::Off`] or [`BrowserError::NotYet`], with why no browser draws here and what to do about it.
    pub async fn launch(&self) -> Result<&Launch, BrowserError> {
        let found = self.launch.get_or_try_init(|| self.find_unless_too_slow()).await?;
        found.as_ref().map_err(|why| BrowserError::Off(why.clone()))
    }

    async fn find_unless_too_slow(&self) -> Result<Result<Launch, String>, BrowserError> {
        let too_slow = || self.too_slow.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, why)) = too_slow().as_ref().filter(|(then, _)| then.elapsed() < self.time) {
            return Err(BrowserError::NotYet(why.clone()));
        }
        let found = self.find().await;
        if let Err(BrowserError::NotYet(why)) = &found {
            *too_slow() = Some((Instant::now(), why.clone()));
        }
        found
    }

    /// Draws a page, once those who came earlier have theirs.
    ///
    /// # Errors
    /// As [`BrowserError`] says.
    pub async fn picture(&self, wanted: &Wanted<'_>, files: &dyn Files) -> Result<Picture, BrowserError> {
        let _waiting = self.waiting.try_acquire().map_err(|_| BrowserError::Busy)?;
        let launch = self.launch().await?;
        let _turn = self.turn.acquire().await.map_err(|_| BrowserError::Busy)?;
        self.draw(launch, wanted, files).await
    }

    async fn draw(&self, launch: &Launch, wanted: &Wanted<'_>, files: &dyn Files) -> Result<Picture, BrowserError> {
        let mut running = launch.start().await.map_err(|why| BrowserError::Failed(why.to_string()))?;
        let too_much = memory::exceeded(running.process(), MEMORY);
        tokio::select! {
            drawn = tokio::time::timeout(self.time, capture::picture(running.devtools(), wanted, files)) => {
                drawn.unwrap_or(Err(BrowserError::TimedOut))
            }
            () = too_much => Err(BrowserError::TooMuchMemory),
        }
    }

    /// Tries the ways to start it, safest first, until one draws; or why none does, which stays so.
    ///
    /// # Errors
    /// [`BrowserError::NotYet`] when none drew, and one was only too slow.
    async fn find(&self) -> Result<Result<Launch, String>, BrowserError> {
        let page = Wanted {
            html: "<!DOCTYPE html><title>Mantel</title><p>Mantel",
            policy: "default-src 'none'",
            base: "http://mantel.invalid",
            width: Width::Phone,
            element: None,
            format: Format::WebP,
        };
        let ways = match ways(&self.setting).await {
            Ok(ways) => ways,
            Err(why) => return Ok(Err(why)),
        };
        let (mut reasons, mut too_slow) = (Vec::new(), false);
        for launch in ways {
            match self.draw(&launch, &page, &NoFiles).await {
                Ok(_) => return Ok(Ok(launch)),
                Err(why) => {
                    too_slow |= why == BrowserError::TimedOut;
                    reasons.push(format!("{launch}: {why}"));
                }
            }
        }
        let why = format!("no browser could be started ({}); {}", reasons.join("; "), launch::ADVICE);
        if too_slow { Err(BrowserError::NotYet(why)) } else { Ok(Err(why)) }
    }
}

/// Nothing.
struct NoFiles;

impl Files for NoFiles {
    fn file<'a>(&'a self, _: &'a str) -> Pin<Box<dyn Future<Output = Option<File>> + Send + 'a>> {
        Box::pin(std::future::ready(None))
    }
}

/// The programs that `BROWSER=auto` looks for, in this order.
const PROGRAMS: [&str; 5] =
    ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome-stable", "google-chrome"];

/// The first of the programs that is in a folder of `PATH`.
fn installed() -> Option<PathBuf> {
    let folders: Vec<_> = std::env::split_paths(&std::env::var_os("PATH")?).collect();
    PROGRAMS
        .iter()
        .flat_map(|program| folders.iter().map(move |folder| folder.join(program)))
        .find(|path| path.is_file())
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests fail by panicking")]
mod tests {
    use super::*;

    #[tokio::test]
    async fn what_a_page_draws_only_in_view_is_on_its_picture() {
        let browser = Browser::new(BrowserSetting::Auto, Duration::from_secs(60));
        if matches!(browser.launch().await, Err(BrowserError::Off(_))) {
            return;
        }
        let wanted = Wanted {
            html: "<!DOCTYPE html><style>body{margin:0;height:9000px}div{height:8990px}p{margin:0;content-visibility:auto}\
                   b{display:block;height:10px;background:#000}</style><div></div><p><b></b></p>",
            policy: "default-src 'none'; style-src 'unsafe-inline'",
            base: "http://mantel.invalid",
            width: Width::Phone,
            element: None,
            format: Format::Png,
        };
        let drawn = browser.picture(&wanted, &NoFiles).await.unwrap();
        let drawn = image::load_from_memory(&drawn.bytes).unwrap().into_rgb8();
        assert_eq!(drawn.dimensions(), (390, 9000));
        assert_eq!(drawn.get_pixel(100, 8995).0, [0, 0, 0]);
    }
}
