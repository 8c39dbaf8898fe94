//! Tables of codes: an enumeration whose rows say how each code reads in JSON and what it means.

/// Defines such an enumeration from its table. Further columns are for whoever has some: see `rejection_codes!`.
macro_rules! codes {
    ($(#[doc = $about:literal])+ $name:ident { $($(#[doc = $meaning:literal])+ $variant:ident $code:literal;)+ }) => {
        $(#[doc = $about])+
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        pub enum $name {
            $($(#[doc = $meaning])+ #[serde(rename = $code)] $variant,)+
        }

        impl $name {
            /// All of them, in the order of their table.
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];

            /// How it stands in JSON.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $code),+ }
            }

            /// What it means, for documentation.
            #[must_use]
            pub const fn meaning(self) -> &'static str {
                match self { $(Self::$variant => concat!($($meaning),+).trim_ascii()),+ }
            }
        }
    };
}

pub(crate) use codes;
