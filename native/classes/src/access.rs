//! Who can name a class or call a member.

use crate::descriptor::element_class;
use crate::facts::{Home, Visibility};
use crate::identifier::{is_type_identifier, is_type_name};
use crate::index::ClassIndex;
use crate::info::{Access, ClassInfo, FieldInfo, MethodInfo, Nesting, Origin};
use crate::source::Release;

/// The place in which a test is written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Viewpoint {
    /// Its package. `None` stands for everywhere: only what is public counts.
    pub package: Option<String>,
}

impl Viewpoint {
    /// The place that sees public things only.
    pub fn everywhere() -> Self {
        Self { package: None }
    }

    /// The place of the tests of a class: its package, where that can be joined.
    pub fn of(class: &ClassInfo) -> Self {
        let package = (home(class) == Home::SamePackage).then(|| class.package().to_owned());
        Self { package }
    }

    /// Whether something of that visibility in that package is seen from here.
    pub fn sees(&self, visibility: Visibility, package: &str) -> bool {
        match visibility {
            Visibility::Public => true,
            Visibility::Package => self.package.as_deref() == Some(package),
            Visibility::Hidden => false,
        }
    }
}

/// Where the tests of a class can live.
pub(crate) fn home(class: &ClassInfo) -> Home {
    match class.origin {
        Origin::Open => Home::SamePackage,
        Origin::Closed | Origin::JdkExported | Origin::JdkInternal => Home::Apart,
    }
}

/// Who can use a member, its class left aside. A test is no subclass, so `protected` is for the package.
pub(crate) fn member_visibility(access: Access) -> Visibility {
    if access.is_public() {
        Visibility::Public
    } else if access.is_private() {
        Visibility::Hidden
    } else {
        Visibility::Package
    }
}

fn is_package_private(class: &ClassInfo) -> bool {
    class.nesting == Nesting::TopLevel && !class.access.is_public()
}

/// Whether javac finds a class where it looks for a member class: under the name of the class around it, a dollar sign and its own. Scala ends
/// names of its own in one and then leaves the other away. An outer class so has a shorter name, whatever a broken class path says.
fn is_member(class: &ClassInfo, outer: &str, simple: &str) -> bool {
    let own = class.name.strip_prefix(outer).and_then(|rest| rest.strip_prefix('$'));
    own == Some(simple)
}

impl ClassIndex {
    /// Who can name a class: the narrowest of its own access and that of the classes around it. Nobody can name one whose name the
    /// Java language does not have.
    pub fn visibility(&self, class: &ClassInfo) -> Visibility {
        if class.origin == Origin::JdkInternal || class.unreadable.is_some() || !self.has_class(class) {
            return Visibility::Hidden;
        }
        match &class.nesting {
            Nesting::TopLevel if is_type_name(&class.name) => member_visibility(class.access),
            Nesting::Member { outer, access, simple }
                if is_type_identifier(simple) && is_member(class, outer, simple) =>
            {
                let around = self
                    .class(outer)
                    .map_or(Visibility::Hidden, |outer| self.visibility(&outer));
                around.min(member_visibility(*access))
            }
            Nesting::TopLevel | Nesting::Hidden | Nesting::Member { .. } => Visibility::Hidden,
        }
    }

    /// Whether the release for which tests are compiled has the class.
    pub(crate) fn has_class(&self, class: &ClassInfo) -> bool {
        let release = self.release_of(class);
        release.is_none_or(|release| release.has_class(&class.name))
    }

    /// Whether the release for which tests are compiled has a method or constructor of the class.
    pub(crate) fn has_method(&self, class: &ClassInfo, method: &MethodInfo) -> bool {
        let release = self.release_of(class);
        release.is_none_or(|release| release.has_method(&class.name, &method.name, &method.descriptor))
    }

    /// The same for a field.
    pub(crate) fn has_field(&self, class: &ClassInfo, field: &FieldInfo) -> bool {
        let release = self.release_of(class);
        release.is_none_or(|release| release.has_field(&class.name, &field.name, &field.descriptor))
    }

    /// The release that decides what a class offers. Of classes that nobody can name it does not know all.
    fn release_of(&self, class: &ClassInfo) -> Option<&Release> {
        let is_api = class.origin == Origin::JdkExported && !is_package_private(class);
        self.release.as_ref().filter(|_| is_api)
    }

    /// Whether a test written there can name the type of that descriptor.
    pub fn can_name(&self, from: &Viewpoint, descriptor: &str) -> bool {
        let Some(name) = element_class(descriptor) else {
            return true; // a primitive
        };
        self.class(&name)
            .is_some_and(|class| from.sees(self.visibility(&class), class.package()))
    }

    /// The name in source of a class that has one.
    pub(crate) fn canonical_name(&self, class: &ClassInfo) -> String {
        match &class.nesting {
            Nesting::Member { outer, simple, .. } if outer.len() < class.name.len() => match self.class(outer) {
                Some(outer) => format!("{}.{simple}", self.canonical_name(&outer)),
                None => format!("{outer}.{simple}"),
            },
            _ => class.name.to_string(),
        }
    }
}
