//! Where jobs run, as the keeper knows it: the walls, the environment, and who is below it.

use super::census::{self, Census};
use super::spawn::{ChildStack, Environment};
use super::walls::Walls;
use super::wire::SetUp;
use super::{Limits, Tier, sys};
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::rc::Rc;

/// Variables of the owner's that jobs get, besides those that the sandbox sets. Others may be secrets. What a compiler or
/// a program needs besides, `env NAME=VALUE` in front of its command gives it.
pub const PASSED: [&str; 20] = [
    "PATH",
    "TZ",
    // Where GCC, Clang and others look for headers, libraries and their own parts.
    "CPATH",
    "C_INCLUDE_PATH",
    "CPLUS_INCLUDE_PATH",
    "LIBRARY_PATH",
    "LD_LIBRARY_PATH",
    "COMPILER_PATH",
    "GCC_EXEC_PREFIX",
    "SDKROOT",
    "SOURCE_DATE_EPOCH",
    // What programs under sanitizers do, and where QEMU finds libraries.
    "ASAN_OPTIONS",
    "UBSAN_OPTIONS",
    "LSAN_OPTIONS",
    "MSAN_OPTIONS",
    "TSAN_OPTIONS",
    "ASAN_SYMBOLIZER_PATH",
    "QEMU_LD_PREFIX",
    "QEMU_CPU",
    "NIX_CC",
];

pub struct Place {
    pub tier: Tier,
    pub walls: Walls,
    /// What jobs have for standard input.
    pub null: File,
    pub environment: Rc<Environment>,
    /// Memory of the machine.
    pub memory_bytes: u64,
    /// Whether jobs that hide their open files do so on purpose.
    pub sees_files: bool,
    /// Where processes are looked up.
    pub proc: PathBuf,
    /// Whether `RLIMIT_NPROC` counts this sandbox's processes alone.
    pub counts_processes: bool,
    pub child_stack: ChildStack,
    /// For reading output.
    pub buffer: Vec<u8>,
}

impl Place {
    pub fn new(set_up: &SetUp) -> io::Result<Place> {
        let null = File::open("/dev/null")?;
        // In a namespace, its init sees all. The walls hide this process and its children.
        let sees_files = set_up.tier == Tier::Namespaces || census::may_look();
        let walls = Walls::build(set_up)?;
        Ok(Place {
            tier: set_up.tier,
            null,
            sees_files,
            environment: Rc::new(Environment::new(variables(&set_up.root.join("tmp"))).map_err(io::Error::other)?),
            memory_bytes: memory_bytes(),
            proc: walls.proc(),
            counts_processes: walls.counts_processes(),
            child_stack: ChildStack::new(),
            buffer: vec![0; 1 << 16],
            walls,
        })
    }

    /// All that is alive below the keeper.
    pub fn census(&self) -> Census {
        Census::below(&self.proc, std::process::id() as i32)
    }

    /// Everything that the living have written, as far as it counts before `enough`.
    pub fn used_bytes(&self, census: &Census, enough: u64) -> u64 {
        let bytes = self.walls.used_bytes(enough);
        if bytes > enough || self.walls.counts_nameless() {
            return bytes;
        }
        bytes.saturating_add(census.nameless_bytes(&self.proc))
    }

    /// Kills all that is left of a job.
    pub fn kill_all(&self) {
        match self.tier {
            Tier::Namespaces => kill_namespace(),
            Tier::Landlock | Tier::Limits => self.census().pids.into_iter().for_each(sys::kill),
        }
    }
}

/// All files of a job together.
pub fn disk_bytes(limits: &Limits) -> u64 {
    limits.file_bytes.saturating_mul(4)
}

/// To -1 means every process that this one may kill: here, those of its own namespace.
fn kill_namespace() {
    assert_eq!(std::process::id(), 1, "the keeper of namespaces is their init");
    sys::kill(-1);
}

/// Some of the owner's, its own places for temporary files, and the language that messages are understood in.
fn variables(tmp: &Path) -> BTreeMap<OsString, OsString> {
    let passed = std::env::vars_os().filter(|(name, _)| PASSED.iter().any(|passed| name == passed));
    let own = ["HOME", "TMPDIR", "TMP", "TEMP"].map(|name| (name.into(), tmp.as_os_str().to_os_string()));
    let fixed = [("LC_ALL", "C"), ("CCACHE_DISABLE", "1")].map(|(name, value)| (name.into(), value.into()));
    let mut variables: BTreeMap<OsString, OsString> = passed.chain(own).chain(fixed).collect();
    for name in ["ASAN_OPTIONS", "LSAN_OPTIONS"] {
        // The search for leaks traces the program, which is refused; what leaks is no news to a compiler. The last wins.
        let options = variables.entry(name.into()).or_default();
        options.push(if options.is_empty() { "detect_leaks=0" } else { ":detect_leaks=0" });
    }
    variables
}

fn memory_bytes() -> u64 {
    let information = rustix::system::sysinfo();
    (information.totalram as u64).saturating_mul(u64::from(information.mem_unit).max(1))
}
