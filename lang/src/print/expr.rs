//! Expressions, with as few parentheses as grammar and `-Wparentheses` allow.

use super::Printer;
use crate::ast::*;
use crate::location::Loc;
use crate::types::{Type, TypeKind};

/// Binding strength, weakest first (C17 6.5).
pub(super) type Strength = u8;
pub(super) const COMMA: Strength = 1;
pub(super) const ASSIGN: Strength = 2;
const COND: Strength = 3;
const LOGICAL_OR: Strength = 4;
const LOGICAL_AND: Strength = 5;
pub(super) const UNARY: Strength = 14;
pub(super) const POSTFIX: Strength = 15;
const PRIMARY: Strength = 16;

impl Printer<'_> {
    /// Prints the expression, in parentheses if it binds weaker than `least`.
    pub(super) fn expr(&mut self, id: ExprId, least: Strength) {
        let id = self.visible(id);
        if least > COMMA && self.strength(id) < least {
            self.push("(");
            self.expr_kind(id);
            self.push(")");
        } else {
            self.expr_kind(id);
        }
    }

    /// The expression behind implicit conversions and accesses to anonymous members.
    pub(super) fn visible(&self, mut id: ExprId) -> ExprId {
        loop {
            id = match self.program[id].kind {
                ExprKind::Convert(operand) => match self.through(id, operand) {
                    Some(behind) => behind,
                    None => return id,
                },
                ExprKind::Member(operand, field) if self.is_anonymous(operand, field) => operand,
                _ => return id,
            };
        }
    }

    fn is_anonymous(&self, operand: ExprId, field: u32) -> bool {
        let record = self.types().record(self.program[operand].ty);
        record.and_then(|record| record.fields.get(field as usize)).is_some_and(|field| field.name.is_none())
    }

    fn strength(&self, id: ExprId) -> Strength {
        use ExprKind::*;
        let expr = &self.program[id];
        match expr.kind {
            Int(value) => self.integer_strength(value, expr.ty, expr.loc),
            Enumerator(of, index) if self.enumerator_is_cast(of, index) => UNARY,
            Float(_) | LongFloat(_) | Imaginary(_) | Str(_) | Var(_) | Func(_) | Enumerator(..) | VaArg(_)
            | ConvertVector(_) | StmtExpr(_) => PRIMARY,
            Step(..) | AssignOp { .. } if self.is_spelled_out(id) => ASSIGN,
            Index(..) | Member(..) | Call(..) | CompoundLiteral(_) => POSTFIX,
            Step(StepOp::PostInc | StepOp::PostDec, _) => POSTFIX,
            Step(..) | Unary(..) | AddrOf(_) | Deref(_) | Cast(_) | UnionCast(..) | SizeofType(_) | SizeofExpr(_)
            | AlignofType(_) | LabelAddr(_) => UNARY,
            Binary(op, ..) => binary_strength(op),
            LogicalAnd(..) => LOGICAL_AND,
            LogicalOr(..) => LOGICAL_OR,
            Cond(..) | CondOmitted(..) => COND,
            Assign(..) | AssignOp { .. } => ASSIGN,
            Comma(..) => COMMA,
            // Only those that C++ requires to be explicit are printed: a cast, or `&a[0]`.
            Convert(_) => UNARY,
        }
    }

    fn integer_strength(&self, value: u64, ty: Type, loc: Loc) -> Strength {
        use TypeKind::*;
        match self.types().kind(ty) {
            Int | Long | LLong if (value as i64) < 0 => UNARY,
            Int | Long | LLong | UInt | ULong | ULLong => PRIMARY,
            UShort if loc != Loc::NONE && self.cpp.is_none() => PRIMARY,
            _ => UNARY,
        }
    }

    fn expr_kind(&mut self, id: ExprId) {
        use ExprKind::*;
        let Expr { kind, ty, loc } = self.program[id];
        match kind {
            Int(value) => self.integer(value, ty, loc),
            Float(value) => self.float(value, ty),
            LongFloat(spelling) => self.long_float(spelling, ty),
            Imaginary(value) => {
                self.expr(value, PRIMARY);
                self.push("i");
            }
            Str(string) => self.string_or_own_name(string),
            Var(var) => self.variable_name(var),
            Func(func) => self.push(self.name(self.program[func].name)),
            Enumerator(id, index) => {
                if self.enumerator_is_cast(id, index) {
                    self.cast_to(ty);
                }
                let name = self.enumerator(id, index as usize);
                self.push(&name);
            }
            Unary(op, operand) => self.prefix(unary_text(op), operand),
            Step(..) | AssignOp { .. } if self.is_spelled_out(id) => self.spell_out(id),
            Step(op, operand) => self.step(op, operand),
            AddrOf(operand) => self.address_of(operand),
            Deref(operand) => self.prefix("*", operand),
            Index(base, index) => self.index(id, base, index),
            Member(operand, field) => self.member(operand, field),
            Binary(op, left, right) => self.binary(op, left, right),
            LogicalAnd(left, right) => self.infix(left, LOGICAL_AND, " && ", right, LOGICAL_AND + 1),
            LogicalOr(left, right) => self.logical_or(left, right),
            Comma(left, right) => self.infix(left, COMMA, ", ", right, COMMA + 1),
            Assign(left, right) => self.infix(left, UNARY, " = ", right, ASSIGN),
            AssignOp { op, target, value, .. } => {
                self.expr(target, UNARY);
                self.push(" ");
                self.push(binary_text(op));
                self.push("= ");
                self.expr(value, ASSIGN);
            }
            Cond(condition, then, otherwise) => {
                self.expr(condition, COND + 1);
                self.push(" ? ");
                self.arm(then, ASSIGN);
                self.push(" : ");
                self.arm(otherwise, COND);
            }
            CondOmitted(condition, otherwise) => self.infix(condition, COND + 1, " ?: ", otherwise, COND),
            Cast(operand) => {
                self.cast_to(ty);
                self.expr(operand, UNARY);
            }
            UnionCast(operand, _) => {
                self.only_c("cast to a union");
                self.cast_to(ty);
                self.expr(operand, UNARY);
            }
            Convert(operand) => self.coerce(id, operand),
            Call(callee, arguments) => self.call(callee, arguments),
            VaArg(list) => self.builtin_with_type("__builtin_va_arg(", list, ty),
            ConvertVector(vector) => self.builtin_with_type("__builtin_convertvector(", vector, ty),
            CompoundLiteral(var) => self.compound_literal(var),
            StmtExpr(block) => self.statement_expression(block),
            SizeofType(of) => self.of_type("sizeof(", of),
            SizeofExpr(operand) if self.cpp.is_some() => self.of_type("sizeof(", self.program[operand].ty),
            SizeofExpr(operand) => {
                self.push("sizeof(");
                self.expr(operand, COMMA);
                self.push(")");
            }
            AlignofType(of) => self.of_type("__alignof__(", of),
            LabelAddr(label) => {
                self.push("&&");
                self.push(self.name(self.program[label].name));
            }
        }
    }

    /// `(T)`
    pub(super) fn cast_to(&mut self, ty: Type) {
        self.of_type("(", ty);
    }

    fn of_type(&mut self, open: &str, ty: Type) {
        self.push(open);
        self.push_type(ty);
        self.push(")");
    }

    fn builtin_with_type(&mut self, open: &str, operand: ExprId, ty: Type) {
        let ty = self.type_name(ty);
        self.push(open);
        self.expr(operand, ASSIGN);
        self.push(", ");
        self.push(&ty);
        self.push(")");
    }

    fn infix(&mut self, left: ExprId, left_least: Strength, op: &str, right: ExprId, right_least: Strength) {
        self.expr(left, left_least);
        self.push(op);
        self.expr(right, right_least);
    }

    fn prefix(&mut self, op: &str, operand: ExprId) {
        self.push(op);
        let start = self.out.len();
        self.expr(operand, UNARY);
        // `--x` and `&&x` are other tokens.
        if matches!(op, "-" | "+" | "&") && self.out[start..].starts_with(op) {
            self.out.insert(start, '(');
            self.out.push(')');
        }
    }

    /// The subscript of an array is printed as such, not as that of the pointer it decays to.
    fn index(&mut self, id: ExprId, base: ExprId, index: ExprId) {
        let base = match self.program[base].kind {
            ExprKind::Convert(array) if self.types().is_array(self.program[array].ty) => array,
            _ => base,
        };
        self.expr(base, POSTFIX);
        let is_checked = self.cpp.is_some() && self.is_checked(id, base);
        self.push(if is_checked { ".at(" } else { "[" });
        // A comma in brackets is deprecated in C++20.
        self.expr(index, if self.cpp.is_some() { ASSIGN } else { COMMA });
        self.push(if is_checked { ")" } else { "]" });
    }

    fn address_of(&mut self, operand: ExprId) {
        if self.cpp.is_some() && self.types().is_array(self.program[operand].ty) && self.is_container(operand) {
            self.unsupported("pointer to a C array that is a container");
        }
        self.prefix("&", operand);
    }

    fn step(&mut self, op: StepOp, operand: ExprId) {
        let text = match op {
            StepOp::PreInc | StepOp::PostInc => "++",
            StepOp::PreDec | StepOp::PostDec => "--",
        };
        if matches!(op, StepOp::PreInc | StepOp::PreDec) {
            self.push(text);
            self.expr(operand, UNARY);
        } else {
            self.expr(operand, POSTFIX);
            self.push(text);
        }
    }

    fn member(&mut self, operand: ExprId, field: u32) {
        let record = self.types().record(self.program[operand].ty);
        let name = record.and_then(|record| record.fields.get(field as usize)).and_then(|field| field.name);
        let name = name.map_or("", |name| self.name(name));
        let operand = self.visible(operand);
        let (base, access) = match self.program[operand].kind {
            ExprKind::Deref(pointer) => (pointer, "->"),
            _ => (operand, "."),
        };
        self.expr(base, POSTFIX);
        self.push(access);
        self.push(name);
    }

    fn binary(&mut self, op: BinaryOp, left: ExprId, right: ExprId) {
        let strength = binary_strength(op);
        let left_least = self.careful(op, left, strength);
        let right_least = self.careful(op, right, strength + 1);
        self.expr(left, left_least);
        self.push(" ");
        self.push(binary_text(op));
        self.push(" ");
        self.expr(right, right_least);
    }

    /// Parentheses that grammar does not need, where `-Wparentheses` asks for them.
    fn careful(&self, op: BinaryOp, operand: ExprId, least: Strength) -> Strength {
        use BinaryOp::*;
        let ExprKind::Binary(inner, ..) = self.program[self.visible(operand)].kind else {
            return least;
        };
        let surprising = match op {
            And | Or | Xor => inner != op,
            Shl | Shr => matches!(inner, Add | Sub),
            Lt | Gt | Le | Ge | Eq | Ne => is_comparison(inner),
            _ => false,
        };
        if surprising { UNARY } else { least }
    }

    fn logical_or(&mut self, left: ExprId, right: ExprId) {
        let least = |printer: &Self, operand, least| match printer.program[printer.visible(operand)].kind {
            ExprKind::LogicalAnd(..) => UNARY,
            _ => least,
        };
        let (left_least, right_least) = (least(self, left, LOGICAL_OR), least(self, right, LOGICAL_OR + 1));
        self.infix(left, left_least, " || ", right, right_least);
    }

    fn call(&mut self, callee: ExprId, arguments: List) {
        self.expr(callee, POSTFIX);
        self.push("(");
        let is_generic = self.cpp.is_some() && self.is_generic(callee);
        for (at, &argument) in self.program.expr_list(arguments).iter().enumerate() {
            if at > 0 {
                self.push(", ");
            }
            if is_generic {
                self.typed_operand(argument, ASSIGN);
            } else {
                self.expr(self.as_passed(argument), ASSIGN);
            }
        }
        self.push(")");
    }

    /// What is passed to a transparent union becomes a member of it without a cast.
    fn as_passed(&self, argument: ExprId) -> ExprId {
        let is_transparent = || self.types().record(self.program[argument].ty).is_some_and(|r| r.transparent_union);
        match self.program[argument].kind {
            ExprKind::UnionCast(operand, _) if is_transparent() => operand,
            _ => argument,
        }
    }

    fn compound_literal(&mut self, var: VarId) {
        self.only_c("compound literal");
        self.cast_to(self.program[var].ty);
        match self.program[var].init {
            Some(init) => self.braced(init, self.program[var].ty),
            None => self.push("{}"),
        }
    }

    /// A controlling expression: an assignment gets a second pair of parentheses, as compilers ask for.
    pub(super) fn condition(&mut self, id: ExprId) {
        self.push("(");
        self.expr(id, self.condition_strength(id));
        self.push(")");
    }

    pub(super) fn condition_strength(&self, id: ExprId) -> Strength {
        match self.program[self.visible(id)].kind {
            ExprKind::Assign(..) => ASSIGN + 1,
            _ => COMMA,
        }
    }
}

