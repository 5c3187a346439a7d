//! The data model: the only place that knows a size.

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
    pub arch: Arch,
    pub long_size: u64,
    pub pointer_size: u64,
    pub long_double_size: u64,
    pub long_double_align: u64,
    /// Alignment of `long long` and `double` as struct members and as GCC's minimum for variables (4 on i386).
    pub eight_byte_align: u64,
    pub max_align: u64,
    pub has_int128: bool,
    pub char_signed: bool,
}

impl Target {
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
