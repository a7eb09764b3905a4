//! What code asks that no test controls, for the report of a method whose tests did not repeat.
//!
//! Found in bytecode: of all calls that can be reached from the method through code of the class path, the nearest that is in the
//! table. It is a hint and no proof: the answer may not matter, and overriding methods are not looked into.

use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::Arc;

use crate::body::{Body, Call, CallKind, Member};
use crate::glob::Glob;
use crate::hierarchy::Declared;
use crate::index::ClassIndex;
use crate::info::ClassInfo;

/// The search ends after this many bodies: what is further away is hardly what made the difference.
const MOST_BODIES: usize = 400;

/// What no test controls.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Chance {
    /// The time and the date.
    Clock,
    /// Random numbers without a seed.
    Random,
    /// Identity hash codes, and what `Object` makes of them.
    Identity,
    /// Properties and variables of the process, its language, time zone, encoding and files.
    Environment,
    /// Which thread runs, and what others do.
    Threads,
    /// Which methods called it.
    Callers,
}

/// Class, member with or without descriptor, what it asks. A `*` at the end stands for anything.
const TABLE: [(&str, &str, Chance); 49] = [
    ("java.lang.System", "currentTimeMillis", Chance::Clock),
    ("java.lang.System", "nanoTime", Chance::Clock),
    ("java.time.*", "now", Chance::Clock),
    ("java.time.Clock", "system*", Chance::Clock),
    ("java.util.Date", "<init>()V", Chance::Clock),
    ("java.util.Calendar", "getInstance*", Chance::Clock),
    ("java.util.GregorianCalendar", "<init>()V", Chance::Clock),
    ("java.lang.Math", "random", Chance::Random),
    ("java.lang.StrictMath", "random", Chance::Random),
    ("java.util.Random", "<init>()V", Chance::Random),
    ("java.util.SplittableRandom", "<init>()V", Chance::Random),
    ("java.util.concurrent.ThreadLocalRandom", "current", Chance::Random),
    ("java.security.SecureRandom", "*", Chance::Random),
    ("java.util.UUID", "randomUUID", Chance::Random),
    ("java.util.Collections", "shuffle(Ljava/util/List;)V", Chance::Random),
    ("java.lang.System", "identityHashCode", Chance::Identity),
    ("java.util.IdentityHashMap", "<init>*", Chance::Identity),
    ("java.lang.System", "getenv*", Chance::Environment),
    ("java.lang.System", "getPropert*", Chance::Environment),
    ("java.lang.System", "lineSeparator", Chance::Environment),
    ("java.lang.Boolean", "getBoolean", Chance::Environment),
    ("java.lang.Integer", "getInteger*", Chance::Environment),
    ("java.lang.Long", "getLong*", Chance::Environment),
    ("java.lang.Runtime", "*", Chance::Environment),
    ("java.lang.ProcessHandle", "*", Chance::Environment),
    ("java.lang.management.*", "*", Chance::Environment),
    ("java.util.Locale", "getDefault*", Chance::Environment),
    ("java.util.TimeZone", "getDefault", Chance::Environment),
    ("java.time.ZoneId", "systemDefault", Chance::Environment),
    ("java.nio.charset.Charset", "defaultCharset", Chance::Environment),
    ("java.lang.String", "getBytes()[B", Chance::Environment),
    ("java.lang.String", "<init>([B)V", Chance::Environment),
    (
        "java.lang.String",
        "toLowerCase()Ljava/lang/String;",
        Chance::Environment,
    ),
    (
        "java.lang.String",
        "toUpperCase()Ljava/lang/String;",
        Chance::Environment,
    ),
    (
        "java.lang.String",
        "format(Ljava/lang/String;[Ljava/lang/Object;)Ljava/lang/String;",
        Chance::Environment,
    ),
    ("java.text.DateFormat", "get*Instance*", Chance::Environment),
    ("java.text.NumberFormat", "get*Instance()*", Chance::Environment),
    (
        "java.text.SimpleDateFormat",
        "<init>(Ljava/lang/String;)V",
        Chance::Environment,
    ),
    (
        "java.text.DecimalFormat",
        "<init>(Ljava/lang/String;)V",
        Chance::Environment,
    ),
    ("java.net.InetAddress", "*", Chance::Environment),
    ("java.net.NetworkInterface", "*", Chance::Environment),
    ("java.io.File", "list*", Chance::Environment),
    ("java.io.File", "get*Space", Chance::Environment),
    ("java.io.File", "lastModified", Chance::Environment),
    ("java.lang.Thread", "*", Chance::Threads),
    ("java.util.concurrent.Executors", "*", Chance::Threads),
    ("java.lang.Throwable", "getStackTrace", Chance::Callers),
    ("java.lang.Throwable", "printStackTrace*", Chance::Callers),
    ("java.lang.StackWalker", "*", Chance::Callers),
];

impl Chance {
    /// What a method does that asks it.
    pub fn words(self) -> &'static str {
        match self {
            Self::Clock => "it reads the clock",
            Self::Random => "it draws random numbers",
            Self::Identity => "it depends on the identity of objects",
            Self::Environment => "it looks at the environment",
            Self::Threads => "it depends on threads",
            Self::Callers => "it looks at its callers",
        }
    }

    /// What the call asks, when that is not the same each time.
    fn asked(call: &Call) -> Option<Self> {
        let Member {
            owner,
            name,
            descriptor,
        } = &*call.target;
        if call.kind == CallKind::Special && &**owner == "java.lang.Object" {
            let is_identity = matches!(&**name, "hashCode" | "toString");
            return is_identity.then_some(Self::Identity);
        }
        Self::of(owner, name, descriptor)
    }

    /// What a method of the JDK asks by itself.
    pub(crate) fn of(owner: &str, name: &str, descriptor: &str) -> Option<Self> {
        let whole = format!("{name}{descriptor}");
        let fits = |pattern, name: &str| Glob::new(pattern).matches(name);
        let row = TABLE
            .iter()
            .find(|(class, member, _)| fits(class, owner) && (fits(member, name) || fits(member, &whole)));
        row.map(|(.., chance)| *chance)
    }
}

/// The nearest call behind the method that asks what no test controls, and what that is.
pub(crate) fn nearest(index: &ClassIndex, class: &Arc<ClassInfo>, method: usize) -> Option<(Chance, Arc<Member>)> {
    let mut open = VecDeque::from([Declared {
        class: class.clone(),
        index: method,
    }]);
    let mut seen: HashSet<(Arc<str>, usize)> = HashSet::from([(class.name.clone(), method)]);
    let mut read: HashMap<Arc<str>, Vec<Body>> = HashMap::new();
    while let Some(Declared { class, index: at }) = open.pop_front() {
        let bodies = read
            .entry(class.name.clone())
            .or_insert_with(|| index.bodies(&class.name));
        let calls = bodies.get(at).map_or(&[][..], |body| &body.calls);
        if let Some(found) = calls
            .iter()
            .find_map(|call| Some((Chance::asked(call)?, call.target.clone())))
        {
            return Some(found);
        }
        for Call { target, .. } in calls {
            let found = index.resolve_method(&target.owner, &target.name, &target.descriptor);
            let Some(found) = found.filter(|found| found.class.is_on_class_path()) else {
                continue;
            };
            if seen.len() < MOST_BODIES && seen.insert((found.class.name.clone(), found.index)) {
                open.push_back(found);
            }
        }
    }
    None
}
