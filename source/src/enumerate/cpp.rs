//! From a C++ file to its skeleton, by way of the syntax tree that clang prints as JSON (`-Xclang -ast-dump=json`).
//!
//! Variants are the user's own text with other names at its holes; headers and macros are untouched. Where another variable
//! would not be sound, uses stay as they are, for reasons that have names: captures, members' initialisers, constant expressions,
//! default arguments, `asm`, OpenMP and more.

mod ast;
mod holes;
mod kinds;
mod types;
mod walk;

use super::skeleton::Skeleton;
use super::template::Template;
use std::collections::BTreeMap;
use std::io::Read;

/// The skeleton of a C++ file, and its text with gaps.
#[derive(Clone, Debug)]
pub struct Cpp {
    /// Its holes are those of `template`, in the same order.
    pub skeleton: Skeleton,
    /// The file's own text.
    pub template: Template,
    /// How many uses of variables are no holes, by the reason.
    pub kept: BTreeMap<&'static str, usize>,
}

/// Why a C++ file has no skeleton.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// It is no JSON, or not in the form that clang has.
    #[error("clang's syntax tree cannot be read: {0}")]
    Tree(#[from] serde_json::Error),
    /// The file itself, whose names could then not be compared with clang's.
    #[error("the file is not UTF-8")]
    Encoding(#[from] std::str::Utf8Error),
}

/// Reads clang's tree of the file of this name, as clang was given it, with this text.
pub fn extract(tree: impl Read, name: &str, text: &[u8]) -> Result<Cpp, Error> {
    let readable = std::str::from_utf8(text)?;
    let mut walk = walk::Walk::new(text);
    ast::read(tree, name, &mut walk)?;
    let found = walk.finish();
    let (skeleton, gaps) = holes::skeleton(found, text);
    let template = Template::of_text(readable, &gaps.ranges, gaps.names);
    Ok(Cpp { skeleton, template, kept: gaps.kept })
}
