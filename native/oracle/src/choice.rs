//! Which contracts and rules a run checks, from the names that were given.

use crate::at_once::THREAD_SAFE;
use crate::contracts::{self, Contract, When};
use crate::policy::{self, Rule};

/// The chosen ones, in the order of their lists.
#[derive(Clone, Default)]
pub struct Choice {
    /// About objects.
    pub contracts: Vec<&'static Contract>,
    /// About single runs.
    pub rules: Vec<&'static Rule>,
    /// Whether calls are tried at once of objects that say that they are thread-safe.
    pub at_once: bool,
}

impl Choice {
    /// `all` is everything but what has to be named, `paper` the five of the paper, any other name itself; names add up. The error is
    /// the name that means nothing.
    pub fn of(names: &[String]) -> Result<Self, String> {
        let known = |name: &str| Contract::named(name).is_some() || Rule::named(name).is_some() || name == THREAD_SAFE;
        if let Some(unknown) = names
            .iter()
            .find(|name| !["all", "paper"].contains(&name.as_str()) && !known(name))
        {
            return Err(unknown.clone());
        }
        let is_chosen = |id: &str, when: When| {
            names.iter().any(|name| match name.as_str() {
                "all" => when != When::Named,
                "paper" => when == When::Paper,
                name => name == id,
            })
        };
        Ok(Self {
            contracts: contracts::ALL
                .iter()
                .copied()
                .filter(|contract| is_chosen(contract.id, contract.when))
                .collect(),
            rules: policy::ALL
                .iter()
                .filter(|rule| is_chosen(rule.check.id(), rule.when))
                .collect(),
            at_once: is_chosen(THREAD_SAFE, When::Default),
        })
    }

    /// All names that can be given, in the order of the reports.
    pub fn names() -> Vec<&'static str> {
        let contracts = contracts::ALL.iter().map(|contract| contract.id);
        contracts
            .chain(policy::ALL.iter().map(|rule| rule.check.id()))
            .chain([THREAD_SAFE])
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chosen(names: &[&str]) -> Vec<&'static str> {
        let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
        let choice = Choice::of(&names).unwrap();
        let contracts = choice.contracts.iter().map(|contract| contract.id);
        contracts
            .chain(choice.rules.iter().map(|rule| rule.check.id()))
            .collect()
    }

    #[test]
    fn the_papers_contracts_are_five() {
        let paper = [
            "equals-reflexive",
            "equals-null",
            "equals-hash-code",
            "hash-code-returns",
            "to-string-returns",
        ];
        assert_eq!(chosen(&["paper"]), paper);
    }

    #[test]
    fn all_leaves_out_what_has_to_be_named() {
        let all = chosen(&["all"]);
        assert!(all.contains(&"equals-symmetric") && all.contains(&"assertion-error"));
        assert!(!all.contains(&"serializable-round-trip") && !all.contains(&"undeclared-exception"));
        assert!(chosen(&["all", "undeclared-exception"]).contains(&"undeclared-exception"));
    }

    #[test]
    fn a_name_that_means_nothing_is_handed_back() {
        let names = ["equals-null".to_owned(), "equals-nil".to_owned()];
        assert_eq!(Choice::of(&names).err().as_deref(), Some("equals-nil"));
    }

    #[test]
    fn every_contract_and_rule_has_a_heading_in_the_docs_and_no_two_share_a_name() {
        let docs = include_str!("../../../docs/contracts.md");
        let names = Choice::names();
        for (place, name) in names.iter().enumerate() {
            assert!(
                docs.contains(&format!("\n### {name}\n")),
                "docs/contracts.md lacks {name}"
            );
            assert!(!names[..place].contains(name), "{name}");
        }
    }
}
