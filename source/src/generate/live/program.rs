//! The program: structures, functions, and the tests that call each of them several times.

use super::Generator;
use super::function::{Callee, Param};
use crate::driver;
use lang::BinaryOp as B;
use lang::types::ArrayLen;
use lang::*;

/// How often a test calls its function. A power of two.
pub const CALLS: u32 = 8;

impl Generator<'_> {
    /// All functions; returns the tests.
    pub fn program(&mut self) -> Vec<FuncId> {
        self.make_records();
        while self.lines < self.size {
            let most = u64::from(self.config.function_lines);
            let lines = (most / 2 + self.rng.below(most)) as u32;
            self.function(lines.min(self.size - self.lines + 2));
        }
        (0..self.callees.len()).map(|callee| self.test(callee)).collect()
    }

    /// Structures of scalars, without padding inside of what is compared: members count one by one.
    fn make_records(&mut self) {
        for _ in 0..2 {
            let fields = 2 + self.rng.below(3);
            let fields: Vec<(Type, Option<u32>)> = (0..fields)
                .map(|_| {
                    let class = self.any_class();
                    (self.any_type(class), None)
                })
                .collect();
            let ty = self.make_record(false, &fields);
            self.records.push(ty);
        }
    }

    /// `void test(void)`, which keeps every result.
    fn test(&mut self, callee: usize) -> FuncId {
        let Callee { func, params, ret, .. } = self.callees[callee].clone();
        self.names += 1;
        let name = format!("test{}", self.names);
        let test = driver::function(&mut self.p, &name, Type::VOID, &[], false);
        self.builder.function = Some(test);
        let counter = self.new_var("k", Type::INT, Storage::Auto);
        let args = params.iter().map(|&param| self.test_argument(param, counter)).collect();
        let call = self.call(func, args);
        let results = self.results(ret, u64::from(CALLS));
        let (results, at) = (self.var(results), self.var(counter));
        let place = self.index(results, at);
        let set = self.set(place, call);
        let body = self.calling_loop(counter, set);
        self.p[test].body = Some(self.builder.block(&[body]));
        self.p.units[0].items.push(Item::Define(test));
        self.builder.function = None;
        test
    }

    fn calling_loop(&mut self, counter: VarId, body: StmtId) -> StmtId {
        let zero = self.int_init(0, Type::INT);
        self.p[counter].init = Some(self.builder.p.add_init(zero));
        let init = Some(self.stmt(StmtKind::Decl(counter)));
        let (value, again, bound) = (self.var(counter), self.var(counter), self.int(i64::from(CALLS), Type::INT));
        let test = self.binary(B::Lt, value, bound);
        let step = self.step(StepOp::PreInc, again);
        self.lines += 5;
        self.stmt(StmtKind::For { init, cond: Some(test), step: Some(step), body })
    }

    /// A variable of file scope that the checksum has.
    fn results(&mut self, ty: Type, len: u64) -> VarId {
        let ty = self.p.types.array(ty, ArrayLen::Fixed(len));
        let var = self.file_variable("out", ty);
        self.hashed.push(var);
        var
    }

    fn test_argument(&mut self, param: Param, counter: VarId) -> ExprId {
        match param {
            Param::Selector => self.var(counter),
            Param::Value(ty) => self.value_of_input(ty, counter),
            Param::Pointer(ty) => {
                let element = self.value_of_input(ty, counter);
                self.addr_of(element)
            }
            Param::Array(ty, len) => {
                let input = self.input(ty, len);
                self.var(input.var)
            }
            Param::Record(ty) => {
                let var = self.record_input(ty);
                self.var(var)
            }
            Param::Out(ty) => {
                let results = self.results(ty, u64::from(CALLS));
                let (results, at) = (self.var(results), self.var(counter));
                let element = self.index(results, at);
                self.addr_of(element)
            }
            Param::OutArray(ty, len) => {
                let results = self.results(ty, len);
                self.var(results)
            }
        }
    }

    /// An element of an input that differs from call to call.
    fn value_of_input(&mut self, ty: Type, counter: VarId) -> ExprId {
        let input = self.input(ty, 16);
        let offset = self.rng.below(input.len - u64::from(CALLS) + 1) as i64;
        let (array, at, offset) = (self.var(input.var), self.var(counter), self.int(offset, Type::INT));
        let at = self.binary(B::Add, at, offset);
        self.index(array, at)
    }
}
