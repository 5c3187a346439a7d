//! Reads clang's syntax tree as a stream: each node is told when its own properties are known and again when its children
//! are over, and nothing is kept. The tree of a file with headers is hundreds of megabytes long.
//!
//! clang says the file of a location only where it differs from the location printed before. So every location counts,
//! in the order of the text.

use serde::de::{DeserializeSeed, Deserializer, Error as _, IgnoredAny, MapAccess, SeqAccess, Visitor};
use std::fmt;
use std::io::{BufReader, Read};

/// A token of the user's file.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Token {
    pub offset: usize,
    pub len: usize,
}

impl Token {
    pub fn end(self) -> usize {
        self.offset + self.len
    }
}

/// A node without its children. Tokens are none where they are in another file or come from a macro.
#[derive(Clone, Debug, Default)]
pub struct Node {
    pub id: u64,
    pub kind: String,
    pub name: String,
    /// Without typedefs.
    pub ty: String,
    pub loc: Option<Token>,
    pub begin: Option<Token>,
    pub end: Option<Token>,
    pub storage: String,
    /// What a literal or an operator is.
    pub value: String,
    pub is_implicit: bool,
    /// Of a namespace.
    pub is_inline: bool,
    pub is_constexpr: bool,
    pub is_thread_local: bool,
    pub referenced: Option<(u64, String)>,
    pub previous: Option<u64>,
    /// It is a member that is defined outside of its class.
    pub is_out_of_line: bool,
}

pub trait Listener {
    fn enter(&mut self, node: &Node);
    fn leave(&mut self, node: &Node);
}

/// Tells all nodes of the tree. `name` is the file whose tokens count.
pub fn read(tree: impl Read, name: &str, listener: &mut dyn Listener) -> Result<(), serde_json::Error> {
    let mut json = serde_json::Deserializer::from_reader(BufReader::with_capacity(1 << 18, tree));
    json.disable_recursion_limit();
    let mut state = State { main: name, is_main: false, listener };
    NodeSeed(&mut state).deserialize(&mut json)
}

struct State<'s> {
    main: &'s str,
    /// The location that was read last is in the main file.
    is_main: bool,
    listener: &'s mut dyn Listener,
}

struct NodeSeed<'a, 's>(&'a mut State<'s>);

impl<'de> DeserializeSeed<'de> for NodeSeed<'_, '_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, json: D) -> Result<(), D::Error> {
        json.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for NodeSeed<'_, '_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("a node of clang's syntax tree")
    }

    /// `inner` is the last key that clang prints.
    fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<(), M::Error> {
        let mut node = Node::default();
        let mut is_told = false;
        while let Some(key) = map.next_key::<String>()? {
            match key.as_str() {
                "id" => node.id = id(&map.next_value::<String>()?),
                "kind" => node.kind = map.next_value()?,
                "name" => node.name = map.next_value()?,
                "type" => node.ty = map.next_value_seed(TypeSeed)?,
                "loc" => node.loc = map.next_value_seed(PlaceSeed(self.0))?,
                "range" => (node.begin, node.end) = map.next_value_seed(RangeSeed(self.0))?,
                "storageClass" => node.storage = map.next_value()?,
                "value" | "opcode" | "castKind" => {
                    node.value = map.next_value::<serde_json::Value>()?.to_string();
                }
                "isImplicit" => node.is_implicit = map.next_value()?,
                "isInline" => node.is_inline = map.next_value()?,
                "constexpr" | "consteval" | "constinit" => node.is_constexpr |= map.next_value::<bool>()?,
                "tls" => {
                    map.next_value::<IgnoredAny>()?;
                    node.is_thread_local = true;
                }
                "referencedDecl" => node.referenced = map.next_value_seed(ReferenceSeed)?,
                "previousDecl" => node.previous = Some(id(&map.next_value::<String>()?)),
                "parentDeclContextId" => {
                    map.next_value::<IgnoredAny>()?;
                    node.is_out_of_line = true;
                }
                "inner" => {
                    self.0.listener.enter(&node);
                    is_told = true;
                    map.next_value_seed(ChildrenSeed(self.0))?;
                }
                _ => map.next_value_seed(Scan(self.0))?,
            }
        }
        if !is_told {
            self.0.listener.enter(&node);
        }
        self.0.listener.leave(&node);
        Ok(())
    }
}

/// clang's ids are addresses.
fn id(text: &str) -> u64 {
    u64::from_str_radix(text.trim_start_matches("0x"), 16).unwrap_or(0)
}

struct ChildrenSeed<'a, 's>(&'a mut State<'s>);

impl<'de> DeserializeSeed<'de> for ChildrenSeed<'_, '_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, json: D) -> Result<(), D::Error> {
        json.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for ChildrenSeed<'_, '_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("a list of nodes")
    }

    fn visit_seq<S: SeqAccess<'de>>(self, mut seq: S) -> Result<(), S::Error> {
        while seq.next_element_seed(NodeSeed(self.0))?.is_some() {}
        Ok(())
    }
}

