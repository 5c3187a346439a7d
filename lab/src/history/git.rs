//! Git by its command line: reading a history, and laying out revisions.

use super::graph::{FORMAT, History};
use std::path::{Component, Path, PathBuf};
use std::process::{Command, Output, Stdio};

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
    /// The directory that was given, and what git says of it.
    #[error("{} is no git repository that can be used: {words}", directory.display())]
    NoRepository {
        /// As the user gave it.
        directory: PathBuf,
        /// `fatal: not a git repository`, or that it belongs to another user.
        words: String,
    },
    /// Nothing was ever committed.
    #[error("{} has no commits", .0.display())]
    NoCommits(PathBuf),
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
            false => {
                let words = text(&output.stderr).trim().trim_start_matches("fatal: ").to_string();
                Err(Error::NoRepository { directory: directory.to_path_buf(), words })
            }
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

    /// All commits of all branches and tags, what is checked out, and these commits (full hashes), which may be on no branch.
    pub fn history(&self, further: &[String]) -> Result<History, Error> {
        let format = format!("--format={FORMAT}");
        // What else has commits, such as stashes and notes, is no revision of a compiler.
        let refs = ["--branches", "--remotes", "--tags"];
        let order = ["-c", "log.showSignature=false", "-c", "i18n.logOutputEncoding=UTF-8", "log"];
        let order = [&order[..], &["--topo-order", "--reverse", &format]].concat();
        let own = self.resolve("HEAD").ok();
        let further: Vec<&str> = further.iter().chain(&own).map(String::as_str).collect();
        let log = self.checked("log", &[order, refs.to_vec(), further].concat())?;
        let history = History::parse(&log);
        let history: History =
            history.ok_or(Error::Failed { what: "log", words: "it printed something else".to_string() })?;
        if history.commits.is_empty() {
            return Err(Error::NoCommits(self.directory.clone()));
        }
        Ok(self.with_cuts(history))
    }

    /// A shallow clone lists the commits whose parents it does not have.
    fn with_cuts(&self, mut history: History) -> History {
        let list = self.git_directory().ok().and_then(|git| std::fs::read_to_string(git.join("shallow")).ok());
        for id in list.unwrap_or_default().lines() {
            if let Some(at) = history.find(id.trim()) {
                history.commits[at].is_cut = true;
            }
        }
        history
    }

    /// What is checked out. In a bare repository HEAD may name a branch that is not there: then the newest commit.
    pub fn head(&self, history: &History) -> usize {
        let head = self.resolve("HEAD").ok().and_then(|id| history.find(&id));
        head.unwrap_or(history.commits.len() - 1)
    }

    /// Lays a revision out in a directory of its own, which must not exist or be empty.
    pub fn add_worktree(&self, directory: &Path, revision: &str) -> Result<(), Error> {
        let place = directory.display().to_string();
        // Hooks are for people who work there, and so is a choice of files.
        let settings =
            ["-c", "core.hooksPath=/dev/null", "-c", "core.sparseCheckout=false", "-c", "core.fsmonitor=false"];
        let add = ["worktree", "add", "--detach", "--force", "--quiet", &place, revision];
        self.checked("worktree add", &[&settings[..], &add].concat())?;
        self.add_submodules(directory)
    }

    /// Lays out the submodules of a worktree whose repositories are here. The others stay empty.
    fn add_submodules(&self, tree: &Path) -> Result<(), Error> {
        if !tree.join(".gitmodules").is_file() {
            return Ok(());
        }
        let modules = self.git_directory()?.join("modules");
        let in_tree = Repository { directory: tree.to_path_buf() };
        let list = ["config", "--file", ".gitmodules", "--null", "--get-regexp", r"^submodule\..*\.path$"];
        let listed = text(&in_tree.git(&list)?.stdout);
        for (key, path) in listed.split('\0').filter_map(|entry| entry.split_once('\n')) {
            let name = key.trim_start_matches("submodule.").trim_end_matches(".path");
            let is_inside = |path: &str| Path::new(path).components().all(|part| matches!(part, Component::Normal(_)));
            let module = modules.join(name);
            if !is_inside(name) || !is_inside(path) || !module.is_dir() {
                continue;
            }
            // `MODE HASH STAGE<tab>PATH`
            let entry = in_tree.checked("ls-files", &["ls-files", "--stage", "--", path])?;
            let Some(revision) = entry.strip_prefix("160000 ").and_then(|rest| rest.split(' ').next()) else {
                continue;
            };
            let module = Repository { directory: module };
            // One whose commit was never fetched is left out.
            let _ = module.add_worktree(&tree.join(path), revision);
        }
        Ok(())
    }

    /// Forgets worktrees whose directories were removed, also of submodules.
    pub fn prune_worktrees(&self) {
        // One that is still in the list is in nobody's way.
        let _ = self.git(&["worktree", "prune"]);
        let mut open: Vec<PathBuf> = self.git_directory().map(|git| git.join("modules")).into_iter().collect();
        while let Some(directory) = open.pop() {
            if directory.join("HEAD").is_file() {
                Repository { directory }.prune_worktrees();
            } else {
                // Names of submodules may have slashes.
                let entries = std::fs::read_dir(&directory).into_iter().flatten().flatten();
                open.extend(entries.map(|entry| entry.path()).filter(|path| path.is_dir()));
            }
        }
    }

    fn checked(&self, what: &'static str, words: &[&str]) -> Result<String, Error> {
        let output = self.git(words)?;
        match output.status.success() {
            true => Ok(text(&output.stdout)),
            false => Err(Error::Failed { what, words: text(&output.stderr).trim().to_string() }),
        }
    }

    fn git(&self, words: &[&str]) -> Result<Output, Error> {
        let mut git = Command::new("git");
        // A hook of another repository may have started this process. A clone without all objects may ask for a password.
        OF_ANOTHER_REPOSITORY.iter().for_each(|name| _ = git.env_remove(name));
        git.env("GIT_TERMINAL_PROMPT", "0").stdin(Stdio::null());
        git.arg("-C").arg(&self.directory).args(words).output().map_err(Error::NoGit)
    }
}

/// Say where a repository is, and go before the directory.
const OF_ANOTHER_REPOSITORY: [&str; 7] = [
    "GIT_DIR",
    "GIT_WORK_TREE",
    "GIT_INDEX_FILE",
    "GIT_COMMON_DIR",
    "GIT_OBJECT_DIRECTORY",
    "GIT_NAMESPACE",
    "GIT_PREFIX",
];

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}
