//! Which methods belong together, because one reads the state that the other touches (paper, section 3.2).
//!
//! Every method or constructor under test is a document and every field that it reads or writes is a word. Method `k` depends on
//! method `j` over the set V of fields that `k` reads and `j` writes, or that both read, when V is not empty. The weight is
//! W(k, j) = sum over v in V of tfidf(v, k), with tfidf(v, k) = (accesses of v in k / all accesses in k) * ln(documents / documents
//! that access v). `docs/dependence.md` works an example through.

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
    pub(crate) accesses: Vec<Access>,
}

impl Document {
    /// Accesses of one field are added up.
    pub(crate) fn new(mut accesses: Vec<Access>) -> Self {
        accesses.retain(|access| access.count() > 0);
        accesses.sort_by_key(|access| access.field);
        accesses.dedup_by(|next, kept| {
            let is_same = next.field == kept.field;
            if is_same {
                kept.reads += next.reads;
                kept.writes += next.writes;
            }
            is_same
        });
        Self { accesses }
    }

    fn total(&self) -> u32 {
        self.accesses.iter().map(|access| access.count()).sum()
    }
}

/// A field through which one document depends on another.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Share {
    pub(crate) field: usize,
    pub(crate) weight: f64,
    /// Whether the other document writes the field; if not, both read it.
    pub(crate) is_written: bool,
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

    pub(crate) fn documents(&self) -> &[Document] {
        &self.documents
    }

    /// How much a field tells about a document that accesses it.
    fn tf_idf(&self, access: Access, document: &Document) -> f64 {
        let term_frequency = f64::from(access.count()) / f64::from(document.total());
        let with_field = self.users[access.field].len() as f64;
        term_frequency * (self.documents.len() as f64 / with_field).ln()
    }

    /// The documents on which document `k` depends, with their weights, in the order of documents. `factor` says by how much the
    /// weight that a field gives to the dependence on a document is reduced; 1 leaves it.
    pub(crate) fn dependence(&self, k: usize, factor: impl Fn(usize, usize) -> f64) -> Vec<(usize, f64)> {
        let document = &self.documents[k];
        let mut given: Vec<(usize, f64)> = Vec::new();
        for &access in document.accesses.iter().filter(|access| access.reads > 0) {
            let weight = self.tf_idf(access, document);
            // Whoever accesses a field that `k` reads, reads or writes it: both count.
            let others = self.users[access.field].iter().filter(|(j, _)| *j != k);
            given.extend(others.map(|(j, _)| (*j, weight * factor(access.field, *j))));
        }
        summed(given)
    }

    /// The fields V through which document `k` depends on document `j`, with what each gives to the weight, in the order of fields.
    pub(crate) fn shares(&self, k: usize, j: usize, factor: impl Fn(usize, usize) -> f64) -> Vec<Share> {
        let document = &self.documents[k];
        let read = document.accesses.iter().filter(|access| access.reads > 0);
        let share = |&access: &Access| {
            let others = &self.documents[j].accesses;
            let other = others[others.binary_search_by_key(&access.field, |other| other.field).ok()?];
            Some(Share {
                field: access.field,
                weight: self.tf_idf(access, document) * factor(access.field, j),
                is_written: other.writes > 0,
            })
        };
        read.filter_map(share).collect()
    }

    /// The documents that access a field that document `k` accesses, with the number of such fields, in the order of documents.
    pub(crate) fn overlap(&self, k: usize) -> Vec<(usize, u32)> {
        let mut shared: Vec<(usize, u32)> = Vec::new();
        for access in &self.documents[k].accesses {
            let others = self.users[access.field].iter().filter(|(j, _)| *j != k);
            shared.extend(others.map(|(j, _)| (*j, 1)));
        }
        summed(shared)
    }
}

