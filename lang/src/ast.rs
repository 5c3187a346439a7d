//! The program model: a typed AST in arenas, so that a clone is a few memcpys and a profile is a vector.
//!
//! Every expression carries its C type. Implicit conversions are explicit nodes (`ExprKind::Convert`), except
//! lvalue conversion: an lvalue used for its value is simply read. Parentheses, typedef names, `_Generic` and
//! `__builtin_choose_expr` do not survive parsing. Struct, union and enum definitions live in `Types` and count
//! as file-scope, whatever block they came from.

pub use crate::ids::*;
use crate::location::{Loc, SourceMap};
use crate::names::{Names, Symbol};
use crate::target::Target;
pub use crate::types::Attr;
use crate::types::{EnumId, Type, Types};

/// Says which arena of a program an id belongs to.
macro_rules! arenas {
    ($($name:ident -> $item:ty, $arena:ident;)*) => {$(
        impl std::ops::Index<$name> for Program {
            type Output = $item;
            fn index(&self, id: $name) -> &$item { &self.$arena[id.0 as usize] }
        }
        impl std::ops::IndexMut<$name> for Program {
            fn index_mut(&mut self, id: $name) -> &mut $item { &mut self.$arena[id.0 as usize] }
        }
    )*};
}

arenas! {
    ExprId -> Expr, exprs;
    StmtId -> Stmt, stmts;
    VarId -> Var, vars;
    FuncId -> Function, functions;
    InitId -> Init, inits;
    LabelId -> Label, labels;
    StrId -> StringLiteral, strings;
    AsmId -> Asm, asms;
}

/// A slice of `Program::expr_lists` or `Program::stmt_lists`.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct List {
    pub start: u32,
    pub len: u32,
}

/// A whole program: one or more translation units that are linked together by name.
#[derive(Clone, Debug)]
pub struct Program {
    pub types: Types,
    pub names: Names,
    pub source: SourceMap,
    pub exprs: Vec<Expr>,
    pub stmts: Vec<Stmt>,
    pub vars: Vec<Var>,
    pub functions: Vec<Function>,
    pub inits: Vec<Init>,
    pub labels: Vec<Label>,
    pub strings: Vec<StringLiteral>,
    pub asms: Vec<Asm>,
    pub expr_lists: Vec<ExprId>,
    pub stmt_lists: Vec<StmtId>,
    pub units: Vec<Unit>,
}

/// One translation unit. Entities with external linkage exist once per unit; `interp` links them by name.
#[derive(Clone, Debug, Default)]
pub struct Unit {
    pub name: String,
    pub items: Vec<Item>,
}

/// A file-scope declaration, in source order.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Item {
    /// A declaration. A variable that has an initialiser is printed with it at its last item, without before.
    Var(VarId),
    /// A function declaration without a body.
    Declare(FuncId),
    /// The function's definition.
    Define(FuncId),
    /// File-scope `asm("…")`.
    Asm(AsmId),
}

#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Expr {
    pub kind: ExprKind,
    pub ty: Type,
    /// The operator of a binary expression or assignment, the first token of everything else.
    pub loc: Loc,
}

