//! What of an object counts: fields that do not, and classes whose objects are not entered.

/// The documented list of fields that never count.
const IGNORED: &str = include_str!("ignored.txt");

/// Fields that are no part of a state.
#[derive(Clone, Debug)]
pub struct Ignored(Vec<(String, String)>);

impl Default for Ignored {
    fn default() -> Self {
        let lines = IGNORED.lines().map(str::trim).filter(|line| !line.starts_with('#'));
        Self(lines.filter_map(split).collect())
    }
}

fn split(field: &str) -> Option<(String, String)> {
    let (owner, name) = field.rsplit_once('.')?;
    (!owner.is_empty() && !name.is_empty()).then(|| (owner.to_owned(), name.to_owned()))
}

impl Ignored {
    /// The documented ones and these, each `OWNER.NAME`; the error is one sentence for the user.
    pub fn with(more: &[String]) -> Result<Self, String> {
        let mut all = Self::default();
        for field in more {
            let field = split(field).ok_or_else(|| {
                format!("`{field}` names no field: write it as OWNER.NAME, as in java.util.HashMap.modCount")
            })?;
            all.0.push(field);
        }
        Ok(all)
    }

    /// Whether the field that `owner` (a binary name) declares is left out.
    pub fn has(&self, owner: &str, name: &str) -> bool {
        self.0.iter().any(|(o, n)| o == owner && n == name)
    }
}

/// Whether a synthetic field counts all the same: the enclosing object and the captured variables of an inner class.
pub fn is_captured(field: &str) -> bool {
    field.starts_with("this$") || field.starts_with("val$")
}

/// Superclasses whose objects are threads, loaders, handles, locks, streams or channels: what they are is not in their fields.
const OPAQUE: [&str; 20] = [
    "java.lang.Thread",
    "java.lang.ThreadGroup",
    "java.lang.ClassLoader",
    "java.lang.Module",
    "java.lang.ModuleLayer",
    "java.lang.Process",
    "java.lang.Runtime",
    "java.lang.ref.Reference",
    "java.io.InputStream",
    "java.io.OutputStream",
    "java.io.Reader",
    "java.io.Writer",
    "java.io.RandomAccessFile",
    "java.io.FileDescriptor",
    "java.util.WeakHashMap",
    "java.util.zip.Inflater",
    "java.util.zip.Deflater",
    "java.util.zip.ZipFile",
    "java.nio.Buffer",
    "java.util.stream.AbstractPipeline",
];

/// Streams that keep all that they are in arrays and texts of their own.
const IN_MEMORY: [&str; 6] = [
    "java.io.ByteArrayInputStream",
    "java.io.ByteArrayOutputStream",
    "java.io.CharArrayReader",
    "java.io.CharArrayWriter",
    "java.io.StringReader",
    "java.io.StringWriter",
];

/// Streams that are what is in their fields: what they read from or write to is looked at by itself, and may be opaque. So are subclasses of
/// them that the program declares. Heap buffers are what such a stream keeps its bytes in.
const THROUGH: [&str; 25] = [
    "java.io.InputStream",
    "java.io.FilterInputStream",
    "java.io.BufferedInputStream",
    "java.io.DataInputStream",
    "java.io.PushbackInputStream",
    "java.io.SequenceInputStream",
    "java.io.OutputStream",
    "java.io.FilterOutputStream",
    "java.io.BufferedOutputStream",
    "java.io.DataOutputStream",
    "java.io.Reader",
    "java.io.FilterReader",
    "java.io.BufferedReader",
    "java.io.LineNumberReader",
    "java.io.PushbackReader",
    "java.io.InputStreamReader",
    "sun.nio.cs.StreamDecoder",
    "java.io.Writer",
    "java.io.FilterWriter",
    "java.io.BufferedWriter",
    "java.io.PrintWriter",
    "java.io.OutputStreamWriter",
    "sun.nio.cs.StreamEncoder",
    "java.nio.HeapByteBuffer",
    "java.nio.HeapCharBuffer",
];

const OPAQUE_PACKAGES: [&str; 8] = [
    "java.lang.ref.",
    "java.lang.invoke.",
    "java.lang.reflect.",
    "java.util.concurrent.locks.",
    "java.nio.channels.",
    "sun.nio.ch.",
    "jdk.internal.ref.",
    "jdk.internal.loader.",
];

/// Whether objects of a class are named and not entered; `superclasses` begins with the class itself. Binary names: that of a hidden class
/// has a slash.
pub fn is_opaque(superclasses: &[&str]) -> bool {
    let Some(class) = superclasses.first() else {
        return false;
    };
    let of_the_jdk = superclasses.iter().find(|name| is_of_the_jdk(name));
    let is_stream = of_the_jdk.is_some_and(|name| IN_MEMORY.contains(name) || THROUGH.contains(name));
    let is_named_only =
        |name: &&str| OPAQUE.contains(name) || OPAQUE_PACKAGES.iter().any(|package| name.starts_with(package));
    class.contains('/') || class.contains("$$Lambda") || !is_stream && superclasses.iter().any(is_named_only)
}

fn is_of_the_jdk(class: &str) -> bool {
    ["java.", "sun.", "jdk."]
        .iter()
        .any(|package| class.starts_with(package))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_names_the_counters_of_changes() {
        let ignored = Ignored::with(&["demo.Cache.hits".to_owned()]).unwrap();
        assert!(ignored.has("java.util.AbstractList", "modCount"));
        assert!(!ignored.has("java.util.ArrayList", "size"));
        assert!(ignored.has("demo.Cache", "hits") && !Ignored::default().has("demo.Cache", "hits"));
        let refused = Ignored::with(&["hits".to_owned()]).unwrap_err();
        assert!(refused.contains("OWNER.NAME"));
    }

    #[test]
    fn a_thread_of_the_program_is_opaque_and_a_stream_in_memory_is_not() {
        assert!(is_opaque(&["demo.Worker", "java.lang.Thread", "java.lang.Object"]));
        assert!(is_opaque(&["demo.Main$$Lambda/0x00007f", "java.lang.Object"]));
        assert!(is_opaque(&["java.lang.ref.WeakReference", "java.lang.ref.Reference"]));
        assert!(!is_opaque(&["java.io.StringWriter", "java.io.Writer"]));
        assert!(!is_opaque(&["java.util.ArrayList", "java.lang.Object"]));
    }

    #[test]
    fn a_reader_that_wraps_another_is_entered_and_one_of_files_is_not() {
        let reader = "java.io.Reader";
        assert!(!is_opaque(&["java.io.BufferedReader", reader]));
        assert!(!is_opaque(&["demo.Lexer", "java.io.BufferedReader", reader]));
        assert!(!is_opaque(&["demo.Text", reader, "java.lang.Object"]));
        assert!(is_opaque(&["java.io.FileReader", "java.io.InputStreamReader", reader]));
        assert!(is_opaque(&[
            "demo.Log",
            "java.io.FileOutputStream",
            "java.io.OutputStream"
        ]));
        assert!(is_opaque(&["java.net.Socket$SocketInputStream", "java.io.InputStream"]));
        assert!(is_opaque(&["java.nio.DirectByteBuffer", "java.nio.Buffer"]));
    }
}
