//! A link that opens a program in Compiler Explorer, made without asking it: the whole state is in the address.

use super::Account;
use crate::compiler::{Compiler, Family};
use serde_json::json;
use source::language::Language;

/// Addresses up to which browsers and trackers take them.
const LONGEST: usize = 8_000;

/// The program with the accused compiler and the newest of its family; none if it is of several files or too long, or if
/// Compiler Explorer does not have the compiler.
pub fn link(account: &Account) -> Option<String> {
    let [file] = account.files().collect::<Vec<_>>()[..] else { return None };
    let language = account.case.language;
    let options = account.about.flags().join(" ");
    let compilers: Vec<_> = ids(&account.finding.compiler, language)?
        .into_iter()
        .map(|id| json!({ "id": id, "options": options }))
        .collect();
    let executors: Vec<_> = compilers.iter().map(|compiler| json!({ "compiler": compiler })).collect();
    let session = json!({
        "id": 1,
        "language": if language == Language::C { "c" } else { "c++" },
        "source": file.text,
        "compilers": compilers,
        "executors": if account.about.needs_run() { executors } else { Vec::new() },
    });
    let state = base64(json!({ "sessions": [session] }).to_string().as_bytes());
    let address = format!("https://godbolt.org/clientstate/{}", state.replace('+', "%2B").replace('/', "%2F"));
    (address.len() <= LONGEST).then_some(address)
}

/// What it calls the compiler's version, and the development version.
fn ids(compiler: &Compiler, language: Language) -> Option<Vec<String>> {
    if !compiler.version.machine.starts_with("x86_64") {
        return None;
    }
    let prefix = if language == Language::C { "c" } else { "" };
    let numbers = &compiler.version.numbers;
    Some(match (compiler.family, numbers.as_slice()) {
        (Family::Gcc, [major, minor, ..]) if *major >= 7 => {
            vec![format!("{prefix}g{major}{minor}"), format!("{prefix}gsnapshot")]
        }
        // It has one release of each since 18, which is N.1.0.
        (Family::Clang, [major, ..]) if *major >= 18 => {
            vec![format!("{prefix}clang{major}10"), format!("{prefix}clang_trunk")]
        }
        (Family::Gcc, _) => vec![format!("{prefix}gsnapshot")],
        (Family::Clang, _) => vec![format!("{prefix}clang_trunk")],
        _ => return None,
    })
}

/// RFC 4648, section 4.
fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let quad = |chunk: &[u8]| -> String {
        let bits = (0..3).fold(0, |bits, at| bits << 8 | u32::from(chunk.get(at).copied().unwrap_or(0)));
        let digit = |at: usize| match at <= chunk.len() {
            true => char::from(DIGITS[(bits >> (18 - 6 * at) & 63) as usize]),
            false => '=',
        };
        (0..4).map(digit).collect()
    };
    bytes.chunks(3).map(quad).collect()
}

#[cfg(test)]
mod tests {
    use super::base64;

    #[test]
    fn base64_is_that_of_the_standard() {
        let pairs =
            [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("foobar", "Zm9vYmFy")];
        for (text, encoded) in pairs {
            assert_eq!(base64(text.as_bytes()), encoded);
        }
    }
}
