//! What a key or a connected program may do to the page of its account.

/// How far a credential reaches; each includes those before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Access {
    /// It reads the page, draft included.
    Read,
    /// It adds tiles and pictures, and changes or removes nothing that is there.
    Add,
    /// It changes everything in the draft.
    Edit,
}

impl Access {
    /// All, the narrowest first.
    pub const ALL: [Self; 3] = [Self::Read, Self::Add, Self::Edit];

    /// The name in forms, commands and the database.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Read => "read",
            Self::Add => "add",
            Self::Edit => "edit",
        }
    }

    /// The access of this name.
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|access| access.as_str() == name)
    }
}

/// The rights of a credential.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rights {
    /// How far it reaches.
    pub access: Access,
    /// Whether its owner lets it change what visitors see.
    pub publish: bool,
    /// From when on it is refused, ms since 1970; `None` while it has no end.
    pub ends_at: Option<i64>,
}

impl Rights {
    /// Everything, without an end.
    pub const FULL: Self = Self { access: Access::Edit, publish: true, ends_at: None };

    /// Whether it may publish: never when it may only read, whatever its owner said.
    pub const fn publishes(self) -> bool {
        self.publish && !matches!(self.access, Access::Read)
    }

    /// Whether it has ended at this time, ms since 1970.
    pub fn ended(self, now: i64) -> bool {
        self.ends_at.is_some_and(|end| end <= now)
    }

    /// Whether neither its access nor its end goes beyond those of `other`.
    pub fn is_within(self, other: Self) -> bool {
        self.access <= other.access && other.ends_at.is_none_or(|end| self.ends_at.is_some_and(|own| own <= end))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rights_are_compared_by_access_and_end() {
        let until = |access, ends_at| Rights { access, publish: false, ends_at };
        let month = until(Access::Add, Some(30));
        assert!(month.is_within(Rights::FULL) && month.is_within(month) && !Rights::FULL.is_within(month));
        assert!(until(Access::Read, Some(29)).is_within(month));
        for wider in [until(Access::Edit, Some(30)), until(Access::Add, Some(31)), until(Access::Read, None)] {
            assert!(!wider.is_within(month), "{wider:?}");
        }
        assert!(!month.ended(29) && month.ended(30) && !Rights::FULL.ended(i64::MAX));
    }

    #[test]
    fn reading_alone_never_publishes() {
        assert!(!Rights { access: Access::Read, ..Rights::FULL }.publishes());
        assert!(Rights { access: Access::Add, ..Rights::FULL }.publishes());
        assert!(Access::ALL.into_iter().all(|access| Access::parse(access.as_str()) == Some(access)));
        assert_eq!(Access::parse("Edit"), None);
    }
}
