//! A class file without its code.

use std::sync::Arc;

use noak::MStr;
use noak::error::DecodeError;
use noak::reader::attributes::annotations::{ElementValue, ParameterAnnotations};
use noak::reader::attributes::{
    AttributeContent, Code, ConstantValue, EnclosingMethod, Exceptions, InnerClasses, LocalVariableTable,
    MethodParameters, RuntimeInvisibleAnnotations, RuntimeVisibleAnnotations, RuntimeVisibleParameterAnnotations,
    Signature,
};
use noak::reader::cpool::{ConstantPool, Item};
use noak::reader::{Attribute, Class, DecodeMany, Field, Method};

use super::soundness::is_sound;
use super::text::{class_name, java_string, name};
use super::unwritten::Authors;
use crate::descriptor::parameter_slots;
use crate::info::{
    Access, Annotation, ClassInfo, Constant, Enclosing, FieldInfo, MethodInfo, Nesting, Origin, RecordComponent,
};

pub(super) type Attributes<'a> = DecodeMany<'a, Attribute<'a>, u16>;

/// Reads a class file.
pub(crate) fn class_info(bytes: &[u8], origin: Origin) -> Result<ClassInfo, DecodeError> {
    let class = Class::new(bytes)?;
    let pool = class.pool();
    let own_name = class_name(pool, class.this_class())?;
    let authors = Authors::of(&class)?;
    let (nesting, inner_access) = nesting(&class, &own_name)?;
    let mut info = ClassInfo {
        access: Access(class.access_flags().bits()),
        nesting,
        inner_access,
        enclosing: enclosing(&class)?,
        components: components(&class)?,
        permitted: permitted(&class)?,
        superclass: class.super_class().map(|index| class_name(pool, index)).transpose()?,
        interfaces: class
            .interfaces()
            .into_iter()
            .map(|index| class_name(pool, index?))
            .collect::<Result<_, _>>()?,
        signature: signature(pool, &class.attributes())?,
        is_deprecated: has(pool, &class.attributes(), "Deprecated")?,
        is_thread_safe: is_thread_safe(pool, &class.attributes())?,
        author: authors.of_class(),
        fields: class
            .fields()
            .into_iter()
            .map(|f| field(pool, &f?))
            .collect::<Result<_, _>>()?,
        methods: class
            .methods()
            .into_iter()
            .map(|m| method(pool, &m?, &authors))
            .collect::<Result<_, _>>()?,
        name: own_name,
        unreadable: None,
        origin,
    };
    drop_broken_signatures(&mut info);
    // Compilers before Java 5 had an attribute for what is a flag now.
    if has(pool, &class.attributes(), "Synthetic")? {
        info.access.0 |= 0x1000;
    }
    Ok(info)
}

/// Leaves out generic signatures that javac does not read, with which it refuses the whole class file.
fn drop_broken_signatures(info: &mut ClassInfo) {
    let members = info.fields.iter_mut().map(|field| &mut field.signature);
    let members = members.chain(info.methods.iter_mut().map(|method| &mut method.signature));
    for signature in members.chain([&mut info.signature]) {
        if signature.as_deref().is_some_and(|text| !is_sound(text)) {
            *signature = None;
            info.unreadable =
                Some("the Java compiler does not read its class file: a generic signature is broken or too deep");
        }
    }
}

/// How the class sits among others, and its flags there.
fn nesting(class: &Class<'_>, own_name: &str) -> Result<(Nesting, Option<Access>), DecodeError> {
    let pool = class.pool();
    let Some(table) = class.attributes().find_attribute::<InnerClasses<'_>>(pool)? else {
        return Ok((Nesting::TopLevel, None));
    };
    for entry in table.classes() {
        let entry = entry?;
        if *class_name(pool, entry.inner_class())? != *own_name {
            continue;
        }
        let access = Access(entry.inner_access_flags().bits());
        let nesting = match (entry.outer_class(), entry.inner_name()) {
            (Some(outer), Some(simple)) => Nesting::Member {
                outer: class_name(pool, outer)?,
                simple: name(pool.retrieve(simple)?),
                access,
            },
            _ => Nesting::Hidden,
        };
        return Ok((nesting, Some(access)));
    }
    Ok((Nesting::TopLevel, None))
}

fn enclosing(class: &Class<'_>) -> Result<Option<Enclosing>, DecodeError> {
    let pool = class.pool();
    let Some(found) = class.attributes().find_attribute::<EnclosingMethod<'_>>(pool)? else {
        return Ok(None);
    };
    let method = found.method().map(|index| pool.retrieve(index)).transpose()?;
    Ok(Some(Enclosing {
        class: class_name(pool, found.class())?,
        method: method.map(|method| (name(method.name), name(method.descriptor))),
    }))
}

