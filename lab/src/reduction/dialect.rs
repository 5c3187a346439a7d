//! Flags that change what a program means. The interpreter does not follow them, so with such a flag only a reference
//! with the same ones can say what is right.

use super::accusation::{Accusation, Reference};
use crate::case::Case;
use crate::compiler::Build;
use source::language::TargetName;

/// What each of them changes, by how the flag begins.
const CHANGES: [(&str, &str); 22] = [
    ("-funsigned-char", CHAR),
    ("-fno-signed-char", CHAR),
    ("-funsigned-bitfields", "the signs of bit-fields"),
    ("-fno-signed-bitfields", "the signs of bit-fields"),
    ("-fshort-enums", "the sizes of enumerations"),
    ("-fshort-wchar", "wide characters"),
    ("-fpack-struct", "the layout of structs"),
    ("-mms-bitfields", "the layout of structs"),
    ("-Ofast", FLOATING),
    ("-ffast-math", FLOATING),
    ("-funsafe-math-optimizations", FLOATING),
    ("-fassociative-math", FLOATING),
    ("-freciprocal-math", FLOATING),
    ("-ffinite-math-only", FLOATING),
    ("-fno-signed-zeros", FLOATING),
    ("-ffp-model=fast", FLOATING),
    ("-ffp-model=aggressive", FLOATING),
    ("-fsingle-precision-constant", "the precision of constants"),
    ("-mlong-double-", LONG_DOUBLE),
    ("-m96bit-long-double", LONG_DOUBLE),
    ("-mfpmath=387", FLOATING),
    ("-mx32", "the sizes of pointers"),
];
const CHAR: &str = "the sign of char";
const FLOATING: &str = "floating-point arithmetic";
const LONG_DOUBLE: &str = "long double";

/// Names of C90, in which `main` does not return 0 by itself and `//` begins no comment.
const C90: [&str; 7] =
    ["-ansi", "-std=c89", "-std=c90", "-std=gnu89", "-std=gnu90", "-std=iso9899:1990", "-std=iso9899:199409"];

/// Whether these flags choose C90: the last one counts.
pub fn is_c90<'a>(flags: impl IntoIterator<Item = &'a String>) -> bool {
    let standards = flags.into_iter().filter(|flag| flag.starts_with("-std=") || *flag == "-ansi");
    standards.last().is_some_and(|standard| C90.contains(&standard.as_str()))
}

/// Whether what the program should print can be known; the error says why not.
pub fn check(accusation: &Accusation, case: &Case) -> Result<(), String> {
    if case.target == TargetName::I386 && is_c90(case.flags.iter().chain(&accusation.flags)) {
        return Err("in C90, large constants have other types, which the interpreter does not know".to_string());
    }
    let changes = changes(&accusation.flags);
    let Some((flag, what)) = changes.first() else { return Ok(()) };
    let label = accusation.build().label();
    match &accusation.reference {
        None => Err(format!(
            "{label} prints something else, but {flag} changes {what}, so nobody knows what is right. A build that is \
             right would, as --reference, with {flag}"
        )),
        Some(reference) => is_alike(reference, &changes),
    }
}

/// Flags by which a compiler may refuse what the front end takes.
const STRICT: [&str; 3] = ["-pedantic-errors", "-Werror", "-Wfatal-errors"];

/// Whether a refusal can be wrong: the front end takes C17 and much of what compilers add to it.
pub fn check_refusal(accusation: &Accusation, case: &Case) -> Result<(), String> {
    let flags = || case.flags.iter().chain(&accusation.flags);
    let strict = flags().find(|flag| STRICT.iter().any(|start| flag.starts_with(start)) || is_c90([*flag]));
    match strict.filter(|_| accusation.reference.is_none()) {
        None => Ok(()),
        Some(flag) => Err(format!(
            "{} refuses it, which {flag} may ask for. A build that takes it would tell, as --reference, with {flag}",
            accusation.build().label()
        )),
    }
}

fn is_alike(reference: &Reference, changes: &[(&str, &str)]) -> Result<(), String> {
    let has = |what: &str| self::changes(&reference.flags).iter().any(|(_, other)| *other == what);
    match changes.iter().find(|(_, what)| !has(what)) {
        None => Ok(()),
        Some((flag, what)) => {
            let label = Build { compiler: &reference.compiler, flags: reference.flags.clone() }.label();
            Err(format!("{flag} changes {what}, and {label} does not have it"))
        }
    }
}

/// Those of the flags that change what a program means.
pub fn kept(flags: &[String]) -> Vec<String> {
    changes(flags).iter().map(|(flag, _)| flag.to_string()).collect()
}

/// The flags that change something, with what that is.
fn changes(flags: &[String]) -> Vec<(&str, &'static str)> {
    let change = |flag: &'_ String| CHANGES.iter().find(|(start, _)| flag.starts_with(start)).map(|(_, what)| *what);
    flags.iter().filter_map(|flag| Some((flag.as_str(), change(flag)?))).collect()
}
