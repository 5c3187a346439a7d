//! Integer constant expressions (C17 6.6), as far as GCC folds them at parse time: also floating operands, null-based
//! addresses (`&((struct s *)0)->m`), and some builtins.
//!
//! Arithmetic wraps here: GCC warns about overflow in a constant expression and goes on.

use crate::arith::{self, IntKind};
use crate::ast::*;
use crate::number;
use crate::types::{Type, TypeKind};

/// The value of an integer constant expression; `None` if it is not one.
pub fn integer_constant(p: &Program, e: ExprId) -> Option<i128> {
    // By far the most common: array lengths, case labels.
    if let ExprKind::Int(value) = p[e].kind {
        let signed = p.types.int_kind(p[e].ty)?.signed;
        return Some(if signed { value as i64 as i128 } else { value as i128 });
    }
    match (Folder { p, depth: 0 }).value(e)? {
        Value::Int(_, word) => Some(word as i128),
        Value::Float(_) | Value::Address(_) | Value::Somewhere => None,
    }
}

/// The value of a constant expression of floating or integer type, as a `double`.
pub fn float_constant(p: &Program, e: ExprId) -> Option<f64> {
    match (Folder { p, depth: 0 }).value(e)? {
        Value::Int(kind, word) => Some(arith::int_to_f64(kind, word)),
        Value::Float(value) => Some(value),
        Value::Address(_) | Value::Somewhere => None,
    }
}

/// Whether a controlling expression is constant, and what it decides.
pub fn condition_constant(p: &Program, e: ExprId) -> Option<bool> {
    (Folder { p, depth: 0 }).value(e)?.truth()
}

#[derive(Copy, Clone, Debug)]
enum Value {
    /// A canonical 128-bit word.
    Int(IntKind, u128),
    Float(f64),
    /// An address computed from a null pointer.
    Address(u64),
    /// The address of an object or function: not null.
    Somewhere,
}

impl Value {
    fn truth(self) -> Option<bool> {
        match self {
            Value::Int(_, word) => Some(word != 0),
            Value::Float(value) => Some(value != 0.0),
            Value::Address(address) => Some(address != 0),
            Value::Somewhere => Some(true),
        }
    }
}

const INT: IntKind = IntKind { bits: 32, signed: true };

fn int(value: i32) -> Value {
    Value::Int(INT, value as i128 as u128)
}

/// Deeper expressions are not folded: constants that people write are shallow, and the stack is finite.
const MAX_DEPTH: u32 = 600;

struct Folder<'p> {
    p: &'p Program,
    depth: u32,
}

