//! Why a program, or a part of one, is not accepted.

use crate::location::Loc;

/// What is wrong, and where.
#[derive(Clone, Debug, thiserror::Error, PartialEq, Eq)]
#[error("{message}")]
pub struct Error {
    /// Whose fault it is.
    pub kind: ErrorKind,
    /// One sentence without the location.
    pub message: String,
    /// `Loc::NONE` if it is about no part of the text.
    pub loc: Loc,
}

/// Whether the program or Gadfly falls short.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum ErrorKind {
    /// Not a valid program.
    Rejected,
    /// Valid, or perhaps valid, but beyond the model; the message names the construct.
    Unsupported,
}

/// Of parsing and building.
pub type Result<T> = std::result::Result<T, Error>;
