//! Functions to bytecode, each on its first call.
//!
//! Everything that can be decided here costs nothing at run time: which variables need no memory, which accesses
//! need no check, which expressions could have unsequenced conflicts. What is beyond the interpreter becomes a trap
//! at its place, so that it only matters if it is reached.

mod aggregate;
mod call;
mod convert;
mod effects;
mod expr;
mod field;
mod function;
mod init;
mod operator;
mod place;
mod restrict;
mod sequence;
mod setjmp;
mod stmt;
mod watch;

use crate::code::*;
use crate::image::{Image, Shape};
use crate::memory::Memory;
use crate::rep::Rep;
use crate::repair::Repairer;
use crate::ub::Rule;
use crate::watch::Watch;
use lang::{ExprId, FuncId, LabelId, Program, StmtId, Type, TypeKind, Types, VarId};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;

pub(crate) use call::{call_mismatch, interchangeable};
pub use effects::EffectsCache;
pub(crate) use restrict::{GLOBAL_KEY, RESTRICT_KEY};

/// What the compiled code must additionally do.
#[derive(Clone, Debug, Default)]
pub struct CompileOptions {
    pub profile: bool,
    /// Record the values of expressions.
    pub trace: bool,
    /// This expression has another value.
    pub flip: Option<ExprId>,
    /// Note the expressions whose operands are evaluated in an unspecified order that may matter.
    pub order: bool,
    /// Note all that have calls, even if it makes no difference to the result.
    pub every_order: bool,
    /// Expressions whose operands are evaluated right to left.
    pub reversed: FxHashSet<ExprId>,
    /// What is watched, and which of it at a statement.
    pub watches: Arc<[Watch]>,
    pub watch_at: FxHashMap<StmtId, u32>,
}

/// Where a variable of the current function lives.
#[derive(Copy, Clone, Debug)]
enum Home {
    /// `flag` is set once it is initialised, where that is not certain.
    Register {
        reg: Reg,
        flag: Option<Reg>,
    },
    Slot {
        slot: Reg,
        object: u32,
    },
}

/// A jump target that may not be placed yet.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
struct Target(u32);

#[derive(Default)]
struct Scope {
    /// The block, for `goto`s out of it.
    block: Option<StmtId>,
    /// Slots whose objects end with the scope.
    slots: Vec<Reg>,
    /// Those allocated at the block's beginning, with their objects.
    early: Vec<(Reg, u32)>,
    /// Restrict pointers declared in it.
    restrict: Vec<u16>,
}

struct SwitchState {
    bias: u64,
    ranges: Vec<(u64, u64, Target)>,
    default: Option<Target>,
}

/// Where `break` and `continue` lead, and how many scopes stay open there.
struct Loop {
    break_to: (Target, usize),
    continue_to: Option<(Target, usize)>,
}

pub struct Compiler<'a> {
    pub program: &'a Program,
    pub code: &'a mut Code,
    pub image: &'a mut Image,
    pub memory: &'a mut Memory,
    pub effects: &'a mut EffectsCache,
    pub options: &'a CompileOptions,
    /// Repairing: operations that can fault are emitted so that their first execution can be told from later ones.
    repairer: Option<&'a dyn Repairer>,
    func: FuncId,
    homes: FxHashMap<VarId, Home>,
    /// The first free register, and the most ever used.
    next: u32,
    top: u32,
    zeroed: Vec<Reg>,
    slots: Vec<Reg>,
    has_alloca: bool,
    /// The function calls `setjmp`: all of its variables live in memory.
    has_setjmp: bool,
    /// Calls of `setjmp` where it may be called.
    allowed_setjmps: FxHashSet<ExprId>,
    /// Slots set aside for temporaries by the first pass over the function.
    temporaries: Vec<Reg>,
    /// Those taken from there, in order.
    used_temporaries: Vec<Reg>,
    step_at: Option<usize>,
    /// Some struct has a bit-field wider than `int`.
    has_wide_fields: bool,
    /// An lvalue is evaluated for its address only.
    is_locating: bool,
    /// A pointer whose value its reader dereferences or moves at once, which finds out whether its object has ended.
    checked_later: Option<ExprId>,
    origin: Origin,
    targets: Vec<Option<u32>>,
    patches: Vec<(usize, Target)>,
    table_patches: Vec<(usize, SwitchState, Target)>,
    labels: FxHashMap<LabelId, Target>,
    label_scopes: FxHashMap<LabelId, Vec<StmtId>>,
    /// Statements that a jump from outside can lead into.
    jump_targets: FxHashSet<StmtId>,
    scopes: Vec<Scope>,
    loops: Vec<Loop>,
    switches: Vec<SwitchState>,
    marks: sequence::Marks,
    restrict: restrict::RestrictKeys,
    /// Lengths of variable length arrays, by their expression: the element count.
    lengths: FxHashMap<ExprId, Reg>,
    /// Those evaluated by a typedef, not again where it is used.
    evaluated_lengths: FxHashSet<ExprId>,
    /// Register of the address that an aggregate result goes to.
    result: Option<Reg>,
}