/// The components of a record class; `None` for another.
pub(super) fn components(class: &Class<'_>) -> Result<Option<Vec<RecordComponent>>, DecodeError> {
    let pool = class.pool();
    let Some(AttributeContent::Record(record)) = newer_attribute(class, "Record")? else {
        return Ok(None);
    };
    let components = record.components().into_iter().map(|component| {
        let component = component?;
        Ok(RecordComponent {
            name: name(pool.retrieve(component.name())?),
            descriptor: name(pool.retrieve(component.descriptor())?),
            signature: signature(pool, &component.attributes())?,
        })
    });
    components.collect::<Result<_, DecodeError>>().map(Some)
}

/// The classes that may extend a sealed one; none for another.
fn permitted(class: &Class<'_>) -> Result<Vec<Arc<str>>, DecodeError> {
    let Some(AttributeContent::PermittedSubclasses(permitted)) = newer_attribute(class, "PermittedSubclasses")? else {
        return Ok(Vec::new());
    };
    let names = permitted.classes().into_iter();
    names.map(|index| class_name(class.pool(), index?)).collect()
}

/// An attribute of records and sealed classes: `noak` 0.7 reads these but does not find them by type.
fn newer_attribute<'c>(class: &Class<'c>, wanted: &str) -> Result<Option<AttributeContent<'c>>, DecodeError> {
    let pool = class.pool();
    for attribute in class.attributes() {
        let attribute = attribute?;
        if *pool.retrieve(attribute.name())? == *wanted {
            return attribute.read_content(pool).map(Some);
        }
    }
    Ok(None)
}

fn field(pool: &ConstantPool<'_>, field: &Field<'_>) -> Result<FieldInfo, DecodeError> {
    let attributes = field.attributes();
    let constant = match attributes.find_attribute::<ConstantValue<'_>>(pool)? {
        Some(value) => constant_of(pool, pool.get(value.value())?)?,
        None => None,
    };
    let mut access = Access(field.access_flags().bits());
    if has(pool, &attributes, "Synthetic")? {
        access.0 |= 0x1000;
    }
    Ok(FieldInfo {
        name: name(pool.retrieve(field.name())?),
        descriptor: name(pool.retrieve(field.descriptor())?),
        access,
        signature: signature(pool, &attributes)?,
        is_deprecated: has(pool, &attributes, "Deprecated")?,
        annotations: annotations(pool, &attributes)?,
        constant,
    })
}

fn method(pool: &ConstantPool<'_>, method: &Method<'_>, authors: &Authors) -> Result<MethodInfo, DecodeError> {
    let attributes = method.attributes();
    let own_name = name(pool.retrieve(method.name())?);
    let descriptor = name(pool.retrieve(method.descriptor())?);
    let author = authors.of_method(pool, method, (&own_name, &descriptor))?;
    let mut access = Access(method.access_flags().bits());
    if has(pool, &attributes, "Synthetic")? {
        access.0 |= 0x1000;
    }
    let mut exceptions = Vec::new();
    if let Some(clause) = attributes.find_attribute::<Exceptions<'_>>(pool)? {
        for index in clause.exceptions() {
            exceptions.push(class_name(pool, index?)?);
        }
    }
    Ok(MethodInfo {
        name: own_name,
        parameter_names: parameter_names(pool, &attributes, &descriptor, access.is_static())?,
        descriptor,
        access,
        signature: signature(pool, &attributes)?,
        exceptions,
        annotations: annotations(pool, &attributes)?,
        parameter_annotations: parameter_annotations(pool, &attributes)?,
        author,
        is_deprecated: has(pool, &attributes, "Deprecated")?,
    })
}

/// From `MethodParameters`, else from the local variables that hold the parameters.
fn parameter_names(
    pool: &ConstantPool<'_>,
    attributes: &Attributes<'_>,
    descriptor: &str,
    is_static: bool,
) -> Result<Vec<Option<Arc<str>>>, DecodeError> {
    let slots = parameter_slots(descriptor, is_static);
    let mut names = vec![None; slots.len()];
    if names.is_empty() {
        return Ok(names);
    }
    if let Some(list) = attributes.find_attribute::<MethodParameters<'_>>(pool)? {
        for (entry, place) in list.parameters().into_iter().zip(&mut names) {
            let index = entry?.name();
            *place = index.map(|index| pool.retrieve(index).map(name)).transpose()?;
        }
        return Ok(names);
    }
    let Some(code) = attributes.find_attribute::<Code<'_>>(pool)? else {
        return Ok(names);
    };
    if let Some(table) = code.attributes().find_attribute::<LocalVariableTable<'_>>(pool)? {
        for local in table.locals() {
            let local = local?;
            // A parameter lives from the first instruction on; a later variable may use the same slot.
            if local.range().start.as_u32() == 0
                && let Some(position) = slots.iter().position(|&slot| slot == u32::from(local.index()))
            {
                names[position] = Some(name(pool.retrieve(local.name())?));
            }
        }
    }
    Ok(names)
}

