//! The hunt in plain lines, for files and pipes: findings as they come, and how things stand twice a minute.

use super::End;
use super::setup::Setup;
use super::tally::Tally;
use super::text;
use super::view::{Out, View};
use lab::campaign::Event;
use std::time::{Duration, Instant};

/// Often enough to show that it works, seldom enough for a log of a day.
const EVERY: Duration = Duration::from_secs(30);

pub struct Plain {
    out: Out,
    shown: Instant,
    /// Findings and the summary only.
    is_quiet: bool,
}

impl Plain {
    pub fn new(is_quiet: bool) -> Plain {
        Plain { out: Out::default(), shown: Instant::now(), is_quiet }
    }
}

impl View for Plain {
    fn begin(&mut self, setup: &Setup) {
        if !self.is_quiet {
            self.out.lines(&text::plan(setup));
        }
    }

    fn event(&mut self, event: &Event, tally: &Tally) {
        if let Some(line) = text::event(event, tally) {
            self.out.lines(&line);
        }
    }

    fn tick(&mut self, tally: &Tally) {
        if !self.is_quiet && self.shown.elapsed() >= EVERY {
            self.shown = Instant::now();
            self.out.lines(&text::progress(tally));
        }
    }

    fn draining(&mut self) {
        self.out.lines(text::DRAINING);
    }

    fn end(&mut self, setup: &Setup, tally: &Tally, end: &End) {
        self.out.lines(&text::summary(setup, tally, end));
    }

    fn is_closed(&self) -> bool {
        self.out.is_closed()
    }
}
