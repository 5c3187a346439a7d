//! `spe:PATH`: the variants of programs that are there already, each with other variables where it uses one (skeletal program
//! enumeration).
//!
//! Blocks of variants are numbered by the ordinal, and files take turns. Of a space above the limit, the neighbours of the original
//! come first, then a sample.

mod block;
mod cpp;
mod directives;
mod namespaces;
mod skeleton;
mod turn;

use super::programs::{programs, with_headers};
use super::reference::{self, Unknown, on_large_stack};
use super::registry::Entry;
use super::{Batch, Family, NoCase, Source, Wanted};
use crate::case::Case;
use crate::config::{Config, Error, SourceConfig, Wrong, WrongSource, words};
use crate::observe::Bench;
use crate::shell::shell;
use block::Block;
use namespaces::Namespaces;
use skeleton::{Member, Order, Skeleton, Together};
use source::language::{Language, TargetName};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use turn::{Turn, turn};

/// Variants of each program, as the paper has it (section 5.1).
const LIMIT: u64 = 10_000;

/// Variants that are compiled as one. More save little: `bench/enumerate batch`.
const BATCH: u32 = 64;

/// The same of C++. A variant that compilers refuse costs a bisection of its batch.
const CPP_BATCH: u64 = 16;

/// Programs that are kept in memory once they are read. Each takes some hundred kilobytes.
const KEPT: usize = 512;

pub struct Spe {
    name: String,
    programs: Vec<(Language, PathBuf)>,
    flags: Vec<String>,
    limit: u64,
    batch: u64,
    seed: u64,
    defined_only: bool,
    /// The clang that reads C++.
    clang: Option<String>,
    /// Otherwise no C++ is run.
    looks_at_outputs: bool,
    /// What was read before. It only saves time.
    known: Mutex<BTreeMap<Key, Known>>,
}

/// A program for a data model.
type Key = (usize, TargetName);

#[derive(Clone)]
struct Known {
    blocks: u64,
    /// None if it is read again when it is needed.
    skeleton: Option<Read>,
}

/// A program, or why it has no variants.
type Read = Result<Arc<Skeleton>, Unknown>;

pub fn entry() -> Entry {
    Entry {
        name: "spe",
        argument: Some("PATH"),
        has_command: false,
        check,
        open: |source, config: &Config| Ok(Box::new(Spe::new(source, config)?)),
    }
}

fn check(source: &SourceConfig, _: &Config) -> Result<(), WrongSource> {
    let zero = |key: &'static str| Err(WrongSource::new(key, Wrong::new(format!("`{key}` must be more than 0"))));
    match (source.limit, source.batch) {
        (Some(0), _) => zero("limit"),
        (_, Some(0)) => zero("batch"),
        _ => Ok(()),
    }
}

impl Spe {
    pub fn new(config: &SourceConfig, all: &Config) -> Result<Spe, Error> {
        let wrong = |message: String| Error::from(Wrong::new(format!("the source `{}`: {message}", config.name)));
        let mut programs = programs(config, Path::new(config.argument().unwrap_or_default()))?;
        let clang = cpp::reader();
        if clang.is_none() {
            programs.retain(|(language, _)| *language == Language::C);
        }
        if programs.is_empty() {
            return Err(wrong("C++ is read by clang++, which is not on this machine; install it".to_string()));
        }
        Ok(Spe {
            name: config.name.clone(),
            programs,
            flags: words::split(&config.flags).map_err(|error| wrong(error.to_string()))?,
            limit: config.limit.unwrap_or(LIMIT),
            batch: config.batch.unwrap_or(BATCH).into(),
            seed: config.seed.unwrap_or(0),
            defined_only: config.defined_only.unwrap_or(false),
            clang,
            looks_at_outputs: all.oracles.iter().any(|oracle| oracle.looks_at_outputs()),
            known: Mutex::default(),
        })
    }

    /// The numbers of the programs of a language.
    fn of(&self, language: Language) -> Vec<usize> {
        (0..self.programs.len()).filter(|&at| self.programs[at].0 == language).collect()
    }

