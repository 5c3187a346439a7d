//! What a comparison says: statistics over trials, tables, plots, and one page that needs nothing else.
//!
//! Pure: no files, clock, environment or processes. `lab` runs the arms of a comparison; this crate only reads what
//! they did.

#![deny(missing_docs)]
#![deny(unsafe_code)]

pub mod activity;
pub mod comparison;
pub mod page;
pub mod plot;
pub mod statistics;
pub mod table;
pub mod tables;
