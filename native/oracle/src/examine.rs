//! The examination: contracts checked on the objects that a search has made.
//!
//! Objects are examined where their class's states differ: of those that answer `hashCode` and `toString` alike only a few are taken.
//! Each two of them are asked the questions about two, and what they answered decides which three are asked those about three.

mod asking;
mod elements;
mod inquiry;
mod relations;
mod specimens;

use std::collections::{BTreeMap, BTreeSet};

use palus_sequence::{Executor, ExecutorLost, Operand, Sequence, Symbols, Trace, TypeId, Var, Violation};

use crate::contracts::{About, Contract, Lore, Object, question};
use asking::Asking;
use elements::{element_sets, pairs, tuples};
use inquiry::{Inquiry, ask};
use relations::Relations;
pub use specimens::Specimen;
use specimens::distinct;

/// Objects of one family that are examined, and those of them that are compared with one another.
const FAMILY_CAP: usize = 32;
const COMPARED_CAP: usize = 12;
/// Threes that are asked, for one contract and family.
const THREES_CAP: usize = 8;
/// A contract that an object breaks.
#[derive(Clone, PartialEq, Debug)]
pub struct Finding {
    /// The class of the object.
    pub class: TypeId,
    /// What makes the objects, then the questions: the last one shows it.
    pub sequence: Sequence,
    /// What it did.
    pub trace: Trace,
    /// What is broken.
    pub violation: Violation,
}

/// What an examination works with.
pub struct Examiner<'e> {
    /// The contracts to check.
    pub contracts: &'e [&'static Contract],
    /// What is known of classes.
    pub lore: &'e dyn Lore,
    /// Whether there is time for more.
    pub may_go_on: &'e dyn Fn() -> bool,
}

