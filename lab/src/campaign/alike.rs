//! Crashes and refusals of which there are enough: the next ones are counted, neither confirmed nor written down.

use crate::compiler::Compiler;
use crate::finding::Finding;
use crate::oracle::{Kind, Verdict};
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
    pub fn new(limit: u32, findings: &[Finding], compilers: &[Compiler]) -> Alike {
        let mut alike = Alike { limit: limit as usize, kept: BTreeMap::new() };
        let is_current = |finding: &&Finding| {
            let Compiler { name, version, .. } = &finding.compiler;
            compilers.iter().any(|compiler| compiler.name == *name && compiler.version == *version)
        };
        findings.iter().filter(is_current).for_each(|finding| alike.add(finding));
        alike
    }

    /// What did not show every time says less than what did, so it takes the place of none.
    pub fn add(&mut self, finding: &Finding) {
        let key = key(&finding.compiler.name, finding.kind, &finding.signature).filter(|_| !finding.is_flaky());
        if let Some(key) = key {
            self.kept.entry(key).or_default().insert(finding.id.clone());
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
