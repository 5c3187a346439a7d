//! The sandbox against a compiler that does everything wrong, in every tier that there is.
//!
//! Nothing here depends on the machine's speed: what must be stopped would run for ever, what must not be stopped has
//! minutes.

use sandbox::{Directory, End, Helper, Job, Limits, Ran, Resource, Sandbox, Tier, sweep_in};
use std::ffi::OsString;
use std::fs;
use std::os::fd::AsFd;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

/// Enough for everything that ends by itself.
const AMPLE: Limits = Limits {
    cpu_ms: 120_000,
    wall_ms: 600_000,
    idle_ms: 600_000,
    memory_bytes: Some(1 << 30),
    file_bytes: 16 << 20,
    output_bytes: 1 << 16,
    processes: 64,
};

fn helper() -> Helper {
    Helper { program: env!("CARGO_BIN_EXE_sandbox-helper").into(), args: Vec::new() }
}

/// The fake compiler, compiled once.
fn fake() -> &'static Path {
    static FAKE: OnceLock<PathBuf> = OnceLock::new();
    FAKE.get_or_init(|| {
        let program = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("fake-{}", std::process::id()));
        let source = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/sandbox/fake.c");
        let status = Command::new("cc").args(["-O1", "-w", "-o"]).arg(&program).arg(source).status();
        assert!(status.expect("there is a C compiler").success());
        program
    })
}

/// A sandbox whose walls are exactly these; none if the machine has no such walls.
fn sandbox(parent: Option<&Path>, tier: Tier) -> Option<Sandbox> {
    let mut sandbox = Sandbox::new(&helper(), parent, tier).expect("there is always some sandbox");
    sandbox.open(&[fake().to_path_buf()]);
    (sandbox.tier() == tier).then_some(sandbox)
}

/// Does something in every tier.
fn in_every_tier(check: impl Fn(&mut Tried)) {
    for tier in Tier::ALL {
        if let Some(sandbox) = sandbox(None, tier) {
            check(&mut Tried { sandbox, tier, marks: Vec::new() });
        }
    }
}

/// A sandbox that is tried out.
struct Tried {
    sandbox: Sandbox,
    tier: Tier,
    marks: Vec<String>,
}

impl Tried {
    /// Runs the fake compiler. No process of it is left.
    fn run(&mut self, mode: &str, arguments: &[&str], limits: Limits) -> Ran {
        let mark = mark();
        let words = [fake().to_str().unwrap(), mode, &mark].into_iter().chain(arguments.iter().copied());
        let ran = self.run_command(&words.collect::<Vec<_>>(), limits);
        assert_eq!(marked(&mark), [0; 0], "{mode} left processes in {}", self.tier);
        self.marks.push(mark);
        ran
    }

    fn run_command(&mut self, command: &[&str], limits: Limits) -> Ran {
        let command: Vec<OsString> = command.iter().map(OsString::from).collect();
        let job = Job { command: &command, environment: &[], limits };
        self.sandbox.run(&job).unwrap()
    }

    /// How the fake compiler ends.
    fn check(&mut self, mode: &str, limits: Limits, end: End) -> Ran {
        let ran = self.run(mode, &[], limits);
        assert_eq!(ran.end, end, "{mode} in {}: {}", self.tier, String::from_utf8_lossy(&ran.stdout));
        ran
    }
}

