//! Which right each operation needs, in one table, and the refusal of callers whose credential lacks it.

use mantel_model::{Access, Edit, Rights};

use super::caller::{Caller, Credential};
use super::error::{Error, Result};
use super::handle::Service;
use super::sessions::REFUSED;

/// What a caller may want of an account. Every public method of the service that takes a caller names one; a test reads
/// them, and another tries each with every right, over every interface.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation {
    /// Read the page: its draft, what is live, its pictures, what a check finds.
    ReadPage,
    /// Read the history and the drafts in it.
    ReadHistory,
    /// Watch what happens to the page.
    WatchEvents,
    /// List the named ways.
    ListWays,
    /// Read what was counted of the page.
    ReadInsights,
    /// Add tiles.
    AddTiles,
    /// Upload a picture.
    AddPicture,
    /// Name a way to the page.
    NameWay,
    /// Take back own changes; who may only add takes back nothing but additions.
    UndoOwn,
    /// Claim a name, which makes the page.
    CreatePage,
    /// Load a file, which makes or replaces the page.
    ImportPage,
    /// Replace the whole draft.
    ReplacePage,
    /// Change a tile.
    UpdateTile,
    /// Move a tile.
    MoveTile,
    /// Remove a tile.
    RemoveTile,
    /// Change the theme.
    SetTheme,
    /// Change the profile.
    SetProfile,
    /// Have what a tile links to read again.
    RefreshFacts,
    /// Make an earlier draft the current one.
    RestoreVersion,
    /// Forget a named way.
    ForgetWay,
    /// See the private link to the draft, which shows it also once the credential has ended.
    SeePrivateLink,
    /// End the private link.
    RevokePrivateLink,
    /// Make a private link, which ends an earlier one.
    MakePrivateLink,
    /// Ask the owner to publish, with a link to just these changes.
    AskToPublish,
    /// Make the draft live.
    Publish,
    /// Take the page offline.
    Unpublish,
    /// Delete the page.
    DeletePage,
    /// Move the page to another address.
    RenamePage,
    /// Make an API key.
    MakeKey,
    /// Let a program in.
    GrantAccess,
    /// Take back what another credential did.
    UndoAgent,
    /// Change how the page is counted, or forget what was.
    SetInsights,
}

/// What an operation needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Needs {
    /// How far the credential has to reach.
    pub access: Access,
    /// Whether its owner has to let it publish.
    pub publish: bool,
    /// Whether it must have no end, because what it would get has none.
    pub lasting: bool,
    /// Whether only the owner may, signed in in a browser.
    pub owner: bool,
}

impl Needs {
    const fn access(access: Access) -> Self {
        Self { access, publish: false, lasting: false, owner: false }
    }

    const fn publish(access: Access) -> Self {
        Self { publish: true, ..Self::access(access) }
    }
}

impl Operation {
    /// What it needs.
    pub const fn needs(self) -> Needs {
        match self {
            Self::ReadPage | Self::ReadHistory | Self::WatchEvents | Self::ListWays | Self::ReadInsights => {
                Needs::access(Access::Read)
            }
            Self::AddTiles | Self::AddPicture | Self::NameWay | Self::UndoOwn | Self::AskToPublish => {
                Needs::access(Access::Add)
            }
            Self::CreatePage
            | Self::ImportPage
            | Self::ReplacePage
            | Self::UpdateTile
            | Self::MoveTile
            | Self::RemoveTile
            | Self::SetTheme
            | Self::SetProfile
            | Self::RefreshFacts
            | Self::RestoreVersion
            | Self::ForgetWay
            | Self::RevokePrivateLink => Needs::access(Access::Edit),
            Self::SeePrivateLink => Needs { lasting: true, ..Needs::access(Access::Edit) },
            Self::MakePrivateLink => Needs { lasting: true, ..Needs::publish(Access::Edit) },
            Self::Publish => Needs::publish(Access::Add),
            Self::Unpublish | Self::DeletePage | Self::RenamePage => Needs::publish(Access::Edit),
            Self::MakeKey | Self::GrantAccess | Self::UndoAgent | Self::SetInsights => {
                Needs { owner: true, ..Needs::access(Access::Edit) }
            }
        }
    }

    /// The operation of an edit.
    pub const fn of(edit: &Edit) -> Self {
        match edit {
            Edit::Replace(_) => Self::ReplacePage,
            Edit::Add { .. } => Self::AddTiles,
            Edit::Update { .. } => Self::UpdateTile,
            Edit::Move { .. } => Self::MoveTile,
            Edit::Remove { .. } => Self::RemoveTile,
            Edit::Theme(_) => Self::SetTheme,
            Edit::Profile(_) => Self::SetProfile,
        }
    }
}

impl Service {
    /// Refuses an operation that the caller's credential may not do. That it wanted to publish is recorded for its owner.
    ///
    /// # Errors
    /// `Unauthorized` when the credential has ended since the call began, or only the owner may; `AccessTooNarrow`,
    /// `PublishNotAllowed`, `PrivateLinkNotAllowed`.
    pub async fn require(&self, caller: &Caller, operation: Operation) -> Result<()> {
        let (rights, needs) = (caller.rights, operation.needs());
        if rights.ended(self.now()) {
            return Err(Error::Unauthorized(REFUSED));
        }
        if needs.owner && !matches!(caller.credential, Credential::Session(_) | Credential::Admin) {
            return Err(Error::Unauthorized("Only the owner can do this, signed in in a browser."));
        }
        // Who may only read hears that first: no switch would let it publish.
        if rights.access == Access::Read && needs.access > Access::Read {
            return Err(Error::AccessTooNarrow(rights.access));
        }
        if needs.publish && !rights.publishes() {
            self.note_asked(caller).await?;
            return Err(Error::PublishNotAllowed);
        }
        if rights.access < needs.access {
            return Err(Error::AccessTooNarrow(rights.access));
        }
        if needs.lasting && rights.ends_at.is_some() {
            return Err(Error::PrivateLinkNotAllowed);
        }
        Ok(())
    }

    /// Records for the owner that a credential wanted to publish.
    pub(super) async fn note_asked(&self, caller: &Caller) -> Result<()> {
        match &caller.credential {
            Credential::Key(id) => self.inner.store.note_key_asked(id, self.now()).await?,
            Credential::Client(id) => self.inner.store.note_grant_asked(id, self.now()).await?,
            Credential::Session(_) | Credential::Admin => {}
        }
        Ok(())
    }
}

/// The rights that are left of `rights` for a caller whose token reaches only so far.
pub(super) fn within(rights: Rights, access: Access) -> Rights {
    Rights { access: rights.access.min(access), ..rights }
}
