//! Random programs, built without any care for undefined behaviour, repaired and judged again.
//!
//! `REPAIR_COUNT` programs (default 400) from seed `REPAIR_SEED`; `REPAIR_DIR` keeps the repaired texts and what they
//! should print, for compilers to judge.

use interp::repair::Repairer;
use interp::run_repairing;
use interp::{Options, Outcome};
use lang::{ExprId, Program, Target, parse, print};
use std::fmt::Write;
use std::sync::Arc;
use std::{env, fs};

struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let x = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        x ^ (x >> 31)
    }

    fn below(&mut self, n: u64) -> u64 {
        self.next() % n
    }

    fn pick<'t>(&mut self, list: &[&'t str]) -> &'t str {
        list[self.below(list.len() as u64) as usize]
    }
}

impl Repairer for Random {
    fn choose(&mut self, seed: u64, n: u64) -> u64 {
        Random(seed ^ self.0).below(n)
    }

    fn extent(&self, _: ExprId) -> Option<u64> {
        None
    }
}

const TYPES: [&str; 10] = [
    "signed char",
    "unsigned char",
    "short",
    "unsigned short",
    "int",
    "unsigned",
    "long",
    "unsigned long",
    "_Bool",
    "long long",
];
const CONSTANTS: [&str; 16] = [
    "0",
    "1",
    "-1",
    "2",
    "7",
    "31",
    "32",
    "63",
    "64",
    "127",
    "255",
    "65535",
    "2147483647",
    "(-2147483647 - 1)",
    "0x7fffffffffffffff",
    "4294967295u",
];
const OPERATORS: [&str; 10] = ["+", "-", "*", "/", "%", "<<", ">>", "&", "^", "|"];

/// Builds programs as text.
struct Builder {
    random: Random,
    text: String,
    /// Names of scalar lvalues in scope.
    names: Vec<String>,
    functions: u64,
    loops: u64,
}

impl Builder {
    fn program(seed: u64) -> String {
        let mut b = Builder {
            random: Random(seed),
            text: "int printf(const char *, ...);\n".to_string(),
            names: Vec::new(),
            functions: 0,
            loops: 0,
        };
        b.globals();
        let globals = b.names.len();
        for _ in 0..3 {
            b.function(globals);
        }
        b.text += "int main(void) {\n";
        b.block(3, 8);
        for round in 0..3 {
            let call = b.call();
            writeln!(b.text, "g0 = {call}; printf(\"%d \", {round});").unwrap();
        }
        for name in &b.names[..globals] {
            writeln!(b.text, "printf(\"%lld \", (long long){name});").unwrap();
        }
        b.text += "for (int i = 0; i < 7; i++) printf(\"%lld %lld %d \", (long long)a[i], (long long)m[i % 3][i % 5], (int)v[i % 4]);\nreturn 0; }\n";
        b.text
    }

    fn globals(&mut self) {
        for index in 0..8 {
            let (ty, value) = (self.random.pick(&TYPES), self.random.pick(&CONSTANTS));
            writeln!(self.text, "{ty} g{index} = ({ty}){value};").unwrap();
            self.names.push(format!("g{index}"));
        }
        self.text += "int a[7] = { 1, -2, 3 }; short m[3][5];\n\
             struct s { int f : 9; unsigned h : 31; long long k : 40; int w; } s, t;\n\
             double d = 3.5e9; float e = -0.25f;\n\
             typedef int V __attribute__((vector_size(16))); V v = { 1, 2147483647, -5, 40 };\n";
        for field in ["s.f", "s.h", "s.w", "t.w", "t.f"] {
            self.names.push(field.to_string());
        }
    }

    fn function(&mut self, globals: usize) {
        let ty = self.random.pick(&TYPES);
        let (p, q) = (self.random.pick(&TYPES), self.random.pick(&TYPES));
        let name = self.functions;
        writeln!(self.text, "static {ty} f{name}({p} x, {q} y, int depth) {{").unwrap();
        let scope = self.names.len();
        self.names.extend(["x".to_string(), "y".to_string()]);
        self.block(2, 5);
        let (first, second, result) = (self.expr(2), self.expr(2), self.expr(3));
        writeln!(self.text, "if (depth > 0) g1 = f{name}({first}, {second}, depth - 1);\nreturn {result}; }}").unwrap();
        self.names.truncate(scope.max(globals));
        self.functions += 1;
    }

    fn block(&mut self, depth: u32, statements: u64) {
        let scope = self.names.len();
        for _ in 0..1 + self.random.below(statements) {
            self.statement(depth);
        }
        self.names.truncate(scope);
    }

    fn statement(&mut self, depth: u32) {
        match self.random.below(if depth == 0 { 6 } else { 9 }) {
            0 => {
                let (ty, value) = (self.random.pick(&TYPES), self.expr(3));
                let name = format!("l{}", self.names.len());
                writeln!(self.text, "{ty} {name} = {value};").unwrap();
                self.names.push(name);
            }
            1 | 2 => {
                let (target, value) = (self.target(), self.expr(3));
                writeln!(self.text, "{target} = {value};").unwrap();
            }
            3 => {
                let (target, value) = (self.target(), self.expr(2));
                let op = self.random.pick(&OPERATORS);
                writeln!(self.text, "{target} {op}= {value};").unwrap();
            }
            4 => {
                let step = match self.target() {
                    target if self.random.below(2) == 0 => format!("{target}++"),
                    target => format!("--{target}"),
                };
                writeln!(self.text, "{step};").unwrap();
            }
            5 => self.rare(),
            6 if self.functions > 0 => {
                let (target, call) = (self.random.pick(&["g2", "g3", "s.w"]), self.call());
                writeln!(self.text, "{target} = {call};").unwrap();
            }
            6 | 7 => {
                let condition = self.expr(2);
                writeln!(self.text, "if ({condition}) {{").unwrap();
                self.block(depth - 1, 3);
                self.text += "} else {\n";
                self.block(depth - 1, 2);
                self.text += "}\n";
            }
            _ => {
                let (name, count) = (format!("i{}", self.loops), 2 + self.random.below(7));
                self.loops += 1;
                writeln!(self.text, "for (int {name} = 0; {name} < {count}; {name}++) {{").unwrap();
                // Read only: the loop must end.
                self.names.push(format!("({name} + 0)"));
                self.block(depth - 1, 4);
                self.names.pop();
                self.text += "}\n";
            }
        }
    }

