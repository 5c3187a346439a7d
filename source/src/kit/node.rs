//! Expression and statement nodes, by the typed constructors of `lang::build`.
//!
//! Strategies only ask for what the language allows, so a refusal is a defect of the strategy.

use lang::build;
use lang::edit::copy;
use lang::*;

const ALLOWED: &str = "a strategy builds only what C allows";

/// A name we would give that is a macro of `gcc -m32`.
const MACRO: &str = "i386";

/// A program being built.
pub struct Builder {
    /// The model so far.
    pub p: Program,
    /// Lines of the text so far, about.
    pub lines: u32,
    /// How many names were given.
    pub names: u32,
    /// The function that new variables are local to.
    pub function: Option<FuncId>,
}

impl Builder {
    /// An empty program of one unit, with room for a text of so many lines.
    pub fn new(target: Target, lines: u32) -> Builder {
        let mut p = Program::new(target);
        // About what a line takes, so that the arenas need not grow.
        p.exprs.reserve(lines as usize * 24);
        p.stmts.reserve(lines as usize * 3);
        p.units.push(Unit { name: "test".to_string(), items: Vec::new() });
        Builder { p, lines: 0, names: 0, function: None }
    }

    /// An integer as C writes it: a narrow one has type `int`, a negative one a minus, and the least value, whose
    /// negation has no literal, is one less than its neighbour.
    pub fn int(&mut self, value: i64, ty: Type) -> ExprId {
        let ty = self.p.types.underlying(ty);
        let ty = if self.kind(ty).bits < 32 { Type::INT } else { ty };
        let kind = self.kind(ty);
        if !kind.signed || value >= 0 {
            return build::int(&mut self.p, value as u64, ty, Loc::NONE);
        }
        let is_least = value as u64 == arith::min::<u64>(kind);
        let magnitude = if is_least { -(value + 1) } else { -value };
        let positive = build::int(&mut self.p, magnitude as u64, ty, Loc::NONE);
        let negative = self.unary(UnaryOp::Neg, positive);
        if !is_least {
            return negative;
        }
        let one = build::int(&mut self.p, 1, Type::INT, Loc::NONE);
        self.binary(BinaryOp::Sub, negative, one)
    }

    /// An initial value, converted to the type it initialises.
    pub fn int_init(&mut self, value: i64, ty: Type) -> Init {
        let value = self.int(value, ty);
        Init::Expr(build::convert(&mut self.p, value, ty))
    }

    /// `a`
    pub fn var(&mut self, var: VarId) -> ExprId {
        build::var(&mut self.p, var, Loc::NONE)
    }

    /// `a op b`
    pub fn binary(&mut self, op: BinaryOp, a: ExprId, b: ExprId) -> ExprId {
        build::binary(&mut self.p, op, a, b, Loc::NONE).expect(ALLOWED)
    }

    /// `op a`
    pub fn unary(&mut self, op: UnaryOp, a: ExprId) -> ExprId {
        build::unary(&mut self.p, op, a, Loc::NONE).expect(ALLOWED)
    }

    /// `a && b`
    pub fn and(&mut self, a: ExprId, b: ExprId) -> ExprId {
        build::logical_and(&mut self.p, a, b, Loc::NONE).expect(ALLOWED)
    }

    /// `a || b`
    pub fn or(&mut self, a: ExprId, b: ExprId) -> ExprId {
        build::logical_or(&mut self.p, a, b, Loc::NONE).expect(ALLOWED)
    }

    /// `c ? a : b`
    pub fn cond(&mut self, c: ExprId, a: ExprId, b: ExprId) -> ExprId {
        build::cond(&mut self.p, c, a, b, Loc::NONE).expect(ALLOWED)
    }

    /// `a, b`
    pub fn comma(&mut self, a: ExprId, b: ExprId) -> ExprId {
        build::comma(&mut self.p, a, b, Loc::NONE)
    }

    /// `(ty)a`
    pub fn cast(&mut self, ty: Type, a: ExprId) -> ExprId {
        build::cast(&mut self.p, ty, a, Loc::NONE).expect(ALLOWED)
    }

    /// `target = value`
    pub fn assign(&mut self, target: ExprId, value: ExprId) -> ExprId {
        build::assign(&mut self.p, target, value, Loc::NONE).expect(ALLOWED)
    }

    /// `target op= value`
    pub fn assign_op(&mut self, op: BinaryOp, target: ExprId, value: ExprId) -> ExprId {
        build::assign_op(&mut self.p, op, target, value, Loc::NONE).expect(ALLOWED)
    }

