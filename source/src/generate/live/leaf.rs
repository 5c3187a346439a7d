//! Leaves of expressions: variables, parameters, elements of arrays, constants.

use super::Generator;
use super::Input;
use super::function::{Counter, Param};
use super::slot::{Class, MAX_SLOTS, Place, Set, Slot, bit};
use crate::kit::constant::ConstantWeights;
use lang::BinaryOp as B;
use lang::types::ArrayLen;
use lang::*;

const WEIGHTS: ConstantWeights = ConstantWeights { value: [40, 8, 12, 12, 28, 0], reuse: [1, 0, 0, 0] };

/// Exact in `float`. They are small, so that sums keep the bits of all their operands.
const FLOATS: [f64; 16] = [1.0, 0.5, 2.0, 3.0, 0.25, 1.5, 5.0, 0.125, 7.0, 0.75, 10.0, 1.25, 0.375, 2.5, 12.0, 0.0625];

impl Generator<'_> {
    pub fn leaf(&mut self, class: Class) -> ExprId {
        let c = self.config;
        let weights = [40, c.new_percent, 12, c.constant_percent, 18, 8];
        match self.rng.weighted(&weights) {
            0 => self.live_variable(class),
            1 => self.new_variable(class),
            2 => self.parameter(class),
            3 => {
                let ty = self.any_type(class);
                self.constant(ty)
            }
            4 => self.element(class),
            _ => self.counter(class),
        }
    }

    /// A variable that is live anyway, so that the live set does not grow.
    fn live_variable(&mut self, class: Class) -> ExprId {
        // Digests are not read, or they would grow beyond what their type holds.
        let live = self.without_digests(self.scalars_of(self.state.live.all, class));
        match self.pick_slot(live) {
            Some(slot) => self.read(slot),
            None => self.new_variable(class),
        }
    }

    /// A variable that may not be live.
    fn new_variable(&mut self, class: Class) -> ExprId {
        let known = self.without_digests(self.scalars_of(self.every_slot(), class));
        let is_new = known.count_ones() < 3 || self.rng.percent(40);
        let slot = if is_new { self.new_local(class) } else { None };
        match slot.or_else(|| self.pick_slot(known)) {
            Some(slot) => self.read(slot),
            None => self.parameter(class),
        }
    }

    /// A parameter, or what one points to.
    pub fn parameter(&mut self, class: Class) -> ExprId {
        let fitting = |g: &Self, param: Param| match param {
            Param::Value(ty) | Param::Pointer(ty) => g.class(ty) == class,
            Param::Record(ty) => g.field_of_class(ty, class).is_some(),
            _ => false,
        };
        let known: Vec<(VarId, Param)> =
            self.state.params.iter().copied().filter(|&(_, param)| fitting(self, param)).collect();
        let is_full = self.state.params.len() >= self.config.parameters as usize + 2;
        if known.is_empty() && is_full && self.state.params.len() > 14 {
            let ty = self.any_type(class);
            return self.constant(ty);
        }
        let (var, param) = if known.is_empty() || !is_full && self.rng.percent(25) {
            let ty = self.any_type(class);
            let param = match self.rng.below(10) {
                0..2 => Param::Pointer(ty),
                2..4 => self.record_param(class).unwrap_or(Param::Value(ty)),
                _ => Param::Value(ty),
            };
            (self.new_param(param), param)
        } else {
            *self.rng.pick(&known)
        };
        let value = self.var(var);
        match param {
            Param::Pointer(_) => self.deref(value),
            Param::Record(ty) => {
                let field = self.field_of_class(ty, class).expect("it was chosen for it");
                self.member(value, field)
            }
            _ => value,
        }
    }

    fn record_param(&mut self, class: Class) -> Option<Param> {
        let ty = if self.records.is_empty() { None } else { Some(*self.rng.pick(&self.records)) }?;
        self.field_of_class(ty, class).map(|_| Param::Record(ty))
    }

    fn field_of_class(&self, ty: Type, class: Class) -> Option<u32> {
        let fields = &self.p.types.record(ty)?.fields;
        fields.iter().position(|field| self.class(field.ty) == class).map(|at| at as u32)
    }

    /// A counter of a loop around, or the selector.
    fn counter(&mut self, class: Class) -> ExprId {
        let counters = self.state.counters.len();
        let var = if counters > 0 && self.rng.percent(70) {
            self.state.counters[self.rng.below(counters as u64) as usize].var
        } else {
            self.state.params[0].0
        };
        let value = self.var(var);
        match class {
            Class::Int => value,
            Class::Float => {
                let ty = self.any_type(class);
                self.cast(ty, value)
            }
        }
    }

    /// An element of an array.
    pub fn element(&mut self, class: Class) -> ExprId {
        let counter = self.state.counters.last().copied();
        if counter.is_none() && self.rng.percent(60) {
            return self.live_variable(class);
        }
        let least = counter.map_or(1, |counter| counter.max as u64 + 1);
        let Some((array, len)) = self.array(class, least) else { return self.parameter(class) };
        let subscript = self.subscript(len);
        self.index(array, subscript)
    }

    /// An array of at least so many elements: a local one, a parameter, or one of file scope.
    fn array(&mut self, class: Class, least: u64) -> Option<(ExprId, u64)> {
        let is_fitting = |g: &Self, slot: usize| {
            let slot = &g.state.slots[slot];
            slot.len().is_some_and(|len| len >= least) && g.class(slot.ty) == class
        };
        let own: Set =
            (0..self.state.slots.len()).filter(|&slot| is_fitting(self, slot)).fold(0, |set, slot| set | bit(slot));
        if own == 0 && self.state.slots.len() < MAX_SLOTS && self.rng.percent(20) {
            let ty = self.any_type(class);
            let len = self.array_length().max(least.next_power_of_two());
            let slot = self.new_array(ty, len);
            return Some(self.whole_array(slot));
        }
        if own != 0 && self.rng.percent(45) {
            let slot = self.pick_slot(own).expect("it is not empty");
            return Some(self.whole_array(slot));
        }
        let params: Vec<(VarId, u64)> = self
            .state
            .params
            .iter()
            .filter_map(|&(var, param)| match param {
                Param::Array(ty, len) if len >= least && self.class(ty) == class => Some((var, len)),
                _ => None,
            })
            .collect();
        if !params.is_empty() && self.rng.percent(60) {
            let (var, len) = *self.rng.pick(&params);
            return Some((self.var(var), len));
        }
        if self.state.params.len() < self.config.parameters as usize + 2 && self.rng.percent(60) {
            let ty = self.any_type(class);
            let len = self.array_length().max(least.next_power_of_two());
            let var = self.new_param(Param::Array(ty, len));
            return Some((self.var(var), len));
        }
        let ty = self.any_type(class);
        let Input { var, len, .. } = self.input(ty, least);
        Some((self.var(var), len))
    }

    fn new_array(&mut self, elem: Type, len: u64) -> usize {
        let ty = self.p.types.array(elem, ArrayLen::Fixed(len));
        let var = self.new_var("b", ty, Storage::Auto);
        self.state.locals.push(var);
        self.add_slot(Place::Array(len), var, elem)
    }

    fn whole_array(&mut self, slot: usize) -> (ExprId, u64) {
        self.state.uses |= bit(slot);
        let Slot { var, .. } = self.state.slots[slot];
        let len = self.state.slots[slot].len().expect("an array");
        (self.var(var), len)
    }

    /// A subscript that is in range.
    pub fn subscript(&mut self, len: u64) -> ExprId {
        let Some(Counter { var, max }) = self.state.counters.last().copied().filter(|_| self.rng.percent(92)) else {
            let index = if self.ints.is_empty() || self.rng.percent(50) {
                self.counter(Class::Int)
            } else {
                self.leaf(Class::Int)
            };
            return self.below(index, len);
        };
        let index = self.var(var);
        let spare = len as i64 - 1 - max;
        match self.rng.below(10) {
            0 if spare >= 0 => {
                let last = self.int(len as i64 - 1, Type::INT);
                self.binary(B::Sub, last, index)
            }
            1 if spare > 0 => {
                let offset = 1 + self.rng.below(spare as u64) as i64;
                let offset = self.int(offset, Type::INT);
                self.binary(B::Add, index, offset)
            }
            _ if spare >= 0 => index,
            _ => self.below(index, len),
        }
    }

    /// A value below a power of two, by the operators that there may be.
    pub fn below(&mut self, value: ExprId, len: u64) -> ExprId {
        let config = self.config;
        if config.no_bitwise == 0 {
            let mask = self.int(len as i64 - 1, Type::INT);
            return self.binary(B::And, value, mask);
        }
        if config.no_division == 0 {
            let value = self.cast(Type::ULLONG, value);
            let len = self.int(len as i64, Type::INT);
            return self.binary(B::Rem, value, len);
        }
        let (zero, least) = (self.int(0, Type::INT), self.int(0, Type::INT));
        let (last, other) = (self.int(len as i64 - 1, Type::INT), self.int(len as i64 - 1, Type::INT));
        let (again, third) = (self.builder.copy(value), self.builder.copy(value));
        let (low, high) = (self.binary(B::Lt, value, zero), self.binary(B::Gt, again, last));
        let capped = self.cond(high, other, third);
        self.cond(low, least, capped)
    }

    /// An array of file scope with at least so many elements.
    pub fn input(&mut self, elem: Type, least: u64) -> Input {
        let known: Vec<Input> =
            self.inputs.iter().copied().filter(|input| input.elem == elem && input.len >= least).collect();
        if !known.is_empty() {
            return *self.rng.pick(&known);
        }
        let len = least.next_power_of_two().max(16);
        let ty = self.p.types.array(elem, ArrayLen::Fixed(len));
        let var = self.file_variable("in", ty);
        let input = Input { var, elem, len };
        self.inputs.push(input);
        input
    }

    /// A variable of file scope with initial values.
    pub fn file_variable(&mut self, prefix: &str, ty: Type) -> VarId {
        let init = self.values(ty);
        let var = self.new_var(prefix, ty, Storage::Extern);
        self.p[var].init = Some(init);
        // Functions of the list are defined after all variables.
        let at = self.p.units[0].items.iter().position(|item| !matches!(item, Item::Var(_)));
        let items = &mut self.p.units[0].items;
        items.insert(at.unwrap_or(items.len()), Item::Var(var));
        var
    }

    pub fn int_value(&mut self, ty: Type) -> i64 {
        let ty = self.p.types.underlying(ty);
        let kind = self.kind(ty);
        let Generator { builder: _, rng, .. } = self;
        crate::kit::ConstantBuffer::default().special(rng, &WEIGHTS, kind) as i64
    }

    pub fn float_value(&mut self) -> f64 {
        *self.rng.pick(&FLOATS)
    }

    /// A constant that is not 0.
    pub fn constant(&mut self, ty: Type) -> ExprId {
        match self.class(ty) {
            Class::Float => {
                let value = self.float_value();
                let value = self.p.add_expr(ExprKind::Float(value), ty, Loc::NONE);
                if self.rng.percent(30) { self.unary(UnaryOp::Neg, value) } else { value }
            }
            Class::Int => {
                let value = self.int_value(ty);
                let value = if value == 0 { 1 } else { value };
                self.int(value, ty)
            }
        }
    }
}
