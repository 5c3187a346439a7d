//! The command of the accused compiler, for the compiler of another revision.
//!
//! A command may name directories of the compiler's own installation: `/opt/tcc/bin/tcc -B/opt/tcc/lib/tcc`. Each revision must
//! use its own headers and libraries, so these are looked for in the revision's installation.

use std::fs;
use std::path::{Path, PathBuf};

/// The command with the compiler that was built, which is a link or a file in the directory of its build.
pub fn command(accused: &[String], built: &Path) -> Vec<String> {
    let (program, arguments) = accused.split_first().expect("a command has a program");
    let roots = roots(Path::new(program), built);
    let moved = |argument: &String| match &roots {
        Some((old, new)) => moved(argument, old, new).unwrap_or_else(|| argument.clone()),
        None => argument.clone(),
    };
    std::iter::once(built.display().to_string()).chain(arguments.iter().map(moved)).collect()
}

/// The directories of both installations: what is left of the paths of the compilers without the end that they share.
fn roots(accused: &Path, built: &Path) -> Option<(PathBuf, PathBuf)> {
    let (directory, mut old) = (fs::canonicalize(built.parent()?).ok()?, fs::canonicalize(accused).ok()?);
    let mut new = fs::canonicalize(built).ok()?;
    let mut is_alike = false;
    while new != directory && old.file_name().is_some() && old.file_name() == new.file_name() {
        is_alike = old.pop() && new.pop();
    }
    (is_alike && new.starts_with(&directory)).then_some((old, new))
}

/// The argument with a path below `old` as one below `new`, if that is there: not all that is below `/usr` is of the compiler.
fn moved(argument: &str, old: &Path, new: &Path) -> Option<String> {
    let at = argument.find(old.to_str()?)?;
    let below = Path::new(&argument[at..]).strip_prefix(old).ok()?;
    let path = new.join(below);
    path.exists().then(|| format!("{}{}", &argument[..at], path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::symlink;

    fn file(path: &Path) {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, "").unwrap();
    }

    #[test]
    fn directories_of_the_installation_are_those_of_the_revision() {
        let directory = tempfile::tempdir().unwrap();
        let root = fs::canonicalize(directory.path()).unwrap();
        let (old, out) = (root.join("opt/tcc"), root.join("builds/out"));
        for installed in [&old, &out] {
            file(&installed.join("bin/tcc"));
            file(&installed.join("lib/tcc/libtcc1.a"));
        }
        symlink("bin/tcc", out.join("cc")).unwrap();
        let shown = |path: PathBuf| path.display().to_string();
        let accused =
            [shown(old.join("bin/tcc")), format!("-B{}", shown(old.join("lib/tcc"))), "-I/usr/include".to_string()];
        let wanted = [shown(out.join("cc")), format!("-B{}", shown(out.join("lib/tcc"))), "-I/usr/include".to_string()];
        assert_eq!(command(&accused, &out.join("cc")), wanted);
        // What the revision does not have stays what it was.
        fs::remove_dir_all(out.join("lib")).unwrap();
        assert_eq!(command(&accused, &out.join("cc"))[1], accused[1]);
    }

    #[test]
    fn compilers_that_share_no_name_share_no_directories() {
        let directory = tempfile::tempdir().unwrap();
        let root = directory.path();
        file(&root.join("usr/bin/gcc"));
        file(&root.join("out/cc"));
        file(&root.join("out/include/x.h"));
        let accused = [root.join("usr/bin/gcc").display().to_string(), format!("-I{}/usr/include", root.display())];
        assert_eq!(command(&accused, &root.join("out/cc"))[1], accused[1]);
    }
}
