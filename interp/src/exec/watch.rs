//! Looking at variables without reading them: nothing becomes undefined by it.

use super::*;

impl Machine<'_> {
    pub(super) fn look(&mut self, base: usize, index: u32) {
        let mut values = std::mem::take(&mut self.looked);
        values.clear();
        let desc = &self.code.watches[index as usize];
        let watch = desc.watch as usize;
        values.extend(desc.peeks.iter().map(|peek| self.peek(base, peek)));
        self.watched[watch].record(&values);
        self.looked = values;
    }

    fn peek(&self, base: usize, peek: &Peek) -> Option<u64> {
        let register = |reg: Reg| self.registers[base + reg as usize];
        let value = match peek.at {
            PeekAt::Nowhere => return None,
            PeekAt::Register { reg, flag } => flag.is_none_or(|flag| register(flag) != 0).then(|| register(reg))?,
            PeekAt::Slot { slot, width } => self.stored(width, self.memory.locate(register(slot), width.size())?)?,
            PeekAt::Static { at, width } => self.stored(width, at as usize)?,
        };
        (!peek.is_pointer || !self.memory.is_dead(value)).then_some(value)
    }

    fn stored(&self, width: Width, at: usize) -> Option<u64> {
        let memory = &self.memory;
        if !memory.is_init(at, width.size() as usize) {
            return None;
        }
        Some(match width {
            Width::I8 => memory.data[at] as i8 as i64 as u64,
            Width::U8 => memory.data[at] as u64,
            Width::I16 => i16::from_le_bytes(memory.read(at)) as i64 as u64,
            Width::U16 => u16::from_le_bytes(memory.read(at)) as u64,
            Width::I32 => i32::from_le_bytes(memory.read(at)) as i64 as u64,
            Width::U32 => u32::from_le_bytes(memory.read(at)) as u64,
            Width::X64 => u64::from_le_bytes(memory.read(at)),
            Width::Bool => Some(memory.data[at]).filter(|&byte| byte <= 1)? as u64,
            Width::P32 => memory.widen(u32::from_le_bytes(memory.read(at)) as u64),
            Width::W128 | Width::F80 => return None,
        })
    }
}
