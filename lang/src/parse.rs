//! Preprocessed GNU C11/C17 to the typed model, by recursive descent with scope-tracked typedefs.
//!
//! Parsing and typing are one pass: `parse::expr` calls `build` for every node, which converts operands and checks
//! constraints. What GCC 12 only warns about in its default mode (pointer/integer mixes, missing prototypes,
//! implicit `int`) is accepted here too.

mod asm;
mod attr;
mod constant;
mod decl;
mod declarator;
mod depth;
mod expr;
mod function;
mod init;
mod link;
pub(crate) mod literal;
mod record;
mod scope;
mod specifiers;
mod stmt;

use crate::ast::{FuncId, LabelId, Program};
pub use crate::error::{Error, ErrorKind, Result};
use crate::lex::{Tok, Token};
use crate::location::Loc;
use crate::names::Symbol;
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// What the parser takes before it calls a program too large.
#[derive(Clone, Debug)]
pub struct Options {
    /// Deepest nesting of syntax; expression trees may be five times as high. The default is safe on an 8 MiB stack in release builds;
    /// callers with larger stacks may raise it.
    pub max_depth: u32,
}

impl Default for Options {
    fn default() -> Options {
        Options { max_depth: 400 }
    }
}

/// Parses the units of a program, by name and text, into `program`, which is empty and has the target. The only call that
/// makes a whole program of texts, so that all of them are read within the same limits.
pub fn parse_units<'a>(
    program: &mut Program,
    units: impl IntoIterator<Item = (&'a str, Arc<[u8]>)>,
    options: &Options,
) -> Result<()> {
    units.into_iter().try_for_each(|(name, text)| parse(program, name, text, options))
}

/// Parses one translation unit and appends it to the program. On an error the program is left half-filled and
/// should be dropped (its `source` still resolves the error's position).
pub fn parse(program: &mut Program, name: &str, text: Arc<[u8]>, options: &Options) -> Result<()> {
    if !program.source.has_room(text.len()) {
        let message = "more than 2 GiB of text".to_string();
        return Err(Error { kind: ErrorKind::Unsupported, message, loc: Loc::NONE });
    }
    let base = program.source.add_unit(name, text.clone());
    let tokens = crate::lex::lex(&text, base, &mut program.names, &mut program.source)?;
    program.units.push(crate::ast::Unit { name: name.to_string(), items: Vec::new() });
    let mut parser = Parser::new(program, text, base, tokens, options.clone());
    let first = parser.program.exprs.len();
    parser.translation_unit()?;
    link::check(program)?;
    let limit = options.max_depth.saturating_mul(HEIGHT_PER_DEPTH);
    match depth::first_too_high(program, first, limit) {
        Some(loc) => {
            let message = format!("an expression tree higher than {limit} nodes");
            Err(Error { kind: ErrorKind::Unsupported, message, loc })
        }
        None => Ok(()),
    }
}

/// Expression nodes per level of nesting: chains of operators, which real programs have, and implicit conversions.
const HEIGHT_PER_DEPTH: u32 = 5;

/// The state of one unit's parse. Expressions and statements are written straight into `program`.
pub(crate) struct Parser<'p> {
    pub program: &'p mut Program,
    text: Arc<[u8]>,
    base: Loc,
    tokens: Vec<Token>,
    /// Index of the current token.
    at: usize,
    depth: u32,
    options: Options,
    scopes: scope::Scopes,
    /// The function being parsed, innermost (GNU nested functions).
    function: Option<FuncId>,
    /// The enclosing switches; case values are converted to their controlling types.
    switches: Vec<stmt::Switch>,
    /// Labels of the function being parsed, by name; forward gotos create undefined ones.
    labels: FxHashMap<Symbol, LabelId>,
    /// `__label__` declarations in scope, innermost last, and whether they were used.
    local_labels: Vec<(LabelId, bool)>,
    /// Declarations of variably modified types in scope, by number; no jump may enter their scope.
    variable_scopes: Vec<u32>,
    variable_count: u32,
    /// The gotos of the function being parsed.
    jumps: Vec<stmt::Jump>,
    /// The innermost of them around each label.
    label_scopes: FxHashMap<LabelId, u32>,
    /// Enclosing statements that `break` and `continue` may leave.
    breakable: u32,
    loops: u32,
    /// Inside `sizeof`, `typeof` and the like, where nothing is evaluated.
    unevaluated: u32,
    /// Attributes of typedefs of functions and pointers to them.
    typedef_attributes: FxHashMap<(Symbol, crate::types::Type), attr::Attributes>,
    /// The stack of `#pragma pack` values, the current one last; 0 is none.
    pragma_pack: Vec<u32>,
    /// `#pragma scalar_storage_order` asks for the other byte order.
    reverse_storage: bool,
}

