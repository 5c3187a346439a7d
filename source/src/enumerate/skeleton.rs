//! A program's skeleton: holes where variables are used, and the variables that can fill them. Nothing of C is left in
//! it, so that counting and enumerating need not know any.

use std::collections::BTreeSet;

/// Holes and variables, with all that decides how holes can be filled.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Skeleton {
    /// A tree. A scope comes after its parent.
    pub scopes: Vec<Scope>,
    /// In the order of their declarations.
    pub variables: Vec<Variable>,
    /// In the order of the text.
    pub holes: Vec<Hole>,
    /// How many functions have a body.
    pub functions: usize,
}

/// A part of the program in which a declared name is known.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Scope {
    /// None for the file's scope.
    pub parent: Option<usize>,
    /// The function it belongs to. None for the file's scope.
    pub function: Option<usize>,
}

/// A variable that can be in a hole.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Variable {
    /// The number of the scope that declares it.
    pub scope: usize,
    /// Where its declarator ends, in the order of the text: only holes with a larger number see it.
    pub at: usize,
    /// Equal for variables of the same type.
    pub ty: usize,
    /// Equal for variables of one scope and type whose declarations are alike, so that renaming one into the other and
    /// back changes nothing.
    pub alike: usize,
    /// What decides where it cannot stand.
    pub storage: Storage,
    /// Another declaration, in another block or unit, is of the same object. Both would have to be renamed together.
    pub shared: bool,
}

/// What some holes cannot take, whatever its type.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Storage {
    /// Lives as long as the program and has a constant address.
    Static,
    /// Lives as long as its thread: its address is no constant.
    Thread,
    /// Lives as long as its block.
    Automatic,
    /// Has no address.
    Register,
    /// Lives in a register that the program names (GNU), which the operands and clobbers of an `asm` may need, too.
    HardRegister,
}

impl Storage {
    /// For tests that draw one.
    pub const ALL: [Storage; 5] =
        [Storage::Static, Storage::Thread, Storage::Automatic, Storage::Register, Storage::HardRegister];
}

/// What a hole asks of the variable in it, besides its type.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Demand {
    /// Any variable of the type can be there.
    Nothing,
    /// Its address is taken.
    Address,
    /// It stands in the initialiser of a static object: its address must be a constant (C17 6.6p9).
    ConstantAddress,
    /// It stands in an operand of an `asm`.
    Operand,
}

impl Demand {
    /// For tests that draw one.
    pub const ALL: [Demand; 4] = [Demand::Nothing, Demand::Address, Demand::ConstantAddress, Demand::Operand];

    /// Whether the variable's address is taken.
    pub fn is_address(self) -> bool {
        matches!(self, Demand::Address | Demand::ConstantAddress)
    }

    /// Whether a variable of this storage can be there.
    pub fn takes(self, storage: Storage) -> bool {
        match self {
            Demand::Nothing => true,
            Demand::Address => !matches!(storage, Storage::Register | Storage::HardRegister),
            Demand::Operand => storage != Storage::HardRegister,
            Demand::ConstantAddress => storage == Storage::Static,
        }
    }
}

/// A use of a variable.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Hole {
    /// The number of the scope it stands in.
    pub scope: usize,
    /// Its place in the order of the text, counted together with the ends of declarators.
    pub at: usize,
    /// Equal to that of the variables that fit.
    pub ty: usize,
    /// What else they need.
    pub demand: Demand,
    /// The variable that the program itself has there.
    pub original: usize,
}

impl Skeleton {
    /// Whether the variable is in scope at the hole, has its type, and can stand there.
    pub fn fits(&self, hole: usize, variable: usize) -> bool {
        let (hole, variable) = (&self.holes[hole], &self.variables[variable]);
        variable.ty == hole.ty
            && variable.at < hole.at
            && hole.demand.takes(variable.storage)
            && self.is_within(hole.scope, variable.scope)
    }

    /// The variables that fit, in the order of their declarations. The original is one of them.
    pub fn candidates(&self, hole: usize) -> Vec<usize> {
        (0..self.variables.len()).filter(|&variable| self.fits(hole, variable)).collect()
    }

    /// Whether a scope is another one, or inside of it.
    pub fn is_within(&self, mut scope: usize, outer: usize) -> bool {
        loop {
            if scope == outer {
                return true;
            }
            match self.scopes[scope].parent {
                Some(parent) => scope = parent,
                None => return false,
            }
        }
    }

    /// How many scopes declare variables.
    pub fn declaring_scopes(&self) -> usize {
        self.variables.iter().map(|variable| variable.scope).collect::<BTreeSet<_>>().len()
    }

    /// How many different types the variables have.
    pub fn types(&self) -> usize {
        self.variables.iter().map(|variable| variable.ty).collect::<BTreeSet<_>>().len()
    }

    /// The variables of the program itself.
    pub fn original(&self) -> Vec<usize> {
        self.holes.iter().map(|hole| hole.original).collect()
    }
}
