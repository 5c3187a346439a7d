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
    /// The index of its first element.
    pub start: u32,
    /// How many elements it has.
    pub len: u32,
}

/// A whole program: one or more translation units that are linked together by name.
#[derive(Clone, Debug)]
pub struct Program {
    /// Of all units, with the target.
    pub types: Types,
    /// Every identifier of the program.
    pub names: Names,
    /// What locations are resolved by.
    pub source: SourceMap,
    /// By `ExprId`. Some may be in no statement: edits leave nodes behind.
    pub exprs: Vec<Expr>,
    /// By `StmtId`. Some may be in no function.
    pub stmts: Vec<Stmt>,
    /// By `VarId`: objects, parameters and compound literals.
    pub vars: Vec<Var>,
    /// By `FuncId`, with or without a body.
    pub functions: Vec<Function>,
    /// By `InitId`.
    pub inits: Vec<Init>,
    /// By `LabelId`.
    pub labels: Vec<Label>,
    /// By `StrId`.
    pub strings: Vec<StringLiteral>,
    /// By `AsmId`.
    pub asms: Vec<Asm>,
    /// What a `List` of expressions is a part of.
    pub expr_lists: Vec<ExprId>,
    /// What a `List` of statements is a part of.
    pub stmt_lists: Vec<StmtId>,
    /// In the order in which they were parsed.
    pub units: Vec<Unit>,
}

/// One translation unit. Entities with external linkage exist once per unit; `interp` links them by name.
#[derive(Clone, Debug, Default)]
pub struct Unit {
    /// As the caller of the parser named it: usually its file.
    pub name: String,
    /// In the order of the source.
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

/// An expression with its type.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Expr {
    /// The operator and its operands.
    pub kind: ExprKind,
    /// Of the value, or of the object that an lvalue designates.
    pub ty: Type,
    /// The operator of a binary expression or assignment, the first token of everything else.
    pub loc: Loc,
}

/// Operators with their operands (C17 6.5), after every implicit conversion was made a node.
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
    /// `op e`.
    Unary(UnaryOp, ExprId),
    /// `++` and `--`.
    Step(StepOp, ExprId),
    /// `&e`, of an lvalue or a function designator.
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
    /// `a && b`.
    LogicalAnd(ExprId, ExprId),
    /// `a || b`.
    LogicalOr(ExprId, ExprId),
    /// `a, b`.
    Comma(ExprId, ExprId),
    /// `a = b`, `b` converted to the type of `a`.
    Assign(ExprId, ExprId),
    /// `a op= b`: `a` is converted to `compute`, `b` has been converted as `op` requires, the result is converted
    /// back. For pointers `compute` is the pointer type.
    AssignOp {
        /// The operator before the `=`.
        op: BinaryOp,
        /// `a`, an lvalue.
        target: ExprId,
        /// `b`.
        value: ExprId,
        /// The type that the operation is done in.
        compute: Type,
    },
    /// `c ? a : b`.
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
    /// `sizeof (T)`.
    SizeofType(Type),
    /// `sizeof e`; `e` is evaluated only if its type has a variable length (C17 6.5.3.4p2).
    SizeofExpr(ExprId),
    /// `_Alignof (T)`.
    AlignofType(Type),
    /// `&&label`.
    LabelAddr(LabelId),
}

/// Operators with one operand that is a value (C17 6.5.3.3).
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum UnaryOp {
    /// `+e`.
    Plus,
    /// `-e`.
    Neg,
    /// `~`; conjugation of complex values.
    BitNot,
    /// `!`; the result is `int`.
    Not,
    /// `__real__`, `__imag__`: lvalues if the operand is.
    Real,
    /// `__imag__ e`.
    Imag,
}

/// Increments and decrements, before or after the value is taken (C17 6.5.2.4, 6.5.3.1).
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum StepOp {
    /// `++e`.
    PreInc,
    /// `--e`.
    PreDec,
    /// `e++`.
    PostInc,
    /// `e--`.
    PostDec,
}

