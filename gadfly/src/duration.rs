//! Times as people write them: `90s`, `10m`, `1h30m`.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

const UNITS: [(char, u64); 4] = [('d', 86_400), ('h', 3_600), ('m', 60), ('s', 1)];

pub fn parse(text: &str) -> Result<Duration, String> {
    let wrong = || "write a time such as 60s, 10m, 2h or 1h30m".to_string();
    let mut rest = text.trim();
    let mut seconds = 0u64;
    while !rest.is_empty() {
        let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        let number: u64 = rest[..digits].parse().map_err(|_| wrong())?;
        let unit = rest[digits..].chars().next().unwrap_or('s');
        let (_, scale) = UNITS.iter().find(|(name, _)| *name == unit).ok_or_else(wrong)?;
        seconds = number.checked_mul(*scale).and_then(|part| seconds.checked_add(part)).ok_or_else(wrong)?;
        rest = rest.get(digits + 1..).unwrap_or_default();
    }
    if seconds == 0 { Err(wrong()) } else { Ok(Duration::from_secs(seconds)) }
}

/// The two largest units: `1h 05m`, `3m 20s`, `12s`.
pub fn show(duration: Duration) -> String {
    let seconds = duration.as_secs();
    match seconds {
        0..60 => format!("{seconds}s"),
        60..3_600 => format!("{}m {:02}s", seconds / 60, seconds % 60),
        3_600..86_400 => format!("{}h {:02}m", seconds / 3_600, seconds / 60 % 60),
        _ => format!("{}d {:02}h", seconds / 86_400, seconds / 3_600 % 24),
    }
}

/// How long ago that was, in the largest unit: `3m`, `2h`, `40d`. A clock that was set back makes it `0s`.
pub fn age(seconds: u64) -> String {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
    largest(now.saturating_sub(seconds))
}

fn largest(seconds: u64) -> String {
    let (unit, scale) = UNITS.into_iter().find(|(_, scale)| seconds >= *scale).unwrap_or(('s', 1));
    format!("{}{unit}", seconds / scale)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_add_up() {
        for (text, seconds) in [("60s", 60), ("10m", 600), ("2h", 7_200), ("1h30m", 5_400), ("1d", 86_400), ("45", 45)]
        {
            assert_eq!(parse(text), Ok(Duration::from_secs(seconds)), "{text}");
        }
    }

    #[test]
    fn nonsense_is_no_time() {
        for text in ["", "0s", "m", "10x", "-5s", "1.5h", "99999999999999999999s", "9999999999999999999d", "5é"] {
            assert!(parse(text).is_err(), "{text}");
        }
    }

    #[test]
    fn ages_are_shown_in_one_unit() {
        for (seconds, text) in [(0, "0s"), (59, "59s"), (3_599, "59m"), (86_399, "23h"), (40 * 86_400, "40d")] {
            assert_eq!(largest(seconds), text);
        }
        assert_eq!(age(u64::MAX), "0s");
    }

    #[test]
    fn times_are_shown_in_two_units() {
        for (seconds, text) in [(0, "0s"), (59, "59s"), (200, "3m 20s"), (3_900, "1h 05m"), (90_000, "1d 01h")] {
            assert_eq!(show(Duration::from_secs(seconds)), text);
        }
    }
}
