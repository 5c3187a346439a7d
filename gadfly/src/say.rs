//! Standard error, which may be closed or full. That is no reason to end, so these macros replace the standard ones, which
//! panic.

macro_rules! eprint {
    ($($word:tt)*) => {{
        let _ = std::io::Write::write_fmt(&mut std::io::stderr(), format_args!($($word)*));
    }};
}

macro_rules! eprintln {
    () => { eprint!("\n") };
    ($($word:tt)*) => { eprint!("{}\n", format_args!($($word)*)) };
}
