//! Pages of made-up comparisons: what was put in comes out, and equal arms are not told apart.

use report::comparison::{Arm, Comparison, Cost, Find, Identity, Trial};
use report::{page, tables};
use source::Rng;

/// Arms that find each of `bugs` bugs with their own probability.
fn comparison(arms: &[(&str, u32)], bugs: u32, trials: u64, seed: u64) -> Comparison {
    let mut rng = Rng::new(seed);
    let arm = |&(name, _): &(&str, u32)| Arm {
        name: name.to_string(),
        source: "csmith".to_string(),
        oracles: vec![name.to_string()],
        is_fixed: false,
    };
    let mut made = Vec::new();
    for (number, &(_, percent)) in arms.iter().enumerate() {
        for seed in 0..trials {
            let finds: Vec<Find> = (0..bugs).filter_map(|bug| find(bug, percent, &mut rng)).collect();
            let cost = Cost { compile_s: 60.0, ..Cost::default() };
            made.push(Trial {
                arm: number,
                compiler: 0,
                seed,
                programs: 100,
                untested: 0,
                variants: 0,
                compilations: 500,
                cpu_s: 60.0,
                cost,
                unexplained: 0,
                finds,
            });
        }
    }
    Comparison {
        title: "Made up".to_string(),
        budget_s: 60.0,
        budget_programs: None,
        compilers: vec!["broken".to_string()],
        identities: vec![Identity::Seeded],
        levels: Vec::new(),
        arms: arms.iter().map(arm).collect(),
        trials: made,
    }
}

fn find(bug: u32, percent: u32, rng: &mut Rng) -> Option<Find> {
    rng.percent(percent).then(|| Find {
        bug: format!("bug {bug}"),
        at_s: rng.below(60) as f64,
        program: rng.below(100),
        variant: None,
        levels: vec!["-O2".to_string()],
        is_optimization_related: bug.is_multiple_of(2),
    })
}

fn verdict(comparison: &Comparison) -> String {
    tables::differences(comparison).rows[0].last().unwrap().clone()
}

#[test]
fn a_better_arm_is_told_apart_in_the_right_direction() {
    let made = comparison(&[("weak", 20), ("strong", 60)], 20, 10, 1);
    assert_eq!(verdict(&made), "strong finds more (large)");
    let made = comparison(&[("strong", 60), ("weak", 20)], 20, 10, 2);
    assert_eq!(verdict(&made), "strong finds more (large)");
}

#[test]
fn equal_arms_are_not_told_apart_in_95_of_100() {
    let is_different = |seed: &u64| verdict(&comparison(&[("one", 40), ("two", 40)], 20, 10, *seed)).contains("more");
    let different = (0..100).filter(is_different).count();
    assert!(different <= 5, "{different} of 100");
}

#[test]
fn the_page_has_every_table_and_needs_no_other_file() {
    let made = comparison(&[("dol", 50), ("rdt", 40), ("emi", 20)], 12, 10, 3);
    let html = page::html(&made);
    for table in tables::tables(&made) {
        assert!(html.contains(&format!("id=\"{}\"", table.key)), "{}", table.key);
        assert!(table.rows.iter().all(|row| row.len() == table.head.len()), "{}", table.key);
    }
    assert_eq!(html.matches("<svg").count(), 4);
    assert!(!html.contains("src=") && !html.contains("href="));
    assert!(page::markdown(&made).contains("| dol – rdt |"));
}

#[test]
fn factors_that_say_the_same_as_others_are_left_out() {
    let mut made = comparison(&[("dol", 50), ("rdt", 40), ("emi", 20)], 12, 10, 3);
    // Only `emi` has programs of its own, and another number of them. The other numbers differ from trial to trial.
    made.arms[2].source = "emi:csmith".to_string();
    made.trials.iter_mut().for_each(|trial| trial.programs += 7 * trial.seed % 5);
    let factors = tables::factors(&made);
    let names: Vec<&str> = factors.rows.iter().map(|row| row[0].as_str()).collect();
    assert_eq!(names, ["efficiency", "oracle: emi", "oracle: rdt"]);
    assert!(factors.note.contains("left out: programs: emi:csmith"), "{}", factors.note);
}

#[test]
fn a_comparison_without_anything_has_a_page() {
    let empty = comparison(&[], 0, 0, 1);
    assert!(page::html(&empty).contains("0 arms"));
    assert!(page::html(&comparison(&[("alone", 0)], 3, 2, 1)).contains("alone"));
}
