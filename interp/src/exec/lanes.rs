//! Lanewise operations on GNU vectors and complex numbers.

use super::*;
use lang::BinaryOp;

/// Lanes of the largest vector. Compilers have vectors of a few hundred.
const MOST_LANES: usize = 1 << 14;

impl Machine<'_> {
    pub(super) fn lanes(&mut self, pc: usize, lanes: u32, base: usize, d: Reg, a: Reg, b: Reg) -> Step<()> {
        let desc = self.code.lanes[lanes as usize];
        let count = desc.lanes as usize;
        if count > MOST_LANES {
            return Err(self.unsupported(pc, &format!("a vector of {count} elements")));
        }
        // Each lane takes about as long as an expression of its own.
        self.memory.charge(count as u64);
        self.pay()?;
        let at = |machine: &Self, reg: Reg| machine.registers[base + reg as usize];
        let (to, from, other) = (at(self, d), at(self, a), at(self, b));
        match desc.op {
            LaneOp::Splat => {
                let value = get_wide(&self.registers[base..], desc.kind, a);
                self.write_lanes(pc, to, desc.kind, &vec![value; count])
            }
            LaneOp::FromReal => {
                let value = get_wide(&self.registers[base..], desc.kind, a);
                self.write_lanes(pc, to, desc.kind, &[value, 0])
            }
            LaneOp::Binary(op) => {
                let (x, y) =
                    (self.read_lanes(pc, from, desc.kind, count)?, self.read_lanes(pc, other, desc.kind, count)?);
                let values = self.zip_lanes(pc, op, desc.kind, &x, &y)?;
                self.write_lanes(pc, to, desc.kind, &values)
            }
            LaneOp::Compare(op) => {
                let (x, y) =
                    (self.read_lanes(pc, from, desc.kind, count)?, self.read_lanes(pc, other, desc.kind, count)?);
                let truths = self.zip_lanes(pc, op, desc.kind, &x, &y)?;
                let values: Vec<u128> = truths.iter().map(|&truth| if truth != 0 { u128::MAX } else { 0 }).collect();
                self.write_lanes(pc, to, desc.to, &values)
            }
            LaneOp::Neg | LaneOp::Not => {
                let x = self.read_lanes(pc, from, desc.kind, count)?;
                let op = if desc.op == LaneOp::Neg { WideOp::Neg } else { WideOp::Not };
                let values = x.iter().map(|&x| self.lane(pc, op, desc.kind, x, x)).collect::<Step<Vec<u128>>>()?;
                self.write_lanes(pc, to, desc.kind, &values)
            }
            LaneOp::LogicalNot => {
                let x = self.read_lanes(pc, from, desc.kind, count)?;
                let truths = x
                    .iter()
                    .map(|&x| self.lane(pc, WideOp::IsNonZero, desc.kind, x, x))
                    .collect::<Step<Vec<u128>>>()?;
                let values: Vec<u128> = truths.iter().map(|&truth| if truth == 0 { u128::MAX } else { 0 }).collect();
                self.write_lanes(pc, to, desc.to, &values)
            }
            LaneOp::Convert => {
                let x = self.read_lanes(pc, from, desc.kind, count)?;
                let mut values = Vec::with_capacity(count);
                for value in x {
                    match scalar::convert(desc.kind, desc.to, value) {
                        Ok(value) => values.push(value),
                        Err(_) => return Err(self.conversion_fault(pc, desc.kind, value)),
                    }
                }
                self.write_lanes(pc, to, desc.to, &values)
            }
            LaneOp::ComplexMul | LaneOp::ComplexDiv => {
                let (x, y) = (self.read_lanes(pc, from, desc.kind, 2)?, self.read_lanes(pc, other, desc.kind, 2)?);
                let values = self.complex(pc, desc.op, desc.kind, &x, &y)?;
                self.write_lanes(pc, to, desc.kind, &values)
            }
            LaneOp::Conjugate => {
                let mut x = self.read_lanes(pc, from, desc.kind, 2)?;
                x[1] = self.lane(pc, WideOp::Neg, desc.kind, x[1], x[1])?;
                self.write_lanes(pc, to, desc.kind, &x)
            }
            LaneOp::ComplexEq => {
                let (x, y) =
                    (self.read_lanes(pc, from, desc.kind, count)?, self.read_lanes(pc, other, desc.kind, count)?);
                let equal = self.zip_lanes(pc, BinaryOp::Eq, desc.kind, &x, &y)?;
                self.registers[base + d as usize] = equal.iter().all(|&equal| equal != 0) as u64;
                Ok(())
            }
            LaneOp::IsNonZero => {
                let x = self.read_lanes(pc, from, desc.kind, count)?;
                let any = x
                    .iter()
                    .map(|&x| self.lane(pc, WideOp::IsNonZero, desc.kind, x, x))
                    .collect::<Step<Vec<u128>>>()?;
                self.registers[base + d as usize] = any.iter().any(|&truth| truth != 0) as u64;
                Ok(())
            }
            LaneOp::Shuffle => {
                let mask_at = at(self, desc.c);
                let mut x = self.read_lanes(pc, from, desc.kind, count)?;
                if from != other {
                    x.extend(self.read_lanes(pc, other, desc.kind, count)?);
                }
                let mask = self.read_lanes(pc, mask_at, desc.to, count)?;
                let values: Vec<u128> = mask.iter().map(|&index| x[index as usize % x.len()]).collect();
                self.write_lanes(pc, to, desc.kind, &values)
            }
        }
    }

    fn lane(&self, pc: usize, op: WideOp, kind: Scalar, x: u128, y: u128) -> Step<u128> {
        let value = scalar::binary(op, kind, x, y).map_err(|fault| self.wide_fault(pc, op, fault, kind, x, y))?;
        Ok(if self.options.layout == 0 { value } else { scalar::other_nan(op, kind, value) })
    }

    fn zip_lanes(&self, pc: usize, op: BinaryOp, kind: Scalar, x: &[u128], y: &[u128]) -> Step<Vec<u128>> {
        let (op, swap) = match op {
            BinaryOp::Add => (WideOp::Add, false),
            BinaryOp::Sub => (WideOp::Sub, false),
            BinaryOp::Mul => (WideOp::Mul, false),
            BinaryOp::Div => (WideOp::Div, false),
            BinaryOp::Rem => (WideOp::Rem, false),
            BinaryOp::Shl => (WideOp::Shl, false),
            BinaryOp::Shr => (WideOp::Shr, false),
            BinaryOp::And => (WideOp::And, false),
            BinaryOp::Or => (WideOp::Or, false),
            BinaryOp::Xor => (WideOp::Xor, false),
            BinaryOp::Lt => (WideOp::Lt, false),
            BinaryOp::Le => (WideOp::Le, false),
            BinaryOp::Gt => (WideOp::Lt, true),
            BinaryOp::Ge => (WideOp::Le, true),
            BinaryOp::Eq => (WideOp::Eq, false),
            BinaryOp::Ne => (WideOp::Ne, false),
        };
        let pairs = x.iter().zip(y);
        pairs.map(|(&x, &y)| if swap { self.lane(pc, op, kind, y, x) } else { self.lane(pc, op, kind, x, y) }).collect()
    }

    /// The textbook formulas. They are exact if nothing is rounded.
    fn complex(&self, pc: usize, op: LaneOp, kind: Scalar, x: &[u128], y: &[u128]) -> Step<Vec<u128>> {
        let f = |op, a, b| self.lane(pc, op, kind, a, b);
        let (a, b, c, d) = (x[0], x[1], y[0], y[1]);
        if op == LaneOp::ComplexMul {
            let real = f(WideOp::Sub, f(WideOp::Mul, a, c)?, f(WideOp::Mul, b, d)?)?;
            let imag = f(WideOp::Add, f(WideOp::Mul, a, d)?, f(WideOp::Mul, b, c)?)?;
            return Ok(vec![real, imag]);
        }
        let scale = f(WideOp::Add, f(WideOp::Mul, c, c)?, f(WideOp::Mul, d, d)?)?;
        let real = f(WideOp::Add, f(WideOp::Mul, a, c)?, f(WideOp::Mul, b, d)?)?;
        let imag = f(WideOp::Sub, f(WideOp::Mul, b, c)?, f(WideOp::Mul, a, d)?)?;
        Ok(vec![f(WideOp::Div, real, scale)?, f(WideOp::Div, imag, scale)?])
    }

    pub(super) fn read_lanes(&self, pc: usize, address: u64, kind: Scalar, count: usize) -> Step<Vec<u128>> {
        let size = scalar::size(kind);
        let at = self.check_place(pc, address, (size * count) as u32, 0, "reads")?;
        let used = if kind == Scalar::F80 { 10 } else { size };
        let mut values = Vec::with_capacity(count);
        for index in 0..count {
            let at = at + index * size;
            if !self.memory.is_init(at, used) {
                return Err(self.uninitialized_at(pc, address + (index * size) as u64));
            }
            let mut bytes = [0; 16];
            bytes[..used].copy_from_slice(&self.memory.data[at..at + used]);
            let value = u128::from_le_bytes(bytes);
            values.push(match kind {
                Scalar::Int { bits, signed } => arith::wrap(IntKind { bits, signed }, value),
                _ => value,
            });
        }
        Ok(values)
    }

    pub(super) fn write_lanes(&mut self, pc: usize, address: u64, kind: Scalar, values: &[u128]) -> Step<()> {
        let size = scalar::size(kind);
        let at = self.check_place(pc, address, (size * values.len()) as u32, 0, "writes")?;
        for (index, value) in values.iter().enumerate() {
            self.memory.write(at + index * size, &value.to_le_bytes()[..size]);
        }
        Ok(())
    }
}
