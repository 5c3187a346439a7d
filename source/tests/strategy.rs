//! The interface of strategies, proved by a tiny one: a sum of constants, whose second round removes what the first
//! execution did not reach.

use interp::Execution;
use lang::{BinaryOp, FuncId, Function, Item, Loc, StmtId, StmtKind, Storage, Type, VarId, types};
use source::Recipe;
use source::driver;
use source::generate::generate_with;
use source::generate::parameter::Parameter;
use source::generate::strategy::{Draft, Feature, Order, Revision, Strategy};
use source::kit::Builder;
use source::rng::Rng;

struct Sums;

const PARAMETERS: &[Parameter] = &[Parameter { name: "terms", doc: "Terms.", default: 3, low: 1, high: 9 }];

impl Strategy for Sums {
    fn name(&self) -> &'static str {
        "sums"
    }
    fn about(&self) -> &'static str {
        "sums of constants"
    }
    fn version(&self) -> u32 {
        1
    }
    fn parameters(&self) -> &'static [Parameter] {
        PARAMETERS
    }
    fn policies(&self) -> &'static [&'static str] {
        &[]
    }
    fn without(&self, _: Feature) -> &'static [&'static str] {
        &[]
    }

    /// `out = INT_MAX + … + INT_MAX; if (0) out = 0;`: undefined, until it is repaired.
    fn draft(&self, order: &Order, _: Rng, _: u32) -> Draft {
        let mut b = Builder::new(order.target.target(), order.size);
        let out = b.new_var("out", Type::INT, Storage::Extern);
        b.p.units[0].items.push(Item::Var(out));
        let terms = order.values.get("terms").expect("its own parameter");
        let mut sum = b.int(i64::from(i32::MAX), Type::INT);
        for _ in 0..terms {
            let term = b.int(i64::from(i32::MAX), Type::INT);
            sum = b.binary(BinaryOp::Add, sum, term);
        }
        let target = b.var(out);
        let set = b.set(target, sum);
        let dead = dead_branch(&mut b, out);
        let body = b.block(&[set, dead]);
        let test = driver_function(&mut b, body);
        let driver = driver::build(&mut b.p, &[test], &[out]);
        Draft {
            program: b.p,
            driver,
            lowering: Default::default(),
            extents: Default::default(),
            profile: true,
            observe: true,
            watches: Vec::new(),
            excluded: &[],
        }
    }

    fn revise(&self, _: &Order, draft: &mut Draft, execution: &Execution, round: u32) -> Revision {
        if round > 0 {
            return Revision::Keep;
        }
        for at in 0..draft.program.stmts.len() {
            if execution.profile[at] == 0 && matches!(draft.program.stmts[at].kind, StmtKind::Expr(_)) {
                draft.program.stmts[at].kind = StmtKind::Empty;
            }
        }
        Revision::Edited
    }
}

fn dead_branch(b: &mut Builder, out: VarId) -> StmtId {
    let (zero, value) = (b.int(0, Type::INT), b.int(4711, Type::INT));
    let target = b.var(out);
    let set = b.set(target, value);
    b.stmt(StmtKind::If(zero, set, None))
}

fn driver_function(b: &mut Builder, body: StmtId) -> FuncId {
    let shape = types::FunctionType { ret: Type::VOID, params: Box::new([]), variadic: false, prototyped: true };
    let ty = b.p.types.function(shape);
    let name = b.p.names.intern("test1");
    let function = Function { is_plain: true, body: Some(body), ..Function::new(name, ty, 0, Loc::NONE) };
    let test = b.p.add_function(function);
    b.p.units[0].items.push(Item::Define(test));
    test
}

#[test]
fn a_strategy_of_ones_own_is_repaired_revised_and_written() {
    let recipe = Recipe { set: vec![("terms".into(), "2".into())], ..Recipe::of(&Sums, 7) };
    recipe.check_for(&Sums).unwrap();
    assert_eq!(recipe.to_string(), "sums@1:7:c:c17:x86_64:500:on:terms=2");
    let case = generate_with(&Sums, &recipe).unwrap();
    assert_eq!(case.values.get("terms"), Ok(2));
    let text = &case.files[0].text;
    assert!(text.contains("2147483647"), "{text}");
    assert!(!text.contains("4711"), "the second round removes what was not executed: {text}");
    let again = interp::run(&case.program, &interp::Options::default());
    assert_eq!(String::from_utf8_lossy(&again.stdout), case.expected);
}

#[test]
fn a_recipe_is_checked_by_its_own_strategy() {
    let wrong = Recipe { set: vec![("term".into(), "2".into())], ..Recipe::of(&Sums, 7) };
    let error = wrong.check_for(&Sums).unwrap_err().to_string();
    assert!(error.contains("did you mean `terms`?"), "{error}");
    let error = Recipe::of(&Sums, 7).check().unwrap_err().to_string();
    assert!(error.contains("there is no strategy `sums`; choose one of policy"), "{error}");
}
