//! What is seen while a reduction runs: one line on a terminal, nothing elsewhere; and the best so far on disk.

use super::output::Destination;
use crate::{diagnostic, resources};
use lab::Case;
use lab::printable::printable;
use lab::reduction::Watch;
use reduce::Progress;
use reduce::text::count_tokens;
use std::io::IsTerminal;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// So that the line can be read.
const INTERVAL: Duration = Duration::from_millis(100);

/// How large a program is.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Size {
    pub lines: usize,
    pub tokens: usize,
}

pub struct View<'a> {
    destination: Option<&'a Destination>,
    pub original: Size,
    is_live: bool,
    /// Nothing is said while it runs.
    is_quiet: bool,
    started: Instant,
    judged: AtomicU64,
    state: Mutex<State>,
}

struct State {
    size: Size,
    progress: Progress,
    shown: Option<Instant>,
    /// What could not be written, said once.
    failed: bool,
}

impl<'a> View<'a> {
    pub fn new(destination: Option<&'a Destination>, is_quiet: bool, original: &Case) -> View<'a> {
        let original = Size::of(original);
        let state = State { size: original, progress: Progress::default(), shown: None, failed: false };
        View {
            destination,
            original,
            is_live: std::io::stderr().is_terminal() && !is_quiet,
            is_quiet,
            started: Instant::now(),
            judged: AtomicU64::new(0),
            state: Mutex::new(state),
        }
    }

    /// Candidates that were judged per second.
    pub fn rate(&self) -> f64 {
        self.judged.load(Ordering::Relaxed) as f64 / self.started.elapsed().as_secs_f64().max(0.001)
    }

    /// Wipes the line.
    pub fn end(&self) {
        if self.is_live {
            eprint!("\r\x1b[K");
        }
    }

    fn refresh(&self, state: &mut State) {
        if !self.is_live || state.shown.is_some_and(|shown| shown.elapsed() < INTERVAL) {
            return;
        }
        state.shown = Some(Instant::now());
        let (Size { lines, tokens }, progress) = (state.size, &state.progress);
        let best = progress.yields.iter().max_by_key(|entry| entry.bytes);
        let best = best.map_or(String::new(), |entry| format!(", most by {} ({} bytes)", entry.pass, entry.bytes));
        let line = format!(
            "{lines} lines, {tokens} tokens of {}; {} steps, {:.0} candidates/s; {}{best}",
            self.original.tokens,
            progress.accepted,
            self.rate(),
            progress.pass,
        );
        eprint!("\r\x1b[K{}", cut(&line, resources::columns()));
    }
}

impl Watch for View<'_> {
    fn started(&self, what: &str) {
        if !self.is_quiet {
            eprintln!("Interesting: {}.", printable(what));
        }
    }

    fn improved(&self, case: &Case, progress: &Progress) {
        let Ok(mut state) = self.state.lock() else { return };
        let written = self.destination.map(|destination| destination.write(&case.files));
        if let Some(Err(error)) = written
            && !state.failed
        {
            state.failed = true;
            diagnostic::plain(&format!("cannot write the best so far: {error}"));
        }
        if self.is_live {
            state.size = Size::of(case);
            state.progress = progress.clone();
            self.refresh(&mut state);
        }
    }

    fn stopping(&self) {
        if !self.is_quiet {
            self.end();
            eprintln!("Stopping; Ctrl-C again ends at once.");
        }
    }

    fn judged(&self, candidates: u64) {
        self.judged.fetch_add(candidates, Ordering::Relaxed);
        if let Ok(mut state) = self.state.lock() {
            self.refresh(&mut state);
        }
    }
}

/// What fits before the last column: a line that is broken in two is wiped only by half.
fn cut(line: &str, columns: usize) -> &str {
    let end = line.char_indices().nth(columns.saturating_sub(1)).map_or(line.len(), |(at, _)| at);
    &line[..end]
}

impl Size {
    pub fn of(case: &Case) -> Size {
        let lines = case.files.iter().flat_map(|file| file.text.lines()).filter(|line| !line.trim().is_empty()).count();
        Size { lines, tokens: case.files.iter().map(|file| count_tokens(&file.text)).sum() }
    }
}

#[cfg(test)]
mod tests {
    use super::cut;

    #[test]
    fn a_line_ends_before_the_last_column() {
        assert_eq!(cut("12345", 80), "12345");
        assert_eq!(cut("12345", 5), "1234");
        assert_eq!(cut("é2345", 2), "é");
    }
}
