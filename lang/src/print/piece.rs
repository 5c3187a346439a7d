//! Parts of a unit as texts of their own: what goes into a header, a source file, another source file.

use super::cpp::Cpp;
use super::{Lowering, Occurrence, Printer};
use crate::ast::{FuncId, Program, VarId};

/// What language is printed.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub enum Dialect {
    /// GNU C.
    #[default]
    C,
    /// GNU C++, from C++11 on.
    Cpp,
}

/// One declaration.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Piece {
    /// `extern int x;`; nothing for a static member, which its struct declares.
    Extern(VarId),
    /// `int x = 5;`
    Variable(VarId),
    /// `int f(int);`
    Prototype(FuncId),
    /// `int f(int a) {…}`
    Function(FuncId),
}

/// What `print_pieces` has made.
pub struct Pieces {
    /// Definitions of all types that the texts mention.
    pub types: String,
    /// One for each list of pieces.
    pub texts: Vec<String>,
}

/// What C++ cannot say, or not in the way that the lowering asks for.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("C++ has no {0}")]
pub struct Unsupported(pub &'static str);

/// Prints each list of pieces, which all belong to unit 0.
pub fn print_pieces(
    program: &Program,
    dialect: Dialect,
    lowering: &Lowering,
    texts: &[Vec<Piece>],
) -> Result<Pieces, Unsupported> {
    let mut printer = Printer::new(program, 0);
    if dialect == Dialect::Cpp {
        printer.cpp = Some(Cpp::new(program, lowering));
    }
    let texts = texts.iter().map(|pieces| printer.capture(|printer| printer.pieces(pieces))).collect();
    let types = printer.type_definitions();
    match printer.problem {
        Some(problem) => Err(problem),
        None => Ok(Pieces { types, texts }),
    }
}

impl Printer<'_> {
    fn pieces(&mut self, pieces: &[Piece]) {
        let mut after_function = false;
        for &piece in pieces {
            if matches!(piece, Piece::Extern(var) if self.member_of(var).is_some()) {
                continue;
            }
            let is_function = matches!(piece, Piece::Function(_));
            if !self.out.is_empty() && (is_function || after_function) {
                self.out.push('\n');
            }
            after_function = is_function;
            self.piece(piece);
            self.out.push('\n');
        }
    }

    fn piece(&mut self, piece: Piece) {
        match piece {
            Piece::Extern(var) => self.file_scope_variable(var, Occurrence { first: true, last: false }),
            Piece::Variable(var) => self.file_scope_variable(var, Occurrence::ONLY),
            Piece::Prototype(func) => self.declare_function(func, Occurrence { first: true, last: false }),
            Piece::Function(func) => {
                // Attributes of a function with a prototype stand there.
                let first = self.program[func].is_static;
                self.define_function(func, Occurrence { first, last: true });
            }
        }
    }
}
