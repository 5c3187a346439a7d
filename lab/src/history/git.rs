//! Git by its command line: reading a history, and laying out revisions.

use super::graph::{FORMAT, History};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A repository on this machine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Repository {
    directory: PathBuf,
}

/// Why git has no answer.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The program is not there or cannot be started.
    #[error("cannot run git: {0}")]
    NoGit(std::io::Error),
    /// The directory that was given.
    #[error("{} is no git repository", .0.display())]
    NoRepository(PathBuf),
    /// The repository is there, and does not know this revision.
    #[error("`{revision}` is no revision of {}", directory.display())]
    NoRevision {
        /// As the user gave it.
        revision: String,
        /// Of the repository.
        directory: PathBuf,
    },
    /// A command that should work did not.
    #[error("git {what} failed: {words}")]
    Failed {
        /// The subcommand: `log`.
        what: &'static str,
        /// What it wrote on standard error.
        words: String,
    },
}

impl Repository {
    /// The repository that this directory belongs to.
    pub fn open(directory: &Path) -> Result<Repository, Error> {
        let repository = Repository { directory: directory.to_path_buf() };
        let output = repository.git(&["rev-parse", "--git-dir"])?;
        match output.status.success() {
            true => Ok(repository),
            false => Err(Error::NoRepository(directory.to_path_buf())),
        }
    }

    /// Where it is, without links.
    pub fn path(&self) -> PathBuf {
        std::fs::canonicalize(&self.directory).unwrap_or_else(|_| self.directory.clone())
    }

    /// Where its objects and the list of its worktrees are.
    pub fn git_directory(&self) -> Result<PathBuf, Error> {
        let directory = self.checked("rev-parse", &["rev-parse", "--git-common-dir"])?;
        let directory = self.directory.join(directory.trim_end_matches('\n'));
        Ok(std::fs::canonicalize(&directory).unwrap_or(directory))
    }

    /// The full hash of a revision that a person wrote: a branch, a tag, the beginning of a hash.
    pub fn resolve(&self, revision: &str) -> Result<String, Error> {
        let commit = format!("{revision}^{{commit}}");
        let output = self.git(&["rev-parse", "--verify", "--quiet", "--end-of-options", &commit])?;
        match output.status.success() {
            true => Ok(text(&output.stdout).trim().to_string()),
            false => Err(Error::NoRevision { revision: revision.to_string(), directory: self.directory.clone() }),
        }
    }

    /// All commits of all branches and tags.
    pub fn history(&self) -> Result<History, Error> {
        let format = format!("--format={FORMAT}");
        // What else has commits, such as stashes and notes, is no revision of a compiler.
        let refs = ["--branches", "--remotes", "--tags", "HEAD"];
        let order = ["-c", "log.showSignature=false", "log", "--topo-order", "--reverse", &format];
        let log = self.checked("log", &[&order[..], &refs[..]].concat())?;
        History::parse(&log).ok_or(Error::Failed { what: "log", words: "it printed something else".to_string() })
    }

    /// Lays a revision out in a directory of its own, which must not exist.
    pub fn add_worktree(&self, directory: &Path, revision: &str) -> Result<(), Error> {
        let directory = directory.display().to_string();
        // Hooks are for people who work there.
        let add = ["-c", "core.hooksPath=/dev/null", "worktree", "add", "--detach", "--force", "--quiet"];
        self.checked("worktree add", &[&add[..], &[&directory, revision]].concat())?;
        Ok(())
    }

    /// Forgets worktrees whose directories were removed.
    pub fn prune_worktrees(&self) {
        // One that is still in the list is in nobody's way.
        let _ = self.git(&["worktree", "prune"]);
    }

    fn checked(&self, what: &'static str, words: &[&str]) -> Result<String, Error> {
        let output = self.git(words)?;
        match output.status.success() {
            true => Ok(text(&output.stdout)),
            false => Err(Error::Failed { what, words: text(&output.stderr).trim().to_string() }),
        }
    }

    fn git(&self, words: &[&str]) -> Result<Output, Error> {
        Command::new("git").arg("-C").arg(&self.directory).args(words).output().map_err(Error::NoGit)
    }
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}
