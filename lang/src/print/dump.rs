//! A canonical text of the model: two programs that dump alike are the same up to the numbering of their arenas.
//!
//! Tags, enumerators and typedefs are left out by name (the printer may rename them) and numbered by first mention.
//! A negative constant counts as the negation that spells it.

use crate::ast::*;
use crate::names::Symbol;
use crate::types::*;
use rustc_hash::FxHashMap;
use std::fmt::Write;

/// Dumps all units.
pub fn dump(program: &Program) -> String {
    let mut dumper = Dumper {
        program,
        out: String::new(),
        records: Numbering::default(),
        enums: Numbering::default(),
        vars: Numbering::default(),
        in_prototype: false,
    };
    for unit in &program.units {
        dumper.unit(unit);
    }
    dumper.definitions();
    dumper.out
}

struct Numbering<K>(FxHashMap<K, usize>, Vec<K>);

impl<K> Default for Numbering<K> {
    fn default() -> Self {
        Numbering(FxHashMap::default(), Vec::new())
    }
}

impl<K: Copy + Eq + std::hash::Hash> Numbering<K> {
    fn number(&mut self, key: K) -> usize {
        let next = self.1.len();
        let number = *self.0.entry(key).or_insert(next);
        if number == next {
            self.1.push(key);
        }
        number
    }
}

struct Dumper<'p> {
    program: &'p Program,
    out: String,
    records: Numbering<RecordId>,
    enums: Numbering<EnumId>,
    vars: Numbering<VarId>,
    in_prototype: bool,
}

macro_rules! put {
    ($self:ident, $($arg:tt)*) => {{ let _ = write!($self.out, $($arg)*); }};
}

