//! Plots as SVG that need no script and no other file.

pub mod bars;
pub mod curve;
pub mod overlap;
mod svg;

pub use bars::Bars;
pub use curve::{Band, Curve, Plot, Shape};
pub use overlap::{Sets, overlap};

/// The colours of arms, told apart also by people who confuse red and green (Okabe and Ito).
pub const COLOURS: [&str; 8] = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00", "#666666", "#b8a800"];

/// Characters of a name that have room beside a plot.
const NAME: usize = 22;

/// The name of an arm, cut to the room that there is.
fn short(name: &str) -> String {
    match name.chars().count() > NAME {
        true => name.chars().take(NAME - 1).chain(['…']).collect(),
        false => name.to_string(),
    }
}

/// The colour of an arm.
pub fn colour(arm: usize) -> &'static str {
    COLOURS[arm % COLOURS.len()]
}