impl Examiner<'_> {
    /// Examines all specimens. Of each contract and class that is to blame the shortest sequence is kept; in the order of the
    /// families and contracts.
    pub fn examine(
        &self,
        specimens: &[Specimen],
        executor: &mut dyn Executor,
        symbols: &mut Symbols,
    ) -> Result<Vec<Finding>, ExecutorLost> {
        let mut families: BTreeMap<String, Vec<&Specimen>> = BTreeMap::new();
        for specimen in specimens {
            let class = symbols.type_runtime_name(specimen.class);
            families.entry(self.lore.family(&class)).or_default().push(specimen);
        }
        let mut findings: BTreeMap<(usize, String), Finding> = BTreeMap::new();
        let mut asking = Asking::new(executor, self.may_go_on);
        // Single objects of all families first: they cost little and show most.
        let mut members = Vec::new();
        for family in families.values() {
            if !(self.may_go_on)() {
                break;
            }
            let distinct = distinct(family, self.lore, &mut asking, symbols, FAMILY_CAP)?;
            let inquiries = self.singles(&distinct, symbols);
            ask(
                &inquiries,
                &mut asking,
                symbols,
                &mut Relations::default(),
                &mut findings,
            )?;
            members.push(distinct);
        }
        for members in &members {
            if (self.may_go_on)() {
                self.together(members, &mut asking, symbols, &mut findings)?;
            }
        }
        let compared: Vec<&Specimen> = members
            .iter()
            .flat_map(|members| members.iter().take(3).copied())
            .collect();
        for family in families.values() {
            if (self.may_go_on)() {
                self.comparators(family, &compared, &mut asking, symbols, &mut findings)?;
            }
        }
        let causes: BTreeSet<String> = findings
            .values()
            .map(|finding| finding.violation.cause.clone())
            .collect();
        let is_explained = |finding: &Finding| {
            let check = &finding.violation.check;
            let culprit = finding.violation.cause.strip_prefix(check.as_str()).unwrap_or_default();
            let explained_by = Contract::named(check).map_or(&[][..], |contract| contract.explained_by);
            explained_by
                .iter()
                .any(|other| causes.contains(&format!("{other}{culprit}")))
        };
        Ok(findings
            .into_values()
            .filter(|finding| !is_explained(finding))
            .collect())
    }

    /// What is asked of single objects, and of two made in the same way.
    fn singles(&self, members: &[&Specimen], symbols: &mut Symbols) -> Vec<(usize, Inquiry)> {
        let groups = |about: About| -> Vec<Vec<usize>> {
            match about {
                About::One => (0..members.len()).map(|one| vec![one]).collect(),
                About::Twins => (0..members.len()).map(|one| vec![one, one]).collect(),
                About::Two | About::Three | About::Compared(_) => Vec::new(),
            }
        };
        self.inquiries(members, symbols, &|contract| groups(contract.about))
    }

    /// What is asked of two objects, and then of three.
    fn together(
        &self,
        members: &[&Specimen],
        asking: &mut Asking<'_>,
        symbols: &mut Symbols,
        findings: &mut BTreeMap<(usize, String), Finding>,
    ) -> Result<(), ExecutorLost> {
        let mut relations = Relations::default();
        let twos = |contract: &Contract| match contract.about {
            About::Two => pairs(members.len().min(COMPARED_CAP)),
            _ => Vec::new(),
        };
        let inquiries = self.inquiries(members, symbols, &twos);
        ask(&inquiries, asking, symbols, &mut relations, findings)?;
        let threes = |contract: &Contract| match contract.about {
            About::Three => relations.suspects(contract.id, members.len(), THREES_CAP),
            _ => Vec::new(),
        };
        let inquiries = self.inquiries(members, symbols, &threes);
        ask(&inquiries, asking, symbols, &mut relations, findings)
    }

    fn inquiries(
        &self,
        members: &[&Specimen],
        symbols: &mut Symbols,
        groups: &dyn Fn(&Contract) -> Vec<Vec<usize>>,
    ) -> Vec<(usize, Inquiry)> {
        let mut inquiries = Vec::new();
        for (place, contract) in self.contracts.iter().enumerate() {
            for group in groups(contract) {
                let inquiry = self.inquiry(contract, members, group, symbols);
                inquiries.extend(inquiry.map(|inquiry| (place, inquiry)));
            }
        }
        inquiries
    }

    /// The sequence that asks the contract's questions of these members; `None` when the contract does not concern the first of them.
    fn inquiry(
        &self,
        contract: &'static Contract,
        members: &[&Specimen],
        group: Vec<usize>,
        symbols: &mut Symbols,
    ) -> Option<Inquiry> {
        let first = *members.get(*group.first()?)?;
        let class = symbols.type_runtime_name(first.class);
        if !(contract.concerns)(self.lore, &class) {
            return None;
        }
        let mut sequence = Sequence::default();
        let objects: Vec<Object> = group
            .iter()
            .map(|index| appended(members[*index], &mut sequence, symbols))
            .collect();
        self.asked(contract, first.class, &objects, sequence, group, symbols)
    }

    fn asked(
        &self,
        contract: &'static Contract,
        class: TypeId,
        objects: &[Object],
        mut sequence: Sequence,
        members: Vec<usize>,
        symbols: &mut Symbols,
    ) -> Option<Inquiry> {
        if !question::append(contract.questions, objects, &mut sequence, symbols, self.lore) {
            return None;
        }
        Some(Inquiry {
            contract,
            class,
            culprit: self.culprit(contract, objects),
            members,
            sequence,
        })
    }

    /// The class that declares the first method that a contract asks about: its subclasses are not to blame.
    fn culprit(&self, contract: &Contract, objects: &[Object]) -> String {
        let Some(object) = objects.first() else {
            return String::new();
        };
        let callees = contract
            .questions
            .iter()
            .filter(|question| question.operands.first() == Some(&question::A));
        let declaring = callees.map(|question| question.callee).find_map(|callee| {
            let from = self.lore.declaring(&object.class, callee.name, callee.parameters())?;
            (callee.name != "<init>" && !from.is_abstract && from.class != "java.lang.Object").then_some(from.class)
        });
        declaring.unwrap_or_else(|| object.class.clone())
    }

    /// Comparators of the family on texts, numbers and the objects of the other families.
    fn comparators(
        &self,
        family: &[&Specimen],
        compared: &[&Specimen],
        asking: &mut Asking<'_>,
        symbols: &mut Symbols,
        findings: &mut BTreeMap<(usize, String), Finding>,
    ) -> Result<(), ExecutorLost> {
        let is_comparator = |specimen: &&&Specimen| {
            self.lore
                .is_subclass(&symbols.type_runtime_name(specimen.class), "java.util.Comparator")
        };
        let comparators: Vec<&Specimen> = family.iter().filter(is_comparator).take(4).copied().collect();
        let mut inquiries = Vec::new();
        for comparator in comparators {
            for elements in element_sets(compared, symbols) {
                for (place, contract) in self.contracts.iter().enumerate() {
                    let About::Compared(count) = contract.about else {
                        continue;
                    };
                    for group in tuples(elements.len(), count) {
                        let mut sequence = Sequence::default();
                        let mut objects = vec![appended(comparator, &mut sequence, symbols)];
                        objects.extend(
                            group
                                .iter()
                                .map(|index| elements[*index].placed(&mut sequence, symbols)),
                        );
                        let inquiry = self.asked(contract, comparator.class, &objects, sequence, group, symbols);
                        inquiries.extend(inquiry.map(|inquiry| (place, inquiry)));
                    }
                }
            }
        }
        ask(&inquiries, asking, symbols, &mut Relations::default(), findings)
    }
}

/// Appends what makes the specimen.
fn appended(specimen: &Specimen, sequence: &mut Sequence, symbols: &mut Symbols) -> Object {
    let declared = specimen.sequence.statements[specimen.var.index()].value_type(symbols);
    let offset = sequence.append(&specimen.sequence);
    Object {
        operand: Operand::Var(Var(specimen.var.0 + offset)),
        class: symbols.type_runtime_name(specimen.class),
        declared: symbols.type_runtime_name(declared),
    }
}
