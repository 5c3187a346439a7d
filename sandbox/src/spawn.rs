//! Starts one job: fork, limits, exec.
//!
//! Everything is prepared before the fork, as the child shares the keeper's memory until its exec.

use super::Limits;
use super::place::Place;
use super::sys;
use super::walls::Entrance;
use super::wire::Request;
use rustix::fs::OFlags;
use rustix::pipe::PipeFlags;
use std::collections::BTreeMap;
use std::ffi::{CString, OsStr, OsString, c_char, c_int, c_void};
use std::fs::File;
use std::io;
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd, RawFd};
use std::os::unix::ffi::OsStringExt;
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::atomic::{AtomicI32, Ordering};

/// A job that runs.
pub struct Spawned {
    pub pid: i32,
    /// Readable when the process has ended.
    pub ended: OwnedFd,
    pub stdout: File,
    pub stderr: File,
}

/// What a child needs before it becomes the job: it runs in the keeper's memory, on a stack of its own, while the keeper
/// waits. Forking would copy the keeper's page tables, which costs more than everything else about a job.
pub struct ChildStack {
    stack: Vec<u8>,
    /// Why the child did not become the job: `errno`, or zero.
    failure: AtomicI32,
}

impl ChildStack {
    /// Ample for some system calls.
    const STACK_BYTES: usize = 1 << 16;

    pub fn new() -> ChildStack {
        ChildStack { stack: vec![0; ChildStack::STACK_BYTES], failure: AtomicI32::new(0) }
    }

    pub fn failure(&self) -> Option<io::Error> {
        Some(self.failure.load(Ordering::Acquire)).filter(|errno| *errno != 0).map(io::Error::from_raw_os_error)
    }

    fn fail(&self) -> ! {
        self.failure.store(io::Error::last_os_error().raw_os_error().unwrap_or(libc::EINVAL), Ordering::Release);
        sys::exit(127)
    }

    /// Returns when the child has become the job or failed.
    fn spawn(&mut self, plan: &Plan, streams: [RawFd; 3]) -> io::Result<(i32, OwnedFd)> {
        self.failure.store(0, Ordering::Release);
        let top = self.stack.as_mut_ptr_range().end;
        let mut arguments = ChildArguments { plan, streams, stack: self };
        let flags = libc::CLONE_VM | libc::CLONE_VFORK | libc::CLONE_PIDFD | libc::SIGCHLD;
        let mut ended: RawFd = -1;
        // SAFETY: stacks grow down from an aligned top; the child only reads what `arguments` points to, writes `failure`,
        // and is gone from this memory when `clone` returns.
        let pid = unsafe {
            let top = top.sub(top as usize % 64).cast();
            libc::clone(run_child, top, flags, (&raw mut arguments).cast(), &raw mut ended)
        };
        if pid < 0 {
            return Err(io::Error::last_os_error());
        }
        // SAFETY: the kernel made this descriptor for us alone.
        Ok((pid, unsafe { OwnedFd::from_raw_fd(ended) }))
    }
}

struct ChildArguments<'a> {
    plan: &'a Plan,
    streams: [RawFd; 3],
    stack: &'a ChildStack,
}

extern "C" fn run_child(arguments: *mut c_void) -> c_int {
    // SAFETY: `spawn` passes `ChildArguments`, and waits.
    let arguments = unsafe { &*arguments.cast::<ChildArguments>() };
    arguments.plan.become_job(arguments.streams, arguments.stack)
}

/// Starts it, or says why it cannot be started.
pub fn spawn(request: &Request, place: &mut Place) -> Result<Spawned, String> {
    let plan = Plan::new(request, place)?;
    start(&plan, place).map_err(|error| error.to_string())
}

fn start(plan: &Plan, place: &mut Place) -> io::Result<Spawned> {
    let (stdout, out) = rustix::pipe::pipe_with(PipeFlags::CLOEXEC)?;
    let (stderr, err) = rustix::pipe::pipe_with(PipeFlags::CLOEXEC)?;
    let (stdout, stderr) = (readable(stdout)?, readable(stderr)?);
    let streams = [place.null.as_raw_fd(), out.as_raw_fd(), err.as_raw_fd()];
    let (pid, ended) = place.child_stack.spawn(plan, streams)?;
    Ok(Spawned { pid, ended, stdout, stderr })
}

fn readable(pipe: OwnedFd) -> io::Result<File> {
    rustix::fs::fcntl_setfl(&pipe, OFlags::NONBLOCK)?;
    Ok(File::from(pipe))
}

/// What the C library calls a resource that can be limited.
type Kind = libc::__rlimit_resource_t;

/// Everything that a child needs to become the job.
struct Plan {
    program: CString,
    arguments: Words,
    environment: Rc<Environment>,
    entrance: Entrance,
    limits: Vec<(Kind, u64)>,
}

impl Plan {
    fn new(request: &Request, place: &Place) -> Result<Plan, String> {
        let program = request.command.first().ok_or("there is no command")?;
        let environment = place.environment.with(&request.environment)?;
        Ok(Plan {
            program: c_string(find(program, &environment.path)?)?,
            arguments: Words::new(request.command.iter().cloned())?,
            environment,
            entrance: place.walls.entrance(),
            limits: resource_limits(&request.limits, place),
        })
    }

