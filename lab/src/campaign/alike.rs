//! Crashes and refusals of which there are enough: the next ones are counted, neither confirmed nor written down.

use crate::compiler::Compiler;
use crate::finding::Finding;
use crate::oracle::{Kind, Verdict};
use crate::store::Entry;
use std::collections::{BTreeMap, BTreeSet};

/// Findings that are kept, by what makes them alike.
#[derive(Debug)]
pub struct Alike {
    /// How many of each are kept.
    limit: usize,
    kept: BTreeMap<Key, BTreeSet<String>>,
}

/// Compiler, kind and signature.
type Key = (String, Kind, String);

impl Alike {
    /// Findings of other versions of the compilers do not count: the same crash may be news of this one.
    pub fn new(limit: u32, entries: &[Entry], compilers: &[Compiler]) -> Alike {
        let mut alike = Alike { limit: limit as usize, kept: BTreeMap::new() };
        let is_current = |entry: &&Entry| {
            compilers.iter().any(|compiler| compiler.name == entry.compiler && compiler.version.text == entry.version)
        };
        for entry in entries.iter().filter(is_current).filter(|entry| !entry.is_flaky()) {
            alike.keep(key(&entry.compiler, entry.kind, &entry.signature), &entry.id);
        }
        alike
    }

    /// A flaky finding says less than a confirmed one, so it does not count towards the limit.
    pub fn add(&mut self, finding: &Finding) {
        if !finding.is_flaky() {
            self.keep(key(&finding.compiler.name, finding.kind, &finding.signature), &finding.id);
        }
    }

    fn keep(&mut self, key: Option<Key>, id: &str) {
        if let Some(key) = key {
            self.kept.entry(key).or_default().insert(id.to_string());
        }
    }

    /// Whether there are enough like it. A hunt that was killed may have kept the very finding, but not the news that its
    /// program is done.
    pub fn has_enough(&self, verdict: &Verdict, id: &str) -> bool {
        let key = key(&verdict.compiler, verdict.kind, &verdict.signature);
        let kept = key.and_then(|key| self.kept.get(&key));
        kept.is_some_and(|kept| kept.len() >= self.limit && !kept.contains(id))
    }
}

/// Without a signature nothing says that two are alike.
fn key(compiler: &str, kind: Kind, signature: &str) -> Option<Key> {
    let is_told = matches!(kind, Kind::Crash | Kind::RejectsValid) && !signature.is_empty();
    is_told.then(|| (compiler.to_string(), kind, signature.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::oracle::Oracle;

    fn verdict(compiler: &str, kind: Kind, signature: &str) -> Verdict {
        Verdict {
            kind,
            oracle: Oracle::Crash,
            compiler: compiler.to_string(),
            builds: Vec::new(),
            reference: None,
            signature: signature.to_string(),
            message: String::new(),
        }
    }

    fn alike(limit: usize, ids: &[&str]) -> Alike {
        let key = key("cc", Kind::Crash, "SIGSEGV").unwrap();
        let ids = ids.iter().map(|id| id.to_string()).collect();
        Alike { limit, kept: BTreeMap::from([(key, ids)]) }
    }

    #[test]
    fn enough_is_as_many_as_are_kept() {
        let crash = verdict("cc", Kind::Crash, "SIGSEGV");
        assert!(!alike(3, &["a", "b"]).has_enough(&crash, "c"));
        assert!(alike(2, &["a", "b"]).has_enough(&crash, "c"));
    }

    #[test]
    fn what_is_kept_is_no_repeat_of_itself() {
        assert!(!alike(2, &["a", "b"]).has_enough(&verdict("cc", Kind::Crash, "SIGSEGV"), "b"));
    }

    #[test]
    fn another_compiler_kind_or_signature_is_not_alike() {
        let full = alike(1, &["a"]);
        for other in [
            verdict("gcc", Kind::Crash, "SIGSEGV"),
            verdict("cc", Kind::RejectsValid, "SIGSEGV"),
            verdict("cc", Kind::Crash, "SIGABRT"),
        ] {
            assert!(!full.has_enough(&other, "b"), "{other:?}");
        }
    }

    #[test]
    fn wrong_code_is_never_alike() {
        assert_eq!(key("cc", Kind::WrongCode, ""), None);
        assert_eq!(key("cc", Kind::Crash, ""), None);
        assert_eq!(key("cc", Kind::Hang, "slow"), None);
    }
}
