//! The functions that GCC knows without a declaration: `__builtin_…`, `__sync_…`, `__atomic_…`, and those library
//! functions whose implicit declaration gets the right type.
//!
//! A signature is the return type and then the parameters, separated by spaces: an optional `k` (const) or `V`
//! (volatile), a letter, and a `*` for each level of pointer. `R` stands for `double`, and gives the name with `f` and
//! `l` appended the types `float` and `long double`; `.` is a variable argument list.

use crate::types::{FunctionType, Quals, Type, TypeKind, Types};
use rustc_hash::FxHashMap;
use std::sync::OnceLock;

/// Library functions; all have a `__builtin_` twin.
const LIBRARY: &[(&str, &str)] = &[
    ("v", "abort"),
    ("v i", "exit _exit _Exit"),
    ("i i", "abs"),
    ("l l", "labs"),
    ("x x", "llabs"),
    ("j j", "imaxabs"),
    ("v* z", "malloc alloca"),
    ("v* z z", "calloc aligned_alloc"),
    ("v* v* z", "realloc"),
    ("v v*", "free"),
    ("i v** z z", "posix_memalign"),
    ("v* v* kv* z", "memcpy memmove mempcpy"),
    ("v* v* i z", "memset"),
    ("i kv* kv* z", "memcmp bcmp"),
    ("v* kv* i z", "memchr"),
    ("v kv* v* z", "bcopy"),
    ("v v* z", "bzero"),
    ("c* c* kc*", "strcpy strcat stpcpy"),
    ("c* c* kc* z", "strncpy strncat stpncpy"),
    ("i kc* kc*", "strcmp strcasecmp"),
    ("i kc* kc* z", "strncmp strncasecmp"),
    ("z kc*", "strlen"),
    ("z kc* z", "strnlen"),
    ("z kc* kc*", "strspn strcspn"),
    ("c* kc* i", "strchr strrchr index rindex"),
    ("c* kc* kc*", "strstr strpbrk"),
    ("c* kc*", "strdup"),
    ("c* kc* z", "strndup"),
    ("i i", "ffs isalnum isalpha isascii isblank iscntrl isdigit isgraph islower isprint ispunct isspace isupper"),
    ("i i", "isxdigit toascii tolower toupper putchar putchar_unlocked"),
    ("i l", "ffsl"),
    ("i x", "ffsll"),
    ("i kc* .", "printf scanf printf_unlocked"),
    ("i c* kc* .", "sprintf"),
    ("i c* z kc* .", "snprintf"),
    ("i v* kc* .", "fprintf fscanf fprintf_unlocked"),
    ("i kc* kc* .", "sscanf"),
    ("i kc* A", "vprintf vscanf"),
    ("i c* kc* A", "vsprintf"),
    ("i c* z kc* A", "vsnprintf"),
    ("i v* kc* A", "vfprintf vfscanf"),
    ("i kc* kc* A", "vsscanf"),
    ("i kc*", "puts puts_unlocked"),
    ("i kc* v*", "fputs fputs_unlocked"),
    ("i i v*", "fputc fputc_unlocked putc"),
    ("z kv* z z v*", "fwrite fwrite_unlocked"),
    ("i", "fork"),
    ("R R", "acos acosh asin asinh atan atanh cbrt ceil cos cosh erf erfc exp exp2 expm1 exp10 pow10 fabs floor gamma"),
    ("R R", "lgamma tgamma j0 j1 y0 y1 log log10 log1p log2 logb nearbyint rint round roundeven trunc significand"),
    ("R R", "sin sinh sqrt tan tanh"),
    ("R R R", "atan2 copysign drem fdim fmax fmin fmod hypot nextafter pow remainder scalb"),
    ("R R e", "nexttoward"),
    ("R R R R", "fma"),
    ("R R i", "ldexp scalbn"),
    ("R R l", "scalbln"),
    ("R i R", "jn yn"),
    ("R R i*", "frexp lgamma_r"),
    ("R R R*", "modf"),
    ("R R R i*", "remquo"),
    ("v R R* R*", "sincos"),
    ("i R", "ilogb finite"),
    ("l R", "lrint lround"),
    ("x R", "llrint llround"),
    ("R kc*", "nan"),
    ("R CR", "cabs carg cimag creal"),
    ("CR CR", "cacos cacosh casin casinh catan catanh ccos ccosh cexp clog conj cproj csin csinh csqrt ctan ctanh"),
    ("CR CR CR", "cpow"),
    ("CR R", "cexpi"),
    ("v* v* kv* z z", "__memcpy_chk __memmove_chk __mempcpy_chk"),
    ("v* v* i z z", "__memset_chk"),
    ("c* c* kc* z", "__strcpy_chk __strcat_chk __stpcpy_chk"),
    ("c* c* kc* z z", "__strncpy_chk __strncat_chk __stpncpy_chk"),
    ("i c* i z kc* .", "__sprintf_chk"),
    ("i c* z i z kc* .", "__snprintf_chk"),
    ("i c* i z kc* A", "__vsprintf_chk"),
    ("i c* z i z kc* A", "__vsnprintf_chk"),
    ("i i kc* .", "__printf_chk"),
    ("i v* i kc* .", "__fprintf_chk"),
    ("i i kc* A", "__vprintf_chk"),
    ("i v* i kc* A", "__vfprintf_chk"),
    ("v v* v*", "__clear_cache"),
];

