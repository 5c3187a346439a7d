//! A line on the terminal: how far the searches are.

use lab::history::Builds;
use std::collections::BTreeMap;
use std::io::{IsTerminal, Write};
use std::sync::{Mutex, PoisonError};

pub struct Progress<'a> {
    all: usize,
    builds: &'a Builds<'a>,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    done: usize,
    /// Revisions that each search under way will still ask.
    to_go: BTreeMap<usize, u32>,
}

impl<'a> Progress<'a> {
    pub fn new(all: usize, builds: &'a Builds<'a>) -> Progress<'a> {
        Progress { all, builds, state: Mutex::default() }
    }

    /// So many commits may still have made the change that a search looks for.
    pub fn narrowed(&self, search: usize, suspects: usize) {
        self.change(|state| _ = state.to_go.insert(search, to_go(suspects)));
    }

    /// A search is over.
    pub fn done(&self, search: usize) {
        self.change(|state| {
            state.to_go.remove(&search);
            state.done += 1;
        });
    }

    pub fn end(&self) {
        show("");
    }

    fn change(&self, change: impl FnOnce(&mut State)) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        change(&mut state);
        let (made, to_go): (_, u32) = (self.builds.made().all, state.to_go.values().sum());
        let left = if to_go == 0 { String::new() } else { format!(", at most {to_go} to go for those under way") };
        show(&format!("{} of {} findings done, {made} revisions built{left}", state.done, self.all));
    }
}

/// Halvings that leave one of so many commits, and the check of its parent.
fn to_go(suspects: usize) -> u32 {
    suspects.next_power_of_two().ilog2() + 1
}

/// A line that replaces the last one, on a terminal.
fn show(line: &str) {
    let mut stderr = std::io::stderr();
    if stderr.is_terminal() {
        // A closed terminal is no reason to stop.
        let _ = write!(stderr, "\r{line}\x1b[K");
    }
}