/// Operators that evaluate both operands, in either order (C17 6.5.5 to 6.5.12).
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum BinaryOp {
    /// `a + b`.
    Add,
    /// `a - b`.
    Sub,
    /// `a * b`.
    Mul,
    /// `a / b`.
    Div,
    /// `a % b`.
    Rem,
    /// `a << b`.
    Shl,
    /// `a >> b`.
    Shr,
    /// `a & b`.
    And,
    /// `a | b`.
    Or,
    /// `a ^ b`.
    Xor,
    /// `a < b`.
    Lt,
    /// `a > b`.
    Gt,
    /// `a <= b`.
    Le,
    /// `a >= b`.
    Ge,
    /// `a == b`.
    Eq,
    /// `a != b`.
    Ne,
}

/// A statement, or a declaration in a block.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Stmt {
    /// The statement and its parts.
    pub kind: StmtKind,
    /// Where it begins.
    pub loc: Loc,
}

/// Statements (C17 6.8), and what else stands in a block.
#[derive(Copy, Clone, PartialEq, Debug)]
pub enum StmtKind {
    /// `;`.
    Empty,
    /// `e;`.
    Expr(ExprId),
    /// `{ … }`.
    Block(List),
    /// `if (c) a else b`, where `else b` may be missing.
    If(ExprId, StmtId, Option<StmtId>),
    /// `while (c) body`.
    While(ExprId, StmtId),
    /// `do body while (c);`.
    DoWhile(StmtId, ExprId),
    /// `init` is a `Decl`, a block of `Decl`s (several declarators), an `Expr` statement, or absent.
    For {
        /// What is done once, before `cond`.
        init: Option<StmtId>,
        /// A missing one is always true.
        cond: Option<ExprId>,
        /// Evaluated after `body` and after `continue`.
        step: Option<ExprId>,
        /// A block or any other statement.
        body: StmtId,
    },
    /// The controlling expression is promoted.
    Switch(ExprId, StmtId),
    /// `case lo ... hi:` as a statement of its own, in a block (labels do not nest). Values are in the type of
    /// the switch's controlling expression, extended to 64 bits.
    Case {
        /// The first value.
        lo: u64,
        /// The last value; the same as `lo` unless it is a GNU range.
        hi: u64,
    },
    /// `default:` as a statement of its own.
    Default,
    /// `name:` as a statement of its own.
    Label(LabelId),
    /// `goto name;`.
    Goto(LabelId),
    /// GNU `goto *p`.
    GotoIndirect(ExprId),
    /// `break;`.
    Break,
    /// `continue;`.
    Continue,
    /// `return;` or `return e;`, `e` converted to the function's type.
    Return(Option<ExprId>),
    /// One declarator. Several in one declaration are several statements.
    Decl(VarId),
    /// A block-scope function declaration.
    DeclareFunction(FuncId),
    /// GNU nested function definition.
    DefineFunction(FuncId),
    /// A variably modified typedef: its lengths are evaluated here.
    EvalType(Type),
    /// `asm("…" : … );`.
    Asm(AsmId),
}

/// A label that `goto` or `&&` may name.
#[derive(Clone, Debug)]
pub struct Label {
    /// As it is written.
    pub name: Symbol,
    /// The function whose body it is in.
    pub function: FuncId,
    /// Declared with `__label__`, so local to a block.
    pub local: bool,
    /// False while only a `goto` was seen.
    pub defined: bool,
    /// Where it stands; before that is parsed, where it was first mentioned.
    pub loc: Loc,
}

/// Storage duration and linkage (C17 6.2.2, 6.2.4), as far as the model needs to know.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Storage {
    /// File scope, external linkage (also block-scope `extern`).
    Extern,
    /// File scope `static`.
    Static,
    /// Block scope `static`.
    StaticLocal,
    /// Block scope, without `static` or `register`.
    Auto,
    /// Block scope `register`: it has no address.
    Register,
    /// A parameter of a function.
    Param,
    /// A compound literal: static at file scope, else automatic in the enclosing block.
    CompoundLiteral {
        /// At file scope.
        is_static: bool,
    },
}

impl Storage {
    /// Whether it lives as long as the program, or as its thread.
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
    /// `static N`.
    Fixed(u64),
    /// The value of another parameter.
    Param(VarId),
}

