//! Waits for the request to stop, and ends what is under way then: a script may sleep for minutes.

use super::Watch;
use crate::observe::Bench;
use crate::stop::Stop;
use sandbox::Ender;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, Thread};
use std::time::Duration;

/// How long a request may go unnoticed.
const INTERVAL: Duration = Duration::from_millis(50);

pub struct StopWatcher<'a> {
    enders: Vec<Ender>,
    stop: &'a Stop,
    watch: &'a dyn Watch,
    is_told: AtomicBool,
}

impl<'a> StopWatcher<'a> {
    pub fn new(benches: &[Bench], stop: &'a Stop, watch: &'a dyn Watch) -> StopWatcher<'a> {
        let enders = benches.iter().map(|bench| bench.sandbox.ender()).collect();
        StopWatcher { enders, stop, watch, is_told: AtomicBool::new(false) }
    }

    /// Does the work, for which jobs that are ended before their time are failures like others.
    pub fn during<T>(&self, work: impl FnOnce() -> T) -> T {
        let is_over = AtomicBool::new(false);
        thread::scope(|scope| {
            // Without the thread, what is under way comes to its own end.
            let waiting = thread::Builder::new().spawn_scoped(scope, || self.wait(&is_over)).ok();
            let _over = Over { is_over: &is_over, thread: waiting.map(|waiting| waiting.thread().clone()) };
            work()
        })
    }

    fn wait(&self, is_over: &AtomicBool) {
        while !is_over.load(Ordering::SeqCst) {
            if self.stop.is_set() {
                if !self.is_told.swap(true, Ordering::SeqCst) {
                    self.watch.stopping();
                }
                self.enders.iter().for_each(Ender::end);
            }
            thread::park_timeout(INTERVAL);
        }
    }
}

/// Ends the wait when it goes out of scope, by a panic, too.
struct Over<'a> {
    is_over: &'a AtomicBool,
    thread: Option<Thread>,
}

impl Drop for Over<'_> {
    fn drop(&mut self) {
        self.is_over.store(true, Ordering::SeqCst);
        self.thread.iter().for_each(Thread::unpark);
    }
}
