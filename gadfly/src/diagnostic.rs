//! Verdicts for people: what happened, where in their own source, and which rule says so.

use crate::column::{self, Found};
use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{AnnotationKind, Element, Group, Level, Renderer, Snippet};
use interp::Ub;
use lab::bounded;
use lab::printable::printable;
use lang::{Loc, Position, SourceMap};
use std::collections::HashMap;
use std::io::{IsTerminal, Write};
use std::path::Path;

/// The user's files, read when a diagnostic first needs one.
pub struct Sources<'a> {
    map: &'a SourceMap,
    files: HashMap<String, Option<Vec<String>>>,
}

/// A place with everything needed to show it.
#[derive(Clone, Debug)]
pub struct Place {
    /// In the user's file; the column too, wherever the line could be found there.
    pub position: Position,
    /// The user's line, or the preprocessed one if the file is gone.
    pub line: String,
    /// Bytes of `line` to underline.
    pub span: std::ops::Range<usize>,
    /// What the line becomes, if the place is inside a macro.
    pub expansion: Option<String>,
}

impl<'a> Sources<'a> {
    pub fn new(map: &'a SourceMap) -> Sources<'a> {
        Sources { map, files: HashMap::new() }
    }

    pub fn place(&mut self, loc: Loc) -> Option<Place> {
        let mut position = self.map.position(loc)?;
        let (bytes, at) = self.map.line_text(loc)?;
        if bytes.len() > MAX_LINE {
            return Some(Place { position, line: String::new(), span: 0..0, expansion: None });
        }
        let at = String::from_utf8_lossy(&bytes[..at]).len();
        let preprocessed = String::from_utf8_lossy(bytes).into_owned();
        let Some((line, found)) = self.in_original(&position, &preprocessed, at) else {
            let span = column::token_at(&preprocessed, at).map_or(at..at, |found| found.start..found.end);
            return Some(Place { position, line: preprocessed, span, expansion: None });
        };
        position.column = found.start as u32 + 1;
        let expansion = found.in_macro.then(|| preprocessed.trim().to_string());
        Some(Place { position, line, span: found.start..found.end, expansion })
    }

    fn in_original(&mut self, position: &Position, preprocessed: &str, at: usize) -> Option<(String, Found)> {
        let lines = self.files.entry(position.file.clone()).or_insert_with_key(|file| read_lines(file));
        let line = lines.as_ref()?.get(position.line.checked_sub(1)? as usize)?;
        let found = column::find(line, preprocessed, at)?;
        Some((line.clone(), found))
    }
}

/// Bytes of a line that can be shown: showing it needs several copies of it.
const MAX_LINE: usize = 1 << 20;

/// Lines of a file that can be shown.
const MAX_LINES: usize = 1 << 20;

fn read_lines(file: &str) -> Option<Vec<String>> {
    let bytes = bounded::read(Path::new(file)).ok()?;
    Some(String::from_utf8_lossy(&bytes).lines().take(MAX_LINES).map(str::to_string).collect())
}

/// Prints an undefined behaviour as rustc would print an error.
pub fn undefined(sources: &mut Sources, ub: &Ub) {
    let clause = format!("C17 {}", ub.clause);
    let main = Main { level: Level::ERROR, id: Some(ub.rule.name()), message: &ub.message, note: Some(&clause) };
    print(sources, &main, ub.loc, &ub.notes);
}

pub fn unsupported(sources: &mut Sources, what: &str, loc: Loc) {
    let message = format!("unsupported: {what}");
    let main = Main { level: Level::ERROR, id: None, message: &message, note: None };
    print(sources, &main, loc, &[]);
}

pub fn rejected(sources: &mut Sources, message: &str, loc: Loc) {
    print(sources, &Main { level: Level::ERROR, id: None, message, note: None }, loc, &[]);
}

/// An error that is about no place in a program.
pub fn plain(message: &str) {
    render(&[Group::with_title(Level::ERROR.primary_title(printable(message)))]);
}

/// Something to know that is no error.
pub fn note(message: &str) {
    render(&[Group::with_title(Level::NOTE.primary_title(printable(message)))]);
}

struct Main<'a> {
    level: Level<'a>,
    id: Option<&'a str>,
    message: &'a str,
    note: Option<&'a str>,
}

fn print(sources: &mut Sources, main: &Main, loc: Loc, notes: &[(Loc, String)]) {
    let place = sources.place(loc);
    let mut title = main.level.clone().primary_title(main.message);
    if let Some(id) = main.id {
        title = title.id(id);
    }
    let mut group = Group::with_title(title);
    if let Some(place) = &place {
        group = group.element(snippet(place));
        if let Some(expansion) = &place.expansion {
            group = group.element(Level::NOTE.message(format!("after macro expansion: {expansion}")));
        }
    }
    if let Some(note) = main.note {
        group = group.element(Level::NOTE.message(note));
    }
    let mut groups = vec![group];
    let notes: Vec<_> = notes.iter().map(|(loc, text)| (sources.place(*loc), text)).collect();
    groups.extend(notes.iter().map(|(place, text)| {
        let group = Group::with_title(Level::NOTE.secondary_title(text.as_str()));
        group.elements(place.iter().map(snippet))
    }));
    render(&groups);
}

fn snippet(place: &Place) -> Element<'_> {
    let snippet = Snippet::source(place.line.as_str())
        .line_start(place.position.line as usize)
        .path(place.position.file.as_str())
        .annotation(AnnotationKind::Primary.span(place.span.clone()));
    snippet.into()
}

fn render(groups: &[Group]) {
    let colours = std::io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
    let renderer = if colours { Renderer::styled() } else { Renderer::plain() };
    // Standard error may be closed.
    let _ = writeln!(anstream::stderr(), "{}", renderer.decor_style(DecorStyle::Ascii).render(groups));
}
