//! The linked program's static part: which definition each declaration means, and where static objects,
//! functions and string literals are in memory.

use crate::Options;
use crate::data;
use crate::effective::EffectiveTypes;
use crate::library::{self, is_setjmp};
use crate::memory::{CLASS_CHAR, Memory, ObjectKind, Tags};
use crate::rep::{Rep, rep};
use lang::{ExprId, FuncId, Init, InitId, LabelId, Program, Storage, StrId, Type, TypeKind, Types, VarId};
use rustc_hash::FxHashMap;
use std::cell::OnceCell;

#[derive(Default)]
pub struct Image {
    pub effective: EffectiveTypes,
    pub library: library::State,
    pub has_wide_fields: bool,
    /// A declaration of `setjmp` is in some unit.
    pub has_setjmp: bool,
    /// Some object or member is defined volatile.
    pub has_volatile: bool,
    /// Restrict-qualified pointers of file scope, by their definitions.
    pub restrict_globals: Vec<VarId>,
    /// Address of each static variable that has been placed, by `VarId`; 0 before.
    addresses: Vec<u64>,
    function_addresses: FxHashMap<FuncId, u64>,
    /// One object per function with a byte for each of its labels, so that differences of labels are small (GNU).
    label_objects: FxHashMap<FuncId, u64>,
    labels: FxHashMap<FuncId, Vec<LabelId>>,
    string_addresses: FxHashMap<StrId, u64>,
    /// The definition that each declaration means; itself if there is none.
    var_links: Vec<VarId>,
    func_links: Vec<FuncId>,
    /// Functions by the variables that are local to them.
    pub locals: FxHashMap<FuncId, Vec<VarId>>,
    /// Static variables that were placed but not yet initialised.
    pub pending: Vec<VarId>,
    /// By type, as far as it was asked for.
    shapes: Vec<OnceCell<Shape>>,
    /// By expression, of those that were surveyed.
    traits: Vec<Traits>,
}

/// What the compiler asks about a type again and again.
#[derive(Clone, Debug)]
pub struct Shape {
    pub rep: Rep,
    pub is_array: bool,
    pub is_bool: bool,
    pub size: Option<u64>,
    pub align: u64,
}

/// What an expression or statement contains.
#[derive(Copy, Clone, PartialEq, Eq, Default, Debug)]
pub struct Traits(u8);

impl Traits {
    pub const NONE: Traits = Traits(0);
    /// A call, or a statement expression.
    pub const CALL: Traits = Traits(1);
    /// An assignment.
    pub const EFFECT: Traits = Traits(2);
    pub const LABEL: Traits = Traits(4);
    /// A case or `default` of a switch around it.
    pub const CASE: Traits = Traits(8);
    const KNOWN: Traits = Traits(16);

    /// Any of them.
    pub fn has(self, other: Traits) -> bool {
        self.0 & other.0 != 0
    }

    pub fn without(self, other: Traits) -> Traits {
        Traits(self.0 & !other.0)
    }
}

impl std::ops::BitOr for Traits {
    type Output = Traits;
    fn bitor(self, other: Traits) -> Traits {
        Traits(self.0 | other.0)
    }
}

/// The program needs more static memory than allowed.
#[derive(Copy, Clone, Debug)]
pub struct TooBig;

impl Image {
    pub fn new(program: &Program, options: &Options) -> Image {
        let effective = EffectiveTypes::new(options.max_memory);
        let library = library::State::new(options);
        let mut image = Image { effective, library, addresses: vec![0; program.vars.len()], ..Image::default() };
        let is_wide = |field: &lang::Field| field.bit_width.is_some_and(|width| (33..64).contains(&width));
        image.has_wide_fields = program.types.records.iter().any(|record| record.fields.iter().any(is_wide));
        image.has_setjmp = program.functions.iter().any(|function| is_setjmp(program.name(function.name)));
        let is_volatile = |ty: Type| innermost(&program.types, ty).is_volatile() || ty.is_volatile();
        image.has_volatile = program.vars.iter().any(|var| is_volatile(var.ty))
            || program.types.records.iter().any(|record| record.fields.iter().any(|field| is_volatile(field.ty)));
        image.shapes = vec![OnceCell::new(); program.types.len()];
        image.traits = vec![Traits::NONE; program.exprs.len()];
        image.var_links = (0..program.vars.len() as u32).map(VarId).collect();
        image.func_links = (0..program.functions.len() as u32).map(FuncId).collect();
        image.link_variables(program);
        image.link_functions(program);
        image.restrict_globals = (0..program.vars.len() as u32)
            .map(VarId)
            .filter(|&var| image.definition(var) == var && program[var].function.is_none())
            .filter(|&var| program[var].ty.is_restrict() && program.types.is_pointer(program[var].ty))
            .collect();
        for (index, var) in program.vars.iter().enumerate() {
            if let (Some(func), false) = (var.function, var.storage.is_static()) {
                image.locals.entry(func).or_default().push(VarId(index as u32));
            }
        }
        image
    }

    /// The definition that a declaration means.
    pub fn definition(&self, var: VarId) -> VarId {
        self.var_links[var.index()]
    }

