//! Pro looks (decisions, Accounts and keys).

use mantel_model::Draft;
use mantel_model::look::Look;

use super::caller::Caller;
use super::error::{Error, Result};
use super::handle::Service;
use crate::config::Plans;

impl Service {
    /// Whether the caller may choose a look.
    pub(super) fn can_use_look(&self, caller: &Caller, look: Look) -> bool {
        self.inner.plans == Plans::Open || look.entry().free || caller.pro
    }

    /// Refuses an edit that switches to a look outside the caller's plan. A page that already has the look stays
    /// editable.
    pub(super) fn check_plan(&self, caller: &Caller, before: Option<&Draft>, after: &Draft) -> Result<()> {
        let look = after.theme.look();
        let kept = before.is_some_and(|before| before.theme.look() == look);
        if kept || self.can_use_look(caller, look) { Ok(()) } else { Err(Error::PlanRequired(look)) }
    }
}
