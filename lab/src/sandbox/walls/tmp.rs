//! The temporary directory of jobs, emptied after each.
//!
//! In namespaces it is `/tmp`. What the machine's own `/tmp` holds is linked into it, so that compilers and files there
//! are found at their paths; the links are kept up to date, at the cost of one `stat` for every job.

use crate::sandbox::scratch;
use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

pub struct Tmp {
    /// Where it really is.
    directory: PathBuf,
    /// What jobs call it.
    path: PathBuf,
    host: PathBuf,
    /// Names that are linked.
    links: BTreeSet<OsString>,
    /// The name through which the scratch directory itself is reached.
    top: Option<OsString>,
    /// When the machine's `/tmp` last changed.
    seen: Option<SystemTime>,
}

impl Tmp {
    /// It is `/tmp` if the mounts say so.
    pub fn new(root: &Path, in_namespaces: bool) -> Tmp {
        let directory = root.join("tmp");
        let is_private = in_namespaces && fs::symlink_metadata("/tmp").is_ok_and(|metadata| metadata.is_dir());
        let top = root.strip_prefix("/tmp").ok().and_then(|path| path.iter().next());
        Tmp {
            path: if is_private { PathBuf::from("/tmp") } else { directory.clone() },
            directory,
            host: root.join("host"),
            links: BTreeSet::new(),
            top: top.filter(|_| is_private).map(OsString::from),
            seen: None,
        }
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    pub fn directory(&self) -> &Path {
        &self.directory
    }

    /// Links what came to the machine's `/tmp`, and unlinks what went.
    pub fn refresh(&mut self) {
        let changed = fs::metadata(&self.host).and_then(|metadata| metadata.modified()).ok();
        if changed.is_some() && changed != self.seen {
            self.seen = changed;
            let names = names(&self.host).into_iter().filter(|name| Some(name) != self.top.as_ref()).collect();
            self.link(names);
        }
    }

    fn link(&mut self, names: BTreeSet<OsString>) {
        for gone in self.links.difference(&names) {
            let _ = fs::remove_file(self.path.join(gone));
        }
        for new in names.difference(&self.links) {
            // One that cannot be made is missed by nobody but the job that looks for it, which will say so.
            let _ = std::os::unix::fs::symlink(self.host.join(new), self.path.join(new));
        }
        self.links = names;
    }

    /// Removes everything else. If a job removed links, all are made again before the next.
    pub fn clean(&mut self) {
        let mut kept = 0;
        for entry in fs::read_dir(&self.path).into_iter().flatten().flatten() {
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
            self.seen = None;
        }
    }
}

fn names(directory: &Path) -> BTreeSet<OsString> {
    fs::read_dir(directory).into_iter().flatten().flatten().map(|entry| entry.file_name()).collect()
}
