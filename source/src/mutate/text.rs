//! Pruning by line, for programs beyond the interpreter or the language: what `gcov` says was executed decides what may go, and
//! a compiler that the user trusts is the judge.
//!
//! Lines are emptied, never removed, so that a place in a variant is the same place in its parent.

use crate::rng::Rng;

/// What `gcov` says about a line.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Line {
    /// Nothing of it is compiled: `-` in the count's place.
    NoCode,
    /// It was executed at least once.
    Executed,
    /// It is compiled and was never executed: `#####`.
    Unexecuted,
}

/// Lines that go together, by index, the last included.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Span {
    /// From 0.
    pub first: usize,
    /// From 0.
    pub last: usize,
}

/// Most lines of one span: the larger, the less likely that it is whole.
const LONGEST: usize = 60;
/// Most spans of one variant: each may have to be tried alone.
const MOST: usize = 24;
/// Percent, of which each variant has one.
const PROBABILITIES: [u32; 4] = [10, 25, 50, 80];

/// The lines of one file, from what `gcov --stdout` prints: `COUNT:LINE:TEXT`, for each file after a line 0 that names it.
pub fn profile(gcov: &str, file: &str) -> Vec<Line> {
    let mut lines = Vec::new();
    let mut is_it = false;
    for text in gcov.lines() {
        let mut parts = text.splitn(3, ':');
        let (Some(count), Some(number), Some(rest)) = (parts.next(), parts.next(), parts.next()) else { continue };
        let Ok(number) = number.trim().parse::<usize>() else { continue };
        if let Some(name) = rest.strip_prefix("Source:").filter(|_| number == 0) {
            is_it = name == file;
        }
        let Some(index) = number.checked_sub(1).filter(|_| is_it) else { continue };
        let line = match count.trim() {
            "-" => Line::NoCode,
            count if count.starts_with(['#', '=']) => Line::Unexecuted,
            _ => Line::Executed,
        };
        if lines.len() <= index {
            lines.resize(index + 1, Line::NoCode);
        }
        // A template or an inline function is reported once for each instance: one that was executed counts.
        if line == Line::Executed || lines[index] == Line::NoCode {
            lines[index] = line;
        }
    }
    lines
}

/// What may go: statements that take whole lines, alone or with the block that they begin. Nothing in a span was executed.
pub fn spans(text: &str, profile: &[Line]) -> Vec<Span> {
    let texts: Vec<&str> = text.lines().collect();
    (0..texts.len()).filter_map(|first| span_at(&texts, profile, first)).collect()
}

fn span_at(texts: &[&str], profile: &[Line], first: usize) -> Option<Span> {
    let of = |at: usize| profile.get(at).copied().unwrap_or(Line::NoCode);
    if of(first) != Line::Unexecuted || is_marker(texts[first]) {
        return None;
    }
    let mut depth = 0;
    for (at, text) in texts.iter().enumerate().skip(first).take(LONGEST) {
        if of(at) == Line::Executed || text.trim_start().starts_with('#') {
            return None;
        }
        for (_, byte) in code_bytes(text) {
            match byte {
                b'{' | b'(' | b'[' => depth += 1,
                b'}' | b')' | b']' => depth -= 1,
                _ => {}
            }
            if depth < 0 {
                return None;
            }
        }
        let last = code_bytes(text).filter(|(_, byte)| !byte.is_ascii_whitespace()).last().map(|(_, byte)| byte);
        let has_else = texts.get(at + 1).is_some_and(|next| next.trim_start().starts_with("else"));
        if depth == 0 && matches!(last, Some(b';' | b'}')) {
            return (!has_else && !texts[first].trim_start().starts_with("else")).then_some(Span { first, last: at });
        }
    }
    None
}

/// Labels stay.
fn is_marker(text: &str) -> bool {
    let text = text.trim_start();
    text.starts_with("case ") || text.starts_with("default") || text.trim_end().ends_with(':')
}

