//! How strong the walls of a sandbox are.

use std::fmt;
use std::str::FromStr;

/// How strong the walls are on this machine. Shown by `gadfly compilers`, recorded with every finding.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Tier {
    /// Process group and resource limits only.
    Limits,
    /// Landlock and seccomp besides: no writes outside the scratch directory, no network.
    Landlock,
    /// Namespaces for processes, mounts and network besides: nothing survives, nothing is seen.
    Namespaces,
}

impl Tier {
    /// From the weakest to the strongest.
    pub const ALL: [Tier; 3] = [Tier::Limits, Tier::Landlock, Tier::Namespaces];

    /// As it is written in configurations and reports; `FromStr` reads it.
    pub fn name(self) -> &'static str {
        match self {
            Tier::Limits => "limits",
            Tier::Landlock => "landlock",
            Tier::Namespaces => "namespaces",
        }
    }
}

impl fmt::Display for Tier {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.pad(self.name())
    }
}

impl FromStr for Tier {
    type Err = UnknownTier;

    fn from_str(name: &str) -> Result<Tier, UnknownTier> {
        Tier::ALL.into_iter().find(|tier| tier.name() == name).ok_or_else(|| UnknownTier(name.to_string()))
    }
}

#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("there is no tier `{0}`; there are limits, landlock and namespaces")]
pub struct UnknownTier(String);
