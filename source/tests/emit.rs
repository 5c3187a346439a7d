//! The three files of a program do what the interpreter says the model does, in both languages.

use lang::print::{Container, Lowering};
use lang::{ExprId, ExprKind, FuncId, Program, RecordId, Storage, Target, Type, VarId, parse};
use source::driver::{self, Driver};
use source::emit::{self, File};
use source::language::{Language, Std};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

struct Model {
    program: Program,
    driver: Driver,
}

/// A C text as a model: functions named `test…` are its tests, its variables with external linkage are hashed.
fn model(text: &str) -> Model {
    let mut program = Program::new(Target::X86_64);
    let parsed = parse::parse(&mut program, "test.c", Arc::from(text.as_bytes()), &parse::Options::default());
    if let Err(error) = parsed {
        panic!("{:?}: {error}", program.source.position(error.loc));
    }
    let is_test = |id: &u32| program.name(program.functions[*id as usize].name).starts_with("test");
    let tests: Vec<FuncId> = (0..program.functions.len() as u32).filter(is_test).map(FuncId).collect();
    let is_global = |id: &u32| program.vars[*id as usize].storage == Storage::Extern;
    let hashed: Vec<VarId> = (0..program.vars.len() as u32).filter(is_global).map(VarId).collect();
    let driver = driver::build(&mut program, &tests, &hashed);
    Model { program, driver }
}

fn interpret(program: &Program) -> String {
    let execution = interp::run(program, &interp::Options::default());
    assert_eq!(execution.outcome, interp::Outcome::Defined { exit_code: 0 });
    String::from_utf8(execution.stdout).expect("a checksum is text")
}

fn checksum(text: &str) -> String {
    interpret(&model(text).program)
}

impl Model {
    fn files(&self, language: Language, lowering: &Lowering) -> Vec<File> {
        emit::files(&self.program, &self.driver, language, Std::C17, lowering)
    }

    fn var(&self, name: &str) -> VarId {
        let position = self.program.vars.iter().position(|var| self.program.name(var.name) == name);
        VarId(position.expect("the model has such a variable") as u32)
    }

    fn record(&self, tag: &str) -> RecordId {
        let is_named = |record: &lang::Record| record.tag.is_some_and(|name| self.program.name(name) == tag);
        RecordId(self.program.types.records.iter().position(is_named).expect("the model has such a struct") as u32)
    }

    /// Arrays in the containers in turn, from the given one on; every third subscript is checked.
    fn lowering(&self, rotation: usize) -> Lowering {
        use Container::*;
        let program = &self.program;
        let mut lowering = Lowering::default();
        for (at, var) in program.vars.iter().enumerate() {
            if !program.types.is_array(var.ty) {
                continue;
            }
            let elem = innermost(program, var.ty);
            let container = match [CArray, Array, Vector, Valarray][(at + rotation) % 4] {
                Vector | Valarray if elem.is_volatile() || program.types.is_bool(elem) => Array,
                container => container,
            };
            lowering.containers.insert(VarId(at as u32), container);
        }
        let is_index = |id: &ExprId| matches!(program[*id].kind, ExprKind::Index(..));
        lowering.at = (0..program.exprs.len() as u32).step_by(3).map(ExprId).filter(is_index).collect();
        lowering
    }
}

fn innermost(program: &Program, mut ty: Type) -> Type {
    while program.types.is_array(ty) {
        ty = program.types.element(ty).expect("an array has elements");
    }
    ty
}

/// A directory that is removed at the end.
struct Directory(PathBuf);

