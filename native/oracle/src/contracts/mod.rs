//! Contracts: what holds of every object, whatever its class. Adding one: its file, or that of its kin, its line in
//! [`ALL`], its heading in `docs/contracts.md`.
//!
//! A contract is a few questions about its objects, calls that are appended to the sequence that makes them, and a verdict on the
//! answers. So what shows a broken contract is a sequence like any other.

mod clone_equal;
mod collection_size_iteration;
mod collection_size_to_array;
mod comparator_antisymmetric;
mod comparator_consistent;
mod comparator_transitive;
mod compare_to_antisymmetric;
mod compare_to_equals;
mod compare_to_transitive;
mod equals_hash_code;
mod equals_null;
mod equals_reflexive;
mod equals_returns;
mod equals_symmetric;
mod equals_transitive;
mod hash_code_returns;
mod iterator_has_next_pure;
mod iterator_has_next_returns;
mod lore;
mod order;
mod own_check;
pub(crate) mod question;
mod serializable_round_trip;
#[cfg(test)]
mod tests;
mod to_string;

use palus_sequence::{Demand, Outcome, Sequence, Symbols, Trace, Value, Violation};

pub use lore::{Declaring, Lore};
pub use question::{Callee, Object, Question, Slot, Through};

/// All contracts, in the order of the reports.
pub const ALL: &[&Contract] = &[
    &equals_reflexive::CONTRACT,
    &equals_null::CONTRACT,
    &equals_returns::CONTRACT,
    &equals_symmetric::CONTRACT,
    &equals_transitive::CONTRACT,
    &equals_hash_code::CONTRACT,
    &hash_code_returns::CONTRACT,
    &to_string::RETURNS,
    &to_string::NOT_NULL,
    &compare_to_antisymmetric::CONTRACT,
    &compare_to_transitive::CONTRACT,
    &compare_to_equals::CONTRACT,
    &comparator_antisymmetric::CONTRACT,
    &comparator_transitive::CONTRACT,
    &comparator_consistent::CONTRACT,
    &iterator_has_next_returns::CONTRACT,
    &iterator_has_next_pure::CONTRACT,
    &collection_size_to_array::CONTRACT,
    &collection_size_iteration::CONTRACT,
    &clone_equal::CONTRACT,
    &serializable_round_trip::CONTRACT,
    &own_check::REP_OK_HOLDS,
    &own_check::CHECK_REP_PASSES,
    &own_check::INVARIANT_HOLDS,
];

/// Which objects a contract is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum About {
    /// Every object.
    One,
    /// Two objects made in the same way.
    Twins,
    /// Two of one family.
    Two,
    /// Three of one family, when what is known of each two of them lets expect a breach.
    Three,
    /// A comparator and two or three objects that it compares.
    Compared(usize),
}

/// When a contract is checked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum When {
    /// Always; one of the paper's five (section 5.5.1).
    Paper,
    /// Unless others are named.
    Default,
    /// When it is named.
    Named,
}

/// One rule that all objects have to keep.
#[derive(Debug)]
pub struct Contract {
    /// Stable, kebab-case, never used again for another rule: SARIF rule id, key in `palus.json`, heading in `docs/contracts.md`.
    pub id: &'static str,
    /// When it is checked.
    pub when: When,
    /// Its objects.
    pub about: About,
    /// What is asked of them.
    pub questions: &'static [Question],
    /// Whether objects of the class can break it.
    pub concerns: fn(&dyn Lore, &str) -> bool,
    /// Contracts that a class breaks as well when it breaks this one through no other fault: their breach explains this one's.
    pub explained_by: &'static [&'static str],
    /// Judges the answers to all questions, or to those up to the first that was not answered.
    pub judge: fn(&Answers<'_>) -> Option<Breach>,
    /// How sure a breach is to be a defect, in percent.
    pub confidence: u8,
    /// Why a breach is a defect, or when it is none.
    pub why: &'static str,
}

/// What came of the questions.
#[derive(Clone, Copy, Debug)]
pub struct Answers<'a> {
    /// One a question that ran.
    pub outcomes: &'a [Outcome],
    /// The names of classes.
    pub symbols: &'a Symbols,
    /// Whether something null was passed while the objects were made: then a null pointer exception is nobody's fault.
    pub null_passed: bool,
}

/// A contract that is broken, and how a test says so.
#[derive(Clone, PartialEq, Debug)]
pub struct Breach {
    /// What was expected and what happened, one sentence.
    pub because: String,
    /// What the answers before those of the demand are asserted for: how many of them.
    pub given: u16,
    /// What the last answer should have been. It is the last answer that there is.
    pub demand: Demand,
}

