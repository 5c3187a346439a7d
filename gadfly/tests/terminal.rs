//! What people see on a terminal, which is a pseudo-terminal here with an emulator just large enough for it.

use std::fs::{self, File};
use std::io::{ErrorKind, Read, Write};
use std::os::fd::{FromRawFd, OwnedFd};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use tempfile::TempDir;

const COLUMNS: usize = 80;

/// The lines of an endless screen, and where the cursor is.
#[derive(Default)]
struct Screen {
    lines: Vec<Vec<char>>,
    row: usize,
    column: usize,
}

impl Screen {
    fn put(&mut self, c: char) {
        match c {
            '\r' => self.column = 0,
            '\n' => self.row += 1,
            c if c.is_control() => {}
            c => {
                // Beyond the right edge a terminal goes on with the next line.
                if self.column == COLUMNS {
                    (self.row, self.column) = (self.row + 1, 0);
                }
                self.line().resize(COLUMNS, ' ');
                let column = self.column;
                self.line()[column] = c;
                self.column += 1;
            }
        }
    }

    fn line(&mut self) -> &mut Vec<char> {
        if self.lines.len() <= self.row {
            self.lines.resize(self.row + 1, Vec::new());
        }
        &mut self.lines[self.row]
    }

    /// A control sequence: its number and its letter.
    fn control(&mut self, number: usize, letter: char) {
        match letter {
            'A' => self.row = self.row.saturating_sub(number.max(1)),
            'B' => self.row += number.max(1),
            'K' if number == 2 => self.line().clear(),
            'K' => {
                let column = self.column;
                self.line().truncate(column);
            }
            'J' => {
                self.line().clear();
                self.lines.truncate(self.row + 1);
            }
            'G' => self.column = number.saturating_sub(1),
            _ => {}
        }
    }

    fn feed(&mut self, text: &str) {
        let mut chars = text.chars();
        while let Some(c) = chars.next() {
            if c != '\x1b' {
                self.put(c);
                continue;
            }
            let sequence = sequence(&mut chars);
            let letter = sequence.chars().last().unwrap_or(' ');
            self.control(sequence.trim_end_matches(letter).parse().unwrap_or(0), letter);
        }
    }

    fn lines(&self) -> Vec<String> {
        self.lines.iter().map(|line| line.iter().collect::<String>().trim_end().to_string()).collect()
    }
}

/// What follows an escape character, up to its letter.
fn sequence(chars: &mut std::str::Chars) -> String {
    let mut text = String::new();
    for c in chars {
        text.push(c);
        if c.is_ascii_alphabetic() {
            break;
        }
    }
    text.trim_start_matches('[').to_string()
}

/// A command with a terminal of its own.
struct Session {
    child: Child,
    terminal: File,
    text: String,
}

impl Session {
    fn start(directory: &Path, args: &[&str]) -> Session {
        let (mut ours, mut theirs) = (0, 0);
        let size = libc::winsize { ws_row: 40, ws_col: COLUMNS as u16, ws_xpixel: 0, ws_ypixel: 0 };
        // SAFETY: both descriptors are there to be written, and are ours alone afterwards.
        let (terminal, theirs) = unsafe {
            let (null, size) = (std::ptr::null_mut(), std::ptr::addr_of!(size).cast_mut());
            assert_eq!(libc::openpty(&mut ours, &mut theirs, null, std::ptr::null_mut(), size), 0);
            (File::from_raw_fd(ours), OwnedFd::from_raw_fd(theirs))
        };
        let stream = || Stdio::from(theirs.try_clone().unwrap());
        let mut command = Command::new("setsid");
        command.args(["--ctty", "--wait", env!("CARGO_BIN_EXE_gadfly")]).args(args).current_dir(directory);
        let child = command.stdin(stream()).stdout(stream()).stderr(stream()).spawn().unwrap();
        Session { child, terminal, text: String::new() }
    }

    /// Reads until the text is there, or to the end.
    fn read_until(&mut self, wanted: Option<&str>) {
        let mut bytes = [0; 4096];
        while !wanted.is_some_and(|wanted| self.text.contains(wanted)) {
            match self.terminal.read(&mut bytes) {
                Ok(0) => return,
                Ok(count) => self.text.push_str(&String::from_utf8_lossy(&bytes[..count])),
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                // Nobody has the other end any more.
                Err(_) => return,
            }
        }
    }

    /// The lines on the screen once it is over.
    fn finish(mut self) -> Vec<String> {
        self.read_until(None);
        self.child.wait().unwrap();
        let mut screen = Screen::default();
        screen.feed(&self.text);
        screen.lines()
    }
}

#[test]
fn ctrl_c_leaves_nothing_of_the_screen_behind() {
    let directory = TempDir::new().unwrap();
    let args = ["hunt", "--no-reduce", "--compiler", "cc", "--levels", "0", "--seed", "1", "--size", "60"];
    let mut session = Session::start(directory.path(), &args);
    session.read_until(Some("gadfly itself"));
    session.terminal.write_all(b"\x03").unwrap();
    let lines = session.finish();
    let stale: Vec<&String> = lines.iter().filter(|line| line.starts_with("hunting") || line.contains("^C")).collect();
    assert!(stale.is_empty(), "{lines:#?}");
    assert!(lines.iter().any(|line| line.starts_with("Stopped after")), "{lines:#?}");
}

#[test]
fn findings_take_a_line_each_on_a_terminal() {
    let directory = TempDir::new().unwrap();
    let lines = |args: &[&str]| Session::start(directory.path(), args).finish();
    let cc = directory.path().join("a-compiler-with-a-long-name");
    let body = "case \"$*\" in *-O1*-c*test.c*) sed -i 's/ ^= / -= /g' test.c;; esac\nexec cc \"$@\"\n";
    fs::write(&cc, format!("#!/bin/sh\n{body}")).unwrap();
    fs::set_permissions(&cc, fs::Permissions::from_mode(0o755)).unwrap();
    let hunt = ["hunt", "--no-reduce", "--levels", "1", "--seed", "1", "--tests", "4", "--compiler"];
    lines(&[&hunt[..], &[cc.to_str().unwrap()]].concat());
    let listed = lines(&["findings"]);
    let rows: Vec<&String> = listed.iter().filter(|line| line.contains("a-compiler-with")).collect();
    assert!(!rows.is_empty(), "{listed:#?}");
    assert!(listed[0].starts_with("ID") && listed[0].ends_with("TITLE"), "{listed:#?}");
    // The header, a row for each, a blank line and the sum.
    assert_eq!(listed.len(), rows.len() + 3, "{listed:#?}");
    assert!(rows.iter().all(|row| row.chars().count() <= COLUMNS && row.ends_with('…')), "{listed:#?}");
}
