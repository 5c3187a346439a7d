//! The Gregorian calendar: seconds since 1970 to broken-down time and back.

/// The members of `struct tm` in glibc's order, which the standard does not fix.
pub const FIELDS: usize = 9;
pub const SECOND: usize = 0;
pub const MINUTE: usize = 1;
pub const HOUR: usize = 2;
pub const MONTH_DAY: usize = 3;
pub const MONTH: usize = 4;
pub const YEAR: usize = 5;
pub const WEEK_DAY: usize = 6;
pub const YEAR_DAY: usize = 7;
pub const IS_DST: usize = 8;

const DAY: i64 = 86_400;

/// A moment, with all members in their ranges.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Broken {
    second_of_day: i64,
    /// From 1 on, and from 0 on.
    month_day: i64,
    month: i64,
    /// Since 1900.
    year: i64,
    week_day: i64,
    year_day: i64,
}

impl Broken {
    /// `None` if the year does not fit an `int`.
    pub fn from_seconds(seconds: i64, offset: i64) -> Option<Broken> {
        let local = seconds.checked_add(offset)?;
        let (days, second_of_day) = (local.div_euclid(DAY), local.rem_euclid(DAY));
        let (year, month, month_day) = civil(days);
        let year_day = days - days_before(year, 0, 1);
        i32::try_from(year - 1900).ok()?;
        let week_day = (days + 4).rem_euclid(7);
        Some(Broken { second_of_day, month_day, month, year: year - 1900, week_day, year_day })
    }

    pub fn fields(&self) -> [i64; FIELDS] {
        let s = self.second_of_day;
        let clock = [s % 60, s / 60 % 60, s / 3600];
        [clock[0], clock[1], clock[2], self.month_day, self.month, self.year, self.week_day, self.year_day, 0]
    }
}

/// The seconds since 1970 of members that may be outside their ranges.
pub fn seconds(fields: &[i64; FIELDS]) -> i64 {
    let year = 1900 + fields[YEAR] + fields[MONTH].div_euclid(12);
    let days = days_before(year, fields[MONTH].rem_euclid(12), fields[MONTH_DAY]);
    days * DAY + fields[HOUR] * 3600 + fields[MINUTE] * 60 + fields[SECOND]
}

/// Days from 1970-01-01 to a day; months from 0 on. The year is taken to begin in March, so that a leap day ends it.
fn days_before(year: i64, month: i64, day: i64) -> i64 {
    let (year, month) = if month < 2 { (year - 1, month + 10) } else { (year, month - 2) };
    let (era, year_of_era) = (year.div_euclid(400), year.rem_euclid(400));
    let day_of_year = (153 * month + 2) / 5 + day - 1;
    era * 146_097 + year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year - 719_468
}

/// Year, month from 0 on, day from 1 on.
fn civil(days: i64) -> (i64, i64, i64) {
    let days = days + 719_468;
    let (era, day) = (days.div_euclid(146_097), days.rem_euclid(146_097));
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day_of_year = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day_of_year + 2) / 153;
    let month_day = day_of_year - (153 * month + 2) / 5 + 1;
    let january = month >= 10;
    (era * 400 + year + january as i64, if january { month - 10 } else { month + 2 }, month_day)
}

/// The year and week of ISO 8601, as `%G` and `%V` want them.
pub fn iso_week(year: i64, year_day: i64, week_day: i64) -> (i64, i64) {
    let monday_based = (week_day + 6) % 7;
    let week = (year_day - monday_based + 10) / 7;
    match week {
        0 => (year - 1, weeks_in(year - 1)),
        53 if weeks_in(year) < 53 => (year + 1, 1),
        week => (year, week),
    }
}

fn weeks_in(year: i64) -> i64 {
    let last_day = |year: i64| (days_before(year, 11, 31) + 4).rem_euclid(7);
    if last_day(year) == 4 || last_day(year - 1) == 3 { 53 } else { 52 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seconds_and_calendar_are_inverse() {
        for seconds in (-70_000_000_000i64..70_000_000_000).step_by(86_399_777) {
            let broken = Broken::from_seconds(seconds, 0).unwrap();
            assert_eq!(super::seconds(&broken.fields()), seconds);
        }
        let fields = Broken::from_seconds(1_000_000_000, 0).unwrap().fields();
        assert_eq!(fields, [40, 46, 1, 9, 8, 101, 0, 251, 0]);
    }

    #[test]
    fn weeks_belong_to_the_year_of_their_thursday() {
        assert_eq!(iso_week(2021, 0, 5), (2020, 53));
        assert_eq!(iso_week(2018, 364, 1), (2019, 1));
        assert_eq!(iso_week(2024, 59, 4), (2024, 9));
    }
}
