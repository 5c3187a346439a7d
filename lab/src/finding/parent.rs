//! The program that a variant was made from, as a finding keeps it: enough to compile both, and to say how they differ.

use crate::case::{Case, Expected};
use crate::observe::{Observation, Outcome};
use serde::{Deserialize, Serialize};
use similar::TextDiff;
use source::emit::File;

/// Lines that are shown around a difference.
const CONTEXT: usize = 3;

/// The parent of a finding's case.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Parent {
    /// What rebuilds it.
    pub recipe: String,
    /// All of them, texts included.
    pub files: Vec<File>,
    /// The files that are compiled by the compiler under test.
    pub units: Vec<String>,
    /// The file with `main`, if it is apart.
    pub driver: Option<String>,
    /// Flags that every compilation of it has.
    pub case_flags: Vec<String>,
    /// The interpreter's word, if it has one.
    pub expected: Option<Expected>,
    /// What the source did to it, in the source's own terms.
    pub edits: Vec<serde_json::Value>,
    /// Whether the case must do what the parent does.
    pub is_equivalent: bool,
    /// What the builds made of it.
    pub observations: Vec<Observation>,
    /// What it takes to turn it into a wrong program, if it is right itself and that was searched for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub difference: Option<Difference>,
}

/// The fewest edits between a right parent and a wrong variant.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Difference {
    /// By index. Leaving out any one of them makes the program right.
    pub edits: Vec<usize>,
    /// The parent with these edits.
    pub files: Vec<File>,
    /// Of the build that gets the parent right and this wrong.
    pub flags: Vec<String>,
}

impl Parent {
    /// No difference was searched for yet.
    pub fn new(
        parent: &Case,
        edits: &[serde_json::Value],
        is_equivalent: bool,
        observations: Vec<Observation>,
    ) -> Parent {
        Parent {
            recipe: parent.recipe.clone(),
            files: parent.files.clone(),
            units: parent.units.clone(),
            driver: parent.driver.clone(),
            case_flags: parent.flags.clone(),
            expected: parent.expected.clone(),
            edits: edits.to_vec(),
            is_equivalent,
            observations,
            difference: None,
        }
    }

    /// The parent of this case, as compilers see it.
    pub fn case(&self, variant: &Case) -> Case {
        Case {
            recipe: self.recipe.clone(),
            files: self.files.clone(),
            units: self.units.clone(),
            driver: self.driver.clone(),
            flags: self.case_flags.clone(),
            expected: self.expected.clone(),
            ..variant.clone()
        }
    }

    /// The parent against the parent with the fewest edits that make it wrong, as `diff -u` shows it.
    pub fn diff(&self) -> Option<String> {
        let difference = self.difference.as_ref()?;
        let file = |new: &File| {
            let old = self.files.iter().find(|old| old.name == new.name).map_or("", |old| old.text.as_str());
            let (right, wrong) = (format!("parent/{}", new.name), format!("difference/{}", new.name));
            let diff = TextDiff::from_lines(old, &new.text);
            diff.unified_diff().context_radius(CONTEXT).header(&right, &wrong).to_string()
        };
        Some(difference.files.iter().map(file).collect())
    }

    /// What the variant must do when this build compiles it, if that is known.
    pub fn behaviour(&self, compiler: &str, flags: &[String]) -> Option<Expected> {
        let is_build = |it: &&Observation| it.compiler == compiler && it.flags == *flags;
        match &self.observations.iter().filter(|_| self.is_equivalent).find(is_build)?.outcome {
            Outcome::Ran { exit_code, stdout } => Some(Expected { stdout: stdout.clone(), exit_code: *exit_code }),
            _ => None,
        }
    }
}
