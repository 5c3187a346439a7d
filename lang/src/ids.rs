//! Indices into the arenas of a program. Types need those of expressions, so they live below both.

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident;)*) => {$(
        $(#[$doc])*
        #[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        pub struct $name(pub u32);
        impl $name {
            pub fn index(self) -> usize { self.0 as usize }
        }
    )*};
}

ids! {
    ExprId;
    StmtId;
    VarId;
    FuncId;
    InitId;
    LabelId;
    StrId;
    AsmId;
}
