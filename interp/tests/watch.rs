//! Watched variables: facts that hold whenever a statement is reached.

use interp::watch::{Watch, Watched};
use interp::{Options, Outcome};
use lang::{ExprKind, Program, StmtId, StmtKind, Target, VarId};

/// What is seen of the named variables at the first call statement.
fn watch(text: &str, vars: &[&str]) -> Watched {
    let mut program = Program::new(Target::X86_64);
    lang::parse::parse(&mut program, "test.c", text.as_bytes().into(), &Default::default()).unwrap();
    let is_call = |stmt: &lang::Stmt| match stmt.kind {
        StmtKind::Expr(expr) => matches!(program[expr].kind, ExprKind::Call(..)),
        _ => false,
    };
    let stmt = StmtId(program.stmts.iter().position(is_call).unwrap() as u32);
    let find = |name: &&str| {
        let at = program.vars.iter().position(|var| program.name(var.name) == *name);
        VarId(at.unwrap() as u32)
    };
    let vars = vars.iter().map(find).collect();
    let options = Options { watches: [Watch { stmt, vars }].into(), ..Options::default() };
    let mut execution = interp::observe::observe(&program, &options);
    assert_eq!(execution.outcome, Outcome::Defined { exit_code: 0 });
    execution.watched.remove(0)
}

#[test]
fn ranges_bits_and_orders_hold_for_every_execution() {
    let text = "static unsigned char g = 2; static void f(void) {} int main(void) {
        for (int i = -3; i < 6; i += 2) { g += 4; f(); } return 0; }";
    let watched = watch(text, &["i", "g"]);
    assert_eq!(watched.reached, 5);
    assert_eq!((watched.seen[0].min, watched.seen[0].max, watched.seen[0].ones & 1), (-3, 5, 1));
    assert_eq!((watched.seen[1].min, watched.seen[1].max, watched.seen[1].any & 3), (6, 22, 2));
    let orders = watched.order(0, 1).unwrap();
    assert!(orders.less && !orders.equal && !orders.greater);
    assert_eq!(watched.rows[1], [Some(-1_i64 as u64), Some(10)]);
}

#[test]
fn what_has_no_value_is_not_read() {
    let text = "static void f(void) {} int main(void) {
        int early, *p; { int x = 1; p = &x; } for (int i = 0; i < 2; i++) { f(); early = i; } return early - 1; }";
    let watched = watch(text, &["early", "p", "i"]);
    assert!(watched.seen[0].missing && watched.seen[1].missing);
    assert!(!watched.seen[0].is_known() && watched.seen[2].is_known());
    assert_eq!(watched.rows[0], [None, None, Some(0)]);
}

#[test]
fn what_depends_on_order_or_layout_is_no_fact() {
    let order = "static int g, calls; static void f(void) { calls++; } static int a(void) { f(); return 1; }
        static int b(void) { g = 5; return 2; } int main(void) { return a() + b() - 3; }";
    let watched = watch(order, &["g", "calls"]);
    assert!(watched.seen[0].missing, "0 from left to right, 5 from right to left");
    let layout = "static void f(void) {} static int x; int main(void) { unsigned long u = (unsigned long)&x; int *p = &x, n = 7; f();
        return u == 0 || p == 0 || n != 7; }";
    let watched = watch(layout, &["u", "p", "n"]);
    assert!(watched.seen[0].missing && watched.seen[1].is_known() && watched.seen[2].is_known());
}
