//! Prints the page of a comparison that is given as JSON on standard input; with the argument `markdown`, its tables.

use report::page;

fn main() {
    let comparison = serde_json::from_reader(std::io::stdin().lock()).expect("standard input is a comparison");
    match std::env::args().nth(1).as_deref() {
        Some("markdown") => print!("{}", page::markdown(&comparison)),
        _ => print!("{}", page::html(&comparison)),
    }
}
