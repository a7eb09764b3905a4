//! When a search has found what small scopes let one expect (transcoping, section 3 of the paper).

use crate::growth::Growth;

/// What is predicted, and how.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stop {
    /// Nothing: the search ends with the space.
    None,
    /// The sizes of the extensions, by a line.
    SizeLinear,
    /// By the mean of line and parabola.
    SizeAverage,
    /// By a parabola.
    SizeQuadratic,
    /// The time of the last useful input, by the mean of parabola and exponential.
    TimeAverage,
    /// By a parabola.
    TimeQuadratic,
    /// By an exponential function.
    TimeExponential,
}

impl Stop {
    /// Whether sizes are predicted.
    pub fn is_of_sizes(self) -> bool {
        matches!(self, Self::SizeLinear | Self::SizeAverage | Self::SizeQuadratic)
    }

    /// Whether a time is predicted.
    pub fn is_of_time(self) -> bool {
        matches!(self, Self::TimeAverage | Self::TimeQuadratic | Self::TimeExponential)
    }

    /// What a figure will be at a scope, rounded down and at least 0, from those at scopes 1, 2, ..; `None` where nothing is predicted or
    /// there are too few.
    pub fn predict(self, figures: &[f64], scope: u32) -> Option<u64> {
        let points: Vec<(f64, f64)> = (1..).map(f64::from).zip(figures.iter().copied()).collect();
        let growth = Growth::of(&points)?;
        let scope = f64::from(scope);
        let predicted = match self {
            Self::None => return None,
            Self::SizeLinear => growth.linear(scope),
            Self::SizeAverage => growth.average(scope),
            Self::SizeQuadratic | Self::TimeQuadratic => growth.quadratic(scope),
            Self::TimeExponential => growth.exponential(scope)?,
            Self::TimeAverage => i64::midpoint(growth.quadratic(scope), growth.exponential(scope)?),
        };
        Some(u64::try_from(predicted).unwrap_or(0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_of_binary_trees_are_predicted_as_the_paper_has_it() {
        let right = [1., 3., 6., 9., 13.];
        let of = |stop: Stop| stop.predict(&right, 10);
        assert_eq!(of(Stop::SizeLinear), Some(27));
        assert_eq!(of(Stop::SizeAverage), Some(34));
        assert_eq!(of(Stop::SizeQuadratic), Some(40));
        assert_eq!(of(Stop::None), None);
    }

    #[test]
    fn times_that_double_are_predicted_by_an_exponential() {
        let times = [2., 4., 8., 16., 32.];
        assert_eq!(Stop::TimeExponential.predict(&times, 10), Some(1024));
        assert_eq!(Stop::TimeAverage.predict(&times[..2], 10), None);
        // A parabola through times that fall becomes negative: no time at all.
        assert_eq!(Stop::TimeQuadratic.predict(&[9., 8., 5., 0.], 20), Some(0));
    }
}
