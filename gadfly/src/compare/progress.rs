//! How far a comparison is: a line that replaces itself on a terminal, and a line for each tenth otherwise.

use crate::duration;
use lab::experiment::{Plan, Progress};
use std::io::{IsTerminal, Write};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

pub struct Shown {
    began: Instant,
    is_terminal: bool,
    state: Mutex<State>,
}

/// The share at the first report of this run, when the line was last drawn, and the tenths that were told.
#[derive(Default)]
struct State {
    first: Option<f64>,
    drawn: Option<Instant>,
    tenths: u32,
}

/// A line is drawn again after this time.
const TICK: Duration = Duration::from_millis(200);

impl Shown {
    pub fn new(plan: &Plan) -> Shown {
        let trials = plan.arms.len() * plan.compilers.len() * plan.trials as usize;
        eprintln!("{}: {trials} trials of {} arms on {} compilers", plan.title, plan.arms.len(), plan.compilers.len());
        Shown { began: Instant::now(), is_terminal: std::io::stderr().is_terminal(), state: Mutex::default() }
    }

    pub fn tell(&self, progress: Progress) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let (line, tenths) = match progress {
            Progress::Testing { share, programs, finds } => {
                let first = *state.first.get_or_insert(share);
                let left = left(self.began.elapsed(), share - first, 1.0 - share);
                let line = format!("{:3.0}% of the budgets, {programs} programs, {finds} finds{left}", 100.0 * share);
                (line, (share * 10.0) as u32)
            }
            Progress::Naming { done, all } => (format!("looking into finding {} of {all}", done + 1), 10),
        };
        let is_due = state.drawn.is_none_or(|drawn| drawn.elapsed() >= TICK);
        if self.is_terminal && is_due {
            draw(&line);
            state.drawn = Some(Instant::now());
        } else if !self.is_terminal && tenths > state.tenths {
            eprintln!("{line}");
            state.tenths = tenths;
        }
    }

    /// Leaves no half line behind.
    pub fn end(&self) {
        if self.is_terminal {
            draw("");
        }
    }
}

/// A closed terminal is no reason to stop.
fn draw(line: &str) {
    let _ = write!(std::io::stderr(), "\r{line}\x1b[K");
}

/// From the speed of this run. Too little of it says nothing.
fn left(elapsed: Duration, done: f64, left: f64) -> String {
    if done < 0.01 {
        return String::new();
    }
    format!(", {} left", duration::show(elapsed.mul_f64(left / done)))
}
