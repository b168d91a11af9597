//! A live page as it is kept: drawn once, packed once in each way, and as JSON and words beside it.

use std::path::Path;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, OnceLock, PoisonError, RwLock};

use axum::body::Bytes;
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::Response;
use mantel_model::Username;

use super::Ready;
use super::prepared_reply::{Effort, Form, Packing};
use crate::http::etag;
use crate::store::{CounterSlot, LiveVersion};

/// What a kept page takes beside its bytes: names, headers, places in maps.
const BESIDE: usize = 16 * 1024;
/// A page that was shown so often is worth the work of packing it as small as it gets, if there is nothing else to pack.
const SOON: u32 = 3;
/// One that was shown so often is worth waiting for it, and a place in the kernel's memory.
const BUSY: u32 = 64;

/// What a page that is asked for often is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Worth {
    /// The work of packing it as small as it gets.
    Packing,
    /// A place in the kernel's memory, packed so.
    Kernel,
}

/// The drawn document.
#[derive(Debug)]
pub struct Document {
    /// What its tags have in common.
    base: String,
    head: HeaderMap,
    html: Bytes,
    effort: Effort,
    plain: Form,
    gzip: OnceLock<Form>,
    brotli: OnceLock<Form>,
}

impl Document {
    /// Over what its tags have in common (without quotes), its headers and itself.
    pub fn new(base: String, mut head: HeaderMap, html: impl Into<Bytes>) -> Self {
        head.insert(header::VARY, HeaderValue::from_static("Accept-Encoding"));
        let html = html.into();
        let tag = tag(&base, Packing::Plain, Effort::Quick);
        let plain = Form::new(head.clone(), &tag, html.clone());
        Self { base, head, html, effort: Effort::Quick, plain, gzip: OnceLock::new(), brotli: OnceLock::new() }
    }

    /// The same packed as small as it gets, which is the work of a good part of a second; in the kernel's memory
    /// too where a folder for its file is given.
    fn best(&self, folder: Option<&Path>) -> Self {
        let made = Self { effort: Effort::Best, ..Self::new(self.base.clone(), self.head.clone(), self.html.clone()) };
        for (packing, before, place) in
            [(Packing::Gzip, &self.gzip, &made.gzip), (Packing::Brotli, &self.brotli, &made.brotli)]
        {
            let known = before.get().filter(|_| self.effort == Effort::Best).cloned();
            let form = known.unwrap_or_else(|| made.packed(packing).unwrap_or_else(|| made.unpacked()));
            let _ = place.set(match folder {
                Some(folder) => form.in_kernel(folder),
                None => form,
            });
        }
        made
    }

    /// How often it was asked for at least, by what was made of it.
    fn asked(&self) -> u32 {
        match self.effort {
            Effort::Quick => 0,
            Effort::Best if self.brotli.get().is_some_and(|it| it.shared().is_some()) => BUSY,
            Effort::Best => SOON,
        }
    }

    /// The form for a client, if it is at hand.
    fn ready(&self, packing: Packing) -> Option<&Form> {
        match packing {
            Packing::Plain => Some(&self.plain),
            Packing::Gzip => self.gzip.get(),
            Packing::Brotli => self.brotli.get(),
        }
    }

    /// The form for a client, made now where it was not yet.
    fn form(&self, packing: Packing) -> &Form {
        let place = match packing {
            Packing::Plain => return &self.plain,
            Packing::Gzip => &self.gzip,
            Packing::Brotli => &self.brotli,
        };
        place.get_or_init(|| self.packed(packing).unwrap_or_else(|| self.unpacked()))
    }

    fn packed(&self, packing: Packing) -> Option<Form> {
        let body = packing.pack(&self.html, self.effort)?;
        let mut head = self.head.clone();
        head.insert(header::CONTENT_ENCODING, HeaderValue::from_static(packing.name()?));
        Some(Form::new(head, &tag(&self.base, packing, self.effort), body.into()))
    }

    fn unpacked(&self) -> Form {
        Form::new(self.head.clone(), &tag(&self.base, Packing::Plain, self.effort), self.html.clone())
    }

    /// The tag under which a client has this page, in whatever packing.
    fn held<'a>(&self, headers: &'a HeaderMap) -> Option<&'a str> {
        let tags = headers.get_all(header::IF_NONE_MATCH).iter().filter_map(|it| it.to_str().ok());
        tags.flat_map(|tag| tag.split(',')).map(|it| it.trim().trim_start_matches("W/")).find(|it| self.is_tag(it))
    }

    fn is_tag(&self, tag: &str) -> bool {
        let letter = tag.strip_prefix('"').and_then(|rest| rest.strip_prefix(self.base.as_str()));
        tag == "*" || letter.is_some_and(|letter| matches!(letter, "p\"" | "g\"" | "G\"" | "b\"" | "B\""))
    }
}

fn tag(base: &str, packing: Packing, effort: Effort) -> String {
    format!("\"{base}{}\"", packing.letter(effort))
}