impl Answers<'_> {
    /// The answer of that position as a truth value.
    pub(crate) fn truth(&self, index: usize) -> Option<bool> {
        match self.outcomes.get(index)?.value()? {
            Value::Boolean(truth) => Some(*truth),
            _ => None,
        }
    }

    /// The answer of that position as a number.
    pub(crate) fn number(&self, index: usize) -> Option<i32> {
        match self.outcomes.get(index)?.value()? {
            Value::Int(number) => Some(*number),
            _ => None,
        }
    }

    /// The simple name of the exception that the question of that position ended in, when it is one to blame the code for.
    pub(crate) fn thrown(&self, index: usize) -> Option<String> {
        let Outcome::Threw { class, .. } = self.outcomes.get(index)? else {
            return None;
        };
        let class = self.symbols.type_name(*class);
        let is_null_pointer = class == "java.lang.NullPointerException";
        // What says that a method is not meant to be called is an answer of its own.
        let is_refusal = [
            "java.lang.UnsupportedOperationException",
            "java.lang.reflect.InaccessibleObjectException",
        ]
        .contains(&class.as_str());
        if is_refusal || (is_null_pointer && self.null_passed) {
            return None;
        }
        Some(class.rsplit('.').next().unwrap_or(&class).to_owned())
    }

    /// The breach of a rule that the question of that position returns.
    fn must_return(&self, index: usize, method: &str) -> Option<Breach> {
        let thrown = self.thrown(index)?;
        // Raw types let into a collection what its own could not: a sorted one then answers about itself by this. Objects that are compared
        // may well differ in their classes.
        if thrown == "ClassCastException" && matches!(method, "hashCode" | "toString" | "hasNext") {
            return None;
        }
        Some(Breach {
            because: format!("{method} was expected to return, but threw {}", a(&thrown)),
            given: 0,
            demand: Demand::Returns,
        })
    }
}

/// The word with its article.
fn a(word: &str) -> String {
    let article = if word.starts_with(['A', 'E', 'I', 'O', 'U']) {
        "an"
    } else {
        "a"
    };
    format!("{article} {word}")
}

impl Contract {
    /// The breach that the end of the sequence shows, if it ends with this contract's questions.
    pub fn judge_end(&self, symbols: &Symbols, sequence: &Sequence, trace: &Trace) -> Option<Breach> {
        let all_ran = !matches!(trace.outcomes.last()?, Outcome::NotRun | Outcome::Ended(_));
        if !all_ran
            || trace.outcomes.len() != sequence.len()
            || trace.stopped_at().is_some_and(|at| at + 1 < sequence.len())
        {
            return None;
        }
        (1..=self.questions.len()).rev().find_map(|asked| {
            if !question::ends_with(&self.questions[..asked], sequence, symbols) {
                return None;
            }
            let from = sequence.len() - asked;
            let answers = Answers {
                outcomes: &trace.outcomes[from..],
                symbols,
                null_passed: passes_null(sequence, trace, from),
            };
            (self.judge)(&answers)
        })
    }

    /// The breach as a failing test tells it; `culprit` is the class that is to blame.
    pub fn violation(&self, breach: Breach, culprit: &str) -> Violation {
        Violation {
            check: self.id.to_owned(),
            cause: format!("{} {culprit}", self.id),
            because: breach.because,
            why: self.why.to_owned(),
            confidence: self.confidence,
            given: breach.given,
            demand: breach.demand,
            thrown_at: None,
        }
    }

    /// The contract of that id.
    pub fn named(id: &str) -> Option<&'static Self> {
        ALL.iter().copied().find(|contract| contract.id == id)
    }
}

/// Whether a null was passed to one of the first statements, or held by what was passed.
fn passes_null(sequence: &Sequence, trace: &Trace, until: usize) -> bool {
    use palus_sequence::{Literal, Operand};
    let is_null = |operand: &Operand| match operand {
        Operand::Literal(literal) => *literal == Literal::Null,
        Operand::Var(var) => matches!(trace.outcomes.get(var.index()), Some(Outcome::Returned(Value::Null))),
        _ => true,
    };
    sequence.statements[..until]
        .iter()
        .flat_map(palus_sequence::Statement::operands)
        .any(is_null)
}

/// Whether the class has an `equals` of its own making.
fn has_equals(lore: &dyn Lore, class: &str) -> bool {
    is_written(lore, class, &question::EQUALS)
}

/// Whether the object runs a method that is neither `Object`'s nor an enum's.
fn is_written(lore: &dyn Lore, class: &str, callee: &Callee) -> bool {
    let none = ["java.lang.Object", "java.lang.Enum", "java.lang.Record"];
    lore.declaring(class, callee.name, callee.parameters())
        .is_some_and(|declaring| !declaring.is_abstract && !none.contains(&declaring.class.as_str()))
}

fn is_comparable(lore: &dyn Lore, class: &str) -> bool {
    lore.is_subclass(class, "java.lang.Comparable") && !lore.is_subclass(class, "java.lang.Enum")
}

fn is_comparator(lore: &dyn Lore, class: &str) -> bool {
    lore.is_subclass(class, "java.util.Comparator")
}

fn is_iterator(lore: &dyn Lore, class: &str) -> bool {
    lore.is_subclass(class, "java.util.Iterator")
}

fn is_collection(lore: &dyn Lore, class: &str) -> bool {
    lore.is_subclass(class, "java.util.Collection")
}
