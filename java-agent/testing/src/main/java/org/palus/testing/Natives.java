package org.palus.testing;

import java.lang.reflect.Field;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import sun.misc.Unsafe;

/**
 * What the native agent does, for tests: one static method for each native method, with its name
 * and descriptor. The event buffer is small, so that flushes happen.
 */
public final class Natives {
  /** Behind all edges of a test. */
  public static final int FIRST_MUTANT = 10_000;

  private static final int HEADER = 64;
  private static final int BUFFER = HEADER + (16 << 10);
  private static final long TABLES = (18 << 20) + 64;
  private static final long METHOD_SHIFTS = 8 << 20;
  private static final long MUTED = 10 << 20;
  private static final long FIELDS = (12 << 20) + 64;
  private static final Unsafe U = unsafe();

  private static final List<String> CLASSES = new ArrayList<>();
  private static final List<String> METHODS = new ArrayList<>();
  private static final List<String> SKIPPED = new ArrayList<>();
  private static final List<Long> BUFFERS = new ArrayList<>();
  private static final Map<Long, Long> TAKEN = new HashMap<>();
  private static final List<byte[]> FLUSHED = new ArrayList<>();
  private static final List<Long> FLUSHED_FROM = new ArrayList<>();
  private static final long TABLE_BASE = U.allocateMemory(TABLES);
  private static final Map<String, String> LAYOUTS = new HashMap<>();
  private static final List<String> ACCESSES = new ArrayList<>();
  private static final Map<String, String> DECLARED = new TreeMap<>();
  private static final List<String> EXECUTIONS = new ArrayList<>();
  private static final List<String> TEST_CLASSES = new ArrayList<>();
  private static final ArrayDeque<Integer> DEPTHS = new ArrayDeque<>();
  private static String traced;
  private static boolean watchesCallSites;
  private static int slots;
  private static int mutants;
  private static int edges;

  private Natives() {}

  /** Forgets everything but the numbers of classes; the tables of the hooks are zeros again. */
  public static synchronized void reset() {
    METHODS.clear();
    SKIPPED.clear();
    BUFFERS.clear();
    TAKEN.clear();
    FLUSHED.clear();
    FLUSHED_FROM.clear();
    LAYOUTS.clear();
    ACCESSES.clear();
    DECLARED.clear();
    EXECUTIONS.clear();
    TEST_CLASSES.clear();
    DEPTHS.clear();
    traced = null;
    edges = 0;
    mutants = 0;
    slots = 0;
    watchesCallSites = false;
    U.setMemory(TABLE_BASE, TABLES, (byte) 0);
  }

  /** From now on an object is given up, as the model would do. */
  public static void mute(long id) {
    U.putLong(TABLE_BASE + MUTED + 8 * id, id);
  }

  /** From now on one in {@code 1 << shift} calls or new objects is recorded. */
  public static void sample(String method, int shift) {
    for (int id = 0; id < METHODS.size(); id++) {
      if (METHODS.get(id).startsWith(method + "(")) {
        U.putByte(TABLE_BASE + METHOD_SHIFTS + id, (byte) shift);
      }
    }
  }

  /** How often which method read or wrote which field, those that happened. */
  public static synchronized Map<String, Long> accesses() {
    Map<String, Long> counts = new TreeMap<>();
    for (int id = 0; id < ACCESSES.size(); id++) {
      long count = U.getLong(TABLE_BASE + FIELDS + 8L * id);
      if (count > 0) {
        counts.merge(ACCESSES.get(id), count, Long::sum);
      }
    }
    return counts;
  }

  /** Superclass and own fields of each class that was recorded. */
  public static Map<String, String> declared() {
    return DECLARED;
  }

  // Trace

  public static synchronized long newBuffer(boolean isVirtual) {
    long base = U.allocateMemory(BUFFER);
    U.setMemory(base, BUFFER, (byte) 0);
    U.putLong(base, base + HEADER);
    U.putLong(base + 8, base + BUFFER);
    BUFFERS.add(base);
    return base;
  }

