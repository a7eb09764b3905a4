//! Heaps that are made up, in the words in which the reader in Java writes them.
use std::sync::Arc;

use palus_state::{Heap, Layout, LayoutField, Nature, State};
use palus_trace::record::tag;

pub(crate) const NULL: u64 = 0;

/// Objects, by references that begin with 1.
#[derive(Default, Clone)]
pub(crate) struct Builder {
    layouts: Vec<Arc<Layout>>,
    objects: Vec<(u32, usize, Vec<u64>)>,
}

impl Builder {
    fn layout(&mut self, layout: Layout) -> u32 {
        if let Some(known) = self.layouts.iter().position(|l| **l == layout) {
            return known as u32;
        }
        self.layouts.push(Arc::new(layout));
        self.layouts.len() as u32 - 1
    }

    /// An object with these fields: name, tag, word.
    pub(crate) fn object(&mut self, class: &str, fields: &[(&str, u8, u64)]) -> u64 {
        let layout = Layout {
            class: class.into(),
            nature: Nature::Fields,
            fields: fields
                .iter()
                .map(|(name, tag, _)| LayoutField {
                    owner: class.into(),
                    name: (*name).into(),
                    tag: *tag,
                })
                .collect(),
        };
        let layout = self.layout(layout);
        self.put(layout, 0, fields.iter().map(|(.., word)| *word).collect())
    }

    fn put(&mut self, layout: u32, length: usize, words: Vec<u64>) -> u64 {
        self.objects.push((layout, length, words));
        self.objects.len() as u64
    }

    /// An array of elements of that tag.
    pub(crate) fn array(&mut self, class: &str, tag: u8, elements: &[u64]) -> u64 {
        let width = match tag {
            tag::BYTE | tag::BOOLEAN => 8,
            tag::CHAR | tag::SHORT => 16,
            tag::INT | tag::FLOAT => 32,
            _ => 64,
        };
        let mut words = vec![0; (elements.len() * width).div_ceil(64)];
        for (index, element) in elements.iter().enumerate() {
            let mask = u64::MAX >> (64 - width);
            words[index * width / 64] |= (element & mask) << (index * width % 64);
        }
        let layout = self.layout(Layout {
            class: class.into(),
            nature: Nature::Array(tag),
            fields: Vec::new(),
        });
        self.put(layout, elements.len(), words)
    }

    pub(crate) fn ints(&mut self, elements: &[i32]) -> u64 {
        let elements: Vec<u64> = elements.iter().map(|e| *e as u64).collect();
        self.array("[I", tag::INT, &elements)
    }

    pub(crate) fn objects(&mut self, elements: &[u64]) -> u64 {
        self.array("[Ljava.lang.Object;", tag::OBJECT, elements)
    }

    /// A string of its own, Latin-1.
    pub(crate) fn string(&mut self, text: &str) -> u64 {
        let bytes: Vec<u64> = text.bytes().map(u64::from).collect();
        let value = self.array("[B", tag::BYTE, &bytes);
        self.object(
            "java.lang.String",
            &[("value", tag::OBJECT, value), ("coder", tag::BYTE, 0)],
        )
    }

    pub(crate) fn integer(&mut self, value: i32) -> u64 {
        self.object("java.lang.Integer", &[("value", tag::INT, value as u64)])
    }

    pub(crate) fn opaque(&mut self, class: &str) -> u64 {
        let layout = self.layout(Layout {
            class: class.into(),
            nature: Nature::Opaque,
            fields: Vec::new(),
        });
        self.put(layout, 0, Vec::new())
    }

    /// A `HashMap` whose table has these buckets of keys and values.
    pub(crate) fn hash_map(&mut self, buckets: &[&[(u64, u64)]]) -> u64 {
        let mut table = Vec::new();
        let mut size = 0;
        for bucket in buckets {
            let mut first = NULL;
            for (key, value) in bucket.iter().rev() {
                let fields = [
                    ("key", tag::OBJECT, *key),
                    ("value", tag::OBJECT, *value),
                    ("next", tag::OBJECT, first),
                ];
                first = self.object("java.util.HashMap$Node", &fields);
                size += 1;
            }
            table.push(first);
        }
        let table = self.array("[Ljava.util.HashMap$Node;", tag::OBJECT, &table);
        let fields = [("table", tag::OBJECT, table), ("size", tag::INT, size)];
        self.object("java.util.HashMap", &fields)
    }

    /// Changes the word of a field.
    pub(crate) fn set(&mut self, object: u64, field: usize, word: u64) {
        self.objects[object as usize - 1].2[field] = word;
    }

    pub(crate) fn words(&self, roots: &[u64]) -> Vec<u64> {
        let mut words = vec![self.objects.len() as u64, 0, roots.len() as u64];
        words.extend(roots);
        for (layout, length, body) in &self.objects {
            words.push(u64::from(*layout) | (*length as u64) << 32);
            words.extend(body);
        }
        words
    }

    pub(crate) fn state(&self, roots: &[u64]) -> State {
        self.try_state(roots, false).expect("not too large")
    }

    pub(crate) fn try_state(&self, roots: &[u64], raw_collections: bool) -> Option<State> {
        let words = self.words(roots);
        State::of(&Heap::new(&words, &self.layouts)?, raw_collections)
    }

    pub(crate) fn parse(&self, words: &[u64]) -> Option<State> {
        State::of(&Heap::new(words, &self.layouts)?, false)
    }
}
