//! Pictures of pages as visitors see them: for the owner and agents of any version, for everybody of what is live.

use std::pin::Pin;
use std::sync::Arc;

use axum::body::Bytes;
use axum::http::{HeaderMap, header};
use mantel_model::{Problem, TileId, Username};
use tokio::sync::broadcast::error::RecvError;

use crate::browser::{BrowserError, File, Files, Format, Picture, Wanted, Width};
use crate::http::error::Refusal;
use crate::http::rate_limit::Kind;
use crate::http::security_headers::{ScriptPolicy, allow_only_inline_style, document_headers};
use crate::page_cache::Representation;
use crate::page_document::{preview_html, version};
use crate::published_page::published_page;
use crate::service::{Caller, Error, PageView, Published};
use crate::state::App;
use crate::{assets, heavy_work, picture_address};

/// How long whoever comes too late is told to wait, seconds.
const BUSY: u64 = 5;

/// Which version of a page is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Version {
    /// The draft.
    Draft,
    /// What visitors see.
    Live,
    /// One of the history.
    Number(i64),
}

/// What a picture shows of a page, and how.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct View {
    /// Of which version.
    pub version: Version,
    /// How wide.
    pub width: Width,
    /// One tile instead of the whole page.
    pub tile: Option<TileId>,
    /// As which kind of file.
    pub format: Format,
}

impl View {
    /// The view that these fields ask for, by their names in queries and calls; those with other names do not count. Without
    /// any, the draft as on a phone.
    ///
    /// # Errors
    /// Every field that is wrong.
    pub fn read<'a>(fields: impl IntoIterator<Item = (&'a str, &'a str)>) -> Result<Self, Vec<Problem>> {
        let mut view = Self { version: Version::Draft, width: Width::Phone, tile: None, format: Format::WebP };
        let mut problems = Vec::new();
        for (name, value) in fields {
            match name {
                "width" => match Width::ALL.into_iter().find(|width| width.name() == value) {
                    Some(width) => view.width = width,
                    None => problems.push(Problem::new("/width", "must be phone or wide")),
                },
                "version" => match Version::parse(value) {
                    Some(version) => view.version = version,
                    None => problems.push(Problem::new("/version", "must be draft, live, or a version of the history")),
                },
                "tile" => match TileId::parse(value) {
                    Ok(tile) => view.tile = Some(tile),
                    Err(_) => problems.push(Problem::new("/tile", "must be the id of a tile, as the page gives it")),
                },
                "format" => match Format::ALL.into_iter().find(|format| format.name() == value) {
                    Some(format) => view.format = format,
                    None => problems.push(Problem::new("/format", "must be webp or png")),
                },
                _ => {}
            }
        }
        if problems.is_empty() { Ok(view) } else { Err(problems) }
    }
}

impl Version {
    /// A version by its name or number.
    fn parse(text: &str) -> Option<Self> {
        match text {
            "draft" => Some(Self::Draft),
            "live" => Some(Self::Live),
            number => number.parse().ok().filter(|number| (1..=MAX_VERSION).contains(number)).map(Self::Number),
        }
    }
}

/// The largest version that JSON carries exactly everywhere.
const MAX_VERSION: i64 = (1 << 53) - 1;

/// A picture of the caller's page: one that was drawn before, where nothing changed since.
///
/// # Errors
/// `no_picture` where none are drawn; `rate_limited` when too many are asked for; `NoPage`, `VersionNotFound`,
/// `PageNotFound`, `TileNotFound`; `unavailable` when the browser fails.
pub async fn page_picture(app: &App, caller: &Caller, view: &View) -> Result<Picture, Refusal> {
    app.browser.launch().await.map_err(|why| refusal(&why))?;
    let document = document(app, caller, view).await?;
    let tile = view.tile.as_ref().map(TileId::as_str).unwrap_or_default();
    let shown = format!("{} {} {tile} {}", version(&document.html), view.width.name(), view.format.name());
    let _turn = app.browser.turn_of(&caller.account).await;
    if let Some(known) = app.browser.recent.get(&shown) {
        return Ok(known);
    }
    app.rate_limits.take_account(Kind::Pictures, &caller.account)?;
    let picture =
        draw(app, &document, view.width, view.tile.as_ref(), view.format).await.map_err(|why| refusal(&why))?;
    app.browser.recent.keep(shown, picture.clone());
    Ok(picture)
}

/// A page's document, and what it may load.
struct Document {
    html: String,
    headers: HeaderMap,
}

/// A version of the caller's page, in the place of the draft.
///
/// # Errors
/// `NoPage`, `VersionNotFound`, `PageNotFound`.
pub async fn page_at(app: &App, caller: &Caller, version: Version) -> Result<PageView, Error> {
    let mut view = app.service.page(caller).await?;
    match version {
        Version::Draft => {}
        Version::Live => view.draft = app.service.published(view.username.as_str()).await?.page,
        Version::Number(number) => view.draft = Arc::new(app.service.revision(caller, number).await?.1),
    }
    Ok(view)
}

async fn document(app: &App, caller: &Caller, asked: &View) -> Result<Document, Refusal> {
    let view = page_at(app, caller, asked.version).await?;
    if let Some(missing) = asked.tile.as_ref().filter(|id| !view.draft.tiles.iter().any(|tile| tile.id == **id)) {
        return Err(Error::TileNotFound(missing.to_string()).into());
    }
    match asked.version {
        Version::Live => published_document(app, &view.username).await,
        Version::Draft | Version::Number(_) => Ok(draft_document(app, view).await),
    }
}

