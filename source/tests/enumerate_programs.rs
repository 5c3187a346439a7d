//! Enumeration of real, small C programs against brute force: a generator writes programs and knows by itself which
//! variables are in scope and which declarations say the same; all fillings are made as text.

use interp::{Options, Outcome};
use lang::parse::{self, parse};
use lang::{Program, Target};
use num_bigint::BigUint;
use source::Rng;
use source::enumerate::{Extracted, Granularity, Judge, Space, Symmetry, Template, extract};
use std::collections::{BTreeMap, BTreeSet};

/// Fillings of a program that are looked at.
const MOST: usize = 1500;

const FUEL: u64 = 3000;

enum Piece {
    Text(String),
    /// The variables in scope, by number, and the original.
    Hole(Vec<usize>, usize),
}

/// What the generator knows of a variable.
struct Known {
    name: String,
    ty: &'static str,
    /// The declaration without the name; unique if the initialiser has a hole or an effect.
    says: String,
    scope: usize,
    /// Holes of its type before the declaration.
    from: usize,
}

struct Writer {
    rng: Rng,
    pieces: Vec<Piece>,
    known: Vec<Known>,
    /// Open scopes, and those variables that each can see.
    open: Vec<(usize, Vec<usize>)>,
    scopes: usize,
    holes: usize,
    /// With labels, calls and effects in initialisers, whose meaning is left to the interpreter.
    is_wild: bool,
    labels: usize,
}

impl Writer {
    fn text(&mut self, text: &str) {
        match self.pieces.last_mut() {
            Some(Piece::Text(last)) => last.push_str(text),
            _ => self.pieces.push(Piece::Text(text.to_string())),
        }
    }

    fn visible(&self, ty: &str) -> Vec<usize> {
        let all = self.open.iter().flat_map(|(_, variables)| variables);
        all.copied().filter(|&variable| self.known[variable].ty == ty).collect()
    }

    fn hole(&mut self, ty: &str) -> bool {
        let candidates = self.visible(ty);
        if candidates.is_empty() || self.holes >= 6 {
            return false;
        }
        let original = *self.rng.pick(&candidates);
        self.holes += 1;
        self.pieces.push(Piece::Hole(candidates, original));
        true
    }

    /// A hole, or a constant where there is no room for one.
    fn value(&mut self, ty: &str) {
        if self.rng.percent(25) || !self.hole(ty) {
            let value = self.rng.below(3);
            self.text(&value.to_string());
        }
    }

    fn enter(&mut self) {
        self.open.push((self.scopes, Vec::new()));
        self.scopes += 1;
    }

    fn add(&mut self, ty: &'static str, says: String) -> String {
        let number = self.known.len();
        let name = format!("v{number}");
        let is_same = |piece: &&Piece| matches!(piece, Piece::Hole(_, original) if self.known[*original].ty == ty);
        let from = self.pieces.iter().filter(is_same).count();
        let (scope, variables) = self.open.last_mut().unwrap();
        self.known.push(Known { name: name.clone(), ty, says, scope: *scope, from });
        variables.push(number);
        name
    }

    fn declaration(&mut self, storages: &[&str]) {
        let ty = if self.rng.percent(80) { "int" } else { "unsigned" };
        let storage = *self.rng.pick(storages);
        let only = self.known.len();
        let is_static = !storage.is_empty() || self.open.len() == 1;
        match self.rng.weighted(&[4, 3, if is_static { 0 } else { 2 }, u32::from(self.is_wild && !is_static)]) {
            0 => {
                let name = self.add(ty, format!("{storage}{ty}"));
                self.text(&format!("{storage}{ty} {name};\n"));
            }
            1 => {
                let value = self.rng.below(2);
                let name = self.add(ty, format!("{storage}{ty} = {value}"));
                self.text(&format!("{storage}{ty} {name} = {value};\n"));
            }
            2 => {
                let name = self.add(ty, format!("only {only}"));
                self.text(&format!("{storage}{ty} {name} = "));
                // The variable itself is in scope, so there is always one; but perhaps no room.
                if !self.hole(ty) {
                    self.known[only].says = format!("{storage}{ty} = 7");
                    self.text("7");
                }
                self.text(";\n");
            }
            _ => {
                let name = self.add(ty, format!("only {only}"));
                self.text(&format!("{storage}{ty} {name} = next();\n"));
            }
        }
    }

    fn body(&mut self, depth: u32) {
        for _ in 0..1 + self.rng.below(3) {
            self.declaration(&["", "", "", "static "]);
        }
        for _ in 0..1 + self.rng.below(4) {
            match self.rng.weighted(&[6, 2, 1, if depth < 2 { 2 } else { 0 }, if depth < 2 { 2 } else { 0 }, 2]) {
                0 => self.assignment(),
                1 => self.declaration(&["", "", "register "]),
                2 => {
                    if self.is_wild {
                        self.jump();
                    }
                }
                3 => self.branch(depth),
                4 => self.for_loop(depth),
                _ => {
                    let ty = if self.rng.percent(80) { "int" } else { "unsigned" };
                    self.text("*&");
                    if self.hole_with_address(ty) {
                        self.text(" = 1;\n");
                    } else {
                        self.text("(int){0} = 0;\n");
                    }
                }
            }
        }
    }

