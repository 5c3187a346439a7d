//! Files in the directory of a finding: a new directory appears whole or not at all, an old one is brought up to date file
//! by file. Both stay after a power cut.

use source::emit::File;
use std::collections::BTreeSet;
use std::fs;
use std::io::{self, Write};
use std::path::{Component, Path, PathBuf};

/// How the name of a directory ends that is being written.
const PART: &str = ".part";

/// The best so far, while a reduction runs, and after one that was killed. For people only.
const SO_FAR: &str = "reduced-so-far";

/// Brings the directory to this state: exactly these files, but for what others have put there. `before` names the files
/// that it had, as far as they are ours. After an error, as of a full disk, a new directory is not there at all.
pub fn keep(dir: &Path, files: &[(String, String)], before: &[String]) -> io::Result<()> {
    if fs::symlink_metadata(dir).is_ok() { update(dir, files, before) } else { create(dir, files) }
}

fn create(dir: &Path, files: &[(String, String)]) -> io::Result<()> {
    let part = part(dir)?;
    remove(&part)?;
    let written = write_files(&part, files).and_then(|()| fs::rename(&part, dir));
    match written {
        Ok(()) => sync(dir.parent().unwrap_or(Path::new("."))),
        Err(error) => {
            let _ = remove(&part);
            Err(error)
        }
    }
}

/// Each file is there in its old or in its new state, whatever happens on the way.
fn update(dir: &Path, files: &[(String, String)], before: &[String]) -> io::Result<()> {
    let mut changed = BTreeSet::new();
    for (name, text) in files {
        let path = dir.join(name);
        if fs::read(&path).is_ok_and(|bytes| bytes == text.as_bytes()) {
            continue;
        }
        let parent = path.parent().unwrap_or(dir);
        fs::create_dir_all(parent)?;
        replace(&path, text)?;
        changed.extend([parent.to_path_buf(), dir.to_path_buf()]);
    }
    let is_stale = |name: &&String| !files.iter().any(|(kept, _)| kept == *name);
    for name in before.iter().filter(is_stale) {
        remove_file(&dir.join(name))?;
        // A directory in which others have put something stays.
        let _ = dir.join(name).parent().filter(|parent| *parent != dir).map(fs::remove_dir);
        changed.insert(dir.to_path_buf());
    }
    changed.iter().filter(|directory| directory.is_dir()).try_for_each(|directory| sync(directory))
}

fn replace(path: &Path, text: &str) -> io::Result<()> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let part = path.with_file_name(format!(".{name}{PART}"));
    let written = write(&part, text).and_then(|()| fs::rename(&part, path));
    if written.is_err() {
        let _ = fs::remove_file(&part);
    }
    written
}

/// Whether a name is that of a directory that was being written.
pub fn is_part(name: &str) -> bool {
    name.starts_with('.') && name.ends_with(PART)
}

/// Removes a directory, if it is there.
pub fn remove(dir: &Path) -> io::Result<()> {
    match fs::remove_dir_all(dir) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

fn remove_file(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// Makes a directory's entries durable, or a file's bytes.
pub fn sync(path: &Path) -> io::Result<()> {
    fs::File::open(path)?.sync_all()
}

/// Replaces the best so far of a reduction, file by file. It survives this process, though not a power cut: there are many
/// of them.
pub fn write_so_far(dir: &Path, files: &[File], original: &[File]) -> io::Result<()> {
    let so_far = dir.join(SO_FAR);
    for file in files {
        let path = so_far.join(&file.name);
        let part = so_far.join(format!("{}{PART}", file.name));
        fs::create_dir_all(path.parent().unwrap_or(&so_far))?;
        fs::write(&part, &file.text)?;
        fs::rename(&part, &path)?;
    }
    let is_gone = |file: &&File| !files.iter().any(|kept| kept.name == file.name);
    original.iter().filter(is_gone).try_for_each(|file| remove_file(&so_far.join(&file.name)))
}

/// There is a result now, or nothing came of it.
pub fn remove_so_far(dir: &Path) -> io::Result<()> {
    remove(&dir.join(SO_FAR))
}

/// Whether a name stays below the directory it is looked for in.
pub fn is_inside(name: &str) -> bool {
    let mut components = Path::new(name).components().peekable();
    components.peek().is_some() && components.all(|component| matches!(component, Component::Normal(_)))
}

/// Whether all files of a program can be in a directory of its own.
pub fn check_names<'a>(files: impl IntoIterator<Item = &'a File>) -> io::Result<()> {
    match files.into_iter().find(|file| !is_inside(&file.name)) {
        Some(file) => {
            let message = format!("the program has a file outside its directory: {}", file.name);
            Err(io::Error::new(io::ErrorKind::InvalidInput, message))
        }
        None => Ok(()),
    }
}

fn part(dir: &Path) -> io::Result<PathBuf> {
    let name = dir.file_name().and_then(|name| name.to_str());
    let name = name.ok_or_else(|| io::Error::new(io::ErrorKind::InvalidInput, "a finding needs a directory's name"))?;
    Ok(dir.with_file_name(format!(".{name}{PART}")))
}

fn write_files(dir: &Path, files: &[(String, String)]) -> io::Result<()> {
    fs::create_dir(dir)?;
    for (name, text) in files {
        let path = dir.join(name);
        fs::create_dir_all(path.parent().unwrap_or(dir))?;
        write(&path, text)?;
    }
    sync_directories(dir)
}

fn write(path: &Path, text: &str) -> io::Result<()> {
    let mut file = fs::File::create(path)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()
}

fn sync_directories(dir: &Path) -> io::Result<()> {
    for entry in fs::read_dir(dir)? {
        let entry = entry?;
        if entry.file_type()?.is_dir() {
            sync_directories(&entry.path())?;
        }
    }
    sync(dir)
}
