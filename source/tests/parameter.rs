//! Parameters: their documentation, how users set them, and how they are shuffled.

use source::Rng;
use source::generate::parameter::{Parameter, ParameterError, Values};
use source::generate::policy::config::PARAMETERS;
use std::collections::BTreeSet;

const WEIGHT: Parameter = Parameter { name: "weight", doc: "", default: 20, low: 0, high: 100 };

fn samples(parameter: &Parameter, count: u64) -> Vec<u32> {
    (0..count).map(|seed| parameter.sample(&mut Rng::new(seed).child(parameter.name))).collect()
}

#[test]
fn every_parameter_is_documented_and_has_room_to_move() {
    for Parameter { name, doc, low, high, .. } in PARAMETERS {
        assert!(doc.len() > 10 && doc.ends_with('.'), "{name}: {doc:?}");
        assert!(low < high, "{name} cannot be shuffled");
        assert!(name.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_'), "{name}");
    }
    assert_eq!(PARAMETERS.iter().map(|parameter| parameter.name).collect::<BTreeSet<_>>().len(), PARAMETERS.len());
    assert!(PARAMETERS.len() > 23, "the paper has 23");
}

#[test]
fn the_default_is_the_table() {
    let defaults: Vec<u32> = PARAMETERS.iter().map(|parameter| parameter.default).collect();
    assert_eq!(Values::new(PARAMETERS).as_slice(), defaults);
}

#[test]
fn what_is_set_can_be_got() {
    for Parameter { name, low, high, .. } in PARAMETERS {
        let mut config = Values::new(PARAMETERS);
        for value in [low, high] {
            config.set(name, &value.to_string()).unwrap();
            assert_eq!(config.get(name), Ok(*value));
        }
        let others = config.entries().filter(|(parameter, _)| parameter.name != *name);
        assert!(others.into_iter().all(|(parameter, value)| value == parameter.default), "{name}");
    }
}

#[test]
fn an_unknown_key_gets_the_nearest_name() {
    let nearest = |key: &str| match Values::new(PARAMETERS).set(key, "1") {
        Err(ParameterError::Unknown { nearest, .. }) => nearest,
        other => panic!("{key}: {other:?}"),
    };
    for Parameter { name, .. } in PARAMETERS {
        assert_eq!(nearest(&name.to_uppercase()), Some(*name));
    }
    assert_eq!(nearest("else-percent"), Some("else_percent"));
    assert_eq!(nearest("esle_percent"), Some("else_percent"));
    assert_eq!(nearest("nosuch"), None);
    let error = Values::new(PARAMETERS).get("swich_cases").unwrap_err().to_string();
    assert_eq!(error, "there is no parameter `swich_cases`; did you mean `switch_cases`?");
}

#[test]
fn a_bad_value_is_told_the_range() {
    let Parameter { name, low, high, .. } = PARAMETERS[0];
    for value in ["", "x", "-1", "1.5", "4294967296", &(high + 1).to_string()] {
        let error = Values::new(PARAMETERS).set(name, value).unwrap_err().to_string();
        let expected = format!("`{value}` is no value for `{name}`: it takes a whole number from {low} to {high}");
        assert_eq!(error, expected);
    }
}

#[test]
fn sampling_is_frozen() {
    assert_eq!(samples(&WEIGHT, 16), [76, 68, 51, 15, 55, 20, 45, 57, 0, 42, 40, 24, 0, 39, 19, 26]);
}

#[test]
fn sampling_reaches_both_ends_and_prefers_the_default_to_what_is_far() {
    let samples = samples(&WEIGHT, 100_000);
    let count = |low: u32, high: u32| samples.iter().filter(|sample| (low..=high).contains(sample)).count();
    assert!((9_000..10_000).contains(&count(0, 0)), "{}", count(0, 0));
    assert!(count(100, 100).abs_diff(8_000) < 500, "{}", count(100, 100));
    assert!(count(15, 19) > 2 * count(1, 5), "{} {}", count(15, 19), count(1, 5));
    assert!(count(21, 40) > 4 * count(80, 99), "{} {}", count(21, 40), count(80, 99));
    assert!((0..=100).all(|value| count(value, value) > 0));
}

#[test]
fn sampling_stays_in_range_wherever_the_default_is() {
    for (low, default, high) in [(3, 3, 9), (3, 9, 9), (3, 6, 9), (0, 0, 1), (5, 5, 5), (0, 1, u32::MAX)] {
        let samples = samples(&Parameter { name: "any", doc: "", default, low, high }, 500);
        assert!(samples.iter().all(|sample| (low..=high).contains(sample)), "{low} {default} {high}: {samples:?}");
        assert!(samples.contains(&low) && samples.contains(&high));
    }
}

/// So a parameter that comes or goes shifts no other.
#[test]
fn each_parameter_is_shuffled_from_the_stream_of_its_name() {
    let rng = Rng::new(11).child("config");
    let mut shuffled = Values::new(PARAMETERS);
    shuffled.shuffle(&rng, &[]);
    for (parameter, value) in shuffled.entries() {
        assert_eq!(value, parameter.sample(&mut rng.child(parameter.name)), "{}", parameter.name);
    }
}

#[test]
fn what_is_fixed_is_not_shuffled() {
    let mut config = Values::new(PARAMETERS);
    config.set("else_percent", "41").unwrap();
    for seed in 0..50 {
        let mut shuffled = config.clone();
        shuffled.shuffle(&Rng::new(seed), &["else_percent"]);
        assert_eq!(shuffled.get("else_percent"), Ok(41));
        assert_ne!(shuffled, config);
    }
}
