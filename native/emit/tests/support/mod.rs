//! A hand-made class path: facts read from a short table, and tests built call by call against it.

use std::collections::BTreeMap;

use palus_classes::{
    Access, ClassFacts, Extended, Home, Implementable, Implemented, MethodFacts, MethodSignature, Type, TypeFacts,
    Visibility,
};
use palus_sequence::work::KeptTest;
use palus_sequence::{
    Answered, Demand, Literal, MethodKind, Operand, Outcome, Sequence, Statement, Symbols, TypeId, Value, Var,
    Violation,
};

/// The answers of a table; see `world.txt` for how it reads.
#[derive(Default)]
pub(crate) struct World {
    classes: BTreeMap<String, ClassFacts>,
    methods: BTreeMap<(String, String), Vec<(String, MethodFacts)>>,
    /// The generic signatures of static fields.
    fields: BTreeMap<(String, String), String>,
}

impl World {
    /// The table of this directory.
    pub(crate) fn load() -> Self {
        let mut world = Self::default();
        let mut owner = String::new();
        for line in include_str!("world.txt").lines() {
            let line = line.split(" #").next().unwrap().trim_end();
            match line.strip_prefix("  ") {
                Some(member) => world.add_member(&owner, member),
                None if line.is_empty() || line.starts_with('#') => {}
                None => owner = world.add_class(line),
            }
        }
        world
    }

    fn add_class(&mut self, line: &str) -> String {
        let mut words = line.split_whitespace();
        let name = words.next().unwrap().to_owned();
        let rest: Vec<&str> = words.collect();
        let option = |key: &str| rest.iter().find_map(|word| word.strip_prefix(key));
        let package = name.rsplit_once('.').map_or("", |(package, _)| package).to_owned();
        let is_interface = rest.contains(&"interface");
        let object = (name != "java.lang.Object" && !is_interface).then(|| "java.lang.Object".to_owned());
        let facts = ClassFacts {
            name: name.clone(),
            canonical: name.replace('$', "."),
            visibility: if rest.contains(&"package") {
                Visibility::Package
            } else {
                Visibility::Public
            },
            home: if package.starts_with("java") {
                Home::Apart
            } else {
                Home::SamePackage
            },
            package,
            type_parameters: option("generic=").map_or(0, |count| count.parse().unwrap()),
            is_interface,
            is_abstract: is_interface || rest.contains(&"abstract"),
            is_enum: rest.contains(&"enum"),
            is_inner: rest.contains(&"inner"),
            superclass: option("extends=").map(str::to_owned).or(object),
            interfaces: option("implements=").map_or(Vec::new(), |list| list.split(',').map(str::to_owned).collect()),
        };
        self.classes.insert(name.clone(), facts);
        name
    }

    fn add_member(&mut self, owner: &str, line: &str) {
        let words: Vec<&str> = line.split_whitespace().collect();
        let option = |key: &str| words.iter().find_map(|word| word.strip_prefix(key));
        let key = |name: &str| (owner.to_owned(), name.to_owned());
        let Some(parameters) = words[0].find('(') else {
            self.fields.insert(key(words[0]), option("sig=").unwrap().to_owned());
            return;
        };
        let (name, descriptor) = words[0].split_at(parameters);
        let facts = MethodFacts {
            parameter_names: option("names=")
                .map_or(Vec::new(), |list| list.split(',').map(|n| Some(n.to_owned())).collect()),
            throws: option("throws=").map_or(Vec::new(), |list| list.split(',').map(str::to_owned).collect()),
            is_varargs: words.contains(&"varargs"),
            is_deprecated: false,
            signature: option("sig=").map(str::to_owned),
            visibility: Visibility::Public,
        };
        self.methods
            .entry(key(name))
            .or_default()
            .push((descriptor.to_owned(), facts));
    }

    fn lineage(&self, name: &str) -> Vec<String> {
        let mut found = vec![name.to_owned()];
        let mut next = 0;
        while next < found.len() {
            if let Some(class) = self.classes.get(&found[next]) {
                found.extend(class.superclass.iter().chain(&class.interfaces).cloned());
            }
            next += 1;
        }
        found
    }
}

