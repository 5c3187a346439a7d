//! Interned identifiers. A `Symbol` is a small number; equal names have equal symbols within one `Program`.

use rustc_hash::FxHashMap;
use std::sync::Arc;

/// A name, by its number.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Symbol(pub u32);

/// Names with their symbols. Programs are cloned for each change that is tried, so that the names are shared.
#[derive(Clone, Default, Debug)]
pub struct Names {
    map: FxHashMap<Arc<str>, Symbol>,
    list: Vec<Arc<str>>,
}

impl Names {
    /// The symbol of a name, which is new if the name is.
    pub fn intern(&mut self, name: &str) -> Symbol {
        if let Some(&symbol) = self.map.get(name) {
            return symbol;
        }
        let symbol = Symbol(self.list.len() as u32);
        let name: Arc<str> = name.into();
        self.list.push(name.clone());
        self.map.insert(name, symbol);
        symbol
    }

    /// The symbol of a name that was interned.
    pub fn find(&self, name: &str) -> Option<Symbol> {
        self.map.get(name).copied()
    }

    /// All names, in the order in which they were interned.
    pub fn iter(&self) -> impl Iterator<Item = &str> {
        self.list.iter().map(|name| &**name)
    }

    /// The name of a symbol that `intern` gave.
    pub fn get(&self, symbol: Symbol) -> &str {
        &self.list[symbol.0 as usize]
    }
}