    fn turn(&self, bench: &mut Bench, wanted: &Wanted) -> Result<Turn, NoCase> {
        let files = self.of(wanted.language);
        if files.is_empty() {
            return Err(NoCase::new(&self.name, format_args!("makes no {}", wanted.language)));
        }
        let count = |&at: &usize| Ok(self.known(bench, (at, wanted.target))?.blocks);
        let turn = turn(files.len(), wanted.class_ordinal, || files.iter().map(count).collect::<Result<_, _>>())?;
        Ok(Turn { file: files[turn.file], ..turn })
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<Key, Known>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A program as it was read before, or else is now.
    fn known(&self, bench: &mut Bench, key: Key) -> Result<Known, NoCase> {
        if let Some(known) = self.lock().get(&key) {
            return Ok(known.clone());
        }
        let read = self.read(bench, key)?;
        let blocks = read.as_ref().map_or(0, |skeleton| skeleton.count(self.limit).div_ceil(self.together(skeleton)));
        let mut all = self.lock();
        let is_kept = read.is_err() || all.len() < KEPT;
        all.insert(key, Known { blocks, skeleton: is_kept.then(|| read.clone()) });
        Ok(Known { blocks, skeleton: Some(read) })
    }

    /// How many variants are one case.
    fn together(&self, skeleton: &Skeleton) -> u64 {
        match skeleton.together {
            Some(Together::C(_)) => self.batch,
            Some(Together::Cpp(_)) => self.batch.min(CPP_BATCH),
            None => 1,
        }
    }

    fn read(&self, bench: &mut Bench, (at, target): Key) -> Result<Read, NoCase> {
        let (case, name) = self.original(at, target)?;
        if let Some(word) = reference::asks_who(&case.files) {
            return Ok(Err(Unknown::Unsupported(format!("what it means depends on {word}"))));
        }
        bench.lay_out(&case).map_err(|error| NoCase::new(&self.name, format_args!("cannot be laid out: {error}")))?;
        if case.language == Language::Cpp {
            let clang = self.clang.as_deref().unwrap_or("clang++");
            let read = cpp::read(bench, clang, &case, &name).and_then(Skeleton::of_cpp);
            return Ok(read.map(|skeleton| Arc::new(self.with_namespaces(bench, clang, &case, skeleton))));
        }
        let text = match bench.preprocess(&case, &name) {
            Ok(text) => text,
            Err(message) => return Ok(Err(Unknown::Rejected(message))),
        };
        let read = on_large_stack(bench, || Skeleton::new(&name, text, target.target()));
        Ok(read.unwrap_or_else(|why| Err(Unknown::Unsupported(why))).map(Arc::new))
    }

    /// Finds out whether variants of a C++ file that are only compiled can stand in one unit.
    fn with_namespaces(&self, bench: &mut Bench, clang: &str, case: &Case, mut skeleton: Skeleton) -> Skeleton {
        let text = skeleton.template.text(0, &skeleton.original);
        let is_worth_it = !self.looks_at_outputs && self.batch > 1 && skeleton.count(2) > 1;
        skeleton.together = Namespaces::new(&text).filter(|_| is_worth_it).and_then(|namespaces| {
            let copies = namespaces.text(&skeleton.template, &[&skeleton.original, &skeleton.original]);
            cpp::accepts(bench, clang, case, copies).then_some(Together::Cpp(namespaces))
        });
        skeleton
    }

    /// The program itself, and the name of its unit.
    fn original(&self, at: usize, target: TargetName) -> Result<(Case, String), NoCase> {
        let (language, path) = &self.programs[at];
        let files = with_headers(path).map_err(|error| {
            NoCase::failure(&self.name, "a file cannot be read", &format!("{}: {error}", path.display()))
        })?;
        let name = files[0].name.clone();
        let has_standard = self.flags.iter().any(|flag| flag.starts_with("-std="));
        let own = match language {
            Language::Cpp => directives::options(&files[0].text),
            // What Gadfly reads. Compilers with a newer default refuse old functions.
            Language::C => (!has_standard).then(|| "-std=gnu17".to_string()).into_iter().collect(),
        };
        let case = Case {
            source: self.name.clone(),
            index: 0,
            recipe: path.display().to_string(),
            language: *language,
            target,
            units: vec![name.clone()],
            files,
            driver: None,
            flags: own.into_iter().chain(self.flags.iter().cloned()).collect(),
            expected: None,
        };
        Ok((case, name))
    }

    fn block(&self, bench: &mut Bench, wanted: &Wanted, turn: Turn, skeleton: Arc<Skeleton>) -> Result<Block, NoCase> {
        let take = self.together(&skeleton);
        let order = Order { limit: self.limit, seed: self.seed, pass: turn.pass };
        let judge = || skeleton.judged(skeleton.variants(order, turn.block * take, take));
        let members = on_large_stack(bench, judge).map_err(|why| NoCase::new(&self.name, why))?;
        let is_wanted = |member: &Member| !self.defined_only || member.expected.is_some();
        let members: Vec<_> = members.into_iter().filter(|member| is_wanted(member)).collect();
        if members.is_empty() {
            return Err(NoCase::new(&self.name, "no variant is defined"));
        }
        let (case, name) = self.original(turn.file, wanted.target)?;
        // C is preprocessed. C++ is the user's text, which needs its headers.
        let headers = match case.language {
            Language::C => Vec::new(),
            Language::Cpp => case.files[1..].to_vec(),
        };
        let case = Case { index: wanted.index, files: headers, units: vec![name], ..case };
        let mut block = Block { skeleton, members, case, command: self.command(turn.file) };
        if wanted.language == Language::Cpp {
            self.guard(bench, &mut block);
        }
        Ok(block)
    }

    /// Finds out which variants may be run although their output is not known.
    fn guard(&self, bench: &mut Bench, block: &mut Block) {
        let Some(compiler) = cpp::guard().filter(|_| self.looks_at_outputs) else { return };
        for at in 0..block.members.len() {
            block.members[at].may_run = true;
            let case = block.part(at..at + 1);
            let has_main = case.files[0].text.contains("main");
            block.members[at].may_run = has_main && cpp::is_defined(bench, &compiler, &case);
        }
    }

    /// What makes the variants of a program again.
    fn command(&self, at: usize) -> String {
        let path = self.programs[at].1.display().to_string();
        let flags = self.flags.iter().filter(|flag| ["-I", "-D", "-U"].iter().any(|start| flag.starts_with(start)));
        let words: Vec<String> =
            ["gadfly".to_string(), "enumerate".to_string(), path].into_iter().chain(flags.cloned()).collect();
        shell(&words)
    }
}

impl Source for Spe {
    fn name(&self) -> &str {
        &self.name
    }

    fn makes(&self, language: Language) -> bool {
        self.programs.iter().any(|(other, _)| *other == language)
    }

    fn family(&self, bench: &mut Bench, wanted: &Wanted) -> Result<Family, NoCase> {
        let turn = self.turn(bench, wanted)?;
        let key = (turn.file, wanted.target);
        let read = match self.known(bench, key)?.skeleton {
            Some(read) => read,
            None => self.read(bench, key)?,
        };
        let skeleton = read.map_err(|unknown| NoCase::new(&self.name, unknown))?;
        Ok(self.block(bench, wanted, turn, skeleton)?.family())
    }
}
