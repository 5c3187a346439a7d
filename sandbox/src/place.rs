//! Where jobs run, as the keeper knows it: directories, environment, and who is below it.

use super::census::Census;
use super::spawn::{Environment, Nursery};
use super::walls::tmp::Tmp;
use super::wire::Request;
use super::{Tier, scratch, sys};
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::rc::Rc;

pub struct Place {
    pub tier: Tier,
    pub work: PathBuf,
    /// What jobs have for standard input.
    pub null: File,
    pub environment: Rc<Environment>,
    /// Memory of the machine.
    pub memory_bytes: u64,
    /// Whether `RLIMIT_NPROC` counts this sandbox's processes alone.
    pub counts_processes: bool,
    pub nursery: Nursery,
    /// For reading output.
    pub buffer: Vec<u8>,
    tmp: Tmp,
}

impl Place {
    pub fn new(tier: Tier, root: &Path) -> io::Result<Place> {
        let work = root.join("work");
        std::env::set_current_dir(&work)?;
        let tmp = Tmp::new(root, tier == Tier::Namespaces);
        Ok(Place {
            tier,
            work,
            null: File::open("/dev/null")?,
            environment: Rc::new(Environment::new(variables(tmp.path())).map_err(io::Error::other)?),
            memory_bytes: memory_bytes(),
            counts_processes: tier == Tier::Namespaces && is_counted_per_namespace(),
            nursery: Nursery::new(),
            buffer: vec![0; 1 << 16],
            tmp,
        })
    }

    /// Before each job.
    pub fn prepare(&mut self, request: &Request) {
        self.tmp.refresh(&request.command);
    }

    /// After each job: nothing it left in the temporary directory stays, even if it was killed.
    pub fn clean(&mut self) {
        self.tmp.clean();
    }

    /// Everything that jobs may write to.
    pub fn used_bytes(&self, enough: u64) -> u64 {
        let directories = std::iter::once(self.work.as_path()).chain(self.tmp.directories());
        directories.map(|directory| scratch::used(directory, enough)).sum()
    }

    /// Kills all that is left of a job.
    pub fn kill_all(&self) {
        match self.tier {
            Tier::Namespaces => kill_namespace(),
            Tier::Landlock | Tier::Limits => {
                Census::below(std::process::id() as i32).pids.into_iter().for_each(sys::kill);
            }
        }
    }
}

/// To -1 means every process that this one may kill: here, those of its own namespace.
fn kill_namespace() {
    assert_eq!(std::process::id(), 1, "the keeper of namespaces is their init");
    sys::kill(-1);
}

/// The owner's, with its own places for temporary files, and in the language that messages are understood in.
fn variables(tmp: &Path) -> BTreeMap<OsString, OsString> {
    let own = ["HOME", "TMPDIR", "TMP", "TEMP"].map(|name| (name.into(), tmp.as_os_str().to_os_string()));
    let fixed = [("LC_ALL", "C"), ("CCACHE_DISABLE", "1")].map(|(name, value)| (name.into(), value.into()));
    std::env::vars_os().chain(own).chain(fixed).collect()
}

fn memory_bytes() -> u64 {
    let information = rustix::system::sysinfo();
    (information.totalram as u64).saturating_mul(u64::from(information.mem_unit).max(1))
}

/// Since Linux 5.14, user namespaces count for themselves; before, all processes of the user count, and a limit would
/// make compilers fail for what the user does elsewhere. Root is not counted at all.
fn is_counted_per_namespace() -> bool {
    let uname = rustix::system::uname();
    let release = uname.release().to_string_lossy();
    let mut numbers = release.split(['.', '-']).map_while(|number| number.parse::<u32>().ok());
    (numbers.next().unwrap_or(0), numbers.next().unwrap_or(0)) >= (5, 14)
}