    /// Floating values and vectors.
    fn rare(&mut self) {
        let (x, y, op) = (self.expr(2), self.expr(1), self.random.pick(&OPERATORS[..7]));
        let line = match self.random.below(6) {
            0 => format!("d = (double)({x}) * 1e3 + d * -1.5;"),
            1 => format!("g4 = (int)(d + ({x}));"),
            2 => format!("e = {x}; g5 = e;"),
            3 => format!("v[{y}] = {x};"),
            4 => format!("{{ V w = {{ (int)({x}), (int)({y}), 3, 0 }}; v = v {op} w; }}"),
            // GCC and we want a vector to divide by.
            _ => format!("{{ int i = {x}; g6 += d; v {}= i; }}", if "/%".contains(op) { "-" } else { op }),
        };
        self.text += &line;
        self.text.push('\n');
    }

    fn call(&mut self) -> String {
        let (function, first, second) = (self.random.below(self.functions.max(1)), self.expr(2), self.expr(2));
        format!("f{function}({first}, {second}, {})", self.random.below(3))
    }

    fn target(&mut self) -> String {
        match self.random.below(4) {
            0 => {
                let index = self.expr(1);
                format!("a[{index}]")
            }
            1 => {
                let (i, j) = (self.expr(1), self.expr(1));
                format!("m[{i}][{j}]")
            }
            _ => {
                let writable: Vec<String> = self.names.iter().filter(|name| !name.starts_with('(')).cloned().collect();
                writable[self.random.below(writable.len() as u64) as usize].clone()
            }
        }
    }

    fn expr(&mut self, depth: u32) -> String {
        if depth == 0 {
            return match self.random.below(3) {
                0 => self.random.pick(&CONSTANTS).to_string(),
                _ => self.names[self.random.below(self.names.len() as u64) as usize].clone(),
            };
        }
        match self.random.below(10) {
            0 => format!("-({})", self.expr(depth - 1)),
            1 => format!("({})({})", self.random.pick(&TYPES), self.expr(depth - 1)),
            2 => format!("(({}) ? ({}) : ({}))", self.expr(depth - 1), self.expr(depth - 1), self.expr(depth - 1)),
            3 => format!("a[{}]", self.expr(depth - 1)),
            4 => self.expr(0),
            _ => {
                let op = self.random.pick(&OPERATORS);
                format!("(({}) {op} ({}))", self.expr(depth - 1), self.expr(depth - 1))
            }
        }
    }
}

fn parse_text(text: &str) -> Program {
    let mut program = Program::new(Target::X86_64);
    let result = parse::parse(&mut program, "test.c", Arc::from(text.as_bytes()), &parse::Options::default());
    if let Err(error) = result {
        panic!("{:?}: {error}\n{text}", program.source.position(error.loc));
    }
    program
}

/// Whether the program could be repaired: a few need an operand twice that is too large for that.
fn check(seed: u64) -> bool {
    let text = Builder::program(seed);
    let mut program = parse_text(&text);
    let options = Options { fuel: 5_000_000, ..Options::default() };
    let repaired = run_repairing(&program, &options, &mut Random(seed));
    let execution = repaired.execution;
    if !matches!(execution.outcome, Outcome::Defined { .. }) {
        let is_expected = match &execution.outcome {
            Outcome::Undefined(ub) => {
                matches!(ub.rule.name(), "float-to-int" | "division-overflow" | "division-by-zero")
            }
            outcome => *outcome == Outcome::OutOfFuel,
        };
        assert!(is_expected, "seed {seed}: {:?}\n{text}", execution.outcome);
        println!("seed {seed}: {:?}", execution.outcome);
        return false;
    }
    source::repair::apply(&mut program, &repaired.repairs);
    let printed = print::print(&program);
    let again = parse_text(&printed);
    let run = interp::run(&again, &Options { fuel: 100_000_000, ..options });
    assert_eq!(run.outcome, execution.outcome, "seed {seed}, repaired:\n{printed}");
    assert_eq!(run.stdout, execution.stdout, "seed {seed}, repaired:\n{printed}");
    assert_eq!(print::dump(&again), print::dump(&program), "seed {seed}, parsed again:\n{printed}");
    if let Some(directory) = env::var_os("REPAIR_DIR") {
        let path = std::path::Path::new(&directory);
        fs::write(path.join(format!("fuzz{seed}.c")), printed).unwrap();
        fs::write(path.join(format!("fuzz{seed}.txt")), execution.stdout).unwrap();
    }
    true
}

#[test]
fn random_programs_are_repaired() {
    let number = |name: &str, default: u64| env::var(name).ok().and_then(|n| n.parse().ok()).unwrap_or(default);
    let (first, count) = (number("REPAIR_SEED", 1), number("REPAIR_COUNT", 400));
    let repaired = (first..first + count).filter(|&seed| check(seed)).count() as u64;
    println!("{repaired} of {count} repaired");
    assert!(repaired * 100 >= count * 99, "only {repaired} of {count} programs could be repaired");
}
