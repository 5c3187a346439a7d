//! Makes the sandboxes of a command, with this binary as their helper.

use anyhow::{Context, bail};
use lab::Bench;
use lab::config::LimitsConfig;
use lab::sandbox::{self, Helper, Sandbox, Tier};
use std::path::PathBuf;

/// The hidden first argument that makes this binary a sandbox's helper.
pub const HELPER: &str = "__sandbox";

/// Options of every command that runs compilers.
#[derive(clap::Args, Clone, Debug)]
pub struct Args {
    /// The weakest sandbox to accept: `namespaces`, `landlock` or `limits`
    ///
    /// The strongest one that this machine allows is always used. In `namespaces`, children see no other process, no
    /// network, and a file system that is read-only but for their scratch directory; in `landlock` they cannot write
    /// outside of it or open sockets; `limits` only bounds time, memory, files, output and processes.
    #[arg(long, value_name = "TIER", default_value_t = Tier::Limits)]
    pub sandbox: Tier,

    /// Where scratch directories are made [default: /dev/shm if it is roomy, else where temporary files go]
    #[arg(long, value_name = "DIR")]
    pub scratch: Option<PathBuf>,
}

impl Args {
    /// One bench for each worker. Removes what hunts that were killed left behind, first.
    pub fn benches(&self, count: usize, limits: &LimitsConfig) -> anyhow::Result<Vec<Bench>> {
        self.sweep();
        (0..count).map(|_| Ok(Bench::new(self.sandbox()?, *limits))).collect()
    }

    pub fn sandbox(&self) -> anyhow::Result<Sandbox> {
        let sandbox = Sandbox::new(&helper()?, self.scratch.as_deref(), Tier::Namespaces)?;
        if sandbox.tier() < self.sandbox {
            bail!("this machine allows no sandbox of tier `{}`: {}", self.sandbox, reasons(&sandbox));
        }
        Ok(sandbox)
    }

    fn sweep(&self) {
        sandbox::sweep();
        self.scratch.iter().for_each(|parent| sandbox::sweep_in(parent));
    }
}

/// A line for people if the walls are not the strongest there are.
pub fn weakness(sandbox: &Sandbox) -> Option<String> {
    (sandbox.tier() < Tier::Namespaces)
        .then(|| format!("the sandbox is only of tier `{}`: {}", sandbox.tier(), reasons(sandbox)))
}

fn reasons(sandbox: &Sandbox) -> String {
    let reasons = sandbox.refusals().iter().map(|(tier, reason)| format!("{tier}: {reason}"));
    reasons.collect::<Vec<_>>().join("; ")
}

fn helper() -> anyhow::Result<Helper> {
    let program = std::env::current_exe().context("cannot find this program's own file, which sandboxes need")?;
    Ok(Helper { program, args: vec![HELPER.into()] })
}
