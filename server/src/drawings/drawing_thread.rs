//! The thread that draws: one drawing at a time, at low priority, with memory only while there is something to draw.

use std::path::PathBuf;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use mantel_drawing::{Drawer, Fonts};
use tokio::sync::oneshot;

/// How long plates and fonts are kept when nothing is drawn.
const IDLE: Duration = Duration::from_secs(60);
/// What is kept of plates and stages meanwhile, bytes: four of them.
const KEPT: usize = 12 << 20;
/// Added to the priority of the thread, where 19 is the least (setpriority).
#[cfg(target_os = "linux")]
const NICE: i32 = 10;

/// One thing to draw; it hands over the result itself.
type Job = Box<dyn FnOnce(&Drawer) + Send>;

/// Draws on a thread of its own.
#[derive(Debug)]
pub struct DrawingThread {
    fonts: Option<PathBuf>,
    jobs: Mutex<Option<SyncSender<Job>>>,
    turn: tokio::sync::Mutex<()>,
}

impl DrawingThread {
    /// A thread, started with the first drawing, that takes letters that our typefaces lack from those in a folder.
    pub const fn new(fonts: Option<PathBuf>) -> Self {
        Self { fonts, jobs: Mutex::new(None), turn: tokio::sync::Mutex::const_new(()) }
    }

    /// Draws something, once what was asked for before is drawn. To be awaited to its end: the thread takes one job after the
    /// other, and this would not wait for one whose caller is gone.
    ///
    /// # Errors
    /// Why there is none.
    pub async fn draw<T: Send + 'static, E: ToString>(
        &self,
        draw: impl FnOnce(&Drawer) -> Result<T, E> + Send + 'static,
    ) -> Result<T, String> {
        let _turn = self.turn.lock().await;
        let (done, drawn) = oneshot::channel();
        let job = move |drawer: &Drawer| {
            // Nobody may wait for it any more.
            let _ = done.send(draw(drawer).map_err(|why| why.to_string()));
        };
        self.submit(Box::new(job))?;
        drawn.await.unwrap_or_else(|_| Err("the drawing ended early".to_owned()))
    }

    /// Hands a job to the thread, which is started if there is none.
    fn submit(&self, job: Job) -> Result<(), String> {
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
        let thread = std::thread::Builder::new().name("drawing".to_owned());
        thread.spawn(move || serve(&receiver, fonts)).map_err(|why| why.to_string())?;
        sender.send(job).map_err(|_| "the drawing ended early".to_owned())?;
        *jobs = Some(sender);
        Ok(())
    }
}

fn serve(jobs: &Receiver<Job>, fonts: Option<PathBuf>) {
    // Of the thread, on Linux; elsewhere it would be of the whole program.
    #[cfg(target_os = "linux")]
    if let Err(why) = rustix::process::setpriority_process(None, NICE) {
        tracing::debug!(error = %why, "drawing has the usual priority");
    }
    let drawer = Drawer::keeping(Fonts::new(fonts.as_deref()), KEPT);
    loop {
        match jobs.recv_timeout(IDLE) {
            Ok(job) => job(&drawer),
            Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => return,
        }
    }
}
