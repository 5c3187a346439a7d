//! With which options a test of GCC's or clang's suite is compiled, as far as they change the language and every compiler knows
//! them.

/// Options that both families know, besides `-std=`, `-D` and `-U`.
const PORTABLE: [&str; 14] = [
    "-fopenmp",
    "-fopenmp-simd",
    "-fexceptions",
    "-fno-exceptions",
    "-frtti",
    "-fno-rtti",
    "-fchar8_t",
    "-fno-char8_t",
    "-fsigned-char",
    "-funsigned-char",
    "-fshort-enums",
    "-fwrapv",
    "-ftrapv",
    "-fsized-deallocation",
];

/// Those of the text's `dg-options`, `dg-additional-options` or first `RUN:` line; of tests for at least C++20 the standard
/// that `dg-do` asks for. Older standards are those that compilers have anyway.
pub fn options(text: &str) -> Vec<String> {
    let mut options: Vec<String> = text.lines().filter_map(of_gcc).flatten().filter(|word| is_portable(word)).collect();
    if options.is_empty() {
        options = text.lines().find_map(of_clang).into_iter().flatten().filter(|word| is_portable(word)).collect();
    }
    let has_standard = options.iter().any(|word| word.starts_with("-std="));
    options.extend((!has_standard).then(|| least_standard(text)).flatten());
    options
}

fn is_portable(word: &str) -> bool {
    ["-std=", "-D", "-U"].iter().any(|start| word.starts_with(start)) || PORTABLE.contains(&word)
}

/// Whether clang, which reads C++, takes this option of a case. Of warnings it only says that it does not know them.
pub fn is_clangs(word: &str) -> bool {
    ["-I", "-W", "-w", "-pthread", "-l", "-L"].iter().any(|start| word.starts_with(start)) || is_portable(word)
}

/// `// { dg-options "-O2 -std=c++11 -w" }`. Those for one target only are left out.
fn of_gcc(line: &str) -> Option<Vec<String>> {
    let (_, rest) = line.split_once("dg-options").or(line.split_once("dg-additional-options"))?;
    let (_, rest) = rest.split_once('"')?;
    let (words, rest) = rest.split_once('"')?;
    (!rest.contains("target")).then(|| in_words(words))
}

/// `// RUN: %clang_cc1 -std=c++20 %s -verify`.
fn of_clang(line: &str) -> Option<Vec<String>> {
    let (_, rest) = line.split_once("RUN:")?;
    let (_, words) = rest.split_once("%clang")?;
    let words = words.split('|').next().unwrap_or_default();
    Some(in_words(words).into_iter().filter(|word| !word.contains('%')).collect())
}

/// Quoted words are left out.
fn in_words(text: &str) -> Vec<String> {
    text.split_whitespace().filter(|word| !word.contains(['"', '\'', '\\'])).map(String::from).collect()
}

/// `// { dg-do compile { target c++20 } }`.
fn least_standard(text: &str) -> Option<String> {
    let mut targets = text.lines().filter_map(|line| line.split_once("dg-do")?.1.split_once("target c++"));
    let wanted = targets.find_map(|(_, rest)| rest.get(..2)?.parse::<u32>().ok())?;
    (20..98).contains(&wanted).then(|| format!("-std=c++{wanted}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, wanted: &str) {
        assert_eq!(options(text).join(" "), wanted, "{text}");
    }

    #[test]
    fn tests_of_gcc_say_their_options() {
        check("// { dg-do compile }\n// { dg-options \"-O2 -std=gnu++11 -w\" }\n", "-std=gnu++11");
        check("// { dg-options \"-O2\" }\nint x; // -std=c++11\n", "");
        check(
            "// { dg-additional-options \"-fopenmp -DA=1\" }\n// { dg-do compile { target c++20 } }",
            "-fopenmp -DA=1 -std=c++20",
        );
        check("// { dg-options \"-m32 -DB\" { target ia32 } }\n", "");
        check("// { dg-do run { target c++11 } }\n", "");
        check("int x;\n", "");
    }

    #[test]
    fn tests_of_clang_say_their_options() {
        check("// RUN: %clang_cc1 -verify -std=c++23 -fexceptions %s\n", "-std=c++23 -fexceptions");
        check("// RUN: %clang_cc1 -DX %s | FileCheck -DY %s\n// RUN: %clang_cc1 -std=c++11 %s\n", "-DX");
    }
}