impl Directory {
    fn new(name: &str) -> Directory {
        let path = std::env::temp_dir().join(format!("gadfly-emit-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&path).expect("the temporary directory is writable");
        Directory(path)
    }
}

impl Drop for Directory {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Compiles the files without a warning, and says what the program prints.
fn compiled(files: &[File], compiler: &str, arguments: &[&str], name: &str) -> String {
    let directory = Directory::new(name);
    for file in files {
        std::fs::write(directory.0.join(&file.name), &file.text).expect("the file can be written");
    }
    let sources = files.iter().map(|file| file.name.as_str()).filter(|name| !name.ends_with(".h"));
    let mut command = Command::new(compiler);
    command.args(arguments).args(["-Werror", "-o", "program"]).args(sources).current_dir(&directory.0);
    succeed(command, files);
    succeed(Command::new(Path::new(&directory.0).join("program")), files)
}

fn succeed(mut command: Command, files: &[File]) -> String {
    let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    if !output.status.success() {
        let texts: String = files.iter().map(|file| format!("// {}\n{}", file.name, file.text)).collect();
        panic!("{command:?} fails:\n{}\n{texts}", String::from_utf8_lossy(&output.stderr));
    }
    String::from_utf8(output.stdout).expect("a checksum is text")
}

/// All that a generator may use, with values that show when something is lost.
const EVERYTHING: &str = include_str!("emit/everything.c");

#[test]
fn c_files_print_what_the_interpreter_says() {
    let model = model(EVERYTHING);
    let expected = interpret(&model.program);
    let files = model.files(Language::C, &Lowering::default());
    assert_eq!(compiled(&files, "gcc", &["-std=gnu99", "-O1"], "gcc"), expected);
    assert_eq!(compiled(&files, "clang-19", &["-std=gnu17", "-O1", "-ffp-contract=off"], "clang"), expected);
}

#[test]
fn cpp_files_print_what_the_interpreter_says_whatever_the_containers() {
    let model = model(EVERYTHING);
    let expected = interpret(&model.program);
    let compilers =
        [("g++", "-std=c++11"), ("clang++-19", "-std=c++20"), ("clang++-19", "-std=c++11"), ("g++", "-std=c++20")];
    for (rotation, (compiler, standard)) in compilers.into_iter().enumerate() {
        let mut lowering = model.lowering(rotation);
        for (at, name) in ["si", "cl", "ed", "st", "grid"].into_iter().enumerate() {
            let tag = if (at + rotation) % 2 == 0 { "Plain" } else { "Nested" };
            lowering.members.insert(model.var(name), model.record(tag));
        }
        let files = model.files(Language::Cpp, &lowering);
        // A compound assignment to a volatile is deprecated in C++20.
        let quiet = if compiler == "g++" { "-Wno-volatile" } else { "-Wno-deprecated-volatile" };
        let arguments = [standard, "-ffp-contract=off", quiet];
        let printed = compiled(&files, compiler, &arguments, &format!("cpp-{rotation}"));
        assert_eq!(printed, expected, "{compiler} {standard}");
    }
}

#[test]
fn every_scalar_counts() {
    let before = "struct In { short a[2]; unsigned b : 3; signed : 4; _Bool c; };
        struct Out { struct In in[2]; union { long l; char c; } u; struct { float f; }; double d[2][2]; } s;
        __int128 wide; enum { A, B } e; typedef int V __attribute__((vector_size(16))); V v; long double ld;
        void test(void) { PLACE; }";
    let places = [
        "s.in[0].a[0] = 1",
        "s.in[1].a[1] = 1",
        "s.in[0].b = 1",
        "s.in[1].b = 4",
        "s.in[1].c = 1",
        "s.u.l = 1",
        "s.u.l = -9223372036854775807L - 1",
        "s.f = -0.0f",
        "s.f = 1",
        "s.d[0][1] = 1",
        "s.d[1][0] = 1",
        "s.d[1][0] = -0.0",
        "wide = 1",
        "wide = (__int128)1 << 64",
        "e = B",
        "v[0] = 1",
        "v[3] = 1",
        "v[3] = -1",
        "ld = 0.5L",
        "",
        "s.d[0][0] = -0.0, s.d[0][1] = -0.0",
        "s.d[1][0] = -0.0, s.d[1][1] = -0.0",
        "s.f = __builtin_nanf(\"\")",
    ];
    let mut sums: Vec<String> = places.iter().map(|place| checksum(&before.replace("PLACE", place))).collect();
    sums.sort();
    sums.dedup();
    assert_eq!(sums.len(), places.len());
}

#[test]
fn all_nans_are_one() {
    let of = |value: &str| checksum(&format!("double d; float f; void test(void) {{ d = {value}; f = d; }}"));
    assert_eq!(of("__builtin_nan(\"\")"), of("-__builtin_nan(\"5\")"));
    assert_ne!(of("__builtin_nan(\"\")"), of("__builtin_inf()"));
}

#[test]
fn names_of_the_driver_give_way() {
    let text =
        "int sum = 1, mix = 2, i[2] = {3}, bits; double d; void test(void) { bits = sum + mix + i[0]; d = bits; }";
    let model = model(text);
    let files = model.files(Language::C, &Lowering::default());
    assert_eq!(compiled(&files, "gcc", &[], "names"), interpret(&model.program));
}

#[test]
fn each_declaration_is_in_its_file() {
    let model = model(
        "struct S { int a; }; static int own = 3; const struct S s = {1}; int own_not; int *p = &own_not;
        static int helper(int); static int helper(int x) { return x + own; } int shared(void) { return helper(1); }
        void test(void) { own_not = shared() + s.a; }",
    );
    let [test, header, driver] = &model.files(Language::C, &Lowering::default())[..] else { panic!("three files") };
    assert_eq!([&test.name, &header.name, &driver.name], ["test.c", "init.h", "driver.c"]);
    assert_eq!(
        test.text,
        "#include \"init.h\"

static int own = 3;
static int helper(int);

static int helper(int x)
{
    return x + own;
}

int shared(void)
{
    return helper(1);
}

void test(void)
{
    own_not = shared() + s.a;
}
"
    );
    assert_eq!(
        header.text,
        "#ifndef INIT_H
#define INIT_H

struct S {
    int a;
};

extern const struct S s;
extern int own_not;
extern int *p;
int shared(void);
void test(void);

#endif
"
    );
    assert_eq!(
        driver.text,
        "#include <stdio.h>
#include \"init.h\"

const struct S s = {1};
int own_not;
int *p = &own_not;

static unsigned long long mix(unsigned long long sum, unsigned long long value)
{
    return (sum ^ (sum >> 32) ^ value) * 0x9e3779b97f4a7c15ULL;
}

int main(void)
{
    unsigned long long sum = 1ULL;
    test();
    sum = mix(sum, s.a);
    sum = mix(sum, own_not);
    printf(\"checksum = %016llx\\n\", sum);
    return 0;
}
"
    );
}

#[test]
fn pointers_into_vectors_are_initialised_after_them() {
    let text =
        "extern int a[3]; int *p = &a[1]; int **q = &p; int a[3] = {1, 2, 3}; int r; void test(void) { r = **q; }";
    let model = model(text);
    let containers = [(model.var("a"), Container::Vector)].into_iter().collect();
    let files = model.files(Language::Cpp, &Lowering { containers, ..Lowering::default() });
    assert!(files[2].text.contains("std::vector<int> a = {1, 2, 3};\nint *p = &a[1];\n"), "{}", files[2].text);
    assert_eq!(compiled(&files, "g++", &[], "order"), interpret(&model.program));
    let files = model.files(Language::C, &Lowering::default());
    assert_eq!(files[2].text.matches("int a[3]").count(), 1);
}
