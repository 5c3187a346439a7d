//! Statements that are watched: where their variables are.

use super::*;

impl Compiler<'_> {
    /// Looks at the variables that are watched at this statement.
    pub(super) fn watch(&mut self, stmt: StmtId) {
        let Some(&watch) = self.options.watch_at.get(&stmt) else { return };
        let watches = self.options.watches.clone();
        let peeks = watches[watch as usize].vars.iter().map(|&var| self.peek(var)).collect();
        self.code.watches.push(WatchDesc { watch, peeks });
        let index = self.code.watches.len() as u32 - 1;
        self.emit(Op::Watch { index });
    }

    fn peek(&mut self, var: VarId) -> Peek {
        let ty = self.program[var].ty;
        let is_pointer = self.rep(ty) == Rep::Pointer;
        let is_scalar = matches!(self.rep(ty), Rep::Scalar(_) | Rep::Pointer) && self.rep(ty).registers() == 1;
        let at = if is_scalar && !ty.is_volatile() { self.peek_at(var, self.width(ty)) } else { PeekAt::Nowhere };
        Peek { at, is_pointer }
    }

    fn peek_at(&mut self, var: VarId, width: Width) -> PeekAt {
        if self.program[var].storage.is_static() {
            return match self.image.var_address(self.program, self.memory, var) {
                Ok(Some(address)) => match self.memory.locate(address, width.size()) {
                    Some(at) => PeekAt::Static { at: at as u32, width },
                    None => PeekAt::Nowhere,
                },
                _ => PeekAt::Nowhere,
            };
        }
        match self.homes.get(&var) {
            Some(&Home::Register { reg, flag }) => PeekAt::Register { reg, flag },
            Some(&Home::Slot { slot, .. }) => PeekAt::Slot { slot, width },
            None => PeekAt::Nowhere,
        }
    }
}
