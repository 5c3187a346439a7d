//! Many variants in one translation unit, so that a compiler is started once for all of them.
//!
//! Each variant has functions and global variables of its own, under names with its number; types and declarations of the
//! library are shared. A new `main` calls the variants one after the other and prints a result line after each. `exit` and
//! `abort` leave the variant instead of the program. Where that would not be the same, `Batch::new` says why.

mod refusal;

use super::extract::Extracted;
use super::template::{cut_at, unused_prefix};
use lang::{ExprKind, FuncId, Item, Program, StmtKind, Storage, Symbol, Type, Var, VarId, print};
pub use refusal::Refusal;
use rustc_hash::FxHashMap;

/// The parts of a program of which a batch is made.
#[derive(Clone, Debug)]
pub struct Batch {
    /// Types and what is declared but not defined.
    shared: String,
    /// What each variant has, cut where names depend on the variant.
    pieces: Vec<(String, Gap)>,
    end: String,
    /// Names of functions and variables of which each variant has its own.
    own: Vec<String>,
    /// How the skeleton's variables are called.
    variables: Vec<Name>,
    main: usize,
    /// Comes between a name and the number of the variant.
    separator: String,
    leaves: bool,
    /// The name `printf` means something else, or is declared in another way.
    has_own_printf: bool,
}

#[derive(Clone, Debug)]
enum Name {
    Plain(String),
    Own(usize),
}

#[derive(Copy, Clone, Debug)]
enum Gap {
    Hole(usize),
    Own(usize),
}

impl Batch {
    /// `program` is what the `Template` of the same skeleton has made of it: no variable hides another.
    pub fn new(program: &Program, extracted: &Extracted) -> Result<Batch, Refusal> {
        refusal::check(program)?;
        let mut program = program.clone();
        let main = refusal::main(&program)?;
        return_zero(&mut program, main);
        let leaves = redirect_exits(&mut program);
        let has_own_printf = has_own_printf(&mut program);
        let owned = Owned::find(&program);
        let prefix = unused_prefix(&program);
        let separator = separator(&program);
        let variables = extracted.variables.iter().map(|&var| owned.name_of(&program, var)).collect();
        let text = owned.print(program, extracted, &prefix);
        let (shared, rest) = text.split_once(&format!("extern int {prefix}begin;\n")).unwrap_or(("", &text));
        let (pieces, end) = cut_at(rest, &prefix, |kind, number| match kind {
            'h' => Gap::Hole(number),
            _ => Gap::Own(number),
        });
        let main = owned.numbers[&Own::Func(main)];
        Ok(Batch {
            shared: shared.to_string(),
            pieces,
            end,
            own: owned.names,
            variables,
            main,
            separator,
            leaves,
            has_own_printf,
        })
    }

    /// One translation unit with all of these variants.
    pub fn text(&self, fillings: &[Vec<usize>]) -> String {
        self.text_calling(fillings, |_| true)
    }

    /// One translation unit with all of these variants, of which `main` calls only some: the others are for compilers.
    pub fn text_calling(&self, fillings: &[Vec<usize>], is_called: impl Fn(usize) -> bool) -> String {
        let mut text = self.prelude();
        for (variant, filling) in fillings.iter().enumerate() {
            self.variant(&mut text, variant, filling);
        }
        text.push_str("\nint main(void)\n{\n");
        for variant in (0..fillings.len()).filter(|&variant| is_called(variant)) {
            let main = self.own_name(self.main, variant);
            text.push_str(&format!("    batch_run({variant}, {main});\n"));
        }
        text + "    return 0;\n}\n"
    }

    fn prelude(&self) -> String {
        let leave = if self.leaves { LEAVE } else { "" };
        let run = if self.leaves { RUN_LEAVING } else { RUN };
        let (declaration, printf) = match self.has_own_printf {
            true => ("", "__builtin_printf"),
            false => ("int printf(const char *, ...);\n", "printf"),
        };
        format!("{declaration}{leave}{}\n{}", run.replace("PRINTF", printf), self.shared)
    }

    fn variant(&self, text: &mut String, variant: usize, filling: &[usize]) {
        for (piece, gap) in &self.pieces {
            text.push_str(piece);
            match gap {
                Gap::Own(own) => text.push_str(&self.own_name(*own, variant)),
                Gap::Hole(hole) => match &self.variables[filling[*hole]] {
                    Name::Plain(name) => text.push_str(name),
                    Name::Own(own) => text.push_str(&self.own_name(*own, variant)),
                },
            }
        }
        text.push_str(&self.end);
    }

    fn own_name(&self, own: usize, variant: usize) -> String {
        format!("{}{}{variant}", self.own[own], self.separator)
    }
}

/// What a batch prints, by what its variants print and how they end.
pub fn expected<'r>(results: impl IntoIterator<Item = (&'r [u8], i32)>) -> Vec<u8> {
    let mut all = Vec::new();
    for (variant, (stdout, exit_code)) in results.into_iter().enumerate() {
        all.extend_from_slice(stdout);
        all.extend_from_slice(end(variant, exit_code).as_bytes());
    }
    all
}

/// What a batch prints when one of its variants has ended.
pub fn end(variant: usize, exit_code: i32) -> String {
    format!("\nvariant {variant}: {exit_code}\n")
}

/// `exit` and `abort` become these. They do not return, as the compiler may know of the others.
const LEAVE: &str = "\
#include <setjmp.h>
static jmp_buf batch_place;
static int batch_code;
static _Noreturn void batch_exit(int code)
{
    batch_code = code & 255;
    longjmp(batch_place, 1);
}
static _Noreturn void batch_abort(void)
{
    batch_code = 134;
    longjmp(batch_place, 1);
}
";

