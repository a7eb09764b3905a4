//! Methods that end what an object does on its own: the threads of a pool, a timer, a server.

use std::collections::BTreeSet;

use crate::callables::too_new;
use crate::index::ClassIndex;
use crate::observers::Observer;

/// What such methods are called, those first that end it for good.
const ENDING: [&str; 14] = [
    // Before `close`, which pools have since JDK 19.
    "shutdownNow",
    "shutdown",
    "close",
    "stop",
    "cancel",
    "dispose",
    "terminate",
    "destroy",
    "release",
    "quit",
    "halt",
    "finish",
    "disconnect",
    "interrupt",
];

impl ClassIndex {
    /// The public methods without parameters by which an object of the class may end its threads, to judge by their names, the likeliest
    /// first. Whether one does is for whoever runs it to find out.
    pub fn enders(&self, class: &str) -> Vec<Observer> {
        let mut seen = BTreeSet::new();
        let mut found = Vec::new();
        for declaring in self.supertypes(class) {
            for method in &declaring.methods {
                let is_meant = method.parameters() == "()"
                    && method.access.is_public()
                    && !method.access.is_static()
                    && !method.is_made_by_compiler()
                    && too_new(self, &declaring, method).is_none()
                    && ENDING.contains(&&*method.name);
                if is_meant && seen.insert(method.name.clone()) {
                    found.push(Observer {
                        owner: class.into(),
                        name: method.name.clone(),
                        descriptor: method.descriptor.clone(),
                    });
                }
            }
        }
        found.sort_by_key(|ender| ENDING.iter().position(|name| *name == &*ender.name));
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_ends_for_good_comes_first() {
        let Some(home) = crate::on_path() else {
            return;
        };
        let index = ClassIndex::open(&[], &home).unwrap();
        let names = |class: &str| -> Vec<String> {
            let enders = index.enders(class);
            enders.iter().map(|ender| ender.name.to_string()).collect()
        };
        assert_eq!(names("java.util.Timer"), ["cancel"]);
        let of_a_pool = names("java.util.concurrent.ThreadPoolExecutor");
        assert!(
            of_a_pool.ends_with(&["shutdownNow".to_owned(), "shutdown".to_owned()]),
            "{of_a_pool:?}"
        );
        assert!(names("java.lang.String").is_empty());
    }
}
