//! Initialisers: brace elision, designators (C17, GNU ranges, old `field:` and `[i] value`), strings, flexible arrays.
//!
//! The source is read into a tree of `Node`s, one per initialised subobject, in which later initialisers override
//! earlier ones; the finished tree becomes `Init`s with everything resolved. Arrays in order are appended to, so that
//! large tables take linear time.

mod tree;

use self::tree::{Item, Items, Node};
use super::{Parser, Result};
use crate::ast::*;
use crate::build;
use crate::fold;
use crate::lex::Tok;
use crate::location::Loc;
use crate::names::Symbol;
use crate::types::*;

/// How an object is made of subobjects.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Shape {
    Scalar,
    /// `None`: as many as come.
    Array {
        elem: Type,
        len: Option<u64>,
    },
    Struct(RecordId),
    Union(RecordId),
}

impl Parser<'_> {
    /// The initialiser of an object of type `ty`, after `=`; or the braces of a compound literal. Completes `T[]`.
    pub(super) fn initializer(&mut self, ty: Type) -> Result<(InitId, Type)> {
        let loc = self.loc();
        let types = &self.program.types;
        let is_open_array = matches!(types.kind(ty), TypeKind::Array { len: ArrayLen::Incomplete, .. });
        if types.is_function(ty) || (types.size_of(ty).is_none() && !is_open_array) {
            return Err(self.reject(loc, "an initializer for an object of incomplete type"));
        }
        let mut node = Node::Empty;
        if self.tok() == Tok::LBrace {
            self.braced(ty, &mut node)?;
        } else {
            let expr = self.assignment_expression()?;
            self.whole_object(ty, &mut node, expr, loc)?;
        }
        let ty = if is_open_array { self.completed(ty, &node) } else { ty };
        let init = self.finish(node)?;
        Ok((init, ty))
    }

    /// An initialiser without braces of a whole object: no brace elision (C17 6.7.9p11, p13, p14).
    fn whole_object(&mut self, ty: Type, node: &mut Node, expr: ExprId, loc: Loc) -> Result<()> {
        if self.take_whole(ty, node, expr)? {
            return Ok(());
        }
        match self.shape(ty) {
            Shape::Scalar => self.scalar(ty, node, expr),
            Shape::Array { .. } if self.program.types.is_array(ty) => {
                Err(self.reject(loc, "invalid initializer of an array"))
            }
            _ => self.scalar(ty, node, expr),
        }
    }

    fn scalar(&mut self, ty: Type, node: &mut Node, expr: ExprId) -> Result<()> {
        let expr = build::rvalue(self.program, expr);
        *node = Node::Expr(build::convert_to(self.program, expr, ty.unqualified())?);
        Ok(())
    }

    /// Initialises an aggregate by one expression, if it has the aggregate's type or is a string for it.
    fn take_whole(&mut self, ty: Type, node: &mut Node, expr: ExprId) -> Result<bool> {
        let types = &self.program.types;
        let from = self.program[expr].ty;
        match types.kind(ty) {
            TypeKind::Array { elem, len } => {
                if self.is_string_for(*elem, expr) {
                    *node = Node::Expr(self.fitted_string(expr, *len));
                    return Ok(true);
                }
                // Neither the array nor, as a pointer, its first element (GCC and Clang agree).
                if types.is_integer(*elem) && matches!(self.program[expr].kind, ExprKind::Str(_)) {
                    return Err(self.reject(self.program[expr].loc, "a string of the wrong kind for its array"));
                }
                // GNU: an array from a compound literal.
                let ExprKind::CompoundLiteral(var) = self.program[expr].kind else { return Ok(false) };
                let compatible = types.compatible(types.strip(ty), types.strip(from));
                match self.program[var].init {
                    Some(init) if compatible => {
                        *node = Node::Ready(init);
                        Ok(true)
                    }
                    _ => Ok(false),
                }
            }
            TypeKind::Record(_) | TypeKind::Vector { .. } => {
                let same = types.compatible(types.strip(ty), types.strip(from));
                let vectors = types.is_vector(ty) && types.is_vector(from);
                if same || vectors {
                    self.scalar(ty, node, expr)?;
                }
                Ok(same || vectors)
            }
            _ => Ok(false),
        }
    }

    /// C17 6.7.9p14, p15.
    fn is_string_for(&self, elem: Type, expr: ExprId) -> bool {
        let ExprKind::Str(string) = self.program[expr].kind else { return false };
        let types = &self.program.types;
        if self.program[string].unit == 1 {
            return types.is_character(elem);
        }
        types.is_integer(elem) && types.size_of(elem) == Some(self.program[string].unit as u64)
    }

    /// A string longer than its array loses its tail (GCC warns), so that the model never overflows.
    fn fitted_string(&mut self, expr: ExprId, len: ArrayLen) -> ExprId {
        let (ExprKind::Str(id), ArrayLen::Fixed(len)) = (self.program[expr].kind, len) else { return expr };
        let literal = &self.program[id];
        let limit = len.saturating_mul(literal.unit as u64);
        if literal.bytes.len() as u64 <= limit {
            return expr;
        }
        let mut cut = literal.clone();
        cut.bytes.truncate(limit as usize);
        let loc = self.program[expr].loc;
        let cut = self.program.add_string(cut);
        build::str(self.program, cut, loc)
    }

    fn shape(&self, ty: Type) -> Shape {
        match *self.program.types.kind(ty) {
            TypeKind::Array { elem, len: ArrayLen::Fixed(len) } => Shape::Array { elem, len: Some(len) },
            TypeKind::Array { elem, .. } => Shape::Array { elem, len: None },
            TypeKind::Vector { elem, lanes } => Shape::Array { elem, len: Some(lanes as u64) },
            TypeKind::Record(id) if self.program.types.records[id.0 as usize].is_union => Shape::Union(id),
            TypeKind::Record(id) => Shape::Struct(id),
            _ => Shape::Scalar,
        }
    }

    /// `{ … }` for an object; replaces whatever it was initialised with before.
    fn braced(&mut self, ty: Type, node: &mut Node) -> Result<()> {
        self.nested(|parser| parser.braced_here(ty, node))
    }

    fn braced_here(&mut self, ty: Type, node: &mut Node) -> Result<()> {
        let loc = self.expect(Tok::LBrace)?.loc;
        *node = Node::Empty;
        let shape = self.shape(ty);
        if shape == Shape::Scalar {
            return self.braced_scalar(ty, node, loc);
        }
        node.items();
        if self.tok() != Tok::RBrace && !self.braced_string(ty, node)? {
            self.list(ty, node, 0, true)?;
        }
        self.expect(Tok::RBrace)?;
        Ok(())
    }

    /// `{ x }` for a scalar (C17 6.7.9p11). GCC ignores further elements.
    fn braced_scalar(&mut self, ty: Type, node: &mut Node, loc: Loc) -> Result<()> {
        if self.tok() == Tok::RBrace {
            return Err(self.reject(loc, "an empty initializer of a scalar"));
        }
        if self.at_designator() {
            return Err(self.unexpected("a designator in the initializer of a scalar"));
        }
        self.list_element(ty, node)?;
        while self.eat(Tok::Comma) && self.tok() != Tok::RBrace {
            self.excess_element()?;
        }
        self.expect(Tok::RBrace)?;
        Ok(())
    }

    /// `{ "abc" }` for a character array.
    fn braced_string(&mut self, ty: Type, node: &mut Node) -> Result<bool> {
        let TypeKind::Array { elem, .. } = *self.program.types.kind(ty) else { return Ok(false) };
        if !self.program.types.is_integer(elem) || !matches!(self.tok(), Tok::Str | Tok::LParen) {
            return Ok(false);
        }
        let mut ahead = 0;
        let mut open = 0;
        loop {
            match self.peek(ahead) {
                Tok::LParen if open == ahead => open += 1,
                Tok::Str | Tok::RParen => {}
                _ => break,
            }
            ahead += 1;
        }
        let ends = match self.peek(ahead) {
            Tok::RBrace => true,
            Tok::Comma => self.peek(ahead + 1) == Tok::RBrace,
            _ => false,
        };
        if !ends || self.peek(open) != Tok::Str {
            return Ok(false);
        }
        let expr = self.assignment_expression()?;
        self.eat(Tok::Comma);
        if self.take_whole(ty, node, expr)? {
            return Ok(true);
        }
        let loc = self.program[expr].loc;
        Err(self.reject(loc, "a string of the wrong kind for its array"))
    }

    fn at_designator(&self) -> bool {
        self.is_designator_at(0)
    }

    fn is_designator_at(&self, ahead: usize) -> bool {
        match self.peek(ahead) {
            Tok::Dot | Tok::LBracket => true,
            Tok::Ident(_) => self.peek(ahead + 1) == Tok::Colon,
            _ => false,
        }
    }

    /// Initialises consecutive subobjects from `index` on. Unbraced lists end where their object does, or before a
    /// designator, which belongs to the enclosing braces.
    fn list(&mut self, ty: Type, node: &mut Node, mut index: u64, braced: bool) -> Result<()> {
        loop {
            if braced && self.at_designator() {
                index = self.designation(ty, node, index)?;
            } else {
                match self.next_subobject(ty, index) {
                    Some((at, sub)) => {
                        let child = self.child(ty, node, at, at)?;
                        self.list_element(sub, child)?;
                        index = at + 1;
                    }
                    None if braced => self.excess_element()?,
                    None => return Ok(()),
                }
            }
            let ends =
                if braced { !self.eat(Tok::Comma) || self.tok() == Tok::RBrace } else { !self.continues(ty, index) };
            if ends {
                return Ok(());
            }
        }
    }

    /// Whether an unbraced list goes on with the subobject at `index`; then its comma is taken.
    fn continues(&mut self, ty: Type, index: u64) -> bool {
        let goes_on = self.tok() == Tok::Comma
            && self.peek(1) != Tok::RBrace
            && !self.is_designator_at(1)
            && self.next_subobject(ty, index).is_some();
        if goes_on {
            self.bump();
        }
        goes_on
    }

    /// The first subobject at or after `index` that a list without designators initialises.
    fn next_subobject(&self, ty: Type, index: u64) -> Option<(u64, Type)> {
        match self.shape(ty) {
            Shape::Scalar => None,
            Shape::Array { elem, len } => len.is_none_or(|len| index < len).then_some((index, elem)),
            Shape::Struct(id) | Shape::Union(id) => {
                let record = &self.program.types.records[id.0 as usize];
                // Of a union, only the first named member.
                let is_unnamed = |field: &Field| field.name.is_none() && field.bit_width.is_some();
                let mut fields = record.fields.iter().enumerate().skip(index as usize);
                let (at, field) = fields.find(|(_, field)| !is_unnamed(field))?;
                let taken = record.is_union && record.fields[..at].iter().any(|field| !is_unnamed(field));
                (!taken).then_some((at as u64, field.ty))
            }
        }
    }

    /// The node of a subobject. A union holds one member: another one's value goes.
    fn child<'n>(&mut self, ty: Type, node: &'n mut Node, first: u64, last: u64) -> Result<&'n mut Node> {
        self.make_list(ty, node)?;
        if let Shape::Union(_) = self.shape(ty) {
            let other = match node.items() {
                Items::Ordered(list) => list.iter().any(|item| item.first != first),
                Items::Sorted(_) => true,
            };
            if other {
                *node = Node::Empty;
            }
        }
        Ok(node.items().child(first, last))
    }

    /// Turns an object that was initialised as a whole into a list, before a part of it is overridden.
    fn make_list(&mut self, ty: Type, node: &mut Node) -> Result<()> {
        match *node {
            Node::Empty | Node::List(_) => Ok(()),
            Node::Expr(expr) => {
                let (ExprKind::Str(string), Shape::Array { elem, .. }) = (self.program[expr].kind, self.shape(ty))
                else {
                    let loc = self.program[expr].loc;
                    return Err(self.unsupported(loc, "an initializer that is overridden in part"));
                };
                *node = self.spelled_out(string, elem, expr);
                Ok(())
            }
            Node::Ready(init) => {
                *node = self.unfinished(init);
                Ok(())
            }
        }
    }

    /// A string as a list of its characters.
    fn spelled_out(&mut self, string: StrId, elem: Type, expr: ExprId) -> Node {
        let loc = self.program[expr].loc;
        let literal = self.program[string].clone();
        let signed = self.program.types.int_kind(elem).is_some_and(|kind| kind.signed);
        let mut list = Vec::new();
        for (i, unit) in literal.bytes.chunks(literal.unit.max(1) as usize).enumerate() {
            let mut value = unit.iter().rev().fold(0u64, |value, &byte| value << 8 | byte as u64);
            let unused = 64 - 8 * unit.len().clamp(1, 8) as u32;
            if signed {
                value = ((value << unused) as i64 >> unused) as u64;
            }
            let node = Node::Expr(build::int(self.program, value, elem.unqualified(), loc));
            list.push(Item { first: i as u64, last: i as u64, node });
        }
        Node::List(Items::Ordered(list))
    }

    /// The tree of a finished initialiser.
    fn unfinished(&self, init: InitId) -> Node {
        match &self.program[init] {
            Init::Expr(expr) => Node::Expr(*expr),
            Init::List(items) => {
                let item = |item: &InitItem| Item { first: item.first, last: item.last, node: Node::Ready(item.value) };
                Node::List(Items::Ordered(items.iter().map(item).collect()))
            }
        }
    }

    /// One element of a list: braced, or an expression that initialises the object or its first scalar.
    fn list_element(&mut self, ty: Type, node: &mut Node) -> Result<()> {
        if self.tok() == Tok::LBrace {
            return self.braced(ty, node);
        }
        let expr = self.assignment_expression()?;
        self.place(ty, node, expr)
    }

    /// Puts an expression where a list without braces has arrived (C17 6.7.9p13, p20).
    fn place(&mut self, ty: Type, node: &mut Node, expr: ExprId) -> Result<()> {
        if self.take_whole(ty, node, expr)? {
            return Ok(());
        }
        if self.shape(ty) == Shape::Scalar {
            return self.scalar(ty, node, expr);
        }
        let Some((at, sub)) = self.next_subobject(ty, 0) else {
            // An object without members takes nothing; GCC warns about excess elements.
            return Ok(());
        };
        let child = self.child(ty, node, at, at)?;
        self.nested(|parser| parser.place(sub, child, expr))?;
        if self.continues(ty, at + 1) {
            self.list(ty, node, at + 1, false)?;
        }
        Ok(())
    }

    /// GCC parses what is too much, warns, and drops it.
    fn excess_element(&mut self) -> Result<()> {
        if self.at_designator() {
            return Err(self.unexpected("a designator that designates nothing"));
        }
        if self.tok() == Tok::LBrace {
            return self.nested(|parser| parser.excess_braces());
        }
        self.assignment_expression()?;
        Ok(())
    }

    fn excess_braces(&mut self) -> Result<()> {
        self.bump();
        while self.tok() != Tok::RBrace {
            self.excess_element()?;
            if !self.eat(Tok::Comma) {
                break;
            }
        }
        self.expect(Tok::RBrace)?;
        Ok(())
    }

    /// Designators and the element they designate; then whatever follows it in the designated aggregate (C17
    /// 6.7.9p17). `expected` is the index that would be next; returns the one after that designated in `ty`.
    fn designation(&mut self, ty: Type, node: &mut Node, expected: u64) -> Result<u64> {
        if let Some(name) = self.field_designator()? {
            let path = self.member_path(ty, name, expected)?;
            return self.designated_member(ty, node, &path);
        }
        let loc = self.loc();
        let (first, last) = self.index_designator()?;
        let Shape::Array { elem, len } = self.shape(ty) else {
            return Err(self.reject(loc, "an array index in the initializer of something else"));
        };
        if len.is_some_and(|len| last >= len) {
            return Err(self.reject(loc, "an array index in an initializer exceeds the array's bounds"));
        }
        let child = self.child(ty, node, first, last)?;
        self.designated(elem, child)?;
        Ok(last + 1)
    }

    /// `.name` or GNU `name:`.
    fn field_designator(&mut self) -> Result<Option<Symbol>> {
        match self.tok() {
            Tok::Dot => {
                self.bump();
                match self.tok() {
                    Tok::Ident(name) => {
                        self.bump();
                        Ok(Some(name))
                    }
                    _ => Err(self.unexpected("expected a member's name")),
                }
            }
            Tok::Ident(name) => {
                self.bump();
                // The colon stands for the `=`.
                if self.tok() != Tok::Colon {
                    return Err(self.unexpected("expected `:`"));
                }
                Ok(Some(name))
            }
            _ => Ok(None),
        }
    }

    /// `[index]` or GNU `[first ... last]`.
    fn index_designator(&mut self) -> Result<(u64, u64)> {
        let loc = self.expect(Tok::LBracket)?.loc;
        let first = self.array_index(loc)?;
        let last = if self.eat(Tok::Ellipsis) { self.array_index(loc)? } else { first };
        self.expect(Tok::RBracket)?;
        if last < first {
            return Err(self.reject(loc, "an empty index range in an initializer"));
        }
        Ok((first, last))
    }

    fn array_index(&mut self, loc: Loc) -> Result<u64> {
        let expr = self.nested(|parser| parser.conditional_expression())?;
        match fold::integer_constant(self.program, expr) {
            Some(value) if (0..1 << 62).contains(&value) => Ok(value as u64),
            Some(value) => Err(self.reject(loc, format!("array index {value} in an initializer is out of range"))),
            None => Err(self.reject(loc, "an array index in an initializer is not constant")),
        }
    }

    /// Field indices from `ty` to the member, through anonymous members.
    fn member_path(&self, ty: Type, name: Symbol, expected: u64) -> Result<Vec<u32>> {
        let mut path = Vec::new();
        // Designators usually come in order: look there first.
        if let Some(record) = self.program.types.record(ty)
            && record.fields.get(expected as usize).is_some_and(|field| field.name == Some(name))
        {
            return Ok(vec![expected as u32]);
        }
        if self.find_member(ty, name, &mut path) {
            return Ok(path);
        }
        let name = self.program.name(name);
        Err(self.reject(self.loc(), format!("no member `{name}` to initialize")))
    }

    fn find_member(&self, ty: Type, name: Symbol, path: &mut Vec<u32>) -> bool {
        let Some(record) = self.program.types.record(ty) else { return false };
        if let Some(index) = record.fields.iter().position(|field| field.name == Some(name)) {
            path.push(index as u32);
            return true;
        }
        for (index, field) in record.fields.iter().enumerate() {
            if field.name.is_none() && field.bit_width.is_none() {
                path.push(index as u32);
                if self.find_member(field.ty, name, path) {
                    return true;
                }
                path.pop();
            }
        }
        false
    }

    fn designated_member(&mut self, ty: Type, node: &mut Node, path: &[u32]) -> Result<u64> {
        let Some((&index, rest)) = path.split_first() else { return Ok(0) };
        let field = match self.program.types.record(ty).and_then(|record| record.fields.get(index as usize)) {
            Some(field) => field.ty,
            None => return Ok(0),
        };
        let at = index as u64;
        let child = self.child(ty, node, at, at)?;
        if rest.is_empty() {
            self.designated(field, child)?;
        } else {
            let next = self.designated_member(field, child, rest)?;
            if self.continues(field, next) {
                self.list(field, child, next, false)?;
            }
        }
        Ok(at + 1)
    }

    /// After one designator: more designators, or the value.
    fn designated(&mut self, ty: Type, node: &mut Node) -> Result<()> {
        if matches!(self.tok(), Tok::Dot | Tok::LBracket) {
            let next = self.nested(|parser| parser.designation(ty, node, 0))?;
            if self.continues(ty, next) {
                self.list(ty, node, next, false)?;
            }
            return Ok(());
        }
        if !self.eat(Tok::Eq) {
            // `field: value`, and the obsolete `[index] value`.
            self.eat(Tok::Colon);
        }
        self.list_element(ty, node)
    }

    /// `T[]` with the length that its initialiser has given it.
    fn completed(&mut self, ty: Type, node: &Node) -> Type {
        let TypeKind::Array { elem, .. } = *self.program.types.kind(ty) else { return ty };
        let len = match node {
            Node::Expr(expr) => match *self.program.types.kind(self.program[*expr].ty) {
                TypeKind::Array { len: ArrayLen::Fixed(len), .. } => len,
                _ => 0,
            },
            Node::Ready(init) => match &self.program[*init] {
                Init::List(items) => items.last().map_or(0, |item| item.last + 1),
                Init::Expr(_) => 0,
            },
            Node::List(Items::Ordered(list)) => list.last().map_or(0, |item| item.last + 1),
            Node::List(Items::Sorted(map)) => map.values().next_back().map_or(0, |item| item.last + 1),
            Node::Empty => 0,
        };
        self.program.types.array(elem, ArrayLen::Fixed(len))
    }

    fn finish(&mut self, node: Node) -> Result<InitId> {
        let items: Vec<Item> = match node {
            Node::Expr(expr) => return Ok(self.program.add_init(Init::Expr(expr))),
            Node::Ready(init) => return Ok(init),
            Node::Empty => Vec::new(),
            Node::List(Items::Ordered(list)) => list,
            Node::List(Items::Sorted(map)) => map.into_values().collect(),
        };
        let mut list = Vec::with_capacity(items.len());
        for Item { first, last, node } in items {
            if matches!(node, Node::Empty) {
                continue;
            }
            let value = self.finish(node)?;
            list.push(InitItem { first, last, value });
        }
        Ok(self.program.add_init(Init::List(list)))
    }
}