async fn draft_document(app: &App, view: PageView) -> Document {
    let pictures = app.image_metadata.for_page(&view.account, &view.draft, &view.facts).await.pictures;
    let weight = heavy_work::rendering(view.draft.tiles.len());
    let drawn = heavy_work::run_for_bytes(weight, || preview_html(&view, pictures)).await;
    let mut headers = document_headers(ScriptPolicy::None);
    allow_only_inline_style(&mut headers, &drawn.style_hash);
    Document { html: assets::with_hashed_urls(&drawn.html).into_owned(), headers }
}

async fn published_document(app: &App, username: &Username) -> Result<Document, Refusal> {
    let document = published_page(app, username).await?.document(Representation::Html);
    let html = String::from_utf8_lossy(document.body()).into_owned();
    Ok(Document { html, headers: document.headers().clone() })
}

async fn draw(
    app: &App,
    document: &Document,
    width: Width,
    tile: Option<&TileId>,
    format: Format,
) -> Result<Picture, BrowserError> {
    let policy = document.headers.get(header::CONTENT_SECURITY_POLICY).and_then(|policy| policy.to_str().ok());
    let element = tile.map(|id| format!("tile-{id}"));
    let wanted = Wanted {
        html: &document.html,
        policy: policy.unwrap_or("default-src 'none'"),
        base: &app.config.base_url,
        width,
        element: element.as_deref(),
        format,
    };
    app.browser.picture(&wanted, &PageFiles(app)).await
}

/// What pages show: files of the looks, and pictures as visitors get them.
struct PageFiles<'a>(&'a App);

impl Files for PageFiles<'_> {
    fn file<'a>(&'a self, path: &'a str) -> Pin<Box<dyn Future<Output = Option<File>> + Send + 'a>> {
        Box::pin(async move {
            if let Some(asset) = assets::file(path) {
                return Some(File { mime: asset.mime, bytes: Bytes::from_static(asset.plain) });
            }
            let (bytes, mime) = picture_address::file(self.0, path.strip_prefix("/media/")?).await?;
            Some(File { mime, bytes })
        })
    }
}

fn refusal(why: &BrowserError) -> Refusal {
    match why {
        BrowserError::Off(reason) | BrowserError::NotYet(reason) => {
            Refusal::new("no_picture", format!("This server draws no pictures of pages: {reason}"))
        }
        BrowserError::Busy => Error::RateLimited(BUSY).into(),
        BrowserError::NoSuchElement => Refusal::new("no_picture", "The page does not show this tile at this width"),
        BrowserError::TimedOut | BrowserError::TooMuchMemory | BrowserError::Failed(_) => {
            tracing::warn!(error = %why, "a picture of a page could not be drawn");
            Refusal::new("unavailable", format!("There is no picture this time, and nothing was changed: {why}"))
        }
    }
}

/// The picture of a published page, drawn after its last publish.
///
/// # Errors
/// `PageNotFound`, `TakenDown`; `no_picture` where it is not drawn.
pub async fn public_picture(app: &App, published: &Published, width: Width) -> Result<Bytes, Refusal> {
    let kept = app.page_pictures.read(&file_name(app, published, width)).await;
    kept.ok_or_else(|| Refusal::new("no_picture", "There is no picture of this page yet; one is drawn after a publish"))
}

/// The file of a picture of a published page, whose name changes with the page.
fn file_name(app: &App, published: &Published, width: Width) -> String {
    let state = version(&format!("{}\n{}", published.etag, app.config.base_url));
    format!("{}-{}-{state}.webp", published.username, width.name())
}

/// Finds the browser, and has it draw pages when they are published, one after the other, until the task is aborted.
pub async fn work(app: App) {
    let mut published = app.service.publishes();
    loop {
        match app.browser.launch().await {
            Ok(launch) => break tracing::info!(browser = %launch, "pictures of pages are drawn"),
            Err(why @ BrowserError::NotYet(_)) => {
                tracing::warn!(error = %why, "no pictures of pages yet; trying again")
            }
            Err(why) => return tracing::info!("no pictures of pages: {why}"),
        }
        tokio::time::sleep(app.browser.time).await;
    }
    loop {
        match published.recv().await {
            Ok(username) => draw_published(&app, &username).await,
            Err(RecvError::Lagged(_)) => {}
            Err(RecvError::Closed) => return,
        }
    }
}

/// Draws a published page in both widths, where that is not done yet.
pub async fn draw_published(app: &App, username: &Username) {
    if app.browser.launch().await.is_err() {
        return;
    }
    let Ok(published) = app.service.published(username.as_str()).await else { return };
    let Ok(document) = published_document(app, username).await else { return };
    for width in Width::ALL {
        let name = file_name(app, &published, width);
        if app.page_pictures.has(&name).await {
            continue;
        }
        match draw(app, &document, width, None, Format::WebP).await {
            Ok(picture) => app.page_pictures.write(&name, picture.bytes.into()).await,
            Err(why) => tracing::warn!(%username, error = %why, "a published page was not drawn"),
        }
    }
}
