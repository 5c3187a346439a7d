//! The life of `va_list` objects (C17 7.16): which are between their `va_start` or `va_copy` and their `va_end`, and
//! which are indeterminate because a function that they were passed to has used them.

use super::*;

/// A list between `va_start` or `va_copy` and `va_end`.
#[derive(Debug)]
struct Active {
    address: u64,
    /// The call that began it.
    owner: u32,
    /// A call that the list was passed to and that has taken arguments from it.
    consumer: Option<u32>,
    /// Such a call has returned (C17 7.16p3).
    is_indeterminate: bool,
}

#[derive(Default, Debug)]
pub(super) struct ActiveLists {
    lists: Vec<Active>,
}

impl ActiveLists {
    fn find(&mut self, address: u64) -> Option<&mut Active> {
        self.lists.iter_mut().find(|list| list.address == address)
    }

    pub fn is_indeterminate(&self, address: u64) -> bool {
        self.lists.iter().any(|list| list.address == address && list.is_indeterminate)
    }

    /// A library function has taken arguments from it.
    pub fn consume(&mut self, address: u64) {
        if let Some(list) = self.find(address) {
            list.is_indeterminate = true;
        }
    }

    fn begin(&mut self, address: u64, owner: u32) -> Result<(), String> {
        if self.find(address).is_some() {
            return Err("a `va_list` is begun again without a `va_end` before".to_string());
        }
        self.lists.push(Active { address, owner, consumer: None, is_indeterminate: false });
        Ok(())
    }

    /// False if it was begun in another call.
    fn end(&mut self, address: u64, call: u32) -> bool {
        let is_ours = self.find(address).is_none_or(|list| list.owner == call);
        self.lists.retain(|list| list.address != address);
        is_ours
    }
}

impl Machine<'_> {
    /// Identifies the active call among those that have to do with lists.
    fn call_id(&mut self) -> u32 {
        let id = self.next_area;
        let frame = self.frames.last_mut().expect("a function is running");
        if frame.area == 0 {
            frame.area = id;
            self.next_area += 1;
        }
        self.frames.last().map_or(0, |frame| frame.area)
    }

    fn misused(&self, pc: usize, message: &str) -> Box<Stop> {
        self.undefined(pc, Rule::VaArg, message.to_string())
    }

    pub(super) fn begin_list(&mut self, pc: usize, list: u64) -> Step<()> {
        let owner = self.call_id();
        self.active_lists.begin(list, owner).map_err(|message| self.undefined(pc, Rule::VaArg, message))
    }

    pub(super) fn end_list(&mut self, pc: usize, list: u64, is_set: bool) -> Step<()> {
        if !is_set {
            return Err(self.misused(pc, "`va_end` of a `va_list` that was not begun"));
        }
        let call = self.call_id();
        match self.active_lists.end(list, call) {
            true => Ok(()),
            false => Err(self.misused(pc, "`va_end` in another function than `va_start`")),
        }
    }

    /// Arguments are taken from a list: `by_value` if it is a parameter, so that the caller must not use it again.
    pub(super) fn use_list(&mut self, pc: usize, list: u64, by_value: bool) -> Step<()> {
        if self.active_lists.is_indeterminate(list) {
            return Err(self.misused(pc, "a `va_list` is used that another function has taken arguments from"));
        }
        if by_value {
            let call = self.call_id();
            if let Some(active) = self.active_lists.find(list).filter(|active| active.owner != call) {
                active.consumer = Some(call);
            }
        }
        Ok(())
    }

    /// A call returns: its own lists have ended, those it was given are indeterminate if it used them.
    #[cold]
    pub(super) fn leave_lists(&mut self, pc: usize, call: u32) -> Step<()> {
        if self.active_lists.lists.iter().any(|list| list.owner == call) {
            return Err(self.misused(pc, "the function returns without `va_end` of a `va_list`"));
        }
        for list in self.active_lists.lists.iter_mut().filter(|list| list.consumer == Some(call)) {
            list.is_indeterminate = true;
        }
        self.end_area(call);
        Ok(())
    }
}
