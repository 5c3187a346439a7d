//! Assignments of a program, and the program with checkpoints after some of them.

use lang::walk::{self, Part};
use lang::{
    ExprId, ExprKind, FuncId, Init, Item, Loc, Program, StmtId, StmtKind, StringLiteral, StringPrefix, Type, TypeKind,
    VarId, build,
};

/// An assignment whose target can be read again without doing anything.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Site {
    stmt: StmtId,
    library: Library,
    target: Target,
    /// What is assigned; for `a op= b` and `a++` the whole expression.
    pub value: ExprId,
}

/// What checkpoints call, as the assignment's unit declares it.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
struct Library {
    printf: FuncId,
    fflush: Option<FuncId>,
    log: Option<VarId>,
}

/// How a checkpoint tells what was assigned.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Way {
    /// A line at once.
    Print,
    /// A line that is written whatever happens next.
    Flush,
    /// A store into a log that `main` prints before it ends. The last value counts.
    Log,
}

/// The log, an array of `long long` that compilers must not look into.
const LOG: &str = "gadfly_log";
/// Its length.
pub const SLOTS: usize = 256;

/// What a unit needs to have checkpoints that log.
pub fn log_declaration() -> String {
    format!("extern volatile long long {LOG}[{SLOTS}];\n")
}

/// What one unit needs beside that.
pub fn log_definition() -> String {
    format!("volatile long long {LOG}[{SLOTS}];\n")
}

#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Target {
    Lvalue(ExprId),
    /// A declaration with an initialiser.
    Var(VarId),
}

/// Every assignment in the order of the text, in units that declare `printf`.
pub fn sites(program: &Program) -> Vec<Site> {
    let mut sites = Vec::new();
    for (func, library) in functions(program) {
        let Some(body) = program[func].body else { continue };
        let mut stmts = Vec::new();
        statements(program, body, &mut stmts);
        sites.extend(stmts.into_iter().filter_map(|stmt| site(program, stmt, library?)));
    }
    sites
}

/// Each function that is defined, with the library of its unit.
fn functions(program: &Program) -> Vec<(FuncId, Option<Library>)> {
    let mut functions = Vec::new();
    for unit in &program.units {
        let declared = |name: &str| {
            unit.items.iter().find_map(|item| match item {
                Item::Declare(func) if program.name(program[*func].name) == name => Some(*func),
                _ => None,
            })
        };
        let log = unit.items.iter().find_map(|item| match item {
            Item::Var(var) if program.name(program[*var].name) == LOG => Some(*var),
            _ => None,
        });
        let library = declared("printf").map(|printf| Library { printf, fflush: declared("fflush"), log });
        functions.extend(unit.items.iter().filter_map(|item| match item {
            Item::Define(func) => Some((*func, library)),
            _ => None,
        }));
    }
    functions
}

/// The statement and all below it, but for what a `for` begins with.
fn statements(program: &Program, stmt: StmtId, found: &mut Vec<StmtId>) {
    found.push(stmt);
    let begin = match program[stmt].kind {
        StmtKind::For { init, .. } => init,
        _ => None,
    };
    let mut below = Vec::new();
    walk::parts(program, stmt, |part| {
        if let Part::Stmt(stmt) = part {
            below.push(stmt);
        }
    });
    below.into_iter().filter(|stmt| Some(*stmt) != begin).for_each(|stmt| statements(program, stmt, found));
}

fn site(program: &Program, stmt: StmtId, library: Library) -> Option<Site> {
    let (target, value) = match program[stmt].kind {
        StmtKind::Expr(expr) => match program[expr].kind {
            ExprKind::Assign(target, value) => (Target::Lvalue(target), value),
            ExprKind::AssignOp { target, .. } | ExprKind::Step(_, target) => (Target::Lvalue(target), expr),
            _ => return None,
        },
        StmtKind::Decl(var) if !program[var].storage.is_static() => match program[program[var].init?] {
            Init::Expr(value) => (Target::Var(var), value),
            Init::List(_) => return None,
        },
        _ => return None,
    };
    let (ty, is_pure) = match target {
        Target::Lvalue(lvalue) => (program[lvalue].ty, is_pure(program, lvalue)),
        Target::Var(var) => (program[var].ty, true),
    };
    (is_pure && format(program, ty).is_some()).then_some(Site { stmt, library, target, value })
}

fn is_pure(program: &Program, expr: ExprId) -> bool {
    let impure = |kind: &ExprKind| {
        use ExprKind::*;
        matches!(kind, Call(..) | Assign(..) | AssignOp { .. } | Step(..) | StmtExpr(_) | VaArg(_) | CompoundLiteral(_))
    };
    let mut pure = !impure(&program[expr].kind);
    walk::operands(program, expr, |operand| pure &= is_pure(program, operand));
    pure
}