const RUN_LEAVING: &str = "\
static int batch_result(int (*variant)())
{
    if (setjmp(batch_place) == 0)
        return variant() & 255;
    return batch_code;
}
static void batch_run(int number, int (*variant)())
{
    int result = batch_result(variant);
    PRINTF(\"\\nvariant %d: %d\\n\", number, result);
}
";

const RUN: &str = "\
static void batch_run(int number, int (*variant)())
{
    int result = variant() & 255;
    PRINTF(\"\\nvariant %d: %d\\n\", number, result);
}
";

/// The end of `main` returns 0 (C17 5.1.2.2.3), but not that of another function.
fn return_zero(program: &mut Program, main: FuncId) {
    let Some(body) = program[main].body else { return };
    let StmtKind::Block(list) = program[body].kind else { return };
    let loc = program[body].loc;
    let zero = program.add_expr(ExprKind::Int(0), Type::INT, loc);
    let end = program.add_stmt(StmtKind::Return(Some(zero)), loc);
    let stmts = [program.stmt_list(list), &[end]].concat();
    program[body].kind = StmtKind::Block(program.add_stmt_list(&stmts));
}

/// Calls of `exit` and `abort` become calls of functions of the batch. Whether there are any.
fn redirect_exits(program: &mut Program) -> bool {
    let mut leaves = false;
    for at in 0..program.functions.len() {
        let name = match program.name(program.functions[at].name) {
            "exit" | "__builtin_exit" => "batch_exit",
            "abort" | "__builtin_abort" => "batch_abort",
            _ => continue,
        };
        program.functions[at].name = program.names.intern(name);
        program.units[0].items.retain(|&item| item != Item::Declare(FuncId(at as u32)));
        leaves = true;
    }
    leaves
}

/// Whether a declaration `int printf(const char *, ...);` could contradict the program. A function that it defines gets another
/// name anyway.
fn has_own_printf(program: &mut Program) -> bool {
    let name = program.names.intern("printf");
    let usual = lang::builtins::function_type(&mut program.types, "printf");
    let is_else = |func: &lang::Function| func.name == name && func.body.is_none() && Some(func.ty) != usual;
    let text = print::print(program);
    let is_named = text.split(|c: char| !c.is_alphanumeric() && c != '_').any(|word| word == "printf");
    let has_function = program.functions.iter().any(|func| func.name == name);
    program.functions.iter().any(is_else) || is_named && !has_function
}

/// Text that comes in no name of the program.
fn separator(program: &Program) -> String {
    let text = print::print(program);
    let mut separator = "_v".to_string();
    while text.contains(&separator) {
        separator.push('_');
    }
    separator
}

#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
enum Own {
    Var(VarId),
    Func(FuncId),
}

/// The functions and file-scope variables that the program defines.
struct Owned {
    numbers: FxHashMap<Own, usize>,
    names: Vec<String>,
}

impl Owned {
    fn find(program: &Program) -> Owned {
        let mut owned = Owned { numbers: FxHashMap::default(), names: Vec::new() };
        for at in 0..program.vars.len() {
            let var = &program.vars[at];
            if var.defined && matches!(var.storage, Storage::Extern | Storage::Static) {
                owned.add(program, Own::Var(VarId(at as u32)), var.name);
            }
        }
        for at in 0..program.functions.len() {
            let function = &program.functions[at];
            if function.body.is_some() && function.parent.is_none() {
                owned.add(program, Own::Func(FuncId(at as u32)), function.name);
            }
        }
        owned
    }

    fn add(&mut self, program: &Program, own: Own, name: Symbol) {
        self.numbers.insert(own, self.names.len());
        self.names.push(program.name(name).to_string());
    }

    fn name_of(&self, program: &Program, var: VarId) -> Name {
        match self.numbers.get(&Own::Var(var)) {
            Some(&own) => Name::Own(own),
            None => Name::Plain(program.name(program[var].name).to_string()),
        }
    }

    fn is_own(&self, item: Item) -> bool {
        match item {
            Item::Var(var) => self.numbers.contains_key(&Own::Var(var)),
            Item::Declare(func) | Item::Define(func) => self.numbers.contains_key(&Own::Func(func)),
            Item::Asm(_) => false,
        }
    }

    /// The program with marks for names, what is shared first.
    fn print(&self, mut program: Program, extracted: &Extracted, prefix: &str) -> String {
        for (&own, &number) in &self.numbers {
            let name = program.names.intern(&format!("{prefix}o{number}_"));
            match own {
                Own::Var(var) => program[var].name = name,
                Own::Func(func) => program[func].name = name,
            }
        }
        for (hole, &expr) in extracted.holes.iter().enumerate() {
            let ExprKind::Var(var) = program[expr].kind else { continue };
            let name = program.names.intern(&format!("{prefix}h{hole}_"));
            let gap = Var { name, ..program[var].clone() };
            program[expr].kind = ExprKind::Var(program.add_var(gap));
        }
        let begin = program.names.intern(&format!("{prefix}begin"));
        let mut begin = Var::new(begin, Type::INT, Storage::Extern, 0, lang::Loc::NONE);
        begin.defined = false;
        let begin = Item::Var(program.add_var(begin));
        let (own, shared): (Vec<Item>, Vec<Item>) =
            program.units[0].items.iter().copied().partition(|&item| self.is_own(item));
        program.units[0].items = shared.into_iter().chain([begin]).chain(own).collect();
        print::print(&program)
    }
}
