//! Every exit code of the command, in one place.

/// What the process says when it ends. Codes 64–74 are those of BSD's `sysexits.h`; 86–88 are ours.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum ExitCode {
    /// The interpreted program is defined and ended with this code (134 for `abort`); 0 for any other success,
    /// and for every verdict printed with `--json`.
    Program(u8),
    /// The arguments make no sense.
    Usage,
    /// A program was rejected: by the preprocessor, or as not valid C.
    Rejected,
    /// An input file cannot be read.
    NoInput,
    /// There is no C preprocessor on this machine.
    Unavailable,
    /// A bug in Gadfly.
    Internal,
    /// Standard output or a generated file could not be written.
    Output,
    Undefined,
    Unsupported,
    OutOfFuel,
}

impl ExitCode {
    pub fn code(self) -> u8 {
        match self {
            ExitCode::Program(code) => code,
            ExitCode::Usage => 64,
            ExitCode::Rejected => 65,
            ExitCode::NoInput => 66,
            ExitCode::Unavailable => 69,
            ExitCode::Internal => 70,
            ExitCode::Output => 74,
            ExitCode::Undefined => 86,
            ExitCode::Unsupported => 87,
            ExitCode::OutOfFuel => 88,
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
  the program's own   the program is defined (134 after abort)
  86   undefined behaviour, or a result that depends on an unspecified order
  87   unsupported: beyond the interpreter, with the construct named
  88   out of fuel
  65   rejected: not valid C, or the preprocessor failed
  64   wrong arguments       66   unreadable file      69   no C compiler found
  70   a bug in gadfly       74   output not writable
`gadfly run --json` prints every verdict as an object, and the exit code is 0.";
