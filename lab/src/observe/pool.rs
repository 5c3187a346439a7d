//! Work on several benches at a time.

use super::Bench;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// What `work` makes of each item, in the order of the items. Every bench takes the next item until none is left.
pub fn for_all<T: Sync, R: Send>(
    benches: &mut [Bench],
    items: &[T],
    work: impl Fn(&mut Bench, &T) -> R + Sync,
) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let worker = |bench: &mut Bench| {
        let mut done = Vec::new();
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some(item) = items.get(at) else { return done };
            done.push((at, work(bench, item)));
        }
    };
    let mut done: Vec<(usize, R)> = thread::scope(|scope| {
        let workers: Vec<_> = benches.iter_mut().map(|bench| scope.spawn(|| worker(bench))).collect();
        workers.into_iter().flat_map(|worker| worker.join().expect("the work never panics")).collect()
    });
    done.sort_by_key(|(at, _)| *at);
    done.into_iter().map(|(_, result)| result).collect()
}
