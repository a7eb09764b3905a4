//! What a figure will be at a large size, from what it is at small ones (transcoping).

/// A line, a parabola and an exponential function through some points, by ordinary least squares. Predictions are rounded down.
#[derive(Clone, PartialEq, Debug)]
pub struct Growth {
    line: [f64; 2],
    parabola: [f64; 3],
    /// Of the logarithms; `None` where a figure is not positive.
    logarithms: Option<[f64; 2]>,
}

impl Growth {
    /// Of figures at some sizes; `None` with fewer than three different sizes.
    pub fn of(points: &[(f64, f64)]) -> Option<Self> {
        Some(Self {
            line: fit(points)?,
            parabola: fit(points)?,
            logarithms: logarithms(points).and_then(|points| fit(&points)),
        })
    }

    /// The factors of 1 and n.
    pub fn line(&self) -> [f64; 2] {
        self.line
    }

    /// The factors of 1, n and n².
    pub fn parabola(&self) -> [f64; 3] {
        self.parabola
    }

    /// By the line.
    pub fn linear(&self, size: f64) -> i64 {
        down(at(&self.line, size))
    }

    /// By the parabola.
    pub fn quadratic(&self, size: f64) -> i64 {
        down(at(&self.parabola, size))
    }

    /// By an exponential function, a line through the logarithms; `None` where a figure was not positive.
    pub fn exponential(&self, size: f64) -> Option<i64> {
        self.logarithms.map(|line| down(at(&line, size).exp()))
    }

    /// By the mean of both.
    pub fn average(&self, size: f64) -> i64 {
        down(f64::midpoint(at(&self.line, size), at(&self.parabola, size)))
    }
}

fn logarithms(points: &[(f64, f64)]) -> Option<Vec<(f64, f64)>> {
    let logarithms = points.iter().map(|&(x, y)| (y > 0.0).then(|| (x, y.ln())));
    logarithms.collect()
}

fn at(factors: &[f64], size: f64) -> f64 {
    factors.iter().rev().fold(0.0, |sum, factor| sum * size + factor)
}

/// What is an integer but for rounding is not one less.
fn down(value: f64) -> i64 {
    (value + 1e-9 * value.abs().max(1.0)).floor() as i64
}

/// The polynomial of N factors nearest to the points: the normal equations, by Gaussian elimination.
fn fit<const N: usize>(points: &[(f64, f64)]) -> Option<[f64; N]> {
    let mut rows = [[0.0; N]; N];
    let mut right = [0.0; N];
    for &(x, y) in points {
        for row in 0..N {
            for (column, sum) in rows[row].iter_mut().enumerate() {
                *sum += x.powi((row + column) as i32);
            }
            right[row] += y * x.powi(row as i32);
        }
    }
    for pivot in 0..N {
        let largest = (pivot..N).max_by(|a, b| rows[*a][pivot].abs().total_cmp(&rows[*b][pivot].abs()))?;
        rows.swap(pivot, largest);
        right.swap(pivot, largest);
        if rows[pivot][pivot].abs() < 1e-9 {
            return None;
        }
        for row in pivot + 1..N {
            let factor = rows[row][pivot] / rows[pivot][pivot];
            let above = rows[pivot];
            for (sum, above) in rows[row].iter_mut().zip(above).skip(pivot) {
                *sum -= factor * above;
            }
            right[row] -= factor * right[pivot];
        }
    }
    let mut factors = [0.0; N];
    for row in (0..N).rev() {
        let known: f64 = (row + 1..N).map(|column| rows[row][column] * factors[column]).sum();
        factors[row] = (right[row] - known) / rows[row][row];
    }
    Some(factors)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Sizes of the extensions over all binary trees of 1 to n nodes.
    const LEFT: [f64; 12] = [1., 3., 5., 8., 11., 15., 19., 24., 29., 35., 41., 48.];
    const RIGHT: [f64; 12] = [1., 3., 6., 9., 13., 17., 22., 27., 33., 39., 46., 53.];

    fn from_small(sizes: &[f64]) -> Growth {
        let points: Vec<(f64, f64)> = (1..=5).map(f64::from).zip(sizes.iter().copied()).collect();
        Growth::of(&points).unwrap()
    }

    fn near(one: &[f64], other: &[f64]) {
        let is_near = one.iter().zip(other).all(|(a, b)| (a - b).abs() < 5e-5);
        assert!(is_near && one.len() == other.len(), "{one:?} and {other:?}");
    }

    #[test]
    fn the_sizes_of_binary_trees_are_predicted_from_five_small_ones() {
        let left = from_small(&LEFT);
        near(&left.line(), &[-1.9, 2.5]);
        near(&left.parabola(), &[-0.4, 1.2143, 0.2143]);
        assert_eq!(
            (left.linear(10.0), left.quadratic(10.0), left.average(10.0)),
            (23, 33, 28)
        );
        let right = from_small(&RIGHT);
        near(&right.line(), &[-2.6, 3.0]);
        near(&right.parabola(), &[-0.6, 1.2857, 0.2857]);
        assert_eq!(
            (right.linear(10.0), right.quadratic(10.0), right.average(10.0)),
            (27, 40, 34)
        );
        // It overshoots: a search that waits for it never stops early.
        assert!(right.quadratic(10.0) > RIGHT[9] as i64 && left.quadratic(10.0) < LEFT[9] as i64);
    }

    #[test]
    fn two_sizes_determine_no_parabola() {
        assert_eq!(Growth::of(&[(1.0, 1.0), (2.0, 3.0)]), None);
        assert_eq!(Growth::of(&[(1.0, 1.0), (1.0, 1.0), (1.0, 1.0)]), None);
        let exact = Growth::of(&[(1.0, 1.0), (2.0, 4.0), (3.0, 9.0)]).unwrap();
        assert_eq!(exact.quadratic(10.0), 100);
    }
}
