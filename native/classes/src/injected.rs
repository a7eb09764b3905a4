//! Fields that a framework sets.

use std::sync::Arc;

use palus_sequence::TypeId;

use crate::index::ClassIndex;
use crate::index_library::IndexLibrary;
use crate::info::FieldInfo;
use crate::library::Library;
use crate::types::Types;

/// By what frameworks are told to set a field, by simple name: they have several packages each.
const INJECTIONS: [&str; 6] = [
    "Autowired",
    "Inject",
    "Resource",
    "Value",
    "PersistenceContext",
    "ConfigProperty",
];

/// What tests of such classes set them with, where they have it: `setField(Object, String, Object)`.
pub const FIELD_SETTER: &str = "org.springframework.test.util.ReflectionTestUtils";

/// The fields that a framework sets in an object of the class, each with the name of the class that declares it,
/// nearest first.
pub(crate) fn injected(index: &ClassIndex, class: &str) -> impl Iterator<Item = (Arc<str>, FieldInfo)> + use<> {
    // Those of interfaces are static.
    index.supertypes(class).into_iter().flat_map(|class| {
        let fields: Vec<FieldInfo> = class.fields.iter().filter(|field| is_set(field)).cloned().collect();
        fields.into_iter().map(move |field| (class.name.clone(), field))
    })
}

/// Whether a framework is told to set the field.
fn is_set(field: &FieldInfo) -> bool {
    let mut names = field
        .annotations
        .iter()
        .filter_map(|known| known.class.rsplit(['.', '$']).next());
    !field.access.is_static() && names.any(|name| INJECTIONS.contains(&name))
}

impl IndexLibrary {
    /// The fields that a framework sets in an object of the class, those of superclasses too, by name and type, where tests have what sets them.
    pub(crate) fn fields_to_set(&mut self, class: TypeId) -> Vec<(Arc<str>, TypeId)> {
        let index = self.index().clone();
        if index.class(FIELD_SETTER).is_none() {
            return Vec::new();
        }
        let Some(class) = self.symbols().class_name(class) else {
            return Vec::new();
        };
        let types = Types::new(&index);
        let found = injected(&index, class).filter_map(|(declarer, field)| {
            let of = types.field_type(&declarer, &field)?;
            Some((field.name.clone(), self.erased_id(&types.erasure(&of))?))
        });
        found.collect()
    }
}
