//! Standard error, to which nobody may listen: `head` has seen enough, the disk is full. That is no reason to end, so
//! these take the place of the standard macros, which panic.

macro_rules! eprint {
    ($($word:tt)*) => {{
        let _ = std::io::Write::write_fmt(&mut std::io::stderr(), format_args!($($word)*));
    }};
}

macro_rules! eprintln {
    () => { eprint!("\n") };
    ($($word:tt)*) => { eprint!("{}\n", format_args!($($word)*)) };
}
