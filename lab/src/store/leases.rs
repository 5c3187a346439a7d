//! Indices that are one process's to do, for some time.

use super::{Lease, tables};
use crate::date;
use rusqlite::{Connection, params};
use std::ops::Range;
use std::time::Duration;

/// The first indices that are neither done nor leased, at most `count` of them without a gap.
pub fn take(connection: &Connection, campaign: i64, count: u64, time: Duration) -> rusqlite::Result<Lease> {
    connection.execute("DELETE FROM lease WHERE expires_at <= ?", [now()])?;
    let leased = leased(connection, campaign)?;
    let progress = tables::progress(connection, campaign)?;
    let indices = free(progress.next, &progress.done, &leased, count.max(1));
    let sql = "INSERT INTO lease (campaign, first, past, expires_at) VALUES (?, ?, ?, ?)";
    let values = params![campaign, indices.start as i64, indices.end as i64, end(time)];
    connection.prepare_cached(sql)?.execute(values)?;
    Ok(Lease { id: connection.last_insert_rowid(), indices })
}

/// Whether there was such a lease, and it was not over.
pub fn renew(connection: &Connection, lease: &Lease, time: Duration) -> rusqlite::Result<bool> {
    let sql = "UPDATE lease SET expires_at = ? WHERE id = ? AND first = ? AND expires_at > ?";
    let values = params![end(time), lease.id, lease.indices.start as i64, now()];
    Ok(connection.prepare_cached(sql)?.execute(values)? == 1)
}

pub fn release(connection: &Connection, lease: &Lease) -> rusqlite::Result<()> {
    let sql = "DELETE FROM lease WHERE id = ? AND first = ?";
    connection.prepare_cached(sql)?.execute(params![lease.id, lease.indices.start as i64]).map(|_| ())
}

fn leased(connection: &Connection, campaign: i64) -> rusqlite::Result<Vec<Range<u64>>> {
    let mut statement = connection.prepare_cached("SELECT first, past FROM lease WHERE campaign = ? ORDER BY first")?;
    let range = |row: &rusqlite::Row| Ok(row.get::<_, i64>(0)? as u64..row.get::<_, i64>(1)? as u64);
    statement.query_map([campaign], range)?.collect()
}

/// Both lists are sorted.
fn free(next: u64, done: &[u64], leased: &[Range<u64>], count: u64) -> Range<u64> {
    let mut taken: Vec<Range<u64>> = done.iter().map(|index| *index..index + 1).chain(leased.iter().cloned()).collect();
    taken.sort_by_key(|range| (range.start, range.end));
    let mut start = next;
    for range in taken {
        if range.start > start {
            return start..range.start.min(start.saturating_add(count));
        }
        start = start.max(range.end);
    }
    start..start.saturating_add(count)
}

fn now() -> i64 {
    date::now() as i64
}

/// In whole seconds, and never at once.
fn end(time: Duration) -> i64 {
    let seconds = i64::try_from(time.as_secs()).unwrap_or(i64::MAX);
    now().saturating_add(seconds.max(1))
}

#[cfg(test)]
mod tests {
    use super::free;

    #[test]
    fn what_is_done_or_leased_is_left_out() {
        assert_eq!(free(5, &[], &[], 10), 5..15);
        assert_eq!(free(5, &[7, 9], &[], 10), 5..7);
        assert_eq!(free(5, &[5, 6, 9], &[], 10), 7..9);
        assert_eq!(free(5, &[], &[5..15, 15..25], 10), 25..35);
        assert_eq!(free(5, &[25], &[5..15, 16..25], 10), 15..16);
        assert_eq!(free(0, &[], &[], u64::MAX), 0..u64::MAX);
    }
}
