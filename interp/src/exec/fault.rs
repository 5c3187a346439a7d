//! Messages about undefined behaviour, with the values involved and the locations that matter.

use super::*;
use crate::memory::ObjectKind;
use crate::scalar::ScalarFault;
use lang::ExprKind;
use lang::arith::Fault;

/// The object's value is indeterminate, and J.2 lists its use.
const LOCAL_INDETERMINATE: &str = "6.2.4p6, J.2";

impl Machine<'_> {
    pub(super) fn loc(&self, pc: usize) -> Loc {
        self.code.origins.get(pc).map_or(Loc::NONE, |origin| origin.loc(self.program))
    }

    #[cold]
    pub(super) fn undefined(&self, pc: usize, rule: Rule, message: String) -> Box<Stop> {
        Box::new(Stop::Undefined(Box::new(Ub::new(rule, message, self.loc(pc)))))
    }

    /// With notes on the object at `address`.
    #[cold]
    pub(super) fn undefined_at(&self, pc: usize, rule: Rule, message: String, address: u64) -> Box<Stop> {
        let ub = Ub::new(rule, message, self.loc(pc)).with_notes(self.object_notes(address));
        Box::new(Stop::Undefined(Box::new(ub)))
    }

    #[cold]
    pub(super) fn unsupported(&self, pc: usize, what: &str) -> Box<Stop> {
        Box::new(Stop::Unsupported(what.to_string(), self.loc(pc)))
    }

    #[cold]
    pub(super) fn too_deep(&self, pc: usize) -> Box<Stop> {
        self.unsupported(pc, "calls nested this deeply")
    }

    #[cold]
    pub(super) fn trap(&self, pc: usize, index: u32) -> Box<Stop> {
        match &self.code.traps[index as usize] {
            // The error is in the call that returns here.
            TrapKind::Undefined(rule @ Rule::NoreturnReturned, message) => {
                self.undefined(self.calling_pc(pc), *rule, message.clone())
            }
            TrapKind::Undefined(rule, message) => self.undefined(pc, *rule, message.clone()),
            TrapKind::Unsupported(what) => self.unsupported(pc, what),
        }
    }

    #[cold]
    pub(super) fn arith_fault(
        &self,
        pc: usize,
        fault: Fault,
        kind: IntKind,
        symbol: &str,
        a: u64,
        b: u64,
    ) -> Box<Stop> {
        let left = arith::display(kind, a);
        let is_shift = matches!(symbol, "<<" | ">>");
        let right = if is_shift { (b as i64).to_string() } else { arith::display(kind, b) };
        self.describe_fault(pc, fault, kind, symbol, &left, &right)
    }

    fn describe_fault(
        &self,
        pc: usize,
        fault: Fault,
        kind: IntKind,
        symbol: &str,
        left: &str,
        right: &str,
    ) -> Box<Stop> {
        let ty = self.int_name(kind);
        // Unary minus comes here with its operand twice.
        let is_unary = symbol == "-"
            && matches!(self.code.ops[pc], Op::NegS32 { .. } | Op::NegS64 { .. } | Op::Wide { op: WideOp::Neg, .. });
        let expr = if is_unary { format!("`-({left})`") } else { format!("`{left} {symbol} {right}`") };
        let (rule, message) = match fault {
            Fault::SignedOverflow => (Rule::SignedOverflow, format!("{expr} does not fit `{ty}`")),
            Fault::DivisionByZero => (Rule::DivisionByZero, format!("{expr} divides by zero")),
            Fault::DivisionOverflow => (Rule::DivisionOverflow, format!("the quotient of {expr} does not fit `{ty}`")),
            Fault::ShiftCount => {
                (Rule::ShiftCount, format!("{expr} shifts by {right}, but `{ty}` has {} bits", kind.bits))
            }
            Fault::ShiftNegative => (Rule::ShiftValue, format!("{expr} shifts a negative value")),
            Fault::ShiftOverflow => (Rule::ShiftValue, format!("{expr} does not fit `{ty}`")),
        };
        self.undefined(pc, rule, message)
    }

    fn int_name(&self, kind: IntKind) -> String {
        let long = if self.program.types.target.long_size == 8 { "long" } else { "long long" };
        let name = match kind.bits {
            32 => "int",
            64 => long,
            128 => "__int128",
            _ => return format!("{}{}-bit integer", if kind.signed { "" } else { "unsigned " }, kind.bits),
        };
        if kind.signed { name.to_string() } else { format!("unsigned {name}") }
    }

    #[cold]
    pub(super) fn wide_fault(
        &self,
        pc: usize,
        op: WideOp,
        fault: ScalarFault,
        kind: Scalar,
        a: u128,
        b: u128,
    ) -> Box<Stop> {
        let (ScalarFault::Arith(fault), Scalar::Int { bits, signed }) = (fault, kind) else {
            return self.conversion_fault(pc, kind, a);
        };
        let symbol = match op {
            WideOp::Add => "+",
            WideOp::Sub | WideOp::Neg => "-",
            WideOp::Mul => "*",
            WideOp::Div => "/",
            WideOp::Rem => "%",
            WideOp::Shl => "<<",
            _ => ">>",
        };
        let int = IntKind { bits, signed };
        let right =
            if matches!(op, WideOp::Shl | WideOp::Shr) { (b as i128).to_string() } else { arith::display(int, b) };
        self.describe_fault(pc, fault, int, symbol, &arith::display(int, a), &right)
    }

    #[cold]
    pub(super) fn conversion_fault(&self, pc: usize, from: Scalar, value: u128) -> Box<Stop> {
        let message = format!("{} does not fit the integer type it is converted to", scalar::display(from, value));
        self.undefined(pc, Rule::FloatToInt, message)
    }

    #[cold]
    pub(super) fn uninitialized_var(&self, pc: usize, var: u32) -> Box<Stop> {
        let var = lang::VarId(var);
        let name = self.program.name(self.program[var].name);
        let notes = vec![(self.program[var].loc, format!("`{name}` is declared here"))];
        let message = format!("`{name}` is read before it has a value");
        let ub = Ub::new(Rule::UninitializedRead, message, self.loc(pc)).with_notes(notes);
        Box::new(Stop::Undefined(Box::new(ub.citing(self.indeterminate_local(var)))))
    }

    /// A part of a named local object.
    #[cold]
    pub(super) fn uninitialized(&self, pc: usize) -> Box<Stop> {
        let message = match self.has_lost_values {
            true => "a variable is read that has no value, or lost it by `longjmp` (C17 7.13.2.1p3)",
            false => "an object is read before it has a value",
        };
        let clause =
            self.named_object(pc).map_or(Rule::UninitializedRead.clause(), |var| self.indeterminate_local(var));
        Box::new(Stop::Undefined(Box::new(
            Ub::new(Rule::UninitializedRead, message.to_string(), self.loc(pc)).citing(clause),
        )))
    }

    /// The variable that the operation's expression is a part of.
    fn named_object(&self, pc: usize) -> Option<lang::VarId> {
        let Some(Origin::Expr(mut expr)) = self.code.origins.get(pc).copied() else { return None };
        loop {
            match self.program[expr].kind {
                ExprKind::Var(var) => return Some(var),
                ExprKind::Member(inner, _) | ExprKind::Index(inner, _) | ExprKind::Convert(inner) => expr = inner,
                _ => return None,
            }
        }
    }

    /// The clause about reading a local object that has no value: C17 6.3.2.1p2 makes it undefined where the object
    /// could be a register. Others are indeterminate, which J.2 lists.
    fn indeterminate_local(&self, var: lang::VarId) -> &'static str {
        if self.program[var].address_taken { LOCAL_INDETERMINATE } else { Rule::UninitializedRead.clause() }
    }

    /// The clause that makes the object's bytes indeterminate.
    fn indeterminate_clause(&self, address: u64) -> &'static str {
        let object = self.memory.object(address);
        match object.kind {
            ObjectKind::Heap => match self.allocated_by(object.origin as usize) {
                Some("realloc" | "reallocarray") => "7.22.3.5p2, J.2",
                Some("aligned_alloc" | "memalign" | "posix_memalign") => "7.22.3.1p2, J.2",
                _ => "7.22.3.4p2, J.2",
            },
            // Through a pointer, so its address was taken.
            _ => LOCAL_INDETERMINATE,
        }
    }

    fn allocated_by(&self, pc: usize) -> Option<&'static str> {
        let Some(Op::CallLibrary { call, .. }) = self.code.ops.get(pc) else { return None };
        self.code.calls.get(*call as usize)?.library.map(|function| function.name())
    }

    #[cold]
    pub(super) fn uninitialized_at(&self, pc: usize, address: u64) -> Box<Stop> {
        let object = self.memory.object(address);
        let offset = (address as u32).wrapping_sub(object.base);
        let message = format!("byte {offset} of {} is read before it has a value", self.object_name(address));
        let ub = Ub::new(Rule::UninitializedRead, message, self.loc(pc)).with_notes(self.object_notes(address));
        Box::new(Stop::Undefined(Box::new(ub.citing(self.indeterminate_clause(address)))))
    }

    /// A library function uses what one of its arguments points to.
    #[cold]
    pub(super) fn uninitialized_argument(&self, pc: usize, message: String, args: &[library::Arg]) -> Box<Stop> {
        let is_indeterminate = |address: u64| {
            let found = self.memory.offset_in(address);
            found.is_some_and(|(offset, object)| {
                let (from, to) =
                    (object.storage as usize + offset as usize, object.storage as usize + object.size as usize);
                self.memory.init[from..to].iter().any(|&byte| byte != 0xff)
            })
        };
        let pointers = args.iter().filter(|arg| self.program.types.is_pointer(arg.ty)).map(|arg| arg.value[0]);
        let ub = Ub::new(Rule::UninitializedRead, message, self.loc(pc));
        let ub = match pointers.into_iter().find(|&address| is_indeterminate(address)) {
            Some(address) => ub.citing(self.indeterminate_clause(address)).with_notes(self.object_notes(address)),
            None => ub.citing(LOCAL_INDETERMINATE),
        };
        Box::new(Stop::Undefined(Box::new(ub)))
    }

    /// An access that is not inside a live object.
    #[cold]
    pub(super) fn bad_access(&self, pc: usize, address: u64, size: u32, verb: &str) -> Box<Stop> {
        let object = self.memory.object(address);
        let offset = (address as u32).wrapping_sub(object.base) as i32;
        let name = self.object_name(address);
        let (rule, message) = match object.kind {
            ObjectKind::None if self.is_null(pc, address) => {
                (Rule::NullDereference, "a null pointer is dereferenced".to_string())
            }
            ObjectKind::None => {
                (Rule::InvalidPointer, format!("{verb} {size} bytes at {address:#x}, where there is no object"))
            }
            ObjectKind::DeadHeap => (Rule::DanglingDereference, format!("{verb} {name} after it was freed")),
            ObjectKind::DeadAuto => (Rule::DanglingDereference, format!("{verb} {name} after its lifetime ended")),
            ObjectKind::Function | ObjectKind::Label => {
                (Rule::InvalidPointer, format!("{verb} {name}, which is not an object"))
            }
            _ => (
                Rule::OutOfBoundsAccess,
                format!("{verb} {size} bytes at offset {offset} of {name}, which has {} bytes", object.full_size),
            ),
        };
        self.undefined_at(pc, rule, message, address)
    }

    /// Whether the address came from a null pointer, perhaps with a member's offset added.
    fn is_null(&self, pc: usize, address: u64) -> bool {
        match self.code.ops[pc] {
            Op::Load { offset, .. } | Op::Store { offset, .. } => address == offset as u64,
            _ => address < 4096,
        }
    }

    /// The value of a pointer became indeterminate with its object's end (C17 6.2.4p2).
    #[cold]
    pub(super) fn dangling(&self, pc: usize, address: u64) -> Box<Stop> {
        let name = self.object_name(address);
        let end = match self.memory.object(address).kind {
            ObjectKind::DeadHeap => "it was freed",
            _ => "its lifetime ended",
        };
        let message = format!("the value of a pointer to {name} is used after {end}");
        self.undefined_at(pc, Rule::DanglingPointer, message, address)
    }

    #[cold]
    pub(super) fn index_fault(&self, pc: usize, index: i64, bound: Bound) -> Box<Stop> {
        let rule = if bound.address_only { Rule::OutOfBoundsPointer } else { Rule::OutOfBoundsAccess };
        self.undefined(pc, rule, format!("index {index} is outside an array of {} elements", bound.len))
    }

    #[cold]
    pub(super) fn pointer_fault(&self, pc: usize, p: u64, index: i64, size: i64, access: bool) -> Box<Stop> {
        let object = self.memory.object(p);
        let name = self.object_name(p);
        let offset = (p as u32).wrapping_sub(object.base) as i32 as i64;
        let (rule, message) = match object.kind {
            ObjectKind::None if p == 0 && access => {
                (Rule::NullDereference, format!("element {index} of a null pointer is accessed"))
            }
            ObjectKind::None if p == 0 => (Rule::OutOfBoundsPointer, format!("{index} is added to a null pointer")),
            ObjectKind::None => (Rule::InvalidPointer, format!("{index} is added to {p:#x}, where there is no object")),
            ObjectKind::DeadHeap => {
                (Rule::DanglingDereference, format!("a pointer to {name} is used after it was freed"))
            }
            ObjectKind::DeadAuto => {
                (Rule::DanglingDereference, format!("a pointer to {name} is used after its lifetime ended"))
            }
            _ => {
                let rule = if access { Rule::OutOfBoundsAccess } else { Rule::OutOfBoundsPointer };
                let to = offset.saturating_add(index.saturating_mul(size));
                (rule, format!("a pointer moves to offset {to} of {name}, which has {} bytes", object.full_size))
            }
        };
        self.undefined_at(pc, rule, message, p)
    }

    #[cold]
    pub(super) fn conflict(&self, pair: Pair) -> Box<Stop> {
        let message = "an object is changed and used again, with nothing to say which comes first".to_string();
        let loc = self.program[pair.b].loc;
        let notes = vec![(self.program[pair.a].loc, "the other access".to_string())];
        Box::new(Stop::Undefined(Box::new(Ub::new(Rule::Unsequenced, message, loc).with_notes(notes))))
    }

    pub(super) fn calling_pc(&self, pc: usize) -> usize {
        self.frames.last().map_or(pc, |frame| (frame.return_to as usize).saturating_sub(1))
    }

    #[cold]
    pub(super) fn missing_return(&self, pc: usize, func: u32) -> Box<Stop> {
        let func = FuncId(func);
        let name = self.program.name(self.program[func].name);
        // The use is at the call.
        let call = self.calling_pc(pc);
        let message = format!("the value of `{name}` is used, but it ended without returning one");
        let notes = vec![(self.program[func].loc, format!("`{name}` is defined here"))];
        let loc = self.loc(call);
        Box::new(Stop::Undefined(Box::new(Ub::new(Rule::MissingReturn, message, loc).with_notes(notes))))
    }

    /// The name of the object at an address, for a message.
    pub(super) fn object_name(&self, address: u64) -> String {
        let object = self.memory.object(address);
        match object.kind {
            ObjectKind::None if address == 0 => "a null pointer".to_string(),
            ObjectKind::None => format!("the address {address:#x}"),
            ObjectKind::Static | ObjectKind::Auto | ObjectKind::DeadAuto if object.origin != u32::MAX => {
                match self.program.name(self.program[lang::VarId(object.origin)].name) {
                    "" => "a compound literal".to_string(),
                    name => format!("`{name}`"),
                }
            }
            ObjectKind::Static | ObjectKind::Auto | ObjectKind::DeadAuto => "a temporary object".to_string(),
            ObjectKind::Heap | ObjectKind::DeadHeap => "allocated memory".to_string(),
            ObjectKind::Alloca => "`alloca` memory".to_string(),
            ObjectKind::StringLiteral => "a string literal".to_string(),
            ObjectKind::Function => {
                format!("the function `{}`", self.program.name(self.program[FuncId(object.origin)].name))
            }
            ObjectKind::Label => "a label".to_string(),
        }
    }

    fn object_notes(&self, address: u64) -> Vec<(Loc, String)> {
        let object = self.memory.object(address);
        let name = self.object_name(address);
        let mut notes = Vec::new();
        match object.kind {
            ObjectKind::Static | ObjectKind::Auto | ObjectKind::DeadAuto if object.origin != u32::MAX => {
                notes.push((self.program[lang::VarId(object.origin)].loc, format!("{name} is declared here")));
            }
            ObjectKind::Heap | ObjectKind::DeadHeap => {
                notes.push((self.loc(object.origin as usize), "it was allocated here".to_string()));
                if object.kind == ObjectKind::DeadHeap {
                    notes.push((self.loc(object.end as usize), "it was freed here".to_string()));
                }
            }
            _ => {}
        }
        notes.retain(|note| note.0 != Loc::NONE);
        notes
    }

    /// The type of the expression an operation was compiled from.
    pub(super) fn type_at(&self, pc: usize) -> String {
        match self.code.origins.get(pc) {
            Some(Origin::Expr(expr)) => lang::print::type_name(self.program, self.program[*expr].ty),
            _ => "another type".to_string(),
        }
    }
}