/// Functions that exist only under the `__builtin_` name.
const COMPILER: &[(&str, &str)] = &[
    ("v", "trap unreachable init_dwarf_reg_sizes cpu_init aggregate_incoming_address"),
    ("v i", "assume"),
    ("i u", "clz ctz popcount parity"),
    ("i m", "clzl ctzl popcountl parityl"),
    ("i y", "clzll ctzll popcountll parityll"),
    ("i j", "clzimax ctzimax popcountimax parityimax clrsbimax ffsimax"),
    ("i i", "clrsb eh_return_data_regno"),
    ("i l", "clrsbl"),
    ("i x", "clrsbll"),
    ("t t", "bswap16"),
    ("u u", "bswap32"),
    ("U U", "bswap64"),
    ("O O", "bswap128"),
    ("l l l", "expect"),
    ("l l l d", "expect_with_probability"),
    ("z kv* i", "object_size dynamic_object_size"),
    ("v* u", "frame_address return_address"),
    ("v* v*", "extract_return_addr frob_return_addr"),
    ("v* z z", "alloca_with_align"),
    ("v* z z z", "alloca_with_align_and_max"),
    ("v* kv* z .", "assume_aligned"),
    ("v kv* .", "prefetch"),
    ("i v**", "setjmp"),
    ("v v** i", "longjmp"),
    ("v*", "apply_args dwarf_cfa stack_save saveregs next_arg thread_pointer"),
    ("v v*", "return stack_restore unwind_init set_thread_pointer"),
    ("v* v* v* z", "apply"),
    ("i", "va_arg_pack va_arg_pack_len"),
    ("i kc*", "cpu_is cpu_supports"),
    ("R", "inf huge_val"),
    ("q", "inff128 huge_valf128 infq huge_valq"),
    ("q q", "fabsf128 fabsq"),
    ("q q q", "copysignf128 copysignq"),
    ("R kc*", "nans"),
    ("q kc*", "nanf128 nansf128 nanq nansq"),
    ("d", "inff64 huge_valf64 inff32x huge_valf32x"),
    ("f", "inff32 huge_valf32"),
    ("e", "inff64x huge_valf64x"),
    ("i R", "isinfd isnand finited"),
    ("i f", "isinff isnanf signbitf finitef"),
    ("i e", "isinfl isnanl signbitl finitel"),
    ("R R i", "powi"),
    ("b i i i*", "sadd_overflow ssub_overflow smul_overflow"),
    ("b l l l*", "saddl_overflow ssubl_overflow smull_overflow"),
    ("b x x x*", "saddll_overflow ssubll_overflow smulll_overflow"),
    ("b u u u*", "uadd_overflow usub_overflow umul_overflow"),
    ("b m m m*", "uaddl_overflow usubl_overflow umull_overflow"),
    ("b y y y*", "uaddll_overflow usubll_overflow umulll_overflow"),
];

/// Functions without any prefix rule.
const OTHERS: &[(&str, &str)] = &[
    ("v", "__sync_synchronize"),
    ("v i", "__atomic_thread_fence __atomic_signal_fence"),
    ("b Vv* i", "__atomic_test_and_set"),
    ("v Vv* i", "__atomic_clear"),
    ("b z Vv*", "__atomic_is_lock_free __atomic_always_lock_free"),
];