    /// A register variable has no address.
    fn hole_with_address(&mut self, ty: &str) -> bool {
        let mut candidates = self.visible(ty);
        candidates
            .retain(|&it| !self.known[it].says.starts_with("register") && !self.known[it].says.starts_with("only"));
        // What has a hole in its initialiser may be a register, too: leave it alone.
        let is_certain = self.visible(ty).iter().all(|&it| !self.known[it].says.starts_with("only"));
        if candidates.is_empty() || self.holes >= 6 || !is_certain {
            return false;
        }
        let original = *self.rng.pick(&candidates);
        self.holes += 1;
        self.pieces.push(Piece::Hole(candidates, original));
        true
    }

    fn assignment(&mut self) {
        let ty = if self.rng.percent(80) { "int" } else { "unsigned" };
        if !self.hole(ty) {
            self.text(";\n");
            return;
        }
        let operator = *self.rng.pick(&[" = ", " += ", " = 1 + "]);
        self.text(operator);
        self.value(ty);
        self.text(";\n");
    }

    /// Twice from the label on, with a counter that no hole sees.
    fn jump(&mut self) {
        let label = self.labels;
        self.labels += 1;
        match self.rng.below(2) {
            0 => {
                self.text(&format!("l{label}: ;\n"));
                self.declaration(&[""]);
                self.assignment();
                self.text(&format!("if (next() < 3) goto l{label};\n"));
            }
            _ => {
                self.text(&format!("if (next() > 1) goto l{label};\n"));
                self.declaration(&[""]);
                self.assignment();
                self.text(&format!("l{label}: ;\n"));
            }
        }
        self.assignment();
    }

    fn branch(&mut self, depth: u32) {
        self.text("if (");
        self.value("int");
        self.text(") {\n");
        self.enter();
        self.body(depth + 1);
        self.open.pop();
        self.text("}\n");
    }

    fn for_loop(&mut self, depth: u32) {
        self.enter();
        let first = self.add("int", "int = 0".to_string());
        let second = self.add("int", "int = 0".to_string());
        self.text(&format!("for (int {first} = 0, {second} = 0; "));
        if !self.hole("int") {
            self.text("0");
        }
        self.text(" < 2; ");
        if self.hole("int") {
            self.text("++");
        } else {
            self.text("next()");
        }
        self.text(") {\n");
        self.enter();
        self.body(depth + 1);
        self.open.pop();
        self.open.pop();
        self.text("}\n");
    }

    fn program(mut self) -> Writer {
        self.text("static int next(void) { static int calls; return calls += 1; }\n");
        self.enter();
        for _ in 0..self.rng.below(4) {
            self.declaration(&["", "static "]);
        }
        let has_function = self.rng.percent(50);
        let arguments = [self.rng.below(2), self.rng.below(2)];
        if has_function {
            self.enter();
            // The counter of calls of `next` is the interpreter's business; arguments are known here.
            let first = self.add("int", format!("parameter {}", arguments[0]));
            let second = self.add("int", format!("parameter {}", arguments[1]));
            self.text(&format!("static int f(int {first}, int {second}) {{\n"));
            self.body(1);
            self.text("return ");
            self.value("int");
            self.text(";\n}\n");
            self.open.pop();
        }
        self.text("int main(void) {\n");
        self.enter();
        self.body(0);
        if has_function {
            self.text(&format!("return f({}, {}) + ", arguments[0], arguments[1]));
        } else {
            self.text("return ");
        }
        self.value("int");
        self.text(";\n}\n");
        self.open.pop();
        self
    }

    fn fillings(&self) -> Vec<Vec<usize>> {
        let mut all = vec![Vec::new()];
        for piece in &self.pieces {
            if let Piece::Hole(candidates, _) = piece {
                all = all
                    .into_iter()
                    .flat_map(|filling: Vec<usize>| candidates.iter().map(move |&it| [&filling[..], &[it]].concat()))
                    .collect();
            }
        }
        all
    }

    fn print(&self, filling: &[usize]) -> String {
        let mut variables = filling.iter();
        let piece = |piece: &Piece| match piece {
            Piece::Text(text) => text.clone(),
            Piece::Hole(..) => self.known[*variables.next().unwrap()].name.clone(),
        };
        self.pieces.iter().map(piece).collect()
    }

    fn original(&self) -> Vec<usize> {
        let original = |piece: &Piece| if let Piece::Hole(_, original) = piece { Some(*original) } else { None };
        self.pieces.iter().filter_map(original).collect()
    }

    fn too_many(&self) -> bool {
        let sizes =
            self.pieces.iter().map(|piece| if let Piece::Hole(candidates, _) = piece { candidates.len() } else { 1 });
        sizes.product::<usize>() > MOST
    }

