//! Which uses of variables are holes, once the whole file is known.

use super::walk::{Declared, Found, Name, Used};
use crate::enumerate::skeleton::{Demand, Hole, Skeleton, Variable};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::ops::Range;

/// Where the holes are in the text, and what the variables are called.
pub struct Gaps {
    /// In the order of the text, each with the number of its hole.
    pub ranges: Vec<(Range<usize>, usize)>,
    pub names: Vec<String>,
    /// How many uses stay as they are, by the reason.
    pub kept: BTreeMap<&'static str, usize>,
}

pub fn skeleton(found: Found, text: &[u8]) -> (Skeleton, Gaps) {
    let mut skeleton = Skeleton { scopes: found.scopes.clone(), functions: found.functions, ..Skeleton::default() };
    let mut reasons = reasons(&found);
    let uses = uses(&found, text);
    let is_kept = |&number: &usize| !is_hidden(&found, &uses, &skeleton, number);
    let kept: Vec<usize> = (0..found.variables.len()).filter(is_kept).collect();
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
    for (used, variable) in uses {
        let Some(&original) = numbers.get(&variable) else {
            *reasons.entry("hidden").or_default() += 1;
            continue;
        };
        let ty = skeleton.variables[original].ty;
        let at = used.token.offset;
        skeleton.holes.push(Hole { scope: used.scope, at, ty, demand: Demand::Nothing, original });
        let hole = skeleton.holes.len() - 1;
        if skeleton.fits(hole, original) {
            ranges.push((at..used.token.end(), hole));
        } else {
            *reasons.entry("out of scope").or_default() += 1;
            skeleton.holes.pop();
            fixed[original] = true;
        }
    }
    ranges.sort_by_key(|(range, _)| range.start);
    compare(&mut skeleton, &found, &kept, &fixed);
    let names = kept.iter().map(|&number| found.variables[number].name.clone()).collect();
    (skeleton, Gaps { ranges, names, kept: reasons })
}

/// Of uses that were seen to be no holes where they stand.
fn reasons(found: &Found) -> BTreeMap<&'static str, usize> {
    let mut reasons = BTreeMap::new();
    let in_macros = std::iter::repeat_n("macro", found.in_macros);
    for why in found.banned.values().copied().chain(in_macros) {
        *reasons.entry(why).or_default() += 1;
    }
    reasons
}

fn types(found: &Found, kept: &[usize]) -> FxHashMap<String, usize> {
    let mut types = FxHashMap::default();
    for &number in kept {
        let next = types.len();
        types.entry(found.variables[number].ty.clone()).or_insert(next);
    }
    types
}

/// Whether something has the same name where a hole could take the variable: in a scope inside its own, or in a class, whose functions
/// would find that first.
fn is_hidden(found: &Found, uses: &[(&Used, usize)], skeleton: &Skeleton, number: usize) -> bool {
    let it = &found.variables[number];
    let is_file_scope = skeleton.scopes[it.scope].function.is_none();
    let hides = |name: &&Name| {
        let is_same = found.numbers.get(&name.id) == Some(&number);
        let is_inside = name.scope != it.scope && skeleton.is_within(name.scope, it.scope);
        name.name == it.name && !is_same && (is_inside || name.is_member && is_file_scope)
    };
    let wants = |used: &Used, variable: usize| {
        found.variables[variable].ty == it.ty && used.token.offset > it.at && skeleton.is_within(used.scope, it.scope)
    };
    found.names.iter().filter(hides).any(|name| {
        let is_there = |used: &Used| match name.is_member {
            true => used.is_in_class,
            false => skeleton.is_within(used.scope, name.scope),
        };
        uses.iter().any(|(used, variable)| is_there(used) && wants(used, *variable))
    })
}

fn is_fixed(found: &Found, number: usize) -> bool {
    found.fixed.iter().any(|id| found.numbers.get(id) == Some(&number))
}

/// The uses that are a token of the text each, in the order of holes. A place that the tree has twice is used once, if
/// both agree.
fn uses<'f>(found: &'f Found, text: &[u8]) -> Vec<(&'f Used, usize)> {
    let mut uses: BTreeMap<usize, Option<(&Used, usize)>> = BTreeMap::new();
    for used in &found.uses {
        let Some(&number) = found.numbers.get(&used.id) else { continue };
        let is_written = text.get(used.token.offset..used.token.end()) == Some(found.variables[number].name.as_bytes());
        if !is_written || found.banned.contains_key(&used.token.offset) {
            continue;
        }
        uses.entry(used.token.offset)
            .and_modify(|known| *known = known.filter(|(_, other)| *other == number))
            .or_insert(Some((used, number)));
    }
    let mut uses: Vec<_> = uses.into_values().flatten().collect();
    uses.sort_by(|(one, _), (other, _)| one.order.cmp(&other.order));
    uses
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

/// Whether somebody may call the function, with arguments that are not looked at. Classes' functions may be called anywhere, and
/// templates by way of their instantiations.
fn is_parameter_of_called(found: &Found, it: &Declared) -> bool {
    let Some(function) = it.parameter_of else { return false };
    let named = found.names.iter().find(|name| name.id == function);
    let is_plain =
        named.is_some_and(|it| !it.is_member && it.name != "main" && !found.mentioned_names.contains(&it.name));
    !is_plain || found.mentioned.contains(&function)
}