impl<'a> Compiler<'a> {
    pub fn new(
        program: &'a Program,
        code: &'a mut Code,
        image: &'a mut Image,
        memory: &'a mut Memory,
        effects: &'a mut EffectsCache,
        options: &'a CompileOptions,
        repairer: Option<&'a dyn Repairer>,
    ) -> Compiler<'a> {
        let image_has_wide_fields = image.has_wide_fields;
        Compiler {
            program,
            code,
            image,
            memory,
            effects,
            options,
            repairer,
            func: FuncId(u32::MAX),
            homes: FxHashMap::default(),
            next: 0,
            top: 0,
            zeroed: Vec::new(),
            slots: Vec::new(),
            has_alloca: false,
            has_setjmp: false,
            allowed_setjmps: FxHashSet::default(),
            temporaries: Vec::new(),
            used_temporaries: Vec::new(),
            step_at: None,
            has_wide_fields: image_has_wide_fields,
            is_locating: false,
            checked_later: None,
            origin: Origin::None,
            targets: Vec::new(),
            patches: Vec::new(),
            table_patches: Vec::new(),
            labels: FxHashMap::default(),
            label_scopes: FxHashMap::default(),
            jump_targets: FxHashSet::default(),
            scopes: Vec::new(),
            loops: Vec::new(),
            switches: Vec::new(),
            marks: sequence::Marks::default(),
            restrict: restrict::RestrictKeys::default(),
            lengths: FxHashMap::default(),
            evaluated_lengths: FxHashSet::default(),
            result: None,
        }
    }

    fn types(&self) -> &'a Types {
        &self.program.types
    }

    fn ty(&self, expr: ExprId) -> Type {
        self.program[expr].ty
    }

    fn shape(&self, ty: Type) -> &Shape {
        self.image.shape(&self.program.types, ty)
    }

    fn is_array(&self, ty: Type) -> bool {
        self.shape(ty).is_array
    }

    pub(crate) fn rep(&self, ty: Type) -> Rep {
        self.shape(ty).rep
    }

    /// The integer or floating kind of a scalar that is not a pointer; pointers count as unsigned integers.
    fn scalar(&self, ty: Type) -> Scalar {
        match self.rep(ty) {
            Rep::Scalar(scalar) => scalar,
            _ => Scalar::Int { bits: 64, signed: false },
        }
    }

    /// How an object of scalar type lies in memory.
    fn width(&self, ty: Type) -> Width {
        match self.rep(ty) {
            Rep::Pointer if self.types().target.pointer_size == 4 => Width::P32,
            Rep::Scalar(scalar) => width_of(scalar, self.shape(ty).is_bool),
            _ => Width::X64,
        }
    }

    fn size(&self, ty: Type) -> u64 {
        self.shape(ty).size.unwrap_or(1)
    }

    /// The size as operations have it. No object is so large that it would not fit.
    fn size32(&self, ty: Type) -> u32 {
        self.size(ty).min(u32::MAX as u64) as u32
    }

    fn emit(&mut self, op: Op) -> usize {
        // An operation takes 24 bytes with its origin.
        self.code.budget.spend(8);
        if self.code.budget.is_spent() && !self.code.ops.is_empty() {
            return self.code.ops.len() - 1;
        }
        self.code.ops.push(op);
        self.code.origins.push(self.origin);
        self.code.ops.len() - 1
    }

    /// Emits an operation that a repairing run may have to replace.
    fn emit_repairable(&mut self, op: Op) {
        if self.repairer.is_none() {
            self.emit(op);
            return;
        }
        self.code.firsts.push(op);
        let index = self.code.firsts.len() as u32 - 1;
        self.emit(Op::First { index });
    }

    fn here(&self) -> u32 {
        self.code.ops.len() as u32
    }

    /// Counts one evaluated expression node.
    fn step(&mut self) {
        let at = match self.step_at {
            Some(at) => at,
            None => {
                let at = self.emit(Op::Step { n: 0 });
                self.step_at = Some(at);
                at
            }
        };
        if let Op::Step { n } = &mut self.code.ops[at] {
            *n += 1;
        }
    }

    fn alloc(&mut self, registers: u16) -> Reg {
        let reg = self.next;
        self.next += registers as u32;
        self.top = self.top.max(self.next);
        // Frames beyond 65,535 registers are refused when the function is finished.
        reg.min(u16::MAX as u32 - 1) as Reg
    }

    /// A destination: the wanted register or a fresh one.
    fn dest(&mut self, want: Option<Reg>, registers: u16) -> Reg {
        want.unwrap_or_else(|| self.alloc(registers))
    }

    /// Runs `f` and frees the registers it took.
    fn scratch<T>(&mut self, f: impl FnOnce(&mut Self) -> T) -> T {
        let next = self.next;
        let result = f(self);
        self.next = next;
        result
    }

    fn target(&mut self) -> Target {
        self.targets.push(None);
        Target(self.targets.len() as u32 - 1)
    }

    fn place_target(&mut self, target: Target) {
        self.targets[target.0 as usize] = Some(self.here());
        self.step_at = None;
    }

    /// Emits a jump whose `to` is filled in when the function is finished.
    fn jump(&mut self, op: Op, target: Target) {
        let at = self.emit(op);
        self.patches.push((at, target));
        self.step_at = None;
    }

    fn trap(&mut self, kind: TrapKind) {
        self.code.traps.push(kind);
        let index = self.code.traps.len() as u32 - 1;
        self.emit(Op::Trap { index });
    }

    fn unsupported(&mut self, what: impl Into<String>) {
        self.trap(TrapKind::Unsupported(what.into()));
    }

    fn undefined(&mut self, rule: Rule, message: impl Into<String>) {
        self.trap(TrapKind::Undefined(rule, message.into()));
    }

    fn constant(&mut self, d: Reg, value: u64) {
        if value as i64 == value as i32 as i64 {
            self.emit(Op::Imm { d, v: value as i32 });
        } else {
            self.code.constants.push(value);
            let index = self.code.constants.len() as u32 - 1;
            self.emit(Op::Const { d, index });
        }
    }

    /// Runs `f` with diagnostics pointing at `origin`.
    fn at<T>(&mut self, origin: Origin, f: impl FnOnce(&mut Self) -> T) -> T {
        let outer = std::mem::replace(&mut self.origin, origin);
        let result = f(self);
        self.origin = outer;
        result
    }
}

pub(crate) fn width_of(scalar: Scalar, is_bool: bool) -> Width {
    match scalar {
        _ if is_bool => Width::Bool,
        Scalar::F32 => Width::U32,
        Scalar::F64 => Width::X64,
        Scalar::F80 => Width::F80,
        Scalar::F128 => Width::W128,
        Scalar::Int { bits, signed } => match (bits, signed) {
            (1, _) => Width::Bool,
            (8, true) => Width::I8,
            (8, false) => Width::U8,
            (16, true) => Width::I16,
            (16, false) => Width::U16,
            (32, true) => Width::I32,
            (32, false) => Width::U32,
            (128, _) => Width::W128,
            _ => Width::X64,
        },
    }
}
