//! A program of one unit as three files: the tests, a header, and the driver with the variables.
//!
//! The tests see of the variables only `extern` declarations, so that a compiler cannot use their values.

use crate::driver::Driver;
use crate::language::{Language, Std};
use lang::print::{Container, Dialect, Lowering, Piece, Pieces, print_pieces};
use lang::walk;
use lang::{ExprKind, FuncId, Item, Program, Storage, VarId};
use serde::{Deserialize, Serialize};

/// A file of a case.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct File {
    /// Relative to the directory that the case is laid out in.
    pub name: String,
    /// All of it.
    pub text: String,
}

/// The test unit, the header, the driver.
///
/// # Panics
/// If the lowering asks for something that C++ does not have, which is a bug of the code that made it.
pub fn files(program: &Program, driver: &Driver, language: Language, _std: Std, lowering: &Lowering) -> Vec<File> {
    let (dialect, extension) = match language {
        Language::C => (Dialect::C, "c"),
        Language::Cpp => (Dialect::Cpp, "cpp"),
    };
    let Split { header, test, driver } = split(program, driver, dialect, lowering);
    let pieces = print_pieces(program, dialect, lowering, &[header, test, driver]);
    let Pieces { types, texts } = pieces.expect("the generator keeps to what both languages can say");
    let [header, test, driver] = &texts[..] else { unreachable!("as many texts as lists of pieces") };
    let includes = if dialect == Dialect::Cpp { includes(lowering) } else { String::new() };
    vec![
        File { name: format!("test.{extension}"), text: join(&["#include \"init.h\"\n", test]) },
        File {
            name: "init.h".to_string(),
            text: join(&["#ifndef INIT_H\n#define INIT_H\n", &includes, &types, header, "#endif\n"]),
        },
        File {
            name: format!("driver.{extension}"),
            text: join(&["#include <stdio.h>\n#include \"init.h\"\n", driver]),
        },
    ]
}

/// The test unit and the driver of `files`, each with the declarations of the header and without directives. The lowering must
/// not have asked for containers, whose headers nothing here can replace.
pub fn without_directives(files: &[File], language: Language) -> Vec<File> {
    let is_header = |file: &&File| file.name == "init.h";
    let plain = |text: &str| {
        text.lines().filter(|line| !line.starts_with('#')).fold(String::new(), |text, line| text + line + "\n")
    };
    let header = files.iter().find(is_header).map_or(String::new(), |file| plain(&file.text));
    let printf = match language {
        Language::C => "int printf(const char *, ...);\n",
        Language::Cpp => "extern \"C\" int printf(const char *, ...);\n",
    };
    let unit = |file: &File| {
        let library = if file.text.contains("#include <stdio.h>") { printf } else { "" };
        let text = join(&[library, header.trim_start(), plain(&file.text).trim_start()]);
        File { name: file.name.clone(), text }
    };
    files.iter().filter(|file| !is_header(file)).map(unit).collect()
}

/// Sections with an empty line between them.
fn join(sections: &[&str]) -> String {
    let mut text = String::with_capacity(sections.iter().map(|section| section.len() + 1).sum());
    for section in sections.iter().filter(|section| !section.is_empty()) {
        if !text.is_empty() {
            text.push('\n');
        }
        text.push_str(section);
    }
    text
}

fn includes(lowering: &Lowering) -> String {
    let headers = [
        (Container::Array, "#include <array>\n"),
        (Container::Valarray, "#include <valarray>\n"),
        (Container::Vector, "#include <vector>\n"),
    ];
    let is_used = |container| lowering.containers.values().any(|&used| used == container);
    headers.into_iter().filter(|&(container, _)| is_used(container)).map(|(_, line)| line).collect()
}

#[derive(Default)]
struct Split {
    header: Vec<Piece>,
    test: Vec<Piece>,
    driver: Vec<Piece>,
}

fn split(program: &Program, driver: &Driver, dialect: Dialect, lowering: &Lowering) -> Split {
    let items = &program.units[0].items;
    let mut split = Split::default();
    let mut variables = Vec::new();
    let mut declared = vec![false; program.vars.len()];
    for &item in items {
        match item {
            Item::Var(var) if std::mem::replace(&mut declared[var.index()], true) => {}
            Item::Var(var) if program[var].storage == Storage::Static => split.test.push(Piece::Variable(var)),
            Item::Var(var) => {
                split.header.push(Piece::Extern(var));
                if program[var].defined {
                    variables.push(var);
                }
            }
            Item::Declare(func) => declare(program, driver, func, &mut split),
            Item::Define(func) if driver.functions.contains(&func) => split.driver.push(Piece::Function(func)),
            Item::Define(func) => {
                if !program[func].is_static {
                    split.header.push(Piece::Prototype(func));
                }
                split.test.push(Piece::Function(func));
            }
            // Generators make none.
            Item::Asm(_) => {}
        }
    }
    if dialect == Dialect::Cpp {
        variables = initialization_order(program, lowering, variables);
    }
    split.driver.splice(0..0, variables.into_iter().map(Piece::Variable));
    split
}

/// A static function is declared where it is defined; the others in the header, once.
fn declare(program: &Program, driver: &Driver, func: FuncId, split: &mut Split) {
    let function = &program[func];
    if function.is_static {
        split.test.push(Piece::Prototype(func));
    } else if (function.body.is_none() || driver.functions.contains(&func))
        && !function.is_builtin
        && !driver.library.contains(&func)
    {
        split.header.push(Piece::Prototype(func));
    }
}

/// The address of an element of a vector or valarray is known only once it is initialised, and C++ initialises in the
/// order of definitions: whatever mentions one comes after it.
fn initialization_order(program: &Program, lowering: &Lowering, variables: Vec<VarId>) -> Vec<VarId> {
    let is_dynamic = |var| matches!(lowering.containers.get(&var), Some(Container::Vector | Container::Valarray));
    let mentions = |var: VarId| {
        let mut found = Vec::new();
        if let Some(init) = program[var].init {
            walk::init_exprs(program, init, &mut |expr| dynamic_variables(program, expr, &is_dynamic, &mut found));
        }
        found
    };
    let mut done = vec![false; program.vars.len()];
    let mut ordered = Vec::with_capacity(variables.len());
    for var in variables {
        visit(var, &mentions, &mut done, &mut ordered);
    }
    ordered
}

fn visit(var: VarId, mentions: &impl Fn(VarId) -> Vec<VarId>, done: &mut [bool], ordered: &mut Vec<VarId>) {
    if std::mem::replace(&mut done[var.index()], true) {
        return;
    }
    mentions(var).into_iter().for_each(|needed| visit(needed, mentions, done, ordered));
    ordered.push(var);
}

fn dynamic_variables(
    program: &Program,
    expr: lang::ExprId,
    is_dynamic: &impl Fn(VarId) -> bool,
    found: &mut Vec<VarId>,
) {
    match program[expr].kind {
        ExprKind::Int(_) | ExprKind::Float(_) => {}
        ExprKind::Var(var) if is_dynamic(var) => found.push(var),
        _ => walk::operands(program, expr, |operand| dynamic_variables(program, operand, is_dynamic, found)),
    }
}
