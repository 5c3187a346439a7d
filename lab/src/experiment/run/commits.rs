//! Names bugs of a compiler with a history by the commits that corrected them.

use super::super::identity::PENDING;
use super::super::plan::Tested;
use super::{Error, Progress, Run};
use crate::history::{Bisection, Builds, Change, Ends, Probing, Repository, Subject, bisect, builds};
use crate::observe::Bench;
use crate::store::Store;
use report::comparison::Comparison;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::thread;
use std::time::Duration;

/// Bytes of builds that are kept for one compiler.
const BUILD_BYTES: u64 = 20_000_000_000;

/// Of a build.
const BUILD_TIMEOUT: Duration = Duration::from_secs(3600);

fn settings() -> builds::Settings {
    let jobs_of_each = thread::available_parallelism().map_or(1, usize::from);
    builds::Settings { jobs: 1, jobs_of_each, timeout: BUILD_TIMEOUT, most_bytes: BUILD_BYTES }
}

/// Asks the histories of all compilers that have one. Whether it came to its end; what was built and asked is kept.
pub fn name(
    run: &Run,
    store: &dyn Store,
    comparison: &mut Comparison,
    bench: &mut Bench,
    tell: &(dyn Fn(Progress) + Sync),
) -> Result<bool, Error> {
    for (number, tested) in run.plan.compilers.iter().enumerate() {
        let (Some(repo), Some(script)) = (&tested.repo, &tested.build) else { continue };
        let ids = of_compiler(comparison, number);
        let Some(names) = names(run, store, (tested, repo, script), &ids, bench, tell)? else { return Ok(false) };
        let trials = comparison.trials.iter_mut().filter(|trial| trial.compiler == number);
        for find in trials.flat_map(|trial| &mut trial.finds) {
            let Some(id) = find.bug.strip_prefix(PENDING) else { continue };
            find.bug = names.get(id).cloned().unwrap_or_default();
        }
    }
    Ok(true)
}

fn of_compiler(comparison: &Comparison, compiler: usize) -> BTreeSet<String> {
    let finds = comparison.trials.iter().filter(|trial| trial.compiler == compiler).flat_map(|trial| &trial.finds);
    let ids = finds.filter_map(|find| find.bug.strip_prefix(PENDING));
    ids.filter(|id| !id.is_empty()).map(str::to_string).collect()
}

/// None if it was stopped. Findings for which no commit can be named have no name.
fn names(
    run: &Run,
    store: &dyn Store,
    (tested, repo, script): (&Tested, &Path, &Path),
    ids: &BTreeSet<String>,
    bench: &mut Bench,
    tell: &(dyn Fn(Progress) + Sync),
) -> Result<Option<BTreeMap<String, String>>, Error> {
    let wrong = |error: &dyn std::fmt::Display| Error::History(format!("the compiler `{}`: {error}", tested.name));
    let repository = Repository::open(repo).map_err(|error| wrong(&error))?;
    let bad = tested.revision.as_deref().map(|revision| repository.resolve(revision)).transpose();
    let bad = bad.map_err(|error| wrong(&error))?;
    let history = repository.history(bad.as_slice()).map_err(|error| wrong(&error))?;
    let ends = Ends { head: repository.head(&history), bad: bad.and_then(|id| history.find(&id)), good: None };
    let cache = run.directory.join("builds");
    let is_stopped = || run.stop.is_set();
    let builds = Builds::new(&repository, script, &cache, settings(), &bench.sandbox, &is_stopped);
    let builds = builds.map_err(|error| wrong(&error))?;
    let mut names = BTreeMap::new();
    for (done, id) in ids.iter().enumerate() {
        tell(Progress::Naming { done, all: ids.len() });
        let record = store.get(id)?;
        let (case, finding) = (record.subject(), record.fewest());
        let subject = Subject {
            id,
            case: &case,
            kind: finding.kind,
            signature: &finding.signature,
            compiler: &finding.compiler,
            flags: finding.flags(),
        };
        let mut probing = Probing::new(&history, &builds, bench, &subject, Change::Corrected, (done, &|_| {}));
        match bisect(&mut probing, &ends) {
            Ok(Bisection::Commit { commit }) => {
                let name = format!("{}: {} {}", tested.name, &commit.id[..10.min(commit.id.len())], commit.subject);
                names.insert(id.clone(), name);
            }
            Ok(_) => {}
            Err(builds::Error::Stopped) => return Ok(None),
            Err(error) => return Err(wrong(&error)),
        }
    }
    Ok(Some(names))
}
