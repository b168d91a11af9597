//! Has a browser show a page and takes the picture.

use std::pin::Pin;

use base64::Engine;
use base64::engine::general_purpose::STANDARD as BASE64;
use futures_util::StreamExt;
use futures_util::stream::FuturesUnordered;
use serde_json::{Value, json};

use super::devtools::{DevTools, Message};
use super::{BrowserError, File, Files, Format, HANDED, Picture, REQUESTS, TALLEST, Wanted};

/// Around an element, CSS pixels.
const MARGIN: f64 = 24.0;
/// The pixels of a picture of an element to one CSS pixel.
const ELEMENT_SCALE: f64 = 2.0;
/// Quality and size of a WebP, tried one after the other until it is small enough.
const TRIES: [(u32, f64); 7] = [(85, 1.0), (70, 1.0), (50, 1.0), (30, 1.0), (50, 0.6), (40, 0.4), (30, 0.25)];

/// Has the page draw what it draws only while it is in view (`content-visibility:auto`): on a picture everything is.
const ALL_DRAWN: &str = "{const all = new CSSStyleSheet(); all.replaceSync('*{content-visibility:visible!important}'); document.adoptedStyleSheets.push(all)}";

/// Waits until everything that the page shows is there.
const SETTLED: &str = "Promise.all([document.fonts.ready, ...Array.from(document.images, image => image.decode().catch(() => {}))]).then(() => 0)";

/// The picture of a page.
///
/// # Errors
/// When the browser ends or refuses something, or the page has no such element.
pub async fn picture(devtools: &mut DevTools, wanted: &Wanted<'_>, files: &dyn Files) -> Result<Picture, BrowserError> {
    let mut tab = Tab::open(devtools, wanted, files).await?;
    tab.load().await?;
    let (clip, cut_from) = tab.clip().await?;
    let tries = match wanted.format {
        Format::WebP => &TRIES[..],
        Format::Png => &TRIES[..1],
    };
    for (quality, scale) in tries.iter().copied() {
        let bytes = tab.capture(&clip, quality, scale).await?;
        if bytes.len() <= wanted.format.most_bytes() {
            return Ok(Picture { bytes: bytes.into(), format: wanted.format, cut_from });
        }
    }
    Err(BrowserError::Failed("the picture is too large".to_owned()))
}

/// A part of a page, CSS pixels, and how many pixels there are to one.
struct Clip {
    x: f64,
    y: f64,
    width: f64,
    height: f64,
    scale: f64,
}

/// A request of the page, and the file that answers it.
type LookedFor<'a> = Pin<Box<dyn Future<Output = (Value, Option<File>)> + Send + 'a>>;

/// A page in the browser.
struct Tab<'a> {
    devtools: &'a mut DevTools,
    session: String,
    wanted: &'a Wanted<'a>,
    files: &'a dyn Files,
    loaded: bool,
    requests: usize,
    handed: usize,
    /// The files that are looked for, each with the request that asked for it.
    looked_for: FuturesUnordered<LookedFor<'a>>,
}

