//! Which commit of a compiler corrected a bug, and which introduced it (Chen et al., ICSE 2016, section 3).
//!
//! `graph` is the history of a repository, `search` finds the commit with few probes; neither runs anything. `git` reads
//! the history, `builds` builds revisions and keeps them, `probe` asks them about a finding, `bisect` is all of it together.

pub mod bisect;
pub mod builds;
pub mod git;
pub mod graph;
pub mod probe;
pub mod search;

pub use bisect::{Bisection, Ends, Named, bisect};
pub use builds::Builds;
pub use git::Repository;
pub use graph::{Commit, History};
pub use probe::{Change, Probing, Subject};
pub use search::{Answer, Found, Probe, find_change};