impl TypeFacts for World {
    fn class(&self, name: &str) -> Option<ClassFacts> {
        self.classes.get(name).cloned()
    }

    fn method(&self, owner: &str, name: &str, descriptor: &str) -> Option<MethodFacts> {
        self.lineage(owner).into_iter().find_map(|class| {
            let methods = self.methods.get(&(class, name.to_owned()))?;
            methods
                .iter()
                .find(|(own, _)| own == descriptor)
                .map(|(_, facts)| facts.clone())
        })
    }

    fn overloads(&self, owner: &str, name: &str) -> Vec<String> {
        let mut found: Vec<String> = Vec::new();
        for class in self.lineage(owner) {
            for (descriptor, _) in self.methods.get(&(class, name.to_owned())).into_iter().flatten() {
                if !found.contains(descriptor) {
                    found.push(descriptor.clone());
                }
            }
        }
        found
    }

    fn implementable(&self, interface: &str) -> Option<Implementable> {
        let class = self.classes.get(interface).filter(|class| class.is_abstract)?;
        let mut methods = Vec::new();
        for ((_, name), declared) in self.methods.iter().filter(|((owner, _), _)| *owner == class.name) {
            methods.extend(declared.iter().map(|(descriptor, facts)| Implemented {
                name: name.clone(),
                descriptor: descriptor.clone(),
                written: descriptor.clone(),
                gives_anything: false,
                parameter_names: facts.parameter_names.clone(),
                throws: facts.throws.clone(),
                access: Access(if class.is_interface { 0x0401 } else { 0x0404 }),
            }));
        }
        Some(Implementable {
            by_name: interface == "demo.Wide",
            has_defaults: interface == "demo.Wide" || interface == "demo.Shop",
            extended: (!class.is_interface).then(|| Extended {
                fields: vec!["single".to_owned()],
            }),
            methods,
            confined_to: None,
        })
    }

    fn static_field_type(&self, owner: &str, name: &str) -> Option<Type> {
        let signature = self.fields.get(&(owner.to_owned(), name.to_owned()))?;
        MethodSignature::parse(&format!("(){signature}")).map(|found| found.result)
    }

    fn is_assignable(&self, from: &Type, to: &Type) -> bool {
        from == to
    }

    fn is_subclass(&self, sub: &str, sup: &str) -> bool {
        self.lineage(sub).iter().any(|class| class == sup)
    }
}

/// A test in the making.
pub(crate) struct Draft<'s> {
    pub(crate) symbols: &'s mut Symbols,
    test: KeptTest,
}

impl<'s> Draft<'s> {
    /// A test of that class.
    pub(crate) fn of(symbols: &'s mut Symbols, subject: &str) -> Self {
        let test = KeptTest {
            subject: subject.to_owned(),
            sequence: Sequence::default(),
            outcomes: Vec::new(),
            asserted: Vec::new(),
            observers: 0,
            acts: vec![],
            asked: Vec::new(),
            violates: None,
            rank: 0,
            micros: 0,
            goals: vec![],
        };
        Self { symbols, test }
    }

    /// `new owner(...)`.
    pub(crate) fn new_object(&mut self, owner: &str, descriptor: &str, operands: Vec<Operand>) -> Var {
        let class = self.symbols.class(owner);
        self.add(
            MethodKind::Constructor,
            &format!("{owner}.<init>{descriptor}"),
            operands,
            Value::Object { class },
        )
    }

    /// `owner.name(...)`, `method` being `owner.name(descriptor)`.
    pub(crate) fn call_static(&mut self, method: &str, operands: Vec<Operand>, value: Value) -> Var {
        self.add(MethodKind::Static, method, operands, value)
    }

    /// `receiver.name(...)`.
    pub(crate) fn call(&mut self, method: &str, operands: Vec<Operand>, value: Value) -> Var {
        self.add(MethodKind::Instance, method, operands, value)
    }

