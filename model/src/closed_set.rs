//! A macro for closed sets of names, so that parsing, printing, schemas and pickers share one table.

/// The interface of every closed set, for generic code (the strict reader, options, pickers).
pub trait ClosedSet: Copy + Sized + 'static {
    /// Every member, in the order pickers show them.
    fn all() -> &'static [Self];
    /// What the set is called in messages, for example "a size".
    fn what() -> &'static str;
    /// The wire name, as in JSON.
    fn wire(self) -> &'static str;
    /// The label shown to people.
    fn shown(self) -> &'static str;

    /// The member with exactly this wire name.
    fn named(name: &str) -> Option<Self> {
        Self::all().iter().copied().find(|member| member.wire() == name)
    }

    /// The message for an unknown name: the nearest member, and the choices when they are few.
    fn not_a_member(name: &str) -> String {
        let names: Vec<_> = Self::all().iter().map(|member| member.wire()).collect();
        let found = crate::safe_url::shortened(name);
        let near = crate::nearest_name::nearest(name, &names);
        let few = names.len() <= 24;
        match (near, few) {
            (Some(near), true) => {
                let choices = crate::problem::either(&names);
                format!("\"{found}\" is not {}; did you mean \"{near}\"? Use {choices}", Self::what())
            }
            (Some(near), false) => format!("\"{found}\" is not {}; did you mean \"{near}\"?", Self::what()),
            (None, true) => format!("\"{found}\" is not {}; use {}", Self::what(), crate::problem::either(&names)),
            (None, false) => {
                format!("\"{found}\" is not {}; GET /api/v1/options lists all {}", Self::what(), names.len())
            }
        }
    }
}

/// Declares an enum whose members have a wire name (as in JSON) and a label (as on screen).
///
/// Generates `ALL`, `as_str`, `label`, `parse` (exact wire name) and serde through the wire name.
macro_rules! closed_set {
    (
        $(#[$meta:meta])*
        $vis:vis enum $name:ident ($what:literal) {
            $( $(#[$vmeta:meta])* $variant:ident = $wire:literal, $label:literal; )+
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        $vis enum $name { $( $(#[$vmeta])* $variant, )+ }

        impl $name {
            /// Every member, in picker order; the first is the default unless the specification names one.
            pub const ALL: &'static [Self] = &[ $( Self::$variant, )+ ];
            /// What the set is called in messages, for example "a size".
            pub const WHAT: &'static str = $what;

            /// The wire name, as in JSON.
            pub const fn as_str(self) -> &'static str {
                match self { $( Self::$variant => $wire, )+ }
            }

            /// The label shown to people.
            pub const fn label(self) -> &'static str {
                match self { $( Self::$variant => $label, )+ }
            }

            /// The member with exactly this wire name.
            pub fn parse(name: &str) -> Option<Self> {
                match name { $( $wire => Some(Self::$variant), )+ _ => None }
            }

            /// The wire names joined for a message: "s, w, t or l".
            pub fn choices() -> String {
                $crate::problem::either(&Self::ALL.iter().map(|member| member.as_str()).collect::<Vec<_>>())
            }
        }

        impl $crate::closed_set::ClosedSet for $name {
            fn all() -> &'static [Self] { Self::ALL }
            fn what() -> &'static str { $what }
            fn wire(self) -> &'static str { self.as_str() }
            fn shown(self) -> &'static str { self.label() }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result { f.write_str(self.as_str()) }
        }

        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, s: S) -> Result<S::Ok, S::Error> { s.serialize_str(self.as_str()) }
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
                let name = <std::borrow::Cow<'de, str>>::deserialize(d)?;
                let wrong = || <Self as $crate::closed_set::ClosedSet>::not_a_member(&name);
                Self::parse(&name).ok_or_else(|| serde::de::Error::custom(wrong()))
            }
        }

        #[cfg(feature = "schema")]
        impl schemars::JsonSchema for $name {
            fn schema_name() -> std::borrow::Cow<'static, str> { stringify!($name).into() }
            fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
                schemars::json_schema!({ "type": "string", "enum": Self::ALL.iter().map(|member| member.as_str()).collect::<Vec<_>>() })
            }
        }
    };
}
