//! Inputs: objects of the driver that nobody assigns to. The compiler does not know their values, so expressions over them are
//! not folded.

use super::grow::Grower;
use super::object::Declaration;
use super::tree::{Change, FILE, Home, Object};
use super::value::{self, Vals};
use lang::Type;
use lang::types::ArrayLen;

/// Types of inputs, the most useful first.
const TYPES: [Type; 12] = [
    Type::INT,
    Type::UINT,
    Type::ULLONG,
    Type::DOUBLE,
    Type::SHORT,
    Type::UCHAR,
    Type::LONG,
    Type::ULONG,
    Type::SCHAR,
    Type::USHORT,
    Type::FLOAT,
    Type::LLONG,
];

/// Elements of an input that is not made for a loop, at most.
const LENGTH: u64 = 8;

impl Grower<'_> {
    /// A few arrays, of more types in longer programs.
    pub fn add_inputs(&mut self) {
        let count = (3 + self.size as usize / 50).min(TYPES.len());
        for ty in &TYPES[..count] {
            if *ty < Type::FLOAT || self.floats && self.config.float_percent > 0 {
                let len = 2 + self.rng.below(LENGTH - 1);
                self.new_input(*ty, len);
            }
        }
    }

    /// An array of scalars with values at boundaries. Some are those of its neighbours: equal values are a boundary, too.
    fn new_input(&mut self, elem: Type, len: u64) -> u32 {
        let kind = self.tree.kind(elem);
        let mut values = Vec::new();
        for _ in 0..len {
            let value = match values.last() {
                Some(&last) if self.rng.percent(20) => last,
                _ => value::boundary(&mut self.rng, kind),
            };
            values.push(value);
        }
        let ty = self.b.p.types.array(elem, ArrayLen::Fixed(len));
        self.declare_input(ty, values)
    }

    fn declare_input(&mut self, ty: Type, values: Vec<u64>) -> u32 {
        self.tree.begin(Change::Object);
        let declaration = Declaration { ty, home: Home::Extern, block: FILE, volatile: false, constant: true };
        let object = self.declare(declaration, Some(values.into_iter().map(Vals::Same).collect()));
        let Object { first, count, .. } = self.tree.objects[object as usize];
        let read_ty = self.tree.cells[first as usize].read_ty;
        let at = match self.inputs.iter().position(|known| known.0 == read_ty) {
            Some(at) => at,
            None => {
                self.inputs.push((read_ty, Vec::new()));
                self.inputs.len() - 1
            }
        };
        self.inputs[at].1.extend(first..first + count);
        object
    }

    /// A cell of an input whose promoted type passes.
    pub fn input(&mut self, passes: impl Fn(Type) -> bool) -> Option<u32> {
        let total: usize = self.inputs.iter().filter(|known| passes(known.0)).map(|known| known.1.len()).sum();
        if total == 0 {
            return None;
        }
        let mut at = self.rng.below(total as u64) as usize;
        for (ty, cells) in self.inputs.iter().filter(|known| passes(known.0)) {
            debug_assert!(passes(*ty));
            if at < cells.len() {
                return Some(cells[at]);
            }
            at -= cells.len();
        }
        None
    }

    /// An input with at least so many elements of a type.
    pub fn input_array(&mut self, elem: Type, len: u64) -> u32 {
        let is_fitting = |object: &&u32| {
            let Object { ty, count, .. } = self.tree.objects[**object as usize];
            u64::from(count) >= len && self.b.p.types.element(ty) == Some(elem)
        };
        let known: Vec<u32> = self.long_inputs.iter().filter(is_fitting).copied().collect();
        if !known.is_empty() && self.rng.percent(70) {
            return *self.rng.pick(&known);
        }
        let object = self.new_input(elem, len);
        self.long_inputs.push(object);
        object
    }

    /// A scalar that the compiler does not know, with this value.
    pub fn input_scalar(&mut self, ty: Type, value: u64) -> u32 {
        let known = self.inputs.iter().filter(|known| known.0 == ty).flat_map(|known| &known.1);
        let is_scalar = |cell: &&u32| {
            let cell = &self.tree.cells[**cell as usize];
            cell.path.is_empty() && cell.ty == ty && cell.init == Vals::Same(value)
        };
        match known.into_iter().find(is_scalar) {
            Some(&cell) => cell,
            None => {
                let object = self.declare_input(ty, vec![value]);
                self.tree.objects[object as usize].first
            }
        }
    }
}