impl Folder<'_> {
    fn value(&mut self, e: ExprId) -> Option<Value> {
        if self.depth >= MAX_DEPTH {
            return None;
        }
        self.depth += 1;
        let value = self.node(e);
        self.depth -= 1;
        value
    }

    fn node(&mut self, e: ExprId) -> Option<Value> {
        let Expr { kind, ty, .. } = self.p[e];
        match kind {
            ExprKind::Int(value) => self.word(ty, value),
            ExprKind::Float(value) => Some(Value::Float(value)),
            ExprKind::LongFloat(spelling) => self.long_float(spelling),
            ExprKind::Enumerator(id, index) => {
                let enumerator = self.p.types.enums.get(id.0 as usize)?.constants.get(index as usize)?;
                let kind = self.p.types.int_kind(ty)?;
                Some(Value::Int(kind, arith::wrap(kind, enumerator.value as u128)))
            }
            ExprKind::Unary(op, a) => self.unary(op, a),
            ExprKind::Binary(op, a, b) => self.binary(op, a, b),
            ExprKind::LogicalAnd(a, b) => match self.value(a)?.truth()? {
                true => Some(int(self.value(b)?.truth()? as i32)),
                false => Some(int(0)),
            },
            ExprKind::LogicalOr(a, b) => match self.value(a)?.truth()? {
                true => Some(int(1)),
                false => Some(int(self.value(b)?.truth()? as i32)),
            },
            ExprKind::Cond(c, a, b) => {
                let chosen = if self.value(c)?.truth()? { a } else { b };
                self.value(chosen)
            }
            ExprKind::CondOmitted(a, b) => {
                let value = self.value(a)?;
                if value.truth()? { self.converted(value, ty) } else { self.value(b) }
            }
            ExprKind::Cast(a) | ExprKind::Convert(a) => self.conversion(a, ty),
            ExprKind::SizeofType(of) => self.size(of, ty),
            ExprKind::SizeofExpr(of) => self.size(self.p[of].ty, ty),
            ExprKind::AlignofType(of) => self.word(ty, self.p.types.preferred_align_of(of)),
            ExprKind::AddrOf(a) => self.address(a),
            ExprKind::Call(callee, args) => self.builtin(callee, args, ty),
            ExprKind::LabelAddr(_) => Some(Value::Somewhere),
            _ => None,
        }
    }

    fn word(&self, ty: Type, value: u64) -> Option<Value> {
        let kind = self.p.types.int_kind(ty)?;
        let word = if kind.signed { value as i64 as i128 as u128 } else { value as u128 };
        Some(Value::Int(kind, word))
    }

    fn long_float(&self, spelling: StrId) -> Option<Value> {
        let text = &self.p[spelling].bytes[..];
        let hex = matches!(text, [b'0', b'x' | b'X', ..]);
        Some(Value::Float(if hex { number::hex_float(text, false) } else { number::decimal_float(text, false) }))
    }

    fn size(&self, of: Type, ty: Type) -> Option<Value> {
        let types = &self.p.types;
        let size = if types.is_void(of) || types.is_function(of) { Some(1) } else { types.size_of(of) };
        self.word(ty, size?)
    }

    fn conversion(&mut self, a: ExprId, ty: Type) -> Option<Value> {
        let from = self.p[a].ty;
        if self.p.types.is_array(from) {
            return self.address(a);
        }
        if self.p.types.is_function(from) {
            return Some(Value::Somewhere);
        }
        let value = self.value(a)?;
        self.converted(value, ty)
    }

    fn converted(&self, value: Value, ty: Type) -> Option<Value> {
        let types = &self.p.types;
        if types.is_bool(ty) {
            let kind = types.int_kind(ty)?;
            return Some(Value::Int(kind, value.truth()? as u128));
        }
        if let Some(kind) = types.int_kind(ty) {
            return match value {
                Value::Int(_, word) => Some(Value::Int(kind, arith::wrap(kind, word))),
                Value::Float(value) => arith::float_to_int(kind, value).map(|word| Value::Int(kind, word)),
                Value::Address(address) => Some(Value::Int(kind, arith::wrap(kind, address as u128))),
                Value::Somewhere => None,
            };
        }
        match types.kind(ty) {
            TypeKind::Float | TypeKind::Double | TypeKind::LDouble | TypeKind::Float128 => {
                let value = match value {
                    Value::Int(kind, word) => arith::int_to_f64(kind, word),
                    Value::Float(value) => value,
                    _ => return None,
                };
                let single = matches!(types.kind(ty), TypeKind::Float);
                Some(Value::Float(if single { value as f32 as f64 } else { value }))
            }
            TypeKind::Pointer(_) => match value {
                Value::Int(_, word) => Some(Value::Address(word as u64)),
                Value::Float(_) => None,
                address => Some(address),
            },
            _ => None,
        }
    }

    /// The address of an lvalue, or of an array's first element.
    fn address(&mut self, e: ExprId) -> Option<Value> {
        if self.depth >= MAX_DEPTH {
            return None;
        }
        self.depth += 1;
        let value = self.address_node(e);
        self.depth -= 1;
        value
    }

    fn address_node(&mut self, e: ExprId) -> Option<Value> {
        match self.p[e].kind {
            ExprKind::Deref(pointer) => self.value(pointer),
            ExprKind::Index(pointer, at) => {
                let base = self.value(pointer)?;
                self.moved(base, at, self.p[e].ty, false)
            }
            ExprKind::Member(base, field) => {
                let field = self.p.types.record(self.p[base].ty)?.fields.get(field as usize)?.offset();
                match self.address(base)? {
                    Value::Address(address) => Some(Value::Address(address.wrapping_add(field))),
                    other => Some(other),
                }
            }
            ExprKind::Var(var) if self.p[var].storage.is_static() => Some(Value::Somewhere),
            ExprKind::Str(_) | ExprKind::Func(_) => Some(Value::Somewhere),
            _ => None,
        }
    }

    fn moved(&mut self, base: Value, at: ExprId, elem: Type, back: bool) -> Option<Value> {
        let Value::Int(_, index) = self.value(at)? else { return None };
        let types = &self.p.types;
        let size = if types.is_void(elem) || types.is_function(elem) { 1 } else { types.size_of(elem)? };
        match base {
            Value::Address(address) => {
                let by = (index as u64).wrapping_mul(size);
                let address = if back { address.wrapping_sub(by) } else { address.wrapping_add(by) };
                Some(Value::Address(address))
            }
            other => Some(other),
        }
    }

    fn unary(&mut self, op: UnaryOp, a: ExprId) -> Option<Value> {
        let value = self.value(a)?;
        Some(match (op, value) {
            (UnaryOp::Not, value) => int(!value.truth()? as i32),
            (UnaryOp::Plus | UnaryOp::Real, value) => value,
            (UnaryOp::Neg, Value::Int(kind, word)) => Value::Int(kind, arith::wrapping_neg(kind, word)),
            (UnaryOp::Neg, Value::Float(value)) => Value::Float(-value),
            (UnaryOp::BitNot, Value::Int(kind, word)) => Value::Int(kind, arith::not(kind, word)),
            _ => return None,
        })
    }

    fn binary(&mut self, op: BinaryOp, a: ExprId, b: ExprId) -> Option<Value> {
        let (left, right) = (self.p[a].ty, self.p[b].ty);
        let (x, y) = (self.value(a)?, self.value(b)?);
        match (x, y) {
            (Value::Int(kind, x), Value::Int(count, y)) => integer(op, kind, x, count, y),
            (Value::Float(x), Value::Float(y)) => {
                floating(op, x, y, matches!(self.p.types.kind(left), TypeKind::Float))
            }
            (Value::Address(x), Value::Address(y)) => self.addresses(op, x, y, left),
            (Value::Somewhere, Value::Address(0)) | (Value::Address(0), Value::Somewhere) => match op {
                BinaryOp::Eq => Some(int(0)),
                BinaryOp::Ne => Some(int(1)),
                _ => None,
            },
            (base @ (Value::Address(_) | Value::Somewhere), Value::Int(..)) => {
                let elem = self.p.types.pointee(left)?;
                let moves = matches!(op, BinaryOp::Add | BinaryOp::Sub);
                if moves { self.moved(base, b, elem, op == BinaryOp::Sub) } else { None }
            }
            (Value::Int(..), base @ (Value::Address(_) | Value::Somewhere)) if op == BinaryOp::Add => {
                let elem = self.p.types.pointee(right)?;
                self.moved(base, a, elem, false)
            }
            _ => None,
        }
    }

    fn addresses(&self, op: BinaryOp, x: u64, y: u64, pointer: Type) -> Option<Value> {
        if op == BinaryOp::Sub {
            let elem = self.p.types.pointee(pointer)?;
            let size = if self.p.types.is_void(elem) { 1 } else { self.p.types.size_of(elem)? };
            let difference = (x.wrapping_sub(y) as i64).checked_div(i64::try_from(size).ok()?)?;
            return self.word(self.p.types.ptrdiff_type(), difference as u64);
        }
        compare(op, x.partial_cmp(&y)).map(|result| int(result as i32))
    }

    /// Builtins that GCC folds when their arguments are constant.
    fn builtin(&mut self, callee: ExprId, args: List, ty: Type) -> Option<Value> {
        let ExprKind::Convert(designator) = self.p[callee].kind else { return None };
        let ExprKind::Func(function) = self.p[designator].kind else { return None };
        let name = self.p.name(self.p[function].name).strip_prefix("__builtin_")?;
        let args = self.p.expr_list(args);
        let first = *args.first()?;
        match name {
            "constant_p" => Some(int(self.is_constant(first) as i32)),
            "expect" | "expect_with_probability" => self.value(first),
            "strlen" => self.string_length(first, ty),
            "inf" | "huge_val" | "inff" | "huge_valf" | "infl" | "huge_vall" => Some(Value::Float(f64::INFINITY)),
            "fabs" | "fabsf" | "fabsl" => match self.value(first)? {
                Value::Float(value) => Some(Value::Float(value.abs())),
                _ => None,
            },
            _ => {
                let Value::Int(kind, word) = self.value(first)? else { return None };
                bit_builtin(name, kind, word).and_then(|value| self.word(ty, value))
            }
        }
    }

    fn is_constant(&mut self, e: ExprId) -> bool {
        let is_string = |e: ExprId| matches!(self.p[e].kind, ExprKind::Str(_));
        match self.p[e].kind {
            ExprKind::Convert(inner) if is_string(inner) => true,
            _ => matches!(self.value(e), Some(Value::Int(..) | Value::Float(_))),
        }
    }

    fn string_length(&self, e: ExprId, ty: Type) -> Option<Value> {
        let mut e = e;
        while let ExprKind::Convert(inner) | ExprKind::Cast(inner) = self.p[e].kind {
            e = inner;
        }
        let ExprKind::Str(string) = self.p[e].kind else { return None };
        let bytes = &self.p[string].bytes;
        self.word(ty, bytes.iter().position(|&byte| byte == 0).unwrap_or(bytes.len()) as u64)
    }
}

