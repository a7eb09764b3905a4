//! What takes an object of a class: a defect of who makes objects shows when they are used.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use crate::access::member_visibility;
use crate::annotated::is_of_tests;
use crate::callables::{Callable, callables};
use crate::descriptor::{element_class, parameters};
use crate::facts::Visibility;
use crate::index::ClassIndex;
use crate::info::{ClassInfo, MethodInfo};
use crate::offers::Offers;

/// So many of one type at most, the nearest first.
const AT_MOST: usize = 16;

/// A method or constructor, and the class that declares it.
pub(crate) type Taker = (Arc<ClassInfo>, Callable);

/// Public classes that are not under test, by the types of what their public methods are passed.
pub(crate) struct Takers {
    by_type: HashMap<String, Vec<Arc<ClassInfo>>>,
}

impl Takers {
    /// Among these classes.
    pub(crate) fn among(index: &ClassIndex, classes: &Offers, subjects: &BTreeSet<&str>) -> Self {
        let mut by_type: HashMap<String, Vec<Arc<ClassInfo>>> = HashMap::new();
        let others = classes.classes().filter(|class| !subjects.contains(&*class.name));
        for class in others.filter(|class| index.visibility(class) == Visibility::Public) {
            let taken: BTreeSet<String> = class.methods.iter().flat_map(taken).collect();
            for name in taken {
                by_type.entry(name).or_default().push(class.clone());
            }
        }
        Self { by_type }
    }

    /// What any test may call that takes an object of the class: methods of its package first, then those with few parameters, then by name.
    pub(crate) fn of(&self, index: &ClassIndex, used: &ClassInfo) -> Vec<Taker> {
        let mut found: Vec<Taker> = Vec::new();
        for class in self.by_type.get(&*used.name).into_iter().flatten() {
            let callable = callables(index, class, &|_| false).callable;
            let taking = callable.into_iter().filter(|callable| takes(class, callable, used));
            found.extend(taking.map(|callable| (class.clone(), callable)));
        }
        let count = |callable: &Callable| parameters(&callable.descriptor).len();
        found.sort_by_key(|(class, callable)| (class.package() != used.package(), count(callable)));
        found.truncate(AT_MOST);
        found
    }
}

/// Whether the class declares that method itself, with such a parameter.
fn takes(class: &ClassInfo, callable: &Callable, used: &ClassInfo) -> bool {
    let is_meant = |method: &&MethodInfo| *method.name == *callable.name && *method.descriptor == *callable.descriptor;
    let declared = class.methods.iter().find(is_meant);
    declared.is_some_and(|method| taken(method).any(|name| *name == *used.name))
}

/// The classes of the parameters of a public method that is no test; arrays left out.
fn taken(method: &MethodInfo) -> impl Iterator<Item = String> + '_ {
    let is_called = member_visibility(method.access) == Visibility::Public && !is_of_tests(method);
    let parameters = if is_called {
        parameters(&method.descriptor)
    } else {
        Vec::new()
    };
    let classes = parameters.into_iter().filter(|parameter| parameter.starts_with('L'));
    classes.filter_map(element_class)
}
