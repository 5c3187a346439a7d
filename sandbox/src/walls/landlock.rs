//! Landlock: no writes but below the scratch directory and to devices that take everything.

use landlock::{
    ABI, AccessFs, BitFlags, CompatLevel, Compatible, PathBeneath, PathFd, Ruleset, RulesetAttr, RulesetCreatedAttr,
    Scope,
};
use std::io;
use std::path::Path;

/// Devices that programs write to and nothing comes of it.
const DEVICES: [&str; 4] = ["/dev/null", "/dev/zero", "/dev/full", "/dev/tty"];

/// Linux 5.13 is required; what later ones add (truncating files, signals to strangers) is denied where it can be.
pub fn build(root: &Path) -> io::Result<()> {
    let required = AccessFs::from_write(ABI::V1);
    let denied = AccessFs::from_write(ABI::V5);
    restrict(root, required, denied).map_err(io::Error::other)
}

fn restrict(
    root: &Path,
    required: BitFlags<AccessFs>,
    denied: BitFlags<AccessFs>,
) -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
    let mut ruleset = Ruleset::default()
        .set_compatibility(CompatLevel::HardRequirement)
        .handle_access(required)?
        .set_compatibility(CompatLevel::BestEffort)
        .handle_access(denied)?
        .scope(Scope::Signal)?
        .create()?
        .add_rule(PathBeneath::new(PathFd::new(root)?, denied))?;
    for device in DEVICES.into_iter().filter(|device| Path::new(device).exists()) {
        ruleset = ruleset.add_rule(PathBeneath::new(PathFd::new(device)?, denied & AccessFs::from_file(ABI::V5)))?;
    }
    ruleset.restrict_self()?;
    Ok(())
}
