//! Every formula in `bench/smt` is proved by z3.

use std::path::Path;
use std::process::Command;

/// Per file; the slowest takes about a second.
const TIMEOUT_S: u32 = 60;

#[test]
fn z3_proves_the_conditions_that_arith_tests() {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("../bench/smt");
    let mut files: Vec<_> = std::fs::read_dir(&directory)
        .expect("bench/smt is part of the repository")
        .map(|entry| entry.expect("a readable directory").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "smt2"))
        .collect();
    files.sort();
    assert!(files.len() >= 50, "only {} formulas in {}", files.len(), directory.display());
    for file in files {
        let output = Command::new("z3")
            .arg(format!("-T:{TIMEOUT_S}"))
            .arg(&file)
            .output()
            .expect("z3 must be installed for this test: apt-get install z3");
        let answer = String::from_utf8_lossy(&output.stdout);
        assert_eq!(answer.trim(), "unsat", "{}", file.display());
    }
}
