//! Mangled C through the whole core: parse, print, parse again, run. Nothing may panic, overflow the stack or exceed its
//! limits, and what is parsed again must be the same program. Fuel bounds every run, so there is no deadline.
//!
//! The texts are those of `tests/` and `examples/`, mangled token by token so that many still compile. Input number
//! `i` depends on the seed and `i` alone. The environment widens the search:
//!
//! - `FUZZ_COUNT` inputs (default 3,000), from number `FUZZ_START`, with `FUZZ_SEED`
//! - `FUZZ_CORPUS`: a directory of preprocessed texts to mangle instead
//! - `FUZZ_LAST`: a file that keeps the input being run, for crashes that no handler survives and for runs that do not
//!   end; one thread only

use interp::Outcome;
use lang::{Program, Target, parse, print};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::{env, fs, panic, thread};

#[test]
fn mangled_programs_never_panic_or_hang() {
    let number = |name: &str, default: u64| env::var(name).ok().and_then(|n| n.parse().ok()).unwrap_or(default);
    let first = number("FUZZ_START", 0);
    let inputs = Inputs { seed: number("FUZZ_SEED", 1), corpus: corpus() };
    let campaign = Arc::new(Campaign {
        inputs,
        next: AtomicU64::new(first),
        end: first + number("FUZZ_COUNT", 3000),
        last: env::var_os("FUZZ_LAST").map(PathBuf::from),
        tally: Mutex::default(),
        findings: Mutex::default(),
    });
    println!("seed {}, {} texts", campaign.inputs.seed, campaign.inputs.corpus.len());
    run_campaign(&campaign);
    let tally = campaign.tally.lock().unwrap();
    println!("{:#?}", *tally);
    let findings = campaign.findings.lock().unwrap();
    assert!(findings.is_empty(), "{} kinds of failure:\n{}", findings.len(), report(&findings));
    let count = |what: &str| tally.get(what).copied().unwrap_or(0);
    assert!(count("defined") > 0 && count("undefined") > 0 && count("rejected") > 0, "mangling should reach all ends");
}

/// Found by fuzzing, or close to what was.
#[test]
fn hostile_programs_end_cleanly() {
    let many = |piece: &str, count: usize| vec![piece; count].join(", ");
    let texts = [
        "struct s { int v[0xffffffff]; }; int main(void) { struct s a = {{ 1 }}, b = a; return b.v[1]; }".to_string(),
        "struct s { char a[1L << 40]; int b; }; int main(void) { struct s *p = 0; return p->b; }".to_string(),
        "struct s { char a[1L << 32]; }; int main(void) { struct s *p = 0; return p - p + (p - 1 == p); }".to_string(),
        "struct s { char a[1L << 62]; }; int g(struct s *p) { return p[1].a[5] = p->a[7]++; } int main(void) { g(0); }"
            .to_string(),
        "int main(void) { int n = 1; char *p = __builtin_alloca(-1); char a[n + 0xfffffffffffffff0]; return a == p; }"
            .to_string(),
        "int main(void) { long n = 1L << 40; int a[n][n]; return sizeof a != 0; }".to_string(),
        "int a[32]; int main(void) { return (a[0x8000000000000000]++) + a[0x7fffffffffffffff]; }".to_string(),
        "int main(void) { int i = 1; __real__ i = 3; ++__real__ i; return i + __imag__ i; }".to_string(),
        "int main(void) { int i = 1; return ++__imag__ i; }".to_string(),
        "static char big[1 << 30]; static char *p = big; int main(void) { return *p; }".to_string(),
        format!(
            "int x = 3, *p = &x; int f({}) {{ return *p; }} int main(void) {{ return f({}); }}",
            (0..1000).map(|i| format!("long a{i}")).collect::<Vec<_>>().join(", "),
            many("1", 1000)
        ),
        format!("int f(int a, ...) {{ return a; }} int main(void) {{ return f({}); }}", many("1", 70_000)),
        format!(
            "struct s {{ int a; }}; int main(void) {{ struct s a[] = {{ {} }}; }}",
            many("(struct s){ 1 }", 40_000)
        ),
    ];
    let work = move || {
        for text in texts {
            for target in [Target::X86_64, Target::I386] {
                assert!(through_the_core(text.as_bytes(), target).is_ok(), "{text}");
            }
        }
    };
    let thread = thread::Builder::new().stack_size(64 << 20).spawn(work).expect("a thread starts");
    thread.join().expect("no panic");
}

