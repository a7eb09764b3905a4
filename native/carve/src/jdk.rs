//! Objects of the JDK, made from their states by the calls that a person would write.

use palus_sequence::{Literal, MethodKind, Operand, Scalar, Statement, TypeKind, Var};
use palus_state::{Content, Slot, Value};

use crate::make::Maker;
use crate::recipes::{CHARSET, FILLED, FRESH, MAPS, RECIPES, Recipe};
use crate::why::Why;

/// Makes the object of that node; `None` where nobody knows how.
pub(crate) fn rebuild(maker: &mut Maker<'_>, node: u32, class: &str) -> Option<Result<Var, Why>> {
    let content = &maker.state.nodes[node as usize].content;
    match content {
        Content::Elements(_, elements) if class.starts_with('[') => Some(array(maker, node, class, elements)),
        Content::Elements(None | Some(Slot::Null), elements) => match class {
            "java.util.Arrays$ArrayList" => Some(of_array(
                maker,
                elements,
                ("java.util.Arrays", "asList"),
                "java.util.List",
            )),
            "java.util.ImmutableCollections$ListN" | "java.util.ImmutableCollections$List12" => {
                Some(of_array(maker, elements, ("java.util.List", "of"), "java.util.List"))
            }
            "java.lang.StringBuilder" | "java.lang.StringBuffer" => Some(text(maker, class, elements)),
            _ => FILLED.contains(&class).then(|| filled(maker, node, class, elements)),
        },
        Content::ByHash(elements) => match class {
            "java.util.ImmutableCollections$SetN" | "java.util.ImmutableCollections$Set12" => {
                Some(of_array(maker, elements, ("java.util.Set", "of"), "java.util.Set"))
            }
            _ if FILLED.contains(&class) => Some(filled(maker, node, class, elements)),
            _ => {
                let pairs = elements.chunks_exact(2).map(|pair| (&pair[0], &pair[1])).collect();
                MAPS.contains(&class).then(|| map(maker, node, class, pairs))
            }
        },
        Content::Entries(None | Some(Slot::Null), entries) => {
            let pairs: Vec<_> = entries.iter().map(|(key, value)| (key, value)).collect();
            match class {
                "java.util.ImmutableCollections$MapN" | "java.util.ImmutableCollections$Map1" => {
                    Some(copied(maker, pairs))
                }
                _ => MAPS.contains(&class).then(|| map(maker, node, class, pairs)),
            }
        }
        Content::Fields(_) if class == "java.util.Properties" => Some(properties(maker, node)),
        Content::Fields(_) if class == "java.io.StringWriter" => Some(writer(maker, node)),
        Content::Fields(_) => {
            let is_it = |recipe: &&Recipe| recipe.class == class;
            let recipe = RECIPES.iter().find(is_it);
            let recipe = recipe.or_else(|| class.starts_with("sun.nio.cs.").then_some(&CHARSET))?;
            Some(by(recipe, maker, node))
        }
        _ => None,
    }
}

fn array(maker: &mut Maker<'_>, node: u32, class: &str, elements: &[Slot]) -> Result<Var, Why> {
    let unmade = || Why::NotRebuilt(class.into());
    let of = maker.symbols.runtime_name(class);
    let &TypeKind::Array(element) = maker.symbols.kind(of) else {
        return Err(unmade());
    };
    // One that holds itself has no expression.
    if elements.contains(&Slot::Node(node)) {
        return Err(unmade());
    }
    let elements = operands(maker, elements)?;
    Ok(maker.sequence.push(Statement::Array { element, elements }))
}

fn operands<'s>(maker: &mut Maker<'_>, slots: impl IntoIterator<Item = &'s Slot>) -> Result<Vec<Operand>, Why> {
    slots.into_iter().map(|slot| maker.operand(slot)).collect()
}

/// By a factory of any number of elements.
fn of_array(maker: &mut Maker<'_>, slots: &[Slot], (owner, name): (&str, &str), result: &str) -> Result<Var, Why> {
    let elements = operands(maker, slots)?;
    let element = maker.symbols.class("java.lang.Object");
    let array = maker.sequence.push(Statement::Array { element, elements });
    let descriptor = format!("([Ljava/lang/Object;)L{};", result.replace('.', "/"));
    maker.call_static(owner, name, &descriptor, vec![Operand::Var(array)])
}

fn filled(maker: &mut Maker<'_>, node: u32, class: &str, elements: &[Slot]) -> Result<Var, Why> {
    let made = maker.construct(class, "()V", Vec::new())?;
    maker.begin(node, made);
    for element in elements {
        let operands = vec![Operand::Var(made), maker.operand(element)?];
        maker.call(
            "java.util.Collection",
            "add",
            "(Ljava/lang/Object;)Z",
            MethodKind::Instance,
            operands,
        )?;
    }
    Ok(made)
}

