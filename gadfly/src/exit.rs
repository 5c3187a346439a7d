//! Every exit code of the command, in one place.

/// The exit code of the process. 2 is the shell's own code for wrong usage, 65–74 are those of BSD's `sysexits.h`, the
/// others are ours.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum ExitCode {
    /// The interpreted program is defined and ended with this code (134 for `abort`); 0 for any other success,
    /// and for every verdict printed with `--json`.
    Program(u8),
    /// The arguments or the configuration make no sense.
    Usage,
    /// There are findings.
    Findings,
    /// Another process has the store.
    Busy,
    /// A program was rejected: by the preprocessor, or as not valid C.
    Rejected,
    /// An input file cannot be read.
    NoInput,
    /// There is no C compiler on this machine.
    Unavailable,
    /// A bug in Gadfly.
    Internal,
    /// Standard output or a generated file could not be written.
    Output,
    Undefined,
    Unsupported,
    OutOfFuel,
    /// Ended by Ctrl-C before all was done; the shell's own code for that.
    Interrupted,
}

impl ExitCode {
    pub fn code(self) -> u8 {
        match self {
            ExitCode::Program(code) => code,
            ExitCode::Usage => 2,
            ExitCode::Findings => 10,
            ExitCode::Busy => 14,
            ExitCode::Rejected => 65,
            ExitCode::NoInput => 66,
            ExitCode::Unavailable => 69,
            ExitCode::Internal => 70,
            ExitCode::Output => 74,
            ExitCode::Undefined => 86,
            ExitCode::Unsupported => 87,
            ExitCode::OutOfFuel => 88,
            ExitCode::Interrupted => 130,
        }
    }
}

impl From<ExitCode> for std::process::ExitCode {
    fn from(exit_code: ExitCode) -> std::process::ExitCode {
        std::process::ExitCode::from(exit_code.code())
    }
}

pub const TABLE: &str = "\
Exit codes:
   0   success; of a hunt: no findings
   2   wrong arguments       10   findings             14   the store or the finding is in use
  65   rejected: not valid C, or the preprocessor failed
  66   unreadable file       69   no C compiler found
  70   a bug in gadfly       74   output not writable
  86   undefined behaviour, or a result that depends on an unspecified order
  87   unsupported: beyond the interpreter, with the construct named
  88   out of fuel          130   ended by Ctrl-C; of a hunt: by the second
`gadfly run` exits as the program does when it is defined (134 after abort), and with 0 after `--json`.";