struct Campaign {
    inputs: Inputs,
    next: AtomicU64,
    end: u64,
    last: Option<PathBuf>,
    tally: Mutex<BTreeMap<&'static str, u64>>,
    /// One input for each kind of failure, the shortest.
    findings: Mutex<BTreeMap<String, Finding>>,
}

struct Finding {
    index: u64,
    times: u64,
    text: Vec<u8>,
}

fn report(findings: &BTreeMap<String, Finding>) -> String {
    let show = |(kind, finding): (&String, &Finding)| {
        let text = String::from_utf8_lossy(&finding.text);
        format!("==== {kind} ({} times), input {}:\n{text}\n", finding.times, finding.index)
    };
    findings.iter().map(show).collect()
}

impl Campaign {
    fn find(&self, kind: String, index: u64, text: &[u8]) {
        let mut findings = self.findings.lock().unwrap();
        let finding = findings.entry(kind).or_insert(Finding { index, times: 0, text: text.to_vec() });
        finding.times += 1;
        if text.len() < finding.text.len() {
            (finding.index, finding.text) = (index, text.to_vec());
        }
    }

    fn count(&self, what: &'static str) {
        *self.tally.lock().unwrap().entry(what).or_insert(0) += 1;
    }
}

/// Workers take inputs by number.
fn run_campaign(campaign: &Arc<Campaign>) {
    panic::set_hook(Box::new(|info| {
        let place = info.location().map_or(String::new(), |at| format!("{}:{}", at.file(), at.line()));
        let text = info.payload().downcast_ref::<&str>().copied();
        let message = text.or(info.payload().downcast_ref::<String>().map(String::as_str)).unwrap_or("");
        PANIC.with_borrow_mut(|panic| *panic = format!("panic at {place}: {message}"));
    }));
    let workers = if campaign.last.is_some() { 1 } else { thread::available_parallelism().map_or(1, |n| n.get()) };
    let threads: Vec<_> = (0..workers).map(|_| spawn_worker(campaign.clone())).collect();
    threads.into_iter().for_each(|thread| thread.join().expect("a worker catches every panic"));
    let _ = panic::take_hook();
}

thread_local! {
    static PANIC: std::cell::RefCell<String> = const { std::cell::RefCell::new(String::new()) };
}

fn spawn_worker(campaign: Arc<Campaign>) -> thread::JoinHandle<()> {
    let work = move || {
        loop {
            let index = campaign.next.fetch_add(1, Ordering::Relaxed);
            if index >= campaign.end {
                return;
            }
            check(&campaign, index);
        }
    };
    thread::Builder::new().stack_size(64 << 20).spawn(work).expect("a thread starts")
}

fn check(campaign: &Campaign, index: u64) {
    let (text, target) = campaign.inputs.input(index);
    if let Some(last) = &campaign.last {
        fs::write(last, &text).expect("FUZZ_LAST can be written");
    }
    match panic::catch_unwind(|| through_the_core(&text, target)) {
        Ok(Ok(ends)) => ends.iter().for_each(|end| campaign.count(end)),
        Ok(Err(kind)) => campaign.find(kind, index, &text),
        Err(_) => campaign.find(PANIC.with_borrow_mut(std::mem::take), index, &text),
    }
}

