//! What the demonstration says.

use lab::Record;
use lab::campaign::Summary;
use lab::compiler::Compiler;
use lab::finding::{Finding, word};
use lab::printable::printable;
use lab::record::account::Account;
use lab::record::report;
use std::io::Write;
use std::path::Path;
use std::time::Duration;

/// More than that of a report is in its file.
const REPORT_LINES: usize = 50;

/// On standard output at once; a reader who has gone away has seen enough.
pub fn say(text: &str) {
    let mut stdout = std::io::stdout().lock();
    let _ = writeln!(stdout, "{}", printable(text)).and_then(|()| stdout.flush());
}

pub fn introduction(compiler: &Compiler, bugs: &[(&str, String)]) -> String {
    let mut text = format!("The compiler is {},\nwith two bugs put in:\n", compiler.version.text);
    for (name, about) in bugs {
        text += &format!("  {name:12} {about}\n");
    }
    text + "\nHunting it with generated programs whose output is known …"
}

/// `  1.3 s  1f2e3d4c5b6a  wrong-code  broken-cc -O2  prints 3 instead of 4`.
pub fn line(after: Duration, finding: &Finding) -> String {
    let build = format!("{} {}", finding.compiler.name, finding.flags().join(" "));
    let kind = word(&finding.kind);
    format!("{:6.1} s  {}  {kind:10}  {build}  {}", after.as_secs_f64(), finding.id, finding.message)
}

pub fn account(summary: &Summary, findings: &[Finding]) -> String {
    let (programs, builds) = (summary.totals.programs, summary.totals.builds);
    let seconds = summary.wall.as_secs_f64();
    let found = findings.len();
    format!("\n{programs} programs, compiled {builds} times in {seconds:.1} s: {found} findings, each confirmed.")
}

pub fn reduction(took: Duration, finding: &Finding, lines: usize) -> String {
    format!("Reduced {}, {}, to {lines} lines in {:.1} s.", finding.id, word(&finding.kind), took.as_secs_f64())
}

pub fn classification(took: Duration, finding: &Finding, fingerprint: &str) -> String {
    format!("Classified {} in {:.1} s: {fingerprint}", finding.id, took.as_secs_f64())
}

/// The report of a finding, or its beginning.
pub fn report(record: &Record) -> String {
    let report = report::report(&Account::new(record), &record.case);
    let lines: Vec<&str> = report.lines().collect();
    let shown = lines.iter().take(REPORT_LINES).map(|line| format!("  | {line}\n")).collect::<String>();
    let rest = lines.len().saturating_sub(REPORT_LINES);
    let more = if rest == 0 { String::new() } else { format!("  | … and {rest} lines more\n") };
    format!("\nA report, as one would file it:\n\n{shown}{more}")
}

pub fn directions(store: Option<&Path>, findings: &[Finding]) -> String {
    let mut lines = vec!["To go on:".to_string()];
    match (store, findings.first()) {
        (Some(store), Some(finding)) => {
            let store = store.display();
            lines.push(format!("  gadfly findings --store {store}"));
            lines.push(format!("  gadfly show {} --store {store}", finding.id));
            lines.push(format!("  gadfly repro {} --store {store}", finding.id));
        }
        _ => {
            lines.push("  gadfly demo --store demo    keeps the findings, each with files to reproduce it".to_string())
        }
    }
    lines.push("  gadfly hunt --for 60s       hunts the compilers of this machine, as they are".to_string());
    lines.join("\n")
}
