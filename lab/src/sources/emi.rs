//! `emi:SOURCE`: programs of another source, each with variants that do what it does (equivalence modulo inputs).
//!
//! The parent is the program as Gadfly prints it, so that it differs from its variants in nothing but the edits. Findings keep
//! its text, from which the same seed makes the same variants again.

use super::family::Edited;
use super::reference::{self, MAX_DEPTH, Unknown, on_large_stack, with_large_stack};
use super::registry::{self, Entry};
use super::{Family, NoCase, Source, Variant, Wanted};
use crate::case::{Case, Expected};
use crate::config::nearest::nearest;
use crate::config::{Config, Error, SourceConfig, Wrong, WrongSource};
use crate::observe::{Bench, text_of_bytes};
use interp::Options;
use lang::Program;
use serde_json::{Value, json};
use source::emit::File;
use source::language::Language;
use source::mutate::{self, Edit, Judged, Kind, Parent, Refusal, Text};
use std::path::Path;
use std::sync::Arc;

pub struct Emi {
    name: String,
    parents: Box<dyn Source>,
    kinds: Vec<Kind>,
    variants: u32,
    /// Expression nodes that the interpreter evaluates.
    fuel: u64,
}

pub fn entry() -> Entry {
    Entry {
        name: "emi",
        argument: Some("SOURCE"),
        has_command: false,
        check,
        open: |source, config| Ok(Box::new(Emi::new(source, config)?)),
    }
}

fn check(source: &SourceConfig, config: &Config) -> Result<(), WrongSource> {
    kinds(source).map_err(|message| WrongSource::new("kinds", Wrong::new(message)))?;
    if source.variants == Some(0) {
        let wrong = Wrong::new("without variants there is nothing to compare; name the source itself instead");
        return Err(WrongSource::new("variants", wrong));
    }
    registry::check(&parents(source, config), config)
        .map_err(|WrongSource { wrong, .. }| WrongSource::new("name", wrong))
}

fn kinds(source: &SourceConfig) -> Result<Vec<Kind>, String> {
    let kind = |name: &String| {
        let known = Kind::ALL.into_iter().find(|kind| kind.name() == name);
        known.ok_or_else(|| format!("there is no kind `{name}`; there are prune, insert and live"))
    };
    match source.kinds.is_empty() {
        true => Ok(Kind::ALL.to_vec()),
        false => source.kinds.iter().map(kind).collect(),
    }
}

/// The source of the parents: one that has the name, or else the files at a path.
fn parents(source: &SourceConfig, config: &Config) -> SourceConfig {
    // One program for each index: a batch has no use for variants.
    let own = SourceConfig { kinds: Vec::new(), variants: None, batch: None, ..registry::inner(source, config) };
    let own = if own.kind() == "spe" { SourceConfig { batch: Some(1), ..own } } else { own };
    match registry::is_known(&own) {
        true => own,
        false => SourceConfig { name: format!("files:{}", own.name), ..own },
    }
}

impl Emi {
    pub fn new(source: &SourceConfig, config: &Config) -> Result<Emi, Error> {
        let wrong = |message: String| Error::from(Wrong::new(format!("the source `{}`: {message}", source.name)));
        let own = parents(source, config);
        let path = own.argument().filter(|_| own.kind() == "files" && !source.name.starts_with("emi:files:"));
        if let Some(path) = path.filter(|path| !Path::new(path).exists()) {
            let names = registry::entries().into_iter().map(|entry| entry.name).collect::<Vec<_>>();
            let names = names.into_iter().chain(config.sources.iter().map(|source| source.name.as_str()));
            let meant = nearest(path, names).map(|name| format!("; did you mean `{name}`?")).unwrap_or_default();
            return Err(wrong(format!("there is neither a source nor a file `{path}`{meant}")));
        }
        Ok(Emi {
            name: source.name.clone(),
            parents: registry::open_one(&own, config)?,
            kinds: kinds(source).map_err(wrong)?,
            variants: source.variants.unwrap_or(mutate::Options::default().variants),
            fuel: config.limits.fuel,
        })
    }

    /// The program of this case as Gadfly prints it, and what one execution of that showed.
    fn parent(&self, case: &Case, units: Vec<(String, String)>) -> Result<Parent, Unknown> {
        let target = case.target.target();
        let units = units.into_iter().map(|(name, text)| (name, without_library_attributes(&text))).collect();
        let texts = mutate::printed(reference::parsed(Program::new(target), units)?);
        let texts = texts.into_iter().map(|text| (text.name, text.text)).collect();
        let program = reference::parsed(Program::new(target), texts)?;
        let options = Options { fuel: self.fuel, ..Options::default() };
        let mut parent = Parent::new(program, options, MAX_DEPTH, mutate::execute).map_err(unknown)?;
        if case.driver.is_some() {
            parent.spare(case.units.len() as u32);
        }
        Ok(parent)
    }