/// A word that no other process has in its command line.
fn mark() -> String {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    format!("mark-{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed))
}

/// Living processes that have a word in their command line.
fn marked(mark: &str) -> Vec<u32> {
    let processes = fs::read_dir("/proc").unwrap().flatten();
    let pids = processes.filter_map(|entry| entry.file_name().to_str()?.parse::<u32>().ok());
    let has = |pid: &u32| {
        let words = fs::read(format!("/proc/{pid}/cmdline")).unwrap_or_default();
        words.split(|byte| *byte == 0).any(|word| word == mark.as_bytes())
    };
    pids.filter(has).collect()
}

fn text(output: &[u8]) -> String {
    String::from_utf8_lossy(output).into_owned()
}

fn wait_until(what: &str, condition: impl Fn() -> bool) {
    let start = Instant::now();
    while !condition() {
        assert!(start.elapsed() < Duration::from_secs(300), "waited in vain until {what}");
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn root_has_namespaces() {
    let sandbox = Sandbox::new(&helper(), None, Tier::Namespaces).unwrap();
    let is_root = rustix::process::geteuid().is_root();
    let may =
        is_root && Command::new("unshare").args(["-m", "-p", "-n", "-i", "-f", "true"]).status().unwrap().success();
    assert!(!may || sandbox.tier() == Tier::Namespaces, "{:?}", sandbox.refusals());
}

#[test]
fn the_strongest_walls_can_be_bounded() {
    for tier in Tier::ALL {
        assert!(Sandbox::new(&helper(), None, tier).unwrap().tier() <= tier);
    }
}

#[test]
fn a_helper_that_is_none_is_an_error() {
    let parent = tempfile::tempdir().unwrap();
    for program in ["/bin/true", "/nowhere"] {
        let helper = Helper { program: program.into(), args: Vec::new() };
        assert!(Sandbox::new(&helper, Some(parent.path()), Tier::Namespaces).is_err());
    }
    assert_eq!(fs::read_dir(parent.path()).unwrap().count(), 0);
}

#[test]
fn ends_are_told_apart() {
    in_every_tier(|tried| {
        tried.check("exit", AMPLE, End::Exited(7));
        tried.check("abort", AMPLE, End::Signaled(6));
        let ran = tried.run_command(&["/nowhere/cc"], AMPLE);
        assert!(matches!(ran.end, End::NotStarted(reason) if reason.contains("No such file")));
        let ran = tried.run_command(&["gadfly-is-no-compiler"], AMPLE);
        assert!(matches!(ran.end, End::NotStarted(reason) if reason.contains("PATH")));
        assert!(matches!(tried.run_command(&[], AMPLE).end, End::NotStarted(_)));
        tried.check("exit", AMPLE, End::Exited(7));
    });
}

#[test]
fn a_compiler_compiles_and_its_program_runs() {
    in_every_tier(|tried| {
        let source = b"int puts(const char *); int main() { return puts(\"hi\") < 0; }";
        tried.sandbox.directory().unwrap().write("a.c", source).unwrap();
        let ran = tried.run_command(&["cc", "a.c", "-o", "a"], AMPLE);
        assert_eq!((ran.end, text(&ran.stderr)), (End::Exited(0), String::new()));
        let ran = tried.run_command(&["./a"], AMPLE);
        assert_eq!((ran.end, ran.stdout), (End::Exited(0), b"hi\n".to_vec()));
        assert!(ran.max_rss_kb > 0);
        tried.sandbox.clear().unwrap();
        assert_eq!(tried.sandbox.directory().unwrap().names().unwrap().len(), 0);
    });
}

#[test]
fn what_hangs_is_stopped() {
    in_every_tier(|tried| {
        tried.check("sleep", Limits { wall_ms: 100, ..AMPLE }, End::TimedOut);
        tried.check("sleep", Limits { idle_ms: 100, ..AMPLE }, End::TimedOut);
        tried.check("ignore", Limits { wall_ms: 100, ..AMPLE }, End::TimedOut);
        let ran = tried.check("spin", Limits { cpu_ms: 100, ..AMPLE }, End::TimedOut);
        assert!(ran.cpu_ms >= 100);
    });
}

#[test]
fn cpu_time_of_descendants_counts() {
    in_every_tier(|tried| {
        let ran = tried.check("spin-below", Limits { cpu_ms: 100, ..AMPLE }, End::TimedOut);
        assert!(ran.cpu_ms >= 100);
    });
}

#[test]
fn nothing_survives_its_job() {
    in_every_tier(|tried| {
        let ran = tried.check("daemon", AMPLE, End::Exited(0));
        assert_eq!(text(&ran.stdout), "started\n");
        tried.check("daemons", AMPLE, End::Exited(5));
    });
}

#[test]
fn crowds_and_fork_bombs_are_stopped() {
    in_every_tier(|tried| {
        tried.check("crowd", AMPLE, End::Exceeded(Resource::Processes));
        // Root's fork bombs can only be outrun by killing a whole namespace at once.
        if tried.tier == Tier::Namespaces {
            tried.check("bomb", AMPLE, End::Exceeded(Resource::Processes));
        }
    });
}

#[test]
fn memory_is_bounded() {
    in_every_tier(|tried| {
        let ran = tried.check("eat", Limits { memory_bytes: Some(256 << 20), ..AMPLE }, End::Exited(3));
        assert_eq!(text(&ran.stdout), "refused\n");
    });
}

#[test]
fn disk_is_bounded() {
    in_every_tier(|tried| {
        tried.check("fill", Limits { file_bytes: 4 << 20, ..AMPLE }, End::Exceeded(Resource::Disk));
        tried.sandbox.clear().unwrap();
        tried.check("one-file", Limits { file_bytes: 4 << 20, ..AMPLE }, End::Exceeded(Resource::Disk));
    });
}

#[test]
fn of_much_output_head_and_tail_are_kept() {
    in_every_tier(|tried| {
        let ran = tried.check("much", Limits { output_bytes: 1000, ..AMPLE }, End::Exited(0));
        assert!(ran.truncated && ran.stdout.len() == 1000);
        assert!(ran.stdout.starts_with(b"head.") && ran.stdout.ends_with(b".tail"));
        let ran = tried.check("flood", AMPLE, End::Exceeded(Resource::Output));
        assert!(ran.truncated && ran.stdout.len() as u64 == AMPLE.output_bytes);
    });
}

#[test]
fn temporary_files_do_not_stay() {
    in_every_tier(|tried| {
        let ran = tried.check("leave", AMPLE, End::Signaled(9));
        let created = text(&ran.stdout).lines().filter(|line| line.ends_with("created")).count();
        assert!(created >= 2, "{}", text(&ran.stdout));
        let by_name = Path::new("/tmp").join(&tried.marks[0]);
        if tried.tier == Tier::Namespaces {
            assert!(text(&ran.stdout).contains(&format!("{} created", by_name.display())));
        }
        // Without walls, what is written to `/tmp` by that name stays.
        assert!(by_name.exists() == (tried.tier == Tier::Limits));
        let _ = fs::remove_file(by_name);
        let ran = tried.run_command(
            &["sh", "-c", "ls -A \"$TMPDIR\" /tmp | grep -e \"$1\"", "sh", &tried.marks[0].clone()],
            AMPLE,
        );
        assert_eq!((ran.end, text(&ran.stdout)), (End::Exited(1), String::new()), "{}", tried.tier);
    });
}

#[test]
fn there_is_no_network() {
    in_every_tier(|tried| {
        let ran = tried.run("network", &[], AMPLE);
        let expected = if tried.tier == Tier::Limits { "allowed\n" } else { "denied\n" };
        assert_eq!(text(&ran.stdout), expected, "{}", tried.tier);
    });
}

#[test]
fn nothing_is_written_outside() {
    let outside = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    let path = outside.path().join("file");
    in_every_tier(|tried| {
        if tried.tier == Tier::Limits {
            return;
        }
        let paths = [path.to_str().unwrap(), "/gadfly-was-here", "/dev/shm/gadfly-was-here", "inside", "/dev/null"];
        let ran = tried.run("create", &paths, AMPLE);
        let expected = format!(
            "{} denied\n/gadfly-was-here denied\n/dev/shm/gadfly-was-here denied\ninside created\n/dev/null created\n",
            path.display()
        );
        assert_eq!(text(&ran.stdout), expected, "{}", tried.tier);
        assert!(tried.sandbox.directory().unwrap().has_file("inside"));
    });
    assert!(!path.exists());
}

#[test]
fn only_what_is_opened_is_read_also_below_tmp() {
    let parent = tempfile::tempdir_in("/tmp").unwrap();
    let [beside, hidden, below] = [(); 3].map(|()| tempfile::tempdir_in("/tmp").unwrap());
    for tier in Tier::ALL {
        let Some(sandbox) = sandbox(Some(parent.path()), tier) else { continue };
        let mut tried = Tried { sandbox, tier, marks: Vec::new() };
        let later = tempfile::tempdir_in("/tmp").unwrap();
        let inner = below.path().join("a/b");
        fs::create_dir_all(&inner).unwrap();
        let opened = [beside.path(), later.path(), &inner].map(Path::to_path_buf);
        opened.iter().for_each(|path| fs::write(path.join("file"), "seen ").unwrap());
        fs::write(hidden.path().join("file"), "hidden ").unwrap();
        for directory in [beside.path(), later.path(), hidden.path(), below.path()] {
            fs::set_permissions(directory, fs::Permissions::from_mode(0o755)).unwrap();
        }
        tried.sandbox.open(&opened);
        // Only what this test has made is in danger if the walls fail.
        let read = "cat \"$@\"; for file in \"$@\"; do d=${file%/*}; rm -rf $d; mv $d $d-away; done; mv $0 $0-away; cat \"$@\"";
        let files: Vec<String> = opened
            .iter()
            .map(|path| path.join("file").display().to_string())
            .chain([format!("{}/file", hidden.path().display())])
            .collect();
        let read = if tier == Tier::Limits { "cat \"$@\"; cat \"$@\"" } else { read };
        let words: Vec<&str> = ["sh", "-c", read, below.path().to_str().unwrap()]
            .into_iter()
            .chain(files.iter().map(String::as_str))
            .collect();
        let ran = tried.run_command(&words, AMPLE);
        let expected = if tier == Tier::Limits { "seen seen seen hidden " } else { "seen seen seen " }.repeat(2);
        assert_eq!(text(&ran.stdout), expected, "{tier}: {}", text(&ran.stderr));
        let ran = tried.run_command(&["sh", "-c", "pwd; echo x > here"], AMPLE);
        assert_eq!(text(&ran.stdout).trim_end(), tried.sandbox.scratch().to_str().unwrap());
        assert_eq!(tried.sandbox.directory().unwrap().read("here", 9).unwrap(), b"x\n");
    }
    assert_eq!(fs::read_dir(parent.path()).unwrap().count(), 0);
}

#[test]
fn jobs_have_their_own_session_and_no_input() {
    in_every_tier(|tried| {
        let ran = tried.run("session", &[], AMPLE);
        assert_eq!(text(&ran.stdout), "own\n-1\n");
    });
}

#[test]
fn a_helper_that_was_killed_is_replaced() {
    in_every_tier(|tried| {
        let helper = tried.sandbox.helper_id().unwrap();
        let keeper = children(helper)[0];
        kill(helper);
        wait_until("its keeper is dead", || !is_alive(keeper));
        let command = [OsString::from("true")];
        let job = Job { command: &command, environment: &[], limits: AMPLE };
        assert!(tried.sandbox.run(&job).is_err(), "{}", tried.tier);
        assert_eq!(tried.sandbox.run(&job).unwrap().end, End::Exited(0));
        assert_eq!(tried.sandbox.tier(), tried.tier);
    });
}

#[test]
fn a_helper_that_ends_says_why() {
    let mut sandbox = sandbox(None, Tier::Limits).expect("every machine has it");
    let run = |sandbox: &mut Sandbox, script: &str| {
        let command = ["sh", "-c", script].map(OsString::from);
        sandbox.run(&Job { command: &command, environment: &[], limits: AMPLE })
    };
    // The whole scratch directory, with that of temporary files.
    run(&mut sandbox, "cd ..; rm -rf \"$PWD\"").unwrap();
    let error = run(&mut sandbox, "true").unwrap_err().to_string();
    assert!(error.contains("cannot remove what a job has left") || error.contains("cannot prepare"), "{error}");
    assert_eq!(run(&mut sandbox, "true").unwrap().end, End::Exited(0));
}

#[test]
fn jobs_of_a_helper_that_replaced_another_can_be_ended_too() {
    in_every_tier(|tried| {
        let ender = tried.sandbox.ender();
        let command = ["sleep", "600"].map(OsString::from);
        for _ in 0..2 {
            let is_over = AtomicU32::new(0);
            std::thread::scope(|scope| {
                scope.spawn(|| {
                    while is_over.load(Ordering::SeqCst) == 0 {
                        ender.end();
                        std::thread::sleep(Duration::from_millis(10));
                    }
                });
                assert!(tried.sandbox.run(&Job { command: &command, environment: &[], limits: AMPLE }).is_err());
                is_over.store(1, Ordering::SeqCst);
            });
        }
    });
}

#[test]
fn a_job_can_be_ended_from_outside_and_the_sandbox_goes_on() {
    in_every_tier(|tried| {
        let directory = tried.sandbox.directory().unwrap();
        let directory = Directory::from(directory.as_fd().try_clone_to_owned().unwrap());
        let ender = tried.sandbox.ender();
        // A request between two jobs ends nothing.
        ender.end();
        let command = ["sh", "-c", "touch started; while :; do sleep 1; done"].map(OsString::from);
        let job = Job { command: &command, environment: &[], limits: AMPLE };
        std::thread::scope(|scope| {
            scope.spawn(|| {
                wait_until("the job runs", || directory.has_file("started"));
                ender.end();
            });
            assert!(tried.sandbox.run(&job).is_err(), "{}", tried.tier);
        });
        tried.sandbox.clear().unwrap();
        tried.sandbox.directory().unwrap().write("started", b"").unwrap();
        let command = ["test", "-e", "started"].map(OsString::from);
        let ran = tried.sandbox.run(&Job { command: &command, ..job }).unwrap();
        assert_eq!(ran.end, End::Exited(0), "{}", tried.tier);
    });
}

/// Processes whose parent this is.
fn children(parent: u32) -> Vec<u32> {
    let processes = fs::read_dir("/proc").unwrap().flatten();
    let pids = processes.filter_map(|entry| entry.file_name().to_str()?.parse::<u32>().ok());
    let is_child = |pid: &u32| {
        let stat = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
        stat.rsplit(')').next().and_then(|rest| rest.split_whitespace().nth(1)?.parse().ok()) == Some(parent)
    };
    pids.filter(is_child).collect()
}

/// The dead are dead even before they are buried.
fn is_alive(pid: u32) -> bool {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    stat.rsplit(") ").next().is_some_and(|rest| !rest.is_empty() && !rest.starts_with(['Z', 'X']))
}

fn kill(pid: u32) {
    signal(pid, rustix::process::Signal::KILL);
}

fn signal(pid: u32, signal: rustix::process::Signal) {
    rustix::process::kill_process(rustix::process::Pid::from_raw(pid as i32).unwrap(), signal).unwrap();
}

/// Not a test by itself: the process that the next tests kill.
#[test]
#[ignore = "started by other tests"]
fn owner() {
    let [parent, tier, fake, mark] = ["PARENT", "TIER", "FAKE", "MARK"].map(|name| std::env::var(name).unwrap());
    let mut sandbox = Sandbox::new(&helper(), Some(Path::new(&parent)), tier.parse().unwrap()).unwrap();
    sandbox.open(&[PathBuf::from(&fake)]);
    let command = [fake, "spin-below".to_string(), mark].map(OsString::from);
    let job = Job { command: &command, environment: &[], limits: AMPLE };
    panic!("ended with {:?}", sandbox.run(&job));
}

fn kill_the_owner(tier: Tier, helper_too: bool) {
    let parent = tempfile::tempdir().unwrap();
    let mark = mark();
    let mut owner = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "owner", "--ignored"])
        .envs([("PARENT", parent.path()), ("TIER", Path::new(tier.name())), ("FAKE", fake())])
        .env("MARK", &mark)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    wait_until("the job runs", || marked(&mark).len() == 2);
    let helpers = children(owner.id());
    assert_eq!(helpers.len(), 1);
    if helper_too {
        // The owner would clean up.
        signal(owner.id(), rustix::process::Signal::STOP);
        kill(helpers[0]);
    }
    kill(owner.id());
    assert_eq!(owner.wait().unwrap().signal(), Some(9));
    wait_until("no process is left", || {
        marked(&mark).is_empty() && !Path::new(&format!("/proc/{}", helpers[0])).exists()
    });
    if helper_too {
        assert_eq!(fs::read_dir(parent.path()).unwrap().count(), 1);
        sweep_in(parent.path());
    }
    assert_eq!(fs::read_dir(parent.path()).unwrap().count(), 0, "{tier}");
}

#[test]
fn killing_the_owner_leaves_no_process_and_no_directory() {
    Tier::ALL.into_iter().filter(|tier| sandbox(None, *tier).is_some()).for_each(|tier| kill_the_owner(tier, false));
}

#[test]
fn killing_owner_and_helper_leaves_no_process_and_after_a_sweep_no_directory() {
    // Without a PID namespace nothing holds a job's descendants then; the job itself goes.
    if sandbox(None, Tier::Namespaces).is_some() {
        kill_the_owner(Tier::Namespaces, true);
    }
}

#[test]
fn dropping_a_sandbox_removes_its_directory() {
    in_every_tier(|tried| {
        let root = tried.sandbox.scratch().parent().unwrap().to_path_buf();
        assert!(root.is_dir());
        let other = Sandbox::new(&helper(), None, tried.tier).unwrap();
        let root = other.scratch().parent().unwrap().to_path_buf();
        drop(other);
        assert!(!root.exists());
    });
}

#[test]
fn directories_that_are_lent_can_be_written_and_their_files_count() {
    in_every_tier(|tried| {
        let outside = tempfile::tempdir().unwrap();
        let [tree, closed] = ["tree", "closed"].map(|name| outside.path().join(name));
        fs::create_dir_all(tree.join("a")).unwrap();
        fs::create_dir(&closed).unwrap();
        fs::write(tree.join("a/old"), "old").unwrap();
        std::os::unix::fs::symlink(&closed, tree.join("link")).unwrap();
        tried.sandbox.lend(std::slice::from_ref(&tree)).unwrap();
        let path = tree.display().to_string();
        let write = "cd \"$1\" && echo new >> a/old && mkdir b && echo 1 > b/c && mv b/c d && cat a/old";
        let ran = tried.run_command(&["sh", "-c", write, "sh", &path], AMPLE);
        assert_eq!((ran.end, text(&ran.stdout)), (End::Exited(0), "oldnew\n".to_string()), "{}", text(&ran.stderr));
        assert!(tree.join("d").exists());
        if tried.tier > Tier::Limits {
            let beside = format!("{path}/link/x");
            assert_ne!(tried.run_command(&["touch", &beside], AMPLE).end, End::Exited(0));
            assert_eq!(fs::read_dir(&closed).unwrap().count(), 0);
        }
        let fill = "cd \"$1\" && while :; do head -c 8m /dev/zero > $(mktemp XXXXXXXXXX) || exit 1; done";
        let ran = tried.run_command(&["sh", "-c", fill, "sh", &path], AMPLE);
        assert_eq!(ran.end, End::Exceeded(Resource::Disk), "{} in {}", text(&ran.stderr), tried.tier);
        // Another one of the same kind is lent nothing.
        let mut another = tried.sandbox.another().unwrap();
        let command = ["touch", &format!("{path}/y")].map(OsString::from);
        let ran = another.run(&Job { command: &command, environment: &[], limits: AMPLE }).unwrap();
        assert_eq!(ran.end == End::Exited(0), tried.tier == Tier::Limits);
    });
}

#[test]
fn secret_settings_stay_secret_if_a_tool_is_in_a_closed_directory() {
    in_every_tier(|tried| {
        let home = tempfile::tempdir().unwrap();
        fs::set_permissions(&home, fs::Permissions::from_mode(0o700)).unwrap();
        fs::write(home.path().join("tool"), "tool ").unwrap();
        tried.sandbox.open(&[home.path().to_path_buf()]);
        let read = "cat \"$1/tool\"; grep -c '^root:' /etc/passwd; cat /etc/shadow";
        let ran = tried.run_command(&["sh", "-c", read, "sh", home.path().to_str().unwrap()], AMPLE);
        if tried.tier > Tier::Limits {
            assert_eq!(text(&ran.stdout), "tool 1\n", "{}: {}", tried.tier, text(&ran.stderr));
        }
    });
}
