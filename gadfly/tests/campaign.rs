//! A campaign that runs out of time gives up what is under way, and the next run does it. What is lost with a sandbox is
//! done again in another one.

use lab::Bench;
use lab::campaign::{self, Budget, Campaign, Ended, Stop, Summary, Unfinished, confirm};
use lab::case::Case;
use lab::config::{CompilerConfig, Config, LimitsConfig};
use lab::detection;
use lab::oracle::{Kind, Oracle, Verdict};
use lab::sources::{Family, NoCase, Source, Wanted, Weighted};
use lab::store::{self, Store};
use lab::triage::Known;
use sandbox::{Helper, Sandbox, Tier};
use source::emit::File;
use std::process::Command;
use std::sync::{Arc, mpsc};
use std::time::{Duration, Instant};
use tempfile::TempDir;

fn bench() -> Bench {
    let helper = Helper { program: env!("CARGO_BIN_EXE_gadfly").into(), args: vec!["__sandbox".into()] };
    Bench::new(Sandbox::new(&helper, None, Tier::Namespaces).unwrap(), LimitsConfig::default())
}

fn case(wanted: &Wanted) -> Case {
    let text = "int main(void) { return 0; }\n".to_string();
    Case {
        source: "slow".to_string(),
        index: wanted.index,
        recipe: wanted.index.to_string(),
        language: wanted.language,
        target: wanted.target,
        files: vec![File { name: "test.c".to_string(), text }],
        units: vec!["test.c".to_string()],
        driver: None,
        flags: Vec::new(),
        expected: None,
    }
}

/// Takes for its second program all the time there is.
struct Slow(Arc<Stop>);

impl Source for Slow {
    fn name(&self) -> &str {
        "slow"
    }

    fn family(&self, _: &mut Bench, wanted: &Wanted) -> Result<Family, NoCase> {
        if wanted.index == 1 {
            self.0.end_at(Instant::now());
        }
        Ok(case(wanted).into())
    }
}

fn hunt(store: &dyn Store, source_stop: Arc<Stop>, stop: &Stop, tests: u64) -> Summary {
    let mut bench = bench();
    let compilers = vec![detection::identify(&mut bench, &CompilerConfig::new("cc", "cc")).unwrap()];
    let sources = vec![Weighted { weight: 1, source: Box::new(Slow(source_stop)) }];
    let campaign = Campaign { seed: 1, config: Config::default(), compilers, sources, known: Known::default() };
    let budget = Budget { tests: Some(tests), time: None };
    campaign::hunt(&campaign, store, vec![bench], budget, stop, mpsc::channel().0).unwrap()
}

#[test]
fn a_program_that_is_late_is_done_by_the_next_run() {
    let directory = TempDir::with_prefix_in("campaign", env!("CARGO_TARGET_TMPDIR")).unwrap();
    let store = store::open(directory.path()).unwrap();
    let stop = Arc::new(Stop::new());
    let summary = hunt(&*store, stop.clone(), &stop, 3);
    assert_eq!((summary.totals.programs, summary.ended), (1, Ended::Stopped));
    let campaign = &store.campaigns().unwrap()[0];
    assert_eq!((campaign.totals.programs, campaign.totals.builds), (1, summary.totals.builds));
    let summary = hunt(&*store, Arc::new(Stop::new()), &Stop::new(), 2);
    assert_eq!((summary.totals.programs, summary.campaign.programs, summary.ended), (2, 3, Ended::Tests));
}

#[test]
fn a_compiler_is_identified_although_the_sandbox_is_lost() {
    let mut bench = bench();
    let helper = bench.sandbox.helper_id().unwrap().to_string();
    assert!(Command::new("kill").args(["-KILL", &helper]).status().unwrap().success());
    detection::identify(&mut bench, &CompilerConfig::new("cc", "cc")).unwrap();
    assert!(bench.lost().is_none());
}

#[test]
fn a_confirmation_that_is_late_is_given_up() {
    let mut bench = bench();
    let compilers = [detection::identify(&mut bench, &CompilerConfig::new("cc", "cc")).unwrap()];
    let wanted = Wanted::new(&compilers[0], 1);
    let verdict = Verdict {
        kind: Kind::AcceptsInvalid,
        oracle: Oracle::Acceptance,
        compiler: "cc".to_string(),
        builds: vec![vec!["-O1".to_string()]],
        reference: None,
        signature: String::new(),
        message: String::new(),
    };
    let stop = Stop::new();
    let case = case(&wanted);
    let suspect = confirm::Suspect { case: &case, seen: &[], parent: None };
    let mut confirmed = || confirm::confirm(&mut bench, suspect, &compilers, verdict.clone(), 2, &stop);
    assert!(!matches!(confirmed(), Err(Unfinished::Late)));
    stop.end_at(Instant::now().checked_sub(Duration::from_secs(1)).unwrap());
    assert!(matches!(confirmed(), Err(Unfinished::Late)));
}
