//! The structures that a class may have, as `org.palus.enumerate.Enumerator` tells them: columns divided by tabs.

use std::sync::Arc;

use palus_state::Place;

use crate::extension::{Field, Object, Pair};

/// What a field is to an enumeration.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// It holds an object of the program, or null.
    Link,
    /// It holds the object that encloses its own.
    Outer,
    /// A boolean or an enum constant: structures that differ in one are two.
    Flag,
    /// A number, a box or a string: structures that differ in nothing else are one.
    Number,
}

/// A field whose values are chosen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SpaceField {
    /// What it is.
    pub kind: Kind,
    /// The binary name of the class that declares it.
    pub owner: Arc<str>,
    /// Its name.
    pub name: Arc<str>,
    /// What `getName` gives for its type.
    pub type_name: String,
    /// What code of the same package calls its type; `None` where it has no name for it.
    pub source: Option<String>,
    /// Whether it is final.
    pub is_final: bool,
}

impl SpaceField {
    /// As an extension has it.
    pub fn field(&self) -> Field {
        Field {
            owner: self.owner.clone(),
            place: Place::Named(self.name.clone()),
        }
    }

    /// Whether it has an extension.
    pub fn is_link(&self) -> bool {
        matches!(self.kind, Kind::Link | Kind::Outer)
    }
}

/// How objects of a class are made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Making {
    /// By a constructor without arguments that leaves all fields as they are.
    Blank,
    /// By one that sets some.
    Setting,
    /// Without any of its constructors.
    Bare,
}

/// A class whose objects are made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SpaceClass {
    /// Its binary name.
    pub name: Arc<str>,
    /// What code of the same package calls it; `None` where it has no name for it.
    pub source: Option<String>,
    /// How its objects are made.
    pub making: Making,
    /// Its fields, by their positions in [`Space::fields`].
    pub places: Vec<usize>,
}

/// The classes and fields of an enumeration.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Space {
    /// The method that accepts structures.
    pub method: String,
    /// Whether code of the same package may call it.
    pub is_callable: bool,
    /// All fields whose values are chosen.
    pub fields: Vec<SpaceField>,
    /// The classes, that of the receiver first.
    pub classes: Vec<SpaceClass>,
    /// Fields that stay as they are made, for nothing is known to put there.
    pub unknown: Vec<String>,
}

/// An object of a structure.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Made {
    /// The position of its class.
    pub class: usize,
    /// What its fields hold, in their order: `-` for null, `#` and a position for an object of the structure, or the value.
    pub values: Vec<String>,
}

/// A structure that was found.
#[derive(Clone, PartialEq, Debug)]
pub struct Structure {
    /// How many objects it has, the receiver among them.
    pub size: usize,
    /// The objects breadth first, the receiver before all others; none where calls make them.
    pub objects: Vec<Made>,
    /// When it was found, in milliseconds.
    pub millis: f64,
    /// The pairs that no structure before it has.
    pub adds: Vec<(Field, Pair)>,
}

impl Space {
    /// Takes a line of the description; `None` for one that makes no sense.
    pub fn learn(&mut self, columns: &[&str]) -> Option<()> {
        let named = |text: &str| (text != "-").then(|| text.to_owned());
        match *columns {
            ["ready", method, access] => {
                method.clone_into(&mut self.method);
                self.is_callable = access == "callable";
            }
            ["field", kind, owner, name, type_name, source, changes] => self.fields.push(SpaceField {
                kind: match kind {
                    "L" => Kind::Link,
                    "O" => Kind::Outer,
                    "F" => Kind::Flag,
                    "N" => Kind::Number,
                    _ => return None,
                },
                owner: owner.into(),
                name: name.into(),
                type_name: type_name.to_owned(),
                source: named(source),
                is_final: changes == "final",
            }),
            ["class", name, source, making, places] => {
                let places = places.split(' ').filter(|place| !place.is_empty());
                self.classes.push(SpaceClass {
                    name: name.into(),
                    source: named(source),
                    making: match making {
                        "blank" => Making::Blank,
                        "set" => Making::Setting,
                        _ => Making::Bare,
                    },
                    places: places.map(|place| place.parse().ok()).collect::<Option<_>>()?,
                });
            }
            ["null", field] => self.unknown.push(field.to_owned()),
            _ => return None,
        }
        Some(())
    }

