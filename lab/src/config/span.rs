//! Where in the text a value stands.

use std::ops::Range;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// One step from a table or list towards a value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Step {
    Key(&'static str),
    Index(usize),
}

/// The place of the value, or of the last thing on the way to it that is there.
pub fn of(text: &str, path: &[Step]) -> Range<usize> {
    let Ok(table) = DeTable::parse(text) else { return 0..0 };
    let Some((Step::Key(first), rest)) = path.split_first() else { return 0..0 };
    match table.get_ref().get(*first) {
        Some(value) => within(value, rest),
        None => 0..0,
    }
}

fn within(value: &Spanned<DeValue>, path: &[Step]) -> Range<usize> {
    let next = path.split_first().and_then(|(step, rest)| match (step, value.get_ref()) {
        (Step::Key(key), DeValue::Table(table)) => Some((table.get(*key)?, rest)),
        (Step::Index(index), DeValue::Array(array)) => Some((array.get(*index)?, rest)),
        _ => None,
    });
    match next {
        Some((value, rest)) => within(value, rest),
        None => value.span(),
    }
}
