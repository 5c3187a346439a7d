//! A thread with room for deep recursion, in which a panic becomes a value.

use std::io;
use std::panic;
use std::sync::{Arc, Mutex};
use std::thread;

/// Stacks to try, largest first, with the nesting the parser may use on each. The memory is only reserved; pages
/// are touched as the nesting of the input demands. A level of parentheses costs 1 KiB, one of braces up to 46 KiB
/// without optimisation, so that the deepest nesting touches less than 250 MB.
const STACKS: [(usize, u32); 3] = [(512 << 20, 5_000), (256 << 20, 2_500), (16 << 20, 150)];

/// Where and why a thread panicked.
#[derive(Debug)]
pub struct Panic(pub String);

/// Runs `work` on the largest stack that can be had; `work` gets the nesting depth that is safe on it.
pub fn with_large_stack<T: Send + 'static>(work: impl Fn(u32) -> T + Send + Sync + 'static) -> Result<T, Panic> {
    let message = record_panics();
    let work = Arc::new(work);
    for (stack_size, max_depth) in STACKS {
        let work = work.clone();
        let spawned: io::Result<_> = thread::Builder::new().stack_size(stack_size).spawn(move || work(max_depth));
        if let Ok(thread) = spawned {
            return thread.join().map_err(|_| Panic(take(&message)));
        }
    }
    Err(Panic("no thread could be started: memory or the number of threads is limited too tightly".to_string()))
}

/// Keeps the panic's text for the report instead of printing it at once.
fn record_panics() -> Arc<Mutex<String>> {
    let message = Arc::new(Mutex::new(String::new()));
    let recorded = message.clone();
    panic::set_hook(Box::new(move |info| {
        if let Ok(mut message) = recorded.lock() {
            *message = info.to_string();
        }
    }));
    message
}

fn take(message: &Mutex<String>) -> String {
    message.lock().map(|message| message.clone()).unwrap_or_default()
}