    /// A structure of the columns behind `input`: size, time, pairs that it adds, objects.
    pub fn structure(&self, columns: &[&str]) -> Option<Structure> {
        let [_, millis, adds, objects] = *columns else {
            return None;
        };
        let objects = objects.split(';').map(|object| {
            let mut words = object.split(' ');
            let class: usize = words.next()?.parse().ok()?;
            let values: Vec<String> = words.map(str::to_owned).collect();
            let is_whole = values.len() == self.classes.get(class)?.places.len();
            is_whole.then_some(Made { class, values })
        });
        let objects: Vec<Made> = objects.collect::<Option<_>>()?;
        let adds = adds.split(' ').filter(|pair| !pair.is_empty());
        Some(Structure {
            size: objects.len(),
            objects,
            millis: millis.parse().ok()?,
            adds: adds.map(|pair| self.pair(pair)).collect::<Option<_>>()?,
        })
    }

    /// A pair of a field: field, class and number of the one object, class (`-` for null) and number of the other.
    pub fn pair(&self, text: &str) -> Option<(Field, Pair)> {
        let words: Vec<&str> = text.split('.').collect();
        let (field, from, to) = match *words.as_slice() {
            [field, class, number, "-"] => (field, (class, number), None),
            [field, class, number, to_class, to_number] => (field, (class, number), Some((to_class, to_number))),
            _ => return None,
        };
        let object = |(class, number): (&str, &str)| {
            let class = self.classes.get(class.parse::<usize>().ok()?)?;
            Some(Object::Of(class.name.clone(), number.parse().ok()?))
        };
        let to = to.map_or(Some(Object::Null), object)?;
        let field = self.fields.get(field.parse::<usize>().ok()?)?;
        Some((field.field(), (object(from)?, to)))
    }

    /// The fields that have an extension.
    pub fn links(&self) -> Vec<Field> {
        let links = self.fields.iter().filter(|field| field.is_link());
        links.map(SpaceField::field).collect()
    }

    /// The class of the receiver.
    pub fn receiver(&self) -> Option<&SpaceClass> {
        self.classes.first()
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// A list of numbers with a node that cannot be named.
    pub(crate) fn list() -> Space {
        let mut space = Space::default();
        for line in [
            "ready\trepOk\tcallable",
            "field\tL\tdemo.List\tfirst\tdemo.List$Node\t-\topen",
            "field\tN\tdemo.List\tsize\tint\tint\topen",
            "field\tN\tdemo.List$Node\tvalue\tint\tint\tfinal",
            "field\tL\tdemo.List$Node\tnext\tdemo.List$Node\t-\topen",
            "class\tdemo.List\tdemo.List\tblank\t0 1",
            "class\tdemo.List$Node\t-\tbare\t2 3",
        ] {
            let columns: Vec<&str> = line.split('\t').collect();
            space.learn(&columns).expect("it makes sense");
        }
        space
    }

    #[test]
    fn a_structure_has_the_pairs_that_it_adds() {
        let space = list();
        let found = space
            .structure(&["2", "1.5", "0.0.0.1.0 3.1.0.-", "0 #1 1;1 0 -"])
            .expect("it makes sense");
        let pairs: Vec<String> = found
            .adds
            .iter()
            .map(|(field, (from, to))| format!("{field} {from} {to}"))
            .collect();
        assert_eq!(
            pairs,
            ["demo.List.first List#0 Node#0", "demo.List$Node.next Node#0 null"]
        );
        assert_eq!(found.objects[1].values, ["0", "-"]);
    }

    #[test]
    fn what_makes_no_sense_is_no_structure() {
        let space = list();
        assert!(space.structure(&["2", "1.5", "", "0 #1"]).is_none());
        assert!(space.structure(&["2", "1.5", "9.0.0.-", "0 #1 1"]).is_none());
        assert!(Space::default().learn(&["noise"]).is_none());
    }
}