    fn link_variables(&mut self, program: &Program) {
        let mut definitions: FxHashMap<&str, VarId> = FxHashMap::default();
        let externs = || program.vars.iter().enumerate().filter(|(_, var)| var.storage == Storage::Extern);
        for (index, var) in externs().filter(|(_, var)| var.defined) {
            let name = symbol_name(program, var.name, var.asm_label);
            let id = VarId(index as u32);
            let slot = definitions.entry(name).or_insert(id);
            // An initialised definition wins over a tentative one (common symbols).
            if program[*slot].init.is_none() && var.init.is_some() {
                *slot = id;
            }
        }
        // An alias may name a static of its own unit.
        for (index, var) in program.vars.iter().enumerate() {
            if var.storage == Storage::Static && var.function.is_none() {
                definitions.entry(program.name(var.name)).or_insert(VarId(index as u32));
            }
        }
        for (index, var) in externs() {
            let is_alias = alias_target(program, &var.attrs).is_some();
            let name = alias_target(program, &var.attrs).unwrap_or(symbol_name(program, var.name, var.asm_label));
            if let Some(&definition) = definitions.get(name)
                && (is_alias || program[definition].storage == Storage::Extern)
            {
                self.var_links[index] = definition;
            }
        }
    }

    fn link_functions(&mut self, program: &Program) {
        let mut definitions: FxHashMap<&str, FuncId> = FxHashMap::default();
        let functions = || program.functions.iter().enumerate();
        for (index, func) in functions().filter(|(_, func)| func.body.is_some() && func.parent.is_none()) {
            let name = symbol_name(program, func.name, func.asm_label);
            let id = FuncId(index as u32);
            let slot = definitions.entry(name).or_insert(id);
            if program[*slot].is_static && !func.is_static {
                *slot = id;
            }
        }
        for (index, func) in functions().filter(|(_, func)| func.body.is_none()) {
            let alias = alias_target(program, &func.attrs);
            let name = alias.unwrap_or(symbol_name(program, func.name, func.asm_label));
            if let Some(&definition) = definitions.get(name) {
                let other_unit = program[definition].unit != func.unit;
                if alias.is_none() && other_unit && program[definition].is_static {
                    continue;
                }
                self.func_links[index] = definition;
            }
        }
    }

    #[inline]
    pub fn shape(&self, types: &Types, ty: Type) -> &Shape {
        self.shapes[ty.index()].get_or_init(|| Shape {
            rep: rep(types, ty),
            is_array: types.is_array(ty),
            is_bool: types.is_bool(ty),
            size: types.size_of(ty),
            align: types.align_of(ty),
        })
    }

    pub fn note_traits(&mut self, expr: ExprId, traits: Traits) {
        self.traits[expr.index()] = traits | Traits::KNOWN;
    }

    /// What the expression contains, if that is known.
    pub fn traits_of(&self, expr: ExprId) -> Option<Traits> {
        let traits = self.traits[expr.index()];
        traits.has(Traits::KNOWN).then_some(traits)
    }

    pub fn link_var(&self, var: VarId) -> VarId {
        self.var_links[var.index()]
    }

    pub fn link_func(&self, func: FuncId) -> FuncId {
        self.func_links[func.index()]
    }

    /// The address of a static variable; places it on first use. `None` if no unit defines it.
    pub fn var_address(&mut self, program: &Program, memory: &mut Memory, var: VarId) -> Result<Option<u64>, TooBig> {
        let var = self.link_var(var);
        let known = self.addresses[var.index()];
        if known != 0 {
            return Ok(Some(known));
        }
        let declared = &program[var];
        if !declared.defined {
            let found = library::external_object(program, memory, &mut self.effective, &mut self.library, var);
            return Ok(found);
        }
        let size = object_size(program, var);
        let align = object_align(program, declared.ty, declared.align);
        let pattern = self.effective.pattern_of(&program.types, declared.ty);
        let tags = self.effective.pattern(pattern).tags();
        let address = memory.allocate(size, align, ObjectKind::Static, var.0, tags).map_err(|_| TooBig)?;
        // Static storage starts as zero, padding included (C17 6.7.9p10).
        let at = memory.locate(address, size as u32).expect("a fresh object");
        memory.data[at..at + size as usize].fill(0);
        memory.init[at..at + size as usize].fill(0xff);
        self.addresses[var.index()] = address;
        self.pending.push(var);
        Ok(Some(address))
    }

    /// Initialises a static variable that has been placed, if its initialiser has only constants.
    pub fn write_constants(&self, program: &Program, memory: &mut Memory, var: VarId, init: InitId) -> bool {
        let at = memory.locate(self.addresses[var.index()], 0).expect("a static object never dies");
        data::write_constants(program, memory, at, program[var].ty, init)
    }

    pub fn function_address(&mut self, memory: &mut Memory, func: FuncId) -> u64 {
        let func = self.link_func(func);
        *self.function_addresses.entry(func).or_insert_with(|| {
            memory.allocate(0, 16, ObjectKind::Function, func.0, Tags::Uniform(0)).expect("a function takes no memory")
        })
    }

