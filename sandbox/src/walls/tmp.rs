//! The temporary directories of jobs, emptied after each: the one that `TMPDIR` names, and in namespaces a private
//! `/tmp`, as some compilers know of no other place.
//!
//! What the machine's own `/tmp` holds is linked into the private one, so that compilers and files there are found at
//! their paths. Most jobs cost a `stat` or two here.

use crate::scratch;
use std::collections::BTreeSet;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

pub struct Tmp {
    directory: PathBuf,
    slash_tmp: Option<SlashTmp>,
}

impl Tmp {
    pub fn new(root: &Path, in_namespaces: bool) -> Tmp {
        let is_private = in_namespaces && fs::symlink_metadata("/tmp").is_ok_and(|metadata| metadata.is_dir());
        Tmp { directory: root.join("tmp"), slash_tmp: is_private.then(|| SlashTmp::new(root)) }
    }

    /// For `TMPDIR`.
    pub fn path(&self) -> &Path {
        &self.directory
    }

    /// All that jobs may write to.
    pub fn directories(&self) -> impl Iterator<Item = &Path> {
        std::iter::once(self.directory.as_path()).chain(self.slash_tmp.as_ref().map(|tmp| tmp.directory.as_path()))
    }

    /// Before a job.
    pub fn refresh(&mut self, command: &[OsString]) {
        if let Some(slash_tmp) = &mut self.slash_tmp {
            slash_tmp.refresh(command);
        }
    }

    /// After a job.
    pub fn clean(&mut self) {
        let entries = fs::read_dir(&self.directory).into_iter().flatten().flatten();
        entries.for_each(|entry| scratch::remove(&entry.path()));
        if let Some(slash_tmp) = &mut self.slash_tmp {
            slash_tmp.clean();
        }
    }
}

/// A private `/tmp`.
struct SlashTmp {
    /// Where it really is.
    directory: PathBuf,
    /// Where the machine's own is.
    host: PathBuf,
    links: BTreeSet<OsString>,
    /// The name through which the scratch directory itself is reached.
    top: Option<OsString>,
    /// When the machine's own had changed last.
    host_changed: Option<SystemTime>,
    /// When this one had changed last, if nothing can have changed it at the same time unseen.
    changed: Option<SystemTime>,
}

impl SlashTmp {
    fn new(root: &Path) -> SlashTmp {
        let top = root.strip_prefix("/tmp").ok().and_then(|path| path.iter().next());
        SlashTmp {
            directory: root.join("slash-tmp"),
            host: root.join("host"),
            links: BTreeSet::new(),
            top: top.map(OsString::from),
            host_changed: None,
            changed: None,
        }
    }

    /// Links what came to the machine's own, and unlinks what went, for commands that speak of it.
    fn refresh(&mut self, command: &[OsString]) {
        let is_first = self.host_changed.is_none();
        let changed = changed(&self.host);
        if (is_first || command.iter().any(|word| speaks_of_tmp(word))) && changed != self.host_changed {
            self.host_changed = changed;
            let names = names(&self.host).into_iter().filter(|name| Some(name) != self.top.as_ref()).collect();
            self.link(names);
        }
    }

    /// Jobs see links at `/tmp`, and must not see where else they are.
    fn link(&mut self, names: BTreeSet<OsString>) {
        for gone in self.links.difference(&names) {
            let _ = fs::remove_file(Path::new("/tmp").join(gone));
        }
        for new in names.difference(&self.links) {
            // One that cannot be made is missed by nobody but the job that looks for it, which will say so.
            let _ = std::os::unix::fs::symlink(self.host.join(new), Path::new("/tmp").join(new));
        }
        self.links = names;
    }

    fn clean(&mut self) {
        let now = changed(Path::new("/tmp"));
        if self.changed.is_none() || now != self.changed {
            self.remove_others();
            self.changed = changed(Path::new("/tmp")).filter(is_settled);
        }
    }

    /// Removes everything but links. If a job removed links, all are made again before the next.
    fn remove_others(&mut self) {
        let mut kept = 0;
        for entry in fs::read_dir("/tmp").into_iter().flatten().flatten() {
            let name = entry.file_name();
            let is_link = entry.file_type().is_ok_and(|kind| kind.is_symlink()) && self.links.contains(&name);
            if is_link {
                kept += 1;
            } else if Some(&name) != self.top.as_ref() {
                scratch::remove(&entry.path());
            }
        }
        if kept != self.links.len() {
            self.links.clear();
            self.host_changed = None;
        }
    }
}

fn speaks_of_tmp(word: &OsStr) -> bool {
    word.as_encoded_bytes().windows(5).any(|window| window == b"/tmp/")
}

fn changed(directory: &Path) -> Option<SystemTime> {
    fs::metadata(directory).and_then(|metadata| metadata.modified()).ok()
}

/// Whether the file system's clock, which may tick as seldom as every 10 ms, has gone on since.
fn is_settled(changed: &SystemTime) -> bool {
    changed.elapsed().is_ok_and(|age| age > Duration::from_millis(50))
}

fn names(directory: &Path) -> BTreeSet<OsString> {
    fs::read_dir(directory).into_iter().flatten().flatten().map(|entry| entry.file_name()).collect()
}
