//! Finding out by trying which compilers there are, what they are, and what they can do. `compiler` describes them.

mod emulator;
mod features;
mod identify;
mod levels;
mod probe;
mod search;
mod tuning;

pub use identify::{adapt, identify, identify_untuned};
pub use levels::check_flags;
pub use probe::still_works;
pub use search::{Detected, detect, detect_all, detect_in, siblings};
