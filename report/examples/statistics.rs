//! Reads one question as JSON on each line and prints the answer as JSON: for `bench/statistics`, which asks other
//! implementations the same.

use report::statistics::survival::Time;
use report::statistics::{bootstrap, holm, mean, rank, regression, species, survival};
use serde::Serialize;
use serde_json::{Value, json};
use std::io::BufRead;

fn main() {
    for line in std::io::stdin().lock().lines() {
        let question: Value = serde_json::from_str(&line.expect("standard input is text")).expect("a line is JSON");
        println!("{}", answer(&question));
    }
}

fn answer(question: &Value) -> Value {
    match question["test"].as_str().expect("a question names its test") {
        "mann-whitney" => {
            let (first, second) = (numbers(&question["first"]), numbers(&question["second"]));
            json!({ "test": rank::mann_whitney(&first, &second), "a12": rank::a12(&first, &second) })
        }
        "holm" => json(holm::adjust(&numbers(&question["p"]))),
        "bootstrap" => {
            let mut rng = source::Rng::new(question["seed"].as_u64().unwrap_or(1));
            let values = numbers(&question["values"]);
            json(bootstrap::interval(&values, 0.95, &mut rng, |them| mean(them).unwrap_or_default()))
        }
        "kaplan-meier" => json(survival::kaplan_meier(&times(&question["trials"]))),
        "log-rank" => {
            let arms: Vec<Vec<Time>> = list(&question["arms"]).iter().map(times).collect();
            let arms: Vec<&[Time]> = arms.iter().map(Vec::as_slice).collect();
            json(survival::log_rank(&arms))
        }
        "chao" => {
            let counts: Vec<u64> = list(&question["counts"]).iter().filter_map(Value::as_u64).collect();
            json(species::chao(&counts, question["samples"].as_u64().unwrap_or_default()))
        }
        "regression" => {
            let rows: Vec<Vec<f64>> = list(&question["rows"]).iter().map(numbers).collect();
            json(regression::fit(&rows, &numbers(&question["outcomes"])))
        }
        other => panic!("there is no test {other}"),
    }
}

fn json(value: impl Serialize) -> Value {
    serde_json::to_value(value).expect("numbers are JSON")
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

fn numbers(value: &Value) -> Vec<f64> {
    list(value).iter().filter_map(Value::as_f64).collect()
}

fn times(value: &Value) -> Vec<Time> {
    let time = |pair: &Value| Time { at: pair[0].as_f64().unwrap_or_default(), found: pair[1] == true };
    list(value).iter().map(time).collect()
}
