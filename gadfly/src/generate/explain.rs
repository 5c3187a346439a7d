//! The parameters of the generator, for people: what there is, and what a seed has made of it.

use super::report::SCHEMA;
use serde_json::json;
use source::generate::Case;
use source::generate::parameter::{Parameter, Values};
use source::generate::strategies;
use source::recipe::Recipe;

/// What this program has sampled.
pub fn case(case: &Case, json: bool) -> String {
    if json {
        let parameters: serde_json::Map<_, _> =
            case.values.entries().map(|(parameter, value)| (parameter.name.to_string(), value.into())).collect();
        let id = case.recipe.to_string();
        let object = json!({ "schema": SCHEMA, "id": id, "recipe": case.recipe, "parameters": parameters });
        return format!("{object}\n");
    }
    let mark = |parameter: &Parameter, value: u32| match value {
        _ if is_fixed(&case.recipe, parameter) => "set",
        value if value == parameter.default => "",
        value if value < parameter.default => "less",
        _ => "more",
    };
    format!("{}\n{}", case.recipe, table(&case.values, mark))
}

/// What there is to sample.
pub fn parameters(strategy: &str, json: bool) -> String {
    let parameters = strategies::find(strategy).expect("the arguments were checked").parameters();
    let width = width(parameters);
    if json {
        let entry = |parameter: &Parameter| {
            let Parameter { name, doc, default, low, high } = parameter;
            json!({ "name": name, "doc": doc, "default": default, "low": low, "high": high })
        };
        let parameters: Vec<_> = parameters.iter().map(entry).collect();
        return format!("{}\n", json!({ "schema": SCHEMA, "parameters": parameters }));
    }
    let row = |parameter: &Parameter| {
        let range = format!("{}..{}", parameter.low, parameter.high);
        format!("{:width$}  {:>7}  {range:<10}  {}\n", parameter.name, parameter.default, parameter.doc,)
    };
    let head = format!("{:width$}  default  range       meaning\n", "parameter");
    head + &parameters.iter().map(row).collect::<String>()
}

fn table(values: &Values, mark: impl Fn(&Parameter, u32) -> &'static str) -> String {
    let width = values.entries().map(|(parameter, _)| parameter.name.len()).max().unwrap_or(0);
    let row = |(parameter, value): (&Parameter, u32)| {
        let Parameter { name, doc, default, .. } = parameter;
        let mark = mark(parameter, value);
        format!("{name:width$}  {value:>7}  {default:>7}  {mark:4}  {doc}\n")
    };
    let head = format!("{:width$}    value  default        meaning\n", "parameter");
    head + &values.entries().map(row).collect::<String>()
}

fn is_fixed(recipe: &Recipe, parameter: &Parameter) -> bool {
    recipe.set.iter().any(|(key, _)| key == parameter.name)
}

fn width(parameters: &[Parameter]) -> usize {
    parameters.iter().map(|parameter| parameter.name.len()).max().unwrap_or(0)
}