/// What is left of a parameter's declaration once its type is adjusted (C17 6.7.6.3p7).
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct ParamForm {
    /// `register`.
    pub is_register: bool,
    /// Declared as an array or a function.
    pub is_adjusted: bool,
    /// `static` between the brackets, if it is there.
    pub static_len: Option<StaticLen>,
}

/// An object with a name, a parameter, or the object of a compound literal.
#[derive(Clone, Debug)]
pub struct Var {
    /// Empty for unnamed parameters and compound literals.
    pub name: Symbol,
    /// Qualified as declared.
    pub ty: Type,
    /// Where it lives, and who can name it.
    pub storage: Storage,
    /// `_Thread_local` or `__thread`.
    pub thread_local: bool,
    /// None if it has no initialiser.
    pub init: Option<InitId>,
    /// Of parameters; it is not printed.
    pub form: ParamForm,
    /// File scope: has an initialiser or is a tentative definition (C17 6.9.2). Others: true.
    pub defined: bool,
    /// `aligned` or `_Alignas`, in bytes.
    pub align: Option<u32>,
    /// All others, for the printer.
    pub attrs: Vec<Attr>,
    /// `asm("name")` on the declaration.
    pub asm_label: Option<StrId>,
    /// The number of the translation unit.
    pub unit: u32,
    /// The function it is local to.
    pub function: Option<FuncId>,
    /// `&` or decay was applied to it, or to a part of it, anywhere.
    pub address_taken: bool,
    /// Where it was declared.
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

/// A function, declared or defined.
#[derive(Clone, Debug)]
pub struct Function {
    /// As it is declared.
    pub name: Symbol,
    /// A function type. For a K&R definition the type is not prototyped.
    pub ty: Type,
    /// Of the definition.
    pub params: Vec<VarId>,
    /// A block.
    pub body: Option<StmtId>,
    /// `static`: internal linkage.
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
    /// The definition itself says `extern`.
    pub defined_extern: bool,
    /// `_Noreturn` or the attribute.
    pub is_noreturn: bool,
    /// `int f(a, b) int a; char b; {…}`.
    pub is_knr: bool,
    /// Called without a declaration in scope (C90).
    pub is_implicit: bool,
    /// Known to the compiler: `__builtin_…`, or a library function that the program never defines here.
    pub is_builtin: bool,
    /// All others, for the printer.
    pub attrs: Vec<Attr>,
    /// The objects `__func__`, `__FUNCTION__` and `__PRETTY_FUNCTION__` (C17 6.4.2.2), as far as the body uses them.
    pub own_names: Vec<(Symbol, StrId)>,
    /// `asm("name")` on the declaration.
    pub asm_label: Option<StrId>,
    /// The number of the translation unit.
    pub unit: u32,
    /// The enclosing function of a GNU nested function.
    pub parent: Option<FuncId>,
    /// Where it was declared.
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

/// Elements or a field with their value.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct InitItem {
    /// The index of the element, or of the field in `Record::fields`.
    pub first: u64,
    /// Equal to `first` unless a GNU range `[first ... last]`, whose value is evaluated once.
    pub last: u64,
    /// Of each of these elements, or of the field.
    pub value: InitId,
}

/// An array of characters without a name (C17 6.4.5). Adjacent literals are one.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct StringLiteral {
    /// The bytes of the code units in the target's order, without the terminating null.
    pub bytes: Vec<u8>,
    /// Size of a code unit: 1, 2 (`u""`) or 4 (`L""`, `U""`).
    pub unit: u8,
    /// As it is printed.
    pub prefix: StringPrefix,
}

/// The prefix of a string literal, which decides the type of its elements.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum StringPrefix {
    /// `"…"`, of `char`.
    None,
    /// `u8"…"`, of `char`.
    Utf8,
    /// `u"…"`, of `char16_t`.
    Char16,
    /// `U"…"`, of `char32_t`.
    Char32,
    /// `L"…"`, of `wchar_t`.
    Wide,
}