fn integer(op: BinaryOp, kind: IntKind, x: u128, count: IntKind, y: u128) -> Option<Value> {
    use BinaryOp::*;
    let word = match op {
        Add => arith::wrapping_add(kind, x, y),
        Sub => arith::wrapping_sub(kind, x, y),
        Mul => arith::wrapping_mul(kind, x, y),
        Div => arith::div(kind, x, y).ok()?,
        Rem => arith::rem(kind, x, y).ok()?,
        Shl if y < kind.bits as u128 => arith::wrapping_shl(kind, x, y),
        Shl => return None,
        Shr => arith::shr(kind, x, count, y).ok()?,
        And => arith::and(x, y),
        Or => arith::or(x, y),
        Xor => arith::xor(x, y),
        Lt | Gt | Le | Ge | Eq | Ne => {
            let order = if kind.signed { (x as i128).cmp(&(y as i128)) } else { x.cmp(&y) };
            return compare(op, Some(order)).map(|result| int(result as i32));
        }
    };
    Some(Value::Int(kind, word))
}

fn floating(op: BinaryOp, x: f64, y: f64, single: bool) -> Option<Value> {
    use BinaryOp::*;
    let value = match op {
        Add => x + y,
        Sub => x - y,
        Mul => x * y,
        Div => x / y,
        Lt | Gt | Le | Ge | Eq | Ne => return compare(op, x.partial_cmp(&y)).map(|result| int(result as i32)),
        _ => return None,
    };
    Some(Value::Float(if single { value as f32 as f64 } else { value }))
}