/// How a checkpoint prints a value of the type, and the type it is converted to first.
fn format(program: &Program, ty: Type) -> Option<(&'static str, Type)> {
    let types = &program.types;
    let ty = types.underlying(ty);
    Some(match types.kind(ty) {
        TypeKind::Float | TypeKind::Double => ("%a", Type::DOUBLE),
        TypeKind::LDouble => ("%La", Type::LDOUBLE),
        TypeKind::ULong | TypeKind::ULLong => ("%llu", Type::ULLONG),
        _ if types.int_kind(ty).is_some_and(|kind| kind.bits <= 64) => ("%lld", Type::LLONG),
        _ => return None,
    })
}

/// Whether a checkpoint can log the site: what is logged is an integer.
pub fn is_logged(program: &Program, site: &Site) -> bool {
    let ty = format(program, target_type(program, site)).map(|(_, ty)| ty);
    site.library.log.is_some() && matches!(ty, Some(Type::LLONG | Type::ULLONG))
}

fn target_type(program: &Program, site: &Site) -> Type {
    match site.target {
        Target::Lvalue(lvalue) => program[lvalue].ty,
        Target::Var(var) => program[var].ty,
    }
}

/// The program with a checkpoint after each of the sites, numbered in their order.
pub fn with_checkpoints(program: &Program, sites: &[Site], mark: &str, way: Way) -> Option<Program> {
    let mut program = program.clone();
    for (number, site) in sites.iter().enumerate() {
        let checkpoint = checkpoint(&mut program, site, number, mark, way)?;
        match site.target {
            Target::Lvalue(_) => {
                let kind = program[site.stmt].kind;
                let assignment = program.add_stmt(kind, Loc::NONE);
                let both = program.add_stmt_list(&[assignment, checkpoint]);
                program[site.stmt].kind = StmtKind::Block(both);
            }
            Target::Var(_) => insert_after(&mut program, site.stmt, checkpoint),
        }
    }
    if way == Way::Log {
        print_log(&mut program, sites, mark)?;
    }
    Some(program)
}

fn checkpoint(program: &mut Program, site: &Site, number: usize, mark: &str, way: Way) -> Option<StmtId> {
    let value = match site.target {
        Target::Lvalue(lvalue) => lvalue,
        Target::Var(var) => build::var(program, var, Loc::NONE),
    };
    if way == Way::Log {
        return log(program, site, number, value);
    }
    let print = print(program, site.library.printf, site, number, mark, value)?;
    let Some(fflush) = site.library.fflush.filter(|_| way == Way::Flush) else { return Some(print) };
    let flush = flush(program, fflush)?;
    let both = program.add_stmt_list(&[print, flush]);
    Some(program.add_stmt(StmtKind::Block(both), Loc::NONE))
}

/// `gadfly_log[3] = (long long)target;`
fn log(program: &mut Program, site: &Site, number: usize, value: ExprId) -> Option<StmtId> {
    let slot = slot(program, site.library.log?, number)?;
    let value = build::cast(program, Type::LLONG, value, Loc::NONE).ok()?;
    let store = build::assign(program, slot, value, Loc::NONE).ok()?;
    Some(program.add_stmt(StmtKind::Expr(store), Loc::NONE))
}

fn slot(program: &mut Program, log: VarId, number: usize) -> Option<ExprId> {
    let log = build::var(program, log, Loc::NONE);
    let number = build::int(program, number as u64, Type::INT, Loc::NONE);
    build::index(program, log, number, Loc::NONE).ok()
}

/// Whether the unit defines it.
pub fn has_main(program: &Program, unit: usize) -> bool {
    let is_main = |item: &Item| matches!(item, Item::Define(func) if program.name(program[*func].name) == "main");
    program.units.get(unit).is_some_and(|unit| unit.items.iter().any(is_main))
}

