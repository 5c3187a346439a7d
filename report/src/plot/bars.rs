//! Groups of bars: how many bugs each arm has seen at each optimization level.

use super::svg::{Anchor, Svg, number, ticks};
use super::{colour, short};

/// Groups of bars, one bar of each arm in each group.
#[derive(Clone, PartialEq, Debug)]
pub struct Bars {
    /// Above the plot, and for those who cannot see it.
    pub title: String,
    /// Above the vertical axis.
    pub y: String,
    /// Below the groups.
    pub groups: Vec<String>,
    /// The name of each arm, and its value in each group.
    pub arms: Vec<(String, Vec<f64>)>,
}

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 340.0;
const LEFT: f64 = 60.0;
const RIGHT: f64 = 180.0;
const TOP: f64 = 50.0;
const BOTTOM: f64 = 40.0;
/// Of the width of a group. The rest is between groups.
const FILLED: f64 = 0.8;

impl Bars {
    /// The picture.
    pub fn svg(&self) -> String {
        let mut svg = Svg::new(WIDTH, HEIGHT);
        let ys = ticks(self.arms.iter().flat_map(|(_, values)| values).copied().fold(0.0, f64::max));
        let most = ys.last().copied().unwrap_or(1.0);
        let height = |value: f64| (HEIGHT - TOP - BOTTOM) * value / most;
        let foot = HEIGHT - BOTTOM;
        for &y in &ys {
            svg.line(
                (LEFT, foot - height(y)),
                (WIDTH - RIGHT, foot - height(y)),
                if y == 0.0 { "#222" } else { "#ddd" },
            );
            svg.text((LEFT - 8.0, foot - height(y) + 4.0), Anchor::End, &number(y));
        }
        let group = (WIDTH - LEFT - RIGHT) / self.groups.len().max(1) as f64;
        for (place, name) in self.groups.iter().enumerate() {
            svg.text((LEFT + group * (place as f64 + 0.5), foot + 19.0), Anchor::Middle, name);
        }
        let bar = group * FILLED / self.arms.len().max(1) as f64;
        for (arm, (name, values)) in self.arms.iter().enumerate() {
            for (place, &value) in values.iter().enumerate() {
                let left = LEFT + group * (place as f64 + (1.0 - FILLED) / 2.0) + bar * arm as f64;
                svg.rect((left, foot - height(value)), (bar - 1.0, height(value)), colour(arm));
                svg.text((left + bar / 2.0, foot - height(value) - 4.0), Anchor::Middle, &number(value));
            }
            let y = TOP + 20.0 * arm as f64;
            svg.rect((WIDTH - RIGHT + 15.0, y - 9.0), (14.0, 10.0), colour(arm));
            svg.text((WIDTH - RIGHT + 35.0, y), Anchor::Start, &short(name));
        }
        svg.text((LEFT, 20.0), Anchor::Start, &self.title);
        svg.text((LEFT - 50.0, TOP - 12.0), Anchor::Start, &self.y);
        svg.finish(&self.title)
    }
}
