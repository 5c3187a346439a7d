//! Where things are in the user's own source: byte offsets into the preprocessed text, resolved through its
//! `# line "file"` markers.

use std::sync::Arc;

/// A byte offset into the concatenation of all parsed units. `Loc::NONE` for nodes that were not parsed.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Loc(pub u32);

impl Loc {
    /// Of what stands nowhere in a source.
    pub const NONE: Loc = Loc(u32::MAX);
}

/// A place a person can find: 1-based line and column in a file of theirs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Position {
    /// As the preprocessor's marker names it.
    pub file: String,
    /// From 1.
    pub line: u32,
    /// From 1, in bytes.
    pub column: u32,
}

/// One `# line "file"` marker: from `offset` on, the text is `file` at `line`.
#[derive(Clone, Debug)]
pub struct LineMarker {
    pub offset: u32,
    pub line: u32,
    /// Index into `SourceMap::files`.
    pub file: u32,
    /// The file is a system header, by the preprocessor's flag 3.
    pub is_system: bool,
}

#[derive(Clone, Debug)]
struct Unit {
    base: u32,
    text: Arc<[u8]>,
    markers: Vec<LineMarker>,
}

/// The texts of all units, with their markers.
#[derive(Clone, Default, Debug)]
pub struct SourceMap {
    units: Vec<Unit>,
    files: Vec<String>,
}

impl SourceMap {
    /// Adds a unit's text; returns the `Loc` of its first byte. The text counts as file `name`, line 1, until its
    /// first marker.
    pub fn add_unit(&mut self, name: &str, text: Arc<[u8]>) -> Loc {
        let base = self.units.last().map_or(0, |unit| unit.base + unit.text.len() as u32 + 1);
        let file = self.file(name);
        let markers = vec![LineMarker { offset: base, line: 1, file, is_system: false }];
        self.units.push(Unit { base, text, markers });
        Loc(base)
    }

    /// Whether another `len` bytes can be given locations.
    pub fn has_room(&self, len: usize) -> bool {
        let used = self.units.last().map_or(0, |unit| unit.base as usize + unit.text.len() + 1);
        len < (1 << 31) - used.min(1 << 31)
    }

    /// Records a marker of the newest unit; `loc` is the first byte of the line after the marker.
    pub fn add_marker(&mut self, loc: Loc, line: u32, file: &str, is_system: bool) {
        let file = self.file(file);
        let unit = self.units.last_mut().expect("a unit was added before its markers");
        unit.markers.push(LineMarker { offset: loc.0, line, file, is_system });
    }

    /// Records a `#line` without a file name.
    pub fn add_marker_same_file(&mut self, loc: Loc, line: u32) {
        let unit = self.units.last_mut().expect("a unit was added before its markers");
        let &LineMarker { file, is_system, .. } = unit.markers.last().expect("a unit starts with a marker");
        unit.markers.push(LineMarker { offset: loc.0, line, file, is_system });
    }

    fn file(&mut self, name: &str) -> u32 {
        // Markers come in runs of the same few files: search from the back, and not far (hostile input may name
        // millions). A file may be listed twice.
        let from = self.files.len().saturating_sub(200);
        if let Some(index) = self.files[from..].iter().rposition(|file| file == name) {
            return (from + index) as u32;
        }
        self.files.push(name.to_string());
        self.files.len() as u32 - 1
    }

    /// Whether the text there is of a system header.
    pub fn is_system(&self, loc: Loc) -> bool {
        self.find(loc).is_some_and(|(_, marker)| marker.is_system)
    }

    /// Where the user finds it; none for `Loc::NONE`.
    pub fn position(&self, loc: Loc) -> Option<Position> {
        let (unit, marker) = self.find(loc)?;
        let text = &unit.text[..(loc.0 - unit.base) as usize];
        let since_marker = &text[(marker.offset - unit.base) as usize..];
        let newlines = since_marker.iter().filter(|&&byte| byte == b'\n').count() as u32;
        let line_start = text.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
        Some(Position {
            file: self.files[marker.file as usize].clone(),
            line: marker.line + newlines,
            column: (text.len() - line_start) as u32 + 1,
        })
    }

    /// The preprocessed line that holds `loc`, and the 0-based byte column of `loc` in it.
    pub fn line_text(&self, loc: Loc) -> Option<(&[u8], usize)> {
        let (unit, _) = self.find(loc)?;
        let at = (loc.0 - unit.base) as usize;
        let start = unit.text[..at].iter().rposition(|&byte| byte == b'\n').map_or(0, |i| i + 1);
        let end = unit.text[at..].iter().position(|&byte| byte == b'\n').map_or(unit.text.len(), |i| at + i);
        Some((&unit.text[start..end], at - start))
    }

    fn find(&self, loc: Loc) -> Option<(&Unit, &LineMarker)> {
        if loc == Loc::NONE {
            return None;
        }
        let index = self.units.partition_point(|unit| unit.base <= loc.0).checked_sub(1)?;
        let unit = &self.units[index];
        if (loc.0 - unit.base) as usize > unit.text.len() {
            return None;
        }
        let marker = unit.markers.partition_point(|marker| marker.offset <= loc.0).checked_sub(1)?;
        Some((unit, &unit.markers[marker]))
    }
}
