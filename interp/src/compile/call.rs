//! Calls: the program's own functions, the library, and the builtins that are not functions.

use super::place::{Place, Purpose};
use super::*;
use crate::image::Traits;
use crate::library;
use lang::{ExprKind, FunctionType, List};

impl Compiler<'_> {
    /// Evaluates a call; the result (an address if it is an aggregate) is in the returned register.
    pub(super) fn call(&mut self, expr: ExprId, callee: ExprId, args: List, want: Option<Reg>, used: bool) -> Reg {
        let program = self.program;
        let args = program.expr_list(args);
        let direct = self.direct_callee(callee);
        if let Some(func) = direct
            && self.program[func].body.is_none()
        {
            let name = program.name(program[func].name);
            if let Some(reg) = self.builtin(expr, name, args, want) {
                return reg;
            }
            return self.library_call(expr, func, name, args, want, used);
        }
        let ret = self.ty(expr);
        let registers = self.rep(ret).registers();
        let d = self.dest(want, registers);
        self.scratch(|c| {
            let result = (c.rep(ret) == Rep::Aggregate).then(|| c.temporary(ret));
            let pointer = match direct {
                Some(_) => None,
                None => Some(c.alloc(1)),
            };
            // The callee and the arguments are unsequenced with each other.
            let regs = c.evaluate_args(expr, callee, pointer, args, result);
            let base = regs.base;
            match (direct, pointer) {
                (Some(func), _) => c.direct_call(expr, func, callee, args, &regs, used),
                (None, Some(pointer)) => {
                    let call = c.call_desc(expr, callee, args, &regs, used);
                    c.emit(Op::CallPointer { callee: pointer, base, call });
                }
                (None, None) => {}
            }
            c.step_at = None;
            match result {
                Some(slot) => {
                    c.emit(Op::Mov { d, a: slot });
                }
                None if used && c.rep(ret) != Rep::Void => {
                    c.moved(base, Some(d), registers);
                }
                None => {}
            }
        });
        d
    }

    /// A fresh object for the value of an expression; the slot's first register is its address.
    pub(super) fn temporary(&mut self, ty: Type) -> Reg {
        let Some(slot) = self.temporaries.pop() else {
            self.unsupported("more temporaries than were foreseen");
            return self.alloc(2);
        };
        self.used_temporaries.push(slot);
        let desc = ObjectDesc {
            size: self.size(ty),
            align: self.types().align_of(ty),
            var: None,
            ty: ty.unqualified(),
            layout: 0,
        };
        let object = self.add_object(desc);
        self.emit(Op::Allocate { slot, object });
        slot
    }

    fn evaluate_args(
        &mut self,
        expr: ExprId,
        callee: ExprId,
        pointer: Option<Reg>,
        args: &[ExprId],
        result: Option<Reg>,
    ) -> ArgRegs {
        let base = self.next as Reg;
        if let Some(result) = result {
            let reg = self.alloc(1);
            self.emit(Op::Mov { d: reg, a: result });
        }
        let regs: Vec<Reg> = args.iter().map(|&arg| self.alloc(self.rep(self.ty(arg)).registers())).collect();
        // The frame of a callee without arguments starts here too.
        self.top = self.top.max(self.next + 2);
        let mut order: Vec<usize> = (0..args.len()).collect();
        let is_site = self.args_are_site(callee, pointer.is_some(), args);
        if is_site {
            self.emit_site(expr);
        }
        let reversed = is_site && self.is_reversed(expr);
        if reversed {
            order.reverse();
        }
        if let (Some(pointer), false) = (pointer, reversed) {
            self.value(callee, Some(pointer));
        }
        // A library function looks at its pointers itself.
        let is_library = callee == expr;
        for index in order {
            let copied = self.may_change_meanwhile(callee, args, index);
            match is_library {
                true => self.checking_later(args[index], |c| c.argument(args[index], regs[index], copied)),
                false => self.argument(args[index], regs[index], copied),
            }
        }
        if let (Some(pointer), true) = (pointer, reversed) {
            self.value(callee, Some(pointer));
        }
        ArgRegs { base, regs }
    }

    fn args_are_site(&mut self, callee: ExprId, indirect: bool, args: &[ExprId]) -> bool {
        if !self.options.order {
            return false;
        }
        let mut parts = args.to_vec();
        if indirect {
            parts.push(callee);
        }
        // Most calls; the comparison of each with each would take long for thousands of arguments.
        if !parts.iter().any(|&part| self.has_call(part)) {
            return false;
        }
        for i in 0..parts.len() {
            for j in i + 1..parts.len() {
                if self.is_order_site(callee, parts[i], parts[j]) {
                    return true;
                }
            }
        }
        false
    }

    /// Whether an argument of aggregate type must be copied when it is evaluated: others could change the object.
    pub(super) fn may_change_meanwhile(&self, callee: ExprId, args: &[ExprId], index: usize) -> bool {
        let others = args.iter().enumerate().filter(|&(other, _)| other != index).map(|(_, &arg)| arg);
        self.rep(self.ty(args[index])) == Rep::Aggregate
            && others.chain([callee]).any(|other| self.may_change_objects(other))
    }

    pub(super) fn may_change_objects(&self, expr: ExprId) -> bool {
        self.image.traits_of(expr).is_none_or(|traits| traits.has(Traits::CALL | Traits::EFFECT))
    }

    /// The value of an aggregate at this moment.
    pub(super) fn copied_aggregate(&mut self, expr: ExprId) -> Reg {
        let ty = self.ty(expr);
        let value = self.aggregate(expr, None);
        let temp = self.temporary(ty);
        let place = self.pointer_place(temp, ty);
        self.copy_to(place, value, ty, false);
        temp
    }

    fn argument(&mut self, arg: ExprId, reg: Reg, copied: bool) {
        let ty = self.ty(arg);
        self.scratch(|c| match c.rep(ty) {
            Rep::Void => c.effects_of(arg),
            Rep::Aggregate if copied => {
                let value = c.copied_aggregate(arg);
                c.moved(value, Some(reg), 1);
            }
            Rep::Aggregate => {
                let value = c.aggregate(arg, Some(reg));
                c.moved(value, Some(reg), 1);
            }
            rep => {
                let value = c.value(arg, Some(reg));
                c.moved(value, Some(reg), rep.registers());
            }
        });
    }

    fn call_desc(&mut self, expr: ExprId, callee: ExprId, args: &[ExprId], regs: &ArgRegs, used: bool) -> u32 {
        let ty = self.types().pointee(self.ty(callee)).unwrap_or(self.ty(callee));
        let args = args
            .iter()
            .zip(&regs.regs)
            .map(|(&arg, &reg)| ArgDesc { ty: self.ty(arg), reg: reg - regs.base, limit: None })
            .collect();
        self.code.calls.push(CallDesc { ty, args, used, ret: self.ty(expr), library: None, expr, result: None });
        self.code.calls.len() as u32 - 1
    }

    fn direct_call(&mut self, expr: ExprId, func: FuncId, callee: ExprId, args: &[ExprId], regs: &ArgRegs, used: bool) {
        let called = self.types().pointee(self.ty(callee)).unwrap_or(self.ty(callee));
        let name = self.program.name(self.program[func].name);
        if !self.program[func].is_static
            && !NOT_RESERVED.contains(&name)
            && library::Function::from_name(name).is_some_and(|function| function.is_pure())
        {
            let name = name.to_string();
            return self
                .undefined(Rule::ReservedName, format!("`{name}` is a function of the library, but defined here"));
        }
        if let Some(problem) = self.mismatch(called, func, args) {
            self.undefined(Rule::WrongCall, problem);
            return;
        }
        self.check_nonnull(func, callee, args, regs);
        let variadic = self.types().function_type(self.program[func].ty).is_some_and(|function| function.variadic);
        if variadic {
            let call = self.call_desc(expr, callee, args, regs, used);
            self.emit(Op::CallVariadic { func: func.0, base: regs.base, call });
        } else {
            self.emit(Op::Call { func: func.0, base: regs.base, used });
        }
    }

    /// GNU `nonnull`, of the definition or of the declaration that the call sees.
    fn check_nonnull(&mut self, func: FuncId, callee: ExprId, args: &[ExprId], regs: &ArgRegs) {
        let declared = self.named_function(callee).unwrap_or(func);
        for (index, &arg) in args.iter().enumerate() {
            let promised = [func, declared].into_iter().any(|func| promises_nonnull(self.program, func, index));
            if promised && self.types().is_pointer(self.ty(arg)) {
                let name = self.program.name(self.program[func].name);
                let message = format!("argument {} of `{name}` is null, though declared `nonnull`", index + 1);
                self.check_not_null(regs.regs[index], message);
            }
        }
    }

    pub(super) fn check_not_null(&mut self, pointer: Reg, message: String) {
        let end = self.target();
        self.jump(Op::JumpIf { c: pointer, to: 0 }, end);
        self.undefined(Rule::Nonnull, message);
        self.place_target(end);
    }

    fn mismatch(&self, called: Type, func: FuncId, args: &[ExprId]) -> Option<String> {
        let types: Vec<Type> = args.iter().map(|&arg| self.ty(arg)).collect();
        call_mismatch(self.program, called, func, &types)
    }

    fn library_call(
        &mut self,
        expr: ExprId,
        func: FuncId,
        name: &str,
        args: &[ExprId],
        want: Option<Reg>,
        used: bool,
    ) -> Reg {
        let Some(function) = library::Function::from_name(name) else {
            let d = self.dest(want, 2);
            let what = if self.program[func].is_builtin || name.starts_with("__builtin") {
                format!("the function `{name}`")
            } else {
                format!("`{name}`, which no unit defines")
            };
            self.unsupported(what);
            return d;
        };
        let ret = self.ty(expr);
        let d = self.dest(want, self.rep(ret).registers());
        if matches!(name, "__builtin_setjmp" | "__builtin_longjmp") {
            // GCC's own, with rules of their own.
            self.unsupported(format!("the function `{name}`"));
            return d;
        }
        if crate::library::is_setjmp(name) && !self.allowed_setjmps.contains(&expr) {
            let message = "the value of `setjmp` may only be a condition, or compared with a constant in one";
            self.undefined(Rule::SetjmpContext, message);
            return d;
        }
        self.scratch(|c| {
            let result = (c.rep(ret) == Rep::Aggregate).then(|| c.temporary(ret));
            let regs = c.evaluate_args(expr, expr, None, args, None);
            // Whether `memcpy` may run from one member into the next is disputed; strings may not.
            let is_raw = name.contains("mem") || name.contains("bcopy") || name.contains("bzero");
            let desc = |(&arg, &reg)| ArgDesc {
                ty: c.ty(arg),
                reg: reg - regs.base,
                limit: c.member_limit(arg).filter(|_| !is_raw),
            };
            let descs = args.iter().zip(&regs.regs).map(desc).collect();
            let ty = c.program[func].ty;
            c.code.calls.push(CallDesc { ty, args: descs, used, ret, library: Some(function), expr, result });
            let call = c.code.calls.len() as u32 - 1;
            c.emit(Op::CallLibrary { base: regs.base, call });
            match result {
                Some(slot) => {
                    c.emit(Op::Mov { d, a: slot });
                }
                None if c.rep(ret) != Rep::Void => {
                    c.moved(regs.base, Some(d), c.rep(ret).registers());
                }
                None => {}
            }
        });
        d
    }

    /// Builtins whose arguments are not simply evaluated.
    fn builtin(&mut self, expr: ExprId, name: &str, args: &[ExprId], want: Option<Reg>) -> Option<Reg> {
        let name = match name.strip_prefix("__builtin_") {
            Some(stripped) => stripped,
            None if name == "alloca" => name,
            None => return None,
        };
        match (name, args) {
            ("constant_p", [arg]) => {
                let d = self.dest(want, 1);
                self.step();
                let is_constant = self.is_constant(*arg);
                self.constant(d, is_constant as u64);
                Some(d)
            }
            ("va_start" | "c23_va_start", [list, rest @ ..]) => {
                self.check_last_param(rest);
                let list = self.va_list(*list);
                self.emit(Op::VaStart { list });
                Some(list)
            }
            ("va_end", [list]) => {
                let list = self.va_list(*list);
                self.emit(Op::VaEnd { list });
                Some(list)
            }
            ("va_copy", [to, from]) => {
                let d = self.va_list(*to);
                let s = self.va_list(*from);
                self.emit(Op::VaCopy { to: d, from: s });
                Some(d)
            }
            ("alloca" | "alloca_with_align", [size, ..]) => {
                let d = self.dest(want, 1);
                self.scratch(|c| {
                    let size = c.value(*size, None);
                    c.emit(Op::Alloca { d, size });
                });
                Some(d)
            }
            ("unreachable", []) => {
                self.undefined(Rule::Unreachable, "`__builtin_unreachable()` is reached");
                Some(self.dest(want, 1))
            }
            ("choose_expr", _) | ("types_compatible_p", _) => None,
            ("classify_type" | "object_size" | "dynamic_object_size", [arg, ..]) => {
                // The operand is not evaluated.
                let d = self.dest(want, 1);
                let value = if name == "classify_type" {
                    self.classify(*arg)
                } else {
                    // "Unknown" is always a right answer: -1 for kinds 0 and 1, 0 for 2 and 3.
                    let kind = args.get(1).and_then(|&kind| lang::fold::integer_constant(self.program, kind));
                    if kind.unwrap_or(0) >= 2 { 0 } else { u64::MAX }
                };
                self.constant(d, value);
                Some(d)
            }
            ("shuffle", _) | ("shufflevector", _) | ("complex", _) => {
                Some(self.aggregate_builtin(expr, name, args, want))
            }
            _ => None,
        }
    }

    /// `va_start`'s second argument is the last parameter, whose type is not changed by promotion (C17 7.16.1.4p4).
    fn check_last_param(&mut self, rest: &[ExprId]) {
        let [last] = rest else { return };
        let last = match self.program[*last].kind {
            ExprKind::Convert(inner) => inner,
            _ => *last,
        };
        let ExprKind::Var(var) = self.program[last].kind else { return };
        let declared = &self.program[var];
        let name = self.program.name(declared.name);
        let problem = if self.program[self.func].params.last() != Some(&var) {
            "is not the last parameter"
        } else if promoted(self.types(), declared.ty) != self.types().strip(declared.ty) {
            "has a type that promotion changes"
        } else if declared.form.is_register {
            "is declared `register`"
        } else if declared.form.is_adjusted {
            "is declared as an array or a function"
        } else {
            return;
        };
        self.undefined(Rule::VaArg, format!("`{name}`, which `va_start` is given, {problem}"));
    }

    /// What GCC's front end folds without optimisation; anything else is allowed to be 0.
    fn is_constant(&self, arg: ExprId) -> bool {
        match self.program[arg].kind {
            ExprKind::Float(_) | ExprKind::LongFloat(_) => true,
            ExprKind::Convert(inner) | ExprKind::Cast(inner) => match self.program[inner].kind {
                ExprKind::Str(_) => true,
                _ => self.is_constant(inner),
            },
            _ => lang::fold::integer_constant(self.program, arg).is_some(),
        }
    }

    fn classify(&self, arg: ExprId) -> u64 {
        let ty = self.ty(arg);
        match self.types().kind(ty) {
            TypeKind::Void => 0,
            TypeKind::Pointer(_) | TypeKind::Array { .. } | TypeKind::Function(_) => 5,
            TypeKind::Float | TypeKind::Double | TypeKind::LDouble | TypeKind::Float128 => 8,
            TypeKind::Complex(_) => 9,
            TypeKind::Record(id) => {
                if self.types().records[id.0 as usize].is_union {
                    13
                } else {
                    12
                }
            }
            TypeKind::Vector { .. } => u64::MAX,
            _ => 1,
        }
    }

    /// The address of a va_list object, whether the expression is one or (as a parameter) points to one.
    fn va_list(&mut self, list: ExprId) -> Reg {
        let ty = self.ty(list);
        match self.program[list].kind {
            // An array decays; the object's own address is wanted.
            _ if self.types().is_pointer(ty) => self.value(list, None),
            _ if self.program.is_lvalue(list) => {
                let place = self.place(list, Purpose::Access);
                self.address(place, None)
            }
            _ => self.aggregate(list, None),
        }
    }

    pub(super) fn va_arg(&mut self, list: ExprId, ty: Type, want: Option<Reg>) -> Reg {
        self.step();
        let d = self.dest(want, self.rep(ty).registers());
        let by_value = self.types().is_pointer(self.ty(list)) && matches!(self.program[list].kind, ExprKind::Var(_));
        self.scratch(|c| {
            let list = c.va_list(list);
            c.code.va_args.push(VaArgDesc { ty, by_value });
            let arg = c.code.va_args.len() as u32 - 1;
            c.emit(Op::VaArg { d, list, arg });
        });
        d
    }

    pub(super) fn place_of(&mut self, expr: ExprId) -> Place {
        self.place(expr, Purpose::Access)
    }
}

