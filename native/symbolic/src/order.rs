//! Order constraints: conjunctions of `x - y <= c` over whole numbers within bounds, decided by longest paths.

/// `x - y <= bound`. Numbers are positions in a [`Bounds`], of which the first is zero.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) struct Difference {
    pub(crate) x: usize,
    pub(crate) y: usize,
    pub(crate) bound: i128,
}

impl Difference {
    /// What holds where this does not.
    pub(crate) fn negated(self) -> Self {
        Self {
            x: self.y,
            y: self.x,
            bound: -self.bound - 1,
        }
    }

    fn holds(self, values: &[i128]) -> bool {
        values[self.x] - values[self.y] <= self.bound
    }
}

/// All of these.
pub(crate) type Conjunct = Vec<Difference>;

/// One of these.
pub(crate) type Clause = Vec<Conjunct>;

/// The least and the greatest value of each number; the first number is zero.
#[derive(Clone, Debug)]
pub(crate) struct Bounds(pub(crate) Vec<(i128, i128)>);

/// What came of a search for values.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Decided {
    /// They are a solution, and of those of the alternatives that were taken the least one.
    Values(Vec<i128>),
    /// There is none.
    Never,
    /// It was given up.
    Unknown,
}

/// So many alternatives are tried.
const MOST: u32 = 20_000;

/// Values for which all clauses hold.
pub(crate) fn solve(bounds: &Bounds, clauses: &[Clause]) -> Decided {
    let mut sure: Conjunct = Vec::new();
    let mut open: Vec<&Clause> = Vec::new();
    for clause in clauses {
        match clause.as_slice() {
            [] => return Decided::Never,
            [only] => sure.extend(only),
            _ => open.push(clause),
        }
    }
    let least = bounds.0.iter().map(|(low, _)| *low).collect();
    let mut search = Search {
        bounds,
        open,
        left: MOST,
    };
    search.solve(&mut sure, least)
}

struct Search<'s> {
    bounds: &'s Bounds,
    open: Vec<&'s Clause>,
    /// How many alternatives may still be tried.
    left: u32,
}

impl Search<'_> {
    /// `values` are no greater than any solution. An alternative is chosen only where the least values are in need of one: most
    /// `x != y` hold of themselves.
    fn solve(&mut self, sure: &mut Conjunct, values: Vec<i128>) -> Decided {
        let Some(values) = raise(self.bounds, sure, values) else {
            return Decided::Never;
        };
        let holds = |conjunct: &Conjunct| conjunct.iter().all(|difference| difference.holds(&values));
        let Some(broken) = self.open.iter().copied().find(|clause| !clause.iter().any(holds)) else {
            return Decided::Values(values);
        };
        let mut is_sure = true;
        for conjunct in broken {
            if self.left == 0 {
                return Decided::Unknown;
            }
            self.left -= 1;
            let before = sure.len();
            sure.extend(conjunct);
            let decided = self.solve(sure, values.clone());
            sure.truncate(before);
            match decided {
                Decided::Never => {}
                Decided::Unknown => is_sure = false,
                found @ Decided::Values(_) => return found,
            }
        }
        if is_sure { Decided::Never } else { Decided::Unknown }
    }
}

/// The least values that are no less than these and for which all differences hold: the longest paths in the graph of `y >= x - bound`
/// (Bellman and Ford). `None` when there are none.
fn raise(bounds: &Bounds, differences: &[Difference], mut values: Vec<i128>) -> Option<Vec<i128>> {
    for _ in 0..=values.len() {
        let mut is_done = true;
        for difference in differences {
            let least = values[difference.x] - difference.bound;
            if values[difference.y] < least {
                if bounds.0[difference.y].1 < least {
                    return None;
                }
                values[difference.y] = least;
                is_done = false;
            }
        }
        if is_done {
            return Some(values);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn less(x: usize, y: usize) -> Difference {
        Difference { x, y, bound: -1 }
    }

    #[test]
    fn a_chain_has_its_least_values_and_a_ring_none() {
        let bounds = Bounds(vec![(0, 0), (-10, 10), (-10, 10), (-10, 10)]);
        let chain = [vec![vec![less(1, 2)]], vec![vec![less(2, 3)]]];
        assert_eq!(solve(&bounds, &chain), Decided::Values(vec![0, -10, -9, -8]));
        let ring = [vec![vec![less(1, 2)]], vec![vec![less(2, 1)]]];
        assert_eq!(solve(&bounds, &ring), Decided::Never);
        assert_eq!(solve(&bounds, &[Vec::new()]), Decided::Never);
    }

    #[test]
    fn four_different_values_do_not_fit_into_three() {
        let bounds = |most| Bounds([vec![(0, 0)], vec![(1, most); 4]].concat());
        let pairs = (1..=4).flat_map(|x| (1..x).map(move |y| (x, y)));
        let different: Vec<Clause> = pairs.map(|(x, y)| vec![vec![less(x, y)], vec![less(y, x)]]).collect();
        assert_eq!(solve(&bounds(3), &different), Decided::Never);
        assert!(matches!(solve(&bounds(4), &different), Decided::Values(_)));
    }

    fn difference() -> impl Strategy<Value = Difference> {
        let parts = (0_usize..4, 0_usize..4, -3_i128..4);
        parts.prop_map(|(x, y, bound)| Difference { x, y, bound })
    }

    proptest! {
        /// Against all values of a small range.
        #[test]
        fn what_is_decided_is_so(clauses in prop::collection::vec(prop::collection::vec(prop::collection::vec(difference(), 1..3), 1..3), 0..6)) {
            let bounds = Bounds(vec![(0, 0), (-2, 2), (-2, 2), (0, 1)]);
            let holds = |values: &[i128]| {
                clauses.iter().all(|clause| clause.iter().any(|conjunct| conjunct.iter().all(|it| it.holds(values))))
            };
            let all = (-2..=2).flat_map(|a| (-2..=2).flat_map(move |b| (0..=1).map(move |c| vec![0, a, b, c])));
            let is_solvable = all.into_iter().any(|values| holds(&values));
            match solve(&bounds, &clauses) {
                Decided::Values(values) => prop_assert!(holds(&values)),
                Decided::Never => prop_assert!(!is_solvable),
                Decided::Unknown => prop_assert!(false, "so few alternatives are all tried"),
            }
        }
    }
}