/// What became of a text, or what is wrong.
fn through_the_core(text: &[u8], target: Target) -> Result<Vec<&'static str>, String> {
    let Some(program) = parsed(text, target)? else { return Ok(vec!["rejected"]) };
    let printed = print::print(&program);
    match parsed(printed.as_bytes(), target)? {
        None => return Err("rejected after printing".to_string()),
        Some(again) if print::dump(&again) != print::dump(&program) => {
            return Err("another program after printing".to_string());
        }
        Some(_) => {}
    }
    let options =
        interp::Options { fuel: 200_000, max_memory: 16 << 20, max_stdout: 1 << 20, ..interp::Options::default() };
    let execution = interp::run(&program, &options);
    if execution.stdout.len() > options.max_stdout || execution.steps > options.fuel {
        return Err("a limit is exceeded".to_string());
    }
    let outcome = match execution.outcome {
        Outcome::Defined { .. } => "defined",
        Outcome::Undefined(ub) => {
            program.source.position(ub.loc);
            "undefined"
        }
        Outcome::Unsupported { loc, .. } => {
            program.source.position(loc);
            "unsupported"
        }
        Outcome::OutOfFuel => "out of fuel",
    };
    Ok(vec!["accepted", outcome])
}

fn parsed(text: &[u8], target: Target) -> Result<Option<Program>, String> {
    let mut program = Program::new(target);
    match parse::parse(&mut program, "fuzz.c", text.into(), &parse::Options { max_depth: 200 }) {
        Ok(()) => Ok(Some(program)),
        Err(error) if error.message.is_empty() => Err("an error without a message".to_string()),
        Err(error) => {
            program.source.position(error.loc);
            Ok(None)
        }
    }
}

/// A text as its tokens; texts that the parser accepts, so that a mangled one has a chance.
type Text = Vec<Arc<str>>;

fn corpus() -> Vec<Text> {
    let texts: Vec<String> = match env::var_os("FUZZ_CORPUS") {
        Some(directory) => files_under(Path::new(&directory)).collect(),
        None => ["../tests", "../examples"]
            .iter()
            .flat_map(|directory| files_under(&Path::new(env!("CARGO_MANIFEST_DIR")).join(directory)))
            .map(|text| preprocessed(&text))
            .collect(),
    };
    let is_accepted = |text: &String| matches!(parsed(text.as_bytes(), Target::X86_64), Ok(Some(_)));
    let all = texts.len();
    let corpus: Vec<Text> = texts.iter().filter(|text| is_accepted(text)).map(|text| tokens(text)).collect();
    assert!(corpus.len() > all / 2, "only {} of {all} texts are accepted", corpus.len());
    corpus
}

/// The texts of the `.c` and `.i` files, in order of their names.
fn files_under(directory: &Path) -> impl Iterator<Item = String> + use<> {
    let mut directories = vec![directory.to_path_buf()];
    let mut files = Vec::new();
    while let Some(directory) = directories.pop() {
        for entry in fs::read_dir(&directory).expect("the corpus can be read") {
            let path = entry.expect("the corpus can be read").path();
            match path.extension().and_then(|extension| extension.to_str()) {
                Some("c" | "i") => files.push(path),
                None if path.is_dir() => directories.push(path),
                _ => {}
            }
        }
    }
    files.sort();
    files.into_iter().filter_map(|path| fs::read_to_string(path).ok()).filter(|text| text.len() < 100_000)
}

/// What the programs of the suite want from the standard headers.
const HEADERS: &str = "typedef unsigned long size_t, uintptr_t, uint64_t; typedef long ptrdiff_t, intptr_t, intmax_t; \
    typedef unsigned char uint8_t; typedef unsigned short uint16_t; typedef unsigned uint32_t; typedef int int32_t; \
    typedef short int16_t; typedef signed char int8_t; typedef long int64_t; typedef __builtin_va_list va_list; \
    typedef struct FILE FILE; extern FILE *stdout, *stderr; \
    int printf(const char *, ...); int puts(const char *); int putchar(int); int snprintf(char *, size_t, const char *, ...); \
    int sprintf(char *, const char *, ...); int fprintf(FILE *, const char *, ...); int vprintf(const char *, va_list); \
    int vsnprintf(char *, size_t, const char *, va_list); int sscanf(const char *, const char *, ...); \
    void *malloc(size_t); void *calloc(size_t, size_t); void *realloc(void *, size_t); void free(void *); \
    void *aligned_alloc(size_t, size_t); void abort(void); void exit(int); int abs(int); long labs(long); int atoi(const char *); \
    void qsort(void *, size_t, size_t, int (*)(const void *, const void *)); long strtol(const char *, char **, int); \
    void *memcpy(void *, const void *, size_t); void *memmove(void *, const void *, size_t); void *memset(void *, int, size_t); \
    int memcmp(const void *, const void *, size_t); size_t strlen(const char *); char *strcpy(char *, const char *); \
    char *strncpy(char *, const char *, size_t); char *strcat(char *, const char *); int strcmp(const char *, const char *); \
    int strncmp(const char *, const char *, size_t); char *strchr(const char *, int); char *strstr(const char *, const char *); \
    double sqrt(double); double fabs(double);\n";