    /// `++target` and the like.
    pub fn step(&mut self, op: StepOp, target: ExprId) -> ExprId {
        build::step(&mut self.p, op, target, Loc::NONE).expect(ALLOWED)
    }

    /// `array[subscript]`
    pub fn index(&mut self, array: ExprId, subscript: ExprId) -> ExprId {
        build::index(&mut self.p, array, subscript, Loc::NONE).expect(ALLOWED)
    }

    /// `object.member`, by the number of the field.
    pub fn member(&mut self, object: ExprId, field: u32) -> ExprId {
        build::field_of(&mut self.p, object, field, Loc::NONE)
    }

    /// `*pointer`
    pub fn deref(&mut self, pointer: ExprId) -> ExprId {
        build::deref(&mut self.p, pointer, Loc::NONE).expect(ALLOWED)
    }

    /// `&object`
    pub fn addr_of(&mut self, object: ExprId) -> ExprId {
        build::addr_of(&mut self.p, object, Loc::NONE).expect(ALLOWED)
    }

    /// `func(args)`
    pub fn call(&mut self, func: FuncId, args: Vec<ExprId>) -> ExprId {
        let callee = build::func(&mut self.p, func, Loc::NONE);
        build::call(&mut self.p, callee, args, Loc::NONE).expect(ALLOWED)
    }

    /// Any statement; its lines are the caller's to count.
    pub fn stmt(&mut self, kind: StmtKind) -> StmtId {
        self.p.add_stmt(kind, Loc::NONE)
    }

    /// `e;`
    pub fn expr_stmt(&mut self, e: ExprId) -> StmtId {
        self.lines += 1;
        self.stmt(StmtKind::Expr(e))
    }

    /// `target = value;`
    pub fn set(&mut self, target: ExprId, value: ExprId) -> StmtId {
        let assign = self.assign(target, value);
        self.expr_stmt(assign)
    }

    /// `target op= value;`
    pub fn update(&mut self, op: BinaryOp, target: ExprId, value: ExprId) -> StmtId {
        let assign = self.assign_op(op, target, value);
        self.expr_stmt(assign)
    }

    /// `{ stmts }`
    pub fn block(&mut self, stmts: &[StmtId]) -> StmtId {
        let list = self.p.add_stmt_list(stmts);
        self.stmt(StmtKind::Block(list))
    }

    /// A name that was not given before.
    pub fn symbol(&mut self, prefix: &str) -> Symbol {
        self.names += 1;
        let mut name = format!("{prefix}{}", self.names);
        if name == MACRO {
            name.push('x');
        }
        self.p.names.intern(&name)
    }

    /// A new variable, not yet visible to anything.
    pub fn new_var(&mut self, prefix: &str, ty: Type, storage: Storage) -> VarId {
        let name = self.symbol(prefix);
        let function = if storage == Storage::Extern { None } else { self.function };
        self.p.add_var(Var { function, ..Var::new(name, ty, storage, 0, Loc::NONE) })
    }

    /// Declares a local with its initialiser; the caller makes it visible.
    pub fn declare(&mut self, prefix: &str, ty: Type, value: ExprId) -> (VarId, StmtId) {
        let value = build::convert_to(&mut self.p, value, ty).expect(ALLOWED);
        let init = self.p.add_init(Init::Expr(value));
        self.declare_init(prefix, ty, init)
    }

    /// As `declare`, with any initialiser.
    pub fn declare_init(&mut self, prefix: &str, ty: Type, init: InitId) -> (VarId, StmtId) {
        let var = self.new_var(prefix, ty, Storage::Auto);
        self.p[var].init = Some(init);
        self.lines += 1;
        (var, self.stmt(StmtKind::Decl(var)))
    }

    /// The type an integer expression has after the integer promotions.
    pub fn promoted(&self, e: ExprId) -> Type {
        build::promoted_type(&self.p, e)
    }

    /// Bits and signedness of an integer type.
    pub fn kind(&self, ty: Type) -> arith::IntKind {
        self.p.types.int_kind(ty).expect("an integer type")
    }

    /// A copy of an expression with nodes of its own: each node is repaired by itself.
    pub fn copy(&mut self, e: ExprId) -> ExprId {
        copy::copy(&mut self.p, e, &|_, _| None).expect("what a strategy builds declares nothing inside expressions")
    }
}
