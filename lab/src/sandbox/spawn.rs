//! Starts one job: fork, limits, exec.
//!
//! Everything is prepared before the fork. What goes wrong after it is told on a page of memory that both processes
//! share, and read when the job has ended.

use super::place::Place;
use super::sys;
use super::wire::Request;
use super::{Limits, Tier};
use rustix::fs::OFlags;
use rustix::pipe::PipeFlags;
use std::ffi::{CString, OsStr, OsString, c_char};
use std::fs::File;
use std::io;
use std::os::fd::{AsRawFd, OwnedFd, RawFd};
use std::os::unix::ffi::OsStringExt;
use std::path::{Component, Path, PathBuf};
use std::sync::atomic::{AtomicI32, Ordering};

/// A job that runs.
pub struct Spawned {
    pub pid: i32,
    /// Readable when the process has ended.
    pub ended: OwnedFd,
    pub stdout: File,
    pub stderr: File,
}

/// Why a child did not become the job: `errno`, or zero.
pub struct Failure(&'static AtomicI32);

impl Failure {
    pub fn new() -> io::Result<Failure> {
        let (protection, flags) = (libc::PROT_READ | libc::PROT_WRITE, libc::MAP_SHARED | libc::MAP_ANONYMOUS);
        // SAFETY: a new mapping, of one page, wherever the kernel likes.
        let page = unsafe { libc::mmap(std::ptr::null_mut(), size_of::<AtomicI32>(), protection, flags, -1, 0) };
        if page == libc::MAP_FAILED {
            return Err(io::Error::last_os_error());
        }
        // SAFETY: the page is zeroed, aligned, large enough, and is never unmapped.
        Ok(Failure(unsafe { &*page.cast::<AtomicI32>() }))
    }

    pub fn get(&self) -> Option<io::Error> {
        Some(self.0.load(Ordering::Acquire)).filter(|errno| *errno != 0).map(io::Error::from_raw_os_error)
    }

    fn clear(&self) {
        self.0.store(0, Ordering::Release);
    }

    fn tell(&self) -> ! {
        self.0.store(io::Error::last_os_error().raw_os_error().unwrap_or(libc::EINVAL), Ordering::Release);
        sys::exit(127)
    }
}

/// Starts it, or says why it cannot be started.
pub fn spawn(request: &Request, place: &Place) -> Result<Spawned, String> {
    let plan = Plan::new(request, place)?;
    start(&plan, place).map_err(|error| error.to_string())
}

fn start(plan: &Plan, place: &Place) -> io::Result<Spawned> {
    let (stdout, out) = rustix::pipe::pipe_with(PipeFlags::CLOEXEC)?;
    let (stderr, err) = rustix::pipe::pipe_with(PipeFlags::CLOEXEC)?;
    let (stdout, stderr) = (readable(stdout)?, readable(stderr)?);
    place.failure.clear();
    let Some(pid) = sys::fork()? else {
        plan.become_job([place.null.as_raw_fd(), out.as_raw_fd(), err.as_raw_fd()], &place.failure)
    };
    let handle = rustix::process::Pid::from_raw(pid).expect("a child has a number");
    let ended = rustix::process::pidfd_open(handle, rustix::process::PidfdFlags::empty())?;
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
    environment: Words,
    directory: CString,
    limits: Vec<(Kind, u64)>,
}

impl Plan {
    fn new(request: &Request, place: &Place) -> Result<Plan, String> {
        let program = request.command.first().ok_or("there is no command")?;
        let mut environment = place.environment.clone();
        environment.extend(request.environment.iter().cloned());
        let path = environment.get(OsStr::new("PATH")).cloned().unwrap_or_default();
        Ok(Plan {
            program: c_string(find(program, &path)?)?,
            arguments: Words::new(request.command.iter().cloned())?,
            environment: Words::new(environment.into_iter().map(assignment))?,
            directory: c_string(inside(&place.work, &request.directory)?.into_os_string())?,
            limits: resource_limits(&request.limits, place),
        })
    }

    /// Runs in the child.
    fn become_job(&self, streams: [RawFd; 3], failure: &Failure) -> ! {
        // SAFETY: all pointers are to strings and arrays that `self` owns.
        unsafe {
            libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL);
            libc::setsid();
            for (stream, standard) in streams.into_iter().zip(0..) {
                libc::dup2(stream, standard);
            }
            if libc::chdir(self.directory.as_ptr()) != 0 {
                failure.tell();
            }
            self.limits.iter().for_each(|(resource, value)| limit(*resource, *value));
            libc::execve(self.program.as_ptr(), self.arguments.pointers(), self.environment.pointers());
        }
        failure.tell()
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

fn resource_limits(limits: &Limits, place: &Place) -> Vec<(Kind, u64)> {
    // The watch on CPU time comes first, and it counts all processes; this is for when the watch cannot.
    let cpu_s = (limits.cpu_ms / 1000).saturating_add(3);
    let mut all = vec![(libc::RLIMIT_CPU, cpu_s), (libc::RLIMIT_FSIZE, limits.file_bytes), (libc::RLIMIT_CORE, 0)];
    all.extend(limits.memory_bytes.map(|bytes| (libc::RLIMIT_AS, bytes)));
    if place.tier == Tier::Namespaces && place.counts_processes {
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

fn inside(work: &Path, directory: &Path) -> Result<PathBuf, String> {
    let path = work.join(directory);
    let climbs = path.components().any(|component| component == Component::ParentDir);
    if path.starts_with(work) && !climbs {
        Ok(path)
    } else {
        Err(format!("{} is not below the scratch directory", directory.display()))
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

    #[test]
    fn directories_outside_of_scratch_are_refused() {
        let work = Path::new("/scratch/work");
        assert_eq!(inside(work, Path::new("a")).unwrap(), Path::new("/scratch/work/a"));
        assert_eq!(inside(work, Path::new("/scratch/work/a")).unwrap(), Path::new("/scratch/work/a"));
        assert!(inside(work, Path::new("/scratch")).is_err());
        assert!(inside(work, Path::new("a/../..")).is_err());
    }
}
