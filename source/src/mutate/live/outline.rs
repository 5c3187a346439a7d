//! A statement becomes a function of its own, which gets pointers to the locals that it uses.

use crate::mutate::edit::{Change, Kind};
use crate::mutate::plan::Planner;
use crate::mutate::site::Site;
use lang::edit::copy::{Copied, copy_stmt};
use lang::edit::visit::{self, Node};
use lang::{
    ExprId, ExprKind, FuncId, Function, Item, Loc, Program, StmtId, StmtKind, Storage, Type, Var, VarId, build,
};

/// Locals that a function may get.
const MOST: usize = 8;

pub(in crate::mutate) fn outline(planner: &mut Planner, site: &Site) -> Option<()> {
    let is_empty = matches!(planner.parent.program[site.stmt].kind, StmtKind::Empty);
    if !site.traits.is_closed() || is_empty || planner.is_restricted(site.func) {
        return None;
    }
    let locals = locals(planner, site)?;
    let name = planner.name("outlined");
    let (func, params) = declare(planner, name, site, &locals);
    let mut copied: Copied = Vec::new();
    for (&local, &param) in locals.iter().zip(&params) {
        let pointer = planner.b.var(param);
        copied.push((local, planner.b.deref(pointer)));
    }
    let body = copy_stmt(&mut planner.b.p, site.stmt, &mut copied)?;
    let body = planner.b.block(&[body]);
    planner.b.p[func].body = Some(body);
    let new = call(planner, func, &locals)?;
    let item = Change::Item { unit: site.unit, before: Item::Define(site.func), new: Item::Define(func) };
    let put = Change::Stmt { at: site.stmt, new, hole: None };
    planner.push(Kind::Live, "outlined function", site.stmt, vec![item, put]);
    Some(())
}

/// The locals that the statement uses and does not declare; none if it cannot be elsewhere.
fn locals(planner: &Planner, site: &Site) -> Option<Vec<VarId>> {
    let (program, scopes) = (&planner.parent.program, &planner.parent.sites.scopes);
    let (mut vars, mut own): (Vec<VarId>, Vec<VarId>) = (Vec::new(), Vec::new());
    let mut is_fit = true;
    visit::visit(program, Node::Stmt(site.stmt), &mut |node| match node {
        Node::Stmt(stmt) => match program[stmt].kind {
            StmtKind::Decl(var) => {
                own.push(var);
                // A static object has its value from one execution to the next, which a copy has as well.
                is_fit &= program[var].attrs.is_empty() && program[var].storage != Storage::Extern;
            }
            StmtKind::DeclareFunction(_) | StmtKind::Asm(_) => is_fit = false,
            _ => {}
        },
        Node::Expr(expr) => match program[expr].kind {
            ExprKind::Var(var) if program[var].function.is_some() && !vars.contains(&var) => vars.push(var),
            ExprKind::Var(var) => is_fit &= program[var].function.is_some() || !is_late(program, var, site),
            ExprKind::Func(func) => {
                let name = program.name(program[func].name);
                // One that is declared in the block only is not known before the function.
                is_fit &= program[func].is_builtin || scopes.is_declared(func, site.item);
                is_fit &= !name.contains("alloca") && !name.contains("_va_") && !name.contains("_address");
            }
            ExprKind::StmtExpr(_) | ExprKind::LabelAddr(_) | ExprKind::CompoundLiteral(_) => is_fit = false,
            _ => {}
        },
        Node::Init(_) => {}
    });
    vars.retain(|var| !own.contains(var));
    let can_be_pointed_to = |var: &VarId| {
        let declared = &program[*var];
        let is_storable = matches!(declared.storage, Storage::Auto | Storage::Param | Storage::StaticLocal);
        is_storable
            && !declared.form.is_register
            && declared.asm_label.is_none()
            && !program.types.is_variably_modified(declared.ty)
    };
    (is_fit && vars.len() <= MOST && vars.iter().all(can_be_pointed_to)).then_some(vars)
}

/// A block-scope `extern` of something that the file declares only later.
fn is_late(program: &Program, var: VarId, site: &Site) -> bool {
    let items = &program.units[site.unit as usize].items;
    !items.iter().take(site.item as usize).any(|item| *item == Item::Var(var))
}

fn declare(planner: &mut Planner, name: lang::Symbol, site: &Site, locals: &[VarId]) -> (FuncId, Vec<VarId>) {
    let types: Vec<Type> = locals.iter().map(|&local| planner.b.p[local].ty).collect();
    let types: Vec<Type> = types.into_iter().map(|ty| planner.b.p.types.pointer(ty)).collect();
    let shape = lang::FunctionType { ret: Type::VOID, params: types.clone().into(), variadic: false, prototyped: true };
    let ty = planner.b.p.types.intern(lang::TypeKind::Function(shape));
    let function = Function { is_static: true, ..Function::new(name, ty, site.unit, Loc::NONE) };
    let func = planner.b.p.add_function(function);
    // Called once, it would nearly always become part of its caller again.
    if planner.rng.percent(50) {
        let name = planner.b.p.names.intern("noinline");
        planner.b.p[func].attrs = vec![lang::Attr { name, args: None }];
    }
    let mut params = Vec::new();
    for ty in types {
        let name = planner.name("p");
        let var = Var::new(name, ty, Storage::Param, site.unit, Loc::NONE);
        params.push(planner.b.p.add_var(Var { function: Some(func), ..var }));
    }
    planner.b.p[func].params = params.clone();
    (func, params)
}

fn call(planner: &mut Planner, func: FuncId, locals: &[VarId]) -> Option<StmtId> {
    let address = |&local: &VarId| {
        let local = planner.b.var(local);
        build::addr_of(&mut planner.b.p, local, Loc::NONE).ok()
    };
    let args = locals.iter().map(address).collect::<Option<Vec<ExprId>>>()?;
    let callee = build::func(&mut planner.b.p, func, Loc::NONE);
    let call = build::call(&mut planner.b.p, callee, args, Loc::NONE).ok()?;
    Some(planner.b.expr_stmt(call))
}
