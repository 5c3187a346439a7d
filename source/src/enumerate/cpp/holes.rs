//! Which uses of variables are holes, once the whole file is known.

use super::walk::{Declared, Found, Used};
use crate::enumerate::skeleton::{Demand, Hole, Skeleton, Variable};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::ops::Range;

/// Where the holes are in the text, and what the variables are called.
pub struct Gaps {
    pub ranges: Vec<Range<usize>>,
    pub names: Vec<String>,
}

pub fn skeleton(found: Found, text: &[u8]) -> (Skeleton, Gaps) {
    let mut skeleton = Skeleton { scopes: found.scopes.clone(), functions: found.functions, ..Skeleton::default() };
    let kept: Vec<usize> = (0..found.variables.len()).filter(|&number| !is_hidden(&found, &skeleton, number)).collect();
    let numbers: FxHashMap<usize, usize> = kept.iter().enumerate().map(|(new, &old)| (old, new)).collect();
    let types = types(&found, &kept);
    for &number in &kept {
        let it = &found.variables[number];
        let ty = types[&it.ty];
        skeleton.variables.push(Variable {
            scope: it.scope,
            at: it.at,
            ty,
            alike: 0,
            storage: it.storage,
            shared: false,
        });
    }
    let mut fixed: Vec<bool> = kept.iter().map(|&number| is_fixed(&found, number)).collect();
    let mut ranges = Vec::new();
    for (used, variable) in uses(&found, text) {
        let Some(&original) = numbers.get(&variable) else { continue };
        let ty = skeleton.variables[original].ty;
        let at = used.token.offset;
        skeleton.holes.push(Hole { scope: used.scope, at, ty, demand: Demand::Nothing, original });
        if skeleton.fits(skeleton.holes.len() - 1, original) {
            ranges.push(at..used.token.end());
        } else {
            skeleton.holes.pop();
            fixed[original] = true;
        }
    }
    compare(&mut skeleton, &found, &kept, &fixed);
    let names = kept.iter().map(|&number| found.variables[number].name.clone()).collect();
    (skeleton, Gaps { ranges, names })
}

fn types(found: &Found, kept: &[usize]) -> FxHashMap<String, usize> {
    let mut types = FxHashMap::default();
    for &number in kept {
        let next = types.len();
        types.entry(found.variables[number].ty.clone()).or_insert(next);
    }
    types
}

/// Whether something inside its scope has the same name, or a member of a class, which its functions would find first.
fn is_hidden(found: &Found, skeleton: &Skeleton, number: usize) -> bool {
    let it = &found.variables[number];
    let is_file_scope = skeleton.scopes[it.scope].function.is_none();
    found.names.iter().any(|(name, scope, is_member, id)| {
        let is_same = found.numbers.get(id) == Some(&number);
        let hides = *scope != it.scope && skeleton.is_within(*scope, it.scope) || *is_member && is_file_scope;
        *name == it.name && !is_same && hides
    })
}

fn is_fixed(found: &Found, number: usize) -> bool {
    found.fixed.iter().any(|id| found.numbers.get(id) == Some(&number))
}

/// The uses that are a token of the text each, in the order of the text. A place that the tree has twice is used once, if
/// both agree.
fn uses<'f>(found: &'f Found, text: &[u8]) -> Vec<(&'f Used, usize)> {
    let mut uses: BTreeMap<usize, Option<(&Used, usize)>> = BTreeMap::new();
    for used in &found.uses {
        let Some(&number) = found.numbers.get(&used.id) else { continue };
        let is_written = text.get(used.token.offset..used.token.end()) == Some(found.variables[number].name.as_bytes());
        if !is_written || found.banned.contains(&used.token.offset) {
            continue;
        }
        uses.entry(used.token.offset)
            .and_modify(|known| *known = known.filter(|(_, other)| *other == number))
            .or_insert(Some((used, number)));
    }
    uses.into_values().flatten().collect()
}

/// Which declarations are alike.
fn compare(skeleton: &mut Skeleton, found: &Found, kept: &[usize], fixed: &[bool]) {
    let mut known: FxHashMap<(usize, String), usize> = FxHashMap::default();
    for (at, &number) in kept.iter().enumerate() {
        let it = &found.variables[number];
        let is_unique = fixed[at] || is_parameter_of_called(found, it);
        let says = if is_unique { format!("only {number}") } else { format!("{} {}", it.ty, it.says) };
        let next = known.len();
        skeleton.variables[at].alike = *known.entry((it.scope, says)).or_insert(next);
    }
}

/// Whether somebody may call the function, with arguments that are not looked at. Classes' functions may be called anywhere.
fn is_parameter_of_called(found: &Found, it: &Declared) -> bool {
    let Some(function) = it.parameter_of else { return false };
    let named = found.names.iter().find(|(.., id)| *id == function);
    let is_plain = named.is_some_and(|(name, _, is_member, _)| !is_member && name != "main");
    !is_plain || found.mentioned.contains(&function)
}