/// A live page in memory.
#[derive(Debug)]
pub struct Live {
    /// Its address.
    pub username: Username,
    /// Of what it was drawn.
    pub from: From,
    document: RwLock<Arc<Document>>,
    json: Form,
    json_tag: String,
    words: Form,
    /// News that were counted when it was last seen to be the page.
    seen: AtomicU64,
    /// Until when that counts, ms.
    until: AtomicU64,
    used: AtomicU64,
    asked: AtomicU32,
    bytes: usize,
}

/// Of what a page was drawn.
#[derive(Debug)]
pub struct From {
    /// Which state of the page it was.
    pub standing: LiveVersion,
    /// Where news of it are counted.
    pub place: CounterSlot,
    /// When, ms.
    pub at: u64,
    /// How much was learned about pictures until then, if something about its own was not.
    pub waits: Option<u64>,
}

/// A page, drawn.
#[derive(Debug)]
pub struct Drawn {
    /// For browsers.
    pub document: Document,
    /// As JSON, with its headers.
    pub json: (HeaderMap, Vec<u8>),
    /// In words, with their headers.
    pub words: (HeaderMap, String),
    /// The tag of JSON and words, quotes included.
    pub tag: String,
}

impl Live {
    /// Keeps what was drawn.
    pub fn new(username: Username, from: From, drawn: Drawn) -> Self {
        // Packed, it is smaller than plain, both ways together.
        let bytes = 2 * drawn.document.html.len() + drawn.json.1.len() + drawn.words.1.len() + BESIDE;
        Self {
            username,
            from,
            document: RwLock::new(Arc::new(drawn.document)),
            json: Form::new(drawn.json.0, &drawn.tag, drawn.json.1.into()),
            words: Form::new(drawn.words.0, &drawn.tag, drawn.words.1.into()),
            json_tag: drawn.tag,
            seen: AtomicU64::new(0),
            until: AtomicU64::new(0),
            used: AtomicU64::new(0),
            asked: AtomicU32::new(0),
            bytes,
        }
    }

    /// Most of the memory that it can come to take, bytes.
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// When somebody last asked for it, ms.
    pub fn used(&self) -> u64 {
        self.used.load(Ordering::Relaxed)
    }

    /// Notes that somebody asks for it.
    pub fn use_at(&self, now: u64) {
        self.used.store(now, Ordering::Relaxed);
    }

    /// Believes it until then, as long as the news count so much.
    pub fn believe(&self, seen: u64, until: u64) {
        self.seen.store(seen, Ordering::Release);
        self.until.store(until, Ordering::Release);
    }

    /// Whether it is believed to be the page at this time, while the news count so much.
    pub fn is_believed(&self, news: u64, now: u64) -> bool {
        self.seen.load(Ordering::Acquire) == news && now < self.until.load(Ordering::Acquire)
    }

    /// Takes over what was packed of the same page.
    pub fn inherit(self, from: &Self) -> Self {
        let (now, before) = (self.document(), from.document());
        if now.base == before.base && now.html == before.html {
            // What was still being packed for the other is packed for this one when it is asked for as often.
            self.asked.store(before.asked(), Ordering::Relaxed);
            *self.document.write().unwrap_or_else(PoisonError::into_inner) = before;
        }
        self
    }

    fn document(&self) -> Arc<Document> {
        Arc::clone(&self.document.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// The page's document as a reply, if it is packed for this client already.
    pub fn ready_page(&self, headers: &HeaderMap) -> Option<Ready> {
        let document = self.document();
        let form = document.ready(Packing::for_client(headers))?;
        let held = document.held(headers);
        Some((answer(form, held), held.is_none().then(|| form.shared()).flatten()))
    }

    /// The page's document as a reply.
    pub fn page(&self, headers: &HeaderMap) -> Response {
        let document = self.document();
        answer(document.form(Packing::for_client(headers)), document.held(headers))
    }

    /// The page as JSON.
    pub fn json(&self, headers: &HeaderMap) -> Response {
        answer(&self.json, etag::unchanged(headers, &self.json_tag).then_some(self.json_tag.as_str()))
    }

    /// The page in words.
    pub fn words(&self, headers: &HeaderMap) -> Response {
        answer(&self.words, etag::unchanged(headers, &self.json_tag).then_some(self.json_tag.as_str()))
    }

    /// What it is worth now, when that is more than it was one question before.
    pub fn grew(&self) -> Option<Worth> {
        if self.asked.load(Ordering::Relaxed) >= BUSY {
            return None;
        }
        match self.asked.fetch_add(1, Ordering::Relaxed) + 1 {
            SOON => Some(Worth::Packing),
            BUSY => Some(Worth::Kernel),
            _ => None,
        }
    }

    /// Packs it as small as it gets, and shows it so from then on.
    pub fn pack_best(&self, folder: Option<&Path>) {
        let best = Arc::new(self.document().best(folder));
        *self.document.write().unwrap_or_else(PoisonError::into_inner) = best;
    }
}

fn answer(form: &Form, held: Option<&str>) -> Response {
    match held {
        Some(tag) => form.not_modified(tag),
        None => form.whole(),
    }
}
