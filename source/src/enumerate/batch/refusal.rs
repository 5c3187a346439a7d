//! Why the variants of a program cannot stand in one unit and run one after the other.

use lang::{ExprKind, FuncId, Program, Storage, Type};

/// Bytes of static objects of one variant. A batch has many.
const MOST_STATIC: u64 = 64 << 10;

/// What in a program ties it to its unit or its process. Its variants are compiled one by one.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Refusal {
    /// A batch is one unit.
    #[error("it has several units")]
    Units,
    /// There is nothing to call.
    #[error("it has no `main`")]
    NoMain,
    /// It cannot be called as `int main(void)`.
    #[error("`main` has parameters, or does not return an int")]
    Main,
    /// At file scope. Symbols in it would be there once for each variant.
    #[error("it has assembly, whose symbols and labels cannot be renamed")]
    Assembly,
    /// Of this function or variable: `alias`, `constructor`, `section` and the like.
    #[error("`{0}` has an attribute or an assembler name that ties it to other symbols, or runs it by itself")]
    Attribute(String),
    /// By this name.
    #[error("`{0}` is defined, which the library or the compiler has, too: under another name it would not be called")]
    Library(String),
    /// By `__func__` in this function.
    #[error("it prints or compares the name of `{0}`, which changes")]
    OwnName(String),
    /// A function whose effects are not known.
    #[error("it calls `{0}`, which may keep something for the next variant or end the program")]
    Calls(String),
    /// A batch would have that many times its variants.
    #[error("it has more than {MOST_STATIC} bytes of static objects")]
    Size,
}

/// The function that each variant calls first.
pub fn main(program: &Program) -> Result<FuncId, Refusal> {
    let is_main = |it: &lang::Function| it.body.is_some() && it.parent.is_none() && program.name(it.name) == "main";
    let main = program.functions.iter().position(is_main).ok_or(Refusal::NoMain)?;
    let function = &program.functions[main];
    let returns_int = program.types.function_type(function.ty).is_some_and(|it| it.ret == Type::INT);
    if !returns_int || !function.params.is_empty() {
        return Err(Refusal::Main);
    }
    Ok(FuncId(main as u32))
}

pub fn check(program: &Program) -> Result<(), Refusal> {
    if program.units.len() != 1 {
        return Err(Refusal::Units);
    }
    main(program)?;
    if !program.asms.is_empty() {
        return Err(Refusal::Assembly);
    }
    check_variables(program)?;
    check_functions(program)?;
    check_calls(program)
}

fn check_variables(program: &Program) -> Result<(), Refusal> {
    let mut bytes = 0_u64;
    for var in program.vars.iter().filter(|var| var.defined) {
        let is_tied = var.asm_label.is_some() || var.attrs.iter().any(|attr| ties(program, attr));
        if is_tied && var.storage != Storage::Register {
            return Err(Refusal::Attribute(program.name(var.name).to_string()));
        }
        if var.storage.is_static() {
            bytes = bytes.saturating_add(program.types.size_of(var.ty).unwrap_or(0));
        }
    }
    if bytes > MOST_STATIC { Err(Refusal::Size) } else { Ok(()) }
}

fn check_functions(program: &Program) -> Result<(), Refusal> {
    for function in &program.functions {
        let name = program.name(function.name);
        // Headers declare much that is not used.
        if function.body.is_some() && is_tied(program, function) {
            return Err(Refusal::Attribute(name.to_string()));
        }
        if function.body.is_some() && function.parent.is_none() && (is_pure(name) || is_known(name)) {
            return Err(Refusal::Library(name.to_string()));
        }
        if !function.own_names.is_empty() {
            return Err(Refusal::OwnName(name.to_string()));
        }
    }
    Ok(())
}

fn is_tied(program: &Program, function: &lang::Function) -> bool {
    function.asm_label.is_some() || function.attrs.iter().any(|attr| ties(program, attr))
}

fn ties(program: &Program, attr: &lang::Attr) -> bool {
    const TIES: [&str; 8] = ["alias", "weakref", "weak", "ifunc", "constructor", "destructor", "section", "symver"];
    TIES.contains(&program.name(attr.name).trim_matches('_'))
}

fn check_calls(program: &Program) -> Result<(), Refusal> {
    for expr in &program.exprs {
        let ExprKind::Func(func) = expr.kind else { continue };
        let name = program.name(program[func].name);
        if is_tied(program, &program[func]) {
            return Err(Refusal::Attribute(name.to_string()));
        }
        if program[func].body.is_none() && !is_pure(name) && !is_known(name) {
            return Err(Refusal::Calls(name.to_string()));
        }
    }
    Ok(())
}

/// Functions with an effect that a batch keeps: they print, allocate, or leave the variant.
fn is_known(name: &str) -> bool {
    const KNOWN: [&str; 14] = [
        "exit",
        "abort",
        "printf",
        "puts",
        "putchar",
        "malloc",
        "calloc",
        "realloc",
        "free",
        "sprintf",
        "snprintf",
        "vprintf",
        "vsprintf",
        "vsnprintf",
    ];
    KNOWN.contains(&name.trim_start_matches("__builtin_"))
}

/// Functions that keep nothing, builtins of the compiler included.
fn is_pure(name: &str) -> bool {
    const PURE: [&str; 52] = [
        "memcpy",
        "memmove",
        "memset",
        "memcmp",
        "memchr",
        "mempcpy",
        "strlen",
        "strnlen",
        "strcpy",
        "strncpy",
        "stpcpy",
        "stpncpy",
        "strcat",
        "strncat",
        "strcmp",
        "strncmp",
        "strchr",
        "strrchr",
        "strstr",
        "strspn",
        "strcspn",
        "strpbrk",
        "bcmp",
        "bcopy",
        "bzero",
        "index",
        "rindex",
        "abs",
        "labs",
        "llabs",
        "imaxabs",
        "ffs",
        "ffsl",
        "ffsll",
        "isdigit",
        "isalpha",
        "isalnum",
        "isspace",
        "isupper",
        "islower",
        "toupper",
        "tolower",
        "fabs",
        "fabsf",
        "fabsl",
        "sqrt",
        "sqrtf",
        "floor",
        "ceil",
        "trunc",
        "copysign",
        "copysignf",
    ];
    const NOT: [&str; 18] = [
        "setjmp",
        "longjmp",
        "return_address",
        "frame_address",
        "extract_return_addr",
        "frob_return_addr",
        "apply",
        "apply_args",
        "return",
        "unwind_init",
        "eh_return",
        "trap",
        "exit",
        "abort",
        "_exit",
        "_Exit",
        "unreachable",
        "dwarf_cfa",
    ];
    match name.strip_prefix("__builtin_") {
        Some(builtin) if NOT.contains(&builtin) => builtin == "unreachable",
        Some(_) => !is_known(name),
        None => PURE.contains(&name) || name.starts_with("__sync_") || name.starts_with("__atomic_"),
    }
}
