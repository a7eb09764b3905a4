//! How objects of the JDK are made: by a constructor or static factory out of what their fields hold, or filled one by one.

use palus_sequence::Scalar;

/// What makes an object of a class from what its fields hold: a constructor (`<init>`) or static factory, its descriptor, and the fields that
/// it takes.
pub(crate) struct Recipe {
    pub(crate) class: &'static str,
    /// Who has the factory.
    pub(crate) owner: &'static str,
    pub(crate) name: &'static str,
    pub(crate) descriptor: &'static str,
    pub(crate) fields: &'static [&'static str],
}

const fn made(class: &'static str, descriptor: &'static str, fields: &'static [&'static str]) -> Recipe {
    given(class, (class, "<init>"), descriptor, fields)
}

const fn given(
    class: &'static str,
    (owner, name): (&'static str, &'static str),
    descriptor: &'static str,
    fields: &'static [&'static str],
) -> Recipe {
    Recipe {
        class,
        owner,
        name,
        descriptor,
        fields,
    }
}

const COLLECTIONS: &str = "java.util.Collections";

/// Of the fields that are not named here each is either a cache or what the constructor makes of those that are; where an object can be otherwise
/// ([`FRESH`]), it is asked.
pub(crate) const RECIPES: [Recipe; 31] = [
    made("java.lang.Object", "()V", &[]),
    made("java.util.Date", "(J)V", &["fastTime"]),
    made("java.io.File", "(Ljava/lang/String;)V", &["path"]),
    made("java.io.StringReader", "(Ljava/lang/String;)V", &["str"]),
    made("java.io.ByteArrayOutputStream", "()V", &[]),
    made("java.io.ByteArrayInputStream", "([B)V", &["buf"]),
    made("java.io.PrintWriter", "(Ljava/io/Writer;)V", &["out"]),
    made("java.io.BufferedReader", "(Ljava/io/Reader;)V", &["in"]),
    made("java.util.UUID", "(JJ)V", &["mostSigBits", "leastSigBits"]),
    made("java.util.concurrent.atomic.AtomicInteger", "(I)V", &["value"]),
    made("java.util.concurrent.atomic.AtomicLong", "(J)V", &["value"]),
    made(
        "java.util.concurrent.atomic.AtomicReference",
        "(Ljava/lang/Object;)V",
        &["value"],
    ),
    given(
        "java.net.URI",
        ("java.net.URI", "create"),
        "(Ljava/lang/String;)Ljava/net/URI;",
        &["string"],
    ),
    given(
        "java.util.regex.Pattern",
        ("java.util.regex.Pattern", "compile"),
        "(Ljava/lang/String;I)Ljava/util/regex/Pattern;",
        &["pattern", "flags"],
    ),
    given(
        "java.util.Optional",
        ("java.util.Optional", "ofNullable"),
        "(Ljava/lang/Object;)Ljava/util/Optional;",
        &["value"],
    ),
    given(
        "java.time.LocalDate",
        ("java.time.LocalDate", "of"),
        "(III)Ljava/time/LocalDate;",
        &["year", "month", "day"],
    ),
    given(
        "java.time.LocalTime",
        ("java.time.LocalTime", "of"),
        "(IIII)Ljava/time/LocalTime;",
        &["hour", "minute", "second", "nano"],
    ),
    given(
        "java.time.LocalDateTime",
        ("java.time.LocalDateTime", "of"),
        "(Ljava/time/LocalDate;Ljava/time/LocalTime;)Ljava/time/LocalDateTime;",
        &["date", "time"],
    ),
    given(
        "java.time.Instant",
        ("java.time.Instant", "ofEpochSecond"),
        "(JJ)Ljava/time/Instant;",
        &["seconds", "nanos"],
    ),
    given(
        "java.time.Duration",
        ("java.time.Duration", "ofSeconds"),
        "(JJ)Ljava/time/Duration;",
        &["seconds", "nanos"],
    ),
    given(
        "java.time.Period",
        ("java.time.Period", "of"),
        "(III)Ljava/time/Period;",
        &["years", "months", "days"],
    ),
    given(
        "java.time.ZoneOffset",
        ("java.time.ZoneOffset", "ofTotalSeconds"),
        "(I)Ljava/time/ZoneOffset;",
        &["totalSeconds"],
    ),
    given(
        "java.time.ZoneRegion",
        ("java.time.ZoneId", "of"),
        "(Ljava/lang/String;)Ljava/time/ZoneId;",
        &["id"],
    ),
    given(
        "java.util.Collections$EmptyList",
        (COLLECTIONS, "emptyList"),
        "()Ljava/util/List;",
        &[],
    ),
    given(
        "java.util.Collections$EmptySet",
        (COLLECTIONS, "emptySet"),
        "()Ljava/util/Set;",
        &[],
    ),
    given(
        "java.util.Collections$EmptyMap",
        (COLLECTIONS, "emptyMap"),
        "()Ljava/util/Map;",
        &[],
    ),
    given(
        "java.util.Collections$SingletonList",
        (COLLECTIONS, "singletonList"),
        "(Ljava/lang/Object;)Ljava/util/List;",
        &["element"],
    ),
    given(
        "java.util.Collections$SingletonSet",
        (COLLECTIONS, "singleton"),
        "(Ljava/lang/Object;)Ljava/util/Set;",
        &["element"],
    ),
    given(
        "java.util.Collections$UnmodifiableRandomAccessList",
        (COLLECTIONS, "unmodifiableList"),
        "(Ljava/util/List;)Ljava/util/List;",
        &["list"],
    ),
    given(
        "java.util.Collections$UnmodifiableSet",
        (COLLECTIONS, "unmodifiableSet"),
        "(Ljava/util/Set;)Ljava/util/Set;",
        &["c"],
    ),
    given(
        "java.util.Collections$UnmodifiableMap",
        (COLLECTIONS, "unmodifiableMap"),
        "(Ljava/util/Map;)Ljava/util/Map;",
        &["m"],
    ),
];

/// The JDK's character sets, each a class of its own.
pub(crate) const CHARSET: Recipe = given(
    "java.nio.charset.Charset",
    ("java.nio.charset.Charset", "forName"),
    "(Ljava/lang/String;)Ljava/nio/charset/Charset;",
    &["name"],
);

/// What the fields of an object have to hold for its [`Recipe`] to be all of it.
pub(crate) const FRESH: [(&str, &str, Scalar); 4] = [
    ("java.io.BufferedReader", "nChars", Scalar::Int(0)),
    ("java.io.StringReader", "next", Scalar::Int(0)),
    ("java.io.ByteArrayInputStream", "pos", Scalar::Int(0)),
    ("java.io.ByteArrayOutputStream", "count", Scalar::Int(0)),
];

/// Classes with a constructor without parameters whose objects are filled by `Collection.add`.
pub(crate) const FILLED: [&str; 11] = [
    "java.util.ArrayDeque",
    "java.util.ArrayList",
    "java.util.HashSet",
    "java.util.LinkedHashSet",
    "java.util.LinkedList",
    "java.util.PriorityQueue",
    "java.util.Stack",
    "java.util.TreeSet",
    "java.util.Vector",
    "java.util.concurrent.CopyOnWriteArrayList",
    "java.util.concurrent.CopyOnWriteArraySet",
];

/// The same by `Map.put`.
pub(crate) const MAPS: [&str; 7] = [
    "java.util.HashMap",
    "java.util.Hashtable",
    "java.util.IdentityHashMap",
    "java.util.LinkedHashMap",
    "java.util.TreeMap",
    "java.util.WeakHashMap",
    "java.util.concurrent.ConcurrentHashMap",
];