/// Functions whose result type depends on their arguments.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Generic {
    /// Any arguments, as they are; the result is `int`.
    Int,
    /// Floating arguments, converted to their common type; the result is `int`.
    FloatTest,
    /// `__builtin_fpclassify`: five integers and a floating value.
    Classify,
    /// Two integers and a pointer to, or a value of, the result's type; the result is `_Bool`.
    Overflow,
    /// A pointer and values of its pointee's type, then anything; the result has the pointee's type.
    Fetch(u8),
    /// Like `Fetch`; the result is `_Bool`.
    CompareAndSwap(u8),
    /// Like `Fetch`; no result.
    Store(u8),
    /// `__atomic_load` and others that pass values through pointers.
    Pointers(Type),
    /// `__atomic_compare_exchange_n`.
    CompareExchange,
    /// `__builtin_shuffle`.
    Shuffle,
    /// `__builtin_shufflevector`.
    ShuffleVector,
    /// `__builtin_complex`.
    Complex,
    /// `va_start`, `va_end`, `va_copy`: lists are passed by reference.
    VaList,
    /// `__builtin_clear_padding`.
    Void,
}

/// How a call of the builtin is typed, if its signature cannot say.
pub fn generic(name: &str) -> Option<Generic> {
    if let Some(name) = name.strip_prefix("__builtin_") {
        return Some(match name {
            "constant_p" | "classify_type" | "is_constant_evaluated" => Generic::Int,
            "isnan" | "isinf" | "isinf_sign" | "isfinite" | "isnormal" | "signbit" | "isgreater" | "isgreaterequal"
            | "isless" | "islessequal" | "islessgreater" | "isunordered" | "iseqsig" | "finite" | "issignaling" => {
                Generic::FloatTest
            }
            "fpclassify" => Generic::Classify,
            "add_overflow" | "sub_overflow" | "mul_overflow" | "add_overflow_p" | "sub_overflow_p"
            | "mul_overflow_p" => Generic::Overflow,
            "complex" => Generic::Complex,
            "shuffle" => Generic::Shuffle,
            "shufflevector" => Generic::ShuffleVector,
            "va_start" | "va_end" | "va_copy" | "next_arg_list" | "stdarg_start" => Generic::VaList,
            "clear_padding" => Generic::Void,
            _ => return None,
        });
    }
    if let Some(name) = name.strip_prefix("__sync_") {
        return Some(match name.trim_end_matches(|c: char| c.is_ascii_digit()).trim_end_matches('_') {
            "val_compare_and_swap" => Generic::Fetch(2),
            "bool_compare_and_swap" => Generic::CompareAndSwap(2),
            "lock_release" => Generic::Store(0),
            "lock_test_and_set" => Generic::Fetch(1),
            name if is_operation(name, "fetch_and_", "_and_fetch") => Generic::Fetch(1),
            _ => return None,
        });
    }
    let name = name.strip_prefix("__atomic_")?;
    Some(match name {
        "load_n" => Generic::Fetch(0),
        "exchange_n" => Generic::Fetch(1),
        "store_n" => Generic::Store(1),
        "load" | "store" | "exchange" => Generic::Pointers(Type::VOID),
        "compare_exchange" => Generic::Pointers(Type::BOOL),
        "compare_exchange_n" => Generic::CompareExchange,
        name if is_operation(name, "fetch_", "_fetch") => Generic::Fetch(1),
        _ => return None,
    })
}

fn is_operation(name: &str, prefix: &str, suffix: &str) -> bool {
    let op = name.strip_prefix(prefix).or_else(|| name.strip_suffix(suffix));
    matches!(op, Some("add" | "sub" | "and" | "or" | "xor" | "nand"))
}

/// The type GCC knows for a function; type-generic ones are without a prototype.
pub fn function_type(types: &mut Types, name: &str) -> Option<Type> {
    if generic(name).is_some() {
        let unknown = FunctionType { ret: Type::INT, params: Box::default(), variadic: false, prototyped: false };
        return Some(types.function(unknown));
    }
    let signature = match name.strip_prefix("__builtin_") {
        Some(base) => tables().compiler.get(base).or_else(|| tables().library.get(base)),
        None => tables().library.get(name),
    };
    signature.map(|signature| build(types, *signature))
}

/// Whether this is a library function that GCC knows, or one with a reserved name.
pub fn is_known(name: &str) -> bool {
    let base = name.strip_prefix("__builtin_").unwrap_or(name);
    tables().library.contains_key(base)
        || generic(name).is_some()
        || (base.len() < name.len() && tables().compiler.contains_key(base))
}

/// A name that only the compiler can define.
pub fn is_reserved(name: &str) -> bool {
    name.starts_with("__builtin_") || name.starts_with("__sync_") || name.starts_with("__atomic_")
}

