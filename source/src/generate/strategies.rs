//! The strategies there are.

use super::equivalence::Equivalence;
use super::live::Live;
use super::policy::Policy;
use super::strategy::Strategy;
use crate::language::{NoChoice, names};

/// The strategy of whoever names none.
pub const DEFAULT: &dyn Strategy = &Policy;

/// In the order in which they are listed for people.
pub const ALL: &[&dyn Strategy] = &[&Policy, &Live, &Equivalence];

/// The strategy of this name.
pub fn find(name: &str) -> Result<&'static dyn Strategy, NoChoice> {
    let strategy = ALL.iter().copied().find(|strategy| strategy.name() == name);
    strategy.ok_or_else(|| NoChoice {
        what: "strategy",
        text: name.to_string(),
        choices: names(ALL.iter().map(|strategy| strategy.name())),
    })
}
