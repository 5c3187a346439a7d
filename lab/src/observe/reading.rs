//! What a command has to read besides the system's directories: the programs and directories that it names.
//!
//! A compiler's own directory is opened to it, read-only: of `/home/me/gcc/bin/gcc` that is `/home/me/gcc`. Never a whole
//! home, though: there, only the parts that a compiler is installed in.

use std::env;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

/// Directories that a compiler installed in a home has its parts in.
const PARTS: [&str; 7] = ["bin", "sbin", "include", "lib", "lib32", "lib64", "libexec"];

/// Directories that hold much else, whatever compiler is in them.
const BROAD: [&str; 10] = ["/", "/home", "/root", "/tmp", "/var", "/var/tmp", "/dev/shm", "/srv", "/mnt", "/media"];

/// What a word of a command names, if it names files by their absolute paths: programs with the directories that they
/// are installed in, and directories of flags such as `-B/build/gcc`.
pub fn of_word(word: &str) -> Vec<PathBuf> {
    let Some(path) = path_in(word) else { return Vec::new() };
    match fs::metadata(&path) {
        Ok(metadata) if metadata.is_file() && metadata.permissions().mode() & 0o111 != 0 => of_program(&path),
        Ok(_) if path != Path::new("/") => vec![path],
        _ => Vec::new(),
    }
}

/// What a program that is looked up on PATH needs, and the directories on PATH, for what it starts in turn.
pub fn of_name(name: &str, path: &std::ffi::OsStr) -> Vec<PathBuf> {
    let directories: Vec<PathBuf> = env::split_paths(path).filter(|path| path.is_absolute() && path.is_dir()).collect();
    let program = directories.iter().map(|directory| directory.join(name)).find(|path| path.is_file());
    let narrow = directories.into_iter().filter(|directory| !is_broad(directory));
    program.iter().flat_map(|program| of_program(program)).chain(narrow).collect()
}

/// `/a` of `/a`, `-I/a` and `--sysroot=/a`; a word that has `..` is taken as it is meant.
fn path_in(word: &str) -> Option<PathBuf> {
    let start = if word.starts_with('-') { word.find('/')? } else { 0 };
    let path = Path::new(&word[start..]);
    let is_device = (path.starts_with("/dev") && !path.starts_with("/dev/shm")) || path.starts_with("/proc");
    let is_plain = path.is_absolute() && !is_device;
    let is_direct = || path.components().all(|part| part != std::path::Component::ParentDir);
    is_plain.then(|| if is_direct() { path.to_path_buf() } else { fs::canonicalize(path).unwrap_or_default() })
}

/// Where the name is, and where the file really is.
fn of_program(path: &Path) -> Vec<PathBuf> {
    let real = fs::canonicalize(path).ok().filter(|real| real != path);
    let mut all: Vec<PathBuf> =
        [path.to_path_buf()].into_iter().chain(real).flat_map(|path| installation(&path)).collect();
    all.dedup();
    all
}

fn installation(program: &Path) -> Vec<PathBuf> {
    let directory = program.parent().unwrap_or(program);
    let prefix = directory.parent().filter(|_| directory.ends_with("bin") || directory.ends_with("sbin"));
    match prefix {
        _ if is_broad(directory) => vec![program.to_path_buf()],
        Some(prefix) if is_broad(prefix) || is_hidden(prefix) => {
            PARTS.iter().map(|part| prefix.join(part)).filter(|part| part.is_dir()).collect()
        }
        Some(prefix) => vec![prefix.to_path_buf()],
        None => vec![directory.to_path_buf()],
    }
}

/// A home, or what homes are in, or a directory that everybody uses.
fn is_broad(directory: &Path) -> bool {
    let is_home = directory.parent() == Some(Path::new("/home"));
    let own = env::var_os("HOME").map(PathBuf::from).filter(|home| home.is_absolute());
    is_home
        || BROAD.iter().any(|broad| Path::new(broad) == directory)
        || own.is_some_and(|home| home.starts_with(directory))
}

/// Such as `~/.local` and `~/.cargo`, where secrets are, too.
fn is_hidden(directory: &Path) -> bool {
    directory.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(b"."))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn installed(home: &Path, name: &str) -> String {
        let path = home.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, "#!/bin/sh\n").unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
        path.display().to_string()
    }

    #[test]
    fn the_directory_that_a_compiler_is_installed_in_is_opened() {
        let home = tempfile::tempdir().unwrap();
        let home = home.path();
        assert_eq!(of_word(&installed(home, "gcc/bin/gcc")), [home.join("gcc")]);
        assert_eq!(of_word(&installed(home, "build/gcc/xgcc")), [home.join("build/gcc")]);
        installed(home, ".local/lib/gcc/cc1");
        installed(home, ".local/share/secret");
        assert_eq!(of_word(&installed(home, ".local/bin/gcc")), [home.join(".local/bin"), home.join(".local/lib")]);
    }

    #[test]
    fn both_ends_of_a_link_are_opened() {
        let home = tempfile::tempdir().unwrap();
        let home = home.path();
        let real = installed(home, "clang/bin/clang-19");
        fs::create_dir_all(home.join("links")).unwrap();
        std::os::unix::fs::symlink(real, home.join("links/clang")).unwrap();
        let opened = of_word(&home.join("links/clang").display().to_string());
        assert_eq!(opened, [home.join("links"), home.join("clang")]);
    }

    #[test]
    fn flags_name_directories_and_most_words_name_nothing() {
        let home = tempfile::tempdir().unwrap();
        let path = home.path().display().to_string();
        for flag in [format!("-B{path}"), format!("--sysroot={path}"), path.clone()] {
            assert_eq!(of_word(&flag), [home.path()], "{flag}");
        }
        for word in ["-O2", "test.c", "a/b.c", "/", "/nowhere/at/all", "-DX=1/2", "/dev/null"] {
            assert!(of_word(word).is_empty(), "{word}");
        }
    }

    #[test]
    fn homes_are_never_opened_as_a_whole() {
        for home in ["/", "/home", "/home/me", "/root", "/tmp"] {
            assert!(is_broad(Path::new(home)), "{home}");
        }
        assert!(!is_broad(Path::new("/home/me/gcc")) && !is_broad(Path::new("/build")));
        assert_eq!(installation(Path::new("/tmp/cc")), [Path::new("/tmp/cc")]);
    }
}
