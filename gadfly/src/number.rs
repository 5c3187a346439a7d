//! Whole numbers on the command line, and what is said if something else is there.

use num_bigint::BigUint;
use std::num::IntErrorKind;

/// A seed.
pub fn seed(text: &str) -> Result<u64, String> {
    whole(text, 0, "a seed is a whole number")
}

/// A count of at least 1.
pub fn count(text: &str) -> Result<u64, String> {
    whole(text, 1, "it takes a whole number")
}

/// A number of any size.
pub fn big(text: &str) -> Result<BigUint, String> {
    let text = text.trim();
    let is_decimal = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let number = is_decimal.then(|| text.parse().ok()).flatten();
    number.ok_or_else(|| "it takes a whole number from 0 on, such as 7".to_string())
}

fn whole(text: &str, least: u64, what: &str) -> Result<u64, String> {
    match text.trim().parse::<u64>() {
        Ok(number) if number >= least => Ok(number),
        Err(error) if *error.kind() == IntErrorKind::PosOverflow => Err(format!("{what} up to {}", u64::MAX)),
        _ => Err(format!("{what} from {least} on, such as {}", least.max(7))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_any_size() {
        assert_eq!(big("340282366920938463463374607431768211456").unwrap(), BigUint::from(1_u32) << 128);
        for text in ["", "-1", "+1", "0x10", "1e9", "1_000"] {
            assert_eq!(big(text).unwrap_err(), "it takes a whole number from 0 on, such as 7", "{text}");
        }
    }

    #[test]
    fn what_is_no_number_is_told_what_would_be() {
        assert_eq!((seed("0"), count("1"), seed(" 7 ")), (Ok(0), Ok(1), Ok(7)));
        for text in ["abc", "-1", "", "1.5", "0x7"] {
            assert_eq!(seed(text).unwrap_err(), "a seed is a whole number from 0 on, such as 7", "{text}");
        }
        assert_eq!(count("0").unwrap_err(), "it takes a whole number from 1 on, such as 7");
        assert!(seed("99999999999999999999").unwrap_err().ends_with("up to 18446744073709551615"));
    }
}