fn map(maker: &mut Maker<'_>, node: u32, class: &str, pairs: Vec<(&Slot, &Slot)>) -> Result<Var, Why> {
    let made = maker.construct(class, "()V", Vec::new())?;
    maker.begin(node, made);
    put(maker, made, pairs)?;
    Ok(made)
}

fn put(maker: &mut Maker<'_>, map: Var, pairs: Vec<(&Slot, &Slot)>) -> Result<(), Why> {
    let descriptor = "(Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;";
    for (key, value) in pairs {
        let operands = vec![Operand::Var(map), maker.operand(key)?, maker.operand(value)?];
        maker.call("java.util.Map", "put", descriptor, MethodKind::Instance, operands)?;
    }
    Ok(())
}

/// An unmodifiable map of any size.
fn copied(maker: &mut Maker<'_>, pairs: Vec<(&Slot, &Slot)>) -> Result<Var, Why> {
    let map = maker.construct("java.util.HashMap", "()V", Vec::new())?;
    put(maker, map, pairs)?;
    let copied = vec![Operand::Var(map)];
    maker.call_static("java.util.Map", "copyOf", "(Ljava/util/Map;)Ljava/util/Map;", copied)
}

fn text(maker: &mut Maker<'_>, class: &str, elements: &[Slot]) -> Result<Var, Why> {
    let text = operands(maker, elements)?;
    maker.construct(class, "(Ljava/lang/String;)V", text)
}

/// Properties keep what they hold in a map of their own.
fn properties(maker: &mut Maker<'_>, node: u32) -> Result<Var, Why> {
    let class = "java.util.Properties";
    let unknown = || Why::NotRebuilt(class.into());
    let Some(Slot::Node(map)) = maker.field(node, "map") else {
        return Err(unknown());
    };
    let made = maker.construct(class, "()V", Vec::new())?;
    maker.begin(node, made);
    match &maker.state.nodes[*map as usize].content {
        Content::Entries(_, entries) => {
            put(maker, made, entries.iter().map(|(key, value)| (key, value)).collect())?;
        }
        Content::ByHash(elements) => {
            put(
                maker,
                made,
                elements.chunks_exact(2).map(|pair| (&pair[0], &pair[1])).collect(),
            )?;
        }
        _ => return Err(unknown()),
    }
    match maker.field(node, "defaults") {
        Some(Slot::Null) => Ok(made),
        _ => Err(unknown()),
    }
}

fn writer(maker: &mut Maker<'_>, node: u32) -> Result<Var, Why> {
    let class = "java.io.StringWriter";
    let Some(Slot::Node(buffer)) = maker.field(node, "buf") else {
        return Err(Why::NotRebuilt(class.into()));
    };
    let made = maker.construct(class, "()V", Vec::new())?;
    if let Content::Elements(_, written) = &maker.state.nodes[*buffer as usize].content
        && let [text @ Slot::Value(Value::String(units))] = written.as_slice()
        && !units.units().is_empty()
    {
        let operands = vec![Operand::Var(made), maker.operand(text)?];
        maker.call(
            "java.io.Writer",
            "write",
            "(Ljava/lang/String;)V",
            MethodKind::Instance,
            operands,
        )?;
    }
    Ok(made)
}

fn by(recipe: &Recipe, maker: &mut Maker<'_>, node: u32) -> Result<Var, Why> {
    let unknown = || Why::NotRebuilt(recipe.class.into());
    let is_otherwise = |(class, field, value): &(&str, &str, Scalar)| {
        let fresh = Slot::Value(Value::Scalar(*value));
        *class == recipe.class && maker.field(node, field).is_some_and(|slot| *slot != fresh)
    };
    if FRESH.iter().any(is_otherwise) {
        return Err(unknown());
    }
    let slots: Option<Vec<&Slot>> = recipe.fields.iter().map(|field| maker.field(node, field)).collect();
    let mut operands = operands(maker, slots.ok_or_else(unknown)?)?;
    // Fields may be narrower than the parameters that they are given to, where all of these are primitive.
    for (operand, wanted) in operands.iter_mut().zip(recipe.descriptor[1..].chars()) {
        if let Operand::Literal(literal) = operand
            && let Some(wider) = widened(literal, wanted)
        {
            *literal = wider;
        }
    }
    if recipe.name == "<init>" {
        maker.construct(recipe.owner, recipe.descriptor, operands)
    } else {
        maker.call_static(recipe.owner, recipe.name, recipe.descriptor, operands)
    }
}

/// A whole number as one of that type, by its descriptor: `None` where it is one.
fn widened(literal: &Literal, wanted: char) -> Option<Literal> {
    let number = match *literal {
        Literal::Byte(v) => i64::from(v),
        Literal::Short(v) => i64::from(v),
        Literal::Int(v) => i64::from(v),
        _ => return None,
    };
    match wanted {
        'I' => i32::try_from(number).ok().map(Literal::Int),
        'J' => Some(Literal::Long(number)),
        _ => None,
    }
}
