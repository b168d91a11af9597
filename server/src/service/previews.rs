//! The private link to a draft: made, shown again, replaced, revoked; and what it leads to.

use super::caller::Caller;
use super::error::{Error, Result};
use super::handle::Service;
use super::secret;
use super::view::PageView;
use crate::store::PreviewRow;

/// Characters of base 62 in a link: more than 190 bits, which nobody guesses.
const LENGTH: usize = 32;

/// A private link.
pub type Preview = PreviewRow;

impl Service {
    /// The link to the caller's draft, if there is one.
    ///
    /// # Errors
    /// `NoPage`.
    pub async fn preview(&self, caller: &Caller) -> Result<Option<Preview>> {
        self.page_row(caller).await?;
        Ok(self.inner.store.preview(&caller.account).await?)
    }

    /// Makes a link to the caller's draft. One that was there before leads nowhere from now on.
    ///
    /// # Errors
    /// `NoPage`; `Suspended`.
    pub async fn make_preview(&self, caller: &Caller) -> Result<Preview> {
        self.require_not_suspended(caller)?;
        let new = Preview { secret: secret::random(LENGTH), created_at: self.now() };
        if self.inner.store.put_preview(&caller.account, &new).await? { Ok(new) } else { Err(Error::NoPage) }
    }

    /// Revokes the link to the caller's draft; without one nothing happens.
    ///
    /// # Errors
    /// `NoPage`.
    pub async fn revoke_preview(&self, caller: &Caller) -> Result<()> {
        self.page_row(caller).await?;
        Ok(self.inner.store.remove_preview(&caller.account).await?)
    }

    /// The page whose draft a link shows; `None` for one that was revoked or never made.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn previewed(&self, secret: &str) -> Result<Option<PageView>> {
        if secret.len() != LENGTH {
            return Ok(None);
        }
        Ok(self.inner.store.page_previewed(secret).await?.map(PageView::from))
    }
}