/// The bytes that are neither in a literal nor in a comment that ends the line.
fn code_bytes(text: &str) -> impl Iterator<Item = (usize, u8)> {
    let (mut quote, mut escaped, mut over) = (None, false, false);
    let bytes: Vec<u8> = text.bytes().collect();
    let next = bytes.clone();
    bytes.into_iter().enumerate().filter(move |&(at, byte)| {
        over |= quote.is_none() && byte == b'/' && matches!(next.get(at + 1), Some(b'/' | b'*'));
        let inside = quote.is_some();
        match quote {
            _ if escaped => escaped = false,
            Some(open) if byte == open => quote = None,
            Some(_) => escaped = byte == b'\\',
            None if matches!(byte, b'"' | b'\'') => quote = Some(byte),
            None => {}
        }
        !over && !inside && quote.is_none()
    })
}

/// Spans for one variant that do not overlap, by index.
pub fn draw(spans: &[Span], mut rng: Rng) -> Vec<usize> {
    let probability = *rng.pick(&PROBABILITIES);
    let mut order: Vec<usize> = (0..spans.len()).collect();
    rng.shuffle(&mut order);
    let mut drawn: Vec<usize> = Vec::new();
    for at in order {
        let is_apart = |&other: &usize| spans[other].last < spans[at].first || spans[at].last < spans[other].first;
        let is_wanted = drawn.is_empty() || rng.percent(probability);
        if is_wanted && drawn.len() < MOST && drawn.iter().all(is_apart) {
            drawn.push(at);
        }
    }
    drawn.sort_unstable();
    drawn
}

/// The text with the lines of these spans emptied. What was the only statement of a conditional leaves a `;`.
pub fn without(text: &str, spans: &[Span]) -> String {
    let emptied = |at: usize| spans.iter().find(|span| (span.first..=span.last).contains(&at));
    let line = |(at, line): (usize, &str)| match emptied(at) {
        Some(span) if span.first == at => ";\n".to_string(),
        Some(_) => "\n".to_string(),
        None => format!("{line}\n"),
    };
    text.lines().enumerate().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "int f(int x) {\n  if (x > 9) {\n    x = 1;\n    puts(\"}\"); // {\n  }\n  while (x)\n    x--;\n  return x;\n}\n";

    fn gcov() -> String {
        let counts = ["1", "1", "#####", "#####", "-", "#####", "#####", "1", "-"];
        let line = |(at, (count, text)): (usize, (&&str, &str))| format!("{count:>9}:{:>5}:{text}\n", at + 1);
        "        -:    0:Source:f.c\n".to_string()
            + &counts.iter().zip(TEXT.lines()).enumerate().map(line).collect::<String>()
    }

    #[test]
    fn whole_statements_that_were_not_executed_may_go() {
        let other = "        -:    0:Source:other.h\n        9:    3:executed\n";
        let profile = profile(&(gcov() + other), "f.c");
        assert_eq!(profile[1..4], [Line::Executed, Line::Unexecuted, Line::Unexecuted]);
        let spans = spans(TEXT, &profile);
        let of = |first, last| Span { first, last };
        assert_eq!(spans, [of(2, 2), of(3, 3), of(5, 6), of(6, 6)]);
        let text = without(TEXT, &spans[1..3]);
        assert_eq!(text.lines().count(), TEXT.lines().count());
        assert!(!text.contains("puts") && !text.contains("while") && text.contains("x = 1;"));
    }

    #[test]
    fn drawn_spans_do_not_overlap() {
        let spans = [
            Span { first: 1, last: 5 },
            Span { first: 2, last: 3 },
            Span { first: 5, last: 9 },
            Span { first: 6, last: 6 },
        ];
        for seed in 0..200 {
            let drawn = draw(&spans, Rng::new(seed));
            assert!(!drawn.is_empty());
            for pair in drawn.windows(2) {
                assert!(spans[pair[0]].last < spans[pair[1]].first, "{drawn:?}");
            }
        }
        assert!(draw(&[], Rng::new(1)).is_empty());
    }
}
