//! Linear regression by least squares, with an intercept: which factor matters how much.

use super::bootstrap::Interval;
use serde::Serialize;
use statrs::distribution::{ContinuousCDF, StudentsT};

/// What one factor does.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Coefficient {
    /// How much the outcome changes with one unit of the factor.
    pub value: f64,
    /// In standard deviations of outcome and factor, so that factors can be compared.
    pub standardized: f64,
    /// The standard error of `value`.
    pub error: f64,
    /// The 95% interval of `value`.
    pub interval: Interval,
    /// How likely such a value is if the factor does nothing.
    pub p: f64,
}

/// A fitted model.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Regression {
    /// The outcome where all factors are 0.
    pub intercept: f64,
    /// One for each factor.
    pub coefficients: Vec<Coefficient>,
    /// The share of the outcome's variance that the factors explain.
    pub r_squared: f64,
}

/// Fits `outcomes` to the rows of factors. None if there are too few rows, or factors that say the same.
pub fn fit(rows: &[Vec<f64>], outcomes: &[f64]) -> Option<Regression> {
    let factors = rows.first()?.len();
    let degrees = rows.len().checked_sub(factors + 1).filter(|&degrees| degrees > 0)? as f64;
    if rows.len() != outcomes.len() || rows.iter().any(|row| row.len() != factors) {
        return None;
    }
    let with_one: Vec<Vec<f64>> = rows.iter().map(|row| [&[1.0], row.as_slice()].concat()).collect();
    let inverse = invert(products(&with_one))?;
    let moments: Vec<f64> =
        (0..=factors).map(|at| with_one.iter().zip(outcomes).map(|(row, outcome)| row[at] * outcome).sum()).collect();
    let beta: Vec<f64> = inverse.iter().map(|row| dot(row, &moments)).collect();
    let residual: f64 = with_one.iter().zip(outcomes).map(|(row, outcome)| (outcome - dot(row, &beta)).powi(2)).sum();
    let spread = deviation(outcomes);
    let coefficient = |at: usize| {
        let error = (residual / degrees * inverse[at][at]).max(0.0).sqrt();
        let column: Vec<f64> = with_one.iter().map(|row| row[at]).collect();
        let standardized = if spread > 0.0 { beta[at] * deviation(&column) / spread } else { 0.0 };
        let (value, reach) = (beta[at], error * quantile(degrees));
        let interval = Interval { low: value - reach, high: value + reach };
        Coefficient { value, standardized, error, interval, p: significance(value, error, degrees) }
    };
    let total = spread.powi(2) * (rows.len() - 1) as f64;
    let r_squared = if total > 0.0 { 1.0 - residual / total } else { 0.0 };
    Some(Regression { intercept: beta[0], coefficients: (1..=factors).map(coefficient).collect(), r_squared })
}

/// The 97.5% quantile of Student's distribution.
fn quantile(degrees: f64) -> f64 {
    StudentsT::new(0.0, 1.0, degrees).map_or(f64::INFINITY, |t| t.inverse_cdf(0.975))
}

fn significance(value: f64, error: f64, degrees: f64) -> f64 {
    if error <= 0.0 {
        return if value == 0.0 { 1.0 } else { 0.0 };
    }
    StudentsT::new(0.0, 1.0, degrees).map_or(1.0, |t| 2.0 * t.sf((value / error).abs()))
}

fn dot(one: &[f64], other: &[f64]) -> f64 {
    one.iter().zip(other).map(|(one, other)| one * other).sum()
}

/// Of a sample.
fn deviation(values: &[f64]) -> f64 {
    let Some(mean) = super::mean(values) else { return 0.0 };
    let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    (squares / (values.len() as f64 - 1.0).max(1.0)).sqrt()
}

/// XᵀX.
fn products(rows: &[Vec<f64>]) -> Vec<Vec<f64>> {
    let width = rows[0].len();
    let entry = |one: usize, other: usize| rows.iter().map(|row| row[one] * row[other]).sum();
    (0..width).map(|one| (0..width).map(|other| entry(one, other)).collect()).collect()
}

fn invert(matrix: Vec<Vec<f64>>) -> Option<Vec<Vec<f64>>> {
    let size = matrix.len();
    let unit = |at: usize| (0..size).map(|other| if other == at { 1.0 } else { 0.0 }).collect();
    let columns: Option<Vec<Vec<f64>>> = (0..size).map(|at| solve(matrix.clone(), unit(at))).collect();
    let columns = columns?;
    Some((0..size).map(|row| columns.iter().map(|column| column[row]).collect()).collect())
}

/// The solution of a system of linear equations, by elimination with pivots. None if it has none or several.
pub(super) fn solve(mut matrix: Vec<Vec<f64>>, mut right: Vec<f64>) -> Option<Vec<f64>> {
    let size = matrix.len();
    for column in 0..size {
        let largest = |&one: &usize, &other: &usize| matrix[one][column].abs().total_cmp(&matrix[other][column].abs());
        let pivot = (column..size).max_by(largest)?;
        if matrix[pivot][column].abs() < 1e-12 {
            return None;
        }
        matrix.swap(column, pivot);
        right.swap(column, pivot);
        let (above, below) = matrix.split_at_mut(column + 1);
        for (row, line) in below.iter_mut().enumerate() {
            let factor = line[column] / above[column][column];
            line.iter_mut().zip(&above[column]).for_each(|(entry, pivot)| *entry -= factor * pivot);
            right[column + 1 + row] -= factor * right[column];
        }
    }
    for row in (0..size).rev() {
        let known: f64 = (row + 1..size).map(|at| matrix[row][at] * right[at]).sum();
        right[row] = (right[row] - known) / matrix[row][row];
    }
    Some(right)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_set_of_anscombes_quartet() {
        let x = [10.0, 8.0, 13.0, 9.0, 11.0, 14.0, 6.0, 4.0, 12.0, 7.0, 5.0];
        let y = [8.04, 6.95, 7.58, 8.81, 8.33, 9.96, 7.24, 4.26, 10.84, 4.82, 5.68];
        let rows: Vec<Vec<f64>> = x.iter().map(|&x| vec![x]).collect();
        let got = fit(&rows, &y).unwrap();
        assert!((got.intercept - 3.0001).abs() < 1e-4 && (got.r_squared - 0.66654).abs() < 1e-5, "{got:?}");
        let Coefficient { value, error, p, standardized, interval } = got.coefficients[0].clone();
        assert!((value - 0.50009).abs() < 1e-5 && (error - 0.11791).abs() < 1e-5, "{got:?}");
        assert!((p - 0.00217).abs() < 1e-5 && (standardized - 0.81642).abs() < 1e-5, "{got:?}");
        assert!((interval.low - 0.23337).abs() < 1e-4 && (interval.high - 0.76681).abs() < 1e-4, "{got:?}");
    }

    #[test]
    fn factors_that_say_the_same_have_no_fit() {
        let rows = vec![vec![1.0, 2.0], vec![2.0, 4.0], vec![3.0, 6.0], vec![5.0, 10.0]];
        assert_eq!(fit(&rows, &[1.0, 2.0, 3.0, 4.0]), None);
        assert_eq!(fit(&[vec![1.0]], &[1.0]), None);
    }
}