    fn add(&mut self, kind: MethodKind, method: &str, operands: Vec<Operand>, value: Value) -> Var {
        let (path, descriptor) = method.split_at(method.find('(').unwrap());
        let (owner, name) = path.rsplit_once('.').unwrap();
        let method = self.symbols.method(owner, name, descriptor, kind).unwrap();
        self.push(Statement::Call { method, operands }, value)
    }

    /// Any statement that returned.
    pub(crate) fn push(&mut self, statement: Statement, value: Value) -> Var {
        self.test.outcomes.push(Outcome::Returned(value));
        self.test.sequence.push(statement)
    }

    /// An object made for the test, whose methods give these answers.
    pub(crate) fn fake(&mut self, interface: TypeId, answers: Vec<(Answered, Operand)>) -> Var {
        let (answers, values) = answers.into_iter().unzip();
        let fake = Statement::Fake {
            interface,
            answers,
            values,
        };
        self.push(fake, Value::Object { class: interface })
    }

    /// `new element[] {...}`.
    pub(crate) fn array(&mut self, descriptor: &str, elements: Vec<Operand>) -> Var {
        let element = self.symbols.descriptor(descriptor).unwrap();
        let class = self.symbols.array(element);
        let length = elements.len() as u32;
        self.push(
            Statement::Array { element, elements },
            Value::Array {
                class,
                length,
                elements: None,
            },
        )
    }

    /// `owner.name`.
    pub(crate) fn field(&mut self, owner: &str, name: &str, descriptor: &str) -> Var {
        let field = self.symbols.field(owner, name, descriptor).unwrap();
        let class = self.symbols.class(owner);
        self.push(Statement::StaticField { field }, Value::Object { class })
    }

    /// The last statement threw instead.
    pub(crate) fn threw(&mut self, class: &str) {
        let class = self.symbols.class(class);
        *self.test.outcomes.last_mut().unwrap() = Outcome::Threw { class, message: None };
    }

    /// The finished test, asserting the values of these statements.
    pub(crate) fn asserting(mut self, asserted: &[Var]) -> KeptTest {
        self.test.asserted = asserted.iter().map(|var| var.0).collect();
        self.test
    }

    /// The finished test, whose statements from `first` on are observers, all asserted.
    pub(crate) fn observed_from(mut self, first: Var) -> KeptTest {
        let length = self.test.sequence.len() as u16;
        self.test.observers = length - first.0;
        self.test.asserted = (first.0..length).collect();
        self.test
    }

    /// The finished test, asserting the last value.
    pub(crate) fn asserting_last(self) -> KeptTest {
        let last = Var((self.test.sequence.len() - 1) as u16);
        self.asserting(&[last])
    }

    /// The finished test, which breaks a check.
    pub(crate) fn violating(mut self, check: &str, because: &str) -> KeptTest {
        self.test.violates = Some(violation(check, because));
        self.test
    }

    /// The finished test, which fails for a demand that rests on `given` answers before it.
    pub(crate) fn demanding(mut self, check: &str, given: u16, demand: Demand) -> KeptTest {
        let demanded = violation(check, "it was expected to be so, but it is not");
        self.test.violates = Some(Violation {
            given,
            demand,
            ..demanded
        });
        self.test
    }
}

fn violation(check: &str, because: &str) -> Violation {
    Violation {
        check: check.to_owned(),
        cause: check.to_owned(),
        because: because.to_owned(),
        why: "Everybody relies on it.".to_owned(),
        confidence: 60,
        given: 0,
        demand: Demand::Returns,
        thrown_at: None,
    }
}

/// A literal operand.
pub(crate) fn lit(literal: Literal) -> Operand {
    Operand::Literal(literal)
}

/// A string operand.
pub(crate) fn text(text: &str) -> Operand {
    lit(Literal::string(text))
}

/// An `int` operand.
pub(crate) fn int(value: i32) -> Operand {
    lit(Literal::Int(value))
}

/// A variable operand.
pub(crate) fn var(var: Var) -> Operand {
    Operand::Var(var)
}

/// A string value.
pub(crate) fn string_value(text: &str) -> Value {
    Value::String {
        length: text.encode_utf16().count() as u32,
        text: Some(text.into()),
    }
}
