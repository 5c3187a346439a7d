//! Prints the page of a comparison that is given as JSON on standard input.

fn main() {
    let comparison = serde_json::from_reader(std::io::stdin().lock()).expect("standard input is a comparison");
    print!("{}", report::page::html(&comparison));
}
