//! Findings into bugs.
//!
//! No part of a fingerprint is both always there and always telling. A pass that a search found may only have set the
//! scene; the operation differs where one bug strikes at several; the assembly can be compared only if something close
//! is right. So two findings are of one bug if the strongest part that both have agrees, and what is weaker only
//! decides where that is missing.

mod groups;

use super::Triage;
use super::corrections::Corrections;
use super::guilt::Search;
use crate::compiler::Family;
use crate::oracle::Kind;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// Findings that have one cause, as far as one can tell.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Bug {
    /// The id of the finding that shows it: the first that is reduced, or else the first.
    pub id: String,
    /// All its findings are of this kind.
    pub kind: Kind,
    /// All accused compilers are of this family.
    pub family: Family,
    /// Names of the accused compilers, sorted.
    pub compilers: Vec<String>,
    /// What its findings have in common, on one line.
    pub fingerprint: String,
    /// In the order in which they were given.
    pub findings: Vec<String>,
    /// Where it is known from.
    pub known: Option<String>,
}

/// Clusters without any correction.
pub fn cluster(triages: &[Triage]) -> Vec<Bug> {
    cluster_with(triages, &Corrections::default())
}

/// Clusters, and then does what people said. Takes time that grows with the number of findings times the number of bugs, not
/// with its square: see `groups`.
pub fn cluster_with(triages: &[Triage], corrections: &Corrections) -> Vec<Bug> {
    let split: BTreeSet<&String> = corrections.split.iter().collect();
    let (apart, together): (Vec<&Triage>, Vec<&Triage>) =
        triages.iter().partition(|triage| split.contains(&triage.finding));
    let mut clusters = groups::groups(&together);
    clusters.extend(apart.into_iter().map(|triage| vec![triage]));
    for [one, other] in &corrections.merged {
        merge(&mut clusters, one, other);
    }
    order(triages, &mut clusters);
    clusters.iter().map(|members| bug(members)).collect()
}

/// The part of pairs that must agree: one finding whose fingerprint went astray keeps no cluster apart.
const ENOUGH: f64 = 0.5;

fn merge(clusters: &mut Vec<Vec<&Triage>>, one: &str, other: &str) {
    let find = |clusters: &[Vec<&Triage>], id: &str| {
        clusters.iter().position(|members| members.iter().any(|triage| triage.finding == id))
    };
    if let (Some(one), Some(other)) = (find(clusters, one), find(clusters, other))
        && one != other
    {
        let members = clusters.remove(one.max(other));
        clusters[one.min(other)].extend(members);
    }
}

/// As the findings were given.
fn order(triages: &[Triage], clusters: &mut [Vec<&Triage>]) {
    let places: BTreeMap<&str, usize> =
        triages.iter().enumerate().map(|(at, triage)| (triage.finding.as_str(), at)).collect();
    let place = |triage: &Triage| places.get(triage.finding.as_str()).copied();
    clusters.iter_mut().for_each(|members| members.sort_by_key(|triage| place(triage)));
    clusters.sort_by_key(|members| members.first().and_then(|triage| place(triage)));
}

fn bug(members: &[&Triage]) -> Bug {
    let first = members.iter().find(|triage| triage.reduced).unwrap_or(&members[0]);
    let compilers: BTreeSet<String> = members.iter().map(|triage| triage.compiler.clone()).collect();
    Bug {
        id: first.finding.clone(),
        kind: first.kind,
        family: first.family,
        compilers: compilers.into_iter().collect(),
        fingerprint: common(members),
        findings: members.iter().map(|triage| triage.finding.clone()).collect(),
        known: None,
    }
}

/// The fingerprint that most members have, the first of them if several do.
fn common(members: &[&Triage]) -> String {
    let texts: Vec<String> = members.iter().map(|triage| triage.fingerprint()).collect();
    let mut counts: BTreeMap<&String, usize> = BTreeMap::new();
    texts.iter().for_each(|text| *counts.entry(text).or_default() += 1);
    let most = counts.values().copied().max().unwrap_or(0);
    texts.iter().find(|text| counts[text] == most).cloned().unwrap_or_default()
}

