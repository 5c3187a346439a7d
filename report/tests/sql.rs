//! Every number can be derived again by another path: tables of comparisons are computed with SQL, too.

use report::comparison::{Arm, Comparison, Cost, Find, Identity, Trial};
use report::tables;
use rusqlite::{Connection, params};
use source::Rng;

const LEVELS: [&str; 5] = ["-O0", "-Os", "-O1", "-O2", "-O3"];

/// A comparison with everything that reports distinguish: variants, bugs that are not told apart, several compilers, arms with
/// programs of their own.
fn made_up(seed: u64) -> Comparison {
    let mut rng = Rng::new(seed);
    let arms = ["dol", "rdt", "emi", "fixed", "fixed too"].map(|name| Arm {
        name: name.to_string(),
        source: "csmith".to_string(),
        oracles: vec![name.to_string()],
        is_fixed: name.starts_with("fixed"),
    });
    let mut trials = Vec::new();
    for arm in 0..arms.len() {
        for (compiler, seed) in (0..2).flat_map(|compiler| (0..4).map(move |seed| (compiler, seed))) {
            trials.push(trial(arm, compiler, seed, &mut rng));
        }
    }
    Comparison {
        title: "Made up".to_string(),
        budget_s: 60.0,
        budget_programs: None,
        compilers: vec!["one".to_string(), "two".to_string()],
        identities: vec![Identity::Seeded, Identity::Cluster],
        levels: Vec::new(),
        arms: arms.to_vec(),
        trials,
    }
}

fn trial(arm: usize, compiler: usize, seed: u64, rng: &mut Rng) -> Trial {
    let mut finds: Vec<Find> = (0..rng.below(12)).map(|_| find(compiler, rng)).collect();
    finds.sort_by(|one, other| one.at_s.total_cmp(&other.at_s));
    Trial {
        arm,
        compiler,
        seed,
        programs: 20 + rng.below(80),
        untested: rng.below(5),
        variants: rng.below(300),
        compilations: 100 + rng.below(400),
        cpu_s: 60.0,
        cost: Cost { compile_s: 60.0, ..Cost::default() },
        unexplained: 0,
        finds,
    }
}

fn find(compiler: usize, rng: &mut Rng) -> Find {
    let bug = rng.below(8);
    Find {
        bug: if bug == 0 { String::new() } else { format!("{compiler}: bug {bug}") },
        at_s: rng.below(6000) as f64 / 100.0,
        program: rng.below(20),
        variant: rng.percent(40).then(|| rng.below(3) as u32),
        levels: LEVELS.iter().filter(|_| rng.percent(40)).map(|level| level.to_string()).collect(),
        is_optimization_related: rng.percent(50),
    }
}