impl<'p> Parser<'p> {
    fn new(program: &'p mut Program, text: Arc<[u8]>, base: Loc, tokens: Vec<Token>, options: Options) -> Parser<'p> {
        Parser {
            program,
            text,
            base,
            tokens,
            at: 0,
            depth: 0,
            options,
            scopes: scope::Scopes::default(),
            function: None,
            switches: Vec::new(),
            labels: FxHashMap::default(),
            local_labels: Vec::new(),
            variable_scopes: Vec::new(),
            variable_count: 0,
            jumps: Vec::new(),
            label_scopes: FxHashMap::default(),
            breakable: 0,
            loops: 0,
            unevaluated: 0,
            typedef_attributes: FxHashMap::default(),
            pragma_pack: Vec::new(),
            reverse_storage: false,
        }
    }

    fn tok(&self) -> Tok {
        self.tokens[self.at].tok
    }

    /// The token `ahead` places after the current one (`Eof` past the end).
    fn peek(&self, ahead: usize) -> Tok {
        self.tokens.get(self.at + ahead).map_or(Tok::Eof, |token| token.tok)
    }

    fn loc(&self) -> Loc {
        self.tokens[self.at].loc
    }

    /// Moves past the current token and returns it; stays on `Eof`.
    fn bump(&mut self) -> Token {
        let token = self.tokens[self.at];
        if token.tok != Tok::Eof {
            self.at += 1;
        }
        token
    }

    fn eat(&mut self, tok: Tok) -> bool {
        let found = self.tok() == tok;
        if found {
            self.bump();
        }
        found
    }

    fn expect(&mut self, tok: Tok) -> Result<Token> {
        if self.tok() == tok { Ok(self.bump()) } else { Err(self.unexpected(&format!("expected {}", tok.spelling()))) }
    }

    fn text_of(&self, token: Token) -> &[u8] {
        let start = (token.loc.0 - self.base.0) as usize;
        &self.text[start..start + token.len as usize]
    }

    /// «expected `;`, found `}`»
    fn unexpected(&self, expected: &str) -> Error {
        let found = match self.tok() {
            Tok::Eof => "the end of the file".to_string(),
            _ => format!("`{}`", String::from_utf8_lossy(self.text_of(self.tokens[self.at]))),
        };
        self.reject(self.loc(), format!("{expected}, found {found}"))
    }

    fn reject(&self, loc: Loc, message: impl Into<String>) -> Error {
        Error { kind: ErrorKind::Rejected, message: message.into(), loc }
    }

    fn unsupported(&self, loc: Loc, message: impl Into<String>) -> Error {
        Error { kind: ErrorKind::Unsupported, message: message.into(), loc }
    }

    /// Runs `parse` one nesting level deeper, or rejects.
    fn nested<T>(&mut self, parse: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        if self.depth >= self.options.max_depth {
            return Err(self.unsupported(self.loc(), format!("nesting deeper than {} levels", self.options.max_depth)));
        }
        self.depth += 1;
        let result = parse(self);
        self.depth -= 1;
        result
    }
}

// What the submodules give each other:
//
//   expr        expression() -> ExprId                    assignment expressions joined by commas
//               assignment_expression() -> ExprId
//               conditional_expression() -> ExprId
//               constant_expression() -> (i128, Type)     an integer constant expression (array sizes, cases, enums)
//   literal     number(token), character(token), string() -> StrId (concatenates adjacent literals)
//   decl        translation_unit()
//               starts_declaration() -> bool              the current token begins declaration specifiers
//               starts_type_name() -> bool                the current token begins a type name (after `(`)
//               type_name() -> Type
//               declaration(&mut Vec<StmtId>)             one block-scope declaration
//               implicit_function(Symbol, Loc) -> FuncId  `int name()`, declared by its first call (C90)
//   init        initializer(ty) -> (InitId, Type)         a braced or plain initialiser; completes `T[]`
//   stmt        compound_statement() -> StmtId            `{ … }` with its own scope
//               function_body(FuncId, &[Type])
//               label(Symbol, Loc) -> LabelId             the label a `goto` or `&&` means, created if need be
//   attr        attributes() -> Attributes                zero or more `__attribute__((…))`
//   scope       Scopes: push, pop, lookup(Symbol) -> Option<Entity>, declare, tags
