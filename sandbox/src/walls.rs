//! The walls around jobs, one tier after the other. The keeper builds them once; each job enters them with a few system
//! calls on its way to its exec.

mod filter;
mod identity;
mod landlock;
mod mounts;
pub mod namespaces;

use super::Tier;
use super::directory::Directory;
use super::tree;
use super::wire::SetUp;
use landlock::Rules;
use mounts::View;
use std::cell::Cell;
use std::collections::BTreeSet;
use std::io;
use std::os::fd::{AsFd, AsRawFd, RawFd};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// What every job may read: the system's programs, libraries and settings.
pub const SYSTEM: [&str; 12] = [
    "/usr",
    "/bin",
    "/sbin",
    "/lib",
    "/lib32",
    "/lib64",
    "/libx32",
    "/etc",
    "/opt",
    "/nix/store",
    "/gnu/store",
    "/snap",
];

/// The walls of a sandbox, as its keeper has them.
pub struct Walls {
    /// Where jobs run, by the path that they see.
    pub work: Directory,
    tmp: Directory,
    /// Its path, which `TMPDIR` names.
    tmp_path: PathBuf,
    slash_tmp: Option<Directory>,
    view: Option<View>,
    rules: Option<Rules>,
    /// Who jobs are, if not the keeper's user.
    user: Option<u32>,
    /// Jobs need to go through directories that are closed to their user.
    may_search: bool,
    lent: Vec<Lent>,
}

/// A directory outside of the root in which jobs may write.
struct Lent {
    directory: Directory,
    used_bytes: Cell<u64>,
    /// It may have a hundred thousand files, so it is not measured each time.
    next: Cell<Instant>,
}

/// So many times as long as measuring a lent directory took, its measure is taken to be right.
const REST: u32 = 20;

/// What a job enters on its way to its exec: plain numbers, as it does so in the keeper's memory.
#[derive(Copy, Clone)]
pub struct Entrance {
    top: Option<RawFd>,
    work: RawFd,
    rules: Option<RawFd>,
    user: Option<u32>,
    may_search: bool,
}

impl Walls {
    /// Builds all walls of a tier, or says what this machine does not allow.
    pub fn build(set_up: &SetUp) -> io::Result<Walls> {
        let root = &set_up.root;
        let view = match set_up.tier {
            Tier::Limits | Tier::Landlock => {
                // Orphans come to the keeper, which would not find them otherwise.
                rustix::process::set_child_subreaper(Some(rustix::process::getpid()))?;
                None
            }
            Tier::Namespaces => {
                namespaces::build()?;
                Some(
                    View::build(root, set_up.in_memory)
                        .map_err(|error| io::Error::other(format!("mounts: {error}")))?,
                )
            }
        };
        let scratch = view.as_ref().map_or(root.as_path(), View::scratch);
        let [work, tmp, slash_tmp] = ["work", "tmp", "slash-tmp"].map(|name| scratch.join(name));
        let user = match set_up.tier {
            Tier::Limits => None,
            _ => identity::choose(root, &[&work, &tmp, &slash_tmp])?,
        };
        let mut walls = Walls {
            work: Directory::open(&view.as_ref().map_or_else(|| work.clone(), |view| view.seen(root.join("work"))))?,
            tmp: Directory::open(&tmp)?,
            tmp_path: tmp.clone(),
            slash_tmp: view.is_some().then(|| Directory::open(&slash_tmp)).transpose()?,
            rules: (set_up.tier == Tier::Landlock).then(|| Rules::new(&[&work, &tmp])).transpose()?,
            view,
            user,
            may_search: false,
            lent: Vec::new(),
        };
        walls.open(&set_up.readable);
        walls.lend(&set_up.lent)?;
        if set_up.tier != Tier::Limits {
            identity::drop_capabilities(user)?;
            rustix::thread::set_no_new_privs(true)?;
            filter::build()?;
        }
        close_to_tracers();
        Ok(walls)
    }

    /// Lets jobs read these. What cannot be opened is missed by nobody but the job that looks for it, which will say so.
    pub fn open(&mut self, paths: &[PathBuf]) {
        for path in paths {
            if let Some(view) = &mut self.view {
                let _ = view.open(path);
            }
            if let Some(rules) = &self.rules {
                let _ = rules.open(path);
            }
            let is_closed = match &self.view {
                // The directories above it are the view's own.
                Some(_) => identity::is_closed(path),
                None => path.ancestors().any(identity::is_closed),
            };
            self.search_if(is_closed);
        }
    }

    /// Lets jobs write in these directories, which become their user's with all that is in them. No job has been there yet.
    pub fn lend(&mut self, directories: &[PathBuf]) -> io::Result<()> {
        for path in directories {
            let directory = Directory::open(path)?;
            if let Some(user) = self.user {
                tree::give(directory.as_fd(), user)?;
            }
            if let Some(view) = &mut self.view {
                view.lend(path)?;
            }
            if let Some(rules) = &self.rules {
                rules.lend(path)?;
            }
            let is_closed = self.view.is_none() && path.ancestors().skip(1).any(identity::is_closed);
            self.search_if(is_closed);
            self.lent.push(Lent::new(directory));
        }
        Ok(())
    }

