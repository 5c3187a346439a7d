//! Indices into the arenas of a program. Types need those of expressions, so they live below both.

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident;)*) => {$(
        $(#[$doc])*
        #[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        pub struct $name(pub u32);
        impl $name {
            /// Its position in the arena.
            pub fn index(self) -> usize { self.0 as usize }
        }
    )*};
}

ids! {
    /// Of `Program::exprs`.
    ExprId;
    /// Of `Program::stmts`.
    StmtId;
    /// Of `Program::vars`.
    VarId;
    /// Of `Program::functions`.
    FuncId;
    /// Of `Program::inits`.
    InitId;
    /// Of `Program::labels`.
    LabelId;
    /// Of `Program::strings`.
    StrId;
    /// Of `Program::asms`.
    AsmId;
}
