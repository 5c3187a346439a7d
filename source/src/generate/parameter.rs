//! What a parameter of a strategy is: its documentation, its range, and how one is sampled.
//!
//! `parameters!` turns a list into a strategy's `Config` struct and the table that documents it, so that a parameter
//! without a range or without documentation cannot exist. Whoever does not know the strategy has `Values`.

use crate::Rng;

/// One tunable, as users meet it in `--set` and `--explain`.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Parameter {
    /// What `--set` takes.
    pub name: &'static str,
    /// What it does and its unit, in a sentence or two.
    pub doc: &'static str,
    /// Its value where nothing is fixed or shuffled.
    pub default: u32,
    /// The least value that it may have.
    pub low: u32,
    /// The greatest value that it may have.
    pub high: u32,
}

/// Why a setting cannot be made.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ParameterError {
    /// The strategy has no such parameter.
    #[error("there is no parameter `{key}`{}", nearest.map(|name| format!("; did you mean `{name}`?")).unwrap_or_default())]
    Unknown {
        /// As it was given.
        key: String,
        /// The parameter that may have been meant.
        nearest: Option<&'static str>,
    },
    /// It is no number, or out of range.
    #[error("`{value}` is no value for `{key}`: it takes a whole number from {low} to {high}")]
    Value {
        /// The parameter.
        key: &'static str,
        /// As it was given.
        value: String,
        /// The least value that it may have.
        low: u32,
        /// The greatest value that it may have.
        high: u32,
    },
}

impl Parameter {
    /// A value, if it is in range.
    pub fn parse(&self, text: &str) -> Result<u32, ParameterError> {
        let value = text.trim().parse().ok().filter(|value| (self.low..=self.high).contains(value));
        value.ok_or_else(|| ParameterError::Value {
            key: self.name,
            value: text.to_string(),
            low: self.low,
            high: self.high,
        })
    }

    /// A value for one program. Often an end of the range, since features that are absent or everywhere find other bugs
    /// (swarm testing); otherwise as often below the default as above, and rather near than far. Integers only:
    /// logarithms differ between machines.
    pub fn sample(&self, rng: &mut Rng) -> u32 {
        match rng.weighted(&[9, 8, 83]) {
            0 => self.low,
            1 => self.high,
            _ => self.between(rng),
        }
    }

    fn between(&self, rng: &mut Rng) -> u32 {
        let (below, above) = (u64::from(self.default - self.low), u64::from(self.high - self.default));
        let is_above = above > 0 && (below == 0 || rng.percent(50));
        if is_above {
            // The product of two uniform draws: its density falls like a logarithm.
            let far = rng.below(above + 1);
            self.default + rng.below(far + 1) as u32
        } else {
            let far = rng.below(below + 1);
            self.default - rng.below(far + 1) as u32
        }
    }
}

/// A value for each parameter of a strategy.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Values {
    parameters: &'static [Parameter],
    values: Vec<u32>,
}

impl Values {
    /// The defaults.
    pub fn new(parameters: &'static [Parameter]) -> Values {
        Values { parameters, values: parameters.iter().map(|parameter| parameter.default).collect() }
    }

    /// In the order of the parameters.
    pub fn as_slice(&self) -> &[u32] {
        &self.values
    }

    /// Each parameter with its value here.
    pub fn entries(&self) -> impl Iterator<Item = (&'static Parameter, u32)> {
        self.parameters.iter().zip(self.values.iter().copied())
    }

    /// By the parameter's name.
    pub fn get(&self, key: &str) -> Result<u32, ParameterError> {
        find(self.parameters, key).map(|index| self.values[index])
    }

    /// By the parameter's name, to a value in range.
    pub fn set(&mut self, key: &str, value: &str) -> Result<(), ParameterError> {
        let index = find(self.parameters, key)?;
        self.values[index] = self.parameters[index].parse(value)?;
        Ok(())
    }

    /// Samples every parameter that is not fixed anew; each from the stream of its own name, so that a parameter more
    /// or less changes no other.
    pub fn shuffle(&mut self, rng: &Rng, fixed: &[&str]) {
        for (parameter, value) in self.parameters.iter().zip(&mut self.values) {
            if !fixed.contains(&parameter.name) {
                *value = parameter.sample(&mut rng.child(parameter.name));
            }
        }
    }

    /// Sets these parameters to 0, except those that are fixed.
    pub fn clear(&mut self, keys: &[&str], fixed: &[&str]) {
        for (parameter, value) in self.parameters.iter().zip(&mut self.values) {
            if keys.contains(&parameter.name) && !fixed.contains(&parameter.name) {
                *value = 0;
            }
        }
    }
}

/// The parameter of this name, or the error that names its neighbour.
fn find(parameters: &[Parameter], key: &str) -> Result<usize, ParameterError> {
    parameters.iter().position(|parameter| parameter.name == key).ok_or_else(|| {
        let names = parameters.iter().map(|parameter| parameter.name);
        let nearest = names.min_by_key(|name| edit_distance(key, name));
        // Further away it is no slip of the fingers.
        let nearest = nearest.filter(|name| edit_distance(key, name) <= (name.len() / 3).max(1));
        ParameterError::Unknown { key: key.to_string(), nearest }
    })
}

/// Levenshtein's distance; `-` for `_` and capitals cost nothing.
fn edit_distance(left: &str, right: &str) -> usize {
    let folded = |byte: u8| if byte == b'-' { b'_' } else { byte.to_ascii_lowercase() };
    let right: Vec<u8> = right.bytes().map(folded).collect();
    let mut row: Vec<usize> = (0..=right.len()).collect();
    for (line, a) in left.bytes().map(folded).enumerate() {
        let mut diagonal = row[0];
        row[0] = line + 1;
        for (column, &b) in right.iter().enumerate() {
            let replaced = diagonal + usize::from(a != b);
            diagonal = row[column + 1];
            row[column + 1] = replaced.min(row[column] + 1).min(diagonal + 1);
        }
    }
    row[right.len()]
}

/// Turns `/// doc` `name: default, low..=high;` lines into `Config`.
macro_rules! parameters {
    ($($(#[doc = $doc:literal])+ $name:ident: $default:literal, $low:literal..=$high:literal;)+) => {
        /// Every tunable of the strategy.
        #[derive(Clone, PartialEq, Eq, Debug)]
        pub struct Config {
            $($(#[doc = $doc])+ pub $name: u32,)+
        }

        /// What `Config` holds, in its order.
        pub const PARAMETERS: &[Parameter] = &[$(Parameter {
            name: stringify!($name),
            doc: concat!($($doc),+).trim_ascii(),
            default: $default,
            low: $low,
            high: $high,
        }),+];

        $(const _: () = assert!(
            $low <= $default && $default <= $high,
            concat!("the default of `", stringify!($name), "` is outside its range"),
        );)+

        impl Config {
            /// From values in the order of `PARAMETERS`.
            pub fn new(values: &[u32]) -> Config {
                let &[$($name),+] = values else { panic!("one value for each parameter") };
                Config { $($name),+ }
            }
        }
    };
}
pub(super) use parameters;
