//! The live screen: a few lines at the bottom of the terminal that are drawn again and again, findings above them.

use super::End;
use super::setup::Setup;
use super::tally::Tally;
use super::text;
use super::view::{Out, View};
use crate::{resources, table};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use lab::campaign::Event;
use lab::printable::printable;
use std::time::{Duration, Instant};

/// Drawing costs CPU time that belongs to compilers.
const EVERY: Duration = Duration::from_millis(250);

pub struct Screen {
    out: Out,
    bar: ProgressBar,
    drawn: Option<Instant>,
    draining: bool,
}

impl Screen {
    pub fn new() -> Screen {
        let style = ProgressStyle::with_template("{msg}").expect("the template is well-formed");
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr_with_hz(10)).with_style(style);
        Screen { out: Out::default(), bar, drawn: None, draining: false }
    }

    /// A line above the screen.
    fn say(&mut self, line: &str) {
        let Screen { out, bar, .. } = self;
        bar.suspend(|| out.lines(line));
    }
}

impl View for Screen {
    fn begin(&mut self, setup: &Setup) {
        self.out.lines(&text::plan(setup));
        self.out.lines("");
    }

    fn event(&mut self, event: &Event, tally: &Tally) {
        if let Some(line) = text::event(event, tally) {
            self.say(&line);
        }
    }

    fn tick(&mut self, tally: &Tally) {
        if self.drawn.is_some_and(|drawn| drawn.elapsed() < EVERY) {
            return;
        }
        self.drawn = Some(Instant::now());
        let mut lines = text::screen(tally);
        if self.draining {
            lines.push(text::DRAINING.to_string());
        }
        // A line that is broken in two would be drawn anew below itself again and again.
        let width = resources::columns();
        let lines: Vec<String> = lines.iter().map(|line| table::cut(&printable(line), width)).collect();
        self.bar.set_message(lines.join("\n"));
    }

    fn draining(&mut self) {
        self.draining = true;
        self.drawn = None;
    }

    fn end(&mut self, setup: &Setup, tally: &Tally, end: &End) {
        self.bar.finish_and_clear();
        self.out.lines(&text::summary(setup, tally, end));
    }

    fn is_closed(&self) -> bool {
        self.out.is_closed()
    }
}