fn unary_text(op: UnaryOp) -> &'static str {
    match op {
        UnaryOp::Plus => "+",
        UnaryOp::Neg => "-",
        UnaryOp::BitNot => "~",
        UnaryOp::Not => "!",
        UnaryOp::Real => "__real__ ",
        UnaryOp::Imag => "__imag__ ",
    }
}

pub(super) fn binary_text(op: BinaryOp) -> &'static str {
    use BinaryOp::*;
    match op {
        Add => "+",
        Sub => "-",
        Mul => "*",
        Div => "/",
        Rem => "%",
        Shl => "<<",
        Shr => ">>",
        And => "&",
        Or => "|",
        Xor => "^",
        Lt => "<",
        Gt => ">",
        Le => "<=",
        Ge => ">=",
        Eq => "==",
        Ne => "!=",
    }
}

pub(super) fn binary_strength(op: BinaryOp) -> Strength {
    use BinaryOp::*;
    match op {
        Or => 6,
        Xor => 7,
        And => 8,
        Eq | Ne => 9,
        Lt | Gt | Le | Ge => 10,
        Shl | Shr => 11,
        Add | Sub => 12,
        Mul | Div | Rem => 13,
    }
}

pub(super) fn is_comparison(op: BinaryOp) -> bool {
    use BinaryOp::*;
    matches!(op, Lt | Gt | Le | Ge | Eq | Ne)
}
