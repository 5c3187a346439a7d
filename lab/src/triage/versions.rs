//! The installed versions of the accused compiler: which of them are wrong, and so since when.

use super::trial::Trial;
use crate::compiler::Compiler;
use serde::{Deserialize, Serialize};

/// What one installed compiler of the family makes of the program.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Tried {
    /// `Compiler::name`.
    pub compiler: String,
    /// `12.2.0`.
    pub version: String,
    /// Nothing if it could not be tried.
    pub wrong: Option<bool>,
}

/// Since when it is wrong.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Range {
    /// The newest version before that is right, if an older one is installed.
    pub last_good: Option<String>,
    /// The oldest installed version that is wrong.
    pub first_bad: String,
}

/// The family's compilers for the same language and data model, the oldest first, the accused among them.
pub fn tried(trial: &mut Trial, accused: &Compiler, flags: &[String], installed: &[Compiler]) -> Vec<Tried> {
    let mut compilers: Vec<&Compiler> = relatives(accused, installed).collect();
    compilers.push(accused);
    compilers.sort_by_key(|compiler| (&compiler.version.numbers, &compiler.name));
    let ask = |compiler: &Compiler| Tried {
        compiler: compiler.name.clone(),
        version: compiler.release(),
        wrong: trial.ask(compiler, flags).is_wrong(),
    };
    compilers.into_iter().map(ask).collect()
}

/// Other compilers that are comparable with the accused one.
pub fn relatives<'a>(accused: &'a Compiler, installed: &'a [Compiler]) -> impl Iterator<Item = &'a Compiler> {
    let is_kin = |other: &&Compiler| {
        let is_alike = (other.language, other.target) == (accused.language, accused.target);
        is_alike && other.is_relative(accused)
    };
    installed.iter().filter(is_kin).filter(|other| !accused.is_same_program(other))
}

/// The oldest version that is wrong. Where another build of that version is right, it is not the version that matters.
pub fn range(tried: &[Tried]) -> Option<Range> {
    let first = tried.iter().find(|tried| tried.wrong == Some(true))?;
    if tried.iter().any(|other| other.version == first.version && other.wrong == Some(false)) {
        return None;
    }
    let older = tried.iter().take_while(|tried| tried.version != first.version);
    let last_good = older.filter(|tried| tried.wrong == Some(false)).last().map(|tried| tried.version.clone());
    Some(Range { last_good, first_bad: first.version.clone() })
}

#[cfg(test)]
mod tests {
    use super::{Range, Tried, range};

    #[test]
    fn the_range_is_between_the_last_good_and_the_first_bad() {
        let tried = |version: &str, wrong| Tried { compiler: "gcc".into(), version: version.into(), wrong };
        let versions = [tried("10", Some(false)), tried("11", None), tried("12", Some(true)), tried("13", Some(false))];
        let expected = Range { last_good: Some("10".to_string()), first_bad: "12".to_string() };
        assert_eq!(range(&versions), Some(expected));
        assert_eq!(range(&versions[..2]), None);
    }

    #[test]
    fn a_version_that_is_right_elsewhere_is_no_regression() {
        let tried = |version: &str, wrong| Tried { compiler: "gcc".into(), version: version.into(), wrong };
        assert_eq!(range(&[tried("11", Some(false)), tried("12", Some(true)), tried("12", Some(false))]), None);
    }
}
