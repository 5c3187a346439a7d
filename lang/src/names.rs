//! Interned identifiers. A `Symbol` is a small number; equal names have equal symbols within one `Program`.

use rustc_hash::FxHashMap;

#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Symbol(pub u32);

#[derive(Clone, Default, Debug)]
pub struct Names {
    map: FxHashMap<Box<str>, Symbol>,
    list: Vec<Box<str>>,
}

impl Names {
    pub fn intern(&mut self, name: &str) -> Symbol {
        if let Some(&symbol) = self.map.get(name) {
            return symbol;
        }
        let symbol = Symbol(self.list.len() as u32);
        self.list.push(name.into());
        self.map.insert(name.into(), symbol);
        symbol
    }

    pub fn find(&self, name: &str) -> Option<Symbol> {
        self.map.get(name).copied()
    }

    pub fn get(&self, symbol: Symbol) -> &str {
        &self.list[symbol.0 as usize]
    }
}