/// A signature, and what `R` stands for in it.
type Signature = (&'static str, Type);

struct Tables {
    library: FxHashMap<Box<str>, Signature>,
    compiler: FxHashMap<Box<str>, Signature>,
}

fn tables() -> &'static Tables {
    static TABLES: OnceLock<Tables> = OnceLock::new();
    TABLES.get_or_init(|| {
        let mut library = FxHashMap::default();
        let mut compiler = FxHashMap::default();
        fill(&mut library, LIBRARY);
        fill(&mut library, OTHERS);
        fill(&mut compiler, COMPILER);
        Tables { library, compiler }
    })
}

fn fill(table: &mut FxHashMap<Box<str>, Signature>, entries: &[(&'static str, &str)]) {
    for &(signature, names) in entries {
        for name in names.split(' ') {
            table.insert(name.into(), (signature, Type::DOUBLE));
            if signature.contains('R') {
                // GCC names the reentrant versions `lgammaf_r`.
                let (stem, tail) = name.strip_suffix("_r").map_or((name, ""), |stem| (stem, "_r"));
                table.entry(format!("{stem}f{tail}").into()).or_insert((signature, Type::FLOAT));
                table.entry(format!("{stem}l{tail}").into()).or_insert((signature, Type::LDOUBLE));
            }
        }
    }
}

fn build(types: &mut Types, (signature, real): Signature) -> Type {
    let mut words = signature.split(' ');
    let ret = words.next().map_or(Type::VOID, |word| parse_type(types, word, real));
    let mut params = Vec::new();
    let mut variadic = false;
    for word in words {
        if word == "." {
            variadic = true;
        } else {
            params.push(parse_type(types, word, real));
        }
    }
    types.function(FunctionType { ret, params: params.into(), variadic, prototyped: true })
}

fn parse_type(types: &mut Types, word: &str, real: Type) -> Type {
    let mut quals = Quals::NONE;
    let mut complex = false;
    let mut ty = Type::VOID;
    let long64 = types.target.long_size == 8;
    for letter in word.chars() {
        match letter {
            'k' => quals = Quals::CONST,
            'V' => quals = Quals::VOLATILE,
            'C' => complex = true,
            '*' => ty = types.pointer(ty),
            _ => {
                ty = match letter {
                    'b' => Type::BOOL,
                    'c' => Type::CHAR,
                    't' => Type::USHORT,
                    'i' => Type::INT,
                    'u' => Type::UINT,
                    'l' => Type::LONG,
                    'm' => Type::ULONG,
                    'x' => Type::LLONG,
                    'y' => Type::ULLONG,
                    'O' => Type::UINT128,
                    // intmax_t and uint64_t.
                    'j' => {
                        if long64 {
                            Type::LONG
                        } else {
                            Type::LLONG
                        }
                    }
                    'U' => {
                        if long64 {
                            Type::ULONG
                        } else {
                            Type::ULLONG
                        }
                    }
                    'z' => types.size_type(),
                    'f' => Type::FLOAT,
                    'd' => Type::DOUBLE,
                    'e' => Type::LDOUBLE,
                    'q' => Type::FLOAT128,
                    'R' => real,
                    'A' => va_list_parameter(types),
                    _ => Type::VOID,
                };
                if complex {
                    ty = types.intern(TypeKind::Complex(ty));
                }
                ty = ty.with(quals);
            }
        }
    }
    ty
}

/// `va_list` as a parameter: the array type decays.
fn va_list_parameter(types: &mut Types) -> Type {
    match types.element(types.va_list) {
        Some(tag) => types.pointer(tag),
        None => types.va_list,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::target::Target;

    #[test]
    fn signatures_follow_the_width_of_the_name() {
        let mut types = Types::new(Target::X86_64);
        let fabsf = function_type(&mut types, "__builtin_fabsf").unwrap();
        assert_eq!(types.function_type(fabsf).unwrap().ret, Type::FLOAT);
        let modfl = function_type(&mut types, "modfl").unwrap();
        let pointer = types.pointer(Type::LDOUBLE);
        assert_eq!(*types.function_type(modfl).unwrap().params, [Type::LDOUBLE, pointer]);
        assert!(function_type(&mut types, "clz").is_none());
        assert!(function_type(&mut types, "__builtin_clz").is_some());
        assert_eq!(generic("__sync_fetch_and_add_4"), Some(Generic::Fetch(1)));
    }
}
