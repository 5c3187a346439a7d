//! Runs one job to its end: starts it, watches it, kills what is left of it, and says what it used.

use super::capture::{Capture, More};
use super::census::Census;
use super::place::{Place, disk_bytes};
use super::spawn::{self, Spawned};
use super::sys::{self, Wait};
use super::wire::Request;
use super::{End, Limits, Ran, Resource, Tier};
use crate::clock::process_cpu;
use std::io;
use std::os::fd::{AsFd, BorrowedFd};
use std::os::unix::process::ExitStatusExt;
use std::process::ExitStatus;
use std::time::{Duration, Instant};

/// Fails only when the owner is gone.
pub fn run(request: &Request, place: &mut Place, owner: BorrowedFd) -> io::Result<Ran> {
    let start = Instant::now();
    let spawned = match spawn::spawn(request, place) {
        Ok(spawned) => spawned,
        Err(reason) => return Ok(Ran::not_started(reason)),
    };
    let mut watch = Watch::new(spawned, &request.limits, place, start);
    let stop = watch.watch(owner)?;
    watch.finish();
    Ok(watch.ran(stop, request))
}

/// Why the watch over a job ended.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Stop {
    /// The job did by itself.
    Ended,
    Time,
    Exceeded(Resource),
    /// It stopped itself, or a part of it that the others wait for.
    Halted,
}

/// What one look for children that have ended led to.
enum Reap {
    One,
    Running,
    Childless,
}

/// Who is stopped may be about to be woken. Looks are at most 0.8 seconds apart.
const STOPPED_LOOKS: u32 = 3;

/// CPU time, and time, of who hides its open files: far more than a process needs, on a busy machine, until it becomes the program
/// that it was started for.
const HIDDEN_CPU_MS: u64 = 50;
const HIDDEN_S: u64 = 5;

struct Watch<'a> {
    job: Spawned,
    limits: &'a Limits,
    place: &'a mut Place,
    start: Instant,
    stdout: Capture,
    stderr: Capture,
    /// Of everyone who was waited for.
    cpu_us: u64,
    max_rss_kb: u64,
    /// The job's own, once it has ended.
    status: Option<i32>,
    /// How often in a row it was seen to be stopped.
    stopped: u32,
    /// Since when someone hides its open files.
    hidden: Option<Instant>,
    /// Since when it does nothing, and the CPU time that it had then.
    idle: (Instant, u64),
}

