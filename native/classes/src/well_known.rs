//! The usual ways to make a value for an interface or abstract class of the JDK.
//!
//! One list, the most usual first. A row fits wherever its value can be passed; a row that the JDK at hand does not have is skipped.

use crate::descriptor::{element_class, result};

/// Members written as `owner.name` for a field and `owner.name(parameters)result` for a method or constructor.
pub(crate) const ROWS: &[&str] = &[
    "java.lang.Object.<init>()V",
    "java.lang.Integer.valueOf(I)Ljava/lang/Integer;",
    "java.lang.StringBuilder.<init>(Ljava/lang/String;)V",
    // Collections.
    "java.util.ArrayList.<init>()V",
    "java.util.Arrays.asList([Ljava/lang/Object;)Ljava/util/List;",
    "java.util.LinkedList.<init>()V",
    "java.util.Collections.emptyList()Ljava/util/List;",
    "java.util.HashSet.<init>()V",
    "java.util.LinkedHashSet.<init>()V",
    "java.util.TreeSet.<init>()V",
    "java.util.HashMap.<init>()V",
    "java.util.TreeMap.<init>()V",
    "java.util.LinkedHashMap.<init>()V",
    "java.util.Collections.singletonMap(Ljava/lang/Object;Ljava/lang/Object;)Ljava/util/Map;",
    "java.util.concurrent.ConcurrentHashMap.<init>()V",
    "java.util.ArrayDeque.<init>()V",
    "java.util.concurrent.LinkedBlockingQueue.<init>()V",
    "java.util.Properties.<init>()V",
    "java.util.ArrayList.iterator()Ljava/util/Iterator;",
    "java.util.ArrayList.listIterator()Ljava/util/ListIterator;",
    "java.util.Collections.emptyIterator()Ljava/util/Iterator;",
    "java.util.Collections.enumeration(Ljava/util/Collection;)Ljava/util/Enumeration;",
    "java.util.AbstractMap$SimpleEntry.<init>(Ljava/lang/Object;Ljava/lang/Object;)V",
    // Text.
    "java.lang.StringBuffer.<init>(Ljava/lang/String;)V",
    "java.nio.CharBuffer.wrap(Ljava/lang/CharSequence;)Ljava/nio/CharBuffer;",
    "java.text.DecimalFormat.<init>(Ljava/lang/String;)V",
    "java.text.MessageFormat.<init>(Ljava/lang/String;)V",
    // Comparison.
    "java.lang.String.CASE_INSENSITIVE_ORDER",
    "java.util.Collections.reverseOrder()Ljava/util/Comparator;",
    "java.util.Comparator.naturalOrder()Ljava/util/Comparator;",
    // Functions.
    "java.util.function.Function.identity()Ljava/util/function/Function;",
    "java.util.function.UnaryOperator.identity()Ljava/util/function/UnaryOperator;",
    "java.util.function.Predicate.isEqual(Ljava/lang/Object;)Ljava/util/function/Predicate;",
    // Numbers.
    "java.math.BigInteger.valueOf(J)Ljava/math/BigInteger;",
    "java.math.BigDecimal.valueOf(D)Ljava/math/BigDecimal;",
    "java.lang.Double.valueOf(D)Ljava/lang/Double;",
    "java.lang.Long.valueOf(J)Ljava/lang/Long;",
    "java.util.concurrent.atomic.AtomicInteger.<init>(I)V",
    // Streams of bytes and characters.
    "java.io.ByteArrayInputStream.<init>([B)V",
    "java.io.ByteArrayOutputStream.<init>()V",
    "java.io.StringReader.<init>(Ljava/lang/String;)V",
    "java.io.StringWriter.<init>()V",
    "java.io.DataInputStream.<init>(Ljava/io/InputStream;)V",
    "java.io.DataOutputStream.<init>(Ljava/io/OutputStream;)V",
    "java.io.ObjectOutputStream.<init>(Ljava/io/OutputStream;)V",
    "java.nio.ByteBuffer.wrap([B)Ljava/nio/ByteBuffer;",
    "java.nio.channels.Channels.newChannel(Ljava/io/InputStream;)Ljava/nio/channels/ReadableByteChannel;",
    "java.nio.channels.Channels.newChannel(Ljava/io/OutputStream;)Ljava/nio/channels/WritableByteChannel;",
    // Threads: one, which a test can end.
    "java.util.concurrent.Executors.newSingleThreadExecutor()Ljava/util/concurrent/ExecutorService;",
    "java.util.concurrent.Executors.newSingleThreadScheduledExecutor()Ljava/util/concurrent/ScheduledExecutorService;",
    // Names of things.
    "java.nio.charset.StandardCharsets.UTF_8",
    "java.nio.charset.StandardCharsets.US_ASCII",
    "java.nio.charset.StandardCharsets.ISO_8859_1",
    "java.nio.charset.StandardCharsets.UTF_16",
    "java.nio.file.Paths.get(Ljava/lang/String;[Ljava/lang/String;)Ljava/nio/file/Path;",
    "java.util.TimeZone.getTimeZone(Ljava/lang/String;)Ljava/util/TimeZone;",
    "java.time.ZoneId.of(Ljava/lang/String;)Ljava/time/ZoneId;",
    "java.time.ZoneOffset.UTC",
    // Time.
    "java.time.Duration.ofMillis(J)Ljava/time/Duration;",
    "java.time.Instant.ofEpochMilli(J)Ljava/time/Instant;",
    "java.time.LocalDate.ofEpochDay(J)Ljava/time/LocalDate;",
    "java.time.LocalDateTime.of(IIIII)Ljava/time/LocalDateTime;",
    "java.time.temporal.ChronoUnit.DAYS",
    "java.time.temporal.ChronoField.YEAR",
    "java.text.SimpleDateFormat.<init>(Ljava/lang/String;)V",
    // The rest.
    "java.util.stream.Stream.of([Ljava/lang/Object;)Ljava/util/stream/Stream;",
    "java.util.stream.IntStream.of([I)Ljava/util/stream/IntStream;",
    "java.util.concurrent.locks.ReentrantLock.<init>()V",
    "java.util.concurrent.CompletableFuture.<init>()V",
];

/// A row taken apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Row {
    pub(crate) owner: &'static str,
    pub(crate) name: &'static str,
    /// `None` for a field.
    pub(crate) descriptor: Option<&'static str>,
}

impl Row {
    fn parse(row: &'static str) -> Option<Self> {
        let end = row.find('(').unwrap_or(row.len());
        let (owner, name) = row[..end].rsplit_once('.')?;
        Some(Self {
            owner,
            name,
            descriptor: (end < row.len()).then(|| &row[end..]),
        })
    }

    /// The class of the value that a method or constructor gives.
    pub(crate) fn value_class(&self) -> Option<String> {
        if self.name == "<init>" {
            Some(self.owner.to_owned())
        } else {
            element_class(result(self.descriptor?))
        }
    }
}

/// All rows, in order.
pub(crate) fn rows() -> impl Iterator<Item = Row> {
    ROWS.iter().filter_map(|row| Row::parse(row))
}
