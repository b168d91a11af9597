//! Pictures that lie on other servers, served from here: a visitor's browser talks to nobody else. Their addresses are signed,
//! so that nobody has this server fetch what no page of it names, and tell for whom, so that nobody's many pictures keep
//! others' waiting.

use std::fs;
use std::io::{self, Write as _};
use std::path::Path;

use axum::body::Bytes;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hmac::digest::common::Key;
use hmac::{Hmac, KeyInit, Mac};
use mantel_model::ImageUrl;
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;
use url::Url;

use crate::http::rate_limit::Kind;
use crate::keyed_semaphore::KeyedSemaphore;
use crate::outbound::{Ask, NotFetched};
use crate::service::{Error, Result, secret};
use crate::state::App;
use crate::store::FarPicture;

/// Where far pictures are served.
const PLACE: &str = "/media/far/";
/// How long a picture counts as new, ms.
const FRESH: i64 = 7 * 24 * 60 * 60 * 1000;
/// How long to wait after the first failure, ms; it doubles each time, up to [`LONGEST`].
const PAUSE: i64 = 5 * 60 * 1000;
/// The longest wait after failures, ms.
const LONGEST: i64 = 24 * 60 * 60 * 1000;
/// How exactly it is noted when a picture was asked for, ms.
const DAY: i64 = 24 * 60 * 60 * 1000;

/// How many letters of a signature tell the account.
const OWNER: usize = 8;

/// A picture elsewhere, as a page of ours named it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named {
    /// Whose page: the same letters for the same account, which they do not tell.
    pub owner: String,
    /// Where it lies.
    pub source: String,
}

/// The key of the signatures, and who is fetching what.
#[derive(Debug)]
pub struct Far {
    key: Hmac<Sha256>,
    turns: KeyedSemaphore,
}

impl Far {
    /// Over the instance's secret.
    pub fn new(secret: &str) -> Self {
        let key = Sha256::digest(format!("far pictures\n{secret}").as_bytes());
        let mut block = Key::<Hmac<Sha256>>::default();
        block.iter_mut().zip(key).for_each(|(it, key)| *it = key);
        Self { key: Hmac::new(&block), turns: KeyedSemaphore::default() }
    }

    /// A picture elsewhere, named by a page of this account.
    pub fn named(&self, account: &str, source: &str) -> Named {
        let owner = self.keyed::<6>(&["account", account]);
        Named { owner, source: source.to_owned() }
    }

    /// The address here of a picture elsewhere.
    pub fn address(&self, it: &Named) -> String {
        format!("{PLACE}{}{}/{}", it.owner, self.signature(it), URL_SAFE_NO_PAD.encode(&it.source))
    }

    /// The picture that an address here stands for, if we signed it.
    pub fn read(&self, signed: &str, encoded: &str) -> Option<Named> {
        let (owner, signature) = signed.split_at_checked(OWNER)?;
        let source = String::from_utf8(URL_SAFE_NO_PAD.decode(encoded).ok()?).ok()?;
        let it = Named { owner: owner.to_owned(), source };
        bool::from(self.signature(&it).as_bytes().ct_eq(signature.as_bytes())).then_some(it)
    }

    fn signature(&self, it: &Named) -> String {
        self.keyed::<16>(&["picture", &it.owner, &it.source])
    }

    /// So many bytes of HMAC-SHA-256 (RFC 2104) of these lines.
    fn keyed<const BYTES: usize>(&self, lines: &[&str]) -> String {
        let whole = self.key.clone().chain_update(lines.join("\n").as_bytes()).finalize().into_bytes();
        URL_SAFE_NO_PAD.encode(whole.first_chunk::<BYTES>().copied().unwrap_or([0; BYTES]))
    }
}

/// The instance's secret: as set, or as it was made in the folder of the data at the first start.
///
/// # Errors
/// When it can't be read or made.
pub fn instance_secret(set: Option<&str>, folder: &Path) -> io::Result<String> {
    if let Some(set) = set {
        return Ok(set.to_owned());
    }
    let file = folder.join("secret.key");
    match fs::read_to_string(&file) {
        Ok(kept) if kept.trim().len() >= 32 => return Ok(kept.trim().to_owned()),
        Ok(_) => return Err(io::Error::other(format!("{} holds no key; delete it to have one made", file.display()))),
        Err(why) if why.kind() != io::ErrorKind::NotFound => return Err(why),
        Err(_) => {}
    }
    fs::create_dir_all(folder)?;
    let made = secret::random(43);
    let mut options = fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    match options.open(&file) {
        Ok(mut out) => {
            out.write_all(made.as_bytes())?;
            out.sync_all()?;
            Ok(made)
        }
        // Another server on the same folder was faster.
        Err(why) if why.kind() == io::ErrorKind::AlreadyExists => Ok(fs::read_to_string(&file)?.trim().to_owned()),
        Err(why) => Err(why),
    }
}