/// Whether two findings look like one bug.
pub fn is_same(a: &Triage, b: &Triage) -> bool {
    if a.kind != b.kind || a.family != b.family {
        return false;
    }
    // Of what did not show again nothing is known that could be compared.
    let are_seen = a.shows && b.shows;
    match a.kind {
        Kind::WrongCode => are_seen && is_same_wrong_code(a, b),
        Kind::Hang => are_seen && agrees(strong_pass(a), strong_pass(b)).unwrap_or(true),
        Kind::Crash | Kind::RejectsValid | Kind::AcceptsInvalid | Kind::SelfCheck => a.signature == b.signature,
    }
}

fn is_same_wrong_code(a: &Triage, b: &Triage) -> bool {
    let pass = agrees(strong_pass(a), strong_pass(b));
    let (operation, code) = (shares_operator(a, b), shares_instruction(a, b));
    match changes(a).zip(changes(b)) {
        Some((one, other)) => {
            let mirrored = || same_blame(a, b) && overlap(&unsigned(one), &unsigned(other)) >= ENOUGH;
            overlap(one, other) >= ENOUGH || mirrored() || pass == Some(true) && operation
        }
        None => match pass {
            Some(true) => operation || code,
            Some(false) | None => operation && code,
        },
    }
}

/// The guilty pass, if nothing else is as guilty. Several that help only together take away what a bug strikes at, and
/// so may fit another bug as well.
fn strong_pass(triage: &Triage) -> Option<&[String]> {
    let is_strong = |by: Search, only: bool, names: &[String]| by == Search::Bisection || only && names.len() == 1;
    let strong = triage.guilt.iter().find(|guilt| is_strong(guilt.by, guilt.only, &guilt.names));
    strong.map(|guilt| guilt.names.as_slice())
}

/// Whether the same is to blame, strong or not.
fn same_blame(a: &Triage, b: &Triage) -> bool {
    agrees(a.blame().map(|guilt| &guilt.names), b.blame().map(|guilt| &guilt.names)) == Some(true)
}

fn agrees<T: PartialEq>(a: Option<T>, b: Option<T>) -> Option<bool> {
    a.zip(b).map(|(a, b)| a == b)
}

/// By what the wrong assembly differs from a right one.
fn changes(triage: &Triage) -> Option<&[String]> {
    let instructions = triage.instructions.as_ref()?;
    instructions.against.as_ref().map(|_| instructions.names.as_slice())
}

/// The part of the names that both have.
fn overlap(a: &[String], b: &[String]) -> f64 {
    let both = a.iter().filter(|name| b.contains(name)).count();
    both as f64 / (a.len() + b.len() - both).max(1) as f64
}

/// Instructions that one bug takes for each other differ in either direction.
fn unsigned(names: &[String]) -> Vec<String> {
    names.iter().map(|name| name.trim_start_matches(['+', '-', '~', '#']).to_string()).collect()
}

fn shares_operator(a: &Triage, b: &Triage) -> bool {
    let is_same_operation = match (&a.divergence, &b.divergence) {
        (Some(a), Some(b)) => a.operation == b.operation,
        _ => false,
    };
    is_same_operation || operators(a).zip(operators(b)).is_none_or(|(a, b)| shares(a, b))
}

/// Those of the first wrong value, or else all that may have computed it, where the program could be read.
fn operators(triage: &Triage) -> Option<&[String]> {
    let all = Some(triage.operators.as_slice()).filter(|operators| !operators.is_empty());
    triage.divergence.as_ref().map(|divergence| divergence.operators.as_slice()).or(all)
}

/// Whether the wrong assembly of the two may be wrong in the same place.
fn shares_instruction(a: &Triage, b: &Triage) -> bool {
    let (Some(one), Some(other)) = (&a.instructions, &b.instructions) else { return true };
    let (here, there) = (bare(&one.names), bare(&other.names));
    match (&one.against, &other.against) {
        (Some(against), None) => contains(&there, &here, against),
        (None, Some(against)) => contains(&here, &there, against),
        _ => overlap(&here, &there) >= ENOUGH || here.is_empty() && there.is_empty(),
    }
}

