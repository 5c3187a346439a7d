//! What a hostile compiler tries, in every tier, as root and as another user. `docs/sandbox.md` has a table of what is
//! promised; every promise is checked here, and every row of the table is tried.
//!
//! A machine without a tier fails the tests of that tier: they carry its name.

use sandbox::{End, Helper, Job, Limits, Ran, Resource, Sandbox, Tier};
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs;
use std::io;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command};

const LIMITS: Limits = Limits {
    cpu_ms: 120_000,
    wall_ms: 600_000,
    idle_ms: 600_000,
    memory_bytes: Some(1 << 30),
    file_bytes: 8 << 20,
    output_bytes: 1 << 16,
    processes: 64,
};

/// A user who owns nothing.
const NOBODY: u32 = 65_534;

/// What the owner's environment holds and jobs must not see.
const SECRET: &str = "gadfly-secret-in-the-environment";

/// An attack by the name that the table has for it, and whether it was held.
type Attack = (&'static str, fn(&mut Attacked) -> bool);

const ATTACKS: &[Attack] = &[
    ("replaces its working directory by a link", |it| it.keeps_out("cd ..; mv work away; ln -s $OUTSIDE work")),
    ("puts links where files will be written", |it| {
        it.keeps_out("ln -s $OUTSIDE/precious probe.c; ln -s $OUTSIDE a; ln $OUTSIDE/precious b.c")
    }),
    ("removes its working directory", |it| it.cleans("cd ..; rm -rf work; rmdir $PWD/work")),
    ("leaves directories without permissions", |it| it.cleans("$ATTACKER locked")),
    ("leaves a nest of 20,000 directories", |it| it.cleans("$ATTACKER nest")),
    ("leaves 50,000 files", |it| it.cleans("$ATTACKER many")),
    ("writes a pipe instead of an object", |it| {
        it.shell("mkfifo object.o");
        it.sandbox.directory().unwrap().read("object.o", 1 << 20).is_err()
    }),
    ("writes an object without end", |it| {
        it.shell("truncate -s 6M sparse.o; ln -s /dev/zero object.o");
        let directory = it.sandbox.directory().unwrap();
        directory.read("object.o", 1 << 20).is_err() && directory.read("sparse.o", 1 << 20).is_err()
    }),
    ("leaves names that are no text", |it| it.cleans("$ATTACKER odd-names")),
    ("leaves files that cannot be changed", |it| it.cleans("$ATTACKER immutable")),
    ("leaves a default for the rights of new files", |it| {
        it.cleans("$ATTACKER acl")
            && it.shell("cat next.c && touch $TMPDIR/a && cat $TMPDIR/a && echo readable") == "readable\n"
    }),
    ("writes a socket, a device or a directory instead of an object", |it| {
        it.shell("$ATTACKER nodes");
        let names = ["object.o", "zero.o", "disk.o", "fd.o", "loop.o", "directory.o"];
        let unread = names.iter().all(|name| it.sandbox.directory().unwrap().read(name, 1 << 20).is_err());
        unread && it.cleans("true")
    }),
    ("exchanges directories with each other and with links", |it| it.keeps_out("$ATTACKER exchange $OUTSIDE/precious")),
    ("leaves daemons", |it| it.leaves_nobody("daemons")),
    ("starts processes that end before they can be killed", |it| it.leaves_nobody("hop")),
    ("stops or kills the keeper", |it| it.keeps_keeper()),
    ("stops itself", |it| {
        let ran = it.run(&["sh", "-c", "kill -STOP $$"], LIMITS).expect("the sandbox is not lost");
        let below = it.run(&["sh", "-c", "sh -c 'kill -STOP $$'; true"], LIMITS).expect("the sandbox is not lost");
        let above = it.run(&["sh", "-c", "sh -c 'kill -STOP $PPID'; true"], LIMITS).expect("the sandbox is not lost");
        [ran, below, above].iter().all(|ran| ran.end == End::Signaled(libc::SIGSTOP))
    }),
    ("signals processes of the user", |it| it.keeps_strangers()),
    ("signals everyone, by every call that can", |it| it.attacker(&["signal-everyone"]) && it.works()),
    ("traces the keeper", |it| it.attacker(&["trace"])),
    ("limits or slows down the keeper", |it| it.attacker(&["limit"])),
    ("fills the disk", |it| it.exceeds("fill-nest", &[Resource::Disk])),
    ("fills the disk with files without names", |it| it.exceeds("fill-nameless", &[Resource::Disk])),
    ("fills the disk with files without names, and cannot be looked at", |it| {
        it.exceeds("fill-hidden", &[Resource::Disk, Resource::Memory])
    }),
    ("fills the memory with what waits in sockets", |it| {
        let attacker = it.attacker.display().to_string();
        let ran = it.run(&[&attacker, "fill-sockets"], LIMITS).expect("the sandbox is not lost");
        ran.end == End::Exceeded(Resource::Memory)
    }),
    ("raises its limits", |it| it.attacker(&["raise"])),
    ("does nothing for ever", |it| {
        let ran = it.run(&["sleep", "100000"], Limits { idle_ms: 200, ..LIMITS });
        ran.is_ok_and(|ran| ran.end == End::TimedOut)
    }),
    ("fills the memory with files without names", |it| it.exceeds("fill-memory", &[Resource::Disk])),
    ("leaves System V segments, semaphores and queues", |it| it.attacker(&["system-v"])),
    ("leaves POSIX message queues", |it| it.attacker(&["queues"])),
    ("writes files outside", |it| {
        it.attacker(&["write", &it.path("precious"), &it.path("new"), "/dev/shm/gadfly-was-here"])
    }),
    ("leaves files in places for everyone", |it| it.attacker(&["leave"])),
    ("gets at files in roundabout ways", |it| it.attacker(&["by-hand", &it.path("precious")])),
    ("watches the user's files", |it| it.attacker(&["watch", &it.path("precious")])),
    ("looks for the user's files, at their sizes and times", |it| it.attacker(&["look", &it.path("precious")])),
    ("changes the clock, the name or the settings of the machine", |it| it.attacker(&["machine"])),
    ("changes modes, times, owners or attributes outside", |it| it.attacker(&["metadata", &it.path("precious")])),
    ("reads the user's files", |it| it.attacker(&["read", &it.path("precious")])),
    ("reads another job's files", |it| {
        let other = it.other_scratch.join("secret").display().to_string();
        it.attacker(&["read", &other])
    }),
    ("reads the user's environment", |it| !it.shell("env; cat /proc/self/environ").contains(SECRET)),
    ("reads the hunt's environment, memory and descriptors", |it| {
        let own = std::process::id();
        it.attacker(&["read", &format!("/proc/{own}/environ"), &format!("/proc/{own}/maps")])
    }),
    ("uses descriptors that were left open", |it| it.attacker(&["descriptors"])),
    ("opens a terminal", |it| it.attacker(&["terminal"])),
    ("uses the kernel's keys", |it| it.attacker(&["keys"])),
    ("makes namespaces, mounts, BPF programs and the like", |it| it.attacker(&["kernel"])),
    ("opens sockets", |it| it.attacker(&["sockets"])),
    ("sees other processes", |it| it.attacker(&["processes", &std::process::id().to_string()])),
];

/// Programs that all users may run: the helper, the attacker, and these tests.
struct Programs {
    directory: tempfile::TempDir,
}

impl Programs {
    fn make() -> io::Result<Programs> {
        let directory = tempfile::tempdir_in("/tmp")?;
        fs::set_permissions(&directory, fs::Permissions::from_mode(0o755))?;
        fs::copy(env!("CARGO_BIN_EXE_sandbox-helper"), directory.path().join("helper"))?;
        fs::copy(std::env::current_exe()?, directory.path().join("tests"))?;
        let source = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/sandbox/attacker.c");
        let mut compiler = Command::new("cc");
        let status = compiler.args(["-O1", "-w", "-o"]).arg(directory.path().join("attacker")).arg(source).status()?;
        if status.success() { Ok(Programs { directory }) } else { Err(io::Error::other("cc fails")) }
    }
}

/// A sandbox under attack.
struct Attacked {
    sandbox: Sandbox,
    tier: Tier,
    attacker: PathBuf,
    /// Where the user's precious file is.
    outside: PathBuf,
    other_scratch: PathBuf,
}

impl Attacked {
    fn run(&mut self, words: &[&str], limits: Limits) -> io::Result<Ran> {
        let command: Vec<OsString> = words.iter().map(OsString::from).collect();
        self.sandbox.run(&Job { command: &command, environment: &[], limits }).map_err(io::Error::other)
    }

    /// What a shell script says. The sandbox must go on, whatever it does.
    fn shell(&mut self, script: &str) -> String {
        let (attacker, outside) = (self.attacker.display().to_string(), self.outside.display().to_string());
        let script = script.replace("$ATTACKER", &attacker).replace("$OUTSIDE", &outside);
        let ran = self.run(&["sh", "-c", &script], LIMITS);
        ran.map_or_else(|error| error.to_string(), |ran| String::from_utf8_lossy(&ran.stdout).into_owned())
    }

    /// Whether the attacker says that all its tries failed.
    fn attacker(&mut self, arguments: &[&str]) -> bool {
        let attacker = self.attacker.display().to_string();
        let words: Vec<&str> = [attacker.as_str()].into_iter().chain(arguments.iter().copied()).collect();
        let ran = self.run(&words, LIMITS).expect("the sandbox is not lost");
        let said = String::from_utf8_lossy(&ran.stdout).into_owned();
        if said != "held\n" {
            eprintln!("{} in {}: {:?} {said}", arguments.join(" "), self.tier, ran.end);
        }
        said == "held\n"
    }

    fn path(&self, name: &str) -> String {
        self.outside.join(name).display().to_string()
    }

    /// After the script, writing and cleaning must change nothing outside.
    fn keeps_out(&mut self, script: &str) -> bool {
        self.shell(script);
        for name in ["probe.c", "a/precious", "b.c", "precious"] {
            // A directory that cannot be written is replaced.
            if self.sandbox.directory().unwrap().write(name, b"overwritten").is_err() {
                self.sandbox.renew().unwrap();
            }
        }
        self.sandbox.clear().unwrap();
        fs::read_to_string(self.outside.join("precious")).is_ok_and(|text| text == "precious")
    }

    /// After the script, the next program can be laid out, and nothing is left of the last one.
    fn cleans(&mut self, script: &str) -> bool {
        self.shell(script);
        self.sandbox.clear().unwrap();
        self.sandbox.directory().unwrap().write("next.c", b"").unwrap();
        self.sandbox.directory().unwrap().names().unwrap() == ["next.c"] && self.works()
    }

    fn works(&mut self) -> bool {
        self.run(&["true"], LIMITS).is_ok_and(|ran| ran.end == End::Exited(0))
    }

    /// Of processes that have the attacker's name nobody may live on.
    fn leaves_nobody(&mut self, mode: &str) -> bool {
        let attacker = self.attacker.display().to_string();
        let ran = self.run(&[&attacker, mode], LIMITS);
        let processes = fs::read_dir("/proc").unwrap().flatten();
        let lines = processes.filter_map(|entry| fs::read(entry.path().join("cmdline")).ok());
        let left = lines.filter(|line| line.starts_with(attacker.as_bytes())).count();
        if left > 0 {
            eprintln!("{mode} in {}: {left} processes are left", self.tier);
        }
        ran.is_ok() && left == 0 && self.works()
    }

    /// A keeper that is lost must be replaced, in every tier; not to lose it is better.
    fn keeps_keeper(&mut self) -> bool {
        let mut kept = true;
        for mode in ["stop", "kill"] {
            let attacker = self.attacker.display().to_string();
            kept &= self.run(&[&attacker, mode], LIMITS).is_ok_and(|ran| ran.end == End::Exited(0));
            assert!(self.works() || self.works(), "after {mode} in {}", self.tier);
        }
        kept
    }

    fn keeps_strangers(&mut self) -> bool {
        let mut stranger = Stranger(Command::new("sleep").arg("600").spawn().unwrap());
        let held = self.attacker(&["signal", &stranger.0.id().to_string()]);
        held && stranger.0.try_wait().unwrap().is_none()
    }

    /// Whether it is stopped for using too much, or cannot even begin.
    fn exceeds(&mut self, mode: &str, resources: &[Resource]) -> bool {
        let attacker = self.attacker.display().to_string();
        let ran = self.run(&[&attacker, mode], LIMITS).expect("the sandbox is not lost");
        self.sandbox.clear().unwrap();
        let refused = ran.end == End::Exited(0) && ran.stdout == b"held\n";
        refused || matches!(ran.end, End::Exceeded(resource) if resources.contains(&resource))
    }
}

/// A process that has nothing to do with a sandbox.
struct Stranger(Child);

impl Drop for Stranger {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// The promises of `docs/sandbox.md`: for each attack, a cell for each tier, from the weakest.
fn promises() -> BTreeMap<String, [String; 3]> {
    let rows =
        include_str!("../../docs/sandbox.md").lines().skip_while(|line| !line.starts_with("| a job that")).skip(2);
    let cells = |line: &str| line.trim_matches('|').split('|').map(|cell| cell.trim().to_string()).collect::<Vec<_>>();
    let rows = rows.take_while(|line| line.starts_with('|')).map(cells);
    rows.map(|row| (row[0].clone(), [row[3].clone(), row[2].clone(), row[1].clone()])).collect()
}

/// Whether a cell promises something to whoever runs this test.
fn is_promised(cell: &str) -> bool {
    match cell {
        "held" => true,
        "held for root" => rustix::process::geteuid().is_root(),
        "not held" => false,
        other => panic!("the table says `{other}`"),
    }
}

#[test]
fn every_row_of_the_table_is_tried() {
    let promises = promises();
    let tried: Vec<&str> = ATTACKS.iter().map(|(name, _)| *name).collect();
    let unknown: Vec<&String> = promises.keys().filter(|name| !tried.contains(&name.as_str())).collect();
    assert!(unknown.is_empty(), "no test tries {unknown:?}");
    let missing: Vec<&&str> = tried.iter().filter(|name| !promises.contains_key(**name)).collect();
    assert!(missing.is_empty(), "the table lacks {missing:?}");
    promises.values().flatten().for_each(|cell| {
        is_promised(cell);
    });
}

/// Tries all attacks in a tier as the user of this process.
fn attack(tier: Tier, programs: &Path) {
    let helper = Helper { program: programs.join("helper"), args: Vec::new() };
    let promises = promises();
    let outside = tempfile::tempdir_in("/tmp").unwrap();
    let mut broken = Vec::new();
    // To look into one of them.
    let only = std::env::var("GADFLY_ATTACK").unwrap_or_default();
    for (name, attack) in ATTACKS.iter().filter(|(name, _)| name.contains(&only)) {
        let cell = &promises[*name][Tier::ALL.iter().position(|other| *other == tier).unwrap()];
        let is_promised = is_promised(cell);
        // What nothing holds would really be done to the machine.
        if !is_promised && tier == Tier::Limits && !IS_HARMLESS.contains(name) {
            continue;
        }
        fs::write(outside.path().join("precious"), "precious").unwrap();
        fs::set_permissions(outside.path().join("precious"), fs::Permissions::from_mode(0o600)).unwrap();
        let before = fs::metadata(outside.path().join("precious")).unwrap();
        // Of a descriptor that nobody closes on exec.
        let left = fs::File::open(outside.path().join("precious")).unwrap();
        rustix::io::fcntl_setfd(&left, rustix::io::FdFlags::empty()).unwrap();
        let other = Sandbox::new(&helper, None, tier).unwrap();
        other.directory().unwrap().write("secret", b"secret").unwrap();
        let mut sandbox = Sandbox::new(&helper, None, tier).unwrap();
        assert_eq!(sandbox.tier(), tier, "this machine has no tier `{tier}`: {:?}", sandbox.refusals());
        let attacker = programs.join("attacker");
        sandbox.open(std::slice::from_ref(&attacker));
        let other_scratch = other.scratch().to_path_buf();
        let first_root = sandbox.scratch().parent().unwrap().to_path_buf();
        let outside = outside.path().to_path_buf();
        let mut attacked = Attacked { sandbox, tier, attacker, outside, other_scratch };
        let held = attack(&mut attacked);
        let root = attacked.sandbox.scratch().parent().unwrap().to_path_buf();
        let after = fs::metadata(attacked.outside.join("precious")).unwrap();
        let same = before.mode() == after.mode() && before.uid() == after.uid();
        drop(attacked);
        // A directory that could not be emptied was replaced by another.
        let is_gone = !root.exists() && !first_root.exists();
        println!("{tier}: {name}: {}", if held { "held" } else { "not held" });
        if is_promised && !(held && same && is_gone) {
            broken.push(format!("{name} (held {held}, the same file {same}, nothing left {is_gone})"));
        }
    }
    assert!(broken.is_empty(), "tier `{tier}`, user {}: {broken:#?}", rustix::process::geteuid().as_raw());
}

/// Attacks that do no harm even if nothing holds them.
const IS_HARMLESS: [&str; 3] = ["stops or kills the keeper", "reads the user's files", "watches the user's files"];

/// Not a test by itself: one tier, as the user that it is started as.
#[test]
#[ignore = "started by other tests"]
fn attack_as_this_user() {
    let [tier, programs] = ["GADFLY_TIER", "GADFLY_PROGRAMS"].map(|name| std::env::var(name).unwrap());
    attack(tier.parse().unwrap(), Path::new(&programs));
}

/// In a process of its own, whose environment has a secret.
fn attack_as(user: Option<u32>, tier: Tier) {
    let programs = Programs::make().expect("the attacker can be compiled");
    let programs = programs.directory.path();
    let mut command = Command::new(programs.join("tests"));
    command.args(["--exact", "attack_as_this_user", "--ignored", "--nocapture"]).current_dir("/");
    command.env("GADFLY_TIER", tier.name()).env("GADFLY_PROGRAMS", programs).env("GADFLY_SECRET", SECRET);
    if let Some(user) = user {
        command.uid(user).gid(user).env_remove("TMPDIR");
    }
    let output = command.output().unwrap();
    let text = format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{text}");
}

fn is_root() -> bool {
    rustix::process::geteuid().is_root()
}

#[test]
fn attacks_are_held_in_namespaces() {
    attack_as(None, Tier::Namespaces);
}

#[test]
fn attacks_are_held_in_landlock() {
    attack_as(None, Tier::Landlock);
}

#[test]
fn attacks_are_held_in_limits() {
    attack_as(None, Tier::Limits);
}

#[test]
fn attacks_are_held_in_namespaces_of_another_user() {
    // Whoever is not root has just been tested.
    if is_root() {
        attack_as(Some(NOBODY), Tier::Namespaces);
    }
}

#[test]
fn attacks_are_held_in_landlock_of_another_user() {
    if is_root() {
        attack_as(Some(NOBODY), Tier::Landlock);
    }
}

#[test]
fn attacks_are_held_in_limits_of_another_user() {
    if is_root() {
        attack_as(Some(NOBODY), Tier::Limits);
    }
}

/// A root directory that is no mount point, with the machine's system in it, read-only: nothing that goes wrong here can
/// change it. The mounts are seen by nobody else and go with the process.
const CHROOT: &str = r#"
set -e
cd "$1"
for link in bin sbin lib lib32 lib64 libx32; do
    if [ -L /$link ]; then ln -s "$(readlink /$link)" $link; elif [ -d /$link ]; then mkdir $link; mount --bind -o ro /$link $link; fi
done
mkdir usr etc dev proc tmp programs
for directory in usr etc dev; do mount --bind -o ro /$directory $directory; done
mount --bind -o ro "$GADFLY_PROGRAMS" programs
mount -t proc proc proc
mount -t tmpfs -o mode=1777 tmpfs tmp
export GADFLY_PROGRAMS=/programs
exec chroot . /programs/tests --exact attack_as_this_user --ignored --nocapture
"#;

#[test]
fn attacks_are_held_in_namespaces_in_a_chroot() {
    // Nobody else may enter a chroot, or make a user namespace in one.
    if !is_root() {
        return;
    }
    let programs = Programs::make().expect("the attacker can be compiled");
    let root = tempfile::tempdir_in("/tmp").unwrap().keep();
    fs::set_permissions(&root, fs::Permissions::from_mode(0o755)).unwrap();
    let mut command = Command::new("unshare");
    command.args(["-m", "--propagation", "private", "sh", "-c", CHROOT, "sh"]).arg(&root);
    command.env("GADFLY_TIER", "namespaces").env("GADFLY_PROGRAMS", programs.directory.path());
    let output = command.env("GADFLY_SECRET", SECRET).env_remove("TMPDIR").output().unwrap();
    // Only what is empty: should a mount be left, nothing behind it is touched.
    for entry in fs::read_dir(&root).unwrap().flatten() {
        let _ = fs::remove_file(entry.path()).or_else(|_| fs::remove_dir(entry.path()));
    }
    fs::remove_dir(&root).unwrap();
    let text = format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{text}");
}
