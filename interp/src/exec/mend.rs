//! The machine's part in repairs: finds out which operation of the program an opcode is, asks the table, and executes
//! what the operation has become.
//!
//! `Op::First` puts the real operation in its place when it is reached; only that distinguishes the first execution
//! from later ones, and it costs nothing after. A fault comes here before it is reported. If the operation can be
//! repaired it becomes `Op::Fixed`, and is executed again.

use super::*;
use crate::repair::form::{self, Form, Operator, Site};
use crate::repair::{Adjust, Fix, Repair, is_discarded, is_pure, table};
use crate::scalar::ScalarFault;
use lang::arith::Fault;
use lang::{ExprKind, StepOp, Type, UnaryOp, build};

impl<'p> Machine<'p> {
    pub fn set_repair(&mut self, repair: Repair<'p>) {
        self.code.firsts.reserve(self.program.exprs.len() / 2);
        self.repair = Some(repair);
    }

    /// The last form of every repaired expression.
    pub fn repairs(&self) -> Vec<(ExprId, Form)> {
        let Some(repair) = &self.repair else { return Vec::new() };
        let mut repairs: Vec<(ExprId, Form)> = repair.fixes.iter().map(|fix| (fix.expr, fix.form)).collect();
        repairs.sort_unstable_by_key(|repair| repair.0);
        repairs
    }

    /// The operation at `pc` has a fault. Whether it has been replaced by another, to be executed instead.
    #[cold]
    #[inline(never)]
    pub(super) fn mend(&mut self, pc: usize, base: usize) -> bool {
        self.repair.is_some() && self.find_fix(pc, base).is_some()
    }

    fn find_fix(&mut self, pc: usize, base: usize) -> Option<()> {
        if let Op::Fixed { index } = self.code.ops[pc] {
            let fix = self.repair.as_ref()?.fixes[index as usize];
            let form = match fix.real {
                Op::Index { bound, .. } => table::total_index(fix.form, fix.site.kind, self.subscripts(bound)),
                _ => table::total(&fix.site, fix.form),
            }?;
            self.repair.as_mut()?.fixes[index as usize].form = form;
            return Some(());
        }
        let (real, Origin::Expr(expr)) = (self.code.ops[pc], self.code.origins[pc]) else { return None };
        let site = self.site(expr, real)?;
        let form = self.choose_form(pc, base, expr, real, &site)?;
        let fixes = &mut self.repair.as_mut()?.fixes;
        fixes.push(Fix { expr, form, site, real });
        self.code.ops[pc] = Op::Fixed { index: fixes.len() as u32 - 1 };
        Some(())
    }

    fn choose_form(&mut self, pc: usize, base: usize, expr: ExprId, real: Op, site: &Site) -> Option<Form> {
        let is_first = self.repair.as_ref()?.first == (pc, self.fuel);
        let reg = |reg: Reg| self.registers[base + reg as usize];
        match real {
            Op::Index { index, bound, .. } => {
                let (index, len) = (reg(index), self.code.bounds[bound as usize].len);
                match is_first && len > 0 {
                    true => {
                        Some(table::first_index(site.kind, index, len, &mut self.chooser(Operator::Add, index, len)))
                    }
                    false => table::total_index(Form::Index(Adjust::Same), site.kind, self.subscripts(bound)),
                }
            }
            Op::PtrAdd { .. } => is_first.then_some(Form::Start),
            Op::Convert { .. } if is_first => Some(Form::Positive),
            Op::Convert { .. } => site.is_pure.then_some(Form::InRange),
            Op::Wide { .. } | Op::Lanes { .. } => table::total(site, Form::original(site.op)),
            _ if !is_first => table::total(site, Form::original(site.op)),
            real => {
                let (_, _, a, b) = integer(real)?;
                let (a, b) = (reg(a), reg(b));
                let repairer = &*self.repair.as_ref()?.repairer;
                let excluded: Vec<Operator> =
                    table::REPLACEMENTS.into_iter().filter(|&operator| !repairer.allows(operator)).collect();
                Some(table::first(site, a, b, &excluded, &mut self.chooser(site.op, a, b)))
            }
        }
        .filter(|&form| self.is_expressible(expr, form))
    }

    /// How many subscripts are defined.
    fn subscripts(&self, bound: u32) -> u64 {
        let bound = self.code.bounds[bound as usize];
        bound.len + bound.address_only as u64
    }

    fn chooser(&mut self, op: Operator, a: u64, b: u64) -> impl FnMut(u64) -> u64 {
        let mut seed = [op as u64 + 1, a, b].iter().fold(0, |seed, &word| mix(seed, word));
        let repair = self.repair.as_mut().expect("a repairing run");
        move |n| {
            seed = mix(seed, 1);
            repair.repairer.choose(seed, n)
        }
    }

    /// A bit-field may wrap at another width than its promoted type, so there is no way back to its old value.
    fn is_expressible(&self, expr: ExprId, form: Form) -> bool {
        match (self.program[expr].kind, form) {
            (ExprKind::Step(StepOp::PostInc | StepOp::PostDec, target), Form::Wrapping(_)) => {
                build::bit_field_width(self.program, target).is_none() || is_discarded(self.program, expr)
            }
            _ => true,
        }
    }

