//! The thread that draws: one card at a time, at low priority, with memory only while there is something to draw.

use std::path::PathBuf;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use mantel_drawing::{Drawer, Fonts, Pictures};
use mantel_model::Draft;
use tokio::sync::oneshot;

/// How long plates and fonts are kept when nothing is drawn.
const IDLE: Duration = Duration::from_secs(60);
/// What is kept of plates and stages meanwhile, bytes: four of them.
const KEPT: usize = 12 << 20;
/// Added to the priority of the thread, where 19 is the least (setpriority).
#[cfg(target_os = "linux")]
const NICE: i32 = 10;

/// A card to draw.
#[derive(Debug)]
pub struct Job {
    /// The published page.
    pub page: Draft,
    /// Where it is.
    pub address: String,
    /// The pictures that could be loaded.
    pub pictures: Pictures,
}

/// A card to draw, and where it is wanted.
type Submitted = (Job, oneshot::Sender<Result<Vec<u8>, String>>);

/// Draws cards on a thread of its own.
#[derive(Debug)]
pub struct DrawingThread {
    fonts: Option<PathBuf>,
    jobs: Mutex<Option<SyncSender<Submitted>>>,
}

impl DrawingThread {
    /// A thread, started with the first card, that takes letters that our typefaces lack from those in a folder.
    pub const fn new(fonts: Option<PathBuf>) -> Self {
        Self { fonts, jobs: Mutex::new(None) }
    }

    /// Draws a card.
    ///
    /// # Errors
    /// Why there is none.
    pub async fn draw(&self, job: Job) -> Result<Vec<u8>, String> {
        let (done, drawn) = oneshot::channel();
        self.submit((job, done))?;
        drawn.await.unwrap_or_else(|_| Err("the drawing ended early".to_owned()))
    }

    /// Hands a job to the thread, which is started if there is none.
    fn submit(&self, job: Submitted) -> Result<(), String> {
        let mut jobs = self.jobs.lock().unwrap_or_else(PoisonError::into_inner);
        let job = match jobs.take() {
            None => job,
            Some(sender) => match sender.send(job) {
                Ok(()) => {
                    *jobs = Some(sender);
                    return Ok(());
                }
                // The thread ended when it had nothing to do.
                Err(unsent) => unsent.0,
            },
        };
        let (sender, receiver) = sync_channel(1);
        let fonts = self.fonts.clone();
        let thread = std::thread::Builder::new().name("share cards".to_owned());
        thread.spawn(move || serve(&receiver, fonts)).map_err(|why| why.to_string())?;
        sender.send(job).map_err(|_| "the drawing ended early".to_owned())?;
        *jobs = Some(sender);
        Ok(())
    }
}

fn serve(jobs: &Receiver<Submitted>, fonts: Option<PathBuf>) {
    // Of the thread, on Linux; elsewhere it would be of the whole program.
    #[cfg(target_os = "linux")]
    if let Err(why) = rustix::process::setpriority_process(None, NICE) {
        tracing::debug!(error = %why, "share cards are drawn at the usual priority");
    }
    let drawer = Drawer::keeping(Fonts::new(fonts.as_deref()), KEPT);
    loop {
        match jobs.recv_timeout(IDLE) {
            Ok((Job { page, address, pictures }, done)) => {
                // Nobody may wait for it any more.
                let _ = done.send(drawer.jpeg(&page, &address, &pictures).map_err(|why| why.to_string()));
            }
            Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => return,
        }
    }
}
