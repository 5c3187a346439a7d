//! In debug builds: every register that compiled code names lies in its frame.
//!
//! The machine reaches registers through an unchecked pointer; this is the invariant that makes it sound.

use crate::code::*;

/// Checks the operations from `entry` on, of a function with `frame` registers.
pub fn check_registers(code: &Code, entry: u32, frame: u32) {
    for (index, op) in code.ops.iter().enumerate().skip(entry as usize) {
        let last = last_register(code, *op);
        assert!(
            last.is_none_or(|last| last < frame),
            "operation {index} {op:?} is outside the frame of {frame} registers"
        );
    }
}

/// The highest register that the operation reads or writes.
fn last_register(code: &Code, op: Op) -> Option<u32> {
    let max = |registers: &[u32]| registers.iter().copied().max();
    let wide = |reg: Reg, w: Width| reg as u32 + w.registers() as u32 - 1;
    let scalar = |reg: Reg, kind: Scalar| match kind {
        Scalar::Int { bits: 65.., .. } | Scalar::F80 | Scalar::F128 => reg as u32 + 1,
        _ => reg as u32,
    };
    let call = |base: Reg, call: u32| {
        let args = code.calls[call as usize].args.iter().map(|arg| base as u32 + arg.reg as u32 + 1);
        args.chain([base as u32 + 1]).max()
    };
    use Op::*;
    match op {
        Nop
        | Step { .. }
        | Count { .. }
        | Watch { .. }
        | Site { .. }
        | Trap { .. }
        | Fixed { .. }
        | Jump { .. }
        | Enter { .. }
        | Return
        | ReturnKill { .. }
        | ReturnNone { .. }
        | RestrictEnter
        | RestrictBegin { .. } => None,
        First { index } => last_register(code, code.firsts[index as usize]),
        JumpIf { c, .. } | JumpIfNot { c, .. } | Trace { a: c, .. } => Some(c as u32),
        JumpLtS { a, b, .. }
        | JumpLeS { a, b, .. }
        | JumpLtU { a, b, .. }
        | JumpLeU { a, b, .. }
        | JumpEq { a, b, .. }
        | JumpNe { a, b, .. }
        | Conflict { a, b, .. } => max(&[a as u32, b as u32]),
        Switch { v, .. } => Some(v as u32),
        JumpIndirect { p }
        | Zero { p, .. }
        | Repeat { p, .. }
        | Restrict { p, .. }
        | CheckRecord { p, .. }
        | CheckWhole { p, .. }
        | CheckAlive { p }
        | CheckNarrow { p, .. }
        | Freeze { p }
        | CheckVolatile { p, .. }
        | CheckAligned { p, .. }
        | CheckBegun { p, .. } => Some(p as u32),
        Call { base, .. } => Some(base as u32),
        CallVariadic { base, call: index, .. } | CallLibrary { base, call: index } => call(base, index),
        CallPointer { callee, base, call: index } => call(base, index).max(Some(callee as u32)),
        Imm { d, .. } | Const { d, .. } => Some(d as u32),
        Mov2 { d, a } => max(&[d as u32 + 1, a as u32 + 1]),
        Mov { d, a }
        | NegS32 { d, a }
        | NegS64 { d, a }
        | NegU32 { d, a }
        | NegU64 { d, a }
        | Not { d, a }
        | NotU32 { d, a }
        | Flip { d, a, .. }
        | IsZero { d, a }
        | IsNonZero { d, a }
        | SignExtend8 { d, a }
        | SignExtend16 { d, a }
        | SignExtend32 { d, a }
        | ZeroExtend8 { d, a }
        | ZeroExtend16 { d, a }
        | ZeroExtend32 { d, a }
        | NegF32 { d, a }
        | NegF64 { d, a }
        | Narrow { d, a }
        | Widen { d, a }
        | Offset { d, a, .. }
        | OffsetChecked { d, a, .. } => max(&[d as u32, a as u32]),
        AddS32 { d, a, b }
        | AddS64 { d, a, b }
        | AddU32 { d, a, b }
        | AddU64 { d, a, b }
        | SubS32 { d, a, b }
        | SubS64 { d, a, b }
        | SubU32 { d, a, b }
        | SubU64 { d, a, b }
        | MulS32 { d, a, b }
        | MulS64 { d, a, b }
        | MulU32 { d, a, b }
        | MulU64 { d, a, b }
        | DivS32 { d, a, b }
        | DivS64 { d, a, b }
        | DivU { d, a, b }
        | RemS32 { d, a, b }
        | RemS64 { d, a, b }
        | RemU { d, a, b }
        | ShlS32 { d, a, b }
        | ShlS64 { d, a, b }
        | ShlU32 { d, a, b }
        | ShlU64 { d, a, b }
        | ShrS32 { d, a, b }
        | ShrS64 { d, a, b }
        | ShrU32 { d, a, b }
        | ShrU64 { d, a, b }
        | And { d, a, b }
        | Or { d, a, b }
        | Xor { d, a, b }
        | LtS { d, a, b }
        | LeS { d, a, b }
        | LtU { d, a, b }
        | LeU { d, a, b }
        | Eq { d, a, b }
        | Ne { d, a, b }
        | AddF32 { d, a, b }
        | AddF64 { d, a, b }
        | SubF32 { d, a, b }
        | SubF64 { d, a, b }
        | MulF32 { d, a, b }
        | MulF64 { d, a, b }
        | DivF32 { d, a, b }
        | DivF64 { d, a, b }
        | LtF32 { d, a, b }
        | LtF64 { d, a, b }
        | LeF32 { d, a, b }
        | LeF64 { d, a, b }
        | EqF32 { d, a, b }
        | EqF64 { d, a, b }
        | PtrDiff { d, a, b, .. }
        | PtrLess { d, a, b, .. } => max(&[d as u32, a as u32, b as u32]),
        Wide { kind, d, a, b, .. } => max(&[scalar(d, kind), scalar(a, kind), b as u32]),
        Convert { from, to, d, a } => max(&[scalar(d, to), scalar(a, from)]),
        CheckInit { flag, .. } => Some(flag as u32),
        LoadStatic { w, d, .. } => Some(wide(d, w)),
        StoreStatic { w, s, .. } => Some(wide(s, w)),
        LoadLocal { w, d, slot, .. } => max(&[wide(d, w), slot as u32 + 1]),
        StoreLocal { w, s, slot, .. } => max(&[wide(s, w), slot as u32 + 1]),
        LoadStaticAt { w, d, index, .. } => max(&[wide(d, w), index as u32]),
        StoreStaticAt { w, s, index, .. } => max(&[wide(s, w), index as u32]),
        LoadLocalAt { w, d, slot, index, .. } => max(&[wide(d, w), slot as u32 + 1, index as u32]),
        StoreLocalAt { w, s, slot, index, .. } => max(&[wide(s, w), slot as u32 + 1, index as u32]),
        Load { w, d, p, .. } => max(&[wide(d, w), p as u32]),
        Store { w, s, p, .. } => max(&[wide(s, w), p as u32]),
        LoadBits { d, p, .. } | Mark { d, p, .. } => max(&[d as u32, p as u32]),
        StoreBits { s, p, .. } => max(&[s as u32, p as u32]),
        IndexVla { index, len, .. } => max(&[index as u32, len as u32]),
        Index { d, index, .. } => max(&[d as u32, index as u32]),
        PtrAdd { d, p, index, .. } | PtrSub { d, p, index, .. } => max(&[d as u32, p as u32, index as u32]),
        PtrAddVla { d, p, index, size, .. } => max(&[d as u32, p as u32, index as u32, size as u32]),
        AddressOfLocal { d, slot, .. } => max(&[d as u32, slot as u32 + 1]),
        Allocate { slot, .. } | Ensure { slot, .. } | Forget { slot } | Kill { slot } => Some(slot as u32 + 1),
        AllocateVla { slot, size, .. } => max(&[slot as u32 + 1, size as u32]),
        Alloca { d, size } => max(&[d as u32, size as u32]),
        Copy { d, s, .. } => max(&[d as u32, s as u32]),
        Lanes { lanes, d, a, b } => {
            let desc = code.lanes[lanes as usize];
            max(&[d as u32, scalar(a, desc.kind), b as u32, desc.c as u32])
        }
        VaStart { list } | VaEnd { list } => Some(list as u32),
        CheckRoom { p, count, .. } => max(&[p as u32, count as u32]),
        CheckOverlap { to, from, .. } | VaCopy { to, from } => max(&[to as u32, from as u32]),
        VaArg { d, list, .. } => max(&[d as u32 + 1, list as u32]),
        VlaLength { d, length } => max(&[d as u32, length as u32]),
    }
}
