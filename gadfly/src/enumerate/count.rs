//! `--count`: how large a skeleton and its space are.

use super::Args;
use crate::exit::ExitCode;
use crate::output::write_stdout;
use crate::verdict::SCHEMA;
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
        false => count.text(),
    };
    write_stdout(text.as_bytes(), ExitCode::Program(0))
}

impl Count {
    fn text(&self) -> String {
        let counted = |number: usize, what: &str| match number {
            1 => format!("1 {what}"),
            _ => format!("{number} {what}s"),
        };
        format!(
            "{} variants up to renaming, of {} fillings\n{}, {}, {}, {}, {}\n",
            self.count,
            self.naive,
            counted(self.holes, "hole"),
            counted(self.variables, "variable"),
            counted(self.scopes, "scope"),
            counted(self.functions, "function"),
            counted(self.types, "type"),
        )
    }
}