/// Library functions that C17 clause 7 does not have, so that a program may define them.
const NOT_RESERVED: &[&str] = &[
    "ffs",
    "ffsl",
    "ffsll",
    "index",
    "rindex",
    "bcmp",
    "mempcpy",
    "memrchr",
    "rawmemchr",
    "stpcpy",
    "strcasecmp",
    "strchrnul",
    "strncasecmp",
    "isascii",
    "toascii",
    "exp10",
    "exp10f",
    "pow10",
    "gamma",
    "drem",
    "significand",
    "finite",
    "isnan",
    "isinf",
    "signbit",
];

pub(super) struct ArgRegs {
    pub base: Reg,
    pub regs: Vec<Reg>,
}

/// Whether an attribute says that the argument is never null: `nonnull`, `nonnull(1, 2)`.
fn promises_nonnull(program: &Program, func: FuncId, index: usize) -> bool {
    program[func].attrs.iter().filter(|attr| program.name(attr.name) == "nonnull").any(|attr| match &attr.args {
        None => true,
        Some(list) => list.split(',').any(|position| position.trim().parse() == Ok(index + 1)),
    })
}

/// Why calling `func` through the type `called` with arguments of these types is undefined (C17 6.5.2.2p6, p9).
pub(crate) fn call_mismatch(program: &Program, called: Type, func: FuncId, args: &[Type]) -> Option<String> {
    let types = &program.types;
    let name = program.name(program[func].name);
    let (caller, callee) = (types.function_type(called)?, types.function_type(program[func].ty)?);
    if !types.compatible(types.strip(caller.ret), types.strip(callee.ret)) {
        return Some(format!("`{name}` is called through a type with another return type"));
    }
    if caller.prototyped && callee.prototyped {
        return prototypes_mismatch(types, name, caller, callee);
    }
    let params: Vec<Type> = match callee.prototyped {
        true => callee.params.to_vec(),
        false => program[func].params.iter().map(|&param| promoted(types, program[param].ty)).collect(),
    };
    let args: Vec<Type> = match caller.prototyped {
        true => caller.params.to_vec(),
        false => args.to_vec(),
    };
    if callee.prototyped && callee.variadic && !caller.prototyped {
        return Some(format!("`{name}` is variadic but is called without a prototype in scope"));
    }
    if args.len() != params.len() {
        return Some(format!("`{name}` takes {} arguments but is called with {}", params.len(), args.len()));
    }
    let wrong = args.iter().zip(&params).position(|(&arg, &param)| !interchangeable(types, arg, param))?;
    Some(format!("argument {} of `{name}` has a type that its definition does not expect", wrong + 1))
}

