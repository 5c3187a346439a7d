//! The tree of an initialiser in progress, in which later initialisers override earlier ones.

use crate::ast::{ExprId, InitId};
use std::collections::BTreeMap;

/// What is known about one subobject so far.
#[derive(Clone)]
pub(super) enum Node {
    Empty,
    Expr(ExprId),
    /// Taken over whole, from a compound literal.
    Ready(InitId),
    List(Items),
}

/// Subobjects by index (or range of indices, of arrays), not overlapping.
#[derive(Clone)]
pub(super) enum Items {
    /// Ascending; the usual case.
    Ordered(Vec<Item>),
    /// After a designator went back.
    Sorted(BTreeMap<u64, Item>),
}

#[derive(Clone)]
pub(super) struct Item {
    pub first: u64,
    pub last: u64,
    pub node: Node,
}

impl Node {
    /// The subobjects of this object, as an empty list if nothing is known.
    pub fn items(&mut self) -> &mut Items {
        if !matches!(self, Node::List(_)) {
            *self = Node::List(Items::Ordered(Vec::new()));
        }
        match self {
            Node::List(items) => items,
            _ => unreachable!("the node was just made a list"),
        }
    }
}

impl Items {
    /// The node of a range of subobjects; what it held is kept only if it was initialised as exactly this range.
    pub fn child(&mut self, first: u64, last: u64) -> &mut Node {
        if let Items::Ordered(list) = self {
            let appends = list.last().is_none_or(|item| item.last < first);
            let repeats = list.last().is_some_and(|item| (item.first, item.last) == (first, last));
            if !appends && !repeats {
                let sorted = std::mem::take(list).into_iter().map(|item| (item.first, item)).collect();
                *self = Items::Sorted(sorted);
            }
        }
        match self {
            Items::Ordered(list) => {
                if list.last().is_none_or(|item| item.last < first) {
                    list.push(Item { first, last, node: Node::Empty });
                }
                let at = list.len() - 1;
                &mut list[at].node
            }
            Items::Sorted(map) => {
                carve(map, first, last);
                &mut map.entry(first).or_insert(Item { first, last, node: Node::Empty }).node
            }
        }
    }
}

/// Makes room for `first..=last`: other items keep only what lies outside. A single element inside a range keeps a
/// copy of the range's value, because a designator may go on to change a part of it.
fn carve(map: &mut BTreeMap<u64, Item>, first: u64, last: u64) {
    let mut start = first;
    if let Some((&before, item)) = map.range(..=first).next_back()
        && item.last >= first
    {
        start = before;
    }
    let touched: Vec<u64> = map.range(start..=last).map(|(&key, _)| key).collect();
    let mut inherited = None;
    for key in touched {
        let Some(item) = map.remove(&key) else { continue };
        if (item.first, item.last) == (first, last) {
            map.insert(key, item);
            return;
        }
        if item.first < first {
            map.insert(item.first, Item { first: item.first, last: first - 1, node: item.node.clone() });
        }
        if item.last > last {
            map.insert(last + 1, Item { first: last + 1, last: item.last, node: item.node.clone() });
        }
        if item.first <= first && last <= item.last {
            inherited = Some(item.node);
        }
    }
    if let Some(node) = inherited {
        map.insert(first, Item { first, last, node });
    }
}
