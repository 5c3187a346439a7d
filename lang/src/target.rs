//! The data model: the only place that knows a size.

/// What decides more than sizes: the layout of `va_list`, for one.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Arch {
    /// LP64, System V.
    X86_64,
    /// ILP32, System V.
    I386,
}

/// Sizes and alignments in bytes, as GCC on Linux has them.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Target {
    /// Whose System V ABI it is.
    pub arch: Arch,
    /// Of `long`.
    pub long_size: u64,
    /// Of every pointer, `size_t` and `ptrdiff_t`.
    pub pointer_size: u64,
    /// Of the x87 format with its padding.
    pub long_double_size: u64,
    /// Of `long double`, in structures as well.
    pub long_double_align: u64,
    /// Alignment of `long long` and `double` as struct members and as GCC's minimum for variables (4 on i386).
    pub eight_byte_align: u64,
    /// What `aligned` without a number means, and what `malloc` gives.
    pub max_align: u64,
    /// Whether there is `__int128`.
    pub has_int128: bool,
    /// Whether plain `char` is signed.
    pub char_signed: bool,
}

impl Target {
    /// 64-bit x86: `gcc -m64`.
    pub const X86_64: Target = Target {
        arch: Arch::X86_64,
        long_size: 8,
        pointer_size: 8,
        long_double_size: 16,
        long_double_align: 16,
        eight_byte_align: 8,
        max_align: 16,
        has_int128: true,
        char_signed: true,
    };

    /// 32-bit x86: `gcc -m32`.
    pub const I386: Target = Target {
        arch: Arch::I386,
        long_size: 4,
        pointer_size: 4,
        long_double_size: 12,
        long_double_align: 4,
        eight_byte_align: 4,
        max_align: 16,
        has_int128: false,
        char_signed: true,
    };
}

impl Default for Target {
    fn default() -> Target {
        Target::X86_64
    }
}