/// The comparison of the documents, which is real.
fn real() -> Comparison {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/compare/report.json");
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

fn database(comparison: &Comparison) -> Connection {
    let database = Connection::open_in_memory().unwrap();
    let tables = "CREATE TABLE arm(arm, name, fixed, source); CREATE TABLE compiler(compiler, name);
        CREATE TABLE trial(trial, arm, compiler, seed, programs, compilations, variants, untested);
        CREATE TABLE find(find, trial, bug, program, variant, related); CREATE TABLE level(find, level);";
    database.execute_batch(tables).unwrap();
    for (number, arm) in comparison.arms.iter().enumerate() {
        database
            .execute("INSERT INTO arm VALUES (?, ?, ?, ?)", params![number, arm.name, arm.is_fixed, arm.source])
            .unwrap();
    }
    for (number, name) in comparison.compilers.iter().enumerate() {
        database.execute("INSERT INTO compiler VALUES (?, ?)", params![number, name]).unwrap();
    }
    let mut finds = 0;
    for (number, trial) in comparison.trials.iter().enumerate() {
        let row = params![
            number,
            trial.arm,
            trial.compiler,
            trial.seed.to_string(),
            trial.programs as i64,
            trial.compilations as i64,
            trial.variants as i64,
            trial.untested as i64
        ];
        database.execute("INSERT INTO trial VALUES (?, ?, ?, ?, ?, ?, ?, ?)", row).unwrap();
        for find in &trial.finds {
            let row = params![finds, number, find.bug, find.program as i64, find.variant, find.is_optimization_related];
            database.execute("INSERT INTO find VALUES (?, ?, ?, ?, ?, ?)", row).unwrap();
            for level in &find.levels {
                database.execute("INSERT INTO level VALUES (?, ?)", params![finds, level]).unwrap();
            }
            finds += 1;
        }
    }
    database
}

const FINDS: &str = "find JOIN trial USING (trial) JOIN arm USING (arm)";

/// The cell of an arm in a row that is restricted so.
type Cell<'a> = &'a dyn Fn(&str, &str) -> String;

struct Sql(Connection);

impl Sql {
    fn number(&self, sql: &str) -> String {
        let number: i64 = self.0.query_row(sql, [], |row| row.get(0)).unwrap_or_else(|error| panic!("{error}: {sql}"));
        number.to_string()
    }

    fn column(&self, sql: &str) -> Vec<String> {
        let mut statement = self.0.prepare(sql).unwrap();
        let rows = statement.query_map([], |row| row.get(0)).unwrap();
        rows.collect::<Result<_, _>>().unwrap()
    }

    fn arms(&self) -> Vec<String> {
        self.column("SELECT name FROM arm WHERE NOT fixed ORDER BY arm")
    }

    /// Names of rows, with what restricts finds and trials to them.
    fn compilers(&self) -> Vec<(String, String)> {
        let names = self.column("SELECT name FROM compiler ORDER BY compiler");
        let each = names.into_iter().enumerate().map(|(number, name)| (name, format!("compiler = {number}")));
        each.chain([("all".to_string(), "1".to_string())]).collect()
    }

    /// A row for each compiler and one for all, with a cell for each condition and arm.
    fn by_compiler(&self, cells: &[Cell]) -> Vec<Vec<String>> {
        let row = |(name, of): (String, String)| {
            let arms = self.arms();
            let cells = cells.iter().flat_map(|cell| arms.iter().map(|arm| cell(arm, &of)).collect::<Vec<_>>());
            std::iter::once(name).chain(cells).collect()
        };
        self.compilers().into_iter().map(row).collect()
    }
}

fn rows(comparison: &Comparison, key: &str) -> Vec<Vec<String>> {
    tables::tables(comparison).into_iter().find(|table| table.key == key).unwrap().rows
}

/// Tables 1, 2, 4, 5, 6 and 7 of the paper, and its Figures 3 and 4.
fn check(comparison: &Comparison) {
    let sql = Sql(database(comparison));
    effectiveness(comparison, &sql);
    triggering(comparison, &sql);
    optimization(comparison, &sql);
    programs(comparison, &sql);
    levels(comparison, &sql);
    overlaps(comparison, &sql);
    oracles(comparison, &sql);
    variants(comparison, &sql);
}

fn effectiveness(comparison: &Comparison, sql: &Sql) {
    let bugs = |arm: &str, of: &str| {
        sql.number(&format!("SELECT count(DISTINCT bug) FROM {FINDS} WHERE name = '{arm}' AND bug <> '' AND {of}"))
    };
    let programs = |arm: &str, of: &str| {
        let distinct =
            format!("SELECT DISTINCT trial, program, variant IS NULL FROM {FINDS} WHERE name = '{arm}' AND {of}");
        sql.number(&format!("SELECT count(*) FROM ({distinct})"))
    };
    let mut got = rows(comparison, "effectiveness");
    let means = got.pop().unwrap();
    assert_eq!(got, sql.by_compiler(&[&bugs, &programs]));
    for (arm, cell) in sql.arms().iter().zip(&means[1..]) {
        let per_seed = format!(
            "SELECT count(DISTINCT CASE WHEN bug <> '' THEN bug END) AS bugs FROM trial JOIN arm USING (arm)
             LEFT JOIN find USING (trial) WHERE name = '{arm}' GROUP BY seed"
        );
        let mean: f64 = sql.0.query_row(&format!("SELECT avg(bugs) FROM ({per_seed})"), [], |row| row.get(0)).unwrap();
        assert!(cell.starts_with(&format!("{mean:.1} [")), "{cell} is not {mean}");
    }
}

fn triggering(comparison: &Comparison, sql: &Sql) {
    let counts = |bug: &str| -> Vec<String> {
        let count = |arm: &String| {
            sql.number(&format!(
                "SELECT count(DISTINCT trial || ' ' || program || ' ' || (variant IS NULL)) FROM {FINDS}
                 WHERE name = '{arm}' AND bug = '{}'",
                bug.replace('\'', "''")
            ))
        };
        sql.arms().iter().map(count).collect()
    };
    let shown = "count(DISTINCT trial || ' ' || program || ' ' || (variant IS NULL))";
    let bugs = sql.column(&format!("SELECT bug FROM {FINDS} WHERE NOT fixed GROUP BY bug ORDER BY {shown} DESC, bug"));
    let named = |bug: &String| if bug.is_empty() { "not told apart".to_string() } else { bug.clone() };
    let wanted: Vec<Vec<String>> = bugs.iter().map(|bug| [vec![named(bug)], counts(bug)].concat()).collect();
    assert_eq!(rows(comparison, "triggering"), wanted);
}

fn optimization(comparison: &Comparison, sql: &Sql) {
    let count = |arm: &str, of: &str, word: &str| {
        let related = format!("SELECT bug FROM {FINDS} WHERE NOT fixed AND related AND {of}");
        sql.number(&format!(
            "SELECT count(DISTINCT bug) FROM {FINDS} WHERE name = '{arm}' AND bug <> '' AND bug {word} ({related}) AND {of}"
        ))
    };
    let (related, other) = (|arm: &str, of: &str| count(arm, of, "IN"), |arm: &str, of: &str| count(arm, of, "NOT IN"));
    assert_eq!(rows(comparison, "optimization"), sql.by_compiler(&[&related, &other]));
}

fn programs(comparison: &Comparison, sql: &Sql) {
    let used = |arm: &str, of: &str| {
        let sum = |what: &str| {
            sql.number(&format!("SELECT sum({what}) FROM trial JOIN arm USING (arm) WHERE name = '{arm}' AND {of}"))
        };
        let untested = match sum("untested").as_str() {
            "0" => String::new(),
            untested => format!("; {untested} untested"),
        };
        format!("{} ({} compilations{untested})", sum("programs"), sum("compilations"))
    };
    assert_eq!(rows(comparison, "programs"), sql.by_compiler(&[&used]));
}

fn levels(comparison: &Comparison, sql: &Sql) {
    let shown = |arm: &str, level: &str| {
        format!(
            "SELECT bug FROM {FINDS} JOIN level USING (find) WHERE name = '{arm}' AND bug <> '' AND level = '{level}'"
        )
    };
    let count = |sql_of_bugs: String| sql.number(&format!("SELECT count(DISTINCT bug) FROM ({sql_of_bugs})"));
    let mut wanted = Vec::new();
    let order: Vec<String> = match comparison.levels.is_empty() {
        true => LEVELS.map(String::from).to_vec(),
        false => comparison.levels.clone(),
    };
    for (place, level) in order.iter().enumerate() {
        let cells = sql.arms().into_iter().map(|arm| count(shown(&arm, level)));
        wanted.push(std::iter::once(level.to_string()).chain(cells).collect::<Vec<_>>());
        if let Some(next) = order.get(place + 1) {
            let both = |arm: String| count(format!("{} INTERSECT {}", shown(&arm, level), shown(&arm, next)));
            let cells = sql.arms().into_iter().map(both);
            wanted.push(std::iter::once(format!("{level} and {next}")).chain(cells).collect());
        }
    }
    assert_eq!(rows(comparison, "levels"), wanted);
}

/// Each arm has a digit in a number that says which arms have found a bug.
fn overlaps(comparison: &Comparison, sql: &Sql) {
    let mask = format!(
        "SELECT sum(bit) AS mask, bug, compiler FROM (SELECT DISTINCT 1 << arm AS bit, bug, compiler FROM {FINDS}
         WHERE NOT fixed AND bug <> '') GROUP BY compiler, bug"
    );
    for row in rows(comparison, "overlap") {
        let names: Vec<&str> = row[0].trim_end_matches(" alone").split(" + ").collect();
        let list = names.iter().map(|name| format!("'{name}'")).collect::<Vec<_>>().join(",");
        let wanted = sql.number(&format!("SELECT sum(1 << arm) FROM arm WHERE name IN ({list})"));
        for (cell, (_, of)) in row[1..].iter().zip(sql.compilers()) {
            assert_eq!(*cell, sql.number(&format!("SELECT count(*) FROM ({mask}) WHERE mask = {wanted} AND {of}")));
        }
    }
    let all: usize = rows(comparison, "overlap").iter().map(|row| row.last().unwrap().parse::<usize>().unwrap()).sum();
    assert_eq!(all.to_string(), sql.number(&format!("SELECT count(*) FROM ({mask})")));
}

