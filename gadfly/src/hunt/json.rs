//! The hunt for scripts: one object per event, each on a line of its own, with the schema's version.

use super::End;
use super::resume;
use super::setup::Setup;
use super::tally::Tally;
use super::view::{Out, View};
use lab::campaign::{Event, Inconclusive};
use lab::compiler::Compiler;
use lab::finding::{Finding, SCHEMA};
use serde_json::{Map, Value, json};
use std::time::Duration;

#[derive(Default)]
pub struct Json {
    out: Out,
}

impl Json {
    fn say(&mut self, event: &str, fields: Value) {
        let mut object = Map::new();
        object.insert("schema".to_string(), SCHEMA.into());
        object.insert("event".to_string(), event.into());
        if let Value::Object(fields) = fields {
            object.extend(fields);
        }
        self.out.data(&Value::Object(object).to_string());
    }
}

impl View for Json {
    fn begin(&mut self, setup: &Setup) {
        self.say("begin", begin(setup));
    }

    fn event(&mut self, event: &Event, _: &Tally) {
        match event {
            Event::Program { index, source, totals, .. } => self.say(
                "program",
                json!({ "index": index, "source": source, "builds": totals.builds, "inconclusive": totals.inconclusive,
                    "findings": totals.findings, "flaky": totals.flaky, "repeats": totals.repeats }),
            ),
            Event::Finding(finding) => self.say("finding", brief(finding, None)),
            Event::Known { finding, from } => self.say("finding", brief(finding, Some(from))),
            Event::Inconclusive(Inconclusive { reason, words, is_lost, is_failure }) => self.say(
                "inconclusive",
                json!({ "reason": reason, "words": words, "no_program": is_lost, "failure": is_failure }),
            ),
            Event::Paused { message } => self.say("paused", json!({ "message": message })),
            Event::Reducing { findings } => self.say("reducing", json!({ "findings": findings })),
            Event::Reduced { id, lines } => self.say("reduced", json!({ "id": id, "lines": lines })),
            Event::Triaged { id, fingerprint, known } => {
                self.say("triaged", json!({ "id": id, "fingerprint": fingerprint, "known": known }));
            }
            Event::Resumed => self.say("resumed", json!({})),
            Event::Failed { message } => self.say("failed", json!({ "message": message })),
        }
    }

    fn draining(&mut self) {
        self.say("draining", json!({}));
    }

    fn end(&mut self, setup: &Setup, tally: &Tally, end: &End) {
        self.say("summary", summary(setup, tally, end));
    }

    fn is_closed(&self) -> bool {
        self.out.is_closed()
    }
}

fn begin(setup: &Setup) -> Value {
    let campaign = &setup.campaign;
    let cost = |compiler: &Compiler| Some((compiler.name.clone(), campaign.config.cost(&compiler.name)?.into()));
    let costs: Map<String, Value> = campaign.compilers.iter().filter_map(cost).collect();
    json!({
        "gadfly": env!("CARGO_PKG_VERSION"),
        "seed": campaign.seed,
        "store": setup.directory,
        "config": setup.config_file,
        "jobs": setup.jobs,
        "sandbox": setup.tier.to_string(),
        "compilers": campaign.compilers,
        "costs": costs,
        "broken": setup.broken,
        "changed": setup.changed(),
        "sources": campaign.config.sources.iter().map(|source| &source.name).collect::<Vec<_>>(),
        "oracles": campaign.config.oracles,
        "resumed_after": setup.resumed.as_ref().map_or(0, |resumed| resumed.totals.programs),
    })
}

/// What a list needs; `gadfly show ID --json` has the rest.
fn brief(finding: &Finding, known: Option<&String>) -> Value {
    json!({
        "id": finding.id,
        "kind": finding.kind,
        "oracle": finding.oracle,
        "state": finding.state,
        "compiler": finding.compiler.name,
        "builds": finding.builds,
        "signature": finding.signature,
        "message": finding.message,
        "index": finding.index,
        "source": finding.source,
        "recipe": finding.recipe,
        "known": known,
    })
}

fn summary(setup: &Setup, tally: &Tally, end: &End) -> Value {
    let totals = &tally.totals;
    let kinds: Map<String, Value> = tally.kinds.iter().map(|(kind, count)| (word(kind), (*count).into())).collect();
    let oracles: Map<String, Value> = tally.oracles.iter().map(|(oracle, n)| (word(oracle), (*n).into())).collect();
    let sources: Map<String, Value> = tally
        .sources
        .iter()
        .map(|(name, of)| (name.clone(), json!({ "programs": of.programs, "findings": of.findings })))
        .collect();
    let reasons: Map<String, Value> =
        tally.inconclusive.iter().map(|(reason, of)| (reason.clone(), of.count.into())).collect();
    let failures = tally.inconclusive.iter().filter(|(_, of)| of.is_failure);
    let failures: Vec<Value> =
        failures.map(|(reason, of)| json!({ "reason": reason, "count": of.count, "words": of.words })).collect();
    json!({
        "ended": match end {
            End::Budget => "budget",
            End::Signal => "signal",
            End::Output => "output",
            End::Failed(..) => "failed",
        },
        "seed": setup.campaign.seed,
        "store": setup.directory,
        "programs": totals.programs,
        "builds": totals.builds,
        "inconclusive": totals.inconclusive,
        "lost": tally.lost,
        "reasons": reasons,
        "failures": failures,
        "findings": tally.findings,
        "known": tally.known(),
        "waiting": tally.waiting,
        "flaky": tally.flaky,
        "repeats": totals.repeats,
        "kinds": kinds,
        "oracles": oracles,
        "sources": sources,
        "elapsed_ms": ms(tally.elapsed()),
        "cpu_ms": {
            "generate": ms(tally.cpu.generate), "compile": ms(tally.cpu.compile), "run": ms(tally.cpu.run),
            "gadfly": ms(tally.cpu.own),
        },
        "resume": resume::command(setup.campaign.seed, &setup.directory),
    })
}

fn ms(duration: Duration) -> u64 {
    duration.as_millis() as u64
}

/// A unit variant as it is written in JSON.
pub fn word(value: &impl serde::Serialize) -> String {
    match serde_json::to_value(value) {
        Ok(Value::String(word)) => word,
        other => unreachable!("a unit variant is a string, not {other:?}"),
    }
}
