//! Everything that a report says, gathered once from the finding, what is left of its program, and what was found out:
//! the forms of all trackers are rendered from it.

use super::{Record, report};
use crate::case::{Case, Expected};
use crate::compiler::Compiler;
use crate::finding::Finding;
use crate::finding::commands::{base_flags, brief};
use crate::observe::{Bench, Outcome};
use crate::oracle::{Behaviour, Kind};
use crate::triage::Triage;
use source::emit::File;
use source::language::Language;
use std::borrow::Cow;

/// What a report is rendered from.
pub struct Account<'a> {
    /// As it was found.
    pub finding: &'a Finding,
    /// None before the finding was looked into.
    pub triage: Option<&'a Triage>,
    /// The program that is shown: the reduced one where there is one.
    pub case: Cow<'a, Case>,
    /// Whether `case` is the reduced program.
    pub is_reduced: bool,
    /// The finding as the program would have made it, with the fewest flags that show it.
    pub about: Finding,
    /// What a correct compiler makes of `case`, if that is known.
    pub expected: Option<Expected>,
    /// What the accused build makes of the program, if that is known.
    pub outcome: Option<Outcome>,
}

impl<'a> Account<'a> {
    /// Of the program that the record shows: the reduced one where there is one.
    pub fn new(record: &'a Record) -> Account<'a> {
        let Record { finding, case, .. } = record;
        let (triage, fewest) = (record.triage.as_ref(), record.fewest());
        let found = triage.and_then(|triage| triage.outcome.clone());
        match record.reduced().zip(record.shown()) {
            Some((reduced, shown)) => Account {
                finding,
                triage,
                is_reduced: true,
                about: reduced.about(&fewest, &shown),
                expected: shown.expected.clone(),
                // If it was looked into and nothing was seen, that is what there is to say.
                outcome: if triage.is_some() { found } else { reduced.outcome.clone() },
                case: Cow::Owned(shown),
            },
            None => Account {
                finding,
                triage,
                case: Cow::Borrowed(case),
                is_reduced: false,
                about: fewest,
                expected: finding.correct(),
                outcome: found.or_else(|| finding.observation().map(|seen| seen.outcome.clone())),
            },
        }
    }

    /// Of a program that is shown in another form than it is kept in: the finding as this program would have made it.
    pub fn of(finding: &'a Finding, case: &'a Case, triage: Option<&'a Triage>, shown: &Account) -> Account<'a> {
        let about = Finding { builds: shown.about.builds.clone(), ..finding.clone() };
        let (expected, outcome) = (shown.expected.clone(), shown.outcome.clone());
        Account { finding, triage, case: Cow::Borrowed(case), is_reduced: shown.is_reduced, about, expected, outcome }
    }

    /// Whether the text alone is not the program.
    pub fn needs_preprocessing(&self) -> bool {
        let is_directive = |line: &str| line.trim_start().starts_with('#');
        self.files().any(|file| file.text.lines().any(is_directive))
    }

    /// The case as the accused compiler preprocesses it, with the finding as that would have made it.
    pub fn preprocessed(&self, bench: &mut Bench) -> Result<(Finding, Case), String> {
        bench.preprocessor = Some(self.finding.compiler.command.clone());
        bench.lay_out(&self.case).map_err(|error| error.to_string())?;
        let name = |unit: &str| preprocessed_name(unit);
        let file = |unit: &str| Ok(File { name: name(unit), text: bench.preprocess(&self.case, unit)? });
        let sources: Vec<String> = self.case.sources().map(str::to_string).collect();
        let files = sources.iter().map(|unit| unit.as_str()).map(file).collect::<Result<Vec<File>, String>>()?;
        let (units, driver): (Vec<String>, Option<String>) =
            (self.case.units.iter().map(|unit| name(unit)).collect(), self.case.driver.as_deref().map(name));
        let finding =
            Finding { units: units.clone(), driver: driver.clone(), headers: Vec::new(), ..self.finding.clone() };
        Ok((finding, Case { files, units, driver, ..self.case.clone().into_owned() }))
    }

    /// The program's files that are not empty.
    pub fn files(&self) -> impl Iterator<Item = &File> {
        self.case.files.iter().filter(|file| !file.text.trim().is_empty())
    }

    /// What the compiler says of itself on one line.
    pub fn version(&self) -> &str {
        let text = self.finding.compiler.version.text.trim();
        if text.is_empty() { &self.finding.compiler.name } else { text }
    }

    /// As people write it: `C++`.
    pub fn language(&self) -> &'static str {
        match self.case.language {
            Language::C => "C",
            Language::Cpp => "C++",
        }
    }

    /// What the compiler compiles for: `aarch64-linux-gnu`.
    pub fn machine(&self) -> String {
        let Compiler { version, command, target, .. } = &self.finding.compiler;
        match version.machine.as_str() {
            // Nobody asked it, and many machines have the same data model.
            "" => format!("the data model of {target}"),
            machine if command.iter().any(|word| word == "-m32") => format!("{machine} with -m32"),
            machine => machine.to_string(),
        }
    }

    /// The numbers of its version: `12.2.0`.
    pub fn release(&self) -> String {
        self.finding.compiler.release()
    }

    /// One line for a shell that shows it, where the files are.
    pub fn command(&self) -> String {
        let base = self.triage.and_then(|triage| triage.base.clone());
        brief(&spoken(&self.about), &base.unwrap_or_else(|| base_flags(&self.about)))
    }

    /// What is right is only what most builds print.
    pub fn is_voted(&self) -> bool {
        !self.is_reduced && self.about.expected.is_none()
    }

    /// That it does not always show, if so.
    pub fn unsteady(&self) -> Option<String> {
        let steadiness = self.triage?.steadiness.filter(|steadiness| !steadiness.is_steady())?;
        Some(format!("It is flaky: only {} of {} runs did the same.", steadiness.same, steadiness.runs))
    }

    /// Where the program comes from.
    pub fn origin(&self) -> String {
        let Finding { source, gadfly, .. } = self.finding;
        let is_parent = source.starts_with("emi:") && self.finding.parent.is_none();
        let kind = match source.split(':').next() {
            _ if source == "policy" || is_parent && source == "emi:policy" => "a random one".to_string(),
            _ if is_parent => format!("one that variants are made of (`{source}`)"),
            Some("spe" | "emi") => format!("a variant of another one (`{source}`)"),
            _ => format!("a random one made by {source}"),
        };
        let reduced = if self.is_reduced { ", reduced automatically" } else { "; it is not reduced" };
        format!("Found by random testing with Gadfly {gadfly}: the program is {kind}{reduced}.")
    }
}

/// `test.i` of `test.c`, as compilers call it.
fn preprocessed_name(unit: &str) -> String {
    match unit.rsplit_once('.') {
        Some((stem, "c")) => format!("{stem}.i"),
        Some((stem, _)) => format!("{stem}.ii"),
        None => format!("{unit}.i"),
    }
}

/// The finding with a command as people write it: what is where everybody has it needs no path.
fn spoken(finding: &Finding) -> Finding {
    let mut finding = finding.clone();
    if let Some(program) = finding.compiler.command.first_mut() {
        let name =
            ["/usr/bin/", "/bin/", "/usr/local/bin/"].iter().find_map(|directory| program.strip_prefix(directory));
        if let Some(name) = name.filter(|name| !name.contains('/')) {
            *program = name.to_string();
        }
    }
    finding
}

/// What is wrong, in a sentence about the program that is shown.
pub fn sentence(account: &Account) -> String {
    let shown = account.outcome.as_ref();
    match (misbehaviour(account), shown) {
        (Some(wrong), _) => format!("The program {wrong}."),
        (None, Some(Outcome::Rejected { .. })) => "The compiler refuses a valid program.".to_string(),
        (None, Some(outcome @ Outcome::Crashed { .. })) if account.is_reduced => {
            format!("{}.", report::symptom(outcome))
        }
        _ => account.finding.message.clone(),
    }
}

/// What the program does and what it should do.
pub fn misbehaviour(account: &Account) -> Option<String> {
    // Of a self-check the compilers are right, not us.
    let expected = account.expected.as_ref().filter(|_| account.finding.kind == Kind::WrongCode)?;
    let wrong = match account.outcome.as_ref()? {
        Outcome::Ran { exit_code, stdout } => Behaviour::Ran { exit_code: *exit_code, stdout },
        Outcome::Died { signal, .. } => Behaviour::Died { signal: *signal },
        Outcome::Endless { .. } => Behaviour::Endless,
        _ => return None,
    };
    let right = Behaviour::from(expected);
    (wrong != right).then(|| wrong.against(right))
}