const MACROS: &[(&str, &str)] = &[
    ("va_arg", "__builtin_va_arg"),
    ("va_start", "__builtin_va_start"),
    ("va_end", "__builtin_va_end"),
    ("va_copy", "__builtin_va_copy"),
    ("offsetof", "__builtin_offsetof"),
    ("noreturn", "_Noreturn"),
    ("NULL", "((void *)0)"),
    ("INT_MIN", "(-2147483647 - 1)"),
    ("INT_MAX", "2147483647"),
    ("UINT_MAX", "4294967295u"),
    ("LONG_MIN", "(-9223372036854775807L - 1)"),
    ("LONG_MAX", "9223372036854775807L"),
    ("LLONG_MIN", "(-9223372036854775807LL - 1)"),
    ("LLONG_MAX", "9223372036854775807LL"),
    ("SHRT_MIN", "(-32768)"),
    ("SHRT_MAX", "32767"),
    ("SCHAR_MIN", "(-128)"),
    ("CHAR_BIT", "8"),
    ("bool", "_Bool"),
    ("true", "1"),
    ("false", "0"),
    ("EOF", "(-1)"),
];

fn preprocessed(text: &str) -> String {
    let is_directive = |line: &&str| line.trim_start().starts_with('#');
    let lines: String = text.lines().filter(|line| !is_directive(line)).flat_map(|line| [line, "\n"]).collect();
    let expand = |token: &Arc<str>| {
        let known = MACROS.iter().find(|(name, _)| **name == **token);
        known.map_or(token.to_string(), |(_, text)| text.to_string())
    };
    format!("{HEADERS}{}", tokens(&lines).iter().map(expand).collect::<Vec<_>>().join(" "))
}

/// Splits as C does; comments and line markers vanish.
fn tokens(text: &str) -> Text {
    let text: String = text.lines().filter(|line| !line.starts_with('#')).flat_map(|line| [line, "\n"]).collect();
    let mut rest = text.trim_start();
    let mut tokens = Vec::new();
    while !rest.is_empty() {
        let len = token_len(rest);
        let (token, after) = rest.split_at(len);
        if !token.starts_with("//") && !token.starts_with("/*") {
            tokens.push(token.into());
        }
        rest = after.trim_start();
    }
    tokens
}

fn token_len(text: &str) -> usize {
    const LONG: &[&str] = &[
        "...", "<<=", ">>=", "->", "++", "--", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "+=", "-=", "*=", "/=",
        "%=", "&=", "|=", "^=",
    ];
    let first = text.chars().next().expect("not at the end");
    let until = |end: &str, from: usize| text[from..].find(end).map_or(text.len(), |at| from + at + end.len());
    let while_in = |belongs: fn(char) -> bool| text.find(|c| !belongs(c)).unwrap_or(text.len());
    match first {
        '/' if text.starts_with("//") => until("\n", 0),
        '/' if text.starts_with("/*") => until("*/", 2),
        '"' | '\'' => {
            let mut escaped = true;
            let end = text.find(|c| {
                let ends = c == first && !escaped;
                escaped = c == '\\' && !escaped;
                ends
            });
            end.map_or(text.len(), |end| end + 1)
        }
        '0'..='9' => while_in(|c| c.is_alphanumeric() || c == '.' || c == '_'),
        _ if first.is_alphanumeric() || first == '_' => while_in(|c| c.is_alphanumeric() || c == '_'),
        _ => LONG.iter().find(|long| text.starts_with(**long)).map_or(first.len_utf8(), |long| long.len()),
    }
}

struct Inputs {
    seed: u64,
    corpus: Vec<Text>,
}

