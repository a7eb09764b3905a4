//! Which methods belong together, because one reads the state that the other touches (paper, section 3.2).
//!
//! Every method or constructor under test is a document and every field that it reads or writes is a word. Method `k` depends on
//! method `j` over the set V of fields that `k` reads and `j` writes, or that both read, when V is not empty. The weight is
//! W(k, j) = sum over v in V of tfidf(v, k), with tfidf(v, k) = (accesses of v in k / all accesses in k) * ln(documents / documents
//! that access v).
//!
//! Worked example: `close` reads `connection` once and writes it once; `execute` reads `connection` once and `log` once; `name` reads
//! `log` once. `execute` depends on `close` over `connection`: 1/2 * ln(3/2) = 0.2027. It depends on `name` over `log`, with the
//! same weight. `close` depends on `execute` over `connection`, which both read: 2/2 * ln(3/2) = 0.4055.

use std::collections::BTreeMap;

/// A field and how often a document reads and writes it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Access {
    pub(crate) field: usize,
    pub(crate) reads: u32,
    pub(crate) writes: u32,
}

impl Access {
    fn count(self) -> u32 {
        self.reads + self.writes
    }
}

/// The accesses of one method, each field once, in the order of fields.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Document {
    accesses: Vec<Access>,
}

impl Document {
    pub(crate) fn new(mut accesses: Vec<Access>) -> Self {
        accesses.retain(|access| access.count() > 0);
        accesses.sort_by_key(|access| access.field);
        Self { accesses }
    }

    fn total(&self) -> u32 {
        self.accesses.iter().map(|access| access.count()).sum()
    }
}

/// The documents with, for each field, who accesses it.
pub(crate) struct Corpus {
    documents: Vec<Document>,
    /// Field to the documents that access it, with their accesses, in order.
    users: Vec<Vec<(usize, Access)>>,
}

impl Corpus {
    pub(crate) fn new(documents: Vec<Document>) -> Self {
        let mut users: Vec<Vec<(usize, Access)>> = Vec::new();
        for (position, document) in documents.iter().enumerate() {
            for &access in &document.accesses {
                if users.len() <= access.field {
                    users.resize_with(access.field + 1, Vec::new);
                }
                users[access.field].push((position, access));
            }
        }
        Self { documents, users }
    }

    /// How much a field tells about a document that accesses it.
    fn tf_idf(&self, access: Access, document: &Document) -> f64 {
        let term_frequency = f64::from(access.count()) / f64::from(document.total());
        let with_field = self.users[access.field].len() as f64;
        term_frequency * (self.documents.len() as f64 / with_field).ln()
    }

    /// The documents on which document `k` depends, with their weights, in the order of documents.
    pub(crate) fn dependence(&self, k: usize) -> Vec<(usize, f64)> {
        let document = &self.documents[k];
        let mut weights: BTreeMap<usize, f64> = BTreeMap::new();
        for &access in document.accesses.iter().filter(|access| access.reads > 0) {
            let weight = self.tf_idf(access, document);
            // Whoever accesses a field that `k` reads, reads or writes it: both count.
            for &(j, _) in self.users[access.field].iter().filter(|(j, _)| *j != k) {
                *weights.entry(j).or_default() += weight;
            }
        }
        weights.into_iter().collect()
    }

    /// The documents that access a field that document `k` accesses, with the number of such fields, in the order of documents.
    pub(crate) fn overlap(&self, k: usize) -> Vec<(usize, u32)> {
        let mut shared: BTreeMap<usize, u32> = BTreeMap::new();
        for access in &self.documents[k].accesses {
            for &(j, _) in self.users[access.field].iter().filter(|(j, _)| *j != k) {
                *shared.entry(j).or_default() += 1;
            }
        }
        shared.into_iter().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CONNECTION: usize = 0;
    const LOG: usize = 1;
    const CLOSE: usize = 0;
    const EXECUTE: usize = 1;
    const NAME: usize = 2;

    fn document(accesses: &[(usize, u32, u32)]) -> Document {
        let access = |&(field, reads, writes): &(usize, u32, u32)| Access { field, reads, writes };
        Document::new(accesses.iter().map(access).collect())
    }

    /// The worked example of the module.
    fn example() -> Corpus {
        Corpus::new(vec![
            document(&[(CONNECTION, 1, 1)]),
            document(&[(CONNECTION, 1, 0), (LOG, 1, 0)]),
            document(&[(LOG, 1, 0)]),
        ])
    }

    fn assert_close(found: &[(usize, f64)], expected: &[(usize, f64)]) {
        assert_eq!(found.len(), expected.len(), "{found:?}");
        for ((a, weight), (b, by_hand)) in found.iter().zip(expected) {
            assert_eq!(a, b);
            assert!((weight - by_hand).abs() < 1e-12, "{found:?}");
        }
    }

    #[test]
    fn weights_equal_those_computed_by_hand() {
        let corpus = example();
        let idf = 1.5_f64.ln();
        assert_close(&corpus.dependence(EXECUTE), &[(CLOSE, 0.5 * idf), (NAME, 0.5 * idf)]);
        assert_close(&corpus.dependence(CLOSE), &[(EXECUTE, idf)]);
        assert_close(&corpus.dependence(NAME), &[(EXECUTE, idf)]);
    }

    #[test]
    fn a_method_that_only_writes_depends_on_nothing() {
        let corpus = Corpus::new(vec![document(&[(0, 0, 1)]), document(&[(0, 1, 0)])]);
        assert_eq!(corpus.dependence(0), []);
        assert_eq!(corpus.overlap(0), [(1, 1)]);
        // Every document accesses the field, so it tells nothing: ln 1 = 0. The dependence stays.
        assert_close(&corpus.dependence(1), &[(0, 0.0)]);
    }

    #[test]
    fn overlap_counts_fields_not_accesses() {
        let corpus = Corpus::new(vec![
            document(&[(0, 3, 0), (1, 0, 1)]),
            document(&[(0, 1, 0), (1, 2, 0)]),
        ]);
        assert_eq!(corpus.overlap(0), [(1, 2)]);
    }
}
