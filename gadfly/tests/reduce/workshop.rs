//! A directory with programs, a broken compiler, and scripts; and gadfly in it.

use lab::case::{Case, Expected};
use lab::compiler::{Compiler, Family, Features, Version};
use lab::finding::{Finding, State};
use lab::oracle::{Kind, Oracle, Verdict};
use lab::store::{self, Done};
use serde_json::Value;
use source::emit::File;
use source::language::{Language, TargetName};
use std::fs;
use std::io::Read;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// Multiplies by 3, which the broken compiler gets wrong.
pub const PROGRAM: &str = "\
#include <stdio.h>
struct S { int a; int b; };
static int unused(int x) { return x + 1; }
static int value(int first, int second) {
  if (first > 3) { return second * 3; } else { return 7; }
}
int main(void) {
  struct S s = { 1, 2 };
  for (int i = 0; i < 10; i++) { s.a += value(i, 3); }
  printf(\"%d\\n\", s.a);
  return 0;
}
";

/// Ten lines, of which the endless script wants four.
pub const NOTES: &str = "keep\nkeep\nkeep\nkeep\nkeep\nkeep\nkeep\nkeep\nkeep\nkeep\n";

/// Multiplies by 4 instead of 3, and breaks on a shift.
const BROKEN: &str = r#"#!/bin/sh
for word; do
  case $word in
    *.c) if grep -q '<< 7' "$word"; then echo 'internal compiler error: in shift, at x.c:12' >&2; exit 1; fi
         sed 's/\* 3/* 4/g' "$word" > "broken-$word"; set -- "$@" "broken-$word" ;;
    *) set -- "$@" "$word" ;;
  esac
  shift
done
exec cc -w "$@"
"#;

/// Far more than anything here takes, on any machine.
const DEADLINE: Duration = Duration::from_secs(600);

pub struct Workshop {
    dir: TempDir,
}

impl Workshop {
    pub fn new(files: &[(&str, &str)]) -> Workshop {
        let shop = Workshop { dir: TempDir::new().unwrap() };
        for (name, text) in files {
            fs::write(shop.path(name), text).unwrap();
        }
        shop.executable("broken-cc", BROKEN);
        shop
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    pub fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap()
    }

    /// The broken compiler's command.
    pub fn compiler(&self) -> String {
        format!("{} -O1", self.path("broken-cc").display())
    }

    /// A compiler that sees units through a filter when it optimises; its command.
    pub fn wrapper(&self, name: &str, filter: &str) -> String {
        let body = format!(
            "#!/bin/sh\nlevel=\nfor a; do case $a in -O2) level=1;; esac; done\n\
             for a; do shift; case $a in *.c) if [ -n \"$level\" ]; then {filter} \"$a\" > \"wrong-$a\"; a=wrong-$a; fi;; esac; \
             set -- \"$@\" \"$a\"; done\nexec cc \"$@\"\n"
        );
        self.executable(name, &body);
        format!("{} -O2", self.path(name).display())
    }

    /// What a hunt prints, whatever it finds.
    pub fn hunt(&self, args: &[&str]) -> String {
        String::from_utf8(self.output(args).stdout).unwrap()
    }

    /// The directories of all findings, by id.
    pub fn findings(&self) -> Vec<PathBuf> {
        let entries = fs::read_dir(self.path(lab::store::DEFAULT_DIRECTORY).join("findings")).unwrap();
        let mut paths: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
        paths.sort();
        paths
    }

    pub fn script(&self, name: &str, body: &str) {
        self.executable(name, &format!("#!/bin/sh\n{body}\n"));
    }

    pub fn executable(&self, name: &str, text: &str) {
        fs::write(self.path(name), text).unwrap();
        fs::set_permissions(self.path(name), fs::Permissions::from_mode(0o755)).unwrap();
    }