/// Whether what is known to be wrong in one is in the other. If switching something off has told what is wrong in one,
/// it would have done so in the other as well.
fn contains(whole: &[String], wrong: &[String], against: &str) -> bool {
    !against.starts_with('-') && !wrong.is_empty() && wrong.iter().all(|name| whole.contains(name))
}

/// What the wrong build has, without the signs; what it lacks it does not have.
fn bare(names: &[String]) -> Vec<String> {
    let here = names.iter().filter(|name| !name.starts_with('-'));
    here.map(|name| name.trim_start_matches(['+', '~', '#']).to_string()).collect()
}

fn shares(a: &[String], b: &[String]) -> bool {
    a.iter().any(|name| b.contains(name)) || a.is_empty() && b.is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::triage::{Divergence, Guilt, Instructions};

    /// Wrong code with an operation, instructions with what they were compared with, and an option that alone helps.
    fn wrong_code(id: &str, operation: &str, names: &[&str], against: Option<&str>, option: Option<&str>) -> Triage {
        let words = |names: &[&str]| names.iter().map(|name| name.to_string()).collect::<Vec<_>>();
        let guilt = option.map(|option| Guilt {
            by: Search::Option,
            names: words(&[option]),
            function: None,
            number: None,
            unit: None,
            only: true,
            without: words(&[option]),
            with: Vec::new(),
        });
        Triage {
            schema: super::super::SCHEMA,
            finding: id.to_string(),
            kind: Kind::WrongCode,
            family: Family::Gcc,
            compiler: "gcc".to_string(),
            signature: String::new(),
            reduced: true,
            shows: true,
            flags: words(&["-O1"]),
            levels: Vec::new(),
            guilt: guilt.into_iter().collect(),
            divergence: Some(Divergence {
                operation: format!("int {operation} int"),
                operators: words(&[operation]),
                text: String::new(),
                values: None,
                expression: String::new(),
                clause: None,
            }),
            operators: Vec::new(),
            instructions: Some(Instructions { names: words(names), against: against.map(str::to_string) }),
            versions: Vec::new(),
            range: None,
            evidence: Vec::new(),
            verbose: String::new(),
            expected: None,
            outcome: None,
            steadiness: None,
            witnesses: Vec::new(),
            base: None,
            known: None,
        }
    }

    #[track_caller]
    fn check(triages: &[Triage], expected: &[&[&str]]) {
        let found: Vec<Vec<String>> = cluster(triages).into_iter().map(|bug| bug.findings).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn a_bug_is_called_after_a_finding_that_is_reduced() {
        let long = Triage { reduced: false, ..wrong_code("a", ">>", &["-sar"], None, None) };
        let bugs = cluster(&[long.clone(), wrong_code("b", ">>", &["-sar"], None, None)]);
        assert_eq!(bugs.iter().map(|bug| bug.id.as_str()).collect::<Vec<_>>(), ["b"]);
        assert_eq!(bugs[0].findings, ["a", "b"]);
        assert_eq!(cluster(&[long])[0].id, "a");
    }

    #[test]
    fn what_did_not_show_again_is_like_nothing_else() {
        let seen = wrong_code("b", ">>", &["-sar"], None, None);
        let unseen = |id: &str| Triage {
            finding: id.to_string(),
            shows: false,
            divergence: None,
            instructions: None,
            ..seen.clone()
        };
        let other = wrong_code("d", "*", &["imul"], None, None);
        check(&[unseen("a"), seen.clone(), unseen("c"), other], &[&["a"], &["b"], &["c"], &["d"]]);
    }

    #[test]
    fn what_differs_in_the_assembly_is_stronger_than_the_operation() {
        let triages = [
            wrong_code("a", ">>", &["-sar", "+shr"], Some("gcc-11"), None),
            wrong_code("b", ">>", &["-shr", "+sar"], Some("gcc-11"), None),
            wrong_code("c", "%", &["-sar", "+shr"], Some("gcc-11"), Some("-fno-tree-ter")),
        ];
        check(&triages, &[&["a", "c"], &["b"]]);
    }

    #[test]
    fn what_is_taken_for_each_other_is_one_bug_if_the_same_is_to_blame() {
        let mut triages = [
            wrong_code("a", "+", &["-addb", "+subb"], Some("gcc-11"), Some("-fno-if-conversion")),
            wrong_code("b", "-", &["-subb", "+addb"], Some("gcc-11"), Some("-fno-if-conversion")),
            wrong_code("c", "-", &["-sbb", "+sub"], Some("gcc-11"), Some("-fno-if-conversion")),
        ];
        // Only together, so that it tells little.
        triages.iter_mut().for_each(|triage| triage.guilt[0].names.push("-fno-tree-ter".to_string()));
        check(&triages, &[&["a", "b"], &["c"]]);
    }

    #[test]
    fn a_pass_is_enough_where_the_assembly_tells_nothing() {
        let triages = [
            wrong_code("a", "+", &["add"], None, Some("-fno-tree-vrp")),
            wrong_code("b", "*", &["add", "imul"], None, Some("-fno-tree-vrp")),
            wrong_code("c", "+", &["add", "sal", "not", "sub"], None, Some("-fno-tree-pre")),
        ];
        check(&triages, &[&["a", "b"], &["c"]]);
    }

    /// By the definition, pair by pair.
    fn by_pairs(triages: &[Triage]) -> Vec<Vec<String>> {
        let agreement = |members: &[&Triage], others: &[&Triage]| {
            let agree = members.iter().flat_map(|a| others.iter().map(move |b| is_same(a, b))).filter(|same| *same);
            agree.count() as f64 / (members.len() * others.len()) as f64
        };
        let mut clusters: Vec<Vec<&Triage>> = Vec::new();
        for triage in triages {
            let agreements: Vec<f64> = clusters.iter().map(|members| agreement(members, &[triage])).collect();
            let best = agreements.iter().copied().fold(0.0, f64::max);
            match agreements.iter().position(|agreement| *agreement == best).filter(|_| best >= ENOUGH) {
                Some(at) => clusters[at].push(triage),
                None => clusters.push(vec![triage]),
            }
        }
        let mut at = 0;
        while at < clusters.len() {
            let close = |other: &usize| agreement(&clusters[at], &clusters[*other]) >= ENOUGH;
            match (at + 1..clusters.len()).find(close) {
                Some(other) => {
                    let members = clusters.remove(other);
                    clusters[at].extend(members);
                    at = 0;
                }
                None => at += 1,
            }
        }
        order(triages, &mut clusters);
        clusters.iter().map(|members| members.iter().map(|triage| triage.finding.clone()).collect()).collect()
    }

    #[test]
    fn many_findings_are_grouped_as_pair_by_pair() {
        let mut rng = source::Rng::new(7);
        let operations = ["+", "-", "*", "<<", "%"];
        let names = [&["add"][..], &["+shr", "-sar"], &["imul", "add"], &["-neg"], &[]];
        let options = [None, Some("-fno-tree-vrp"), Some("-fno-tree-pre")];
        for _ in 0..30 {
            let triages: Vec<Triage> = (0..60)
                .map(|id| {
                    let mut pick = |most: usize| (rng.next_u64() % most as u64) as usize;
                    let (operation, against) = (operations[pick(5)], [None, Some("gcc-11")][pick(2)]);
                    let mut triage =
                        wrong_code(&format!("{id:03}"), operation, names[pick(5)], against, options[pick(3)]);
                    triage.shows = pick(9) > 0;
                    if pick(5) == 0 {
                        triage.kind = [Kind::Crash, Kind::Hang][pick(2)];
                        triage.signature = ["a", "b"][pick(2)].to_string();
                    }
                    triage
                })
                .collect();
            let found: Vec<Vec<String>> = cluster(&triages).into_iter().map(|bug| bug.findings).collect();
            assert_eq!(found, by_pairs(&triages));
        }
    }

    #[test]
    fn what_an_option_tells_in_one_it_would_tell_in_the_other() {
        let triages = [
            wrong_code("a", "-", &["-neg"], Some("-fno-tree-fre"), Some("-fno-tree-fre")),
            wrong_code("b", "-", &["sub", "set-unsigned"], None, None),
        ];
        check(&triages, &[&["a"], &["b"]]);
    }
}