fn signature(pool: &ConstantPool<'_>, attributes: &Attributes<'_>) -> Result<Option<Arc<str>>, DecodeError> {
    let signature = attributes.find_attribute::<Signature<'_>>(pool)?;
    signature.map(|s| pool.retrieve(s.signature()).map(name)).transpose()
}

fn annotations(pool: &ConstantPool<'_>, attributes: &Attributes<'_>) -> Result<Vec<Annotation>, DecodeError> {
    let Some(found) = attributes.find_attribute::<RuntimeVisibleAnnotations<'_>>(pool)? else {
        return Ok(Vec::new());
    };
    let read = found.annotations().into_iter().map(|annotation| {
        let annotation = annotation?;
        let mut texts = Vec::new();
        for pair in annotation.pairs() {
            let pair = pair?;
            if let ElementValue::String(text) = pair.value() {
                texts.push((name(pool.retrieve(pair.name())?), name(pool.retrieve(text)?)));
            }
        }
        let class = annotation_class(pool.retrieve(annotation.type_())?);
        Ok(Annotation { class, texts })
    });
    read.collect()
}

/// Whether there is an annotation with the name that those of JCIP, of JSR 305, of Error Prone and of frameworks share.
fn is_thread_safe(pool: &ConstantPool<'_>, attributes: &Attributes<'_>) -> Result<bool, DecodeError> {
    has_annotation(pool, attributes, |class| class.ends_with(".ThreadSafe"))
}

/// Whether there is such an annotation, by the binary name of its class, whether it is kept at run time or not.
pub(super) fn has_annotation(
    pool: &ConstantPool<'_>,
    attributes: &Attributes<'_>,
    is_wanted: impl Fn(&str) -> bool,
) -> Result<bool, DecodeError> {
    let visible = attributes.find_attribute::<RuntimeVisibleAnnotations<'_>>(pool)?;
    let invisible = attributes.find_attribute::<RuntimeInvisibleAnnotations<'_>>(pool)?;
    let visible = visible.iter().flat_map(RuntimeVisibleAnnotations::annotations);
    let invisible = invisible.iter().flat_map(RuntimeInvisibleAnnotations::annotations);
    for annotation in visible.chain(invisible) {
        if is_wanted(&annotation_class(pool.retrieve(annotation?.type_())?)) {
            return Ok(true);
        }
    }
    Ok(false)
}

fn parameter_annotations(
    pool: &ConstantPool<'_>,
    attributes: &Attributes<'_>,
) -> Result<Vec<Vec<Arc<str>>>, DecodeError> {
    let Some(found) = attributes.find_attribute::<RuntimeVisibleParameterAnnotations<'_>>(pool)? else {
        return Ok(Vec::new());
    };
    let of_parameter = |annotations: ParameterAnnotations<'_>| {
        let names = annotations.annotations().into_iter().map(|annotation| {
            let class = pool.retrieve(annotation?.type_())?;
            Ok(annotation_class(class))
        });
        names.collect::<Result<Vec<_>, DecodeError>>()
    };
    found
        .parameters()
        .into_iter()
        .map(|parameter| of_parameter(parameter?))
        .collect()
}

/// `Lorg/junit/Test;` as a binary name.
fn annotation_class(descriptor: &MStr) -> Arc<str> {
    let text = name(descriptor);
    let inner = text
        .strip_prefix('L')
        .and_then(|text| text.strip_suffix(';'))
        .unwrap_or(&text);
    inner.replace('/', ".").into()
}

fn has(pool: &ConstantPool<'_>, attributes: &Attributes<'_>, wanted: &str) -> Result<bool, DecodeError> {
    for attribute in attributes.clone() {
        if *pool.retrieve(attribute?.name())? == *wanted {
            return Ok(true);
        }
    }
    Ok(false)
}

/// The value of a loadable entry; `None` for method handles, method types and dynamic constants, which no literal can say.
pub(super) fn constant_of(pool: &ConstantPool<'_>, item: &Item<'_>) -> Result<Option<Constant>, DecodeError> {
    Ok(Some(match item {
        Item::Integer(v) => Constant::Int(v.value),
        Item::Long(v) => Constant::Long(v.value),
        Item::Float(v) => Constant::Float(v.value),
        Item::Double(v) => Constant::Double(v.value),
        Item::String(v) => Constant::String(java_string(pool.retrieve(v.string)?)),
        Item::Class(v) => {
            let internal = name(pool.retrieve(v.name)?);
            Constant::Class(if internal.starts_with('[') {
                internal
            } else {
                format!("L{internal};").into()
            })
        }
        _ => return Ok(None),
    }))
}