impl Inputs {
    fn input(&self, index: u64) -> (Vec<u8>, Target) {
        let mut rng = Rng(self.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ index.wrapping_mul(0xd134_2543_de82_ef95));
        let target = if rng.one_in(5) { Target::I386 } else { Target::X86_64 };
        if rng.one_in(100) {
            let len = rng.below(400);
            return ((0..len).map(|_| rng.below(256) as u8).collect(), target);
        }
        let mut text = rng.choose(&self.corpus).clone();
        for _ in 0..1 + rng.below(4) {
            let other = rng.choose(&self.corpus);
            mangle(&mut text, other, &mut rng);
        }
        let mut bytes = text.join(" ").into_bytes();
        if rng.one_in(20) {
            for _ in 0..1 + rng.below(3) {
                let at = rng.below(bytes.len().max(1));
                if let Some(byte) = bytes.get_mut(at) {
                    *byte = rng.below(256) as u8;
                }
            }
        }
        (bytes, target)
    }
}

/// SplitMix64.
struct Rng(u64);

impl Rng {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) >> 11) as usize % n.max(1)
    }

    fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    fn choose<'t, T>(&mut self, of: &'t [T]) -> &'t T {
        &of[self.below(of.len())]
    }
}

/// Where the constants lie that break things.
const CONSTANTS: &[&str] = &[
    "0",
    "1",
    "-1",
    "2",
    "31",
    "32",
    "33",
    "63",
    "64",
    "127",
    "128",
    "255",
    "256",
    "65535",
    "65536",
    "1000000",
    "0x7fffffff",
    "0x80000000",
    "0xffffffff",
    "0x7fffffffffffffff",
    "0x8000000000000000",
    "0xffffffffffffffff",
    "0x100000000",
    "0x20000000",
    "0x70000001",
    "0x1fffffffffffffff",
    "-2147483648",
    "1.5",
    "1e308",
    "1e-320",
    "0.0",
    "1e999",
    "-0.0f",
    "3.0L",
    "1e4000L",
    "'a'",
    "'\\377'",
    "L'x'",
    "sizeof(int)",
    "\"text\"",
    "(void *)0",
    "(char)-1",
    "1.0i",
    "((__int128)1 << 127)",
];

const TYPES: &[&str] = &[
    "int",
    "char",
    "signed char",
    "unsigned char",
    "short",
    "unsigned",
    "long",
    "unsigned long",
    "long long",
    "float",
    "double",
    "long double",
    "_Bool",
    "void",
    "__int128",
    "unsigned __int128",
    "_Complex double",
    "_Complex float",
    "__float128",
    "int *",
    "char *",
    "void *",
    "struct { int a : 3; long b; }",
    "union { int a; char b[4]; }",
    "const int",
    "volatile int",
    "int *restrict",
    "enum { E }",
    "int __attribute__((vector_size(16)))",
    "float __attribute__((vector_size(8)))",
    "struct { char c[3]; } __attribute__((packed))",
    "_Complex int",
    "int __attribute__((aligned(4096)))",
    "static int",
    "extern int",
    "register int",
];

const BINARY: &[&str] =
    &["+", "-", "*", "/", "%", "<<", ">>", "&", "|", "^", "&&", "||", "==", "!=", "<", "<=", ">", ">=", ",", "?:"];

const ASSIGN: &[&str] = &["=", "+=", "-=", "*=", "/=", "%=", "<<=", ">>=", "&=", "|=", "^="];

const UNARY: &[&str] = &[
    "-",
    "+",
    "~",
    "!",
    "*",
    "&",
    "++",
    "--",
    "sizeof",
    "(char)",
    "(long)",
    "(double)",
    "(void *)",
    "(__int128)",
    "(_Bool)",
    "__real__",
    "__imag__",
    "(int[2])",
    "(struct { int a; })",
    "&&",
];

