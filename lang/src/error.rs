//! Why a program, or a part of one, is not accepted.

use crate::location::Loc;

#[derive(Clone, Debug, thiserror::Error, PartialEq, Eq)]
#[error("{message}")]
pub struct Error {
    pub kind: ErrorKind,
    pub message: String,
    pub loc: Loc,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum ErrorKind {
    /// Not a valid program.
    Rejected,
    /// Valid, or perhaps valid, but beyond the model; the message names the construct.
    Unsupported,
}

pub type Result<T> = std::result::Result<T, Error>;
