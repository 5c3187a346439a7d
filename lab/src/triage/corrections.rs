//! What people said about which findings are of one bug.

use serde::{Deserialize, Serialize};

/// What wins over what clustering makes of fingerprints. The store keeps one for all its findings.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Corrections {
    /// Findings that are bugs of their own, whatever they look like.
    pub split: Vec<String>,
    /// Findings that are of one bug, whatever they look like.
    pub merged: Vec<[String; 2]>,
}

fn is_of(pair: &[String; 2], one: &str, other: &str) -> bool {
    let [first, second] = pair;
    (first == one && second == other) || (first == other && second == one)
}

impl Corrections {
    /// Whether nobody said anything.
    pub fn is_empty(&self) -> bool {
        self.split.is_empty() && self.merged.is_empty()
    }

    /// Those that name this finding.
    pub fn of(&self, id: &str) -> Corrections {
        let split = self.split.iter().filter(|other| *other == id).cloned().collect();
        let merged = self.merged.iter().filter(|pair| pair.iter().any(|one| one == id)).cloned().collect();
        Corrections { split, merged }
    }

    /// Adds what another says and this one does not.
    pub fn extend(&mut self, other: &Corrections) {
        let new = |id: &&String| !self.split.contains(id);
        let split: Vec<String> = other.split.iter().filter(new).cloned().collect();
        self.split.extend(split);
        self.split.sort();
        other.merged.iter().for_each(|[one, other]| self.merge(one, other));
    }

    /// The finding is a bug of its own. What was merged with it stays together, also with the findings that look like
    /// it, of which `alike` is one.
    pub fn split(&mut self, id: &str, alike: Option<&str>) {
        let (its, others): (Vec<_>, Vec<_>) = self.merged.drain(..).partition(|pair| pair.iter().any(|one| one == id));
        self.merged = others;
        let partners = its.into_iter().flatten().filter(|partner| partner != id);
        let left: Vec<String> = alike.map(str::to_string).into_iter().chain(partners).collect();
        left.windows(2).for_each(|pair| self.merge(&pair[0], &pair[1]));
        if !self.split.iter().any(|other| other == id) {
            self.split.push(id.to_string());
            self.split.sort();
        }
    }

    /// The bugs of the two findings are one.
    pub fn merge(&mut self, one: &str, other: &str) {
        let pair = [one.to_string(), other.to_string()];
        if one != other && !self.is_merged(one, other) {
            self.merged.push(pair);
        }
    }

    /// Takes `merge` back; whether there was anything to take back.
    pub fn unmerge(&mut self, one: &str, other: &str) -> bool {
        let was_merged = self.is_merged(one, other);
        self.merged.retain(|pair| !is_of(pair, one, other));
        was_merged
    }

    fn is_merged(&self, one: &str, other: &str) -> bool {
        self.merged.iter().any(|pair| is_of(pair, one, other))
    }
}

#[cfg(test)]
mod tests {
    use super::Corrections;

    #[test]
    fn what_was_merged_once_is_unmerged_in_either_order() {
        let mut corrections = Corrections::default();
        corrections.merge("a", "b");
        corrections.merge("b", "a");
        assert_eq!(corrections.merged.len(), 1);
        assert!(corrections.unmerge("b", "a") && !corrections.unmerge("b", "a"));
        assert_eq!(corrections, Corrections::default());
    }

    #[test]
    fn what_was_merged_with_a_finding_that_leaves_stays_together() {
        let mut corrections = Corrections::default();
        corrections.merge("a", "b");
        corrections.merge("a", "c");
        corrections.merge("d", "e");
        corrections.split("a", Some("x"));
        assert_eq!(corrections.split, ["a"]);
        let pairs = [["d", "e"], ["x", "b"], ["b", "c"]].map(|pair| pair.map(String::from));
        assert_eq!(corrections.merged, pairs);
    }
}
