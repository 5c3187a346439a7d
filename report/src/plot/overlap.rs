//! Which arms found which bugs: circles for up to three arms (Venn), a matrix for more (UpSet; Lex et al. 2014).

use super::svg::{Anchor, Svg};
use super::{colour, short};
use std::collections::{BTreeMap, BTreeSet};

/// The bugs of each arm, by name.
pub type Sets<'a> = [(String, BTreeSet<&'a str>)];

/// How many bugs were found by exactly these arms (a bit for each arm).
pub fn regions(sets: &[BTreeSet<&str>]) -> BTreeMap<u32, usize> {
    let mut regions = BTreeMap::new();
    for bug in sets.iter().flatten().collect::<BTreeSet<_>>() {
        let arms = (0..sets.len()).filter(|&arm| sets[arm].contains(*bug)).map(|arm| 1 << arm).sum();
        *regions.entry(arms).or_insert(0) += 1;
    }
    regions
}

fn regions_of(sets: &Sets) -> BTreeMap<u32, usize> {
    regions(&sets.iter().map(|(_, bugs)| bugs.clone()).collect::<Vec<_>>())
}

/// The picture: circles, or a matrix.
pub fn overlap(title: &str, sets: &Sets) -> String {
    match sets.len() {
        0 => Svg::new(1.0, 1.0).finish(title),
        1..=3 => venn(title, sets),
        _ => upset(title, sets),
    }
}

/// For one, two and three arms: centres of circles, and where the count of each region stands.
const RADIUS: f64 = 110.0;
const CENTRES: [&[(f64, f64)]; 3] =
    [&[(300.0, 190.0)], &[(235.0, 190.0), (365.0, 190.0)], &[(235.0, 165.0), (365.0, 165.0), (300.0, 278.0)]];

fn venn(title: &str, sets: &Sets) -> String {
    let centres = CENTRES[sets.len() - 1];
    let mut svg = Svg::new(600.0, 420.0);
    svg.text((20.0, 20.0), Anchor::Start, title);
    for (arm, (name, bugs)) in sets.iter().enumerate() {
        svg.circle(centres[arm], RADIUS, colour(arm), 0.25);
        svg.text(name_place(centres, arm), Anchor::Middle, &format!("{} ({})", short(name), bugs.len()));
    }
    let regions = regions_of(sets);
    for arms in 1_u32..1 << sets.len() {
        let count = regions.get(&arms).copied().unwrap_or(0);
        let (x, y) = region_place(centres, arms);
        svg.text((x, y + 4.0), Anchor::Middle, &count.to_string());
    }
    svg.finish(title)
}

/// Outside the circle, away from the others.
fn name_place(centres: &[(f64, f64)], arm: usize) -> (f64, f64) {
    match (centres.len(), arm) {
        (3, 2) => (centres[2].0, centres[2].1 + RADIUS + 22.0),
        (1, _) => (centres[0].0, centres[0].1 - RADIUS - 10.0),
        (_, 0) => (centres[0].0 - 60.0, centres[0].1 - RADIUS - 6.0),
        _ => (centres[1].0 + 60.0, centres[1].1 - RADIUS - 6.0),
    }
}

/// The mean of the circles' centres, pushed away from the circles that are not part of the region.
fn region_place(centres: &[(f64, f64)], arms: u32) -> (f64, f64) {
    let is_in = |arm: usize| arms & (1 << arm) != 0;
    let mean = |of: &dyn Fn(usize) -> bool| {
        let them: Vec<&(f64, f64)> = (0..centres.len()).filter(|&arm| of(arm)).map(|arm| &centres[arm]).collect();
        let count = them.len().max(1) as f64;
        (them.iter().map(|it| it.0).sum::<f64>() / count, them.iter().map(|it| it.1).sum::<f64>() / count)
    };
    let inside = mean(&is_in);
    if (0..centres.len()).all(is_in) {
        return inside;
    }
    let outside = mean(&|arm| !is_in(arm));
    let (dx, dy) = (inside.0 - outside.0, inside.1 - outside.1);
    let length = dx.hypot(dy).max(1.0);
    (inside.0 + dx / length * 40.0, inside.1 + dy / length * 40.0)
}

const COLUMN: f64 = 34.0;
const ROW: f64 = 26.0;
const NAMES: f64 = 190.0;
const BARS: f64 = 180.0;
/// Further combinations are left out.
const MOST_COLUMNS: usize = 24;

fn upset(title: &str, sets: &Sets) -> String {
    let mut columns: Vec<(u32, usize)> = regions_of(sets).into_iter().collect();
    columns.sort_by_key(|&(arms, count)| (std::cmp::Reverse(count), arms.count_ones(), arms));
    columns.truncate(MOST_COLUMNS);
    let most = columns.iter().map(|&(_, count)| count).max().unwrap_or(1) as f64;
    let width = NAMES + COLUMN * columns.len() as f64 + 20.0;
    let mut svg = Svg::new(width.max(420.0), 60.0 + BARS + ROW * sets.len() as f64);
    svg.text((20.0, 20.0), Anchor::Start, title);
    for (arm, (name, bugs)) in sets.iter().enumerate() {
        svg.text((NAMES - 20.0, row(arm) + 4.0), Anchor::End, &format!("{} ({})", short(name), bugs.len()));
    }
    for (place, &(arms, count)) in columns.iter().enumerate() {
        column(&mut svg, NAMES + COLUMN * (place as f64 + 0.5), arms, count, most, sets.len());
    }
    svg.finish(title)
}

fn row(arm: usize) -> f64 {
    50.0 + BARS + ROW * (arm as f64 + 0.5)
}

fn column(svg: &mut Svg, x: f64, arms: u32, count: usize, most: f64, sets: usize) {
    let height = (BARS - 20.0) * count as f64 / most;
    let foot = 45.0 + BARS;
    svg.rect((x - 9.0, foot - height), (18.0, height), "#444");
    svg.text((x, foot - height - 5.0), Anchor::Middle, &count.to_string());
    let inside: Vec<usize> = (0..sets).filter(|arm| arms & (1 << arm) != 0).collect();
    if let (Some(&first), Some(&last)) = (inside.first(), inside.last()) {
        svg.line((x, row(first)), (x, row(last)), "#444");
    }
    for arm in 0..sets {
        let is_in = arms & (1 << arm) != 0;
        svg.circle((x, row(arm)), 6.0, if is_in { colour(arm) } else { "#ddd" }, 1.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sets<'a>(of: &[&[&'a str]]) -> Vec<(String, BTreeSet<&'a str>)> {
        of.iter().enumerate().map(|(arm, bugs)| (format!("arm {arm}"), bugs.iter().copied().collect())).collect()
    }

    #[test]
    fn every_bug_is_in_one_region() {
        let regions = regions_of(&sets(&[&["a", "b"], &["b", "c"], &["b"]]));
        assert_eq!(regions.into_iter().collect::<Vec<_>>(), [(0b001, 1), (0b010, 1), (0b111, 1)]);
    }

    #[test]
    fn more_than_three_arms_have_a_matrix() {
        let four = sets(&[&["a"], &["a", "b"], &[], &["c"]]);
        let svg = overlap("bugs", &four);
        assert!(svg.starts_with("<svg") && svg.contains("arm 1 (2)") && svg.matches("<circle").count() == 12, "{svg}");
    }
}
