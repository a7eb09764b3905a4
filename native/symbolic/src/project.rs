//! Existential quantifiers over order constraints: what remains of a conjunction when a number may be any.

use crate::order::{Bounds, Clause, Conjunct, Decided, Difference, solve};

/// A conjunction of differences and of `x - y != c`.
#[derive(Clone, Debug, Default)]
pub(crate) struct Case {
    differences: Vec<Difference>,
    unequal: Vec<(usize, usize, i128)>,
}

/// So many conjunctions are written out.
const MOST_CASES: usize = 200;

/// Whether for all numbers for which the premises hold there are numbers, in the place of those that are `bound`, for which the
/// conclusions hold. Where that is not decided the answer is no.
pub(crate) fn implies(bounds: &Bounds, premises: &[Clause], conclusions: &[Clause], bound: &[usize]) -> bool {
    let Some(cases) = written_out(conclusions) else {
        return false;
    };
    // Mostly there is room for the numbers that are left out, and one conjunction remains.
    if let [case] = cases.as_slice()
        && follows(bounds, premises, &[roomy(bounds, case, bound)])
    {
        return true;
    }
    let mut cases = cases;
    for &number in bound {
        let eliminated = cases.iter().flat_map(|case| eliminate(bounds, case, number));
        cases = eliminated.take(MOST_CASES + 1).collect();
        if cases.len() > MOST_CASES {
            return false;
        }
    }
    follows(bounds, premises, &cases)
}

/// Whether one of the cases holds wherever the premises do.
fn follows(bounds: &Bounds, premises: &[Clause], cases: &[Case]) -> bool {
    let mut clauses = premises.to_vec();
    clauses.extend(cases.iter().map(Case::negated));
    solve(bounds, &clauses) == Decided::Never
}

impl Case {
    fn negated(&self) -> Clause {
        let broken = self.differences.iter().map(|difference| vec![difference.negated()]);
        let equal = self.unequal.iter().map(|&(x, y, by)| equation(x, y, by));
        broken.chain(equal).collect()
    }

    fn names(&self, number: usize) -> usize {
        let of = |(x, y, _): &&(usize, usize, i128)| *x == number || *y == number;
        self.unequal.iter().filter(of).count()
    }
}

/// `x - y == by`.
fn equation(x: usize, y: usize, by: i128) -> Conjunct {
    vec![Difference { x, y, bound: by }, Difference { x: y, y: x, bound: -by }]
}

/// The clauses as alternatives; `None` when these are too many.
fn written_out(clauses: &[Clause]) -> Option<Vec<Case>> {
    let mut cases = vec![Case::default()];
    for clause in clauses {
        if let Some(unequal) = unequal(clause) {
            for case in &mut cases {
                case.unequal.push(unequal);
            }
            continue;
        }
        let with = |case: &Case, conjunct: &Conjunct| {
            let mut case = case.clone();
            case.differences.extend(conjunct);
            case
        };
        cases = cases
            .iter()
            .flat_map(|case| clause.iter().map(move |conjunct| with(case, conjunct)))
            .take(MOST_CASES + 1)
            .collect();
        if cases.len() > MOST_CASES {
            return None;
        }
    }
    Some(cases)
}

/// `x - y != c` is `x - y <= c - 1` or `y - x <= -c - 1`.
fn unequal(clause: &Clause) -> Option<(usize, usize, i128)> {
    let [below, above] = clause.as_slice() else { return None };
    let ([below], [above]) = (below.as_slice(), above.as_slice()) else {
        return None;
    };
    let is_gap = below.x == above.y && below.y == above.x && below.bound + above.bound == -2;
    is_gap.then_some((below.x, below.y, below.bound + 1))
}

/// What is between numbers and stays when one of them goes: its bounds from below, from above, and the rest.
fn around(bounds: &Bounds, case: &Case, number: usize) -> (Vec<Difference>, Vec<Difference>, Vec<Difference>) {
    let (low, high) = bounds.0[number];
    let mut below = vec![Difference {
        x: 0,
        y: number,
        bound: -low,
    }];
    let mut above = vec![Difference {
        x: number,
        y: 0,
        bound: high,
    }];
    let mut rest = Vec::new();
    for &difference in &case.differences {
        match (difference.x == number, difference.y == number) {
            (true, false) => above.push(difference),
            (false, true) => below.push(difference),
            _ => rest.push(difference),
        }
    }
    (below, above, rest)
}

