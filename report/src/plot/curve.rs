//! Curves over an axis that begins at 0: bugs over CPU time, and shares of trials that have not found one yet.

use super::svg::{Anchor, Svg, number, ticks};
use super::{colour, short};

/// How points are joined.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Shape {
    /// A value holds until the next point.
    Steps,
    /// A straight line to the next point.
    Lines,
}

/// An interval at one place.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Band {
    /// The place on the horizontal axis.
    pub x: f64,
    /// Its lower end.
    pub low: f64,
    /// Its upper end.
    pub high: f64,
}

/// One arm.
#[derive(Clone, PartialEq, Debug)]
pub struct Curve {
    /// For the legend.
    pub name: String,
    /// Which colour it has.
    pub arm: usize,
    /// In the order of the horizontal axis.
    pub points: Vec<(f64, f64)>,
    /// In the same order. Empty if there is none.
    pub band: Vec<Band>,
}

/// Curves with their axes.
#[derive(Clone, PartialEq, Debug)]
pub struct Plot {
    /// Above the plot, and for those who cannot see it.
    pub title: String,
    /// Below the horizontal axis.
    pub x: String,
    /// Above the vertical axis.
    pub y: String,
    /// How points are joined.
    pub shape: Shape,
    /// One for each arm.
    pub curves: Vec<Curve>,
}

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 400.0;
const LEFT: f64 = 60.0;
const RIGHT: f64 = 180.0;
const TOP: f64 = 50.0;
const BOTTOM: f64 = 50.0;

struct Frame {
    x_most: f64,
    y_most: f64,
}

impl Frame {
    fn at(&self, (x, y): (f64, f64)) -> (f64, f64) {
        let across = LEFT + (WIDTH - LEFT - RIGHT) * x / self.x_most;
        (across, HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * y / self.y_most)
    }
}

impl Plot {
    /// The picture.
    pub fn svg(&self) -> String {
        let mut svg = Svg::new(WIDTH, HEIGHT);
        let (xs, ys) = (self.ticks(|point| point.0, |band| band.x), self.ticks(|point| point.1, |band| band.high));
        let frame = Frame { x_most: last(&xs), y_most: last(&ys) };
        self.axes(&mut svg, &frame, &xs, &ys);
        for curve in &self.curves {
            self.band(&mut svg, &frame, curve);
        }
        for (place, curve) in self.curves.iter().enumerate() {
            svg.polyline(&self.joined(&frame, &curve.points), colour(curve.arm));
            legend(&mut svg, place, curve);
        }
        svg.finish(&self.title)
    }

    fn ticks(&self, of_point: impl Fn(&(f64, f64)) -> f64, of_band: impl Fn(&Band) -> f64) -> Vec<f64> {
        let points = self.curves.iter().flat_map(|curve| curve.points.iter().map(&of_point));
        let bands = self.curves.iter().flat_map(|curve| curve.band.iter().map(&of_band));
        ticks(points.chain(bands).fold(0.0, f64::max))
    }

    fn axes(&self, svg: &mut Svg, frame: &Frame, xs: &[f64], ys: &[f64]) {
        for &y in ys {
            let (left, right) = (frame.at((0.0, y)), frame.at((frame.x_most, y)));
            svg.line(left, right, if y == 0.0 { "#222" } else { "#ddd" });
            svg.text((left.0 - 8.0, left.1 + 4.0), Anchor::End, &number(y));
        }
        for &x in xs {
            let foot = frame.at((x, 0.0));
            svg.line(foot, (foot.0, foot.1 + 5.0), "#222");
            svg.text((foot.0, foot.1 + 19.0), Anchor::Middle, &number(x));
        }
        svg.text((LEFT, 20.0), Anchor::Start, &self.title);
        svg.text((LEFT - 50.0, TOP - 12.0), Anchor::Start, &self.y);
        svg.text(((LEFT + WIDTH - RIGHT) / 2.0, HEIGHT - 10.0), Anchor::Middle, &self.x);
    }

    fn band(&self, svg: &mut Svg, frame: &Frame, curve: &Curve) {
        let high: Vec<(f64, f64)> = curve.band.iter().map(|band| (band.x, band.high)).collect();
        let low: Vec<(f64, f64)> = curve.band.iter().map(|band| (band.x, band.low)).collect();
        let mut outline = self.joined(frame, &high);
        outline.extend(self.joined(frame, &low).into_iter().rev());
        if !outline.is_empty() {
            svg.area(&outline, colour(curve.arm));
        }
    }

    fn joined(&self, frame: &Frame, points: &[(f64, f64)]) -> Vec<(f64, f64)> {
        let mut joined: Vec<(f64, f64)> = Vec::new();
        for &point in points {
            let (x, y) = frame.at(point);
            if let (Shape::Steps, Some(&(_, before))) = (self.shape, joined.last()) {
                joined.push((x, before));
            }
            joined.push((x, y));
        }
        joined
    }
}

fn legend(svg: &mut Svg, place: usize, curve: &Curve) {
    let y = TOP + 20.0 * place as f64;
    svg.rect((WIDTH - RIGHT + 15.0, y - 9.0), (14.0, 10.0), colour(curve.arm));
    svg.text((WIDTH - RIGHT + 35.0, y), Anchor::Start, &short(&curve.name));
}

fn last(ticks: &[f64]) -> f64 {
    ticks.last().copied().unwrap_or(1.0)
}
