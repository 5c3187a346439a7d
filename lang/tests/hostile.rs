//! Hostile text gets a clean error: no panic, no stack overflow, no hang.

use lang::{Program, Target, parse};
use std::time::{Duration, Instant};

const CORPUS: &str = include_str!("corpus.c");

/// On the stack that the default nesting limit is made for.
fn on_main_stack(test: impl FnOnce() + Send + 'static) {
    let thread = std::thread::Builder::new().stack_size(8 << 20).spawn(test).expect("a thread starts");
    thread.join().expect("no panic");
}

fn check(text: &[u8]) -> Result<(), String> {
    let mut program = Program::new(Target::X86_64);
    let result = parse::parse(&mut program, "hostile.c", text.into(), &parse::Options::default());
    result.map_err(|error| {
        program.source.position(error.loc);
        error.message
    })
}

#[test]
fn the_corpus_is_accepted() {
    assert_eq!(check(CORPUS.as_bytes()), Ok(()));
}

#[test]
fn endless_nesting_is_a_clean_error() {
    let many = 100_000;
    let shapes = [
        ("int x = ", "("),
        ("int x = ", "- "),
        ("int x = ", "(int)"),
        ("int x = ", "sizeof "),
        ("int x = ", "_Generic(1, int: "),
        ("int x = ", "{"),
        ("int f(int a) { return ", "f("),
        ("int f(int *a) { return ", "a["),
        ("int f(int a) { return ", "a ? a : "),
        ("int f(int a) { return ", "a + "),
        ("int f(int a) { return ", "a, "),
        ("int f(int a) { ", "a = "),
        ("int f(int a) { ", "if (a) "),
        ("int f(int a) { ", "if (a) ; else "),
        ("int f(int a) { return ", "({"),
        ("int f(int a) { ", "{"),
        ("struct s { struct s *n; }; int f(struct s *a) { return a", "->n"),
        ("", "struct {"),
        ("", "typeof("),
        ("int ", "("),
        ("int ", "*"),
        ("int a", "[1]"),
        ("int f(", "int (*)("),
    ];
    on_main_stack(move || {
        for (start, piece) in shapes {
            for end in ["", "1;", "a;}", ";"] {
                let start_time = Instant::now();
                let text = format!("{start}{}{end}", piece.repeat(many));
                assert!(check(text.as_bytes()).is_err(), "{start}{piece}… {end}");
                assert!(start_time.elapsed() < Duration::from_secs(20), "{start}{piece}… is slow");
            }
        }
    });
}

#[test]
fn long_but_flat_text_is_accepted() {
    let statements = format!("int f(int a) {{ {} return a; }}", "a = a * 3 + (a >> 2);\n".repeat(100_000));
    assert_eq!(check(statements.as_bytes()), Ok(()));
    let chain = format!("int f(int a) {{ return {} a; }}", "a + ".repeat(1000));
    assert_eq!(check(chain.as_bytes()), Ok(()));
    let strings = format!("char *s = {};", "\"a\" ".repeat(100_000));
    assert_eq!(check(strings.as_bytes()), Ok(()));
    let markers: String = (0..20_000).map(|i| format!("# 1 \"f{i}\"\n")).collect();
    assert_eq!(check(markers.as_bytes()), Ok(()));
}

#[test]
fn every_truncation_ends_cleanly() {
    on_main_stack(|| {
        for end in 0..CORPUS.len() {
            let _ = check(&CORPUS.as_bytes()[..end]);
        }
    });
}

struct Rng(u64);

impl Rng {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % n.max(1)
    }
}

/// Pieces that steer the parser into rare paths.
const PIECES: &[&str] = &[
    "(",
    ")",
    "{",
    "}",
    "[",
    "]",
    ";",
    ",",
    "*",
    "&",
    "=",
    "...",
    "->",
    ".",
    "?",
    ":",
    "int",
    "struct",
    "union",
    "enum",
    "sizeof",
    "typeof",
    "static",
    "extern",
    "typedef",
    "(int)",
    "({",
    "})",
    "&&",
    "__attribute__((aligned(8)))",
    "0",
    "-1",
    "1e999",
    "0x",
    "'",
    "\"",
    "\\",
    "#",
    "# 1 \"x\"",
    "/*",
    "goto",
    "case",
    "default",
    "return",
    "_Generic(",
    "__builtin_offsetof(",
    "__builtin_va_arg(",
    "__builtin_choose_expr(",
    "_Static_assert(",
    "__real__",
    "_Complex",
    "long",
    "unsigned",
    "float",
    "void",
    "[x]",
    "[0 ... 3]",
    ".a =",
    "a:3",
    "__builtin_shuffle(",
    "__label__ l;",
    "__attribute__((vector_size(16)))",
    "__attribute__((mode(DI)))",
    "[1<<62]",
    "99999999999999999999",
    "_Alignas(",
    "inline",
    "register",
    "asm(",
    "const",
    "volatile",
    "restrict",
    "_Bool",
    "__int128",
    "1.0i",
    "L\"x\"",
    "\0",
    "\u{e9}",
];

/// Cuts, repeats, overwrites and inserts a few times.
fn mangle(text: &[u8], rng: &mut Rng) -> Vec<u8> {
    let mut text = text.to_vec();
    for _ in 0..1 + rng.below(6) {
        let at = rng.below(text.len() + 1);
        let len = rng.below(60).min(text.len() - at);
        match rng.below(6) {
            0 => drop(text.drain(at..at + len)),
            1 => {
                let piece = text[at..at + len].to_vec();
                let to = rng.below(text.len() + 1);
                text.splice(to..to, piece);
            }
            2 if at < text.len() => text[at] = rng.below(256) as u8,
            3 if rng.below(20) == 0 => text.truncate(at),
            _ => {
                let piece = PIECES[rng.below(PIECES.len())].as_bytes();
                let end = if rng.below(2) == 0 { at } else { at + len.min(4) };
                text.splice(at..end, piece.iter().copied());
            }
        }
    }
    text
}

/// `MANGLE_COUNT` and `MANGLE_SEED` widen the search.
#[test]
fn mangled_text_never_panics() {
    let number = |name: &str, default: u64| std::env::var(name).ok().and_then(|n| n.parse().ok()).unwrap_or(default);
    let count = number("MANGLE_COUNT", 20_000);
    let mut rng = Rng(number("MANGLE_SEED", 1).wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
    on_main_stack(move || {
        let mut accepted = 0;
        for _ in 0..count {
            let text = mangle(CORPUS.as_bytes(), &mut rng);
            let start = Instant::now();
            match std::panic::catch_unwind(|| check(&text).is_ok()) {
                Ok(ok) => accepted += ok as u64,
                Err(_) => panic!("the parser panics on:\n{}", String::from_utf8_lossy(&text)),
            }
            assert!(start.elapsed() < Duration::from_secs(10), "slow on:\n{}", String::from_utf8_lossy(&text));
        }
        assert!(accepted > 0, "mangling should sometimes leave a valid program");
    });
}