/// Arms whose oracles are compared: those with programs of their own, or all.
fn compared(comparison: &Comparison) -> &'static str {
    if comparison.arms.iter().any(|arm| arm.is_fixed) { "fixed" } else { "1" }
}

fn with_unique(sql: &Sql, own: &str, others: &str) -> String {
    let all = sql.number(&format!("SELECT count(DISTINCT bug) FROM ({own})"));
    match sql.number(&format!("SELECT count(DISTINCT bug) FROM ({own}) WHERE bug NOT IN ({others})")).as_str() {
        "0" => all,
        unique => format!("{all} ({unique} unique)"),
    }
}

fn oracles(comparison: &Comparison, sql: &Sql) {
    let kept = compared(comparison);
    let mut wanted = Vec::new();
    let alike = format!("SELECT source FROM arm WHERE {kept} GROUP BY source HAVING count(*) > 1 ORDER BY source");
    for source in sql.column(&alike) {
        let of = format!("{kept} AND source = '{source}'");
        let shared = format!("(SELECT min(programs) FROM trial JOIN arm USING (arm) WHERE {of})");
        let finds = format!("SELECT bug FROM {FINDS} WHERE {of} AND bug <> '' AND program < {shared}");
        for name in sql.column(&format!("SELECT name FROM arm WHERE {of} ORDER BY arm")) {
            let arm = comparison.arms.iter().find(|arm| arm.name == name).unwrap();
            let cell = |(_, of): (String, String)| {
                let own = format!("{finds} AND name = '{name}' AND {of}");
                with_unique(sql, &own, &format!("{finds} AND name <> '{name}' AND {of}"))
            };
            let cells = sql.compilers().into_iter().map(cell);
            wanted.push([arm.oracles.join(", "), source.clone()].into_iter().chain(cells).collect::<Vec<_>>());
        }
    }
    assert_eq!(rows(comparison, "oracles"), wanted);
}