    fn search_if(&mut self, is_closed: bool) {
        if is_closed && self.user.is_some() && !self.may_search {
            self.search();
        }
    }

    /// Lets jobs read what is closed to their user, as a compiler in root's home is. What else is closed is hidden.
    fn search(&mut self) {
        self.may_search = true;
        if let Some(view) = &self.view {
            view.hide_closed(Path::new("/etc"));
        }
    }

    /// Before each job: its directories are there, nobody is locked out, and jobs may write so much.
    pub fn prepare(&mut self, disk_bytes: u64) -> io::Result<()> {
        if !self.tmp.is_at(&self.tmp_path) {
            // Where jobs may write everywhere, one has moved it away.
            super::scratch::remove(&self.tmp_path);
            std::fs::create_dir(&self.tmp_path)?;
            self.tmp = Directory::open(&self.tmp_path)?;
        }
        for directory in [&self.work, &self.tmp].into_iter().chain(&self.slash_tmp) {
            tree::unlock(directory.as_fd());
        }
        if let Some(view) = &mut self.view {
            view.bound(disk_bytes);
        }
        Ok(())
    }

    /// After each job: nothing it left in the temporary directories stays, even if it was killed.
    pub fn clean(&self) -> io::Result<()> {
        tree::empty(self.tmp.as_fd(), &BTreeSet::new())?;
        let (Some(slash_tmp), Some(view)) = (&self.slash_tmp, &self.view) else { return Ok(()) };
        tree::empty(slash_tmp.as_fd(), &view.kept)
    }

    /// What jobs have written and not removed. Files without a name count only on a file system of their own.
    pub fn used_bytes(&self, enough: u64) -> u64 {
        let lent = self.lent.iter().map(|lent| lent.used_bytes(enough)).fold(0, u64::saturating_add);
        if let Some(bytes) = self.view.as_ref().and_then(View::used_bytes) {
            return bytes.saturating_add(lent);
        }
        let directories = [&self.work, &self.tmp].into_iter().chain(&self.slash_tmp);
        directories.map(|directory| tree::used(directory.as_fd(), enough)).fold(lent, u64::saturating_add)
    }

    /// Whether the file system of jobs counts files without a name by itself.
    pub fn counts_nameless(&self) -> bool {
        self.lent.is_empty() && self.view.as_ref().is_some_and(|view| view.used_bytes().is_some())
    }

    /// Processes, numbered as the keeper numbers them.
    pub fn proc(&self) -> PathBuf {
        self.view.as_ref().map_or_else(|| PathBuf::from("/proc"), View::proc)
    }

    /// Whether `RLIMIT_NPROC` counts the processes of this sandbox alone.
    pub fn counts_processes(&self) -> bool {
        let is_alone = self.view.is_some() && !rustix::process::geteuid().is_root() && is_counted_per_namespace();
        self.user.is_some() || is_alone
    }

    pub fn entrance(&self) -> Entrance {
        Entrance {
            top: self.view.as_ref().map(|view| view.top.as_raw_fd()),
            work: self.work.as_fd().as_raw_fd(),
            rules: self.rules.as_ref().map(Rules::descriptor),
            user: self.user,
            may_search: self.may_search,
        }
    }
}

impl Lent {
    fn new(directory: Directory) -> Lent {
        Lent { directory, used_bytes: Cell::new(0), next: Cell::new(Instant::now()) }
    }

    fn used_bytes(&self, enough: u64) -> u64 {
        let began = Instant::now();
        if began >= self.next.get() {
            self.used_bytes.set(tree::used(self.directory.as_fd(), enough));
            let rest: Duration = began.elapsed() * REST;
            self.next.set(Instant::now() + rest);
        }
        self.used_bytes.get()
    }
}

impl Entrance {
    /// In the child that becomes a job. Says whether all went well; `errno` says why not.
    pub fn enter(&self) -> bool {
        // SAFETY: system calls with numbers and constant strings.
        unsafe {
            let is_inside = match self.top {
                Some(top) => libc::fchdir(top) == 0 && libc::chroot(c".".as_ptr()) == 0,
                None => true,
            };
            is_inside
                && libc::fchdir(self.work) == 0
                && self.rules.is_none_or(landlock::enter)
                && self.user.is_none_or(|user| identity::become_user(user, self.may_search))
        }
    }
}

/// Whoever is of the same user could trace the keeper or write to its memory.
fn close_to_tracers() {
    // SAFETY: `prctl` with two numbers.
    unsafe { libc::prctl(libc::PR_SET_DUMPABLE, 0, 0, 0, 0) };
}

/// Since Linux 5.14, user namespaces count for themselves; before, all processes of the user count, and a limit would
/// make compilers fail for what the user does elsewhere.
fn is_counted_per_namespace() -> bool {
    let uname = rustix::system::uname();
    let release = uname.release().to_string_lossy();
    let mut numbers = release.split(['.', '-']).map_while(|number| number.parse::<u32>().ok());
    (numbers.next().unwrap_or(0), numbers.next().unwrap_or(0)) >= (5, 14)
}
