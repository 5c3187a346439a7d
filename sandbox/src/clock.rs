//! The clocks of CPU time.

use rustix::time::{ClockId, clock_gettime};
use std::time::Duration;

/// CPU time of this thread.
pub fn thread_cpu() -> Duration {
    duration(ClockId::ThreadCPUTime)
}

/// CPU time of this process, without its children.
pub fn process_cpu() -> Duration {
    duration(ClockId::ProcessCPUTime)
}

fn duration(clock: ClockId) -> Duration {
    let time = clock_gettime(clock);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}