#[derive(Copy, Clone, PartialEq, Debug)]
pub enum ExprKind {
    /// The value in two's complement, sign- or zero-extended to 64 bits by the type's signedness.
    Int(u64),
    /// `float` and `double` constants; a `float` constant is exactly representable as one.
    Float(f64),
    /// `long double`, `__float128` and decimal constants, by their spelling without suffix.
    LongFloat(StrId),
    /// A GNU imaginary constant: `i` times the operand (an `Int`, `Float` or `LongFloat`).
    Imaginary(ExprId),
    /// An lvalue of array type.
    Str(StrId),
    /// An object; an lvalue.
    Var(VarId),
    /// A function designator; its type is a function type.
    Func(FuncId),
    /// Which enumerator of which enum.
    Enumerator(EnumId, u32),
    Unary(UnaryOp, ExprId),
    /// `++` and `--`.
    Step(StepOp, ExprId),
    AddrOf(ExprId),
    /// `*p`; an lvalue, or a function designator.
    Deref(ExprId),
    /// `p[i]` with the pointer (after decay) or the vector first, whatever the source's order; an lvalue.
    Index(ExprId, ExprId),
    /// `.field` by index into `Record::fields`; `p->f` is `Member(Deref(p), f)`. Members of anonymous members go
    /// through explicit `Member` nodes of the anonymous field. An lvalue if the operand is.
    Member(ExprId, u32),
    /// Both operands are converted as the operator requires. Pointer arithmetic and comparisons included.
    Binary(BinaryOp, ExprId, ExprId),
    LogicalAnd(ExprId, ExprId),
    LogicalOr(ExprId, ExprId),
    Comma(ExprId, ExprId),
    /// `a = b`, `b` converted to the type of `a`.
    Assign(ExprId, ExprId),
    /// `a op= b`: `a` is converted to `compute`, `b` has been converted as `op` requires, the result is converted
    /// back. For pointers `compute` is the pointer type.
    AssignOp {
        op: BinaryOp,
        target: ExprId,
        value: ExprId,
        compute: Type,
    },
    Cond(ExprId, ExprId, ExprId),
    /// GNU `a ?: b`. `a` keeps its own type; where chosen, its value is converted to the node's type.
    CondOmitted(ExprId, ExprId),
    /// An explicit cast to the node's type.
    Cast(ExprId),
    /// An implicit conversion to the node's type; of an array or a function: decay to a pointer.
    Convert(ExprId),
    /// A GNU cast to a union type: the operand initialises the field with this index.
    UnionCast(ExprId, u32),
    /// The callee has pointer-to-function type (a decayed `Func`, usually); arguments are converted to the
    /// parameters' types, or promoted.
    Call(ExprId, List),
    /// `__builtin_va_arg(list, type)`; the list is an lvalue of the va_list tag type, or a pointer to it.
    VaArg(ExprId),
    /// `__builtin_convertvector(v, type)`.
    ConvertVector(ExprId),
    /// `(T){…}`: an lvalue; the unnamed variable holds the initialiser.
    CompoundLiteral(VarId),
    /// `({ … })`; the statement is a block.
    StmtExpr(StmtId),
    SizeofType(Type),
    SizeofExpr(ExprId),
    AlignofType(Type),
    /// `&&label`.
    LabelAddr(LabelId),
}

#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum UnaryOp {
    Plus,
    Neg,
    /// `~`; conjugation of complex values.
    BitNot,
    /// `!`; the result is `int`.
    Not,
    /// `__real__`, `__imag__`: lvalues if the operand is.
    Real,
    Imag,
}

#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum StepOp {
    PreInc,
    PreDec,
    PostInc,
    PostDec,
}

#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum BinaryOp {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    Shl,
    Shr,
    And,
    Or,
    Xor,
    Lt,
    Gt,
    Le,
    Ge,
    Eq,
    Ne,
}

#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Stmt {
    pub kind: StmtKind,
    pub loc: Loc,
}

#[derive(Copy, Clone, PartialEq, Debug)]
pub enum StmtKind {
    Empty,
    Expr(ExprId),
    Block(List),
    If(ExprId, StmtId, Option<StmtId>),
    While(ExprId, StmtId),
    DoWhile(StmtId, ExprId),
    /// `init` is a `Decl`, a block of `Decl`s (several declarators), an `Expr` statement, or absent.
    For {
        init: Option<StmtId>,
        cond: Option<ExprId>,
        step: Option<ExprId>,
        body: StmtId,
    },
    /// The controlling expression is promoted.
    Switch(ExprId, StmtId),
    /// `case lo ... hi:` as a statement of its own, in a block (labels do not nest). Values are in the type of
    /// the switch's controlling expression, extended to 64 bits.
    Case {
        lo: u64,
        hi: u64,
    },
    Default,
    /// `name:` as a statement of its own.
    Label(LabelId),
    Goto(LabelId),
    /// GNU `goto *p`.
    GotoIndirect(ExprId),
    Break,
    Continue,
    Return(Option<ExprId>),
    /// One declarator. Several in one declaration are several statements.
    Decl(VarId),
    /// A block-scope function declaration.
    DeclareFunction(FuncId),
    /// GNU nested function definition.
    DefineFunction(FuncId),
    /// A variably modified typedef: its lengths are evaluated here.
    EvalType(Type),
    Asm(AsmId),
}

#[derive(Clone, Debug)]
pub struct Label {
    pub name: Symbol,
    pub function: FuncId,
    /// Declared with `__label__`, so local to a block.
    pub local: bool,
    pub defined: bool,
    pub loc: Loc,
}

#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Storage {
    /// File scope, external linkage (also block-scope `extern`).
    Extern,
    /// File scope `static`.
    Static,
    /// Block scope `static`.
    StaticLocal,
    Auto,
    Register,
    Param,
    /// A compound literal: static at file scope, else automatic in the enclosing block.
    CompoundLiteral {
        is_static: bool,
    },
}

impl Storage {
    pub fn is_static(self) -> bool {
        match self {
            Storage::Extern | Storage::Static | Storage::StaticLocal => true,
            Storage::CompoundLiteral { is_static } => is_static,
            Storage::Auto | Storage::Register | Storage::Param => false,
        }
    }
}

