//! Where a test of a sequence has to stand: in the package of the members that are not public.
//!
//! A test stands in one package, so a sequence that needs two cannot become one.

use palus_classes::Library;
use palus_sequence::{FieldId, MethodId, Sequence, Statement, Symbols, TypeId};
use rustc_hash::FxHashMap;

/// Where the test of a sequence can stand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Home {
    /// Anywhere: everything is public.
    Anywhere,
    /// In this package alone, by its number.
    In(u16),
    /// Two packages are needed.
    Nowhere,
}

impl Home {
    fn and(self, other: Self) -> Self {
        match (self, other) {
            (Self::Anywhere, home) | (home, Self::Anywhere) => home,
            _ if self == other => self,
            _ => Self::Nowhere,
        }
    }
}

/// What is known of methods so far.
#[derive(Default)]
pub(crate) struct Homes {
    /// By method.
    known: Vec<Option<Home>>,
    of_fields: FxHashMap<FieldId, Home>,
    of_interfaces: FxHashMap<TypeId, Home>,
    packages: Vec<String>,
}

impl Homes {
    /// Where a test of these statements can stand.
    pub(crate) fn of(&mut self, statements: &[Statement], library: &dyn Library) -> Home {
        statements
            .iter()
            .fold(Home::Anywhere, |home, statement| match statement {
                Statement::Call { method, .. } => home.and(self.of_method(*method, library)),
                Statement::StaticField { field } => home.and(self.of_field(*field, library)),
                Statement::Fake { interface, .. } => home.and(self.of_interface(*interface, library)),
                _ => home,
            })
    }

    /// Whether there is a place for a test of the sequence.
    pub(crate) fn exists(&mut self, sequence: &Sequence, library: &dyn Library) -> bool {
        self.of(&sequence.statements, library) != Home::Nowhere
    }

    /// Whether a test of `class` stands there.
    pub(crate) fn suits(&self, home: Home, class: TypeId, symbols: &Symbols) -> bool {
        match home {
            Home::Anywhere => true,
            Home::Nowhere => false,
            Home::In(package) => symbols
                .class_name(class)
                .is_some_and(|name| package_of(name) == self.packages[usize::from(package)]),
        }
    }

    fn of_method(&mut self, method: MethodId, library: &dyn Library) -> Home {
        let index = method.0 as usize;
        if let Some(Some(home)) = self.known.get(index) {
            return *home;
        }
        let home = self.within(library.confined_to(method));
        if index >= self.known.len() {
            self.known.resize(index + 1, None);
        }
        self.known[index] = Some(home);
        home
    }

    fn of_field(&mut self, field: FieldId, library: &dyn Library) -> Home {
        if let Some(home) = self.of_fields.get(&field) {
            return *home;
        }
        let home = self.within(library.field_confined_to(field));
        self.of_fields.insert(field, home);
        home
    }

    fn of_interface(&mut self, interface: TypeId, library: &dyn Library) -> Home {
        if let Some(home) = self.of_interfaces.get(&interface) {
            return *home;
        }
        let home = self.within(library.interface_confined_to(interface));
        self.of_interfaces.insert(interface, home);
        home
    }

    fn within(&mut self, package: Option<String>) -> Home {
        let Some(package) = package else {
            return Home::Anywhere;
        };
        let known = self.packages.iter().position(|known| *known == package);
        let number = known.unwrap_or_else(|| {
            self.packages.push(package);
            self.packages.len() - 1
        });
        Home::In(number as u16)
    }
}

fn package_of(class: &str) -> &str {
    class.rsplit_once('.').map_or("", |(package, _)| package)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{FakeLibrary, call};

    #[test]
    fn what_two_packages_hide_has_no_place_for_its_test() {
        let mut library = FakeLibrary::default();
        let open = library.subject("a.Open", &["static f()V"])[0];
        let one = library.subject("a.One", &["static f()V"])[0];
        let other = library.subject("b.Other", &["static f()V"])[0];
        library.hide(one);
        library.hide(other);
        let mut homes = Homes::default();
        let mut of = |methods: &[MethodId]| {
            let statements: Vec<Statement> = methods.iter().map(|method| call(*method, &[])).collect();
            homes.of(&statements, &library)
        };
        assert_eq!(of(&[open]), Home::Anywhere);
        assert_eq!(of(&[open, one, one]), of(&[one]));
        assert_eq!(of(&[one, other]), Home::Nowhere);
        let home = of(&[other]);
        let class = |method: MethodId| library.symbols().get(method).owner;
        assert!(homes.suits(home, class(other), library.symbols()));
        assert!(!homes.suits(home, class(open), library.symbols()));
    }
}
