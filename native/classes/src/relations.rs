//! The dependence analysis by names: what `palus depend` shows and the library of the generator looks up.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use crate::body::{Body, Member};
use crate::dependence::Corpus;
use crate::effects::documents;
use crate::index::ClassIndex;
use crate::info::ClassInfo;

/// By how much the weight of an access is reduced that a correct run never showed, once for each of the two methods that never
/// showed it. Static analysis counts every path; one that no test of the program takes is more often a rare path than a wrong one,
/// so the dependence stays and stands behind.
pub const UNSEEN_FACTOR: f64 = 0.25;

/// The field accesses that a correct run showed: each method that ran, with the fields that its own code was seen to access, by class
/// and name. A method that never ran says nothing, so its accesses keep their weight.
pub type SeenAccesses = BTreeMap<Member, BTreeSet<(Arc<str>, Arc<str>)>>;

/// A method that another depends on.
#[derive(Clone, PartialEq, Debug)]
pub struct Dependent {
    /// Its position in [`Relations::methods`].
    pub method: usize,
    /// W, greater than or equal to 0.
    pub weight: f64,
    /// Why, the field that gives most first.
    pub fields: Vec<SharedField>,
}

/// A field that two methods share.
#[derive(Clone, PartialEq, Debug)]
pub struct SharedField {
    /// The field, by the class that declares it.
    pub field: Member,
    /// What it gives to the weight.
    pub weight: f64,
    /// Whether the method depended on writes it; if not, both read it.
    pub is_written: bool,
}

/// What a method does with a field.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FieldUse {
    /// The field, by the class that declares it.
    pub field: Member,
    /// How many instructions read it or elements of its array.
    pub reads: u32,
    /// How many write it or elements of its array.
    pub writes: u32,
}

/// Which methods under test touch the same state. The documents of the analysis are all methods and constructors of the classes under
/// test that have code, are not private and were written by a programmer.
pub struct Relations {
    methods: Vec<Member>,
    is_constructor: Vec<bool>,
    fields: Vec<Member>,
    corpus: Corpus,
    by_name: HashMap<Member, usize>,
    /// For each document, the methods whose bodies are part of it, itself first.
    parts: Vec<Vec<Member>>,
    seen: Option<Seen>,
}

/// [`SeenAccesses`] by numbers: for each method that ran, its fields.
struct Seen(Vec<Option<BTreeSet<usize>>>);

impl Relations {
    /// Reads the bodies of the classes under test, on all cores.
    pub fn of(index: &ClassIndex, subjects: &[String]) -> Self {
        let names: BTreeSet<&String> = subjects.iter().collect();
        let classes: Vec<Arc<ClassInfo>> = names.into_iter().filter_map(|name| index.class(name)).collect();
        let bodies = index.bodies_of(&classes);
        Self::of_bodies(index, &classes, &bodies)
    }

    pub(crate) fn of_bodies(index: &ClassIndex, classes: &[Arc<ClassInfo>], bodies: &[Vec<Body>]) -> Self {
        let found = documents(index, classes, bodies);
        let mut relations = Self {
            methods: Vec::new(),
            is_constructor: Vec::new(),
            fields: found.fields,
            by_name: HashMap::new(),
            corpus: Corpus::new(Vec::new()),
            parts: Vec::new(),
            seen: None,
        };
        let mut documents = Vec::new();
        for effect in found.effects {
            let method = &effect.class.methods[effect.method];
            let name = Member {
                owner: effect.class.name.clone(),
                name: method.name.clone(),
                descriptor: method.descriptor.clone(),
            };
            relations.by_name.insert(name.clone(), relations.methods.len());
            relations.is_constructor.push(method.is_constructor());
            relations.methods.push(name);
            documents.push(effect.document);
            relations.parts.push(effect.parts);
        }
        relations.corpus = Corpus::new(documents);
        relations
    }

