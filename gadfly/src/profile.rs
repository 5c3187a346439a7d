//! `--profile`: how often each line was executed.

use lab::bounded;
use lang::{Program, StmtKind};
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;

#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
pub struct LineCount {
    pub file: String,
    pub line: u32,
    pub count: u64,
}

/// One entry per line that begins a statement, by file and line. A line with several statements counts as often
/// as the one executed most.
pub fn lines(program: &Program, counts: &[u64]) -> Vec<LineCount> {
    let mut lines: BTreeMap<(String, u32), u64> = BTreeMap::new();
    for (stmt, &count) in program.stmts.iter().zip(counts) {
        // Braces do nothing themselves; counting them would mark lines nobody thinks of as code.
        if matches!(stmt.kind, StmtKind::Block(_) | StmtKind::Empty) {
            continue;
        }
        if let Some(position) = program.source.position(stmt.loc) {
            let line = lines.entry((position.file, position.line)).or_default();
            *line = (*line).max(count);
        }
    }
    lines.into_iter().map(|((file, line), count)| LineCount { file, line, count }).collect()
}

/// The user's files with a count before every line that has one; headers only where something was executed.
pub fn listing(lines: &[LineCount], units: &[String]) -> String {
    let mut text = String::new();
    for file in lines.chunk_by(|a, b| a.file == b.file) {
        let name = &file[0].file;
        if units.contains(name) || file.iter().any(|line| line.count > 0) {
            list_file(&mut text, name, file);
        }
    }
    text
}

fn list_file(text: &mut String, name: &str, counts: &[LineCount]) {
    let counts: BTreeMap<u32, u64> = counts.iter().map(|line| (line.line, line.count)).collect();
    let _ = writeln!(text, "{name}:");
    match bounded::read(Path::new(name)) {
        Ok(bytes) => {
            for (index, line) in String::from_utf8_lossy(&bytes).lines().enumerate() {
                list_line(text, counts.get(&(index as u32 + 1)).copied(), index as u32 + 1, line);
            }
        }
        Err(_) => counts.iter().for_each(|(&number, &count)| list_line(text, Some(count), number, "")),
    }
}

fn list_line(text: &mut String, count: Option<u64>, number: u32, line: &str) {
    let count = count.map_or_else(String::new, |count| count.to_string());
    let _ = writeln!(text, "{}", format!("{count:>12} {number:>5}  {line}").trim_end());
}
