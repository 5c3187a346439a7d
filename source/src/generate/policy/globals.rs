//! The environment: types, then global variables with their initial values (paper, section 3.2).

use super::Generator;
use crate::kit::scope::Role;
use lang::arith::IntKind;
use lang::print::Container;
use lang::*;

impl Generator<'_> {
    pub fn environment(&mut self) {
        self.make_enums();
        self.make_records();
        self.make_scalars();
        self.make_trips();
        self.make_arrays();
        self.make_record_variables();
        self.make_floats();
        self.make_vectors();
        self.make_pointers();
        self.make_static_members();
    }

    /// Something to write, which a small environment may lack.
    pub fn make_outlets(&mut self) {
        let sum = *self.rng.pick(&[Type::INT, Type::UINT, Type::LONG, Type::ULLONG]);
        self.global(sum, Role::Mixed, 50);
        for role in [Role::Output, Role::Mixed] {
            let elem = self.int_type();
            let len = *self.rng.pick(&[4, 8, 8, 16, 16, 17, 32]);
            let ty = self.p.types.array(elem, ArrayLen::Fixed(len));
            self.global(ty, role, 50);
        }
    }

    /// How many of something that is counted per 100 lines.
    fn count(&mut self, per_100_lines: u32) -> u32 {
        let most = (self.size.min(1500) * per_100_lines).div_ceil(100);
        most.clamp(1, 120)
    }

    fn role(&mut self) -> Role {
        let c = self.config;
        [Role::Input, Role::Output, Role::Mixed][self.rng.weighted(&[c.role_input, c.role_output, c.role_mixed])]
    }

    fn make_enums(&mut self) {
        for _ in 0..self.config.enums {
            let n = 2 + self.rng.below(5);
            let mut constants = Vec::new();
            // In C++ an enumerator has its enum's type, in C it is an int: the same value and the same arithmetic only
            // if the enum is compatible with int, which a negative value makes sure of.
            let mut value = if self.cpp || self.rng.percent(50) { -1 - self.rng.below(9) as i64 } else { 0 };
            let underlying = if value < 0 { Type::INT } else { Type::UINT };
            for _ in 0..n {
                let name = self.symbol("E");
                constants.push(Enumerator { name, value: value as i128, ty: Type::INT });
                value += 1 + (self.rng.below(4) * self.rng.below(40)) as i64;
            }
            let ty = self.make_enum(underlying, constants);
            self.enums.push(ty);
        }
    }

    fn make_records(&mut self) {
        for _ in 0..self.config.records {
            if self.rng.percent(self.config.record_union) {
                let ty = self.make_union();
                self.unions.push(ty);
            } else {
                let ty = self.make_struct();
                self.structs.push(ty);
            }
        }
    }

    fn make_struct(&mut self) -> Type {
        let n = 1 + self.rng.below(self.config.record_fields.max(2) as u64);
        let mut fields = Vec::new();
        for _ in 0..n {
            let c = self.config;
            let nested = if self.structs.is_empty() { 0 } else { c.field_struct };
            let unions = if self.unions.is_empty() { 0 } else { c.field_union };
            let float = if self.float_types.is_empty() { 0 } else { c.field_float };
            let weights = [c.field_int, c.field_bits, c.field_array, nested, unions, float];
            let (ty, width) = match self.rng.weighted(&weights) {
                1 => self.bit_field(),
                2 => {
                    let elem = self.int_type();
                    let len = 2 + self.rng.below(6);
                    (self.p.types.array(elem, ArrayLen::Fixed(len)), None)
                }
                3 => (*self.rng.pick(&self.structs), None),
                4 => (*self.rng.pick(&self.unions), None),
                5 => (*self.rng.pick(&self.float_types), None),
                _ => (self.int_type(), None),
            };
            fields.push((ty, width));
        }
        self.make_record(false, &fields)
    }

    /// C has bit-fields of int, unsigned int and bool; C++ of every integer type. Wider ones than int are left out:
    /// GCC and Clang disagree about their arithmetic in C.
    fn bit_field(&mut self) -> (Type, Option<u32>) {
        let all = [Type::INT, Type::UINT, Type::BOOL, Type::SCHAR, Type::USHORT, Type::SHORT, Type::LONG, Type::ULLONG];
        let ty = if self.cpp { *self.rng.pick(&all) } else { *self.rng.pick(&all[..3]) };
        if ty == Type::BOOL {
            return (ty, Some(1));
        }
        let bits = self.kind(ty).bits.min(32) as u64;
        let most = if self.cpp { bits } else { 31 };
        (ty, Some(1 + self.rng.below(most) as u32))
    }

    /// Members of one size, so that each of them sets every byte (C17 6.2.6.1p7).
    fn make_union(&mut self) -> Type {
        let sizes: [&[Type]; 4] = [
            &[Type::UINT, Type::INT],
            &[Type::USHORT, Type::SHORT],
            &[Type::UCHAR, Type::SCHAR, Type::CHAR],
            &[Type::ULLONG, Type::LLONG],
        ];
        let types = *self.rng.pick(&sizes);
        let mut types = types.to_vec();
        self.rng.shuffle(&mut types);
        let fields: Vec<_> = types.into_iter().map(|ty| (ty, None)).collect();
        self.make_record(true, &fields)
    }

    /// A global variable with an initial value.
    fn global(&mut self, ty: Type, role: Role, tame: u32) -> VarId {
        let prefix = match role {
            Role::Input => "in",
            Role::Output => "out",
            _ => "mix",
        };
        let later = role == Role::Mixed || self.p.types.is_array(ty);
        let init = if later { None } else { Some(self.fresh_init(ty, tame)) };
        let unqualified = ty;
        let ty = if role == Role::Input && self.rng.percent(self.config.const_input) {
            self.p.types.qualify(ty, Quals::CONST)
        } else {
            ty
        };
        let var = self.new_var(prefix, ty, Storage::Extern);
        self.p[var].init = init;
        self.p.units[0].items.push(Item::Var(var));
        let value = init.and_then(|init| self.initial_value(init)).filter(|_| self.is_plain_int(unqualified));
        match (role, value) {
            (Role::Input, Some(value)) => self.inputs.push((var, value)),
            (Role::Input, None) => {}
            _ => self.hashed.push(var),
        }
        if later {
            self.unfilled.push((var, tame));
        }
        self.show(var, role);
        var
    }

    fn fresh_init(&mut self, ty: Type, tame: u32) -> InitId {
        let style = Style { tame: self.rng.percent(tame), fill: self.rng.below(6) as u32 };
        self.initializer(ty, style, 0)
    }

    /// Gives the variables that are still without one an initial value. The program's constants are known now, and a wrong
    /// comparison shows only beside its bound.
    pub fn fill(&mut self) {
        self.rng = self.rng.child("fill");
        self.constants.close();
        for (var, tame) in std::mem::take(&mut self.unfilled) {
            let ty = self.p[var].ty;
            let init = self.fresh_init(ty, tame);
            self.p[var].init = Some(init);
        }
    }

    fn is_plain_int(&self, ty: Type) -> bool {
        self.p.types.is_integer(ty) && !ty.is_volatile()
    }

    /// The value that a scalar begins with.
    fn initial_value(&self, init: InitId) -> Option<i64> {
        match self.p[init] {
            Init::Expr(e) => fold::integer_constant(&self.p, e).map(|value| value as i64),
            Init::List(_) => None,
        }
    }

    fn make_scalars(&mut self) {
        for _ in 0..self.count(self.config.scalars_per_100_lines) {
            let ty = self.int_type();
            let role = self.role();
            let tame = self.config.tame_percent;
            let volatile = self.rng.percent(self.config.volatile_percent);
            let ty = if volatile { ty.with(Quals::VOLATILE) } else { ty };
            self.global(ty, role, tame);
        }
    }

    /// Inputs whose small values are known here and not to the compiler: loop bounds.
    fn make_trips(&mut self) {
        for _ in 0..4 {
            let ty = *self.rng.pick(&[Type::INT, Type::UINT, Type::SHORT, Type::UCHAR, Type::LONG]);
            let value = 2 + self.rng.below(15);
            let init = self.int_init(value as i64, ty);
            let var = self.global(ty, Role::Input, 100);
            self.p[var].init = Some(self.p.add_init(init));
            self.inputs.retain(|input| input.0 != var);
            self.inputs.push((var, value as i64));
            self.trips.push((var, value as i64));
        }
    }

    fn make_arrays(&mut self) {
        for _ in 0..self.count(self.config.arrays_per_100_lines) {
            let is_float = !self.float_types.is_empty() && self.rng.percent(self.config.array_float);
            let is_record = !self.structs.is_empty() && self.rng.percent(self.config.array_record);
            let mut ty = if is_float {
                *self.rng.pick(&self.float_types)
            } else if is_record {
                *self.rng.pick(&self.structs)
            } else {
                self.int_type()
            };
            let c = self.config;
            let dimensions = 1 + self.rng.weighted(&[c.array_1d, c.array_2d, c.array_3d]);
            let dimensions = if is_record { 1 } else { dimensions };
            for _ in 0..dimensions {
                let len = match dimensions {
                    1 => *self.rng.pick(&[3, 4, 5, 7, 8, 8, 10, 13, 16, 16, 17, 20, 24, 32]),
                    2 => *self.rng.pick(&[3, 4, 4, 5, 6, 8]),
                    _ => *self.rng.pick(&[2, 3, 4]),
                };
                ty = self.p.types.array(ty, ArrayLen::Fixed(len));
            }
            let role = self.role();
            let var = self.global(ty, role, self.config.tame_array_percent);
            if self.cpp {
                self.choose_container(var, ty);
            }
        }
    }

    fn make_record_variables(&mut self) {
        let types: Vec<Type> = self.structs.iter().chain(&self.unions).copied().collect();
        for ty in types {
            for _ in 0..1 + self.rng.below(3) {
                let role = self.role();
                self.global(ty, role, self.config.tame_percent);
            }
        }
    }

    fn make_floats(&mut self) {
        if self.float_types.is_empty() {
            return;
        }
        for _ in 0..self.count(self.config.floats_per_100_lines) {
            let ty = *self.rng.pick(&self.float_types);
            let role = self.role();
            self.global(ty, role, 50);
        }
    }

    fn make_vectors(&mut self) {
        for _ in 0..self.config.vectors {
            let Some(ty) = self.vector_type() else { return };
            // One of each role, so that there is something to read and to write.
            for role in [Role::Input, Role::Mixed, Role::Output] {
                self.global(ty, role, 50);
            }
        }
    }

    /// Pointers to globals, elements and members; some to other pointers.
    fn make_pointers(&mut self) {
        let n = self.count(self.config.pointers_per_100_lines);
        for at in 0..n {
            let Some((target, role)) = self.static_target(at > 2) else { continue };
            let to = self.p[target].ty;
            let to = if role == Role::Input { self.p.types.qualify(to, Quals::CONST) } else { to };
            let ty = self.p.types.pointer(to);
            let address = self.addr_of(target);
            let address = build::convert(&mut self.p, address, ty);
            let init = self.p.add_init(Init::Expr(address));
            let var = self.new_var("ptr", ty, Storage::Extern);
            self.p[var].init = Some(init);
            self.p.units[0].items.push(Item::Var(var));
            self.show(var, role);
        }
    }

    /// An lvalue with a constant address whose contents are an integer, a record or a pointer.
    fn static_target(&mut self, pointers: bool) -> Option<(ExprId, Role)> {
        use crate::kit::scope::Shape;
        let shape = match self.rng.below(if pointers { 9 } else { 8 }) {
            0..3 => Shape::Int,
            3..6 => Shape::Array,
            6..8 => Shape::Record,
            _ => Shape::Pointer,
        };
        let data = self.scope.readable(shape);
        if data.is_empty() {
            return None;
        }
        let datum = *self.rng.pick(data);
        if datum.ty.is_volatile() || (datum.role == Role::Input) != self.rng.percent(40) {
            return None;
        }
        let mut e = self.var(datum.var);
        if shape == Shape::Pointer {
            // Only one level of pointers to pointers, and only to those that may change.
            let to = self.p.types.pointee(datum.ty)?;
            return (datum.role == Role::Mixed && !self.p.types.is_pointer(to)).then_some((e, Role::Mixed));
        }
        loop {
            let ty = self.p[e].ty;
            match self.p.types.kind(ty).clone() {
                TypeKind::Array { len: ArrayLen::Fixed(len), .. } => {
                    let at = self.rng.below(len) as i64;
                    let at = self.int(at, Type::INT);
                    e = self.index(e, at);
                }
                TypeKind::Record(id) if self.rng.percent(60) => {
                    let record = &self.p.types.records[id.0 as usize];
                    if record.is_union {
                        return None;
                    }
                    let n = record.fields.len() as u64;
                    let field = self.rng.below(n) as u32;
                    if self.p.types.records[id.0 as usize].fields[field as usize].bit_width.is_some() {
                        return None;
                    }
                    e = self.member(e, field);
                }
                TypeKind::Vector { .. } => return None,
                _ => return Some((e, if datum.role == Role::Input { Role::Input } else { Role::Mixed })),
            }
        }
    }

    /// C++ only: some plain globals become static members.
    fn make_static_members(&mut self) {
        if !self.cpp || self.structs.is_empty() {
            return;
        }
        for var in (0..self.p.vars.len() as u32).map(VarId) {
            let is_scalar = self.p.types.is_integer(self.p[var].ty) && self.p[var].storage == Storage::Extern;
            if is_scalar && self.rng.percent(self.config.static_member) {
                let ty = *self.rng.pick(&self.structs);
                if let TypeKind::Record(id) = *self.p.types.kind(ty) {
                    self.lowering.members.insert(var, id);
                }
            }
        }
    }

    /// How a C++ program represents an array. There are no references into a vector of bool.
    fn choose_container(&mut self, var: VarId, ty: Type) {
        let c = self.config;
        let mut elem = ty;
        while let Some(inner) = self.p.types.element(elem) {
            elem = inner;
        }
        if self.p.types.is_bool(elem) {
            return;
        }
        let containers = [Container::CArray, Container::Array, Container::Vector, Container::Valarray];
        let weights = [c.container_c_array, c.container_array, c.container_vector, c.container_valarray];
        self.lowering.containers.insert(var, containers[self.rng.weighted(&weights)]);
    }

    /// An initialiser of a record that says nothing.
    pub fn zeroes(&mut self, ty: Type) -> InitId {
        self.initializer(ty, Style { tame: true, fill: 0 }, 0)
    }

    /// An initial value of any type.
    fn initializer(&mut self, ty: Type, style: Style, at: u64) -> InitId {
        let init = match self.p.types.kind(ty).clone() {
            TypeKind::Array { elem, len: ArrayLen::Fixed(len) } => {
                Init::List((0..len).map(|at| self.item(elem, style, at)).collect())
            }
            TypeKind::Vector { elem, lanes } => {
                Init::List((0..lanes as u64).map(|at| self.item(elem, style, at)).collect())
            }
            TypeKind::Record(id) => {
                let record = &self.p.types.records[id.0 as usize];
                let n = if record.is_union { 1 } else { record.fields.len() };
                let fields: Vec<(Type, Option<u32>)> =
                    record.fields[..n].iter().map(|field| (field.ty, field.bit_width)).collect();
                let items = fields.into_iter().enumerate().map(|(at, (ty, width))| match width {
                    Some(width) => {
                        let kind = IntKind { bits: width as u8, signed: self.kind(ty).signed && ty != Type::BOOL };
                        let value = self.value(kind, style, at as u64);
                        let value = self.int_init(value as i64, ty);
                        let value = self.p.add_init(value);
                        InitItem { first: at as u64, last: at as u64, value }
                    }
                    None => self.item(ty, style, at as u64),
                });
                Init::List(items.collect())
            }
            _ if self.p.types.is_floating(ty) => {
                let value = self.float_constant(ty);
                Init::Expr(build::convert(&mut self.p, value, ty))
            }
            TypeKind::Bool => {
                let value = self.rng.below(2) as i64;
                self.int_init(value, ty)
            }
            _ => {
                let value = self.value(self.kind(ty), style, at);
                self.int_init(value as i64, ty)
            }
        };
        self.p.add_init(init)
    }

    fn item(&mut self, ty: Type, style: Style, at: u64) -> InitItem {
        InitItem { first: at, last: at, value: self.initializer(ty, style, at) }
    }

    fn value(&mut self, kind: IntKind, style: Style, at: u64) -> u64 {
        let value = match style.fill {
            // Ascending: what induction variable analysis could have written.
            0 => at,
            _ if style.tame => self.rng.range(-20, 20) as u64,
            _ => match self.constants.met(&mut self.rng) {
                Some(constant) => constant.wrapping_add(self.rng.range(-1, 1) as u64),
                None => self.special(kind),
            },
        };
        arith::wrap(kind, value)
    }
}

/// How the elements of one variable are initialised.
#[derive(Copy, Clone)]
struct Style {
    tame: bool,
    fill: u32,
}
