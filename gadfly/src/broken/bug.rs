//! A bug: what it does, and the conditions that make it rare.

use super::assembly::Site;
use super::failure::Failure;
use super::invocation::Invocation;

pub struct Bug {
    pub name: &'static str,
    what: &'static str,
    pub effect: Effect,
    /// As findings call it; `-` for no bug.
    pub kind: &'static str,
    /// The least optimisation level it is active at: 0 to 3, `-Os` counts as 2.
    level: u8,
    /// The only level it is active at, as `-O` has it.
    only: Option<&'static str>,
    /// The option of the pass it pretends to be in, and how `-fdisable-` calls the pass.
    pass: Option<(&'static str, &'static str)>,
    pub place: Place,
    /// It waits for several conditions at once, and few programs meet them.
    is_narrow: bool,
}

/// Which of the sites it could strike at it does strike at.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Place {
    /// Only the n-th of a function, from 1; 0 for all.
    pub nth: usize,
    pub in_loop: bool,
    /// Only in functions that have one of these instructions, too; all functions if there are none.
    pub beside: &'static [&'static str],
}

impl Place {
    pub const ANY: Place = Place { nth: 0, in_loop: false, beside: &[] };
}

pub enum Effect {
    Nothing,
    /// What is assembled instead of an instruction.
    Rewrite(fn(&Site) -> Option<String>),
    /// The compiler fails when it would emit such an instruction.
    FailAt(fn(&Site) -> bool, Failure),
    /// The compiler fails on a source with such a line.
    FailOn(fn(&str) -> bool, Failure),
}

impl Bug {
    pub const NONE: Bug = Bug::new("none", "the compiler itself", Effect::Nothing, "-");

    const fn new(name: &'static str, what: &'static str, effect: Effect, kind: &'static str) -> Bug {
        Bug { name, what, effect, kind, level: 0, only: None, pass: None, place: Place::ANY, is_narrow: false }
    }

    pub const fn rewrite(name: &'static str, what: &'static str, rewrite: fn(&Site) -> Option<String>) -> Bug {
        Bug::new(name, what, Effect::Rewrite(rewrite), "wrong-code")
    }

    pub const fn fail_at(name: &'static str, what: &'static str, at: fn(&Site) -> bool, failure: Failure) -> Bug {
        let kind = failure.kind;
        Bug::new(name, what, Effect::FailAt(at, failure), kind)
    }

    pub const fn fail_on(name: &'static str, what: &'static str, on: fn(&str) -> bool, failure: Failure) -> Bug {
        let kind = failure.kind;
        Bug::new(name, what, Effect::FailOn(on, failure), kind)
    }

    /// What it rewrites to is no program: the assembler or the linker refuses it.
    pub const fn unusable(self) -> Bug {
        Bug { kind: "crash", ..self }
    }

    pub const fn from(self, level: u8) -> Bug {
        Bug { level, ..self }
    }

    /// At one level alone: `1`, `2`, `3` or `s`.
    pub const fn only(self, level: &'static str) -> Bug {
        Bug { only: Some(level), ..self }
    }

    /// Active unless `-fno-OPTION` or `-fdisable-PASS…` is given, so that a search over flags has something to find.
    pub const fn of(self, option: &'static str, disabled_as: &'static str) -> Bug {
        Bug { pass: Some((option, disabled_as)), ..self }
    }

    pub const fn nth(self, nth: usize) -> Bug {
        Bug { place: Place { nth, ..self.place }, ..self }
    }

    pub const fn in_loop(self) -> Bug {
        Bug { place: Place { in_loop: true, ..self.place }, ..self }
    }

    /// Only in functions that have one of these instructions, too.
    pub const fn beside(self, mnemonics: &'static [&'static str]) -> Bug {
        Bug { place: Place { beside: mnemonics, ..self.place }, ..self }
    }

    pub const fn narrow(self) -> Bug {
        Bug { is_narrow: true, ..self }
    }

    pub fn is_active(&self, invocation: &Invocation) -> bool {
        let is_its_level = |only| invocation.optimization() == only;
        let level = invocation.level() >= self.level && self.only.is_none_or(is_its_level);
        let pass = self.pass.is_none_or(|(option, disabled_as)| invocation.enables(option, disabled_as));
        level && pass && !matches!(self.effect, Effect::Nothing)
    }

    /// One line: what it does and when.
    pub fn about(&self) -> String {
        let mut about = if self.is_narrow { format!("narrow: {}", self.what) } else { self.what.to_string() };
        if self.place.nth != 0 {
            about += &format!(", number {} of a function", self.place.nth);
        }
        if self.place.in_loop {
            about += ", in loops";
        }
        if !self.place.beside.is_empty() {
            about += &format!(", in functions with {}", self.place.beside.join(" or "));
        }
        if self.level != 0 {
            about += &format!(", from -O{}", self.level);
        }
        if let Some(level) = self.only {
            about += &format!(", only at -O{level}");
        }
        if let Some((option, _)) = self.pass {
            about += &format!(", unless -fno-{option}");
        }
        about
    }
}
