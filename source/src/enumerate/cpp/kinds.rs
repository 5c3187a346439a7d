//! What the kinds of clang's nodes mean for enumeration.

/// In these, no use of a variable is a hole.
pub fn is_skipped(kind: &str) -> bool {
    const SKIPPED: [&str; 29] = [
        // Types are not known, or every instantiation would have to be.
        "FunctionTemplateDecl",
        "ClassTemplateDecl",
        "ClassTemplateSpecializationDecl",
        "ClassTemplatePartialSpecializationDecl",
        "VarTemplateDecl",
        "VarTemplateSpecializationDecl",
        "VarTemplatePartialSpecializationDecl",
        "TypeAliasTemplateDecl",
        "ConceptDecl",
        "CXXDeductionGuideDecl",
        "TemplateArgument",
        "RequiresExpr",
        // What is used must be captured.
        "LambdaExpr",
        "BlockDecl",
        "BlockExpr",
        "DecompositionDecl",
        "BindingDecl",
        // Members.
        "FieldDecl",
        "IndirectFieldDecl",
        "FriendDecl",
        // Constants are needed.
        "ConstantExpr",
        "EnumDecl",
        "StaticAssertDecl",
        "OffsetOfExpr",
        "ShuffleVectorExpr",
        // Written elsewhere.
        "CXXDefaultArgExpr",
        "CXXDefaultInitExpr",
        // Constraints may ask for anything.
        "GCCAsmStmt",
        "MSAsmStmt",
    ];
    SKIPPED.contains(&kind) || kind.starts_with("OMP") || is_coroutine(kind)
}

fn is_coroutine(kind: &str) -> bool {
    ["CoroutineBodyStmt", "CoawaitExpr", "CoreturnStmt", "CoyieldExpr", "DependentCoawaitExpr"].contains(&kind)
}

pub fn is_function(kind: &str) -> bool {
    ["FunctionDecl", "CXXMethodDecl", "CXXConstructorDecl", "CXXDestructorDecl", "CXXConversionDecl"].contains(&kind)
}

/// Statements that are scopes of their own.
pub fn is_scope(kind: &str) -> bool {
    const SCOPES: [&str; 8] =
        ["CompoundStmt", "ForStmt", "CXXForRangeStmt", "IfStmt", "WhileStmt", "DoStmt", "SwitchStmt", "CXXCatchStmt"];
    SCOPES.contains(&kind)
}

/// Control can arrive or leave there in the middle of a block.
pub fn is_jump(kind: &str) -> bool {
    ["LabelStmt", "GotoStmt", "IndirectGotoStmt", "CaseStmt", "DefaultStmt"].contains(&kind)
}

/// Expressions that always give the same and do nothing else.
pub fn is_constant(kind: &str) -> bool {
    const CONSTANT: [&str; 12] = [
        "IntegerLiteral",
        "FloatingLiteral",
        "CharacterLiteral",
        "StringLiteral",
        "CXXBoolLiteralExpr",
        "CXXNullPtrLiteralExpr",
        "GNUNullExpr",
        "ImplicitCastExpr",
        "ParenExpr",
        "InitListExpr",
        "ImplicitValueInitExpr",
        "CStyleCastExpr",
    ];
    CONSTANT.contains(&kind)
}
