//! Looks ahead: what the passes will ask if nothing they try succeeds, which is the rule near the end. It is work for
//! a judge that would have places free otherwise.

use super::document::{Document, Edit};
use super::passes::{self, Pass};
use crate::Unit;

/// Walks over all passes, from one of them round to itself, with everything they would try on one text.
pub struct Scout {
    passes: Vec<&'static Pass>,
    document: Document,
    /// Passes begun, counted from the first one; after as many as there are, it is over.
    begun: usize,
    first: usize,
    step: usize,
    edits: Vec<Edit>,
    /// Edits that are tried at once, and the first of them.
    size: usize,
    at: usize,
}

impl Scout {
    /// Nowhere to go for a pass that is not of the list: it comes last.
    pub fn new(units: &[Unit], pass: &str, modelled: bool) -> Option<Scout> {
        let passes: Vec<&Pass> = passes::of(modelled).collect();
        let first = passes.iter().position(|known| known.name == pass)?;
        let document = Document::new(units.to_vec());
        let mut scout = Scout { passes, document, begun: 0, first, step: 0, edits: Vec::new(), size: 1, at: 0 };
        scout.load(0);
        Some(scout)
    }

    /// The texts of the next candidate.
    pub fn next(&mut self) -> Option<Vec<Unit>> {
        while self.at >= self.edits.len() {
            if self.begun >= self.passes.len() {
                return None;
            }
            self.advance();
        }
        let end = (self.at + self.size).min(self.edits.len());
        let files = self.document.after(&self.edits[self.at..end]);
        self.at = end;
        Some(files)
    }

    /// To smaller sets, then to the next step, then to the next pass.
    fn advance(&mut self) {
        if self.size > 1 && !self.edits.is_empty() {
            self.size = self.size.div_ceil(2);
            self.at = 0;
            return;
        }
        if !self.load(self.step + 1) {
            self.begun += 1;
            self.load(0);
        }
    }

    /// The edits of a step of the pass at hand; says whether there is such a step.
    fn load(&mut self, step: usize) -> bool {
        let pass = self.passes[(self.first + self.begun) % self.passes.len()];
        let edits = (pass.edits)(&self.document, step);
        let exists = edits.is_some();
        self.edits = edits.unwrap_or_default();
        self.size = pass.start.min(self.edits.len()).max(1);
        (self.step, self.at) = (step, 0);
        exists
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_scout_comes_to_an_end_and_starts_with_the_pass_at_hand() {
        let units = vec![Unit { name: "a.c".into(), text: "int a;\nint main(void) { return a + 2; }\n".into() }];
        let mut scout = Scout::new(&units, "tokens", false).expect("a pass of the list");
        let first = scout.next().expect("there are tokens to remove");
        let fewer = |files: &[Unit]| files[0].text.len() < units[0].text.len();
        assert!(fewer(&first));
        let rest = std::iter::from_fn(|| scout.next()).count();
        assert!((10..10_000).contains(&rest), "{rest}");
        assert!(Scout::new(&units, "rename", false).is_none());
    }
}
