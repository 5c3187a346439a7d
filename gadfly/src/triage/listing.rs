//! Bugs as a table, or as JSON.

use crate::table;
use lab::date;
use lab::finding::{SCHEMA, word};
use lab::store::{Entry, Store};
use lab::triage::{Bug, Triage};
use serde::Serialize;

pub struct Listing<'a> {
    pub store: &'a dyn Store,
    pub findings: &'a [Entry],
    pub triages: &'a [Triage],
    pub bugs: &'a [Bug],
}

#[derive(Serialize)]
struct Document<'a> {
    schema: u32,
    store: String,
    bugs: &'a [Bug],
    findings: &'a [Triage],
}

impl Listing<'_> {
    pub fn json(&self) -> String {
        let store = self.store.path().display().to_string();
        let document = Document { schema: SCHEMA, store, bugs: self.bugs, findings: self.triages };
        serde_json::to_string_pretty(&document).expect("a listing has only string keys") + "\n"
    }

    pub fn text(&self) -> String {
        let table = if self.bugs.is_empty() { String::new() } else { self.table() + "\n" };
        let known = self.bugs.iter().filter(|bug| bug.known.is_some()).count();
        let marked = if known == 0 { String::new() } else { format!(", {known} of them known,") };
        let advice = if self.bugs.is_empty() { "" } else { "; `gadfly show BUG` shows one" };
        let bugs = counted(self.bugs.len(), "bug");
        let findings = counted(self.triages.len(), "finding");
        let missing = self.findings.len() - self.triages.len();
        let rest =
            if missing == 0 { String::new() } else { format!("Not classified: {}.\n", counted(missing, "finding")) };
        format!("{table}{bugs}{marked} in {findings}{advice}.\n{rest}")
    }

    fn table(&self) -> String {
        let header = ["BUG", "KIND", "COMPILER", "FINDINGS", "FIRST", "KNOWN", "FINGERPRINT"];
        table::table(header, self.bugs.iter().map(|bug| self.row(bug)).collect(), table::terminal())
    }

    fn row(&self, bug: &Bug) -> [String; 7] {
        let is_first = |finding: &&Entry| Some(&finding.id) == bug.findings.first();
        let first = self.findings.iter().find(is_first).map(|finding| date::utc(finding.found_at));
        let own = format!("{} | {} | ", word(&bug.kind), bug.family.name());
        [
            bug.id.clone(),
            word(&bug.kind),
            bug.compilers.join(", "),
            bug.findings.len().to_string(),
            first.unwrap_or_default(),
            bug.known.clone().unwrap_or_else(|| "-".to_string()),
            bug.fingerprint.strip_prefix(&own).unwrap_or(&bug.fingerprint).to_string(),
        ]
    }
}

fn counted(count: usize, what: &str) -> String {
    match count {
        0 => format!("No {what}s"),
        1 => format!("1 {what}"),
        _ => format!("{count} {what}s"),
    }
}