fn variants(comparison: &Comparison, sql: &Sql) {
    let mut wanted = Vec::new();
    let with = format!(
        "SELECT DISTINCT name FROM trial JOIN arm USING (arm) WHERE {} AND variants > 0 ORDER BY arm",
        compared(comparison)
    );
    for name in sql.column(&with) {
        let finds = |of: &str, is: &str| {
            format!("SELECT bug FROM {FINDS} WHERE name = '{name}' AND bug <> '' AND {of} AND variant IS {is}")
        };
        let mut row = |programs: &str, cell: &dyn Fn(&str) -> String| {
            let cells = sql.compilers().into_iter().map(|(_, of)| cell(&of));
            wanted.push([name.clone(), programs.to_string()].into_iter().chain(cells).collect::<Vec<_>>());
        };
        row("generated", &|of| with_unique(sql, &finds(of, "NULL"), &finds(of, "0")));
        row("as many variants", &|of| with_unique(sql, &finds(of, "0"), &finds(of, "NULL")));
        row("all variants", &|of| sql.number(&format!("SELECT count(DISTINCT bug) FROM ({})", finds(of, "NOT NULL"))));
    }
    assert_eq!(rows(comparison, "variants"), wanted);
}

#[test]
fn tables_of_made_up_comparisons_are_what_sql_says() {
    for seed in 0..20 {
        check(&made_up(seed));
    }
}

#[test]
fn tables_of_the_report_in_the_documents_are_what_sql_says() {
    let comparison = real();
    assert!(comparison.trials.iter().map(|trial| trial.finds.len()).sum::<usize>() > 20);
    check(&comparison);
}
