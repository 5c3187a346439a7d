//! Whether a C text spells its declarations out: every type is named, every declaration declares something, every member
//! has its semicolon. Compilers accept less with a warning, or once did.
//!
//! The tokens decide, because the model no longer knows: it fills in what was left out.

use super::token::{Kind, tokens};
use std::collections::HashSet;
use std::ops::Range;

/// Whether no type is left out and no declaration is empty. Macros are not looked into.
pub fn is_explicit(text: &str) -> bool {
    let is_code = |kind: Kind| !matches!(kind, Kind::Directive | Kind::Comment);
    let words: Vec<&str> =
        tokens(text).iter().filter(|token| is_code(token.kind)).map(|token| &text[token.start..token.end]).collect();
    let reader = Reader { typedefs: typedefs(&words), words };
    (0..reader.words.len()).all(|at| reader.is_said(at) && !reader.is_old_designator(at)) && reader.is_said_outside()
}

struct Reader<'t> {
    words: Vec<&'t str>,
    /// All words of `typedef` declarations; names of types are among them.
    typedefs: HashSet<&'t str>,
}

#[derive(Copy, Clone, PartialEq, Eq)]
enum Brace {
    /// Of a function, or a statement in one.
    Body,
    /// Of a struct or union.
    Members,
    Other,
}

fn typedefs<'t>(words: &[&'t str]) -> HashSet<&'t str> {
    let mut names = HashSet::new();
    for (at, _) in words.iter().enumerate().filter(|(_, word)| **word == "typedef") {
        let mut depth = 0;
        for &word in &words[at + 1..] {
            match word {
                "{" => depth += 1,
                "}" => depth -= 1,
                ";" if depth <= 0 => break,
                _ if is_name(word) => drop(names.insert(word)),
                _ => {}
            }
        }
    }
    names
}

impl Reader<'_> {
    fn word(&self, at: usize) -> &str {
        self.words.get(at).copied().unwrap_or(";")
    }

    fn before(&self, at: usize) -> &str {
        at.checked_sub(1).map_or(";", |at| self.words[at])
    }

    /// Whether the declaration that begins here is complete, as far as its first tokens show.
    fn is_said(&self, at: usize) -> bool {
        let begins = is_specifier(self.words[at]) && !is_specifier(self.before(at));
        !begins || self.is_typed(at)
    }

    /// `{ [2] 1 }`, as GCC had it before C99.
    fn is_old_designator(&self, at: usize) -> bool {
        self.words[at] == "]" && self.word(at + 1).starts_with(|c: char| c.is_ascii_digit() || c == '"' || c == '\'')
    }

    /// Whether the run of specifiers that begins here names a type, and then something of that type.
    fn is_typed(&self, start: usize) -> bool {
        let is_start = matches!(self.before(start), ";" | "{" | "}" | "(" | "," | ":");
        let (mut at, mut has_type, mut has_other) = (start, false, false);
        while is_specifier(self.word(at)) {
            let is_group = self.word(at + 1) == "(" && TAKES_GROUP.contains(&self.word(at));
            has_type |= TYPES.contains(&self.word(at)) || is_group && GROUPED_TYPES.contains(&self.word(at));
            has_other |= OTHERS.contains(&self.word(at));
            at = if is_group { self.after_group(at + 1) } else { at + 1 };
        }
        match self.word(at) {
            "struct" | "union" | "enum" => true,
            _ if !is_start => true,
            ";" if has_type => false,
            _ if has_type => true,
            // Attributes alone may stand before a declarator, or in a statement of their own.
            ";" if !has_other => true,
            _ if !has_other && !matches!(self.before(start), ";" | "{" | "}") => true,
            word => is_name(word) && (self.is_known(word, start..at) || self.begins_declarator(at + 1)),
        }
    }

    /// Whether the word behind these specifiers is the name of a type; the name that a `typedef` gives is not.
    fn is_known(&self, word: &str, specifiers: Range<usize>) -> bool {
        self.typedefs.contains(word) && !self.words[specifiers].contains(&"typedef")
    }

    /// Whether this token can follow the name of a type but not the name of a variable.
    fn begins_declarator(&self, at: usize) -> bool {
        match self.word(at) {
            "*" => true,
            "(" => self.word(at + 1) == "*",
            word => is_name(word) && !TAKES_GROUP.contains(&word),
        }
    }

    /// Behind the bracket that closes the one at `open`.
    fn after_group(&self, open: usize) -> usize {
        let mut depth = 0;
        for at in open..self.words.len() {
            match self.words[at] {
                "(" => depth += 1,
                ")" if depth == 1 => return at + 1,
                ")" => depth -= 1,
                _ => {}
            }
        }
        self.words.len()
    }

    /// What the brace at `open` holds.
    fn brace(&self, open: usize) -> Brace {
        let is_record = |word: &str| matches!(word, "struct" | "union");
        match self.before(open) {
            ")" => Brace::Body,
            word if is_record(word) || open > 1 && is_record(self.words[open - 2]) => Brace::Members,
            _ => Brace::Other,
        }
    }

    /// Whether every declaration outside of functions begins with a type or a specifier, and every member ends with a
    /// semicolon.
    fn is_said_outside(&self) -> bool {
        let mut depth = 0;
        let mut braces = Vec::new();
        let mut begins = true;
        for at in 0..self.words.len() {
            let word = self.words[at];
            if depth == 0 && (begins && !self.begins_declaration(word) || self.is_unprototyped(at)) {
                return false;
            }
            begins = false;
            match word {
                "{" => braces.push(self.brace(at)),
                "}" => match braces.pop() {
                    Some(Brace::Members) if !matches!(self.before(at), ";" | "{") => return false,
                    brace => begins = brace == Some(Brace::Body),
                },
                ";" => begins = true,
                _ => {}
            }
            depth += i32::from(matches!(word, "{" | "(" | "[")) - i32::from(matches!(word, "}" | ")" | "]"));
        }
        true
    }

    /// `int putchar();`: the model knows what the library's functions take.
    fn is_unprototyped(&self, at: usize) -> bool {
        self.words[at] == "(" && self.word(at + 1) == ")"
    }

    fn begins_declaration(&self, word: &str) -> bool {
        let is_other =
            matches!(word, "struct" | "union" | "enum" | ";" | "asm" | "__asm__" | "__asm" | "_Static_assert");
        is_other || is_specifier(word) || self.typedefs.contains(word)
    }
}