/// Pieces of statements that reach the rarer parts of the model.
const PIECES: &[&str] = &[
    "[ 0x7fffffff ]",
    "[ 0x7fffffffffffffff ]",
    "[ 1 << 20 ]",
    "[ 0 ]",
    "[ -1 ]",
    "[ n ]",
    "[ * ]",
    "[ ]",
    "goto end ;",
    "end : ;",
    "break ;",
    "continue ;",
    "return ;",
    "return 0 ;",
    "case 1 :",
    "case 2 ... 0x7fffffff :",
    "default :",
    "if ( 1 )",
    "else",
    "while ( 1 )",
    "do",
    "for ( ; ; )",
    "switch ( 1 )",
    "{",
    "}",
    "(",
    ")",
    "({ 1 ; })",
    "__builtin_alloca ( 0xffffffffffffffff )",
    "__builtin_alloca ( 100 )",
    "malloc ( -1 )",
    "main ( )",
    "main",
    "memcpy ( main , main , -1 )",
    "printf ( \"%999999999d%s%n\" , 1 )",
    "__builtin_unreachable ( )",
    "_Alignof ( int )",
    "__builtin_va_arg ( ap , struct { int a [ 9 ] ; } )",
    "; int v [ n ] ;",
    "; int v [ 2147483647 ] [ 2147483647 ] ;",
    "; char w [ 0x7ffffffff ] ;",
    "; static int s [ 1 << 28 ] ;",
    "; struct { int a [ 1 << 28 ] ; } big , big2 = big ;",
    ": 3",
    ": 0",
    ". a",
    "-> a",
    "[ 0 ... 3 ] =",
    ". a =",
    "= { 0 }",
    "= { [ 1000000 ] = 1 }",
    "= { [ 0x7fffffff ] = 1 }",
    "__attribute__ ( ( packed ) )",
    "__attribute__ ( ( noreturn ) )",
    "__attribute__ ( ( alias ( \"main\" ) ) )",
    "asm ( \"nop\" )",
    "_Static_assert ( 1 , \"\" ) ;",
    "( int ) { 1 }",
    "( int [ ] ) { 1 , 2 }",
    "inline",
    "_Noreturn",
    "; void * label = && end ; goto * label ;",
    "; typedef int t [ n ] ;",
    "sizeof ( int [ n ] )",
    "_Generic ( 1 , int : 2 )",
    "__builtin_choose_expr ( 1 , 2 , 3 )",
    "__builtin_shuffle ( v , v )",
    "__builtin_add_overflow ( 1 , 2 , & n )",
    "...",
    "; int nested ( int a ) { return a + n ; }",
    ", int x [ static 4 ]",
    ", ...",
    "thread_local",
    "int ( * f ) ( void )",
];

fn mangle(text: &mut Text, other: &Text, rng: &mut Rng) {
    match rng.below(20) {
        0 => delete(text, rng),
        1 => duplicate(text, rng),
        2 => swap(text, rng),
        3 => replace_any(text, other, rng),
        4 if rng.one_in(3) => text.truncate(rng.below(text.len() + 1)),
        4 | 5 => {
            let piece = *rng.choose(PIECES);
            insert(text, piece, rng)
        }
        6 => delete_statement(text, rng),
        7 => copy_statement(text, other, rng),
        8 => splice_item(text, other, rng),
        9..=11 => replace_like(text, rng, is_number, CONSTANTS),
        12 | 13 => replace_like(text, rng, is_type, TYPES),
        14 => replace_like(text, rng, |token| BINARY.contains(&token), BINARY),
        15 => replace_like(text, rng, |token| ASSIGN.contains(&token), ASSIGN),
        16 => insert_before_operand(text, rng),
        17 | 18 => exchange_names(text, rng),
        _ => replace_like(text, rng, is_name, CONSTANTS),
    }
}

fn is_number(token: &str) -> bool {
    token.starts_with(|c: char| c.is_ascii_digit())
}

fn is_name(token: &str) -> bool {
    token.starts_with(|c: char| c.is_alphabetic() || c == '_')
}

fn is_type(token: &str) -> bool {
    const NAMES: [&str; 9] = ["int", "char", "short", "unsigned", "long", "float", "double", "_Bool", "void"];
    NAMES.contains(&token)
}

/// The suite's own text comes after what stands for the headers, which is left alone most of the time.
fn place(text: &Text, rng: &mut Rng) -> usize {
    let start = if rng.one_in(10) { 0 } else { text.iter().position(|token| &**token == "fabs").unwrap_or(0) };
    (start + rng.below(text.len().saturating_sub(start) + 1)).min(text.len())
}

