//! Writing SVG: shapes, text, and axes with round numbers.

use crate::table::escape;
use std::fmt::Write;

/// A picture that is being drawn.
pub struct Svg {
    width: f64,
    height: f64,
    body: String,
}

/// Where text stands relative to its point.
#[derive(Copy, Clone)]
pub enum Anchor {
    Start,
    Middle,
    End,
}

impl Svg {
    pub fn new(width: f64, height: f64) -> Svg {
        Svg { width, height, body: String::new() }
    }

    pub fn line(&mut self, from: (f64, f64), to: (f64, f64), colour: &str) {
        self.add(format_args!(
            r#"<line x1="{:.1}" y1="{:.1}" x2="{:.1}" y2="{:.1}" stroke="{colour}"/>"#,
            from.0, from.1, to.0, to.1
        ));
    }

    pub fn text(&mut self, at: (f64, f64), anchor: Anchor, text: &str) {
        let anchor = match anchor {
            Anchor::Start => "start",
            Anchor::Middle => "middle",
            Anchor::End => "end",
        };
        self.add(format_args!(
            r#"<text x="{:.1}" y="{:.1}" text-anchor="{anchor}">{}</text>"#,
            at.0,
            at.1,
            escape(text)
        ));
    }

    pub fn rect(&mut self, at: (f64, f64), size: (f64, f64), colour: &str) {
        self.add(format_args!(
            r#"<rect x="{:.1}" y="{:.1}" width="{:.1}" height="{:.1}" fill="{colour}"/>"#,
            at.0, at.1, size.0, size.1
        ));
    }

    pub fn circle(&mut self, at: (f64, f64), radius: f64, colour: &str, opacity: f64) {
        self.add(format_args!(
            r#"<circle cx="{:.1}" cy="{:.1}" r="{radius:.1}" fill="{colour}" fill-opacity="{opacity}"/>"#,
            at.0, at.1
        ));
    }

    pub fn polyline(&mut self, points: &[(f64, f64)], colour: &str) {
        let points = list(points);
        self.add(format_args!(
            r#"<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2" stroke-linejoin="round"/>"#
        ));
    }

    pub fn area(&mut self, points: &[(f64, f64)], colour: &str) {
        let points = list(points);
        self.add(format_args!(r#"<polygon points="{points}" fill="{colour}" fill-opacity="0.15"/>"#));
    }

    fn add(&mut self, element: std::fmt::Arguments) {
        let _ = writeln!(self.body, "{element}");
    }

    /// The picture, with a title for those who cannot see it.
    pub fn finish(self, title: &str) -> String {
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {w} {h}\" width=\"{w}\" height=\"{h}\" role=\"img\" \
             font-family=\"system-ui, sans-serif\" font-size=\"12\" fill=\"#222\">\n<title>{}</title>\n{}</svg>\n",
            escape(title),
            self.body,
            w = self.width,
            h = self.height,
        )
    }
}

fn list(points: &[(f64, f64)]) -> String {
    points.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect::<Vec<_>>().join(" ")
}

/// Round numbers from 0 to at least `most`: about five steps of 1, 2 or 5 times a power of ten.
pub fn ticks(most: f64) -> Vec<f64> {
    if !most.is_finite() || most <= 0.0 {
        return vec![0.0, 1.0];
    }
    let rough = most / 5.0;
    let power = 10_f64.powf(rough.log10().floor());
    let factors = [1.0, 2.0, 5.0, 10.0];
    let step = factors.iter().map(|factor| factor * power).find(|step| *step >= rough * 0.999).unwrap_or(power * 10.0);
    let count = (most / step - 1e-9).ceil().max(1.0) as usize;
    (0..=count).map(|number| number as f64 * step).collect()
}

/// A number without needless digits.
pub fn number(value: f64) -> String {
    if value.fract().abs() < 1e-9 {
        return format!("{value:.0}");
    }
    let text = format!("{value:.3}");
    text.trim_end_matches('0').trim_end_matches('.').to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_reach_the_end() {
        assert_eq!(ticks(9.0), [0.0, 2.0, 4.0, 6.0, 8.0, 10.0]);
        assert_eq!(ticks(100.0), [0.0, 20.0, 40.0, 60.0, 80.0, 100.0]);
        assert_eq!(ticks(0.0), [0.0, 1.0]);
        assert!(*ticks(37.3).last().unwrap() >= 37.3);
        assert_eq!(number(0.5), "0.5");
        assert_eq!(number(20.0), "20");
    }
}