/// How many elements the argument of an array parameter has at least (`int a[static 4]`, C17 6.7.6.3p7).
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum StaticLen {
    Fixed(u64),
    /// The value of another parameter.
    Param(VarId),
}

/// What is left of a parameter's declaration once its type is adjusted (C17 6.7.6.3p7).
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct ParamForm {
    pub is_register: bool,
    /// Declared as an array or a function.
    pub is_adjusted: bool,
    pub static_len: Option<StaticLen>,
}

#[derive(Clone, Debug)]
pub struct Var {
    /// Empty for unnamed parameters and compound literals.
    pub name: Symbol,
    pub ty: Type,
    pub storage: Storage,
    pub thread_local: bool,
    pub init: Option<InitId>,
    /// Of parameters; it is not printed.
    pub form: ParamForm,
    /// File scope: has an initialiser or is a tentative definition (C17 6.9.2). Others: true.
    pub defined: bool,
    /// `aligned` or `_Alignas`, in bytes.
    pub align: Option<u32>,
    pub attrs: Vec<Attr>,
    /// `asm("name")` on the declaration.
    pub asm_label: Option<StrId>,
    pub unit: u32,
    /// The function it is local to.
    pub function: Option<FuncId>,
    /// `&` or decay was applied to it, or to a part of it, anywhere.
    pub address_taken: bool,
    pub loc: Loc,
}

impl Var {
    /// Defined, without an initialiser or anything else.
    pub fn new(name: Symbol, ty: Type, storage: Storage, unit: u32, loc: Loc) -> Var {
        Var {
            name,
            ty,
            storage,
            thread_local: false,
            init: None,
            form: ParamForm::default(),
            defined: true,
            align: None,
            attrs: Vec::new(),
            asm_label: None,
            unit,
            function: None,
            address_taken: false,
            loc,
        }
    }
}

#[derive(Clone, Debug)]
pub struct Function {
    pub name: Symbol,
    /// A function type. For a K&R definition the type is not prototyped.
    pub ty: Type,
    /// Of the definition.
    pub params: Vec<VarId>,
    /// A block.
    pub body: Option<StmtId>,
    pub is_static: bool,
    /// An `inline` was seen.
    pub is_inline: bool,
    /// An `extern` was seen on an inline declaration (C99: this unit provides the external definition).
    pub is_extern: bool,
    /// A file-scope declaration without `inline` was seen. With one, or with `extern`, a definition with external
    /// linkage is an external definition (C17 6.7.4p7).
    pub is_plain: bool,
    /// The specifiers of the definition itself, which alone count under GNU's rules for `inline`.
    pub defined_inline: bool,
    pub defined_extern: bool,
    pub is_noreturn: bool,
    /// `int f(a, b) int a; char b; {…}`.
    pub is_knr: bool,
    /// Called without a declaration in scope (C90).
    pub is_implicit: bool,
    /// Known to the compiler: `__builtin_…`, or a library function that the program never defines here.
    pub is_builtin: bool,
    pub attrs: Vec<Attr>,
    /// The objects `__func__`, `__FUNCTION__` and `__PRETTY_FUNCTION__` (C17 6.4.2.2), as far as the body uses them.
    pub own_names: Vec<(Symbol, StrId)>,
    pub asm_label: Option<StrId>,
    pub unit: u32,
    /// The enclosing function of a GNU nested function.
    pub parent: Option<FuncId>,
    pub loc: Loc,
}

impl Function {
    /// Without a body, specifiers or anything else.
    pub fn new(name: Symbol, ty: Type, unit: u32, loc: Loc) -> Function {
        Function {
            name,
            ty,
            params: Vec::new(),
            body: None,
            is_static: false,
            is_inline: false,
            is_extern: false,
            is_plain: false,
            defined_inline: false,
            defined_extern: false,
            is_noreturn: false,
            is_knr: false,
            is_implicit: false,
            is_builtin: false,
            attrs: Vec::new(),
            own_names: Vec::new(),
            asm_label: None,
            unit,
            parent: None,
            loc,
        }
    }
}

/// An initialiser, with every brace and designator resolved.
#[derive(Clone, PartialEq, Debug)]
pub enum Init {
    /// Converted to the type of what it initialises; a `Str` for a character array.
    Expr(ExprId),
    /// Elements by index, fields by field index; ascending, not overlapping. What is missing is zero.
    List(Vec<InitItem>),
}

#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct InitItem {
    pub first: u64,
    /// Equal to `first` unless a GNU range `[first ... last]`, whose value is evaluated once.
    pub last: u64,
    pub value: InitId,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct StringLiteral {
    /// The bytes of the code units in the target's order, without the terminating null.
    pub bytes: Vec<u8>,
    /// Size of a code unit: 1, 2 (`u""`) or 4 (`L""`, `U""`).
    pub unit: u8,
    pub prefix: StringPrefix,
}

