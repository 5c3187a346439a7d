//! Sizes of programs: a name, a number of lines, or a range of which each program draws one.

use source::recipe;
use std::ops::RangeInclusive;

/// Small programs find more per second of CPU time, but some bugs need room.
pub const DEFAULT: &str = "60..400";

/// `small`, `120` or `60..400`.
pub fn parse(text: &str) -> Result<RangeInclusive<u32>, String> {
    let lines = |text: &str| recipe::lines(text.trim()).map_err(|error| error.to_string());
    let (low, high) = match text.split_once("..") {
        Some((low, high)) => (lines(low)?, lines(high.trim_start_matches('='))?),
        None => (lines(text)?, lines(text)?),
    };
    if low > high {
        return Err(format!("`{text}` is empty: {low} is more than {high}"));
    }
    Ok(low..=high)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_size_is_a_name_a_number_or_a_range() {
        assert_eq!(parse("small"), Ok(100..=100));
        assert_eq!(parse("120"), Ok(120..=120));
        assert_eq!(parse(DEFAULT), Ok(60..=400));
        for wrong in ["", "3", "400..60", "60..", "tiny"] {
            assert!(parse(wrong).is_err(), "{wrong}");
        }
    }
}
