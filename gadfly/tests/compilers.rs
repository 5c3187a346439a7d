//! `gadfly compilers` and `gadfly init`, with a PATH of our own.

use assert_cmd::Command;
use serde_json::Value;
use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;
use tempfile::TempDir;

fn gadfly(directory: &Path) -> Command {
    let mut command = Command::cargo_bin("gadfly").unwrap();
    command.current_dir(directory);
    command
}

fn directory() -> TempDir {
    tempfile::Builder::new().prefix("compilers").tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap()
}

/// A program that does what the lines of shell say.
fn script(path: &Path, lines: &str) {
    fs::write(path, format!("#!/bin/sh\n{lines}\n")).unwrap();
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
}

/// The system's compiler under another name, whatever PATH is.
fn wrapper(path: &Path) {
    script(path, &format!("PATH='{}' exec cc \"$@\"", std::env::var("PATH").unwrap()));
}

fn json(directory: &Path, arguments: &[&str], code: i32) -> Value {
    let mut command = gadfly(directory);
    let output = command.args(["compilers", "--json"]).args(arguments).env("PATH", directory.join("bin"));
    let output = output.assert().code(code).get_output().clone();
    serde_json::from_slice(&output.stdout).unwrap()
}

fn names(list: &Value) -> Vec<&str> {
    list.as_array().unwrap().iter().map(|entry| entry["name"].as_str().unwrap()).collect()
}

/// A directory with `bin` full of what a PATH may hold.
fn machine() -> TempDir {
    let directory = directory();
    let bin = directory.path().join("bin");
    fs::create_dir(&bin).unwrap();
    wrapper(&bin.join("gcc-99"));
    symlink(bin.join("gcc-99"), bin.join("gcc")).unwrap();
    symlink(bin.join("gcc-99"), bin.join("x86_64-linux-gnu-gcc-99")).unwrap();
    script(&bin.join("clang-98"), "echo 'error: no such luck' >&2; exit 1");
    let path = std::env::var("PATH").unwrap();
    // Preprocesses, but its programs do nothing.
    let idle = format!(
        "PATH='{path}'\ncase \"$1\" in -E) exec cc \"$@\";; esac\nprintf '#!/bin/sh\\n' > probe; chmod +x probe"
    );
    script(&bin.join("tcc"), &idle);
    wrapper(&bin.join("m68k-linux-gnu-gcc"));
    for other in ["gcc-ar", "gcc-nm-99", "clang-format-15", "clangd", "c99-gcc"] {
        wrapper(&bin.join(other));
    }
    directory
}

#[test]
fn what_is_on_path_is_found_once_by_running_it() {
    let machine = machine();
    let found = json(machine.path(), &[], 0);
    assert_eq!(found["schema"], 1);
    assert!(["namespaces", "landlock", "limits"].contains(&found["sandbox"].as_str().unwrap()), "{found}");
    assert_eq!(names(&found["compilers"]), ["gcc-99"]);
    let compiler = &found["compilers"][0];
    assert_eq!((&compiler["language"], &compiler["target"]), (&"c".into(), &"x86_64".into()));
    assert!(compiler["version"]["numbers"][0].as_u64().unwrap() > 3, "{compiler}");
    assert!(compiler["features"]["sanitizers"].is_boolean());
    assert_eq!(names(&found["broken"]), ["clang-98", "tcc"]);
    assert!(found["broken"][0]["reason"].as_str().unwrap().contains("no such luck"), "{found}");
    assert!(found["broken"][1]["reason"].as_str().unwrap().contains("does not work"), "{found}");
    assert!(found["cross"][0].as_str().unwrap().ends_with("m68k-linux-gnu-gcc"), "{found}");
}

#[test]
fn the_table_is_for_people() {
    let machine = machine();
    let output = gadfly(machine.path()).arg("compilers").env("PATH", machine.path().join("bin")).assert().code(0);
    let text = String::from_utf8(output.get_output().stdout.clone()).unwrap();
    for part in ["gcc-99", "x86_64", "Not used: clang-98: ", "`run`", "Sandbox: "] {
        assert!(text.contains(part), "{text}");
    }
}

#[test]
fn an_empty_path_has_no_compilers() {
    let directory = directory();
    let found = json(directory.path(), &[], 69);
    assert_eq!(names(&found["compilers"]), [""; 0]);
}

#[test]
fn a_configuration_names_the_compilers() {
    let machine = machine();
    let text = "[[compiler]]\nname = \"mine\"\ncommand = \"gcc-99 -DX='a b'\"\n\
                [[compiler]]\nname = \"gone\"\ncommand = \"no-such-compiler\"\n\
                [[compiler]]\nname = \"small\"\ncommand = \"gcc-99\"\ntarget = \"i386\"\n";
    fs::write(machine.path().join("gadfly.toml"), text).unwrap();
    let found = json(machine.path(), &[], 0);
    assert_eq!(names(&found["compilers"]), ["mine"]);
    assert_eq!(found["compilers"][0]["command"][1], "-DX=a b");
    assert_eq!(names(&found["broken"]), ["gone", "small"]);
    assert_eq!(found["broken"][0]["reason"], "gone: there is no program `no-such-compiler`");
    assert_eq!(found["broken"][1]["reason"], "small: it compiles for x86_64, not for i386");
    assert_eq!(names(&json(machine.path(), &["--path"], 0)["compilers"]), ["gcc-99"]);
}

#[test]
fn a_mistake_in_the_configuration_is_shown() {
    let directory = directory();
    fs::write(directory.path().join("gadfly.toml"), "\nlevles = []\n").unwrap();
    let output = gadfly(directory.path()).arg("compilers").assert().code(2);
    let text = String::from_utf8(output.get_output().stderr.clone()).unwrap();
    for part in ["unknown key `levles`", "gadfly.toml:2:1", "did you mean `levels`?"] {
        assert!(text.contains(part), "{text}");
    }
}

#[test]
fn init_writes_a_configuration_once() {
    let directory = directory();
    let path = directory.path().join("gadfly.toml");
    gadfly(directory.path()).arg("init").assert().code(0);
    assert_eq!(fs::read_to_string(&path).unwrap(), lab::config::TEMPLATE);
    fs::write(&path, "confirm = 5").unwrap();
    let output = gadfly(directory.path()).arg("init").assert().code(2);
    assert!(String::from_utf8_lossy(&output.get_output().stderr).contains("--force"));
    assert_eq!(fs::read_to_string(&path).unwrap(), "confirm = 5");
    gadfly(directory.path()).args(["init", "--force"]).assert().code(0);
    assert_eq!(fs::read_to_string(&path).unwrap(), lab::config::TEMPLATE);
    gadfly(directory.path()).args(["init", "no/such/directory"]).assert().code(74);
}
