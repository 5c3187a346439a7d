//! Parses preprocessed C files: prints `ok` or the error of each. `--time` prints the speed in MB/s, of CPU time, lexing,
//! parsing and typing together, and `--repeat N` parses each file N times.

use lang::{Program, Target, parse};
use std::sync::Arc;
use std::time::Duration;

/// CPU time of this thread, so that a busy machine does not count (Linux).
fn cpu_time() -> Duration {
    let stat = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    Duration::from_nanos(stat.split(' ').next().and_then(|ns| ns.parse().ok()).unwrap_or(0))
}

fn main() {
    let mut args = std::env::args().skip(1).peekable();
    let (mut timed, mut quiet, mut repeat, mut target) = (false, false, 1u32, Target::X86_64);
    let mut files = Vec::new();
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--time" => timed = true,
            "--quiet" => quiet = true,
            "--i386" => target = Target::I386,
            "--repeat" => repeat = args.next().and_then(|n| n.parse().ok()).unwrap_or(1),
            _ => files.push(arg),
        }
    }
    let (mut bytes, mut spent, mut nodes, mut bad) = (0u64, Duration::ZERO, 0u64, 0);
    for file in &files {
        let text: Arc<[u8]> = match std::fs::read(file) {
            Ok(text) => text.into(),
            Err(error) => {
                println!("{file}: {error}");
                continue;
            }
        };
        for round in 0..repeat {
            let start = cpu_time();
            let mut program = Program::new(target);
            let result = parse::parse(&mut program, file, text.clone(), &parse::Options::default());
            spent += cpu_time() - start;
            bytes += text.len() as u64;
            nodes += program.exprs.len() as u64;
            if round > 0 {
                continue;
            }
            match result {
                Ok(()) if quiet => {}
                Ok(()) => println!("{file}: ok"),
                Err(error) => {
                    bad += 1;
                    let at = program.source.position(error.loc);
                    let at = at.map_or(String::new(), |at| format!("{}:{}:{}: ", at.file, at.line, at.column));
                    println!("{file}: {at}{:?}: {}", error.kind, error.message);
                }
            }
        }
    }
    println!("{} files, {bad} bad", files.len());
    if timed {
        let seconds = spent.as_secs_f64();
        println!("{:.1} MB/s, {:.1} M nodes/s", bytes as f64 / 1e6 / seconds, nodes as f64 / 1e6 / seconds);
    }
}
