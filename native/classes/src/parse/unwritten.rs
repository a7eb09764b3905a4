//! Methods that nobody wrote: what the language declares of an enum class (JLS 8.9.3) or a record class (JLS 8.10.3), and what is annotated as
//! generated, or all where the class is. Coverage tools do not count them either.
//!
//! `Unwritten` in `java-agent/transform` has the same rules: the agent gives such methods no edges.

use std::sync::Arc;

use noak::error::DecodeError;
use noak::reader::attributes::{BootstrapMethods, Code, RawInstruction};
use noak::reader::cpool::ConstantPool;
use noak::reader::{Class, Method};

use super::bootstrap::handle;
use super::class::{components, has_annotation};
use super::code::member;
use super::text::class_name;
use crate::info::{Access, Author, RecordComponent};

/// The methods of every object that the language declares of a record.
const OF_OBJECT: [(&str, &str); 3] = [
    ("equals", "(Ljava/lang/Object;)Z"),
    ("hashCode", "()I"),
    ("toString", "()Ljava/lang/String;"),
];

/// What says of a class who wrote its methods.
pub(super) struct Authors {
    class: Arc<str>,
    is_generated: bool,
    is_enum: bool,
    components: Vec<RecordComponent>,
    /// By bootstrap method, whether it is that of these methods of a record.
    makes_of_object: Vec<bool>,
}

impl Authors {
    pub(super) fn of(class: &Class<'_>) -> Result<Self, DecodeError> {
        let pool = class.pool();
        let parent = class.super_class().map(|index| class_name(pool, index)).transpose()?;
        let is_enum = Access(class.access_flags().bits()).is_enum() && parent.as_deref() == Some("java.lang.Enum");
        let is_record = parent.as_deref() == Some("java.lang.Record");
        Ok(Self {
            class: class_name(pool, class.this_class())?,
            is_generated: has_annotation(pool, &class.attributes(), says_so)?,
            is_enum,
            components: if is_record {
                components(class)?.unwrap_or_default()
            } else {
                Vec::new()
            },
            makes_of_object: if is_record { makes_of_object(class)? } else { Vec::new() },
        })
    }

    /// Who wrote the class.
    pub(super) fn of_class(&self) -> Author {
        if self.is_generated {
            Author::Generator
        } else {
            Author::Programmer
        }
    }

    /// Who wrote the method of that name and descriptor.
    pub(super) fn of_method(
        &self,
        pool: &ConstantPool<'_>,
        method: &Method<'_>,
        (name, descriptor): (&str, &str),
    ) -> Result<Author, DecodeError> {
        let is_implicit = self.is_enum && self.is_of_each_enum(name, descriptor)
            || self.is_of_each_record(pool, method, (name, descriptor))?;
        if is_implicit {
            return Ok(Author::Language);
        }
        if self.is_generated || has_annotation(pool, &method.attributes(), says_so)? {
            return Ok(Author::Generator);
        }
        Ok(Author::Programmer)
    }

    fn is_of_each_enum(&self, name: &str, descriptor: &str) -> bool {
        let begins = match name {
            "values" => "()[L",
            "valueOf" => "(Ljava/lang/String;)L",
            _ => return false,
        };
        self.is_own(descriptor.strip_prefix(begins))
    }

    /// Whether the rest of a descriptor names the class.
    fn is_own(&self, rest: Option<&str>) -> bool {
        let result = rest.and_then(|rest| rest.strip_suffix(';'));
        result.is_some_and(|result| result.replace('/', ".") == *self.class)
    }

    fn is_of_each_record(
        &self,
        pool: &ConstantPool<'_>,
        method: &Method<'_>,
        (name, descriptor): (&str, &str),
    ) -> Result<bool, DecodeError> {
        let is_of_object = OF_OBJECT.contains(&(name, descriptor)) && self.makes_of_object.contains(&true);
        let is_of_component = |component: &RecordComponent| {
            *component.name == *name && descriptor.strip_prefix("()") == Some(&*component.descriptor)
        };
        let is_accessor = self.components.iter().any(is_of_component);
        if !is_of_object && !is_accessor {
            return Ok(false);
        }
        let Some(code) = method.attributes().find_attribute::<Code<'_>>(pool)? else {
            return Ok(false);
        };
        let instructions = code.raw_instructions().map(|instruction| Ok(instruction?.1));
        let instructions: Vec<RawInstruction<'_>> = instructions.collect::<Result<_, DecodeError>>()?;
        if is_accessor {
            return self.gives_field(pool, &instructions, name);
        }
        for instruction in &instructions {
            if let RawInstruction::InvokeDynamic { index } = instruction {
                let made_by = usize::from(pool.get(*index)?.bootstrap_method_attr);
                if self.makes_of_object.get(made_by) == Some(&true) {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// Whether that is all that they do, of that name and of this object.
    fn gives_field(
        &self,
        pool: &ConstantPool<'_>,
        instructions: &[RawInstruction<'_>],
        field: &str,
    ) -> Result<bool, DecodeError> {
        use RawInstruction as I;
        let [I::ALoad0 | I::ALoad { index: 0 }, I::GetField { index }, last] = instructions else {
            return Ok(false);
        };
        let returns = matches!(last, I::IReturn | I::LReturn | I::FReturn | I::DReturn | I::AReturn);
        let reference = pool.get(*index)?;
        let read = member(pool, reference.class, reference.name_and_type)?;
        Ok(returns && read.owner == self.class && *read.name == *field)
    }
}

/// Whether the simple name of an annotation says that a tool wrote what carries it.
fn says_so(annotation: &str) -> bool {
    let simple = annotation.rfind(['.', '$']).map_or(0, |at| at + 1);
    annotation[simple..].contains("Generated")
}

fn makes_of_object(class: &Class<'_>) -> Result<Vec<bool>, DecodeError> {
    let pool = class.pool();
    let Some(table) = class.attributes().find_attribute::<BootstrapMethods<'_>>(pool)? else {
        return Ok(Vec::new());
    };
    let methods = table.methods().into_iter().map(|method| {
        let owner = handle(pool, method?.method_ref())?.map(|(_, bootstrap)| bootstrap.owner);
        Ok(owner.as_deref() == Some("java.lang.runtime.ObjectMethods"))
    });
    methods.collect()
}