impl<'p> Dumper<'p> {
    fn name(&self, symbol: Symbol) -> &'p str {
        self.program.name(symbol)
    }

    fn unit(&mut self, unit: &Unit) {
        put!(self, "(unit");
        for &item in &unit.items {
            put!(self, "\n ");
            match item {
                Item::Var(var) => {
                    put!(self, "(var ");
                    self.var(var);
                    put!(self, ")");
                }
                Item::Declare(func) => self.function(func, false),
                Item::Define(func) => self.function(func, true),
                Item::Asm(asm) => self.asm(asm),
            }
        }
        put!(self, ")\n");
    }

    /// Everything that records and enums say, in order of their first mention; they may mention more.
    fn definitions(&mut self) {
        let mut next = 0;
        while let Some(&id) = self.records.1.get(next) {
            self.record(next, id);
            next += 1;
        }
        for (number, id) in self.enums.1.clone().into_iter().enumerate() {
            let of = &self.program.types.enums[id.0 as usize];
            put!(self, "(enum {number} packed={} underlying={:?}", of.packed, of.underlying);
            for constant in &of.constants {
                put!(self, " {}", constant.value);
            }
            put!(self, ")\n");
        }
    }

    fn record(&mut self, number: usize, id: RecordId) {
        let record = &self.program.types.records[id.0 as usize];
        put!(
            self,
            "(record {number} union={} complete={} size={} align={} alias={} reverse={} transparent={}",
            record.is_union,
            record.complete,
            record.size,
            record.align,
            record.may_alias,
            record.reverse_storage,
            record.transparent_union
        );
        for field in &record.fields {
            put!(
                self,
                "\n  ({} @{} :{:?} ",
                field.name.map_or("", |name| self.name(name)),
                field.bit_offset,
                field.bit_width
            );
            self.ty(field.ty);
            put!(self, ")");
        }
        put!(self, ")\n");
    }

    fn ty(&mut self, ty: Type) {
        let quals = ty.quals().0;
        if quals != 0 {
            put!(self, "q{quals} ");
        }
        let program = self.program;
        match program.types.raw_kind(ty) {
            TypeKind::Pointer(to) => self.derived("ptr", *to),
            TypeKind::Complex(part) => self.derived("complex", *part),
            TypeKind::Vector { elem, lanes } => self.derived(&format!("vector {lanes}"), *elem),
            TypeKind::Array { elem, len } => self.array(*elem, *len),
            TypeKind::Function(function) => self.function_type(function),
            TypeKind::Record(id) => {
                let number = self.records.number(*id);
                put!(self, "record{number}");
            }
            TypeKind::Enum(id) => {
                let number = self.enums.number(*id);
                put!(self, "enum{number}");
            }
            TypeKind::Attributed { base, align, may_alias } => {
                self.derived(&format!("attributed {align:?} {may_alias}"), *base)
            }
            basic => put!(self, "{basic:?}"),
        }
    }

    fn derived(&mut self, what: &str, base: Type) {
        put!(self, "({what} ");
        self.ty(base);
        put!(self, ")");
    }

    fn array(&mut self, elem: Type, len: ArrayLen) {
        match len {
            ArrayLen::Fixed(len) => put!(self, "(array {len} "),
            ArrayLen::Incomplete => put!(self, "(array ? "),
            ArrayLen::Variable(len) if !self.in_prototype => {
                put!(self, "(array ");
                self.expr(len);
                put!(self, " ");
            }
            _ => put!(self, "(array * "),
        }
        self.ty(elem);
        put!(self, ")");
    }

    fn function_type(&mut self, function: &FunctionType) {
        put!(self, "(fn {} {} ", function.prototyped, function.variadic);
        self.ty(function.ret);
        let outer = std::mem::replace(&mut self.in_prototype, true);
        for &param in &function.params {
            put!(self, " ");
            self.ty(param);
        }
        self.in_prototype = outer;
        put!(self, ")");
    }

    fn var(&mut self, id: VarId) {
        let var = &self.program[id];
        let number = self.vars.number(id);
        put!(self, "{}#{number} {:?} ", self.name(var.name), var.storage);
        self.ty(var.ty);
        put!(self, " tls={} defined={} align={:?}", var.thread_local, var.defined, var.align);
        self.attributes(&var.attrs, var.asm_label);
        if let Some(init) = var.init {
            put!(self, " = ");
            self.init(init);
        }
    }

    fn attributes(&mut self, attrs: &[Attr], asm_label: Option<StrId>) {
        for attr in attrs {
            put!(self, " [{} {:?}]", self.name(attr.name), attr.args);
        }
        if let Some(label) = asm_label {
            put!(self, " asm {:?}", self.program[label].bytes);
        }
    }

    fn init(&mut self, init: InitId) {
        match &self.program[init] {
            Init::Expr(expr) => self.expr(*expr),
            Init::List(items) => {
                put!(self, "{{");
                for item in items {
                    put!(self, " {}-{} ", item.first, item.last);
                    self.init(item.value);
                }
                put!(self, "}}");
            }
        }
    }

    fn function(&mut self, id: FuncId, with_body: bool) {
        let function = &self.program[id];
        put!(self, "(function {} ", self.name(function.name));
        self.ty(function.ty);
        put!(
            self,
            " static={} inline={} extern={} plain={} noreturn={} knr={} builtin={}",
            function.is_static,
            function.is_inline,
            function.is_extern,
            function.is_plain,
            function.is_noreturn,
            function.is_knr,
            function.is_builtin
        );
        self.attributes(&function.attrs, function.asm_label);
        if with_body {
            for &param in &function.params {
                put!(self, " (param ");
                self.var(param);
                put!(self, ")");
            }
            if let Some(body) = function.body {
                self.stmt(body, 2);
            }
        }
        put!(self, ")");
    }

    fn stmt(&mut self, id: StmtId, depth: usize) {
        use StmtKind::*;
        put!(self, "\n{:depth$}(", "");
        let kind = self.program[id].kind;
        match kind {
            Empty => put!(self, "empty"),
            Expr(expr) => self.expr(expr),
            Block(list) => {
                put!(self, "block");
                self.program.stmt_list(list).iter().for_each(|&stmt| self.stmt(stmt, depth + 1));
            }
            If(condition, then, otherwise) => {
                put!(self, "if ");
                self.expr(condition);
                self.stmt(then, depth + 1);
                otherwise.into_iter().for_each(|stmt| self.stmt(stmt, depth + 1));
            }
            While(condition, body) => {
                put!(self, "while ");
                self.expr(condition);
                self.stmt(body, depth + 1);
            }
            DoWhile(body, condition) => {
                put!(self, "do");
                self.stmt(body, depth + 1);
                self.expr(condition);
            }
            For { init, cond, step, body } => {
                put!(self, "for");
                init.into_iter().for_each(|stmt| self.stmt(stmt, depth + 1));
                for part in [cond, step] {
                    put!(self, " ; ");
                    part.into_iter().for_each(|expr| self.expr(expr));
                }
                self.stmt(body, depth + 1);
            }
            Switch(condition, body) => {
                put!(self, "switch ");
                self.expr(condition);
                self.stmt(body, depth + 1);
            }
            Case { lo, hi } => put!(self, "case {} {}", lo as i64, hi as i64),
            Default => put!(self, "default"),
            Label(label) => put!(self, "label {}", self.label(label)),
            Goto(label) => put!(self, "goto {}", self.label(label)),
            GotoIndirect(target) => {
                put!(self, "goto* ");
                self.expr(target);
            }
            Break => put!(self, "break"),
            Continue => put!(self, "continue"),
            Return(value) => {
                put!(self, "return ");
                value.into_iter().for_each(|expr| self.expr(expr));
            }
            Decl(var) => {
                put!(self, "decl ");
                self.var(var);
            }
            DeclareFunction(func) => self.function(func, false),
            DefineFunction(func) => self.function(func, true),
            EvalType(ty) => self.derived("typedef", ty),
            Asm(asm) => self.asm(asm),
        }
        put!(self, ")");
    }

    fn label(&self, id: LabelId) -> String {
        let label = &self.program[id];
        format!("{}{}", self.name(label.name), if label.local { " local" } else { "" })
    }

    fn asm(&mut self, id: AsmId) {
        let asm = &self.program[id];
        let bytes = |id: StrId| &self.program[id].bytes;
        put!(self, "asm {} {} {} {} {:?}", asm.volatile, asm.inline, asm.goto, asm.basic, bytes(asm.template));
        for (kind, operands) in [("out", &asm.outputs), ("in", &asm.inputs)] {
            for operand in operands {
                let name = operand.name.map_or("", |name| self.name(name));
                put!(self, " ({kind} {name} {:?} ", self.program[operand.constraint].bytes);
                self.expr(operand.expr);
                put!(self, ")");
            }
        }
        for &clobber in &asm.clobbers {
            put!(self, " {:?}", self.program[clobber].bytes);
        }
        for &label in &asm.labels {
            put!(self, " {}", self.label(label));
        }
    }

    fn expr(&mut self, id: ExprId) {
        put!(self, "(");
        self.expr_kind(id);
        put!(self, " : ");
        self.ty(self.program[id].ty);
        put!(self, ")");
    }

    fn expr_kind(&mut self, id: ExprId) {
        use ExprKind::*;
        let Expr { kind, ty, .. } = self.program[id];
        match kind {
            Int(value) => put!(self, "{}", value as i64),
            Unary(UnaryOp::Neg, operand) if self.is_constant(operand, ty) => {
                let Int(value) = self.program[operand].kind else { return };
                put!(self, "{}", (value as i64).wrapping_neg());
            }
            Float(value) => put!(self, "float {:x}", value.to_bits()),
            LongFloat(spelling) => put!(self, "long {:?}", self.program[spelling].bytes),
            Str(string) => put!(self, "str {:?} {:?}", self.program[string].prefix, self.program[string].bytes),
            Var(var) => {
                let number = self.vars.number(var);
                put!(self, "{}#{number}", self.name(self.program[var].name));
            }
            Func(func) => put!(self, "{}", self.name(self.program[func].name)),
            Enumerator(id, index) => {
                let number = self.enums.number(id);
                put!(self, "enum{number}.{index}");
            }
            Unary(op, a) => self.operator(&format!("{op:?}"), &[a]),
            Step(op, a) => self.operator(&format!("{op:?}"), &[a]),
            Imaginary(a) => self.operator("i", &[a]),
            AddrOf(a) => self.operator("addr", &[a]),
            Deref(a) => self.operator("deref", &[a]),
            Index(a, b) => self.operator("index", &[a, b]),
            Member(a, field) => self.operator(&format!("member {field}"), &[a]),
            Binary(op, a, b) => self.operator(&format!("{op:?}"), &[a, b]),
            LogicalAnd(a, b) => self.operator("&&", &[a, b]),
            LogicalOr(a, b) => self.operator("||", &[a, b]),
            Comma(a, b) => self.operator("comma", &[a, b]),
            Assign(a, b) => self.operator("=", &[a, b]),
            AssignOp { op, target, value, compute } => {
                put!(self, "{op:?}= in ");
                self.ty(compute);
                self.operator("", &[target, value]);
            }
            Cond(a, b, c) => self.operator("?", &[a, b, c]),
            CondOmitted(a, b) => self.operator("?:", &[a, b]),
            Cast(a) => self.operator("cast", &[a]),
            Convert(a) => self.operator("convert", &[a]),
            UnionCast(a, field) => self.operator(&format!("union {field}"), &[a]),
            Call(callee, arguments) => {
                self.operator("call", &[callee]);
                self.operator("", self.program.expr_list(arguments));
            }
            VaArg(a) => self.operator("va_arg", &[a]),
            ConvertVector(a) => self.operator("convertvector", &[a]),
            CompoundLiteral(var) => {
                put!(self, "literal ");
                self.var(var);
            }
            StmtExpr(block) => self.stmt(block, 4),
            SizeofType(of) => self.derived("sizeof", of),
            SizeofExpr(a) => self.operator("sizeof", &[a]),
            AlignofType(of) => self.derived("alignof", of),
            LabelAddr(label) => put!(self, "&&{}", self.label(label)),
        }
    }

    fn is_constant(&self, operand: ExprId, ty: Type) -> bool {
        let Expr { kind, ty: operand_ty, .. } = self.program[operand];
        matches!(kind, ExprKind::Int(value) if value as i64 > 0) && operand_ty == ty
    }

    fn operator(&mut self, op: &str, operands: &[ExprId]) {
        put!(self, "{op}");
        for &operand in operands {
            put!(self, " ");
            self.expr(operand);
        }
    }
}
