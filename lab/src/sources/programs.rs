//! Programs that are there already, as `files`, `spe` and `emi` take them: a file, all programs of a directory and those below
//! it, or a list of them.

use crate::bounded;
use crate::config::{Error, SourceConfig, Wrong};
use source::emit::File;
use source::language::Language;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The programs at a path, with their languages, in the order of their paths; those of a list in its order. Only those of the
/// source's language, if it has one. None at all is an error.
pub fn programs(config: &SourceConfig, path: &Path) -> Result<Vec<(Language, PathBuf)>, Error> {
    let wrong = |message: String| Error::from(Wrong::new(format!("the source `{}`: {message}", config.name)));
    let unreadable = |error: io::Error| wrong(format!("cannot read {}: {error}", path.display()));
    let paths = if is_list(path) { listed(path) } else { found(path) };
    let of = |path: PathBuf| Some((language(&path)?, path));
    let is_wanted = |(language, _): &(Language, PathBuf)| config.language.is_none_or(|only| only == *language);
    let programs: Vec<_> = paths.map_err(unreadable)?.into_iter().filter_map(of).filter(is_wanted).collect();
    if programs.is_empty() {
        return Err(wrong(format!(
            "there is no program in {}; names end in .c, .cpp, .cc, .cxx or .C",
            path.display()
        )));
    }
    Ok(programs)
}

/// A file that is no program itself.
fn is_list(path: &Path) -> bool {
    path.is_file() && language(path).is_none()
}

/// One path in a line, relative to the list. Empty lines and those that begin with `#` say nothing.
fn listed(list: &Path) -> io::Result<Vec<PathBuf>> {
    let text = bounded::read_text(list)?;
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    let paths: Vec<PathBuf> = lines.map(|line| list.parent().unwrap_or(Path::new("")).join(line)).collect();
    match paths.iter().find(|path| language(path).is_some() && !path.is_file()) {
        Some(missing) => {
            Err(io::Error::new(io::ErrorKind::NotFound, format!("it lists {}, which is no file", missing.display())))
        }
        None => Ok(paths),
    }
}

fn found(path: &Path) -> io::Result<Vec<PathBuf>> {
    let mut paths = Vec::new();
    find(path, &mut paths)?;
    paths.sort();
    Ok(paths)
}

fn language(path: &Path) -> Option<Language> {
    match path.extension()?.to_str()? {
        "c" => Some(Language::C),
        "cpp" | "cc" | "cxx" | "C" => Some(Language::Cpp),
        _ => None,
    }
}

/// All files at or below a path. Links to directories are not followed: they may lead back.
fn find(path: &Path, paths: &mut Vec<PathBuf>) -> io::Result<()> {
    if !fs::metadata(path)?.is_dir() {
        paths.push(path.to_path_buf());
        return Ok(());
    }
    for entry in fs::read_dir(path)? {
        let entry = entry?;
        if entry.file_type()?.is_dir() {
            find(&entry.path(), paths)?;
        } else if entry.path().is_file() {
            paths.push(entry.path());
        }
    }
    Ok(())
}

/// The file first, then the headers beside it that it needs.
pub fn with_headers(path: &Path) -> io::Result<Vec<File>> {
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let mut files = vec![File { name, text: text(path)? }];
    let mut at = 0;
    while at < files.len() {
        for name in included(&files[at].text) {
            let is_new = !files.iter().any(|file| file.name == name);
            if is_new && let Ok(text) = text(&path.with_file_name(&name)) {
                files.push(File { name, text });
            }
        }
        at += 1;
    }
    Ok(files)
}

fn text(path: &Path) -> io::Result<String> {
    bounded::read(path).map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
}

/// Names in `#include "NAME"`, unless they leave the directory.
fn included(text: &str) -> Vec<String> {
    let name = |line: &str| {
        let quoted = line.trim_start().strip_prefix('#')?.trim_start().strip_prefix("include")?.trim_start();
        let (name, _) = quoted.strip_prefix('"')?.split_once('"')?;
        (!name.starts_with('/') && !name.split('/').any(|part| part == "..")).then(|| name.to_string())
    };
    text.lines().filter_map(name).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn directory(files: &[(&str, &str)]) -> tempfile::TempDir {
        let directory = tempfile::tempdir().unwrap();
        for (name, text) in files {
            let path = directory.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        directory
    }

    #[test]
    fn a_list_names_programs_in_its_own_order() {
        let directory =
            directory(&[("list", "b.c\n# not a.c\n\n sub/c.cpp \nREADME\n"), ("b.c", ""), ("sub/c.cpp", "")]);
        let programs = programs(&SourceConfig::named("spe:list"), &directory.path().join("list")).unwrap();
        let name = |path: &Path| path.strip_prefix(&directory).unwrap().display().to_string();
        let names: Vec<String> = programs.iter().map(|(_, path)| name(path)).collect();
        assert_eq!(names, ["b.c", "sub/c.cpp"]);
        fs::write(directory.path().join("list"), "b.c\nnowhere.c\n").unwrap();
        let error = super::programs(&SourceConfig::named("spe:list"), &directory.path().join("list"));
        assert!(error.unwrap_err().to_string().contains("nowhere.c, which is no file"));
    }

    #[test]
    fn headers_beside_a_program_belong_to_it() {
        let directory = directory(&[
            ("a.c", "# include \"a.h\"\n#include <stdio.h>\n#include \"missing.h\"\n"),
            ("a.h", "#include \"sub/b.h\"\n#include \"a.h\"\n#include \"../secret\"\n"),
            ("sub/b.h", "int b;\n"),
        ]);
        let files = with_headers(&directory.path().join("a.c")).unwrap();
        let names: Vec<_> = files.iter().map(|file| file.name.as_str()).collect();
        assert_eq!(names, ["a.c", "a.h", "sub/b.h"]);
    }
}