impl<'a> Tab<'a> {
    async fn open(
        devtools: &'a mut DevTools,
        wanted: &'a Wanted<'a>,
        files: &'a dyn Files,
    ) -> Result<Self, BrowserError> {
        let looked_for = FuturesUnordered::new();
        let session = String::new();
        let mut tab = Self { devtools, session, wanted, files, loaded: false, requests: 0, handed: 0, looked_for };
        let target = tab.call("Target.createTarget", json!({ "url": "about:blank" })).await?;
        let attached = json!({ "targetId": target["targetId"], "flatten": true });
        let attached = tab.call("Target.attachToTarget", attached).await?;
        tab.session = text(&attached["sessionId"]).to_owned();
        let (width, height) = wanted.width.window();
        let screen = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false });
        // Every request waits here for its answer, scripts never run, and nothing moves.
        let still = json!({ "features": [{ "name": "prefers-reduced-motion", "value": "reduce" }] });
        for (command, how) in [
            ("Fetch.enable", json!({ "patterns": [{ "urlPattern": "*" }] })),
            ("Emulation.setScriptExecutionDisabled", json!({ "value": true })),
            ("Emulation.setDeviceMetricsOverride", screen),
            ("Emulation.setEmulatedMedia", still),
            ("Page.enable", json!({})),
        ] {
            tab.call(command, how).await?;
        }
        Ok(tab)
    }

    /// Opens the page and waits until all of it is there.
    async fn load(&mut self) -> Result<(), BrowserError> {
        self.call("Page.navigate", json!({ "url": self.address() })).await?;
        while !self.loaded {
            self.next().await?;
        }
        self.evaluate(ALL_DRAWN).await?;
        self.evaluate(SETTLED).await?;
        Ok(())
    }

    /// Where the page is, as the browser knows it.
    fn address(&self) -> String {
        format!("{}/", self.wanted.base)
    }

    /// What the picture shows, and how tall the page is if that is more.
    async fn clip(&mut self) -> Result<(Clip, Option<u32>), BrowserError> {
        let layout = self.call("Page.getLayoutMetrics", json!({})).await?;
        let size = |name: &str| layout["cssContentSize"][name].as_f64().unwrap_or_default().max(1.0);
        let (width, height) = (f64::from(self.wanted.width.window().0), size("height"));
        let Some(element) = self.wanted.element else {
            let shown = height.min(TALLEST);
            #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a height of a page")]
            let cut_from = (height > shown).then_some(height as u32);
            return Ok((Clip { x: 0.0, y: 0.0, width, height: shown, scale: 1.0 }, cut_from));
        };
        let expression = format!(
            "(element => {{ if (!element) return null; const box = element.getBoundingClientRect(); return [box.x + scrollX, box.y + scrollY, box.width, box.height] }})(document.getElementById({}))",
            json!(element)
        );
        let found = self.evaluate(&expression).await?;
        let number = |at: usize| found[at].as_f64();
        let (Some(left), Some(top), Some(wide), Some(tall)) = (number(0), number(1), number(2), number(3)) else {
            return Err(BrowserError::NoSuchElement);
        };
        let (x, y) = ((left - MARGIN).max(0.0), (top - MARGIN).max(0.0));
        let (right, bottom) = ((left + wide + MARGIN).min(width), (top + tall + MARGIN).min(height));
        if right <= x || bottom <= y {
            return Err(BrowserError::NoSuchElement);
        }
        let (width, height) = (right - x, (bottom - y).min(TALLEST / ELEMENT_SCALE));
        Ok((Clip { x, y, width, height, scale: ELEMENT_SCALE }, None))
    }

    /// A picture of a part of the page.
    async fn capture(&mut self, clip: &Clip, quality: u32, scale: f64) -> Result<Vec<u8>, BrowserError> {
        let part = json!({
            "x": clip.x, "y": clip.y, "width": clip.width, "height": clip.height, "scale": clip.scale * scale,
        });
        let mut how = json!({ "format": self.wanted.format.name(), "captureBeyondViewport": true, "clip": part });
        if self.wanted.format == Format::WebP {
            how["quality"] = json!(quality);
        }
        let taken = self.call("Page.captureScreenshot", how).await?;
        let bytes = BASE64.decode(text(&taken["data"]));
        bytes.map_err(|why| BrowserError::Failed(why.to_string()))
    }

    /// What an expression of ours gives in the page, as JSON. (The page's own scripts are off.)
    async fn evaluate(&mut self, expression: &str) -> Result<Value, BrowserError> {
        let how = json!({ "expression": expression, "awaitPromise": true, "returnByValue": true });
        let mut given = self.call("Runtime.evaluate", how).await?;
        Ok(given["result"]["value"].take())
    }

    /// Sends a command and waits for its answer; requests of the page are answered meanwhile.
    async fn call(&mut self, method: &str, params: Value) -> Result<Value, BrowserError> {
        let id = self.command(method, params).await?;
        loop {
            let Some(message) = self.next().await? else { continue };
            if message.id == Some(id) {
                return match message.error {
                    None => Ok(message.result),
                    Some(why) => Err(BrowserError::Failed(format!("{method}: {}", text(&why["message"])))),
                };
            }
        }
    }

    async fn command(&mut self, method: &str, params: Value) -> Result<u64, BrowserError> {
        let session = (!self.session.is_empty()).then_some(self.session.as_str());
        self.devtools.send(session, method, params).await
    }

    /// Waits for the next message or file; a message is returned when there is nothing to do about it here.
    async fn next(&mut self) -> Result<Option<Message>, BrowserError> {
        let message = tokio::select! {
            message = self.devtools.receive() => message?,
            Some((request, file)) = self.looked_for.next() => {
                self.answer(&request, file).await?;
                return Ok(None);
            }
        };
        match message.method.as_str() {
            "Fetch.requestPaused" => self.request(&message.params).await?,
            "Page.loadEventFired" => self.loaded = true,
            _ => return Ok(Some(message)),
        }
        Ok(None)
    }

    /// Answers a request of the page: with the page itself, or once its file is found. Anything else is not for it.
    async fn request(&mut self, paused: &Value) -> Result<(), BrowserError> {
        let (request, address) = (paused["requestId"].clone(), text(&paused["request"]["url"]));
        self.requests += 1;
        if address == self.address() && text(&paused["resourceType"]) == "Document" {
            let (html, policy) = (self.wanted.html, self.wanted.policy);
            return self.fulfil(&request, "text/html; charset=utf-8", html.as_bytes(), policy).await;
        }
        let path = address.strip_prefix(self.wanted.base).filter(|path| path.starts_with('/'));
        let get = text(&paused["request"]["method"]) == "GET";
        match path.filter(|_| get && self.requests <= REQUESTS) {
            Some(path) => {
                let (path, files) = (path.split(['?', '#']).next().unwrap_or_default().to_owned(), self.files);
                self.looked_for.push(Box::pin(async move {
                    let file = files.file(&path).await;
                    (request, file)
                }));
                Ok(())
            }
            None => self.answer(&request, None).await,
        }
    }

    async fn answer(&mut self, request: &Value, file: Option<File>) -> Result<(), BrowserError> {
        match file.filter(|file| self.handed.saturating_add(file.bytes.len()) <= HANDED) {
            Some(file) => {
                self.handed += file.bytes.len();
                self.fulfil(request, file.mime, &file.bytes, "default-src 'none'").await
            }
            None => {
                let refusal = json!({ "requestId": request, "errorReason": "BlockedByClient" });
                self.command("Fetch.failRequest", refusal).await.map(|_| ())
            }
        }
    }

    async fn fulfil(&mut self, request: &Value, mime: &str, body: &[u8], policy: &str) -> Result<(), BrowserError> {
        let headers = json!([
            { "name": "Content-Type", "value": mime },
            { "name": "Content-Security-Policy", "value": policy },
            { "name": "X-Content-Type-Options", "value": "nosniff" },
        ]);
        let answer = json!({
            "requestId": request, "responseCode": 200, "responseHeaders": headers, "body": BASE64.encode(body),
        });
        self.command("Fetch.fulfillRequest", answer).await.map(|_| ())
    }
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}