    /// The operation of the program that `real` computes; `None` if it is a part of something else.
    fn site(&self, expr: ExprId, real: Op) -> Option<Site> {
        let program = self.program;
        let ty = |expr: ExprId| program[expr].ty;
        let pure = |exprs: &[ExprId]| exprs.iter().all(|&expr| is_pure(program, expr));
        let op = match real {
            Op::Index { .. } | Op::PtrAdd { .. } => {
                let (ExprKind::Index(_, index) | ExprKind::Binary(lang::BinaryOp::Add, _, index)) = program[expr].kind
                else {
                    return None;
                };
                let kind =
                    program.types.int_kind(build::promoted_type(program, index)).filter(|kind| kind.bits <= 64)?;
                return Some(Site { op: Operator::Add, kind, right: kind, is_compound: false, is_pure: false });
            }
            Op::Convert { to: Scalar::Int { bits, signed }, .. } => {
                let kind = IntKind { bits, signed };
                let (is_compound, is_pure) = match program[expr].kind {
                    ExprKind::Cast(inner) | ExprKind::Convert(inner) => (false, pure(&[inner])),
                    ExprKind::AssignOp { target, value, .. } if pure(&[target]) => (true, pure(&[value])),
                    _ => return None,
                };
                return Some(Site { op: Operator::Plus, kind, right: kind, is_compound, is_pure });
            }
            Op::Wide { op, .. } => wide(op)?,
            Op::Lanes { lanes, .. } => lane(self.code.lanes[lanes as usize].op)?,
            real => integer(real)?.0,
        };
        let (written, result, right, is_compound, is_pure) = match program[expr].kind {
            ExprKind::Unary(UnaryOp::Neg, a) => (Operator::Neg, ty(expr), ty(a), false, pure(&[a])),
            ExprKind::Binary(op, a, b) => (Operator::of(op)?, ty(expr), ty(b), false, pure(&[a, b])),
            ExprKind::AssignOp { op, target, value, compute } => {
                (Operator::of(op)?, compute, ty(value), true, pure(&[target, value]))
            }
            ExprKind::Step(op, target) => {
                let is_up = matches!(op, StepOp::PreInc | StepOp::PostInc);
                let compute = if program.types.is_vector(ty(target)) {
                    ty(target)
                } else {
                    build::promoted_type(program, target)
                };
                (if is_up { Operator::Add } else { Operator::Sub }, compute, compute, true, pure(&[target]))
            }
            _ => return None,
        };
        let (kind, right) = (self.element_kind(result)?, self.element_kind(right)?);
        let is_lanes = matches!(real, Op::Lanes { .. });
        // A wide bit-field decides the width otherwise.
        let is_plain = is_lanes
            || matches!(kind.bits, 32 | 64 | 128)
                && !matches!(real, Op::Wide { kind: Scalar::Int { bits: 0..128, .. }, .. });
        // A vector target is mentioned twice, and so are the operands of a division.
        let is_division = matches!(op, Operator::Div | Operator::Rem);
        if is_lanes && !self.has_vectors(expr, is_division, op.is_shift()) {
            return None;
        }
        let needs_pure = is_lanes && (is_compound || is_division);
        let right = if op.is_shift() { right } else { kind };
        (op == written && is_plain && (is_pure || !needs_pure)).then_some(Site {
            op,
            kind,
            right,
            is_compound,
            is_pure,
        })
    }

    /// A vector operation next to a scalar: a division's forms need two vectors, a shift's one to shift.
    fn has_vectors(&self, expr: ExprId, is_division: bool, is_shift: bool) -> bool {
        let is_spread = |operand: ExprId| match self.program[operand].kind {
            ExprKind::Convert(inner) => !self.program.types.is_vector(self.program[inner].ty),
            _ => !self.program.types.is_vector(self.program[operand].ty),
        };
        match self.program[expr].kind {
            ExprKind::Binary(_, a, b) => !(is_division && is_spread(b) || (is_division || is_shift) && is_spread(a)),
            ExprKind::AssignOp { value, .. } => !(is_division && is_spread(value)),
            _ => true,
        }
    }

    fn element_kind(&self, ty: Type) -> Option<IntKind> {
        let types = &self.program.types;
        types.int_kind(if types.is_vector(ty) { types.element(ty)? } else { ty })
    }