impl<'a> Watch<'a> {
    fn new(job: Spawned, limits: &'a Limits, place: &'a mut Place, start: Instant) -> Watch<'a> {
        Watch {
            job,
            limits,
            place,
            start,
            stdout: Capture::new(limits.output_bytes),
            stderr: Capture::new(limits.output_bytes),
            cpu_us: 0,
            max_rss_kb: 0,
            status: None,
            stopped: 0,
            hidden: None,
            idle: (start, 0),
        }
    }

    fn watch(&mut self, owner: BorrowedFd) -> io::Result<Stop> {
        let mut rounds = Rounds::new(self.place.tier);
        let mut open = [true; 2];
        loop {
            let streams = [open[0].then(|| self.job.stdout.as_fd()), open[1].then(|| self.job.stderr.as_fd())];
            let wanted = [Some(owner), Some(self.job.ended.as_fd()), streams[0], streams[1]];
            let [gone, ended, out, err] = sys::poll(wanted, self.patience_ms(&rounds))?;
            if gone {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            open = [open[0] && self.take(out, false), open[1] && self.take(err, true)];
            if ended {
                return Ok(Stop::Ended);
            }
            if let Some(stop) = self.excess(&mut rounds) {
                return Ok(stop);
            }
        }
    }

    /// Until the next round or the end of the job's time.
    fn patience_ms(&self, rounds: &Rounds) -> u64 {
        let left_ms = self.limits.wall_ms.saturating_sub(self.wall_ms());
        left_ms.min(rounds.next.saturating_duration_since(Instant::now()).as_millis() as u64 + 1)
    }

    /// Takes output, and says whether there may be more.
    fn take(&mut self, ready: bool, from_stderr: bool) -> bool {
        if !ready {
            return true;
        }
        let (capture, pipe) = match from_stderr {
            false => (&mut self.stdout, &mut self.job.stdout),
            true => (&mut self.stderr, &mut self.job.stderr),
        };
        capture.take(pipe, &mut self.place.buffer) == More::Later
    }

    fn excess(&mut self, rounds: &mut Rounds) -> Option<Stop> {
        let output = self.stdout.total.max(self.stderr.total);
        if self.wall_ms() >= self.limits.wall_ms {
            Some(Stop::Time)
        } else if output > output_limit(self.limits) {
            Some(Stop::Exceeded(Resource::Output))
        } else if rounds.is_due() {
            self.inspect()
        } else {
            None
        }
    }

    /// Looks at all processes and files of the job.
    fn inspect(&mut self) -> Option<Stop> {
        self.reap_all();
        let census = self.place.census();
        let cpu_ms = self.cpu_us / 1000 + census.cpu_ms;
        let is_idle = census.is_waiting && self.idle.1 == cpu_ms;
        self.stopped = if is_idle && census.is_stopped { self.stopped + 1 } else { 0 };
        if !is_idle {
            self.idle = (Instant::now(), cpu_ms);
        }
        let is_hidden = self.is_hidden(&census);
        let disk_bytes = disk_bytes(self.limits);
        if cpu_ms >= self.limits.cpu_ms || self.idle.0.elapsed().as_millis() as u64 >= self.limits.idle_ms {
            Some(Stop::Time)
        } else if census.pids.len() as u64 > self.limits.processes
            || census.threads > self.limits.processes.saturating_mul(32)
        {
            Some(Stop::Exceeded(Resource::Processes))
        } else if census.resident_bytes > self.resident_limit()
            || census.reserved_bytes > self.reserved_limit()
            || census.descriptors > self.limits.processes.saturating_mul(32)
            || is_hidden
        {
            Some(Stop::Exceeded(Resource::Memory))
        } else if self.place.used_bytes(&census, disk_bytes) > disk_bytes {
            Some(Stop::Exceeded(Resource::Disk))
        } else if self.stopped >= STOPPED_LOOKS {
            Some(Stop::Halted)
        } else {
            None
        }
    }

    /// Whether someone hides its open files on purpose.
    fn is_hidden(&mut self, census: &Census) -> bool {
        let Some(cpu_ms) = census.hidden_cpu_ms.filter(|_| self.place.sees_files) else {
            self.hidden = None;
            return false;
        };
        let since = *self.hidden.get_or_insert_with(Instant::now);
        cpu_ms >= HIDDEN_CPU_MS || since.elapsed().as_secs() >= HIDDEN_S
    }

    fn resident_limit(&self) -> u64 {
        self.limits.memory_bytes.map_or(self.place.memory_bytes / 2, |bytes| bytes.saturating_mul(2))
    }

    /// Memory that processes share stays theirs even if it is not resident in any of them.
    fn reserved_limit(&self) -> u64 {
        self.limits.memory_bytes.map_or(u64::MAX, |bytes| bytes.saturating_mul(4))
    }

    /// Kills and buries everyone, then takes what is left in the pipes.
    fn finish(&mut self) {
        while let Reap::Running = self.reap_all() {
            self.place.kill_all();
            // Who was killed ends soon, so this does not wait for long; in between, orphans may have come.
            self.reap(true);
        }
        self.take(true, false);
        self.take(true, true);
    }

    /// Waits for all children that have ended, and says whether there are others.
    fn reap_all(&mut self) -> Reap {
        loop {
            match self.reap(false) {
                Reap::One => {}
                others => return others,
            }
        }
    }

    fn reap(&mut self, block: bool) -> Reap {
        let reaped = match sys::wait(block) {
            Wait::Reaped(reaped) => reaped,
            Wait::Running => return Reap::Running,
            Wait::Childless => return Reap::Childless,
        };
        self.cpu_us += reaped.cpu_us;
        self.max_rss_kb = self.max_rss_kb.max(reaped.max_rss_kb);
        if reaped.pid == self.job.pid {
            self.status = Some(reaped.status);
        }
        Reap::One
    }

    fn wall_ms(&self) -> u64 {
        self.start.elapsed().as_millis() as u64
    }

    fn ran(self, stop: Stop, request: &Request) -> Ran {
        Ran {
            end: self.end(stop, request),
            cpu_ms: self.cpu_us.div_ceil(1000),
            wall_ms: self.wall_ms(),
            max_rss_kb: self.max_rss_kb,
            keeper_us: process_cpu().as_micros() as u64,
            truncated: self.stdout.truncated() || self.stderr.truncated(),
            stdout: self.stdout.into_bytes(),
            stderr: self.stderr.into_bytes(),
        }
    }

    fn end(&self, stop: Stop, request: &Request) -> End {
        if let Some(error) = self.place.child_stack.failure() {
            return End::NotStarted(format!("cannot run `{}`: {error}", request.command[0].display()));
        }
        let status = ExitStatus::from_raw(self.status.unwrap_or(0));
        match (stop, status.code(), status.signal()) {
            (Stop::Exceeded(resource), _, _) => End::Exceeded(resource),
            (Stop::Time, _, _) => End::TimedOut,
            (Stop::Halted, _, _) => End::Signaled(libc::SIGSTOP),
            // Whether the watch looked in time must not matter.
            (Stop::Ended, _, _) if self.cpu_us / 1000 >= self.limits.cpu_ms => End::TimedOut,
            (Stop::Ended, _, Some(libc::SIGXFSZ)) => End::Exceeded(Resource::Disk),
            (Stop::Ended, _, Some(signal)) => End::Signaled(signal),
            (Stop::Ended, code, None) => End::Exited(code.unwrap_or(0)),
        }
    }
}

/// When to look at a job's processes and files: soon for the first time, as a fork bomb or a full disk grows fast, then
/// seldom, as looking costs some 100 µs. Without a PID namespace every process of the machine must be looked at, so
/// there it becomes four times as seldom.
struct Rounds {
    interval: Duration,
    longest: Duration,
    next: Instant,
}

impl Rounds {
    fn new(tier: Tier) -> Rounds {
        let factor = if tier == Tier::Namespaces { 1 } else { 4 };
        let interval = Duration::from_millis(50);
        Rounds { interval, longest: Duration::from_millis(200 * factor), next: Instant::now() + interval }
    }

    fn is_due(&mut self) -> bool {
        let now = Instant::now();
        let is_due = now >= self.next;
        if is_due {
            self.interval = (self.interval * 2).min(self.longest);
            self.next = now + self.interval;
        }
        is_due
    }
}

/// Reading costs CPU time that is not the job's, so a flood is not read for long.
fn output_limit(limits: &Limits) -> u64 {
    limits.output_bytes.saturating_mul(64).max(4 << 20)
}
