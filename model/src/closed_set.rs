//! One macro for every closed set of names, so that parsing, printing, schemas and pickers share one table.

/// Declares an enum whose members have a wire name (as in JSON) and a label (as on screen).
///
/// Gives `ALL`, `as_str`, `label`, `parse` (exact wire name) and serde through the wire name.
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
            /// Every member, in the order pickers show them; the first is the default where the specification names none.
            pub const ALL: &'static [Self] = &[ $( Self::$variant, )+ ];
            /// What the set is called in messages, for example "a size".
            pub const WHAT: &'static str = $what;

            /// The wire name, as in JSON.
            pub const fn as_str(self) -> &'static str {
                match self { $( Self::$variant => $wire, )+ }
            }

            /// The name people read.
            pub const fn label(self) -> &'static str {
                match self { $( Self::$variant => $label, )+ }
            }

            /// The member with exactly this wire name.
            pub fn parse(name: &str) -> Option<Self> {
                match name { $( $wire => Some(Self::$variant), )+ _ => None }
            }

            /// The wire names joined for a message: "s, w, t or l".
            pub fn choices() -> String {
                $crate::problem::either(&Self::ALL.iter().map(|it| it.as_str()).collect::<Vec<_>>())
            }
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
                Self::parse(&name).ok_or_else(|| {
                    serde::de::Error::custom(format!("\"{name}\" is not {}; use {}", $what, Self::choices()))
                })
            }
        }

        #[cfg(feature = "schema")]
        impl schemars::JsonSchema for $name {
            fn schema_name() -> std::borrow::Cow<'static, str> { stringify!($name).into() }
            fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
                schemars::json_schema!({ "type": "string", "enum": Self::ALL.iter().map(|it| it.as_str()).collect::<Vec<_>>() })
            }
        }
    };
}
