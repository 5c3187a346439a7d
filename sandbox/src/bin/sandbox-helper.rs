//! A sandbox's helper and nothing else, for the tests: programs that use the crate are their own helper.

fn main() {
    std::process::exit(sandbox::serve());
}