/// An `asm` statement or file-scope asm.
#[derive(Clone, PartialEq, Debug)]
pub struct Asm {
    /// The text of the assembly.
    pub template: StrId,
    /// `asm volatile`.
    pub volatile: bool,
    /// `asm inline`.
    pub inline: bool,
    /// `asm goto`, which may jump to `labels`.
    pub goto: bool,
    /// `asm("…")` without colons.
    pub basic: bool,
    /// Written by it.
    pub outputs: Vec<AsmOperand>,
    /// Read by it.
    pub inputs: Vec<AsmOperand>,
    /// Names of registers, `"memory"` and `"cc"`.
    pub clobbers: Vec<StrId>,
    /// Where it may jump to.
    pub labels: Vec<LabelId>,
}

/// An operand of an `asm`: `[name] "constraint" (expr)`.
#[derive(Clone, PartialEq, Debug)]
pub struct AsmOperand {
    /// What the template calls it, if not by its number.
    pub name: Option<Symbol>,
    /// What the compiler may put there: `"=r"`, `"+m"`.
    pub constraint: StrId,
    /// For an output an lvalue.
    pub expr: ExprId,
}

impl Program {
    /// Empty, without even a unit.
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

    /// The data model that its types are laid out by.
    pub fn target(&self) -> &Target {
        &self.types.target
    }

    /// Its id stays valid: nothing is ever removed from an arena.
    pub fn add_expr(&mut self, kind: ExprKind, ty: Type, loc: Loc) -> ExprId {
        self.exprs.push(Expr { kind, ty, loc });
        ExprId(self.exprs.len() as u32 - 1)
    }

    /// Its id stays valid: nothing is ever removed from an arena.
    pub fn add_stmt(&mut self, kind: StmtKind, loc: Loc) -> StmtId {
        self.stmts.push(Stmt { kind, loc });
        StmtId(self.stmts.len() as u32 - 1)
    }

    /// It is declared by a `Decl` statement or an `Item` besides.
    pub fn add_var(&mut self, var: Var) -> VarId {
        self.vars.push(var);
        VarId(self.vars.len() as u32 - 1)
    }

    /// It is declared by a statement or an `Item` besides.
    pub fn add_function(&mut self, function: Function) -> FuncId {
        self.functions.push(function);
        FuncId(self.functions.len() as u32 - 1)
    }

    /// For `Var::init` or an `InitItem`.
    pub fn add_init(&mut self, init: Init) -> InitId {
        self.inits.push(init);
        InitId(self.inits.len() as u32 - 1)
    }

    /// It is placed by a `Label` statement besides.
    pub fn add_label(&mut self, label: Label) -> LabelId {
        self.labels.push(label);
        LabelId(self.labels.len() as u32 - 1)
    }

    /// For `ExprKind::Str` and all else that has a text.
    pub fn add_string(&mut self, string: StringLiteral) -> StrId {
        self.strings.push(string);
        StrId(self.strings.len() as u32 - 1)
    }

    /// For a statement or an `Item`.
    pub fn add_asm(&mut self, asm: Asm) -> AsmId {
        self.asms.push(asm);
        AsmId(self.asms.len() as u32 - 1)
    }

    /// Arguments of a call.
    pub fn add_expr_list(&mut self, exprs: &[ExprId]) -> List {
        let start = self.expr_lists.len() as u32;
        self.expr_lists.extend_from_slice(exprs);
        List { start, len: exprs.len() as u32 }
    }

    /// Statements of a block.
    pub fn add_stmt_list(&mut self, stmts: &[StmtId]) -> List {
        let start = self.stmt_lists.len() as u32;
        self.stmt_lists.extend_from_slice(stmts);
        List { start, len: stmts.len() as u32 }
    }

    /// The expressions of a list that `add_expr_list` made.
    pub fn expr_list(&self, list: List) -> &[ExprId] {
        &self.expr_lists[list.start as usize..(list.start + list.len) as usize]
    }

    /// The statements of a list that `add_stmt_list` made.
    pub fn stmt_list(&self, list: List) -> &[StmtId] {
        &self.stmt_lists[list.start as usize..(list.start + list.len) as usize]
    }

    /// The text of a symbol of this program.
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