impl App {
    /// The picture that lies at an address, fetched where it has to be: its hash on the shelf. `None` where none is to be had.
    /// One that grew old is shown once more while it is fetched anew.
    ///
    /// # Errors
    /// When the database or the shelf does not answer; `RateLimited` when too much was fetched for this account.
    pub async fn far_picture(&self, named: &Named) -> Result<Option<String>> {
        let now = self.service.clock().now();
        let source = named.source.as_str();
        let known = self.service.store().far_picture(source).await?;
        // Also where it is about to be fetched anew: that may not come about, and what is shown is kept.
        if let Some(it) = known.as_ref().filter(|it| it.hash.is_some() && now - it.asked_at > DAY) {
            self.service.store().note_far_picture(source, &FarPicture { asked_at: now, ..it.clone() }).await?;
        }
        match known {
            Some(it) if now < it.next_at => Ok(it.hash),
            Some(FarPicture { hash: Some(hash), .. }) => {
                let (app, named) = (self.clone(), named.clone());
                tokio::spawn(async move { app.fetch_far(&named).await.map(drop) });
                Ok(Some(hash))
            }
            _ => self.fetch_far(named).await,
        }
    }

    /// Fetches a picture, one at a time for each address.
    async fn fetch_far(&self, named: &Named) -> Result<Option<String>> {
        let source = named.source.as_str();
        let _turn = self.far.turns.acquire(source.to_owned(), 1).await;
        let now = self.service.clock().now();
        let known = self.service.store().far_picture(source).await?;
        if let Some(it) = known.as_ref().filter(|it| now < it.next_at) {
            return Ok(it.hash.clone());
        }
        self.rate_limits.take_account(Kind::RemoteImages, &named.owner)?;
        let fetched = self.fetched(named).await;
        let before = known.as_ref().and_then(|it| it.hash.clone());
        let note = match fetched {
            Ok(hash) => FarPicture { hash: Some(hash), next_at: now + FRESH, failures: 0, asked_at: now },
            // That there is no turn says nothing of the picture.
            Err(why) if why == NotFetched::BUSY.to_string() => return Err(Error::Unavailable),
            Err(why) => {
                tracing::debug!(source, why, "a far picture was not had");
                let failures = known.map_or(0, |it| it.failures) + 1;
                let pause = (PAUSE << failures.clamp(1, 10).saturating_sub(1)).min(LONGEST);
                // What was had before is shown on.
                FarPicture { hash: before.clone(), next_at: now + pause, failures, asked_at: now }
            }
        };
        self.service.store().note_far_picture(source, &note).await?;
        self.media.learned();
        if let Some(before) = before.filter(|before| note.hash.as_ref() != Some(before)) {
            self.drop_unwanted(&before).await?;
        }
        Ok(note.hash)
    }

    /// The picture of an address through the door and onto the shelf.
    async fn fetched(&self, named: &Named) -> std::result::Result<String, String> {
        let url = ImageUrl::parse(&named.source)
            .ok()
            .and_then(|value| Url::parse(value.as_str()).ok())
            .ok_or("it is no address")?;
        let fetched = self.outbound.get(&Ask::picture(&url).of(&named.owner)).await.map_err(|why| why.to_string())?;
        let picture = self.media.admit(fetched.body, None).await.map_err(|why| format!("{why:?}"))?;
        let file = Bytes::from(picture.bytes);
        self.media.shelf.put(&picture.hash, file.clone()).await.map_err(|why| why.to_string())?;
        self.media.sketched(&picture.hash, file).await.map_err(|why| why.to_string())?;
        Ok(picture.hash)
    }

    /// Takes a picture off the shelf that is nobody's any more.
    ///
    /// # Errors
    /// When the database or the shelf does not answer.
    pub async fn drop_unwanted(&self, hash: &str) -> Result<()> {
        if self.service.store().picture_is_wanted(hash).await? {
            return Ok(());
        }
        self.media.remove(hash).await.map_err(Error::from)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests fail by panicking")]
mod tests {
    use super::*;

    #[test]
    fn only_what_we_signed_is_a_far_picture() {
        let far = Far::new("one");
        let cat = far.named("ada", "https://a.example/cat.jpg?x=1");
        let address = far.address(&cat);
        let (signature, encoded) = address.strip_prefix(PLACE).unwrap().split_once('/').unwrap();
        assert_eq!(far.read(signature, encoded).as_ref(), Some(&cat));
        assert_eq!(Far::new("two").read(signature, encoded), None);
        let other = URL_SAFE_NO_PAD.encode("https://a.example/dog.jpg");
        assert_eq!(far.read(signature, &other), None);
        // Nobody fetches at the cost of another's account.
        let bob = far.named("bob", &cat.source);
        assert!(bob.owner != cat.owner && bob.owner.len() == OWNER && !address.contains("ada"));
        let swapped = format!("{}{}", bob.owner, &signature[OWNER..]);
        for wrong in ["", "!", "ä", "äääää", &signature[1..], &signature[..OWNER], swapped.as_str()] {
            assert_eq!(far.read(wrong, encoded), None, "{wrong}");
        }
    }

    #[test]
    fn the_secret_is_made_once_and_kept() {
        let folder = tempfile::tempdir().unwrap();
        let data = folder.path().join("data");
        let made = instance_secret(None, &data).unwrap();
        assert_eq!((made.len(), instance_secret(None, &data).unwrap()), (43, made));
        assert_eq!(instance_secret(Some("set"), &data).unwrap(), "set");
        fs::write(data.join("secret.key"), "short").unwrap();
        assert!(instance_secret(None, &data).is_err());
    }
}
