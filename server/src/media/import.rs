//! Pictures of another Mantel: a page file names them as `/media/<hash>`, and its `$schema` tells where that is.

use std::collections::BTreeSet;
use std::time::Duration;

use mantel_model::Problem;
use mantel_model::api::Import;
use mantel_model::limits::IMAGE_BYTES;
use serde_json::Value;
use url::Url;

use crate::media::is_hash;
use crate::outbound::Ask;
use crate::service::Caller;
use crate::state::App;

/// Most pictures that come with one page.
const MOST: usize = 100;
/// How long bringing them may take altogether; the page is loaded without the rest.
const TIME: Duration = Duration::from_secs(40);

impl App {
    /// Brings over the pictures of a page file that comes from another Mantel, before it is loaded. What could not be brought
    /// is told, and does not keep the page from being loaded.
    pub async fn bring_pictures(&self, caller: &Caller, import: &Import) -> Vec<Problem> {
        let file = match &import.file {
            Value::String(text) => serde_json::from_str(text).unwrap_or_default(),
            file => file.clone(),
        };
        let Some(origin) = origin(&file).filter(|origin| !import.terms.dry_run && *origin != self.config.base_url)
        else {
            return Vec::new();
        };
        if !import.replace && self.service.page(caller).await.is_ok() {
            // It is about to be refused.
            return Vec::new();
        }
        let mut named = BTreeSet::new();
        gather(&file, &mut named);
        let mut missing = Vec::new();
        for hash in named {
            match self.media.shelf.start(&hash).await {
                Ok(Some(_)) => {}
                _ => missing.push(hash),
            }
        }
        let many = missing.len();
        let mut brought = 0;
        let all = async {
            for hash in missing.iter().take(MOST) {
                match self.bring(caller, &origin, hash).await {
                    Ok(()) => brought += 1,
                    Err(why) => tracing::debug!(origin, hash, why, "a picture could not be brought over"),
                }
            }
        };
        let _ = tokio::time::timeout(TIME, all).await;
        let left = many - brought;
        let words = format!("{left} of {many} pictures could not be brought over from {origin}; upload them again.");
        if left == 0 { Vec::new() } else { vec![Problem::new("/$schema", words)] }
    }

    /// One picture, which must be the one that its name says.
    async fn bring(&self, caller: &Caller, origin: &str, hash: &str) -> Result<(), String> {
        let url = Url::parse(&format!("{origin}/media/{hash}")).map_err(|why| why.to_string())?;
        let ask = Ask::document(&url, "image/*", IMAGE_BYTES).of(&caller.account);
        let fetched = self.outbound.get(&ask).await.map_err(|why| why.to_string())?;
        let picture = self.media.admit(fetched.body, None).await.map_err(|why| format!("{why:?}"))?;
        if picture.hash != hash {
            return Err("it is another picture".to_owned());
        }
        let kept = self.service.store_picture(caller, picture, &self.media.shelf).await;
        let file = kept.map_err(|why| why.to_string())?;
        self.media.sketched(hash, file).await.map_err(|why| why.to_string())
    }
}

/// Where a page file comes from: what its `$schema` begins with.
fn origin(file: &Value) -> Option<String> {
    let schema = Url::parse(file.get("$schema")?.as_str()?).ok()?;
    let plain = matches!(schema.scheme(), "https" | "http") && schema.path() == "/schema/page.schema.json";
    plain.then(|| schema.origin().ascii_serialization())
}

/// Every picture that is named in a file.
fn gather(value: &Value, out: &mut BTreeSet<String>) {
    match value {
        Value::String(text) => {
            out.extend(text.strip_prefix("/media/").filter(|rest| is_hash(rest)).map(str::to_owned));
        }
        Value::Array(items) => items.iter().for_each(|item| gather(item, out)),
        Value::Object(fields) => fields.values().for_each(|field| gather(field, out)),
        _ => {}
    }
}
