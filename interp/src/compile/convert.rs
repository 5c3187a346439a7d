//! Conversions between scalar types.

use super::*;

impl Compiler<'_> {
    /// Converts the scalar in `reg` from one type to another.
    pub(super) fn convert(&mut self, reg: Reg, from: Type, to: Type, want: Option<Reg>) -> Reg {
        let types = self.types();
        if types.is_bool(to) {
            return self.is_nonzero(reg, from, want);
        }
        let from_rep = self.rep(from);
        let to_rep = self.rep(to);
        let is_narrow_target = types.target.pointer_size == 4;
        match (from_rep, to_rep) {
            (Rep::Pointer, Rep::Pointer) => self.moved(reg, want, 1),
            (Rep::Pointer, Rep::Scalar(to)) => {
                let mut reg = reg;
                if is_narrow_target {
                    let d = self.alloc(1);
                    self.emit(Op::Narrow { d, a: reg });
                    reg = d;
                }
                self.convert_scalar(reg, Scalar::Int { bits: 64, signed: false }, to, want)
            }
            (Rep::Scalar(from), Rep::Pointer) => {
                let word = Scalar::Int { bits: (types.target.pointer_size * 8) as u8, signed: false };
                let reg = self.convert_scalar(reg, from, word, if is_narrow_target { None } else { want });
                if !is_narrow_target {
                    return reg;
                }
                let d = self.dest(want, 1);
                self.emit(Op::Widen { d, a: reg });
                d
            }
            (Rep::Scalar(from), Rep::Scalar(to)) => self.convert_scalar(reg, from, to, want),
            _ => self.moved(reg, want, to_rep.registers()),
        }
    }

    pub(super) fn moved(&mut self, reg: Reg, want: Option<Reg>, registers: u16) -> Reg {
        match want {
            Some(d) if d != reg => {
                self.emit(if registers == 2 { Op::Mov2 { d, a: reg } } else { Op::Mov { d, a: reg } });
                d
            }
            _ => reg,
        }
    }

    pub(super) fn convert_scalar(&mut self, a: Reg, from: Scalar, to: Scalar, want: Option<Reg>) -> Reg {
        if from == to {
            let registers = Rep::Scalar(to).registers();
            return self.moved(a, want, registers);
        }
        if let (Scalar::Int { bits: 0..=64, .. }, Scalar::Int { bits: 0..=64, .. }) = (from, to) {
            return self.convert_int(a, from, to, want);
        }
        let d = self.dest(want, Rep::Scalar(to).registers());
        let op = Op::Convert { from, to, d, a };
        match (from, to) {
            (Scalar::Int { .. }, _) => {
                self.emit(op);
            }
            (_, Scalar::Int { .. }) => self.emit_repairable(op),
            _ => {
                self.emit(op);
            }
        }
        d
    }

    /// Within 64 bits: canonical values that fit need nothing.
    fn convert_int(&mut self, a: Reg, from: Scalar, to: Scalar, want: Option<Reg>) -> Reg {
        let (Scalar::Int { bits: from_bits, signed: from_signed }, Scalar::Int { bits, signed }) = (from, to) else {
            return a;
        };
        let fits =
            bits == 64 || from_bits < bits && (!from_signed || signed) || from_bits == bits && from_signed == signed;
        if fits {
            return self.moved(a, want, 1);
        }
        let d = self.dest(want, 1);
        self.emit(match (bits, signed) {
            (8, true) => Op::SignExtend8 { d, a },
            (8, false) => Op::ZeroExtend8 { d, a },
            (16, true) => Op::SignExtend16 { d, a },
            (16, false) => Op::ZeroExtend16 { d, a },
            (32, true) => Op::SignExtend32 { d, a },
            (32, false) => Op::ZeroExtend32 { d, a },
            _ => Op::Convert { from, to, d, a },
        });
        d
    }

    /// `value != 0` as 0 or 1.
    pub(super) fn is_nonzero(&mut self, a: Reg, ty: Type, want: Option<Reg>) -> Reg {
        match self.rep(ty) {
            Rep::Scalar(Scalar::Int { bits: 1, .. }) => self.moved(a, want, 1),
            Rep::Scalar(kind) if !matches!(kind, Scalar::Int { bits: 0..=64, .. }) => {
                let d = self.dest(want, 1);
                self.emit(Op::Wide { op: WideOp::IsNonZero, kind, d, a, b: a });
                d
            }
            Rep::Aggregate => self.aggregate_nonzero(a, ty, want),
            _ => {
                let d = self.dest(want, 1);
                self.emit(Op::IsNonZero { d, a });
                d
            }
        }
    }
}
