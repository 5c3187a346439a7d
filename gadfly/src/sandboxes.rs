//! Sandboxes whose helper is this very binary, and the benches in them.

use anyhow::{Context, bail};
use lab::Bench;
use lab::config::LimitsConfig;
use sandbox::{self, Helper, Sandbox, Tier};
use std::path::PathBuf;

/// The hidden first argument that makes this binary a sandbox's helper.
pub const HELPER: &str = "__sandbox";

/// Options of commands that run many programs.
#[derive(clap::Args, Clone, Debug)]
pub struct Walls {
    /// How compilers and programs are walled in: namespaces, landlock or limits; refuses to start with less
    /// [default: the strongest this machine allows]
    ///
    /// In `namespaces` they see no other process, no network, and a file system that is read-only but for their scratch
    /// directory; in `landlock` they cannot write outside of it or open sockets; `limits` only bounds time, memory,
    /// files, output and processes, as the others do, too.
    #[arg(long, value_name = "TIER", value_parser = tier)]
    sandbox: Option<Tier>,

    /// Where scratch directories are made [default: /dev/shm if it is roomy, else where temporary files go]
    #[arg(long, value_name = "DIR")]
    scratch: Option<PathBuf>,
}

fn tier(text: &str) -> Result<Tier, String> {
    text.parse().map_err(|_| "there are namespaces, landlock and limits".to_string())
}

impl Walls {
    /// One bench for each worker. Removes what hunts that were killed left behind, first.
    pub fn benches(&self, count: usize, limits: &LimitsConfig) -> anyhow::Result<Vec<Bench>> {
        sandbox::sweep();
        self.scratch.iter().for_each(|parent| sandbox::sweep_in(parent));
        (0..count).map(|_| Ok(Bench::new(self.sandbox()?, *limits))).collect()
    }

    /// Behind the walls that are wanted, or else the strongest this machine allows.
    pub fn sandbox(&self) -> anyhow::Result<Sandbox> {
        let strongest = self.sandbox.unwrap_or(Tier::Namespaces);
        let sandbox = Sandbox::new(&helper()?, self.scratch.as_deref(), strongest)?;
        match self.sandbox {
            Some(wanted) if sandbox.tier() < wanted => {
                bail!("this machine allows no sandbox of tier `{wanted}`: {}", reasons(&sandbox))
            }
            _ => Ok(sandbox),
        }
    }
}

/// How this binary is started again as a sandbox's helper.
fn helper() -> anyhow::Result<Helper> {
    // Still there when the file was replaced by a newer one meanwhile, unlike the path it was started by.
    let own = PathBuf::from("/proc/self/exe");
    let program =
        if own.exists() { own } else { std::env::current_exe().context("cannot find the file of this program")? };
    Ok(Helper { program, args: vec![HELPER.into()] })
}

/// A line for people if the walls are not the strongest there are.
pub fn weakness(sandbox: &Sandbox) -> Option<String> {
    (sandbox.tier() < Tier::Namespaces)
        .then(|| format!("the sandbox is only of tier `{}`: {}", sandbox.tier(), reasons(sandbox)))
}

/// Why it has no stronger walls.
fn reasons(sandbox: &Sandbox) -> String {
    let refused = sandbox.refusals().iter().map(|(tier, reason)| format!("{tier}: {reason}"));
    let refused = refused.collect::<Vec<_>>().join("; ");
    if refused.is_empty() { "as it was asked for".to_string() } else { refused }
}