fn compare(op: BinaryOp, order: Option<std::cmp::Ordering>) -> Option<bool> {
    use std::cmp::Ordering::*;
    Some(match op {
        BinaryOp::Lt => order == Some(Less),
        BinaryOp::Gt => order == Some(Greater),
        BinaryOp::Le => matches!(order, Some(Less | Equal)),
        BinaryOp::Ge => matches!(order, Some(Greater | Equal)),
        BinaryOp::Eq => order == Some(Equal),
        BinaryOp::Ne => order != Some(Equal),
        _ => return None,
    })
}

fn bit_builtin(name: &str, kind: IntKind, word: u128) -> Option<u64> {
    let bits = kind.bits as u32;
    let raw = if bits >= 64 { word as u64 } else { word as u64 & ((1 << bits) - 1) };
    Some(match name.trim_end_matches('l') {
        "abs" | "labs" | "llabs" => (word as i64).wrapping_abs() as u64,
        "bswap16" => (raw as u16).swap_bytes() as u64,
        "bswap32" => (raw as u32).swap_bytes() as u64,
        "bswap64" => raw.swap_bytes(),
        "popcount" => raw.count_ones() as u64,
        "parity" => (raw.count_ones() & 1) as u64,
        "ffs" => {
            if raw == 0 {
                0
            } else {
                raw.trailing_zeros() as u64 + 1
            }
        }
        "clz" if raw != 0 => (raw.leading_zeros() - (64 - bits)) as u64,
        "ctz" if raw != 0 => raw.trailing_zeros() as u64,
        _ => return None,
    })
}
