//! `qsort` and `bsearch`: the library functions that call back into the program.

use super::*;
use crate::library::Arg;
use crate::memory::ObjectKind;

/// Arrays of more bytes are not compared before and after each comparison.
const WATCHED_BYTES: u64 = 512;

/// Elements that are sorted or searched. Their order is kept in memory that is not the program's.
const MOST_ELEMENTS: u64 = 4 << 20;

/// Calls from library functions that call back, one in the other: each has a part of the stack of this process.
const MOST_NESTED: u32 = 2000;

/// Registers left free above a library call's arguments.
const ROOM: usize = 64;

#[derive(Copy, Clone)]
struct Array {
    start: u64,
    count: u64,
    /// Of an element.
    size: u64,
}

impl Array {
    fn element(self, index: u64) -> u64 {
        self.start + index * self.size
    }
}

/// A comparison function in use.
struct Comparator {
    func: FuncId,
    /// The first register it may use.
    free: usize,
    array: Array,
}

impl Machine<'_> {
    /// The call, if it is of one of these functions.
    pub(super) fn callback_call(&mut self, pc: usize, name: &str, args: &[Arg], base: usize) -> Option<Step<[u64; 2]>> {
        let word = |index: usize| args.get(index).map(|arg: &Arg| arg.value[0]);
        match name {
            "qsort" => {
                let array = Array { start: word(0)?, count: word(1)?, size: word(2)? };
                Some(self.qsort(pc, array, word(3)?, base).map(|()| [0, 0]))
            }
            "bsearch" => {
                let array = Array { start: word(1)?, count: word(2)?, size: word(3)? };
                Some(self.bsearch(pc, word(0)?, array, word(4)?, base).map(|found| [found, 0]))
            }
            _ => None,
        }
    }

    fn qsort(&mut self, pc: usize, array: Array, compare: u64, base: usize) -> Step<()> {
        let comparator = self.comparator(pc, compare, base, array)?;
        let bytes = self.sorted_bytes(pc, array, "writes")?;
        let mut order: Vec<u64> = (0..array.count).collect();
        let mut width = 1;
        while width < order.len() {
            let mut merged = Vec::with_capacity(order.len());
            for run in order.chunks(2 * width) {
                let (mut left, mut right) = run.split_at(width.min(run.len()));
                while let (Some(&a), Some(&b)) = (left.first(), right.first()) {
                    let result = self.compare(pc, &comparator, array.element(a), array.element(b))?;
                    if result == 0 && !self.same_element(array, a, b) {
                        // Their order is unspecified (C17 7.22.5.2p4).
                        return Err(self.unsupported(pc, "`qsort` of different elements that compare equal"));
                    }
                    let part = if result <= 0 { &mut left } else { &mut right };
                    merged.push(part[0]);
                    *part = &part[1..];
                }
                merged.extend_from_slice(left);
                merged.extend_from_slice(right);
            }
            order = merged;
            width *= 2;
        }
        self.check_order(pc, &comparator, array, &order)?;
        self.permute(array, bytes, &order);
        Ok(())
    }

    /// The comparison must be consistent (C17 7.22.5p4): with the arguments exchanged, neighbours must give the opposite result.
    fn check_order(&mut self, pc: usize, comparator: &Comparator, array: Array, order: &[u64]) -> Step<()> {
        for pair in order.windows(2) {
            let (a, b) = (array.element(pair[0]), array.element(pair[1]));
            if self.compare(pc, comparator, b, a)? < 0 {
                let message = "the comparison function contradicts itself".to_string();
                return Err(self.undefined(pc, Rule::LibraryArgument, message));
            }
        }
        Ok(())
    }

    fn bsearch(&mut self, pc: usize, key: u64, array: Array, compare: u64, base: usize) -> Step<u64> {
        let comparator = self.comparator(pc, compare, base, array)?;
        self.sorted_bytes(pc, array, "reads")?;
        self.check_sorted(pc, &comparator, key, array)?;
        let (mut low, mut high) = (0, array.count);
        while low < high {
            let middle = low + (high - low) / 2;
            let element = array.element(middle);
            match self.compare(pc, &comparator, key, element)? {
                0 => return Ok(element),
                1.. => low = middle + 1,
                _ => high = middle,
            }
        }
        Ok(0)
    }

    /// The elements less than the key, then those equal to it, then those greater (C17 7.22.5.1p2).
    fn check_sorted(&mut self, pc: usize, comparator: &Comparator, key: u64, array: Array) -> Step<()> {
        let mut before = i32::MAX;
        for index in 0..array.count {
            let order = self.compare(pc, comparator, key, array.element(index))?.signum();
            if order > before {
                let message = format!("element {index} of the array that is searched is not in order");
                return Err(self.undefined(pc, Rule::LibraryArgument, message));
            }
            before = order;
        }
        Ok(())
    }

    fn sorted_bytes(&mut self, pc: usize, array: Array, verb: &str) -> Step<usize> {
        let Array { start, count, size } = array;
        let total = count.checked_mul(size).filter(|&total| total < 1 << 31);
        let Some(total) = total else {
            return Err(self.undefined(
                pc,
                Rule::OutOfBoundsAccess,
                format!("{count} elements of {size} bytes do not exist"),
            ));
        };
        if count > MOST_ELEMENTS {
            return Err(self.unsupported(pc, &format!("sorting or searching more than {MOST_ELEMENTS} elements")));
        }
        // Comparisons that cost nothing are paid for here.
        self.memory.owe(count);
        self.pay()?;
        if total > 0 {
            let at = self.check_place(pc, start, total as u32, 0, verb)?;
            if verb == "writes" {
                self.check_writable(pc, start, at, total as u32)?;
            }
        }
        Ok(total as usize)
    }

    fn comparator(&mut self, pc: usize, compare: u64, base: usize, array: Array) -> Step<Comparator> {
        let object = self.memory.object(compare);
        let func = FuncId(object.origin);
        if object.kind != ObjectKind::Function || compare as u32 != object.base {
            return Err(self.undefined(
                pc,
                Rule::InvalidPointer,
                "the comparison function is not a function".to_string(),
            ));
        }
        let types = &self.program.types;
        let function = types.function_type(self.program[func].ty);
        let params = self.program[func].params.iter().map(|&param| self.program[param].ty);
        let fits = self.program[func].body.is_some()
            && function.is_some_and(|function| types.strip(function.ret) == lang::Type::INT && !function.variadic)
            && self.program[func].params.len() == 2
            && params.into_iter().all(|ty| types.pointee(ty).is_some_and(|to| types.is_void(to)));
        if !fits {
            let message = "the comparison function is not an `int (const void *, const void *)`".to_string();
            return Err(self.undefined(pc, Rule::WrongCall, message));
        }
        Ok(Comparator { func, free: base + ROOM, array })
    }

    fn compare(&mut self, pc: usize, comparator: &Comparator, a: u64, b: u64) -> Step<i32> {
        let before = self.element_bytes(comparator.array);
        let result = self.invoke(pc, comparator.func, &[a, b], comparator.free)? as i32;
        if self.element_bytes(comparator.array) != before {
            let message = "the comparison function changes the array".to_string();
            return Err(self.undefined(pc, Rule::LibraryArgument, message));
        }
        Ok(result)
    }

    /// Calls a function of the program from a library function, with registers from `free` on.
    pub(super) fn invoke(&mut self, pc: usize, func: FuncId, args: &[u64], free: usize) -> Step<u64> {
        let mut entry = self.entries[func.index()];
        if entry.0 == u32::MAX {
            entry = self.compile(func)?;
        }
        self.reserve(pc, free + entry.1 as usize + ROOM)?;
        self.registers[free..free + args.len()].copy_from_slice(args);
        self.frames.push(Frame { return_to: pc as u32 + 1, registers: free as u32, used: true, area: 0, allocas: 0 });
        if self.nested == MOST_NESTED {
            return Err(self.too_deep(pc));
        }
        self.nested += 1;
        let done = self.execute(entry.0, free);
        self.nested -= 1;
        done?;
        Ok(self.registers[free])
    }

    /// The array, which the comparison function must not change. Only small arrays are checked, because it takes time.
    fn element_bytes(&self, array: Array) -> Option<Vec<u8>> {
        let bytes = array.count.checked_mul(array.size).filter(|&bytes| bytes <= WATCHED_BYTES)? as usize;
        let at = self.memory.locate(array.start, bytes as u32)?;
        Some(self.memory.data[at..at + bytes].to_vec())
    }

    fn same_element(&self, array: Array, a: u64, b: u64) -> bool {
        let size = array.size as usize;
        let at = |index: u64| self.memory.locate(array.element(index), size as u32);
        match (at(a), at(b)) {
            (Some(a), Some(b)) => self.memory.data[a..a + size] == self.memory.data[b..b + size],
            _ => false,
        }
    }

    /// Puts the elements in order, with their initialised bits and effective types.
    fn permute(&mut self, array: Array, bytes: usize, order: &[u64]) {
        let size = array.size as usize;
        let Some(at) = self.memory.locate(array.start, bytes as u32) else { return };
        for plane in [&mut self.memory.data, &mut self.memory.init, &mut self.memory.tags] {
            let old = plane[at..at + bytes].to_vec();
            for (to, &from) in order.iter().enumerate() {
                let from = from as usize * size;
                plane[at + to * size..at + (to + 1) * size].copy_from_slice(&old[from..from + size]);
            }
        }
    }
}
