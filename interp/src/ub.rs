//! The rules a program can break, one variant each, with the clause of C17 that makes it undefined.

use lang::Loc;

/// The first undefined behaviour of an execution.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ub {
    /// What was broken.
    pub rule: Rule,
    /// The rule's clause, or the one that is about this very case.
    pub clause: &'static str,
    /// One sentence with the values involved.
    pub message: String,
    /// The expression or statement that broke it.
    pub loc: Loc,
    /// Other places that matter: where an object was declared, freed, or last written.
    pub notes: Vec<(Loc, String)>,
}

impl Ub {
    /// With the rule's own clause.
    pub(crate) fn new(rule: Rule, message: String, loc: Loc) -> Ub {
        Ub { rule, clause: rule.clause(), message, loc, notes: Vec::new() }
    }

    /// With other places that matter.
    pub(crate) fn with_notes(self, notes: Vec<(Loc, String)>) -> Ub {
        Ub { notes, ..self }
    }

    /// With a clause that is about this very case.
    pub(crate) fn citing(self, clause: &'static str) -> Ub {
        Ub { clause, ..self }
    }
}

macro_rules! rules {
    ($($(#[$doc:meta])* $variant:ident $name:literal $clause:literal;)*) => {
        /// What makes a program undefined, one variant for each way that a user can tell from others.
        #[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        pub enum Rule { $($(#[$doc])* $variant,)* }

        impl Rule {
            /// In the order of their declaration.
            pub const ALL: &'static [Rule] = &[$(Rule::$variant,)*];
            /// As `--json` and the tests spell it.
            pub fn name(self) -> &'static str { match self { $(Rule::$variant => $name,)* } }
            /// The clause of C17 (ISO/IEC 9899:2018).
            pub fn clause(self) -> &'static str { match self { $(Rule::$variant => $clause,)* } }
        }
    };
}

rules! {
    /// The result of an operator does not fit its signed type.
    SignedOverflow "signed-overflow" "6.5p5";
    /// A shift count that is negative, or not less than the width of the promoted left operand.
    ShiftCount "shift-count" "6.5.7p3";
    /// `<<` of a negative value, or of one whose result does not fit.
    ShiftValue "shift-value" "6.5.7p4";
    /// `/` or `%` with a right operand of 0.
    DivisionByZero "division-by-zero" "6.5.5p5";
    /// The quotient does not fit (`INT_MIN / -1`, `INT_MIN % -1`).
    DivisionOverflow "division-overflow" "6.5.5p6";
    /// A floating value converted to an integer type that cannot hold its integral part.
    FloatToInt "float-to-int" "6.3.1.4p1";
    /// An access beyond the end or before the beginning of an object, or of an array in it.
    OutOfBoundsAccess "out-of-bounds-access" "6.5.6p8";
    /// A pointer moved outside its array (one past the end is fine).
    OutOfBoundsPointer "out-of-bounds-pointer" "6.5.6p8";
    /// An access through a null pointer.
    NullDereference "null-dereference" "6.5.3.2p4";
    /// A freed, or no longer existing, object is used.
    DanglingDereference "dangling-dereference" "6.2.4p2";
    /// The value of a pointer is used after its object ended: compared, copied, converted, passed on.
    DanglingPointer "dangling-pointer" "6.2.4p2";
    /// An access through a pointer, or a conversion to one, whose type needs another alignment.
    Misaligned "misaligned-access" "6.3.2.3p7";
    /// The value of an object that has none yet is used.
    UninitializedRead "uninitialized-read" "6.3.2.1p2";
    /// An object accessed through an lvalue of a type that may not alias its effective type.
    StrictAliasing "strict-aliasing" "6.5p7";
    /// The array of a string literal is modified.
    StringLiteralWrite "string-literal-write" "6.4.5p7";
    /// An object defined `const` is modified.
    ConstWrite "const-write" "6.7.3p6";
    /// A member of an atomic structure or union is accessed.
    AtomicMember "atomic-member" "6.5.2.3p5";
    /// An object with temporary lifetime is modified: an array in the value of a function.
    TemporaryWrite "temporary-write" "6.2.4p8";
    /// An object defined volatile is accessed through an lvalue that is not volatile.
    VolatileAccess "volatile-access" "6.7.3p6";
    /// A side effect on a scalar unsequenced with another side effect or a read of it.
    Unsequenced "unsequenced" "6.5p2";
    /// Not undefined, but the program's result depends on an order of evaluation the standard leaves open.
    OrderDependent "order-dependent" "6.5p3";
    /// A structure or other value assigned from an object that overlaps its target, but is not the same.
    OverlappingAssignment "overlapping-assignment" "6.5.16.1p3";
    /// `memcpy`, `strcpy` and the like between objects that overlap.
    OverlappingCopy "overlapping-copy" "7.24.2.1p2";
    /// `free` or `realloc` of something that `malloc` did not return, or of something freed.
    InvalidFree "invalid-free" "7.22.3.3p2";
    /// The value of a call is used although the function ended without a `return` of one.
    MissingReturn "missing-return" "6.9.1p12";
    /// A function called through an incompatible type, or with arguments that do not match its definition.
    WrongCall "wrong-call" "6.5.2.2p9";
    /// The argument of a parameter declared `[static n]` has fewer elements.
    StaticArray "static-array" "6.7.6.3p7";
    /// A directive of `printf` that is none, or whose argument is missing or of the wrong type.
    PrintfArgument "printf-argument" "7.21.6.1p9";
    /// A directive of `scanf` with the wrong argument, or input that the argument's object cannot hold.
    ScanfArgument "scanf-argument" "7.21.6.2p10";
    /// A variable length array of no or negative size.
    VlaSize "vla-size" "6.7.6.2p5";
    /// An object modified through a `restrict` pointer, and accessed in the same block by other means.
    Restrict "restrict" "6.7.3.1p4";
    /// `<` and the like of pointers to different objects.
    PointerComparison "pointer-comparison" "6.5.8p5";
    /// The difference of pointers to different objects.
    PointerSubtraction "pointer-subtraction" "6.5.6p9";
    /// A pointer that came from an integer, or from a function, and points to no object.
    InvalidPointer "invalid-pointer" "6.3.2.3p5";
    /// A pointer converted to an integer type that cannot hold it.
    PointerToInteger "pointer-to-integer" "6.3.2.3p6";
    /// An array declared `register` is used other than by `sizeof`.
    RegisterArray "register-array" "6.3.2.1p3";
    /// A `_Bool` object that holds neither 0 nor 1.
    TrapRepresentation "trap-representation" "6.2.6.1p5";
    /// A library function called with an argument outside its domain.
    LibraryArgument "library-argument" "7.1.4p1";
    /// `va_arg` past the last argument or with the wrong type, or a `va_list` misused.
    VaArg "va-arg" "7.16.1.1p2";
    /// A function of the library is defined by the program, and called.
    ReservedName "reserved-name" "7.1.3p2";
    /// A `_Noreturn` function returned.
    NoreturnReturned "noreturn-returned" "6.7.4p8";
    /// `setjmp` where its value could get lost: anything but a condition or a statement of its own.
    SetjmpContext "setjmp-context" "7.13.1.1p5";
    /// `longjmp` to a `setjmp` that was not called, or whose function or scope was left.
    Longjmp "longjmp" "7.13.2.1p2";
    /// `__builtin_unreachable()` reached, or a false `__builtin_assume_aligned`.
    Unreachable "unreachable" "4p2";
    /// GNU: a null pointer where `nonnull` or `returns_nonnull` promises none.
    Nonnull "nonnull" "4p2";
}