    /// Runs in the child.
    fn become_job(&self, streams: [RawFd; 3], stack: &ChildStack) -> ! {
        // SAFETY: all pointers are to strings and arrays that `self` owns.
        unsafe {
            libc::setsid();
            for (stream, standard) in streams.into_iter().zip(0..) {
                libc::dup2(stream, standard);
            }
            self.limits.iter().for_each(|(resource, value)| limit(*resource, *value));
            if !self.entrance.enter() {
                stack.fail();
            }
            // Whoever becomes another user loses it.
            libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL);
            libc::execve(self.program.as_ptr(), self.arguments.pointers(), self.environment.words.pointers());
        }
        stack.fail()
    }
}

/// Sets a limit, or leaves a stricter one.
fn limit(resource: Kind, value: u64) {
    let mut limit = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
    // SAFETY: the pointers are to a local variable.
    unsafe {
        libc::getrlimit(resource, &mut limit);
        limit.rlim_max = limit.rlim_max.min(value);
        limit.rlim_cur = limit.rlim_max;
        libc::setrlimit(resource, &limit);
    }
}

/// Open files of each process. Pipes and pairs of sockets hold memory that nobody else counts.
const OPEN_FILES: u64 = 1024;

fn resource_limits(limits: &Limits, place: &Place) -> Vec<(Kind, u64)> {
    // The watch on CPU time comes first, and it counts all processes; this is for when the watch cannot.
    let cpu_s = (limits.cpu_ms / 1000).saturating_add(3);
    let mut all = vec![(libc::RLIMIT_CPU, cpu_s), (libc::RLIMIT_FSIZE, limits.file_bytes), (libc::RLIMIT_CORE, 0)];
    all.extend([(libc::RLIMIT_MSGQUEUE, 0), (libc::RLIMIT_NOFILE, OPEN_FILES)]);
    // These are counted for the user as a whole, or favour the job over others.
    all.extend([(libc::RLIMIT_SIGPENDING, 1024), (libc::RLIMIT_MEMLOCK, 1 << 20)]);
    all.extend([(libc::RLIMIT_NICE, 0), (libc::RLIMIT_RTPRIO, 0)]);
    all.extend(limits.memory_bytes.map(|bytes| (libc::RLIMIT_AS, bytes)));
    if place.counts_processes {
        // Threads count here as well; those the watch does not count are many.
        all.push((libc::RLIMIT_NPROC, limits.processes.saturating_mul(32)));
    }
    all
}

/// Finds a program as a shell would.
fn find(program: &OsStr, path: &OsStr) -> Result<OsString, String> {
    if program.as_encoded_bytes().contains(&b'/') {
        return Ok(program.to_os_string());
    }
    std::env::split_paths(path)
        .map(|directory| directory.join(program))
        .find(|file| file.is_file() && rustix::fs::access(file, rustix::fs::Access::EXEC_OK).is_ok())
        .map(PathBuf::into_os_string)
        .ok_or_else(|| format!("`{}` is not on PATH", program.display()))
}

/// The environment of jobs, ready for most of them.
pub struct Environment {
    variables: BTreeMap<OsString, OsString>,
    path: OsString,
    words: Words,
}

impl Environment {
    pub fn new(variables: BTreeMap<OsString, OsString>) -> Result<Environment, String> {
        let path = variables.get(OsStr::new("PATH")).cloned().unwrap_or_default();
        let words = Words::new(variables.clone().into_iter().map(assignment))?;
        Ok(Environment { variables, path, words })
    }

    fn with(self: &Rc<Environment>, changes: &[(OsString, OsString)]) -> Result<Rc<Environment>, String> {
        if changes.is_empty() {
            return Ok(Rc::clone(self));
        }
        let mut variables = self.variables.clone();
        variables.extend(changes.iter().cloned());
        Ok(Rc::new(Environment::new(variables)?))
    }
}

fn assignment((mut name, value): (OsString, OsString)) -> OsString {
    name.push("=");
    name.push(value);
    name
}

fn c_string(word: OsString) -> Result<CString, String> {
    CString::new(word.into_vec()).map_err(|_| "a word of the command contains a zero byte".to_string())
}

/// Strings as exec wants them.
struct Words {
    pointers: Vec<*const c_char>,
    /// What the pointers point to.
    _words: Vec<CString>,
}

impl Words {
    fn new(words: impl Iterator<Item = OsString>) -> Result<Words, String> {
        let words = words.map(c_string).collect::<Result<Vec<_>, _>>()?;
        let pointers = words.iter().map(|word| word.as_ptr()).chain([std::ptr::null()]).collect();
        Ok(Words { pointers, _words: words })
    }

    fn pointers(&self) -> *const *const c_char {
        self.pointers.as_ptr()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_are_found_on_path_and_with_a_slash_anywhere() {
        assert_eq!(find(OsStr::new("sh"), OsStr::new("/nowhere:/bin")).unwrap(), "/bin/sh");
        assert_eq!(find(OsStr::new("./x"), OsStr::new("/bin")).unwrap(), "./x");
        assert_eq!(find(OsStr::new("sh"), OsStr::new("/nowhere")).unwrap_err(), "`sh` is not on PATH");
    }
}
