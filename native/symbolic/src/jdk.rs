//! Which code of the JDK is executed as it is.
//!
//! What hangs on the machine or on the start of the virtual machine comes out of native methods and out of the classes that are not named here,
//! so that a path which asks for it is left open and never goes elsewhere than in a virtual machine.

/// Packages whose classes are executed, but for those of [`LEFT_OUT`].
const PACKAGES: [&str; 11] = [
    "java.io",
    "java.math",
    "java.nio",
    "java.text",
    "java.time",
    "java.util",
    "java.util.concurrent",
    "java.util.concurrent.atomic",
    "java.util.function",
    "java.util.regex",
    "java.util.stream",
];

/// Classes of other packages that are executed, with all classes within them.
const CLASSES: [&str; 35] = [
    "java.lang.AbstractStringBuilder",
    "java.lang.Appendable",
    "java.lang.AutoCloseable",
    "java.lang.Boolean",
    "java.lang.Byte",
    "java.lang.CharSequence",
    "java.lang.Character",
    "java.lang.CharacterData",
    "java.lang.CharacterData00",
    "java.lang.CharacterDataLatin1",
    "java.lang.Comparable",
    "java.lang.Double",
    "java.lang.Enum",
    "java.lang.FdLibm",
    "java.lang.Float",
    "java.lang.Integer",
    "java.lang.Iterable",
    "java.lang.Long",
    "java.lang.Math",
    "java.lang.Number",
    "java.lang.Object",
    "java.lang.Record",
    "java.lang.Short",
    "java.lang.StrictMath",
    "java.lang.String",
    "java.lang.StringBuffer",
    "java.lang.StringBuilder",
    "java.lang.StringCoding",
    "java.lang.StringLatin1",
    "java.lang.StringUTF16",
    "jdk.internal.math.DoubleConsts",
    "jdk.internal.math.FloatConsts",
    "jdk.internal.util.ArraysSupport",
    "jdk.internal.util.DecimalDigits",
    "jdk.internal.util.Preconditions",
];

/// Classes of [`PACKAGES`] with what the virtual machine, or other classes while it starts, put there.
const LEFT_OUT: [&str; 3] = ["java.io.Console", "java.util.Locale", "java.util.TimeZone"];

/// Whether the code of a class of the JDK is executed, its static initialiser too.
pub(crate) fn is_executed(class: &str) -> bool {
    let outermost = class.split('$').next().unwrap_or(class);
    let package = outermost.rsplit_once('.').map_or("", |(package, _)| package);
    let is_named = CLASSES.contains(&outermost) || PACKAGES.contains(&package);
    is_named && !LEFT_OUT.contains(&outermost)
}
