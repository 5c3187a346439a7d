//! The campaign: an origin makes a case, a bench observes, oracles judge, findings are confirmed and recorded.

pub mod event;
