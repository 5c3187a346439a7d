//! `--guide`: a walk through variants of variants, towards those that make a compiler do something new (Athena's idea, with the
//! Metropolis rule).

use super::shelf::Shelf;
use super::workshop::Workshop;
use super::{Args, execute, failure, named};
use crate::diagnostic::Sources;
use crate::exit::ExitCode;
use crate::input::Failure;
use crate::output::write_stdout;
use crate::verdict::Place;
use sandbox::End;
use serde_json::{Value, json};
use source::Rng;
use source::mutate::{self, Judged, Options, Parent, Text, walk};
use std::collections::BTreeSet;

/// Steps for each variant that is asked for.
const STEPS: u64 = 3;

/// What a compiler did: names of counters and remarks, and bytes of the object, which count only if there is nothing else.
struct Activity {
    events: BTreeSet<String>,
    bytes: usize,
}

/// Bytes of an object that count as much as an event.
const BYTES: f64 = 500.0;

impl Activity {
    /// How much the compiler did.
    fn score(&self) -> f64 {
        if self.events.is_empty() { self.bytes as f64 / BYTES } else { self.events.len() as f64 }
    }
}

/// A variant that the walk went on from, and that is written.
struct Step {
    directory: String,
    files: Vec<String>,
    /// The variant that it was made from; 0 is the program.
    from: usize,
    edits: Vec<Value>,
    /// Events that nothing before it had.
    new: usize,
}

pub fn run(
    args: &Args,
    compiler: &str,
    parent: Parent,
    options: &Options,
    max_depth: u32,
) -> Result<ExitCode, Failure> {
    let mut workshop = Workshop::new(&args.walls, compiler)?;
    let (stdout, exit_code) = (parent.stdout.clone(), parent.exit_code);
    let first = activity(&mut workshop, &parent.texts)?;
    let mut score = first.score();
    let mut seen = first.events;
    let rng = Rng::new(options.seed).child("guide");
    let mut chance = rng.child("chance");
    let (mut current, mut from) = (parent, 0);
    let mut shelf = Shelf::new(&args.out, &stdout)?;
    let mut steps: Vec<Step> = Vec::new();
    for number in 0..u64::from(options.variants) * STEPS {
        if steps.len() == options.variants as usize {
            break;
        }
        let seed = rng.child_n("step", number).next_u64();
        let (mut family, _) = mutate::family(&current, &Options { variants: 1, seed, kinds: options.kinds.clone() });
        let Some(judged) = family.pop() else { continue };
        let activity = activity(&mut workshop, &judged.texts)?;
        let next = activity.score();
        let new = activity.events.difference(&seen).count();
        seen.extend(activity.events);
        if new == 0 && !walk::accepts(&mut chance, score, next) {
            continue;
        }
        let edits = edits(&current, &judged);
        let Some(grown) = parent_of(&current, &judged, max_depth) else { continue };
        let files = named(&judged.texts);
        let directory = shelf.put(&files)?;
        let files = files.into_iter().map(|(name, _)| name).collect();
        steps.push(Step { directory, files, from, edits, new });
        (current, from, score) = (grown, steps.len(), next);
    }
    Ok(show(args, exit_code, &stdout, &steps))
}

fn edits(current: &Parent, judged: &Judged) -> Vec<Value> {
    let mut sources = Sources::new(&current.program.source);
    let edit = |edit: &mutate::Edit| {
        let Place { file, line, column } = Place::new(&mut sources, edit.loc);
        json!({ "kind": edit.kind.name(), "what": edit.what, "file": file, "line": line, "column": column })
    };
    judged.variant.edits.iter().map(edit).collect()
}

/// The variant as a parent, if it is not too slow by now.
fn parent_of(current: &Parent, judged: &Judged, max_depth: u32) -> Option<Parent> {
    let program = current.parsed(&judged.texts).ok()?;
    let mut grown = Parent::new(program, current.options().clone(), max_depth, execute).ok()?;
    grown.texts.clone_from(&judged.texts);
    Some(grown)
}

/// What the compiler does with the units.
fn activity(workshop: &mut Workshop, texts: &[Text]) -> Result<Activity, Failure> {
    let files = named(texts);
    workshop.lay_out(&files)?;
    let is_clang = workshop.compiler[0].contains("clang");
    let mut activity = Activity { events: BTreeSet::new(), bytes: 0 };
    for (name, _) in &files {
        let ask = if is_clang { "-Rpass=.*" } else { "-fdump-statistics-stats=gadfly-statistics" };
        let unit = ["-c", "-w", name, "-o", "gadfly.o", ask].map(String::from);
        let mut ran = workshop.compile(&unit);
        if ran.end != End::Exited(0) {
            // Neither GCC nor Clang: the object is all there is.
            ran = workshop.compile(&unit[..5]);
        }
        if ran.end != End::Exited(0) {
            let why = format!("`{}` does not compile `{name}`", workshop.compiler.join(" "));
            return Err(failure(ExitCode::Rejected, why));
        }
        let events = match is_clang {
            true => walk::remarks(&String::from_utf8_lossy(&ran.stderr)),
            false => walk::counters(&workshop.read("gadfly-statistics").unwrap_or_default()),
        };
        activity.events.extend(events);
        activity.bytes += workshop.read("gadfly.o").map_or(0, |object| object.len());
    }
    Ok(activity)
}

fn show(args: &Args, exit_code: i32, stdout: &[u8], steps: &[Step]) -> ExitCode {
    let mut text = String::new();
    if args.json {
        let variant = |step: &Step| {
            json!({ "directory": step.directory, "files": step.files, "from": step.from, "new_events": step.new,
                "edits": step.edits })
        };
        let variants: Vec<Value> = steps.iter().map(variant).collect();
        let stdout = String::from_utf8_lossy(stdout);
        let report = json!({ "schema": 1, "exit_code": exit_code, "stdout": stdout, "variants": variants });
        text = report.to_string() + "\n";
    } else {
        for Step { directory, from, edits, new, .. } in steps {
            let from = from.checked_sub(1).map_or("the program", |at| &steps[at].directory);
            text += &format!("{directory}: {} edits of {from}, {new} new events\n", edits.len());
        }
    }
    write_stdout(text.as_bytes(), ExitCode::Program(0))
}
