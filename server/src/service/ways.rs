//! The named ways to a page: listed, added, removed (decisions, Addresses of a page).

use mantel_model::{Problem, Way, limits};

use super::caller::Caller;
use super::error::{Error, Result};
use super::handle::Service;
use super::rights::Operation;
use crate::store::{AddedWay, WayRow};

/// A named way to a page.
pub type PageWay = WayRow;

impl Service {
    /// The named ways to the caller's page, in the order in which they were named; none without a page.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn ways(&self, caller: &Caller) -> Result<Vec<PageWay>> {
        self.require(caller, Operation::ListWays).await?;
        Ok(self.inner.store.ways(&caller.account).await?)
    }

    /// Names a way to the caller's page; returns it and whether it is new. Nothing that visitors see changes: any
    /// well-formed word leads to the page.
    ///
    /// # Errors
    /// `NoPage`; `Invalid` for the name; `TooManyWays`.
    pub async fn name_way(&self, caller: &Caller, name: &str) -> Result<(PageWay, bool)> {
        self.require(caller, Operation::NameWay).await?;
        let way = Way::parse(name).map_err(|why| Error::Invalid(vec![Problem::new("/name", why)]))?;
        let new = WayRow { name: way.to_string(), created_at: self.now() };
        match self.inner.store.add_way(&caller.account, &new, limits::WAYS).await? {
            AddedWay::New => Ok((new, true)),
            AddedWay::Known => {
                let ways = self.inner.store.ways(&caller.account).await?;
                Ok((ways.into_iter().find(|way| way.name == new.name).unwrap_or(new), false))
            }
            AddedWay::TooMany => Err(Error::TooManyWays),
            AddedWay::NoPage => Err(Error::NoPage),
        }
    }

    /// Forgets a named way to the caller's page; its address goes on leading there.
    ///
    /// # Errors
    /// `NoPage`; `Unknown` when the page has no such way.
    pub async fn forget_way(&self, caller: &Caller, name: &str) -> Result<()> {
        self.require(caller, Operation::ForgetWay).await?;
        self.page_row(caller).await?;
        let found = match Way::parse(name) {
            Ok(way) => self.inner.store.remove_way(&caller.account, way.as_str()).await?,
            Err(_) => false,
        };
        if found { Ok(()) } else { Err(Error::Unknown("way")) }
    }
}
