//! What methods of the JDK do that a proof cannot or need not look into: they cache, are native, or are called everywhere.

use crate::body::Member;
use crate::index::ClassIndex;

/// What is known of a method.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Known {
    /// It writes nothing that can be observed; a cache inside its own values does not count.
    Pure,
    /// It writes to its receiver alone.
    WritesReceiver,
    /// It writes to its receiver alone and gives the receiver.
    Builds,
}

/// Classes all of whose methods and constructors are pure: values that nobody can change. A `*` at the end stands for a prefix.
const VALUES: &[&str] = &[
    "java.lang.String",
    "java.lang.Boolean",
    "java.lang.Byte",
    "java.lang.Character",
    "java.lang.Short",
    "java.lang.Integer",
    "java.lang.Long",
    "java.lang.Float",
    "java.lang.Double",
    "java.lang.Number",
    "java.lang.Comparable",
    "java.lang.Math",
    "java.lang.StrictMath",
    "java.lang.Enum",
    "java.lang.Record",
    "java.math.*",
    "java.time.*",
    "java.util.Optional*",
    "java.util.UUID",
    "java.util.Objects",
];

/// Single methods that are pure, whatever the class of the receiver.
const PURE: &[(&str, &[&str])] = &[
    (
        "java.lang.Object",
        &["<init>", "getClass", "hashCode", "equals", "toString"],
    ),
    (
        "java.lang.Class",
        &[
            "getName",
            "getSimpleName",
            "isInstance",
            "isAssignableFrom",
            "isArray",
            "cast",
            "desiredAssertionStatus",
        ],
    ),
    (
        "java.lang.CharSequence",
        &["length", "charAt", "subSequence", "isEmpty"],
    ),
    ("java.lang.StringBuilder", READERS),
    ("java.lang.StringBuffer", READERS),
    (
        "java.util.Arrays",
        &[
            "equals",
            "deepEquals",
            "hashCode",
            "deepHashCode",
            "toString",
            "deepToString",
            "copyOf",
            "copyOfRange",
            "asList",
        ],
    ),
    (
        "java.util.Collections",
        &[
            "emptyList",
            "emptySet",
            "emptyMap",
            "singleton",
            "singletonList",
            "singletonMap",
            "unmodifiableList",
            "unmodifiableSet",
            "unmodifiableMap",
            "unmodifiableCollection",
        ],
    ),
    ("java.util.Collection", COLLECTION_READERS),
    ("java.util.List", COLLECTION_READERS),
    ("java.util.ArrayList", COLLECTION_READERS),
    ("java.util.Set", COLLECTION_READERS),
    (
        "java.util.Map",
        &["size", "isEmpty", "get", "containsKey", "containsValue", "getOrDefault"],
    ),
    (
        "java.util.HashMap",
        &["size", "isEmpty", "get", "containsKey", "containsValue", "getOrDefault"],
    ),
    ("java.util.Iterator", &["hasNext"]),
    ("java.util.Map$Entry", &["getKey", "getValue"]),
];

const READERS: &[&str] = &[
    "length",
    "charAt",
    "toString",
    "indexOf",
    "lastIndexOf",
    "substring",
    "capacity",
];

const COLLECTION_READERS: &[&str] = &[
    "size",
    "isEmpty",
    "get",
    "contains",
    "containsAll",
    "indexOf",
    "lastIndexOf",
];

/// Classes whose other methods write to their receiver alone and give it.
const BUILDERS: &[&str] = &[
    "java.lang.StringBuilder",
    "java.lang.StringBuffer",
    "java.util.StringJoiner",
];

/// Classes whose other methods write to their receiver alone.
const OWN_STATE: &[&str] = &[
    "java.util.ArrayList",
    "java.util.HashMap",
    "java.util.HashSet",
    "java.util.LinkedHashMap",
    "java.util.LinkedHashSet",
    "java.util.LinkedList",
    "java.util.TreeMap",
    "java.util.TreeSet",
];

/// What is known of a method, by the class that a call names.
pub(super) fn known(index: &ClassIndex, target: &Member) -> Option<Known> {
    if target.owner.starts_with('[') {
        // Arrays have the methods of `Object`, and `clone`, which copies.
        return Some(Known::Pure);
    }
    if !target.owner.starts_with("java.") {
        return None;
    }
    if VALUES.iter().any(|pattern| fits(pattern, &target.owner)) && !takes_a_mutable(target) {
        return Some(Known::Pure);
    }
    let is_pure = PURE
        .iter()
        .any(|(class, methods)| *class == &*target.owner && methods.contains(&&*target.name));
    // A call of `equals` or the like goes to an override; those are held to their contract here.
    let is_contract = matches!(
        (&*target.name, &*target.descriptor),
        ("equals", "(Ljava/lang/Object;)Z") | ("hashCode", "()I") | ("toString", "()Ljava/lang/String;")
    );
    if is_pure || is_contract {
        return Some(Known::Pure);
    }
    if BUILDERS.contains(&&*target.owner) {
        return Some(Known::Builds);
    }
    let is_error = &*target.name == "<init>" && index.is_subclass(&target.owner, "java.lang.Throwable");
    let is_own_state = OWN_STATE.contains(&&*target.owner);
    (is_error || is_own_state).then_some(Known::WritesReceiver)
}

/// `getChars` and the like fill an array that they are given.
fn takes_a_mutable(target: &Member) -> bool {
    matches!(&*target.name, "getChars" | "getBytes") && target.descriptor.ends_with('V')
        || target.descriptor.contains("/function/")
        || target.descriptor.contains("Appendable")
}

fn fits(pattern: &str, name: &str) -> bool {
    match pattern.strip_suffix('*') {
        Some(prefix) => name.starts_with(prefix),
        None => pattern == name,
    }
}