fn is_specifier(word: &str) -> bool {
    TYPES.contains(&word) || OTHERS.contains(&word) || TAKES_GROUP.contains(&word) || word == "__extension__"
}

fn is_name(word: &str) -> bool {
    word.starts_with(|c: char| c == '_' || c.is_alphabetic())
}

const TYPES: [&str; 30] = [
    "void",
    "char",
    "short",
    "int",
    "long",
    "float",
    "double",
    "signed",
    "unsigned",
    "_Bool",
    "_Complex",
    "bool",
    "__int128",
    "__int128_t",
    "__uint128_t",
    "_Float16",
    "_Float32",
    "_Float64",
    "_Float128",
    "_Float32x",
    "_Float64x",
    "__float128",
    "__float80",
    "__signed__",
    "__signed",
    "__complex__",
    "__builtin_va_list",
    "__auto_type",
    "_Decimal32",
    "_Decimal64",
];
const OTHERS: [&str; 19] = [
    "static",
    "extern",
    "register",
    "auto",
    "typedef",
    "inline",
    "__inline",
    "__inline__",
    "_Noreturn",
    "_Thread_local",
    "__thread",
    "const",
    "volatile",
    "restrict",
    "__restrict",
    "__restrict__",
    "__const",
    "__volatile__",
    "_Atomic",
];
const TAKES_GROUP: [&str; 7] =
    ["_Atomic", "typeof", "__typeof__", "__typeof", "__attribute__", "__attribute", "_Alignas"];
const GROUPED_TYPES: [&str; 4] = ["_Atomic", "typeof", "__typeof__", "__typeof"];

#[cfg(test)]
mod tests {
    use super::is_explicit;

    #[test]
    fn programs_that_say_all_are_explicit() {
        for text in [
            "# 1 \"a.c\"\nint a, *const b = &a, c[3];\nunsigned f(const int x, int [static 2]);",
            "typedef struct { int a; } s; s x; const s *y; static s z(s); s (*p)(void);",
            "struct t { const int a : 3; s b; }; struct u; enum { A, B }; union { int a; } v;",
            "int f(void) { const t x = 1; for (register int i = 0;;) { } return sizeof(int) + (const long)x; }",
            "int *volatile *const p; __extension__ typedef long l; __attribute__((used)) static int i;",
            "int g(void) __attribute__((noinline)); int h(int const *a) { asm volatile (\"\"); a: return 0; }",
            "typedef int a; typedef a b; typedef a *c, (*d)(void); typedef a (*e)(b);",
            "int a, __attribute__((used)) b; int f(void) { switch (a) { case 1: __attribute__((fallthrough)); } return 0; }",
            "typedef int t; __attribute__((used)) t a; __attribute__((noinline)) t *f(__attribute__((unused)) t b);",
            "typeof(1) a; _Alignas(8) char b; _Static_assert(1, \"\"); struct s { int a[2]; } c = { { 1, 2 } }, d;",
        ] {
            assert!(is_explicit(text), "{text}");
        }
    }

    #[test]
    fn what_is_left_out_is_seen() {
        for text in [
            "a;",
            "int b; *a;",
            "f(void) { return 1; }",
            "static f(void) { return 1; }",
            "int f(void) { static a = 1; return a; }",
            "int f(const a) { return a; }",
            "int f(void) { for (register i = 0; i < 3; i++) { } return 0; }",
            "int f(void) { return 0; } a = 3;",
            "const a[2];",
            "typedef a __attribute__((vector_size(16))); a b;",
            "typedef a[3]; a b;",
            "static a __attribute__((used)) = 1;",
            "__attribute__((noinline)) f(int a) { return 0; }",
            "int b; __attribute__((used)) a = 1;",
            "int a[] = { [2] 1 };",
        ] {
            assert!(!is_explicit(text), "{text}");
        }
    }

    #[test]
    fn declarations_declare_something() {
        for text in
            ["int;", "__int128 ; int a;", "int f(void) { long; return 0; }", "struct s { int a };", "static int;"]
        {
            assert!(!is_explicit(text), "{text}");
        }
    }
}
