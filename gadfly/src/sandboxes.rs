//! Sandboxes whose helper is this very binary, and the benches in them.

use anyhow::{Context, bail};
use lab::Bench;
use lab::config::{Config, LimitsConfig};
use sandbox::{self, Helper, Sandbox, Tier};
use std::collections::BTreeSet;
use std::path::PathBuf;

/// The hidden first argument that makes this binary a sandbox's helper.
pub const HELPER: &str = "__sandbox";

/// Options of commands that run many programs.
#[derive(clap::Args, Clone, Debug)]
pub struct SandboxArgs {
    /// How compilers and programs are isolated: namespaces, landlock or limits; refuses to start with less
    /// [default: the strongest this machine allows]
    ///
    /// In `namespaces` they see no other process, no network, and of the file system only the system's directories, the
    /// compiler's own and their scratch directory. In `landlock` they cannot read or write anything else or open sockets.
    /// `limits` only bounds time, memory, files, output and processes, as the other tiers do, too.
    #[arg(long, value_name = "TIER", value_parser = tier)]
    sandbox: Option<Tier>,

    /// Where scratch directories are made [default: /dev/shm if it has room, else the directory for temporary files]
    #[arg(long, value_name = "DIR")]
    scratch: Option<PathBuf>,
}

fn tier(text: &str) -> Result<Tier, String> {
    text.parse().map_err(|_| "there are namespaces, landlock and limits".to_string())
}

impl SandboxArgs {
    /// One bench for each worker. Removes what hunts that were killed left behind, first.
    pub fn benches(&self, count: usize, limits: &LimitsConfig) -> anyhow::Result<Vec<Bench>> {
        sandbox::sweep();
        self.scratch.iter().for_each(|parent| sandbox::sweep_in(parent));
        (0..count).map(|_| Ok(Bench::new(self.sandbox()?, *limits))).collect()
    }

    /// Of the tier that is asked for, or else the strongest this machine allows.
    pub fn sandbox(&self) -> anyhow::Result<Sandbox> {
        let strongest = self.sandbox.unwrap_or(Tier::Namespaces);
        let mut sandbox = Sandbox::new(&helper()?, self.scratch.as_deref(), strongest)?;
        sandbox.open(&opened());
        match self.sandbox {
            Some(wanted) if sandbox.tier() < wanted => {
                bail!("this machine allows no sandbox of tier `{wanted}`: {}", reasons(&sandbox))
            }
            _ => Ok(sandbox),
        }
    }
}

/// What the configuration here or above opens to compilers. One that is wrong opens nothing; who needs it will complain.
fn opened() -> Vec<PathBuf> {
    let here = std::env::current_dir().ok().and_then(|here| Config::find(&here));
    here.and_then(|path| Config::load(&path, lab::sources::check).ok())
        .map(|config| config.sandbox.read)
        .unwrap_or_default()
}

/// What compilers and programs may read besides the system's directories, in any of the benches; nothing where they may
/// read all.
pub fn readable(benches: &[Bench]) -> BTreeSet<PathBuf> {
    let walled = benches.iter().map(|bench| &bench.sandbox).filter(|sandbox| sandbox.tier() > Tier::Limits);
    walled.flat_map(|sandbox| sandbox.readable().to_vec()).collect()
}

/// How this binary is started again as a sandbox's helper.
fn helper() -> anyhow::Result<Helper> {
    // Works even if the file was replaced by a newer one since the start.
    let own = PathBuf::from("/proc/self/exe");
    let program =
        if own.exists() { own } else { std::env::current_exe().context("cannot find the file of this program")? };
    Ok(Helper { program, args: vec![HELPER.into()] })
}

/// A line for people if the tier is not the strongest.
pub fn weakness(sandbox: &Sandbox) -> Option<String> {
    (sandbox.tier() < Tier::Namespaces)
        .then(|| format!("the sandbox is only of tier `{}`: {}", sandbox.tier(), reasons(sandbox)))
}

/// Why the tier is not stronger.
fn reasons(sandbox: &Sandbox) -> String {
    let refused = sandbox.refusals().iter().map(|(tier, reason)| format!("{tier}: {reason}"));
    let refused = refused.collect::<Vec<_>>().join("; ");
    if refused.is_empty() { "as it was asked for".to_string() } else { refused }
}