    pub fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_gadfly"));
        command.args(args).current_dir(self.dir.path()).env("GADFLY_TEST_MARK", self.dir.path());
        command
    }

    fn output(&self, args: &[&str]) -> Output {
        self.command(args).output().unwrap()
    }

    /// Runs a command that must end with this code, and gives what it prints.
    #[track_caller]
    pub fn check(&self, args: &[&str], code: i32) -> String {
        let output = self.output(args);
        assert_eq!(output.status.code(), Some(code), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    }

    /// What a command prints that succeeds.
    pub fn bytes(&self, args: &[&str]) -> Vec<u8> {
        self.output(args).stdout
    }

    #[track_caller]
    pub fn fails(&self, args: &[&str], code: i32) -> String {
        let output = self.output(args);
        let errors = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(code), "{args:?}: {errors}");
        errors
    }

    #[track_caller]
    pub fn json(&self, args: &[&str]) -> Value {
        let text = self.check(args, 0);
        serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"))
    }

    /// A finding in the store that is used by default: its directory.
    pub fn finding(&self) -> PathBuf {
        self.keep(&case(), wrong_code())
    }

    /// As `finding`, of a crash with this signature that only the driver shows.
    pub fn finding_in_driver(&self, signature: &str) -> PathBuf {
        let (name, text) = ("driver.c".to_string(), PROGRAM.replace("x + 1", "x << 7"));
        let unit = File { name: "test.c".to_string(), text: "int nothing(void) { return 0; }\n".to_string() };
        let case = Case { files: vec![unit, File { name: name.clone(), text }], driver: Some(name), ..case() };
        self.keep(&case, Verdict { kind: Kind::Crash, signature: signature.to_string(), ..wrong_code() })
    }

    fn keep(&self, case: &Case, verdict: Verdict) -> PathBuf {
        let store_dir = self.path(lab::store::DEFAULT_DIRECTORY);
        let store = store::open(&store_dir).unwrap();
        store.begin(1, "").unwrap();
        let finding = finding(&self.path("broken-cc"), case, &verdict);
        let done = Done { index: 0, source: "policy".to_string(), ..Done::default() };
        store.record(&done, &[(finding.clone(), case)]).unwrap();
        store.directory_of(&finding.id).unwrap()
    }

    /// The reduction of the finding in this directory, with a compiler that waits for `go` before short programs.
    pub fn start_finding(&self, dir: &Path) -> Running {
        let wait = format!(
            "for word; do case $word in test.c) \
             while test $(wc -l < $word) -lt 9 -a ! -e '{}'; do sleep 0.05; done;; esac; done",
            self.path("go").display()
        );
        self.executable("broken-cc", &BROKEN.replacen("#!/bin/sh", &format!("#!/bin/sh\n{wait}"), 1));
        let id = dir.file_name().unwrap().to_str().unwrap();
        let mut command = self.command(&["reduce", id, "--jobs", "1"]);
        Running(command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap())
    }

    /// Waits until the reduction of this finding has found something.
    pub fn await_so_far(&self, dir: &Path) {
        await_that(|| dir.join("reduced-so-far/test.c").exists());
    }

    /// A reduction that goes down to four lines, and then waits for `go`.
    pub fn start_endless(&self, more: &[&str]) -> Running {
        let go = self.path("go");
        let body = "n=$(grep -c keep notes.txt); test $n -ge 4 && exit 0; test $n = 0 && exit 1; while test ! -e \"GO\"; do sleep 0.05; done; exit 1";
        self.script("test.sh", &body.replace("GO", &go.display().to_string()));
        let args = ["reduce", "notes.txt", "--test", "./test.sh", "--jobs", "1"];
        let mut command = self.command(&[&args[..], more].concat());
        Running(command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap())
    }

    pub fn await_improvement(&self) {
        self.await_file("notes.reduced.txt");
    }

    pub fn await_file(&self, name: &str) {
        await_that(|| self.path(name).exists());
    }

    pub fn is_interesting_and_smaller(&self) {
        let count = self.read("notes.reduced.txt").matches("keep").count();
        assert!((4..10).contains(&count), "{count}");
    }

    /// Waits until nothing that the command started is left.
    pub fn await_no_process(&self) {
        await_that(|| !marked(self.dir.path()));
    }
}

/// A gadfly at work.
pub struct Running(Child);

impl Running {
    pub fn signal(&mut self, signal: i32) {
        // SAFETY: the child has not been waited for, so its number is its own.
        unsafe { libc::kill(self.0.id() as i32, signal) };
    }

    pub fn wait(&mut self) -> Option<i32> {
        self.0.wait().unwrap().code()
    }
}

impl Running {
    /// Waits, and gives what it wrote, which must be short.
    pub fn outputs(&mut self) -> (String, String) {
        let (mut stdout, mut stderr) = (String::new(), String::new());
        self.0.stdout.take().unwrap().read_to_string(&mut stdout).unwrap();
        self.0.stderr.take().unwrap().read_to_string(&mut stderr).unwrap();
        (stdout, stderr)
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

pub fn words(text: &str) -> usize {
    text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).count()
}

fn await_that(condition: impl Fn() -> bool) {
    let start = Instant::now();
    while !condition() {
        assert!(start.elapsed() < DEADLINE, "waited in vain");
        thread::sleep(Duration::from_millis(20));
    }
}

/// Whether a process has this directory in its environment or on its command line.
fn marked(dir: &Path) -> bool {
    let mark = dir.to_str().unwrap().as_bytes();
    let own = std::process::id().to_string();
    let processes = fs::read_dir("/proc").unwrap().flatten().map(|entry| entry.path());
    let others = processes.filter(|path| path.file_name().is_some_and(|name| name != own.as_str()));
    others.into_iter().any(|path| {
        let has =
            |name: &str| fs::read(path.join(name)).is_ok_and(|text| text.windows(mark.len()).any(|part| part == mark));
        has("environ") || has("cmdline")
    })
}

fn case() -> Case {
    Case {
        source: "policy".to_string(),
        index: 0,
        recipe: "policy@2:0:c:c17:x86_64:100:on".to_string(),
        language: Language::C,
        target: TargetName::X86_64,
        files: vec![File { name: "test.c".to_string(), text: PROGRAM.to_string() }],
        units: vec!["test.c".to_string()],
        driver: None,
        flags: Vec::new(),
        expected: Some(Expected { stdout: "83\n".to_string(), exit_code: 0 }),
    }
}

fn finding(compiler: &Path, case: &Case, verdict: &Verdict) -> Finding {
    let compiler = Compiler {
        name: "broken".to_string(),
        command: vec![compiler.display().to_string()],
        language: Language::C,
        family: Family::Other,
        version: Version { text: "broken 1.0".to_string(), numbers: vec![1, 0], ..Version::default() },
        target: TargetName::X86_64,
        run: Vec::new(),
        features: Features::default(),
        tuning: Default::default(),
    };
    Finding::new(1, case, verdict, &compiler, Vec::new(), State::Confirmed { runs: 3 }, "limits")
}

fn wrong_code() -> Verdict {
    Verdict {
        kind: Kind::WrongCode,
        oracle: Oracle::Expected,
        compiler: "broken".to_string(),
        builds: vec![vec!["-O1".to_string()]],
        signature: String::new(),
        reference: None,
        message: "-O1 prints something else".to_string(),
    }
}
