//! Pictures that lie on other servers, served from here: a visitor's browser talks to nobody else. Their addresses are signed,
//! so that nobody has this server fetch what no page of it names.

use std::fs;
use std::io::{self, Write as _};
use std::path::Path;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hmac::digest::common::Key;
use hmac::{Hmac, KeyInit, Mac};
use mantel_model::ImageUrl;
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;
use url::Url;

use crate::media::Derived;
use crate::outbound::Ask;
use crate::seats::Seats;
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

/// The key of the signatures, and who is fetching what.
#[derive(Debug)]
pub struct Far {
    key: Hmac<Sha256>,
    turns: Seats,
}

impl Far {
    /// Over the instance's secret.
    pub fn new(secret: &str) -> Self {
        let key = Sha256::digest(format!("far pictures\n{secret}").as_bytes());
        let mut block = Key::<Hmac<Sha256>>::default();
        block.iter_mut().zip(key).for_each(|(it, key)| *it = key);
        Self { key: Hmac::new(&block), turns: Seats::default() }
    }

    /// The address here of a picture elsewhere.
    pub fn address(&self, source: &str) -> String {
        format!("{PLACE}{}/{}", self.signature(source), URL_SAFE_NO_PAD.encode(source))
    }

    /// The picture that an address here stands for, if we signed it.
    pub fn source(&self, signature: &str, encoded: &str) -> Option<String> {
        let source = String::from_utf8(URL_SAFE_NO_PAD.decode(encoded).ok()?).ok()?;
        bool::from(self.signature(&source).as_bytes().ct_eq(signature.as_bytes())).then_some(source)
    }

    /// Half of HMAC-SHA-256 (RFC 2104): 128 bits, in 22 characters.
    fn signature(&self, source: &str) -> String {
        let whole = self.key.clone().chain_update(source.as_bytes()).finalize().into_bytes();
        URL_SAFE_NO_PAD.encode(whole.first_chunk::<16>().copied().unwrap_or_default())
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
    /// When the database or the shelf does not answer.
    pub async fn far_picture(&self, source: &str) -> Result<Option<String>> {
        let now = self.service.clock().now();
        let known = self.service.store().far_picture(source).await?;
        match known {
            Some(it) if now < it.next_at => {
                if now - it.asked_at > DAY {
                    self.service.store().note_far_picture(source, &FarPicture { asked_at: now, ..it.clone() }).await?;
                }
                Ok(it.hash)
            }
            Some(FarPicture { hash: Some(hash), .. }) => {
                let (app, source) = (self.clone(), source.to_owned());
                tokio::spawn(async move { app.fetch_far(&source).await.map(drop) });
                Ok(Some(hash))
            }
            _ => self.fetch_far(source).await,
        }
    }

    /// What is known of a far picture, without fetching anything.
    pub async fn known_far(&self, source: &str) -> Option<String> {
        self.service.store().far_picture(source).await.ok().flatten()?.hash
    }

    /// Fetches a picture, one at a time for each address.
    async fn fetch_far(&self, source: &str) -> Result<Option<String>> {
        let _turn = self.far.turns.take(source.to_owned(), 1).await;
        let now = self.service.clock().now();
        let known = self.service.store().far_picture(source).await?;
        if let Some(it) = known.as_ref().filter(|it| now < it.next_at) {
            return Ok(it.hash.clone());
        }
        let fetched = self.fetched(source).await;
        let before = known.as_ref().and_then(|it| it.hash.clone());
        let note = match fetched {
            Ok(hash) => FarPicture { hash: Some(hash), next_at: now + FRESH, failures: 0, asked_at: now },
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
        if let Some(before) = before.filter(|it| note.hash.as_ref() != Some(it)) {
            self.drop_unwanted(&before).await?;
        }
        Ok(note.hash)
    }

    /// The picture of an address through the door and onto the shelf.
    async fn fetched(&self, source: &str) -> std::result::Result<String, String> {
        let url = ImageUrl::parse(source).ok().and_then(|it| Url::parse(it.as_str()).ok()).ok_or("it is no address")?;
        let fetched = self.outbound.get(&Ask::picture(&url)).await.map_err(|why| why.to_string())?;
        let picture = self.media.admit(fetched.body, None).await.map_err(|why| format!("{why:?}"))?;
        self.media.shelf.put(&picture.hash, picture.bytes).await.map_err(|why| why.to_string())?;
        self.media.derived(&picture.hash, Derived::Sketch).await.map_err(|why| why.to_string())?;
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
        let address = far.address("https://a.example/cat.jpg?x=1");
        let (signature, encoded) = address.strip_prefix(PLACE).unwrap().split_once('/').unwrap();
        assert_eq!(far.source(signature, encoded).as_deref(), Some("https://a.example/cat.jpg?x=1"));
        assert_eq!(Far::new("two").source(signature, encoded), None);
        let other = URL_SAFE_NO_PAD.encode("https://a.example/dog.jpg");
        assert_eq!(far.source(signature, &other), None);
        for wrong in ["", "!", &signature[1..]] {
            assert_eq!(far.source(wrong, encoded), None, "{wrong}");
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
