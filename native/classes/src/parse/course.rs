//! The code of the methods of a class file as courses of steps, with their lines.

use noak::error::DecodeError;
use noak::reader::attributes::{Code, SourceFile};
use noak::reader::cpool::ConstantPool;
use noak::reader::{Class, Method};

use super::instruction::{Decoded, decode};
use super::text::name;
use super::unwritten::Authors;
use crate::flow::Op;
use crate::info::Author;
use crate::probes::{ClassProbes, Course, MethodProbes, Step};

/// The edges of a class.
pub(crate) fn probes(bytes: &[u8]) -> Result<ClassProbes, DecodeError> {
    let class = Class::new(bytes)?;
    let pool = class.pool();
    let source = class.attributes().find_attribute::<SourceFile<'_>>(pool)?;
    let mut found = ClassProbes {
        source: source
            .map(|file| pool.retrieve(file.source_file()).map(name))
            .transpose()?,
        methods: Vec::new(),
    };
    let authors = Authors::of(&class)?;
    let mut first = 0;
    for method in class.methods() {
        let method = method?;
        let own = name(pool.retrieve(method.name())?);
        let descriptor = name(pool.retrieve(method.descriptor())?);
        // What a coverage tool added is nobody's code.
        if own.starts_with("$jacoco") || authors.of_method(pool, &method, (&own, &descriptor))? != Author::Programmer {
            continue;
        }
        let Some(course) = course(pool, &method)? else {
            continue;
        };
        let probes = course.probes();
        let behind = first + probes.len() as u32;
        found.methods.push(MethodProbes {
            name: own,
            descriptor,
            is_synthetic: method.access_flags().bits() & 0x1000 != 0,
            first,
            probes,
        });
        first = behind;
    }
    Ok(found)
}

fn course(pool: &ConstantPool<'_>, method: &Method<'_>) -> Result<Option<Course>, DecodeError> {
    let Some(code) = method.attributes().find_attribute::<Code<'_>>(pool)? else {
        return Ok(None);
    };
    let mut steps = Vec::new();
    for instruction in code.raw_instructions() {
        let (at, instruction) = instruction?;
        let at = at.as_u32();
        steps.push((at, step(decode(at, &instruction))));
    }
    let handlers = code.exception_handlers();
    let mut lines = Vec::new();
    // There may be several tables.
    for attribute in code.attributes() {
        let attribute = attribute?;
        if *pool.retrieve(attribute.name())? != *"LineNumberTable" {
            continue;
        }
        lines.extend(line_numbers(attribute.content()));
    }
    lines.sort_by_key(|(start, _)| *start);
    Ok(Some(Course {
        steps,
        handlers: handlers
            .map(|handler| {
                (
                    handler.start().as_u32(),
                    handler.end().as_u32(),
                    handler.handler().as_u32(),
                )
            })
            .collect(),
        lines,
    }))
}

/// The rows of a `LineNumberTable` (JVMS 4.7.12), behind their count; by hand, for `noak` 0.7 takes the offsets for 32 bits wide.
fn line_numbers(content: &[u8]) -> impl Iterator<Item = (u32, u32)> {
    let rows = content.get(2..).unwrap_or_default().chunks_exact(4);
    let number = |high: u8, low: u8| u32::from(u16::from_be_bytes([high, low]));
    rows.map(move |row| (number(row[0], row[1]), number(row[2], row[3])))
}

fn step(decoded: Decoded<'_>) -> Step {
    let Decoded::Op(op) = decoded else {
        return Step::Next {
            is_new: matches!(decoded, Decoded::New(_)),
        };
    };
    match op {
        Op::Branch { target, .. } => Step::Branch(target),
        Op::Goto(target) => Step::Goto(target),
        Op::Switch { mut targets, .. } => {
            let default = targets.pop();
            let mut distinct: Vec<u32> = default.into_iter().collect();
            for target in targets {
                if !distinct.contains(&target) {
                    distinct.push(target);
                }
            }
            Step::Switch(distinct)
        }
        Op::Return { .. } | Op::End | Op::Subroutine(_) => Step::End,
        _ => Step::Next { is_new: false },
    }
}