#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum StringPrefix {
    None,
    Utf8,
    Char16,
    Char32,
    Wide,
}

/// An `asm` statement or file-scope asm.
#[derive(Clone, PartialEq, Debug)]
pub struct Asm {
    pub template: StrId,
    pub volatile: bool,
    pub inline: bool,
    pub goto: bool,
    /// `asm("…")` without colons.
    pub basic: bool,
    pub outputs: Vec<AsmOperand>,
    pub inputs: Vec<AsmOperand>,
    pub clobbers: Vec<StrId>,
    pub labels: Vec<LabelId>,
}

#[derive(Clone, PartialEq, Debug)]
pub struct AsmOperand {
    pub name: Option<Symbol>,
    pub constraint: StrId,
    pub expr: ExprId,
}

impl Program {
    pub fn new(target: Target) -> Program {
        Program {
            types: Types::new(target),
            names: Names::default(),
            source: SourceMap::default(),
            exprs: Vec::new(),
            stmts: Vec::new(),
            vars: Vec::new(),
            functions: Vec::new(),
            inits: Vec::new(),
            labels: Vec::new(),
            strings: Vec::new(),
            asms: Vec::new(),
            expr_lists: Vec::new(),
            stmt_lists: Vec::new(),
            units: Vec::new(),
        }
    }

    pub fn target(&self) -> &Target {
        &self.types.target
    }

    pub fn add_expr(&mut self, kind: ExprKind, ty: Type, loc: Loc) -> ExprId {
        self.exprs.push(Expr { kind, ty, loc });
        ExprId(self.exprs.len() as u32 - 1)
    }

    pub fn add_stmt(&mut self, kind: StmtKind, loc: Loc) -> StmtId {
        self.stmts.push(Stmt { kind, loc });
        StmtId(self.stmts.len() as u32 - 1)
    }

    pub fn add_var(&mut self, var: Var) -> VarId {
        self.vars.push(var);
        VarId(self.vars.len() as u32 - 1)
    }

    pub fn add_function(&mut self, function: Function) -> FuncId {
        self.functions.push(function);
        FuncId(self.functions.len() as u32 - 1)
    }

    pub fn add_init(&mut self, init: Init) -> InitId {
        self.inits.push(init);
        InitId(self.inits.len() as u32 - 1)
    }

    pub fn add_label(&mut self, label: Label) -> LabelId {
        self.labels.push(label);
        LabelId(self.labels.len() as u32 - 1)
    }

    pub fn add_string(&mut self, string: StringLiteral) -> StrId {
        self.strings.push(string);
        StrId(self.strings.len() as u32 - 1)
    }

    pub fn add_asm(&mut self, asm: Asm) -> AsmId {
        self.asms.push(asm);
        AsmId(self.asms.len() as u32 - 1)
    }

    pub fn add_expr_list(&mut self, exprs: &[ExprId]) -> List {
        let start = self.expr_lists.len() as u32;
        self.expr_lists.extend_from_slice(exprs);
        List { start, len: exprs.len() as u32 }
    }

    pub fn add_stmt_list(&mut self, stmts: &[StmtId]) -> List {
        let start = self.stmt_lists.len() as u32;
        self.stmt_lists.extend_from_slice(stmts);
        List { start, len: stmts.len() as u32 }
    }

    pub fn expr_list(&self, list: List) -> &[ExprId] {
        &self.expr_lists[list.start as usize..(list.start + list.len) as usize]
    }

    pub fn stmt_list(&self, list: List) -> &[StmtId] {
        &self.stmt_lists[list.start as usize..(list.start + list.len) as usize]
    }

    pub fn name(&self, symbol: Symbol) -> &str {
        self.names.get(symbol)
    }

    /// Whether the expression designates an object (C17 6.3.2.1p1).
    pub fn is_lvalue(&self, expr: ExprId) -> bool {
        match self[expr].kind {
            ExprKind::Var(_) | ExprKind::Str(_) | ExprKind::Deref(_) | ExprKind::CompoundLiteral(_) => true,
            ExprKind::Index(base, _) => !self.types.is_vector(self[base].ty) || self.is_lvalue(base),
            ExprKind::Unary(UnaryOp::Real | UnaryOp::Imag, base) if !self.types.is_complex(self[base].ty) => false,
            ExprKind::Member(base, _) | ExprKind::Unary(UnaryOp::Real | UnaryOp::Imag, base) => self.is_lvalue(base),
            _ => false,
        }
    }
}
