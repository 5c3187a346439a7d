use super::*;

const SMALL: &str = r#"
title = "Small"
budget = { programs = 3 }
[[compiler]]
name = "cc"
command = "cc"
[[arm]]
name = "dol"
source = "policy"
oracles = ["dol"]
"#;

fn mistake(text: &str) -> String {
    Plan::parse(text, "plan.toml").expect_err("a mistake").to_string()
}

#[test]
fn the_plans_that_ship_are_plans() {
    for (name, text) in TEMPLATES {
        let plan = Plan::parse(text, name).unwrap_or_else(|error| panic!("{error}"));
        assert!(plan.trials >= 10 && plan.arms.len() >= 2, "{name}");
        assert_eq!(Plan::parse(&plan.to_toml(), name).unwrap(), plan, "{name}");
    }
}

#[test]
fn an_unknown_key_is_answered_with_the_nearest() {
    let message = mistake(&SMALL.replace("oracles", "oracle"));
    assert!(message.contains("unknown key `oracle`") && message.contains("did you mean `oracles`?"), "{message}");
    assert!(message.contains("plan.toml:10:1"), "{message}");
    let message = mistake(&SMALL.replace("programs = 3", "program = 3"));
    assert!(message.contains("did you mean `programs`?"), "{message}");
    let message = mistake(&SMALL.replace("\"dol\"]", "\"dool\"]"));
    assert!(message.contains("did you mean `dol`?"), "{message}");
    let message = mistake(&SMALL.replace("\"policy\"", "\"polcy\""));
    assert!(message.contains("did you mean `policy`?"), "{message}");
}

#[test]
fn what_cannot_be_compared_is_refused() {
    let rdt = mistake(&SMALL.replace("[\"dol\"]", "[\"rdt\"]"));
    assert!(rdt.contains("[[reference]]"), "{rdt}");
    let emi = mistake(&SMALL.replace("[\"dol\"]", "[\"emi\"]"));
    assert!(emi.contains("makes no variants") && emi.contains("emi:policy"), "{emi}");
    assert!(mistake(&SMALL.replace("programs = 3", "programs = 0")).contains("`budget` must be more than 0"));
    assert!(mistake(&SMALL.replace("title", "trials = 0\ntitle")).contains("`trials` must be at least 1"));
}

#[test]
fn an_arm_has_the_budget_of_the_plan_unless_it_has_its_own() {
    let plan = Plan::parse(SMALL, "plan.toml").unwrap();
    let arm = &plan.arms[0];
    assert_eq!((plan.budget(arm), plan.slice(arm)), (Budget::Programs(3), Budget::Programs(1)));
    let own = Arm { budget: Some(Budget::CpuS(40.0)), ..arm.clone() };
    assert_eq!((plan.budget(&own), plan.slice(&own)), (Budget::CpuS(40.0), Budget::CpuS(2.0)));
    let fixed = Arm { fixed_programs: Some(7), ..own };
    assert_eq!(plan.budget(&fixed), Budget::Programs(7));
}

const SHARED: &str = r#"
title = "Shared"
budget = { programs = 3 }
[[compiler]]
name = "cc"
command = "./bin/cc -w"
[[source]]
name = "mine"
command = "./generate --seed {seed}"
flags = "-I /usr/include/mine"
[[arm]]
name = "dol"
source = "mine"
oracles = ["dol"]
[[arm]]
name = "emi"
source = "emi:mine"
oracles = ["emi"]
variants = 2
"#;

#[test]
fn arms_share_sources_of_the_plan() {
    let plan = Plan::parse(SHARED, "plan.toml").unwrap_or_else(|error| panic!("{error}"));
    let [dol, emi] = [0, 1].map(|arm| plan.source(&plan.arms[arm]));
    assert_eq!(
        (dol.command.as_deref(), dol.flags.as_str()),
        (Some("./generate --seed {seed}"), "-I /usr/include/mine")
    );
    assert_eq!((emi.name.as_str(), emi.command, emi.variants), ("emi:mine", None, Some(2)));
    assert!(plan.config(&plan.arms[1]).sources.iter().any(|source| source.name == "mine"));
    let message = mistake(&SHARED.replace("source = \"mine\"", "source = \"mind\""));
    assert!(message.contains("the arm `dol`"), "{message}");
    let message = mistake(&SHARED.replace("flags =", "flag ="));
    assert!(message.contains("did you mean `flags`?"), "{message}");
    assert!(mistake(&SHARED.replace("-I /usr", "'-I /usr")).contains("the source `mine`"));
}

#[test]
fn paths_are_relative_to_the_plan() {
    let mut plan = Plan::parse(SHARED, "plan.toml").unwrap_or_else(|error| panic!("{error}"));
    plan.arms[1].source = "emi:files:./suite".to_string();
    plan.place(Path::new("/plans"));
    assert_eq!(plan.compilers[0].command, "/plans/./bin/cc -w");
    assert_eq!(plan.sources[0].command.as_deref(), Some("/plans/./generate --seed '{seed}'"));
    assert_eq!(plan.arms[1].source, "emi:files:/plans/./suite");
}