/// A conjunction without the numbers from which theirs follows: between its bounds there is room for one value more than it must differ from.
fn roomy(bounds: &Bounds, case: &Case, bound: &[usize]) -> Case {
    let mut case = case.clone();
    for &number in bound {
        let room = case.names(number) as i128;
        let (below, above, mut rest) = around(bounds, &case, number);
        for low in &below {
            for high in &above {
                rest.push(Difference {
                    x: low.x,
                    y: high.y,
                    bound: low.bound + high.bound - room,
                });
            }
        }
        case.differences = rest;
        case.unequal.retain(|(x, y, _)| *x != number && *y != number);
    }
    case
}

/// The alternatives that are together the same as that the number may be any. If there is a value then there is one that is no more above
/// one of the lower bounds than there are values that it must differ from (Cooper's way).
fn eliminate(bounds: &Bounds, case: &Case, number: usize) -> Vec<Case> {
    let count = case.names(number);
    if count == 0 {
        return vec![roomy(bounds, case, &[number])];
    }
    let (below, above, rest) = around(bounds, case, number);
    let mut cases = Vec::new();
    for low in &below {
        for step in 0..=count as i128 {
            // The number is low.x + shift.
            let shift = step - low.bound;
            let replaced = |difference: &Difference| {
                let Difference {
                    mut x,
                    mut y,
                    mut bound,
                } = *difference;
                if x == number {
                    (x, bound) = (low.x, bound - shift);
                }
                if y == number {
                    (y, bound) = (low.x, bound + shift);
                }
                Difference { x, y, bound }
            };
            let differences = below.iter().chain(&above).map(replaced).chain(rest.iter().copied());
            let unequal = case.unequal.iter().map(|&(x, y, by)| {
                let Difference { x, y, bound } = replaced(&Difference { x, y, bound: by });
                (x, y, bound)
            });
            cases.push(Case {
                differences: differences.collect(),
                unequal: unequal.collect(),
            });
        }
    }
    cases
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[derive(Clone, Debug)]
    enum Said {
        AtMost(Difference),
        Unequal(usize, usize, i128),
    }

    impl Said {
        fn clause(&self) -> Clause {
            match *self {
                Self::AtMost(difference) => vec![vec![difference]],
                Self::Unequal(x, y, by) => vec![
                    vec![Difference { x, y, bound: by - 1 }],
                    vec![Difference {
                        x: y,
                        y: x,
                        bound: -by - 1,
                    }],
                ],
            }
        }

        fn holds(&self, values: &[i128]) -> bool {
            match *self {
                Self::AtMost(it) => values[it.x] - values[it.y] <= it.bound,
                Self::Unequal(x, y, by) => values[x] - values[y] != by,
            }
        }
    }

    fn said() -> impl Strategy<Value = Said> {
        let parts = (0_usize..5, 1_usize..5, -2_i128..3, any::<bool>());
        let distinct = parts.prop_filter("of two numbers", |(x, y, ..)| x != y);
        distinct.prop_map(|(x, y, by, is_gap)| {
            if is_gap {
                Said::Unequal(x, y, by)
            } else {
                Said::AtMost(Difference { x, y, bound: by })
            }
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2_000))]
        /// Numbers 3 and 4 may be any in the conclusion; against all values of a small range.
        #[test]
        fn what_follows_is_decided_exactly(premises in prop::collection::vec(said(), 0..5), conclusions in prop::collection::vec(said(), 1..6)) {
            let range = -1_i128..=1;
            let bounds = Bounds(vec![(0, 0), (-1, 1), (-1, 1), (-1, 1), (-1, 1)]);
            let pairs: Vec<(i128, i128)> = range.clone().flat_map(|a| range.clone().map(move |b| (a, b))).collect();
            let some = |said: &[Said], (a, b): (i128, i128)| {
                pairs.iter().any(|&(c, d)| said.iter().all(|it| it.holds(&[0, a, b, c, d])))
            };
            // In the premise the numbers that may be any have names of their own.
            let apart: Vec<Clause> = premises.iter().map(Said::clause).map(|clause| {
                let other = |n: usize| if n > 2 { n + 2 } else { n };
                let conjunct = |conjunct: Conjunct| conjunct.into_iter().map(|d| Difference { x: other(d.x), y: other(d.y), ..d }).collect();
                clause.into_iter().map(conjunct).collect()
            }).collect();
            let bounds = Bounds([bounds.0, vec![(-1, 1), (-1, 1)]].concat());
            let concluded: Vec<Clause> = conclusions.iter().map(Said::clause).collect();
            let expected = pairs.iter().all(|&pair| !some(&premises, pair) || some(&conclusions, pair));
            prop_assert_eq!(implies(&bounds, &apart, &concluded, &[3, 4]), expected);
        }
    }
}
