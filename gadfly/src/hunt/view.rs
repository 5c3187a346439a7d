//! How a hunt is shown: events in, display out. On a terminal a live screen, elsewhere plain lines, or JSON.

use super::End;
use super::json::Json;
use super::plain::Plain;
use super::screen::Screen;
use super::setup::Setup;
use super::tally::Tally;
use lab::campaign::Event;
use lab::printable::printable;
use std::io::{self, IsTerminal, Write};

pub trait View {
    /// What there is and what will be done.
    fn begin(&mut self, setup: &Setup);

    /// Something happened; `tally` has it already.
    fn event(&mut self, event: &Event, tally: &Tally);

    /// Some time has passed.
    fn tick(&mut self, _tally: &Tally) {}

    /// Someone wants it to end.
    fn draining(&mut self);

    fn end(&mut self, setup: &Setup, tally: &Tally, end: &End);

    /// Whether nobody reads the output any more.
    fn is_closed(&self) -> bool;
}

pub fn choose(json: bool, is_quiet: bool) -> Box<dyn View> {
    match (json, !is_quiet && io::stdout().is_terminal() && io::stderr().is_terminal()) {
        (true, _) => Box::new(Json::default()),
        (false, true) => Box::new(Screen::new()),
        (false, false) => Box::new(Plain::new(is_quiet)),
    }
}

/// Standard output until it fails.
#[derive(Default)]
pub struct Out {
    closed: bool,
}

impl Out {
    /// For people.
    pub fn lines(&mut self, text: &str) {
        self.data(&printable(text));
    }

    /// For scripts.
    pub fn data(&mut self, text: &str) {
        let mut stdout = io::stdout().lock();
        let written = stdout.write_all(text.as_bytes()).and_then(|()| stdout.write_all(b"\n"));
        self.closed |= written.and_then(|()| stdout.flush()).is_err();
    }

    pub fn is_closed(&self) -> bool {
        self.closed
    }
}