/// `loc`, and the two ends of `range`.
struct PlaceSeed<'a, 's>(&'a mut State<'s>);

impl<'de> DeserializeSeed<'de> for PlaceSeed<'_, '_> {
    type Value = Option<Token>;

    fn deserialize<D: Deserializer<'de>>(self, json: D) -> Result<Option<Token>, D::Error> {
        json.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for PlaceSeed<'_, '_> {
    type Value = Option<Token>;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("a location")
    }

    fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<Option<Token>, M::Error> {
        let (mut offset, mut len) = (None, 0);
        while let Some(key) = map.next_key::<String>()? {
            match key.as_str() {
                "offset" => offset = Some(map.next_value()?),
                "tokLen" => len = map.next_value()?,
                "file" => self.0.is_main = map.next_value::<String>()? == self.0.main,
                // A macro's: where the tokens are in the text is not what is replaced.
                "spellingLoc" | "expansionLoc" => {
                    map.next_value_seed(PlaceSeed(self.0))?;
                }
                _ => drop(map.next_value::<IgnoredAny>()?),
            }
        }
        Ok(offset.filter(|_| self.0.is_main).map(|offset| Token { offset, len }))
    }
}

struct RangeSeed<'a, 's>(&'a mut State<'s>);

impl<'de> DeserializeSeed<'de> for RangeSeed<'_, '_> {
    type Value = (Option<Token>, Option<Token>);

    fn deserialize<D: Deserializer<'de>>(self, json: D) -> Result<Self::Value, D::Error> {
        json.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for RangeSeed<'_, '_> {
    type Value = (Option<Token>, Option<Token>);

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("a range of locations")
    }

    fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<Self::Value, M::Error> {
        let mut range = (None, None);
        while let Some(key) = map.next_key::<String>()? {
            match key.as_str() {
                "begin" => range.0 = map.next_value_seed(PlaceSeed(self.0))?,
                "end" => range.1 = map.next_value_seed(PlaceSeed(self.0))?,
                other => return Err(M::Error::custom(format!("a range has no `{other}`"))),
            }
        }
        Ok(range)
    }
}

struct TypeSeed;

impl<'de> DeserializeSeed<'de> for TypeSeed {
    type Value = String;

    fn deserialize<D: Deserializer<'de>>(self, json: D) -> Result<String, D::Error> {
        json.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for TypeSeed {
    type Value = String;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("a type")
    }

    fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<String, M::Error> {
        let (mut written, mut desugared) = (String::new(), None);
        while let Some(key) = map.next_key::<String>()? {
            match key.as_str() {
                "qualType" => written = map.next_value()?,
                "desugaredQualType" => desugared = Some(map.next_value()?),
                _ => drop(map.next_value::<IgnoredAny>()?),
            }
        }
        Ok(desugared.unwrap_or(written))
    }
}

/// A declaration that is referred to. It has no location.
struct ReferenceSeed;

impl<'de> DeserializeSeed<'de> for ReferenceSeed {
    type Value = Option<(u64, String)>;

    fn deserialize<D: Deserializer<'de>>(self, json: D) -> Result<Self::Value, D::Error> {
        json.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for ReferenceSeed {
    type Value = Option<(u64, String)>;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("a declaration")
    }

    fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<Self::Value, M::Error> {
        let (mut number, mut kind) = (None, String::new());
        while let Some(key) = map.next_key::<String>()? {
            match key.as_str() {
                "id" => number = Some(id(&map.next_value::<String>()?)),
                "kind" => kind = map.next_value()?,
                _ => drop(map.next_value::<IgnoredAny>()?),
            }
        }
        Ok(number.map(|number| (number, kind)))
    }
}

/// Anything else, which may have locations in it.
struct Scan<'a, 's>(&'a mut State<'s>);

impl<'de> DeserializeSeed<'de> for Scan<'_, '_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, json: D) -> Result<(), D::Error> {
        json.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Scan<'_, '_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("anything")
    }

    fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<(), M::Error> {
        while let Some(key) = map.next_key::<String>()? {
            match key.as_str() {
                "includedFrom" => drop(map.next_value::<IgnoredAny>()?),
                "file" => self.0.is_main = map.next_value::<String>()? == self.0.main,
                _ => map.next_value_seed(Scan(self.0))?,
            }
        }
        Ok(())
    }

    fn visit_seq<S: SeqAccess<'de>>(self, mut seq: S) -> Result<(), S::Error> {
        while seq.next_element_seed(Scan(self.0))?.is_some() {}
        Ok(())
    }

    fn visit_bool<E>(self, _: bool) -> Result<(), E> {
        Ok(())
    }

    fn visit_i64<E>(self, _: i64) -> Result<(), E> {
        Ok(())
    }

    fn visit_u64<E>(self, _: u64) -> Result<(), E> {
        Ok(())
    }

    fn visit_f64<E>(self, _: f64) -> Result<(), E> {
        Ok(())
    }

    fn visit_str<E>(self, _: &str) -> Result<(), E> {
        Ok(())
    }

    fn visit_unit<E>(self) -> Result<(), E> {
        Ok(())
    }
}
