//! What the kinds of clang's nodes mean for enumeration.

/// Why no use of a variable in such a node is a hole.
pub fn skipped(kind: &str) -> Option<&'static str> {
    let why = match kind {
        "VarTemplateDecl"
        | "VarTemplateSpecializationDecl"
        | "VarTemplatePartialSpecializationDecl"
        | "TypeAliasTemplateDecl"
        | "CXXDeductionGuideDecl"
        | "TemplateTypeParmDecl"
        | "NonTypeTemplateParmDecl"
        | "TemplateTemplateParmDecl"
        | "TemplateArgument" => "template argument",
        // They may ask for anything.
        "ConceptDecl" | "RequiresExpr" => "constraint",
        "BlockDecl" | "BlockExpr" => "block",
        "FieldDecl" | "IndirectFieldDecl" => "member initialiser",
        "FriendDecl" => "friend",
        // A constant is needed.
        "ConstantExpr" | "EnumDecl" | "StaticAssertDecl" | "OffsetOfExpr" | "ShuffleVectorExpr" => "constant",
        // They are written elsewhere.
        "CXXDefaultArgExpr" | "CXXDefaultInitExpr" => "default argument",
        // Its constraints may ask for anything.
        "GCCAsmStmt" | "MSAsmStmt" => "asm",
        "CoroutineBodyStmt" | "CoawaitExpr" | "CoreturnStmt" | "CoyieldExpr" | "DependentCoawaitExpr" => "coroutine",
        _ if kind.starts_with("OMP") => "OpenMP",
        _ => return None,
    };
    Some(why)
}

pub fn is_function(kind: &str) -> bool {
    ["FunctionDecl", "CXXMethodDecl", "CXXConstructorDecl", "CXXDestructorDecl", "CXXConversionDecl"].contains(&kind)
}

/// Classes, and what classes are made of.
pub fn is_record(kind: &str) -> bool {
    ["CXXRecordDecl", "ClassTemplateSpecializationDecl", "ClassTemplatePartialSpecializationDecl"].contains(&kind)
}

pub fn is_template_parameter(kind: &str) -> bool {
    ["TemplateTypeParmDecl", "NonTypeTemplateParmDecl", "TemplateTemplateParmDecl"].contains(&kind)
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
