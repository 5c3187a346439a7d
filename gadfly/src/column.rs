//! Columns in the user's own line, from columns in the preprocessed one.
//!
//! `cc -E` keeps lines but not columns: it squeezes blanks, drops comments and expands macros. The two lines are
//! aligned token by token; a token that has no counterpart came out of a macro, and is placed at the macro's name.

/// Longer lines are not aligned: the table is quadratic.
const MAX_TOKENS: usize = 400;

/// A place in a line of the user's file: byte offsets of the token there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Found {
    pub start: usize,
    pub end: usize,
    /// The token is a macro that expands to what was looked for.
    pub in_macro: bool,
}

/// Where the token at byte `at` of the `preprocessed` line is in the `original` line; `None` if the lines have
/// nothing to do with each other.
pub fn find(original: &str, preprocessed: &str, at: usize) -> Option<Found> {
    let theirs = tokens(preprocessed);
    let target = theirs.iter().rposition(|token| token.start <= at)?;
    let all = tokens(original);
    // The first token of a preprocessed line keeps its column, also where a line is cut up by line markers.
    let anchor = all.iter().rposition(|token| token.start <= theirs[0].start).unwrap_or(0);
    let ours = &all[anchor..];
    if ours.is_empty() || ours.len() > MAX_TOKENS || theirs.len() > MAX_TOKENS {
        return None;
    }
    let pairs = align(original, ours, preprocessed, &theirs);
    if let Some(&(our, _)) = pairs.iter().find(|&&(_, their)| their == target) {
        return Some(Found { start: ours[our].start, end: ours[our].end, in_macro: false });
    }
    // The macro's name is unpaired, and comes before whatever follows its expansion.
    let limit = pairs.iter().find(|&&(_, their)| their > target).map_or(ours.len(), |&(our, _)| our);
    let is_unpaired = |index: usize| pairs.iter().all(|&(our, _)| our != index);
    let name = (0..limit).rfind(|&index| is_unpaired(index) && is_word(&original[ours[index].clone()]))?;
    Some(Found { start: ours[name].start, end: ours[name].end, in_macro: true })
}

/// The token that starts at or contains byte `at`.
pub fn token_at(line: &str, at: usize) -> Option<Found> {
    let token = tokens(line).into_iter().find(|token| token.start <= at && at < token.end)?;
    Some(Found { start: token.start, end: token.end, in_macro: false })
}

type Span = std::ops::Range<usize>;

fn is_word(token: &str) -> bool {
    token.starts_with(|c: char| c.is_alphabetic() || c == '_')
}

/// Pairs of equal tokens, ascending in both: a longest common subsequence.
fn align(original: &str, ours: &[Span], preprocessed: &str, theirs: &[Span]) -> Vec<(usize, usize)> {
    let same = |i: usize, j: usize| original[ours[i].clone()] == preprocessed[theirs[j].clone()];
    let width = theirs.len() + 1;
    // longest[i][j]: of the rest from `i` in ours and `j` in theirs.
    let mut longest = vec![0u32; (ours.len() + 1) * width];
    for i in (0..ours.len()).rev() {
        for j in (0..theirs.len()).rev() {
            longest[i * width + j] = if same(i, j) {
                longest[(i + 1) * width + j + 1] + 1
            } else {
                longest[(i + 1) * width + j].max(longest[i * width + j + 1])
            };
        }
    }
    let (mut i, mut j, mut pairs) = (0, 0, Vec::new());
    while i < ours.len() && j < theirs.len() {
        if same(i, j) {
            pairs.push((i, j));
            i += 1;
            j += 1;
        } else if longest[(i + 1) * width + j] >= longest[i * width + j + 1] {
            i += 1;
        } else {
            j += 1;
        }
    }
    pairs
}

/// C's tokens of one line, near enough: words and numbers, strings and characters, operators. Comments and blanks
/// are skipped.
fn tokens(line: &str) -> Vec<Span> {
    let bytes = line.as_bytes();
    let mut spans = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let rest = &bytes[at..];
        let len = match rest[0] {
            b' ' | b'\t' | b'\r' | b'\n' | 0x0b | 0x0c => {
                at += 1;
                continue;
            }
            b'/' if rest.starts_with(b"//") => break,
            b'/' if rest.starts_with(b"/*") => {
                at += comment_len(rest);
                continue;
            }
            b'"' | b'\'' => quoted_len(rest),
            byte if is_word_byte(byte) => rest.iter().take_while(|&&byte| is_word_byte(byte)).count(),
            _ => operator_len(rest),
        };
        spans.push(at..at + len);
        at += len;
    }
    spans
}

/// Bytes of characters outside ASCII count as letters, so that every span ends at a character boundary.
fn is_word_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80
}

fn comment_len(rest: &[u8]) -> usize {
    rest.windows(2).skip(2).position(|pair| pair == b"*/").map_or(rest.len(), |at| at + 4)
}

fn quoted_len(rest: &[u8]) -> usize {
    let mut at = 1;
    while at < rest.len() {
        match rest[at] {
            b'\\' => at += 1,
            byte if byte == rest[0] => return at + 1,
            _ => {}
        }
        at += 1;
    }
    rest.len()
}

fn operator_len(rest: &[u8]) -> usize {
    const OPERATORS: [&[u8]; 22] = [
        b"<<=", b">>=", b"...", b"<<", b">>", b"->", b"++", b"--", b"<=", b">=", b"==", b"!=", b"&&", b"||", b"+=",
        b"-=", b"*=", b"/=", b"%=", b"&=", b"|=", b"^=",
    ];
    OPERATORS.iter().find(|operator| rest.starts_with(operator)).map_or(1, |operator| operator.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `^` in the second lines marks the place.
    fn check(original: &str, expected: &str, preprocessed: &str, at: &str) {
        let found = find(original, preprocessed, at.find('^').unwrap()).unwrap();
        assert_eq!(found.start, expected.find('^').unwrap(), "{found:?}");
    }

    #[test]
    fn squeezed_blanks_and_comments_are_found() {
        check("  x =   a  +  /* b + */ b;", "           ^", "  x = a + b;", "        ^");
    }

    #[test]
    fn what_a_macro_expands_to_is_at_its_name() {
        check("  int x = ADD(a, 1) + 2;", "          ^", "  int x = ((a) + (1)) + 2;", "               ^");
        check("  return INT_MAX + 1;", "                 ^", "         0x7fffffff + 1;", "                    ^");
    }

    #[test]
    fn segments_of_a_line_keep_their_column() {
        check("  f(NULL); g(p); h(p);", "             ^", "           (p); h(p);", "            ^");
    }

    #[test]
    fn unrelated_lines_do_not_panic() {
        assert_eq!(find("", "abc", 1), None);
        assert_eq!(find("abc", "", 0), None);
        find("\"unterminated", "'é\\", 4);
        find("/* é", "/", 9);
    }
}