/// Prints what was logged wherever `main` ends. A program that ends elsewhere tells nothing.
fn print_log(program: &mut Program, sites: &[Site], mark: &str) -> Option<()> {
    let is_main = |(func, _): &(FuncId, Option<Library>)| program.name(program[*func].name) == "main";
    let (main, library) = functions(program).into_iter().find(is_main)?;
    let (body, library) = (program[main].body?, library?);
    let mut prints = Vec::new();
    for (number, site) in sites.iter().enumerate() {
        let slot = slot(program, library.log?, number)?;
        prints.push(print(program, library.printf, site, number, mark, slot)?);
    }
    let mut stmts = Vec::new();
    statements(program, body, &mut stmts);
    for stmt in stmts {
        if let kind @ StmtKind::Return(_) = program[stmt].kind {
            let end = program.add_stmt(kind, Loc::NONE);
            let list = program.add_stmt_list(&[&prints[..], &[end]].concat());
            program[stmt].kind = StmtKind::Block(list);
        }
    }
    let StmtKind::Block(list) = program[body].kind else { return None };
    let all = [program.stmt_list(list), &prints[..]].concat();
    program[body].kind = StmtKind::Block(program.add_stmt_list(&all));
    Some(())
}

/// `printf("@gadfly 3 = %lld\n", (long long)value);`, in the format of the site's type.
fn print(
    program: &mut Program,
    printf: FuncId,
    site: &Site,
    number: usize,
    mark: &str,
    value: ExprId,
) -> Option<StmtId> {
    let (format, ty) = format(program, target_type(program, site))?;
    let bytes = format!("{mark} {number} = {format}\n").into_bytes();
    let string = program.add_string(StringLiteral { bytes, unit: 1, prefix: StringPrefix::None });
    let string = build::str(program, string, Loc::NONE);
    let value = build::cast(program, ty, value, Loc::NONE).ok()?;
    let callee = build::func(program, printf, Loc::NONE);
    let call = build::call(program, callee, vec![string, value], Loc::NONE).ok()?;
    Some(program.add_stmt(StmtKind::Expr(call), Loc::NONE))
}

/// `fflush(0);`
fn flush(program: &mut Program, fflush: FuncId) -> Option<StmtId> {
    let (callee, zero) = (build::func(program, fflush, Loc::NONE), build::int(program, 0, Type::INT, Loc::NONE));
    let call = build::call(program, callee, vec![zero], Loc::NONE).ok()?;
    Some(program.add_stmt(StmtKind::Expr(call), Loc::NONE))
}

/// In every block that has the declaration: there is one.
fn insert_after(program: &mut Program, stmt: StmtId, print: StmtId) {
    for at in 0..program.stmts.len() {
        let StmtKind::Block(list) = program.stmts[at].kind else { continue };
        let mut stmts = program.stmt_list(list).to_vec();
        if let Some(place) = stmts.iter().position(|other| *other == stmt) {
            stmts.insert(place + 1, print);
            program.stmts[at].kind = StmtKind::Block(program.add_stmt_list(&stmts));
        }
    }
}

/// What the program prints, if that is one value.
pub fn printed(program: &Program) -> Option<ExprId> {
    let args = |expr: ExprId| match program[expr].kind {
        ExprKind::Call(callee, args) if is_printf(program, callee) => {
            program.expr_list(args).iter().skip(1).copied().collect()
        }
        _ => Vec::new(),
    };
    let printed: Vec<ExprId> = expressions(program).into_iter().flat_map(args).collect();
    (printed.len() == 1).then(|| printed[0])
}

fn is_printf(program: &Program, callee: ExprId) -> bool {
    match program[callee].kind {
        ExprKind::Convert(inner) => is_printf(program, inner),
        ExprKind::Func(func) => program.name(program[func].name) == "printf",
        _ => false,
    }
}

/// The outermost expressions of all functions, in the order of the text.
pub fn expressions(program: &Program) -> Vec<ExprId> {
    let mut expressions = Vec::new();
    for (func, _) in functions(program) {
        let mut stmts = Vec::new();
        program[func].body.into_iter().for_each(|body| statements(program, body, &mut stmts));
        for stmt in stmts {
            walk::parts(program, stmt, |part| match part {
                Part::Expr(expr) => expressions.push(expr),
                Part::Init(init) => walk::init_exprs(program, init, &mut |expr| expressions.push(expr)),
                Part::Stmt(_) => {}
            });
        }
    }
    expressions
}

/// The assignment, as the program with nothing else in it would print it.
pub fn text(program: &Program, site: Site) -> String {
    let mark = "gadfly_here";
    let Some(marked) = with_checkpoints(program, &[site], mark, Way::Print) else { return String::new() };
    let whole: Vec<String> = (0..marked.units.len()).map(|unit| lang::print::print_unit(&marked, unit)).collect();
    let whole = whole.join("\n");
    let lines: Vec<&str> = whole.lines().map(str::trim).collect();
    let at = lines.iter().position(|line| line.contains(mark)).unwrap_or(0);
    lines[..at].last().copied().unwrap_or_default().to_string()
}