  public static synchronized void flush(long base, long end) {
    handOver(base, end);
    TAKEN.put(base, base + HEADER);
    U.putLong(base, base + HEADER);
  }

  public static synchronized void giveBack(long base, long end) {
    flush(base, end);
  }

  private static void handOver(long base, long end) {
    long start = TAKEN.getOrDefault(base, base + HEADER);
    byte[] bytes = new byte[(int) (end - start)];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = U.getByte(start + i);
    }
    FLUSHED.add(bytes);
    FLUSHED_FROM.add(base);
    TAKEN.put(base, end);
  }

  public static synchronized long tables() {
    return TABLE_BASE;
  }

  /**
   * Objects of every class are followed but of foreign ones and, while calls of it are watched, of the
   * JDK's. Some are of tests by their names.
   */
  public static long classFacts(String name) {
    boolean isOutside = watchesCallSites && name.startsWith("java.") || name.contains("Foreign");
    return classId(name) | (isOutside ? 0 : 1L << 32) | (name.contains("OfTests") ? 1L << 33 : 0);
  }

  /** From now on objects of a class get profiles, by fields as the agent would name them. */
  public static synchronized void layOut(Class<?> type, String layout) {
    LAYOUTS.put(type.getName(), layout);
  }

  public static synchronized String layout(Class<?> type, int id) {
    return LAYOUTS.get(type.getName());
  }

  public static synchronized String owner(int method) {
    String head = METHODS.get(method).substring(0, METHODS.get(method).indexOf('('));
    return head.substring(0, head.lastIndexOf('.'));
  }

  // ClassIds

  public static synchronized int classId(String name) {
    if (!CLASSES.contains(name)) {
      CLASSES.add(name);
    }
    return CLASSES.indexOf(name);
  }

  // Transformer

  public static synchronized int methodId(
      String className, String methodName, String descriptor, int access) {
    METHODS.add(className + "." + methodName + descriptor);
    return METHODS.size() - 1;
  }

  public static synchronized int testId(
      String className, String methodName, String descriptor, int access) {
    if (METHODS.isEmpty()) {
      // In the agent numbers begin with 1, and a test of the number 0 is none.
      METHODS.add("none()");
    }
    return methodId(className, methodName, descriptor, access);
  }

  public static boolean tellsSecret(String owner, String names) {
    return false;
  }

  public static void parameters(int method, String names) {
    // nothing that is checked hangs on it
  }

  public static synchronized int fieldAccess(
      int method, String className, String fieldName, boolean isWrite) {
    ACCESSES.add(
        METHODS.get(method) + (isWrite ? " writes " : " reads ") + className + "." + fieldName);
    return ACCESSES.size() - 1;
  }

  public static void declares(String className, String parent, String fields) {
    DECLARED.put(className, parent + " " + fields);
  }

  /** From now on calls of the JDK are watched where they are made, until {@link #reset}. */
  public static void watchCallSites() {
    watchesCallSites = true;
  }

  public static boolean watchesCallSites() {
    return watchesCallSites;
  }

  public static boolean watchesCallsOf(String className) {
    return className.startsWith("java.util.") || className.equals("java.lang.StringBuilder");
  }

  /**
   * Answers to questions by the name of any interface are kept, but of the JDK's while calls of it are
   * watched, and all of types that the user would have named.
   */
  public static int whoAnswers(String className, boolean isInterface) {
    if (className.contains("Named")) {
      return 2;
    }
    return isInterface && !(watchesCallSites && className.startsWith("java.")) ? 1 : 0;
  }

  public static synchronized int slot() {
    return ++slots;
  }

  public static boolean isIncluded(String className) {
    return className.startsWith("org.palus.subject.");
  }

  public static synchronized int edges(String className, int count) {
    edges += count;
    return edges - count;
  }

  public static int edgesAgain(String className, int count) {
    return edges(className, count);
  }

  public static synchronized int mutants(String className, int count) {
    mutants += count;
    return FIRST_MUTANT + mutants - count;
  }

  public static synchronized void skipped(String className, String reason) {
    SKIPPED.add(className + ": " + reason);
  }

  // Executions

  /**
   * From now on calls from outside are kept, of classes whose names begin so, until {@link #reset}.
   */
  public static void keepExecutions(String prefix) {
    traced = prefix;
  }

  public static boolean isTraced(String className) {
    return traced != null && className.startsWith(traced) && !TEST_CLASSES.contains(className);
  }

  public static void holdsTests(String className) {
    TEST_CLASSES.add(className);
  }

  public static boolean withStates() {
    return false;
  }

  public static boolean withStatics() {
    return false;
  }

  public static long roomOfATest() {
    return 1L << 24;
  }

  /** By the frame below that of the method that asks. */
  public static boolean isOutside() {
    StackTraceElement[] frames = new Throwable().getStackTrace();
    int asking = 3; // this method, the one in place of the native one, and enter
    return !isTraced(frames[asking + 1].getClassName());
  }

  public static int frames() {
    return new Throwable().getStackTrace().length;
  }

  public static synchronized void begins(long thread, int depth, int method, long words) {
    while (!DEPTHS.isEmpty() && DEPTHS.peek() >= depth) {
      DEPTHS.pop();
      EXECUTIONS.add("unseen");
    }
    EXECUTIONS.add("begins " + METHODS.get(method));
    DEPTHS.push(depth);
  }

  /** Ends what began last at that depth. */
  public static synchronized void ends(
      long thread, int depth, int method, long words, int how, int thrown) {
    while (DEPTHS.pop() != depth) {
      EXECUTIONS.add("lost");
    }
    String ended = how == 2 ? "threw " + CLASSES.get(thrown) : how == 1 ? "value" : "void";
    EXECUTIONS.add("ends " + METHODS.get(method) + " " + ended);
  }

  public static synchronized void test(long thread, int method, boolean starts) {
    EXECUTIONS.add((starts ? "test " : "end of test ") + METHODS.get(method));
  }

  public static synchronized void testGoesOn(long thread, int method) {
    EXECUTIONS.add("test goes on " + METHODS.get(method));
  }

  /** What was told of calls and their ends. */
  public static List<String> executions() {
    return new ArrayList<>(EXECUTIONS);
  }

  // Gate

  public static int run(Class<?> interpreter) {
    throw new UnsupportedOperationException("tests call the interpreter themselves");
  }

  public static void leave(int status) {
    throw new UnsupportedOperationException("tests do not leave");
  }

  /** All records so far, in the order of flushes, then what the buffers still hold. */
  public static synchronized List<byte[]> records() {
    BUFFERS.forEach(base -> handOver(base, U.getLong(base)));
    return new ArrayList<>(FLUSHED);
  }

  /** All records so far of each buffer, and so of each thread. */
  public static synchronized Collection<List<byte[]>> recordsByThread() {
    records();
    Map<Long, List<byte[]>> all = new TreeMap<>();
    for (int i = 0; i < FLUSHED.size(); i++) {
      all.computeIfAbsent(FLUSHED_FROM.get(i), base -> new ArrayList<>()).add(FLUSHED.get(i));
    }
    return all.values();
  }

  public static String className(int id) {
    return CLASSES.get(id);
  }

  public static String methodName(int id) {
    return METHODS.get(id);
  }

  public static List<String> skipped() {
    return new ArrayList<>(SKIPPED);
  }

  public static int edgeCount() {
    return edges;
  }

  public static boolean isFree() {
    return true;
  }

  public static int mutantCount() {
    return mutants;
  }

  /** Zeroed memory that is never freed. */
  public static long memory(int bytes) {
    long base = U.allocateMemory(bytes);
    U.setMemory(base, bytes, (byte) 0);
    return base;
  }

  public static int intAt(long address) {
    return U.getInt(address);
  }

  public static void putLong(long address, long value) {
    U.putLong(address, value);
  }

  public static long longAt(long address) {
    return U.getLong(address);
  }

  private static Unsafe unsafe() {
    try {
      Field field = Unsafe.class.getDeclaredField("theUnsafe");
      field.setAccessible(true);
      return (Unsafe) field.get(null);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }
}
