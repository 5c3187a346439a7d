//! Flags that change what a program means. The interpreter does not follow them, so with such a flag only a reference
//! with the same ones can say what is right.

use super::accusation::{Accusation, Reference};
use crate::compiler::Build;

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

/// Whether what the program should print can be known; the error says why not.
pub fn check(accusation: &Accusation) -> Result<(), String> {
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