/// One sum for each document, in the order of documents. The runs of the list are sorted already, one a field, which the stable sort
/// finds and merges: a map took several times as long. Addition goes in the order of fields.
fn summed<T: Copy + std::ops::AddAssign>(mut given: Vec<(usize, T)>) -> Vec<(usize, T)> {
    given.sort_by_key(|(j, _)| *j);
    given.dedup_by(|next, kept| {
        let is_same = next.0 == kept.0;
        if is_same {
            kept.1 += next.1;
        }
        is_same
    });
    given
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The fields and methods of the worked example in `docs/dependence.md`.
    const CONNECTION: usize = 0;
    const LOG: usize = 1;
    const OPEN: usize = 0;
    const CLOSE: usize = 1;
    const EXECUTE: usize = 2;
    const COUNT: usize = 3;

    fn whole(_: usize, _: usize) -> f64 {
        1.0
    }

    fn document(accesses: &[(usize, u32, u32)]) -> Document {
        let access = |&(field, reads, writes): &(usize, u32, u32)| Access { field, reads, writes };
        Document::new(accesses.iter().map(access).collect())
    }

    fn example() -> Corpus {
        Corpus::new(vec![
            document(&[(CONNECTION, 0, 1)]),
            document(&[(CONNECTION, 1, 1), (LOG, 1, 0)]),
            document(&[(CONNECTION, 2, 0), (LOG, 1, 1)]),
            document(&[(LOG, 1, 0)]),
            document(&[]),
        ])
    }

    fn assert_close(found: &[(usize, f64)], expected: &[(usize, f64)]) {
        assert_eq!(found.len(), expected.len(), "{found:?}");
        for ((a, weight), (b, by_hand)) in found.iter().zip(expected) {
            assert_eq!(a, b);
            assert!((weight - by_hand).abs() < 5e-5, "{found:?}");
        }
    }

    #[test]
    fn weights_equal_those_of_the_worked_example_in_the_documents() {
        let corpus = example();
        // ln(5/3) = 0.5108 for both fields, each accessed by three of five methods.
        assert_close(
            &corpus.dependence(EXECUTE, whole),
            &[(OPEN, 0.2554), (CLOSE, 0.5108), (COUNT, 0.2554)],
        );
        assert_close(
            &corpus.dependence(CLOSE, whole),
            &[(OPEN, 0.3406), (EXECUTE, 0.5108), (COUNT, 0.1703)],
        );
        assert_close(&corpus.dependence(COUNT, whole), &[(CLOSE, 0.5108), (EXECUTE, 0.5108)]);
        assert_close(&corpus.dependence(OPEN, whole), &[]);
        let document = include_str!("../../../docs/dependence.md");
        for number in ["0.5108", "0.2554", "0.3406", "0.1703"] {
            assert!(document.contains(number), "docs/dependence.md lacks {number}");
        }
    }

    #[test]
    fn shares_add_up_to_the_weight_and_say_what_happens_to_the_field() {
        let corpus = example();
        let shares = corpus.shares(EXECUTE, CLOSE, whole);
        let shown: Vec<(usize, bool)> = shares.iter().map(|share| (share.field, share.is_written)).collect();
        assert_eq!(shown, [(CONNECTION, true), (LOG, false)]);
        let sum: f64 = shares.iter().map(|share| share.weight).sum();
        assert_close(&[(CLOSE, sum)], &[(CLOSE, 0.5108)]);
    }

    #[test]
    fn a_factor_reduces_what_one_field_gives_to_one_dependence() {
        let halved = |field, j| if (field, j) == (LOG, CLOSE) { 0.5 } else { 1.0 };
        let weights = example().dependence(EXECUTE, halved);
        assert_close(&weights, &[(OPEN, 0.2554), (CLOSE, 0.3831), (COUNT, 0.2554)]);
    }

    #[test]
    fn a_method_that_only_writes_depends_on_nothing() {
        let corpus = Corpus::new(vec![document(&[(0, 0, 1)]), document(&[(0, 1, 0)])]);
        assert_eq!(corpus.dependence(0, whole), []);
        assert_eq!(corpus.overlap(0), [(1, 1)]);
        // Every document accesses the field, so it tells nothing: ln 1 = 0. The dependence stays.
        assert_close(&corpus.dependence(1, whole), &[(0, 0.0)]);
    }

    #[test]
    fn overlap_counts_fields_not_accesses() {
        let corpus = Corpus::new(vec![
            document(&[(0, 3, 0), (1, 0, 1)]),
            document(&[(0, 1, 0), (1, 2, 0), (1, 1, 0)]),
        ]);
        assert_eq!(corpus.overlap(0), [(1, 2)]);
    }
}