fn prototypes_mismatch(types: &Types, name: &str, caller: &FunctionType, callee: &FunctionType) -> Option<String> {
    if caller.params.len() != callee.params.len() || caller.variadic != callee.variadic {
        return Some(format!(
            "`{name}` takes {} parameters but is called through a type with {}",
            callee.params.len(),
            caller.params.len()
        ));
    }
    let pairs = caller.params.iter().zip(callee.params.iter());
    let wrong = pairs.into_iter().position(|(&a, &b)| !types.compatible_parameters(a, b))?;
    Some(format!("parameter {} of `{name}` has another type than the call's", wrong + 1))
}

fn promoted(types: &Types, ty: Type) -> Type {
    match types.int_kind(ty) {
        Some(kind) if kind.bits < 32 => Type::INT,
        _ if matches!(types.kind(ty), TypeKind::Float) => Type::DOUBLE,
        _ => types.strip(ty),
    }
}

/// Compatible, or one of the exceptions of C17 6.5.2.2p6 and 7.16.1.1p2: signed and unsigned of one type, `void *`
/// and pointers to characters. Pointers are not told apart further.
pub(crate) fn interchangeable(types: &Types, a: Type, b: Type) -> bool {
    let (a, b) = (types.strip(a), types.strip(b));
    if types.compatible(a, b) || types.is_pointer(a) && types.is_pointer(b) {
        return true;
    }
    match (types.int_kind(a), types.int_kind(b)) {
        (Some(ka), Some(kb)) => {
            let rank = |ty: Type| types.size_of(ty);
            ka.bits == kb.bits && rank(a) == rank(b) && same_rank(types, a, b)
        }
        _ => false,
    }
}

fn same_rank(types: &Types, a: Type, b: Type) -> bool {
    use TypeKind::*;
    let class = |ty: Type| match types.kind(types.underlying(ty)) {
        Int | UInt => 0,
        Long | ULong => 1,
        LLong | ULLong => 2,
        Int128 | UInt128 => 3,
        _ => 4,
    };
    class(a) == class(b)
}
