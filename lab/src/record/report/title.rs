//! One line that names the compiler, how it is used, and what is wrong.

use super::Account;
use crate::observe::Outcome;
use crate::observe::signature::{LINKER, linker_complaint};
use crate::oracle::Kind;
use crate::record::account::misbehaviour;
use crate::triage::{Divergence, Search, Triage};

/// Characters of an expression, a value or a message up to which the title has it: lists of bugs cut off what is longer.
const EXPRESSION: usize = 40;
const VALUE: usize = 24;
const MESSAGE: usize = 100;

/// `gcc-12 at -O2: wrong code: `a * 3` gives 12 instead of 9, from tree-vrp1`.
pub fn title(account: &Account) -> String {
    let what = match account.finding.kind {
        Kind::WrongCode => format!("wrong code{}", wrong_code(account)),
        Kind::Crash => crash(account),
        Kind::Hang => "compilation does not end".to_string(),
        Kind::RejectsValid => format!("refuses valid code{}", refusal(account)),
        Kind::AcceptsInvalid => "takes invalid code".to_string(),
        Kind::SelfCheck => return format!("gadfly contradicts {}", account.finding.label()),
    };
    format!("{}: {what}", subject(account))
}

fn subject(account: &Account) -> String {
    let (name, flags) = (&account.finding.compiler.name, account.about.flags().join(" "));
    if flags.is_empty() { name.clone() } else { format!("{name} at {flags}") }
}

/// The first wrong value, or else what the program does, if it is small enough for that to mean anything.
fn wrong_code(account: &Account) -> String {
    let triage = account.triage.filter(|triage| triage.shows);
    let value = triage.and_then(|triage| triage.divergence.as_ref()).and_then(value);
    let behaviour = || Some(format!("the program {}", misbehaviour(account).filter(|_| account.is_reduced)?));
    let operation = || triage.and_then(|triage| Some(format!("`{}`", triage.divergence.as_ref()?.operation)));
    let what = value.or_else(behaviour).or_else(operation).map(|what| format!(": {what}"));
    let guilt = triage.and_then(guilt).map(|guilt| format!(", {guilt}"));
    [what, guilt].into_iter().flatten().collect()
}

fn value(divergence: &Divergence) -> Option<String> {
    let Divergence { expression, values, .. } = divergence;
    let (right, wrong) = values.as_ref()?;
    let is_short = |text: &str, most: usize| !text.is_empty() && !text.contains('\n') && text.chars().count() <= most;
    let fits = is_short(expression, EXPRESSION) && is_short(right, VALUE) && is_short(wrong, VALUE);
    fits.then(|| format!("`{expression}` gives {wrong} instead of {right}"))
}

/// A pass says more than the option that it belongs to.
fn guilt(triage: &Triage) -> Option<String> {
    let pass = triage.guilt.iter().find(|guilt| guilt.by == Search::Disabled);
    let blamed = pass.or(triage.blame()).filter(|guilt| guilt.by == Search::Bisection || guilt.names.len() == 1)?;
    let names = blamed.names.join(" ");
    Some(match blamed.by {
        Search::Bisection | Search::Disabled => format!("from {names}"),
        Search::Counter => format!("by {names}"),
        Search::Option => format!("right with {names}"),
    })
}

/// By the signature, which has no addresses and no paths.
fn crash(account: &Account) -> String {
    let signature = account.finding.signature.lines().next().unwrap_or_default();
    if let Some(linker) = signature.strip_prefix(LINKER) {
        let message = match &account.outcome {
            Some(Outcome::Crashed { message, .. }) => linker_complaint(message),
            _ => None,
        };
        return format!("program does not link: {}", cut(message.unwrap_or(linker).trim()));
    }
    match signature {
        "" => "crash".to_string(),
        place if place.starts_with("in ") => format!("internal compiler error: {}", cut(place)),
        told if told.starts_with("internal ") => cut(told),
        told => format!("crash: {}", cut(told)),
    }
}

/// In the compiler's words.
fn refusal(account: &Account) -> String {
    let Some(Outcome::Rejected { message }) = &account.outcome else { return String::new() };
    let line = message.lines().next().unwrap_or_default();
    let text = line.split_once("error: ").map_or(line, |(_, text)| text);
    if text.trim().is_empty() { String::new() } else { format!(": {}", cut(text.trim())) }
}

fn cut(text: &str) -> String {
    if text.chars().count() <= MESSAGE {
        return text.to_string();
    }
    format!("{}…", text.chars().take(MESSAGE).collect::<String>().trim_end())
}