fn delete(text: &mut Text, rng: &mut Rng) {
    let at = place(text, rng);
    let end = (at + 1 + rng.below(3)).min(text.len());
    text.drain(at..end);
}

fn duplicate(text: &mut Text, rng: &mut Rng) {
    let at = place(text, rng);
    let end = (at + 1 + rng.below(8)).min(text.len());
    let piece = text[at..end].to_vec();
    text.splice(at..at, piece);
}

fn swap(text: &mut Text, rng: &mut Rng) {
    let (a, b) = (place(text, rng), place(text, rng));
    if a < text.len() && b < text.len() {
        text.swap(a, b);
    }
}

fn replace_any(text: &mut Text, other: &Text, rng: &mut Rng) {
    let (at, from) = (place(text, rng), place(other, rng));
    if let (Some(token), Some(by)) = (text.get_mut(at), other.get(from)) {
        *token = by.clone();
    }
}

fn insert(text: &mut Text, piece: &str, rng: &mut Rng) {
    let at = place(text, rng);
    text.insert(at, piece.into());
}

/// The first token from a random place on that `belongs` becomes one of `by`.
fn replace_like(text: &mut Text, rng: &mut Rng, belongs: impl Fn(&str) -> bool, by: &[&str]) {
    let at = place(text, rng);
    if let Some(token) = text[at..].iter_mut().find(|token| belongs(token)) {
        *token = (*rng.choose(by)).into();
    }
}

fn insert_before_operand(text: &mut Text, rng: &mut Rng) {
    let at = place(text, rng);
    if let Some(skip) = text[at..].iter().position(|token| is_name(token) || is_number(token)) {
        text.insert(at + skip, (*rng.choose(UNARY)).into());
    }
}

/// One use of a name becomes another name of the same text.
fn exchange_names(text: &mut Text, rng: &mut Rng) {
    let (at, from) = (place(text, rng), place(text, rng));
    let by = text[from..].iter().find(|token| is_name(token)).cloned();
    if let (Some(token), Some(by)) = (text[at..].iter_mut().find(|token| is_name(token)), by) {
        *token = by;
    }
}

fn ends_statement(token: &str) -> bool {
    matches!(token, ";" | "{" | "}")
}

/// From after one `;` or brace to the next `;`.
fn statement(text: &Text, rng: &mut Rng) -> Option<std::ops::Range<usize>> {
    let at = place(text, rng);
    let start = at + text[at..].iter().position(|token| ends_statement(token))? + 1;
    let end = start + text[start..].iter().position(|token| ends_statement(token))? + 1;
    Some(start..end)
}

fn delete_statement(text: &mut Text, rng: &mut Rng) {
    if let Some(range) = statement(text, rng) {
        text.drain(range);
    }
}

fn copy_statement(text: &mut Text, other: &Text, rng: &mut Rng) {
    let from = if rng.one_in(2) { other } else { &*text };
    let (Some(range), Some(to)) = (statement(from, rng), statement(text, rng)) else { return };
    let piece = from[range].to_vec();
    text.splice(to.start..to.start, piece);
}

/// A function or declaration of the other text comes before, or instead of, one of this.
fn splice_item(text: &mut Text, other: &Text, rng: &mut Rng) {
    let (own, others) = (items(text), items(other));
    if own.is_empty() || others.is_empty() {
        return;
    }
    let (to, from) = (rng.choose(&own).clone(), rng.choose(&others).clone());
    let to = if rng.one_in(2) { to.start..to.start } else { to };
    text.splice(to, other[from].iter().cloned());
}

/// File-scope items after the headers', by counting braces.
fn items(text: &Text) -> Vec<std::ops::Range<usize>> {
    let mut items = Vec::new();
    let (mut start, mut depth) = (0, 0i32);
    for (at, token) in text.iter().enumerate() {
        depth += match &**token {
            "{" => 1,
            "}" => -1,
            _ => 0,
        };
        if depth <= 0 && matches!(&**token, ";" | "}") {
            items.push(start..at + 1);
            start = at + 1;
        }
    }
    items
}