    /// The smallest of all renamings of variables of one scope that say the same and are declared with no hole between.
    fn canonical(&self, filling: &[usize]) -> Vec<usize> {
        let class = |it: &Known| (it.scope, it.ty, it.says.clone(), it.from);
        let mut first: BTreeMap<usize, usize> = BTreeMap::new();
        let mut used: BTreeSet<usize> = BTreeSet::new();
        let mut rename = |variable: usize| {
            if let Some(&to) = first.get(&variable) {
                return to;
            }
            let own = class(&self.known[variable]);
            let to = (0..self.known.len()).find(|it| class(&self.known[*it]) == own && !used.contains(it)).unwrap();
            used.insert(to);
            first.insert(variable, to);
            to
        };
        filling.iter().map(|&variable| rename(variable)).collect()
    }
}

fn writer(seed: u64, is_wild: bool) -> Writer {
    let rng = Rng::new(seed);
    let empty = Writer {
        rng,
        pieces: Vec::new(),
        known: Vec::new(),
        open: Vec::new(),
        scopes: 0,
        holes: 0,
        is_wild,
        labels: 0,
    };
    empty.program()
}

fn parsed(text: &str) -> Program {
    let mut program = Program::new(Target::X86_64);
    parse(&mut program, "test.c", text.as_bytes().into(), &parse::Options::default()).unwrap_or_else(|error| {
        panic!("{error:?}\n{text}");
    });
    program
}

/// The variables of a filling by the generator's numbers.
fn numbers(program: &Program, extracted: &Extracted, filling: &[usize]) -> Vec<usize> {
    let number = |&variable: &usize| program.name(program[extracted.variables[variable]].name)[1..].parse().unwrap();
    filling.iter().map(number).collect()
}

#[test]
fn the_variants_of_programs_are_those_of_brute_force() {
    let (mut tried, mut smaller) = (0, 0);
    for seed in 0.. {
        let writer = writer(seed, false);
        if writer.holes < 2 || writer.too_many() {
            continue;
        }
        let text = writer.print(&writer.original());
        let program = parsed(&text);
        let extracted = extract(&program, &|var| program.name(program[var].name).starts_with('v'));
        let all = writer.fillings();
        let expected: BTreeSet<Vec<usize>> = all.iter().map(|filling| writer.canonical(filling)).collect();
        let space = Space::new(&extracted.skeleton, Granularity::Inter, Symmetry::Exact);
        assert_eq!(space.naive(), &BigUint::from(all.len()), "{text}");
        assert_eq!(space.count(), &BigUint::from(expected.len()), "{text}");
        let listed: Vec<Vec<usize>> = space
            .from(&BigUint::ZERO)
            .map(|filling| writer.canonical(&numbers(&program, &extracted, &filling)))
            .collect();
        assert_eq!(listed.len(), expected.len(), "{text}");
        assert_eq!(listed.into_iter().collect::<BTreeSet<_>>(), expected, "{text}");
        smaller += usize::from(expected.len() < all.len());
        tried += 1;
        if tried == 400 {
            break;
        }
    }
    assert!(smaller > 100, "only {smaller} programs have anything to rename");
}

/// What can be seen of an execution.
fn seen(outcome: &Outcome) -> String {
    match outcome {
        Outcome::Undefined(ub) => ub.rule.name().to_string(),
        Outcome::Defined { exit_code } => exit_code.to_string(),
        other => format!("{other:?}"),
    }
}

#[test]
fn renamings_behave_alike_and_are_judged_as_their_text_is() {
    let options = Options { fuel: FUEL, ..Options::default() };
    let mut tried = 0;
    for seed in 0.. {
        let writer = writer(seed, true);
        if writer.holes < 2 || writer.too_many() || writer.labels == 0 && seed % 2 == 0 {
            continue;
        }
        let text = writer.print(&writer.original());
        let mut program = parsed(&text);
        let extracted = extract(&program, &|var| program.name(program[var].name).starts_with('v'));
        let space = Space::new(&extracted.skeleton, Granularity::Inter, Symmetry::Exact);
        let mut judge = Judge::new(&program, &extracted, Some(FUEL));
        let own = |number: &usize| {
            let is_it = |&var: &lang::VarId| program.name(program[var].name) == writer.known[*number].name;
            extracted.variables.iter().position(is_it).unwrap()
        };
        let fillings: Vec<Vec<usize>> = writer.fillings().iter().map(|it| it.iter().map(own).collect()).collect();
        let template = Template::new(&mut program, &extracted);
        let mut classes: BTreeMap<BigUint, (String, String)> = BTreeMap::new();
        for filling in fillings {
            let variant = template.text(0, &filling);
            let outcome = interp::run(&parsed(&variant), &options).outcome;
            let judged = judge.judge(&filling).outcome;
            assert_eq!(seen(&outcome), seen(&judged), "{variant}");
            let number = space.number(&filling).unwrap();
            let (other, expected) = classes.entry(number).or_insert_with(|| (variant.clone(), seen(&outcome)));
            assert_eq!(*expected, seen(&outcome), "one class:\n{other}\n{variant}");
        }
        tried += 1;
        if tried == 150 {
            break;
        }
    }
}
