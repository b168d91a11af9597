//! The private link to a draft: created, shown again, replaced, revoked; and the page it shows.

use super::caller::Caller;
use super::error::{Error, Result};
use super::handle::Service;
use super::pages::require_verified;
use super::rights::Operation;
use super::secret;
use super::view::PageView;
use crate::store::PreviewRow;

/// Base62 characters in a link: more than 190 bits, impossible to guess.
const LENGTH: usize = 32;

/// A private link.
pub type Preview = PreviewRow;

impl Service {
    /// The link to the caller's draft, if there is one. It shows the draft also once a credential has ended or may do less,
    /// so that only one without an end that may edit sees it.
    ///
    /// # Errors
    /// `NoPage`; `AccessTooNarrow`; `PrivateLinkNotAllowed`.
    pub async fn preview(&self, caller: &Caller) -> Result<Option<Preview>> {
        self.require(caller, Operation::SeePrivateLink).await?;
        self.page_row(caller).await?;
        Ok(self.inner.store.preview(&caller.account).await?)
    }

    /// Creates a link to the caller's draft. An earlier link stops working. The link shows the draft to strangers, so only a
    /// credential that may publish can make one.
    ///
    /// # Errors
    /// `NoPage`; `AccessTooNarrow`; `PublishNotAllowed`; `PrivateLinkNotAllowed`; `Suspended`; `EmailNotVerified`.
    pub async fn make_preview(&self, caller: &Caller) -> Result<Preview> {
        self.require(caller, Operation::MakePrivateLink).await?;
        self.require_not_suspended(caller)?;
        require_verified(caller)?;
        let new = Preview { secret: secret::random(LENGTH), created_at: self.now() };
        if self.inner.store.put_preview(&caller.account, &new).await? { Ok(new) } else { Err(Error::NoPage) }
    }

    /// Revokes the link to the caller's draft, if there is one.
    ///
    /// # Errors
    /// `NoPage`; `AccessTooNarrow`.
    pub async fn revoke_preview(&self, caller: &Caller) -> Result<()> {
        self.require(caller, Operation::RevokePrivateLink).await?;
        self.page_row(caller).await?;
        Ok(self.inner.store.remove_preview(&caller.account).await?)
    }

    /// The page whose draft a link shows; `None` for a link that was revoked or never existed.
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
