//! `--count`: how large a skeleton and its space are.

use super::Args;
use crate::exit::ExitCode;
use crate::output::write_stdout;
use crate::verdict::SCHEMA;
use num_bigint::BigUint;
use serde::Serialize;
use source::enumerate::{Skeleton, Space};
use std::collections::BTreeMap;

#[derive(Serialize)]
struct Count {
    schema: u32,
    holes: usize,
    variables: usize,
    scopes: usize,
    functions: usize,
    types: usize,
    /// Decimal, like `count`: they may have a hundred digits.
    naive: String,
    count: String,
    /// Only C++: uses of variables that stay as they are, by the reason.
    #[serde(skip_serializing_if = "Option::is_none")]
    kept: Option<BTreeMap<&'static str, usize>>,
}

pub fn show(args: &Args, skeleton: &Skeleton, space: &Space, kept: Option<BTreeMap<&'static str, usize>>) -> ExitCode {
    let count = Count {
        schema: SCHEMA,
        holes: skeleton.holes.len(),
        variables: skeleton.variables.len(),
        scopes: skeleton.declaring_scopes(),
        functions: skeleton.functions,
        types: skeleton.types(),
        naive: space.naive().to_string(),
        count: space.count().to_string(),
        kept,
    };
    let text = match args.json {
        true => serde_json::to_string(&count).expect("numbers and strings are always JSON") + "\n",
        false => count.text(space),
    };
    write_stdout(text.as_bytes(), ExitCode::Program(0))
}

/// A number as people can read it: its first digits if it has very many.
pub fn shown(number: &BigUint) -> String {
    const LONGEST: usize = 30;
    let digits = number.to_string();
    match digits.len() <= LONGEST {
        true => digits,
        false => format!("{}.{}e{}", &digits[..1], &digits[1..4], digits.len() - 1),
    }
}

impl Count {
    fn text(&self, space: &Space) -> String {
        let plural = |number: &BigUint| if *number == BigUint::from(1_u32) { "" } else { "s" };
        let (count, naive) = (space.count(), space.naive());
        let counted = |number: usize, what: &str| match number {
            1 => format!("1 {what}"),
            _ => format!("{number} {what}s"),
        };
        format!(
            "{} variant{} up to renaming, of {} filling{}\n{}, {}, {}, {}, {}\n",
            shown(count),
            plural(count),
            shown(naive),
            plural(naive),
            counted(self.holes, "hole"),
            counted(self.variables, "variable"),
            counted(self.scopes, "scope"),
            counted(self.functions, "function"),
            counted(self.types, "type"),
        )
    }
}