    /// Executes a repaired operation; says whether it had no fault.
    #[inline(never)]
    pub(super) fn fixed(&mut self, pc: usize, base: usize, index: u32) -> Step<bool> {
        let fix = self.repair.as_ref().expect("a repairing run").fixes[index as usize];
        let frame = &mut self.registers[base..];
        match fix.real {
            Op::Index { d, index, bound } => {
                let Bound { len, size, address_only } = self.code.bounds[bound as usize];
                let limit = len + address_only as u64;
                let Some(value) = form::subscript(fix.form, fix.site.kind, frame[index as usize], limit) else {
                    return Ok(false);
                };
                frame[d as usize] = value * size as u64;
            }
            Op::PtrAdd { d, p, size, access, .. } => {
                let p = frame[p as usize];
                let value = self.pointer_add(pc, p, 0, size as i64, access)?;
                self.registers[base + d as usize] = value;
            }
            Op::Convert { from, to, d, a } => {
                let value = get_wide(frame, from, a);
                let zero = scalar::convert(Scalar::Int { bits: 32, signed: true }, from, 0).expect("zero is a number");
                let value = match fix.form {
                    Form::Positive => scalar::binary(WideOp::Lt, from, zero, value),
                    _ => scalar::convert(from, to, value).or(Ok::<u128, ScalarFault>(0)),
                };
                put_wide(frame, to, d, value.expect("comparisons are defined"));
            }
            Op::Wide { op, kind, d, a, b } => {
                let x = get_wide(frame, kind, a);
                let y = match op {
                    WideOp::Shl | WideOp::Shr => frame[b as usize] as i64 as i128 as u128,
                    _ => get_wide(frame, kind, b),
                };
                match form::eval(fix.form, &fix.site, x, y) {
                    Ok(value) => put_wide(frame, kind, d, value),
                    Err(_) => return Ok(false),
                }
            }
            Op::Lanes { lanes, d, a, b } => {
                return self.fixed_lanes(pc, base, &fix, self.code.lanes[lanes as usize], [d, a, b]);
            }
            real => {
                let Some((_, d, a, b)) = integer(real) else { return Ok(false) };
                match form::eval(fix.form, &fix.site, frame[a as usize], frame[b as usize]) {
                    Ok(value) => frame[d as usize] = value,
                    Err(_) => return Ok(false),
                }
            }
        }
        Ok(true)
    }

    fn fixed_lanes(&mut self, pc: usize, base: usize, fix: &Fix, desc: LanesDesc, registers: [Reg; 3]) -> Step<bool> {
        let [to, x, y] = registers.map(|reg| self.registers[base + reg as usize]);
        let x = self.read_lanes(pc, x, desc.kind, desc.lanes as usize)?;
        let y = self.read_lanes(pc, y, desc.kind, desc.lanes as usize)?;
        let values: Result<Vec<u128>, Fault> =
            x.iter().zip(&y).map(|(&x, &y)| form::eval(fix.form, &fix.site, x, y)).collect();
        match values {
            Ok(values) => self.write_lanes(pc, to, desc.kind, &values).map(|()| true),
            Err(_) => Ok(false),
        }
    }

    /// A repaired operation has a fault, and there is no other form.
    #[cold]
    pub(super) fn beyond_repair(&self, pc: usize, index: u32) -> Box<Stop> {
        let site = self.repair.as_ref().expect("a repairing run").fixes[index as usize].site;
        let rule = match site.op {
            Operator::Div | Operator::Rem => Rule::DivisionOverflow,
            _ => Rule::OutOfBoundsAccess,
        };
        self.undefined(pc, rule, "the operation has no form that is defined here".to_string())
    }
}

fn mix(seed: u64, word: u64) -> u64 {
    let mixed = (seed ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    mixed ^ (mixed >> 29)
}

/// The operator of an opcode, and its registers.
#[rustfmt::skip]
fn integer(op: Op) -> Option<(Operator, Reg, Reg, Reg)> {
    use Operator as O;
    Some(match op {
        Op::AddS32 { d, a, b } | Op::AddS64 { d, a, b } => (O::Add, d, a, b),
        Op::SubS32 { d, a, b } | Op::SubS64 { d, a, b } => (O::Sub, d, a, b),
        Op::MulS32 { d, a, b } | Op::MulS64 { d, a, b } => (O::Mul, d, a, b),
        Op::DivS32 { d, a, b } | Op::DivS64 { d, a, b } | Op::DivU { d, a, b } => (O::Div, d, a, b),
        Op::RemS32 { d, a, b } | Op::RemS64 { d, a, b } | Op::RemU { d, a, b } => (O::Rem, d, a, b),
        Op::ShlS32 { d, a, b } | Op::ShlS64 { d, a, b } | Op::ShlU32 { d, a, b } | Op::ShlU64 { d, a, b } => (O::Shl, d, a, b),
        Op::ShrS32 { d, a, b } | Op::ShrS64 { d, a, b } | Op::ShrU32 { d, a, b } | Op::ShrU64 { d, a, b } => (O::Shr, d, a, b),
        Op::NegS32 { d, a } | Op::NegS64 { d, a } => (O::Neg, d, a, a),
        _ => return None,
    })
}

fn wide(op: WideOp) -> Option<Operator> {
    Some(match op {
        WideOp::Add => Operator::Add,
        WideOp::Sub => Operator::Sub,
        WideOp::Mul => Operator::Mul,
        WideOp::Div => Operator::Div,
        WideOp::Rem => Operator::Rem,
        WideOp::Shl => Operator::Shl,
        WideOp::Shr => Operator::Shr,
        WideOp::Neg => Operator::Neg,
        _ => return None,
    })
}

fn lane(op: LaneOp) -> Option<Operator> {
    match op {
        LaneOp::Binary(op) => Operator::of(op),
        LaneOp::Neg => Some(Operator::Neg),
        _ => None,
    }
}
