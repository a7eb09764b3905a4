//! The most nodes that an automaton keeps, by a rule that does not depend on the order in which runs are merged.

use crate::ClassModel;
use crate::canonical::walk;
use crate::digest::Digest;
use crate::merge::identities;

/// The most nodes of one class.
pub(crate) const NODES: usize = 1_024;

/// Keeps the first `most` nodes by (rank, identity), see the documentation of [`crate::Model`]; the others are left without a
/// way to them.
pub(crate) fn limit(class: &mut ClassModel, most: usize) {
    if class.nodes.len() <= most {
        return;
    }
    let identities = identities(class);
    let ranks = ranks(class);
    let mut order: Vec<(u32, Digest, usize)> = identities
        .iter()
        .zip(ranks)
        .enumerate()
        .filter_map(|(node, (identity, rank))| Some((rank?, (*identity)?, node)))
        .collect();
    order.sort_unstable();
    let mut kept = vec![false; class.nodes.len()];
    for &(_, _, node) in order.iter().take(most) {
        kept[node] = true;
    }
    for (node, &kept) in class.nodes.iter_mut().zip(&kept) {
        if !kept {
            class.truncated = class.truncated.saturating_add(node.exits);
            node.exits = 0;
            node.outgoing.clear();
        }
    }
    let is_kept = |node: crate::NodeId| kept[node.0 as usize];
    for node in &mut class.nodes {
        node.outgoing
            .retain(|transition| is_kept(transition.target) && transition.nested_to.is_none_or(is_kept));
    }
}

/// One more than the node before and, on an alternative path, than the node where it ends. So what leads to a node has
/// smaller ranks.
fn ranks(class: &ClassModel) -> Vec<Option<u32>> {
    let mut ranks: Vec<Option<u32>> = vec![None; class.nodes.len()];
    ranks[0] = Some(0);
    walk(class, |source, transition| {
        if ranks[transition.target.0 as usize].is_none() {
            let source = ranks[source.0 as usize].unwrap_or_default();
            let end = transition.nested_to.and_then(|end| ranks[end.0 as usize]);
            ranks[transition.target.0 as usize] = Some(1 + source.max(end.unwrap_or_default()));
        }
    });
    ranks
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use crate::{ClassModel, MethodIdentity, Model, Node, NodeId, Position, Transition};

    /// A prefix tree of these words, one object a word.
    fn model(words: &[Vec<u8>]) -> Model {
        let mut class = ClassModel {
            nodes: vec![Node::default()],
            objects: words.len() as u64,
            represented: words.len() as u64,
            ..ClassModel::default()
        };
        for word in words {
            let mut at = 0;
            for letter in word {
                at = step(&mut class, at, *letter);
            }
            class.nodes[at].exits += 1;
        }
        let mut model = Model::default();
        model.classes.insert("a.A".into(), class);
        model.canonical()
    }

    fn step(class: &mut ClassModel, at: usize, letter: u8) -> usize {
        let name = letter.to_string();
        let known = class.nodes[at].outgoing.iter_mut().find(|t| *t.method.name == *name);
        if let Some(transition) = known {
            transition.count = transition.count.saturating_add(1);
            return transition.target.0 as usize;
        }
        let target = class.nodes.len();
        let identity = MethodIdentity {
            owner: "a.A".into(),
            name: name.as_str().into(),
            descriptor: "()V".into(),
            access: 1,
        };
        class.nodes[at].outgoing.push(Transition {
            count: 1,
            ..Transition::new(identity.into(), Position::Receiver, NodeId(target as u32))
        });
        class.nodes.push(Node::default());
        target
    }

    fn merged(a: &Model, b: &Model) -> Model {
        let mut union = a.clone();
        union.merge_within(b, 12);
        union
    }

    fn words() -> impl Strategy<Value = Vec<Vec<u8>>> {
        prop::collection::vec(prop::collection::vec(0_u8..3, 1..6), 1..12)
    }

    proptest! {
        #[test]
        fn merging_under_a_limit_of_nodes_commutes_and_associates(a in words(), b in words(), c in words()) {
            let [a, b, c] = [a, b, c].map(|words| merged(&Model::default(), &model(&words)));
            let ab = merged(&a, &b);
            prop_assert_eq!(&ab, &merged(&b, &a));
            prop_assert_eq!(merged(&ab, &c), merged(&a, &merged(&b, &c)));
            let class = ab.class("a.A").unwrap();
            prop_assert!(class.states() <= 12);
            let exits: u64 = class.nodes.iter().map(|node| node.exits).sum();
            prop_assert_eq!(exits + class.truncated, class.objects);
        }

        #[test]
        fn merging_a_limited_model_with_itself_keeps_its_nodes(a in words()) {
            let a = merged(&Model::default(), &model(&a));
            let twice = merged(&a, &a);
            prop_assert_eq!(twice.class("a.A").unwrap().states(), a.class("a.A").unwrap().states());
        }
    }
}
