//! Fields that a framework sets.

use std::sync::Arc;

use palus_sequence::TypeId;

use crate::index_library::IndexLibrary;
use crate::info::{ClassInfo, FieldInfo};
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

/// The fields of a class that a framework sets.
fn injected(class: &ClassInfo) -> impl Iterator<Item = &FieldInfo> {
    let is_injected = |field: &&FieldInfo| {
        let mut names = field
            .annotations
            .iter()
            .filter_map(|known| known.class.rsplit(['.', '$']).next());
        !field.access.is_static() && names.any(|name| INJECTIONS.contains(&name))
    };
    class.fields.iter().filter(is_injected)
}

/// Whether a framework sets fields that the class declares.
pub(crate) fn is_injected(class: &ClassInfo) -> bool {
    injected(class).next().is_some()
}

impl IndexLibrary {
    /// The fields that a framework sets in an object of the class, those of superclasses too, by name and type, where tests have what sets them.
    pub(crate) fn fields_to_set(&mut self, class: TypeId) -> Vec<(Arc<str>, TypeId)> {
        let index = self.index().clone();
        if index.class(FIELD_SETTER).is_none() {
            return Vec::new();
        }
        let types = Types::new(&index);
        let mut fields = Vec::new();
        let mut next = self.symbols().class_name(class).and_then(|name| index.class(name));
        while let Some(class) = next {
            for field in injected(&class) {
                let declared = types.field_type(&class.name, field).map(|of| types.erasure(&of));
                if let Some(of) = declared.and_then(|of| self.erased_id(&of)) {
                    fields.push((field.name.clone(), of));
                }
            }
            next = class.superclass.as_ref().and_then(|name| index.class(name));
        }
        fields
    }
}