    pub fn label_address(&mut self, program: &Program, memory: &mut Memory, label: LabelId) -> u64 {
        let func = program[label].function;
        let labels = self.labels.entry(func).or_insert_with(|| {
            let all = (0..program.labels.len() as u32).map(LabelId);
            all.filter(|&label| program[label].function == func).collect()
        });
        let index = labels.iter().position(|&other| other == label).expect("a label of its function") as u64;
        let count = labels.len() as u64;
        let base = *self.label_objects.entry(func).or_insert_with(|| {
            memory
                .allocate(count, 16, ObjectKind::Label, func.0, Tags::Uniform(0x80))
                .expect("labels take little memory")
        });
        base + index
    }

    /// The label with this offset in its function's object.
    pub fn label(&self, func: FuncId, offset: u32) -> Option<LabelId> {
        self.labels.get(&func)?.get(offset as usize).copied()
    }

    pub fn string_address(&mut self, program: &Program, memory: &mut Memory, string: StrId) -> Result<u64, TooBig> {
        if let Some(&address) = self.string_addresses.get(&string) {
            return Ok(address);
        }
        let literal = &program[string];
        let size = literal.bytes.len() + literal.unit as usize;
        let class = if literal.unit == 1 { CLASS_CHAR } else { 0 };
        let address = memory
            .allocate(
                size as u64,
                literal.unit as u64,
                ObjectKind::StringLiteral,
                string.0,
                Tags::Uniform(class | 0x80),
            )
            .map_err(|_| TooBig)?;
        let at = memory.locate(address, size as u32).expect("a fresh object");
        memory.write(at, &literal.bytes);
        memory.write(at + literal.bytes.len(), &[0; 4][..literal.unit as usize]);
        self.string_addresses.insert(string, address);
        Ok(address)
    }
}

/// The declared type's size, and for a struct with a flexible array member what its initialiser adds (GNU).
pub fn object_size(program: &Program, var: VarId) -> u64 {
    let declared = &program[var];
    let types = &program.types;
    let size = match types.kind(declared.ty) {
        // A tentative `int a[];` has one element (C17 6.9.2p5).
        TypeKind::Array { elem, len: lang::ArrayLen::Incomplete } => types.size_of(*elem).unwrap_or(0),
        _ => types.size_of(declared.ty).unwrap_or(0),
    };
    size.max(declared.init.map_or(0, |init| flexible_end(program, declared.ty, init)))
}

/// Where a flexible array member's initialiser ends; 0 if there is none.
fn flexible_end(program: &Program, ty: Type, init: InitId) -> u64 {
    let types = &program.types;
    let (Some(record), Init::List(items)) = (types.record(ty), &program[init]) else { return 0 };
    let Some(item) = items.last() else { return 0 };
    let Some(field) = record.fields.get(item.first as usize) else { return 0 };
    match types.kind(field.ty) {
        TypeKind::Array { elem, len: lang::ArrayLen::Incomplete | lang::ArrayLen::Fixed(0) } => {
            let count = match &program[item.value] {
                Init::List(items) => items.last().map_or(0, |item| item.last + 1),
                Init::Expr(expr) => match program[*expr].kind {
                    lang::ExprKind::Str(string) => program[string].bytes.len() as u64 / program[string].unit as u64 + 1,
                    _ => 0,
                },
            };
            field.offset() + count * types.size_of(*elem).unwrap_or(0)
        }
        TypeKind::Record(_) => {
            let end = flexible_end(program, field.ty, item.value);
            if end == 0 { 0 } else { field.offset() + end }
        }
        _ => 0,
    }
}

pub fn object_align(program: &Program, ty: Type, attr: Option<u32>) -> u64 {
    let types = &program.types;
    let align = types.align_of(ty).max(attr.unwrap_or(1) as u64);
    // The x86-64 psABI (3.1.2) aligns array variables of 16 bytes or more to 16.
    let is_large_array = types.is_array(ty) && types.size_of(ty).is_none_or(|size| size >= 16);
    let is_large_array = is_large_array && types.target.arch == lang::target::Arch::X86_64;
    // A packed record may lie anywhere; compilers align its variables well, so that only the members that the layout
    // itself misaligns are.
    if is_large_array || align < types.natural_align_of(ty) { align.max(16) } else { align }
}

fn symbol_name(program: &Program, name: lang::Symbol, asm_label: Option<StrId>) -> &str {
    asm_label.and_then(|label| std::str::from_utf8(&program[label].bytes).ok()).unwrap_or(program.name(name))
}

fn alias_target<'p>(program: &'p Program, attrs: &'p [lang::Attr]) -> Option<&'p str> {
    let attr = attrs.iter().find(|attr| matches!(program.name(attr.name), "alias" | "weakref"))?;
    Some(attr.args.as_deref()?.trim().trim_matches('"'))
}

/// The type of an array's elements, of rows and all.
fn innermost(types: &Types, ty: Type) -> Type {
    match types.kind(ty) {
        TypeKind::Array { elem, .. } => innermost(types, *elem),
        _ => ty,
    }
}
