//! What an issue of LLVM asks for (https://llvm.org/docs/HowToSubmitABug.html): the reduced source, the flags, a link to
//! Compiler Explorer, and for crashes the assertion and the backtrace.

use super::section::Section;
use super::{Account, explorer, fenced, results, sections, sentence, title};
use std::fmt::Write;

/// The title on the first line, then the body. The program is preprocessed; `verbose` is what `-v` says.
pub fn issue(account: &Account, verbose: &str) -> String {
    let sections = [
        format!("{}\n\n{}\n\n", title(account), sentence(account)),
        program(account),
        format!("{}\n", fenced("sh", &account.command())),
        link(account),
        results(account),
        sections(account).iter().map(Section::markdown).collect(),
        format!("## Version\n\n{}\n", fenced("", verbose.trim_end())),
        format!("{}\n", account.origin()),
    ];
    sections.concat()
}

fn program(account: &Account) -> String {
    let mut text = String::new();
    for file in account.files() {
        let name = if account.files().count() > 1 { format!("`{}`:\n\n", file.name) } else { String::new() };
        let _ = writeln!(text, "{name}{}", fenced(account.case.language.name(), &file.text));
    }
    text
}

fn link(account: &Account) -> String {
    explorer::link(account).map(|address| format!("[Compiler Explorer]({address})\n\n")).unwrap_or_default()
}