    /// Reduces the weights of accesses that were never seen to happen, by [`UNSEEN_FACTOR`]. What a private callee, a lambda or another
    /// part of a method was seen to access counts for the method, as in the bytecode.
    #[must_use]
    pub fn with_seen(mut self, index: &ClassIndex, seen: &SeenAccesses) -> Self {
        let fields: HashMap<(&str, &str), usize> = self
            .fields
            .iter()
            .zip(0..)
            .map(|(field, number)| ((&*field.owner, &*field.name), number))
            .collect();
        // An instruction may name the field by a class that inherits it.
        let number = |(owner, name): &(Arc<str>, Arc<str>)| {
            let declared = || {
                let supertypes = index.supertypes(owner);
                supertypes
                    .iter()
                    .find_map(|class| fields.get(&(&*class.name, &**name)).copied())
            };
            fields.get(&(&**owner, &**name)).copied().or_else(declared)
        };
        let of_document = |parts: &Vec<Member>| {
            seen.get(parts.first()?)?;
            let accessed = parts.iter().filter_map(|part| seen.get(part)).flatten();
            Some(accessed.filter_map(number).collect())
        };
        self.seen = Some(Seen(self.parts.iter().map(of_document).collect()));
        self
    }

    /// The methods and constructors that are documents, class by class, in the order of declaration.
    pub fn methods(&self) -> &[Member] {
        &self.methods
    }

    /// The position of a method among the documents.
    pub fn find(&self, method: &Member) -> Option<usize> {
        self.by_name.get(method).copied()
    }

    /// Whether the document is a constructor.
    pub fn is_constructor(&self, method: usize) -> bool {
        self.is_constructor[method]
    }

    /// The fields that a method touches, in the order of first mention.
    pub fn fields_of(&self, method: usize) -> Vec<FieldUse> {
        let accesses = self.corpus.documents()[method].accesses.iter();
        let field_use = |access: &crate::dependence::Access| FieldUse {
            field: self.fields[access.field].clone(),
            reads: access.reads,
            writes: access.writes,
        };
        accesses.map(field_use).collect()
    }

    /// The methods that `method` depends on with their weights W, heaviest first; equal weights in the order of classes and
    /// declarations.
    pub fn weights(&self, method: usize) -> Vec<(usize, f64)> {
        let mut found = self.corpus.dependence(method, |field, j| self.factor(method, j, field));
        // Sorting is stable.
        found.sort_by(|a, b| b.1.total_cmp(&a.1));
        found
    }

    /// The same with the fields that caused it.
    pub fn dependents(&self, method: usize) -> Vec<Dependent> {
        let explained = |(j, weight)| Dependent {
            method: j,
            weight,
            fields: self.shares(method, j),
        };
        self.weights(method).into_iter().map(explained).collect()
    }

    fn shares(&self, method: usize, j: usize) -> Vec<SharedField> {
        let mut shares = self.corpus.shares(method, j, |field, j| self.factor(method, j, field));
        shares.sort_by(|a, b| b.weight.total_cmp(&a.weight));
        let named = |share: crate::dependence::Share| SharedField {
            field: self.fields[share.field].clone(),
            weight: share.weight,
            is_written: share.is_written,
        };
        shares.into_iter().map(named).collect()
    }

    /// The methods that share fields with `method`, with the number of shared fields, most first.
    pub fn overlap(&self, method: usize) -> Vec<(usize, u32)> {
        let mut found = self.corpus.overlap(method);
        found.sort_by_key(|&(_, shared)| std::cmp::Reverse(shared));
        found
    }

    fn factor(&self, k: usize, j: usize, field: usize) -> f64 {
        let Some(Seen(seen)) = &self.seen else {
            return 1.0;
        };
        let of = |method: usize| match &seen[method] {
            Some(fields) if !fields.contains(&field) => UNSEEN_FACTOR,
            _ => 1.0,
        };
        of(k) * of(j)
    }
}
