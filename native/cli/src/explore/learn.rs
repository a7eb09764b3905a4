//! How calls of a trace are made again.

use std::sync::Arc;

use palus_machine::{Call, CallId, Concrete, State};
use palus_observe::Seen;
use palus_sequence::{MethodKind, Operand, Sequence, Statement, Var};
use palus_trace::MethodNames;
use rustc_hash::FxHashMap;

use super::Explorer;
use super::arguments::Given;
use super::explorer::Recipe;
use super::recorded::{OfClass, Recorded, RecordedCall};

const ACC_STATIC: u16 = 0x0008;
/// The most statements that make an object which is an argument.
const LONGEST: usize = 100;

/// The ways to make calls on objects of one class.
type Recipes = FxHashMap<Call, Recipe>;

impl Explorer {
    /// Takes in how the calls of a trace are made again: with arguments that can be written down, and with objects that the trace itself shows how to
    /// make, by the fewest calls that lead to their states.
    pub(super) fn learn(&mut self, recorded: &Recorded) -> anyhow::Result<()> {
        let classes: Vec<(&str, &OfClass)> = recorded
            .others
            .iter()
            .map(|(name, of)| (&**name, of))
            .chain([(&*recorded.class, &recorded.of)])
            .collect();
        let mut recipes: Vec<Recipes> = vec![Recipes::default(); classes.len()];
        let mut objects: FxHashMap<State, Given> = FxHashMap::default();
        loop {
            let known = (recipes.iter().map(Recipes::len).sum::<usize>(), objects.len());
            for ((class, of), recipes) in classes.iter().zip(&mut recipes) {
                for recorded in &of.calls {
                    if !recipes.contains_key(&recorded.call) {
                        let recipe = self.recorded_recipe(class, recorded, &objects);
                        recipes.extend(recipe.map(|recipe| (recorded.call.clone(), recipe)));
                    }
                }
                for (state, path) in of.concrete.paths() {
                    if !objects.contains_key(&state) {
                        objects.extend(made(&of.concrete, &path, recipes).map(|made| (state, made)));
                    }
                }
            }
            if known == (recipes.iter().map(Recipes::len).sum::<usize>(), objects.len()) {
                break;
            }
        }
        let own = recipes.pop().unwrap_or_default();
        let calls = recorded.of.calls.iter();
        let learned = calls.filter_map(|recorded| Some((recorded.call.clone(), own.get(&recorded.call)?.clone())));
        self.learn_made(learned.collect())?;
        Ok(())
    }

    fn recorded_recipe(
        &mut self,
        class: &str,
        recorded: &RecordedCall,
        objects: &FxHashMap<State, Given>,
    ) -> Option<Recipe> {
        let method: &Arc<MethodNames> = &recorded.method;
        let kind = match (&*method.name, method.access & ACC_STATIC) {
            ("<init>", _) => MethodKind::Constructor,
            (_, 0) => MethodKind::Instance,
            _ => MethodKind::Static,
        };
        // Inherited methods are called through the class, which its tests can name.
        let owner = if kind == MethodKind::Instance {
            class
        } else {
            &*method.owner
        };
        let symbols = self.symbols_mut();
        let method = symbols.method(owner, &method.name, &method.descriptor, kind).ok()?;
        let given = recorded.arguments.iter().map(|argument| match &argument.entry {
            Seen::Object(state) => objects.get(&State(state.0)).cloned(),
            seen => Given::seen(seen, symbols),
        });
        let given = given.collect::<Option<_>>()?;
        Some(Recipe { method, given })
    }
}

/// An object by the calls that lead to its state; `None` where one of them cannot be made, or it takes too many statements.
fn made(concrete: &Concrete, path: &[CallId], recipes: &Recipes) -> Option<Given> {
    let mut sequence = Sequence::default();
    let mut object: Option<Var> = None;
    for id in path {
        let recipe = recipes.get(concrete.call(*id))?;
        let mut operands: Vec<Operand> = object.map(Operand::Var).into_iter().collect();
        for given in &recipe.given {
            operands.push(given.put(&mut sequence));
        }
        let method = recipe.method;
        let var = sequence.push(Statement::Call { method, operands });
        object.get_or_insert(var);
        if sequence.len() > LONGEST {
            return None;
        }
    }
    Some(Given::Made(sequence, object?))
}