    fn of(&self, case: Case, parent: Parent, variants: Vec<Judged>, seed: u64) -> Family {
        let expected = Expected { stdout: text_of_bytes(&parent.stdout), exit_code: parent.exit_code };
        let own = Case {
            source: self.name.clone(),
            files: files(&parent.texts),
            expected: Some(expected),
            recipe: format!("parent of: {}", case.recipe),
            ..case.clone()
        };
        let kinds: Vec<&str> = self.kinds.iter().map(|kind| kind.name()).collect();
        let kinds = kinds.join(",");
        let parent = Arc::new(parent);
        let variant = |(number, judged): (usize, Judged)| {
            let recipe = format!("variant {number} of {}, seed {seed}, {kinds}, of: {}", self.variants, case.recipe);
            let case = Case { recipe, files: files(&judged.texts), ..own.clone() };
            let edits = judged.variant.edits.iter().map(|edit| described(&parent, edit)).collect();
            let edited =
                Some(Arc::new(Of { parent: parent.clone(), variant: judged.variant, case: case.clone() })
                    as Arc<dyn Edited>);
            Variant { case, edits, is_equivalent: true, edited }
        };
        let variants = (1..).zip(variants).map(variant).collect();
        Family { case: own, variants, batch: None }
    }
}

impl Source for Emi {
    fn name(&self) -> &str {
        &self.name
    }

    fn makes(&self, language: Language) -> bool {
        language == Language::C && self.parents.makes(language)
    }

    fn family(&self, bench: &mut Bench, wanted: &Wanted) -> Result<Family, NoCase> {
        let Family { case, batch, .. } = self.parents.family(bench, wanted)?;
        let case = batch.map_or(case, |batch| batch.part(0..1));
        let no_case = |unknown: Unknown| NoCase::new(&self.name, format_args!("no parent: {unknown}"));
        bench.lay_out(&case).map_err(|error| NoCase::new(&self.name, format_args!("cannot be laid out: {error}")))?;
        let units = reference::preprocessed(bench, &case).map_err(no_case)?;
        let seed = wanted.seed;
        let options = mutate::Options { variants: self.variants, seed, kinds: self.kinds.clone() };
        let work = || {
            let parent = self.parent(&case, units)?;
            let (variants, _) = mutate::family(&parent, &options);
            Ok((parent, variants))
        };
        let made = on_large_stack(bench, work).unwrap_or_else(|why| Err(Unknown::Unsupported(why)));
        let (parent, variants) = made.map_err(no_case)?;
        Ok(self.of(case, parent, variants, seed))
    }
}

/// What the C library's headers say to GCC and Clang of its functions. These compilers know it anyway, and others do not take the
/// program with it.
fn without_library_attributes(text: &str) -> String {
    const THROWS_NOTHING: &str = "__attribute__ ((__nothrow__ , __leaf__))";
    let mut parts = text.split(THROWS_NOTHING);
    let mut plain = parts.next().unwrap_or_default().to_string();
    for part in parts {
        let end = part.find(';').unwrap_or(0);
        let is_attribute = |word: &str| word.is_empty() || word.trim_start().starts_with("((");
        let is_all = part[..end].split("__attribute__").all(|word| is_attribute(word.trim()));
        plain.push_str(if is_all { &part[end..] } else { part });
    }
    plain
}

fn unknown(refusal: Refusal) -> Unknown {
    match refusal {
        Refusal::NotDefined(outcome) => outcome.into(),
        other => Unknown::Unsupported(other.to_string()),
    }
}

fn files(texts: &[Text]) -> Vec<File> {
    texts.iter().map(|Text { name, text }| File { name: name.clone(), text: text.clone() }).collect()
}

/// An edit, with its place in the parent.
fn described(parent: &Parent, edit: &Edit) -> Value {
    let place = parent.program.source.position(edit.loc);
    let place = place.map(|at| json!({ "file": at.file, "line": at.line, "column": at.column }));
    json!({ "kind": edit.kind.name(), "what": edit.what, "place": place })
}

/// A variant whose edits can be applied one by one.
struct Of {
    parent: Arc<Parent>,
    variant: mutate::Variant,
    /// With all of them.
    case: Case,
}

impl Edited for Of {
    fn with(&self, subset: &[usize]) -> Option<Case> {
        let judged = with_large_stack(|| self.parent.judge(&self.variant.with(subset)));
        let (texts, _) = judged.ok()?;
        Some(Case { files: files(&texts.ok()?), ..self.case.clone() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attributes_of_the_library_go_and_others_stay() {
        let text = "extern double fabs (double __x) __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__const__));\n\
            int f(void) __attribute__ ((noinline));\nextern int g (int) __attribute__ ((__nothrow__ , __leaf__)) __asm__ (\"h\");\n";
        let wanted = "extern double fabs (double __x) ;\nint f(void) __attribute__ ((noinline));\nextern int g (int)  __asm__ (\"h\");\n";
        assert_eq!(without_library_attributes(text), wanted);
    }
}
