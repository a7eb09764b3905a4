package org.palus.transform;

import java.util.HashSet;
import java.util.Set;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassTooLargeException;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodTooLargeException;
import org.objectweb.asm.Opcodes;

/** The entry point: called by the native agent for each class that is loaded. */
public final class Transformer {
  /** Mode: events of every call, for {@code org.palus.hook.Trace}. */
  public static final int RECORD = 1;

  /** Mode: a probe on every edge, for {@code org.palus.hook.Probe}. */
  public static final int SEARCH = 2;

  /**
   * Mode: classes of the JDK ask {@code org.palus.hook.Guard} before they end the JVM, start a
   * thread, or change what outlives a sequence.
   */
  public static final int GUARD = 3;

  /** Mode: starts and ends of test methods, for {@code org.palus.hook.Tests}, and nothing else. */
  public static final int TESTS = 4;

  /**
   * Mode: as {@link #RECORD}, and no class gets or loses a member, so that it can be taken back.
   */
  public static final int ATTACHED = 5;

  /** Mode: {@code jdk.internal.reflect.Reflection} leaves out the injected field. */
  public static final int HIDE = 6;

  /** Mode: as {@link #SEARCH}, with mutants, for {@code org.palus.hook.Mutants}. */
  public static final int MUTATE = 7;

  /** Mode: as {@link #TESTS}, and calls of the JDK are told where they are made. */
  public static final int SITES = 8;

  /** Mode: as {@link #SEARCH}, with the members that a coverage tool adds. */
  public static final int MEASURED = 9;

  /**
   * Mode: classes of the JDK draw from {@code org.palus.hook.Chance} and read {@code
   * org.palus.hook.Clock}.
   */
  public static final int CHANCE = 10;

  /** Mode: as {@link #MUTATE}, for a class that was loaded by way of {@link #MEASURED}. */
  public static final int MUTATE_MEASURED = 11;

  /** Mode: mutants without probes, for a program that runs as usual. */
  public static final int MUTANTS = 12;

  /** {@link #whoAnswers}: answers of that type are not kept. */
  static final int NOBODY = 0;

  /** {@link #whoAnswers}: those of objects whose code is not recorded are. */
  static final int OTHERS = 1;

  /** {@link #whoAnswers}: all are. */
  static final int ANYBODY = 2;

  private static final int NO_CODE_OF_ITS_OWN = Opcodes.ACC_ANNOTATION | Opcodes.ACC_MODULE;

  private Transformer() {}

  /**
   * Rewrites one class.
   *
   * @param internalName name with slashes; null for a class that has none yet
   * @param loader its class loader; null is the boot loader
   * @param classFile its bytes, of any version from Java 1.1 to the newest that ASM reads
   * @param mode one of the constants above
   * @return the new bytes, or null to leave the class alone
   */
  public static byte[] transform(
      String internalName, ClassLoader loader, byte[] classFile, int mode) {
    if (internalName != null && isOurs(internalName)) {
      return null;
    }
    try {
      return rewrite(new ClassReader(classFile), mode);
    } catch (Throwable failure) { // whatever it is, the program must get its class
      report(internalName, failure);
      return null;
    }
  }

  private static byte[] rewrite(ClassReader reader, int mode) {
    if ((reader.getAccess() & NO_CODE_OF_ITS_OWN) != 0
        || reader.getClassName().endsWith("/package-info")) {
      return null;
    }
    switch (mode) {
      case RECORD:
        return record(reader, true);
      case ATTACHED:
        return record(reader, false);
      case HIDE:
        return hide(reader);
      case SEARCH:
        return search(reader, false);
      case MEASURED:
        return search(reader, true);
      case MUTATE:
        return mutate(reader, false);
      case MUTATE_MEASURED:
        return mutate(reader, true);
      case MUTANTS:
        return mutants(reader);
      case GUARD:
        return guard(reader);
      case CHANCE:
        return chance(reader);
      case TESTS:
        return tests(reader, watchesCallSites() && TestClass.hasTests(reader));
      case SITES:
        return tests(reader, true);
      default:
        throw new IllegalArgumentException("no transformation has the number " + mode);
    }
  }

  /** Methods that would become too large are left alone, one more each time, the others not. */
  private static byte[] record(ClassReader reader, boolean mayAddField) {
    Set<String> tooLarge = new HashSet<>();
    Set<String> withoutSites = new HashSet<>();
    boolean isTraced = isTraced(reader);
    while (true) {
      ClassWriter writer = writer(reader);
      TestClass tests = new TestClass(writer);
      ClassVisitor next = isTraced ? new ExecutionClass(tests, tooLarge) : tests;
      RecordClass visitor =
          new RecordClass(
              next, mayAddField, tooLarge, withoutSites, () -> TestClass.isOfTests(reader));
      read(reader, visitor);
      try {
        return visitor.changed() || tests.changed() ? writer.toByteArray() : null;
      } catch (MethodTooLargeException e) {
        String key = e.getMethodName() + e.getDescriptor();
        if (withoutSites.add(key)) {
          continue;
        }
        leaveAlone(reader, e, tooLarge);
      }
    }
  }

  /** Tests are what calls the code under test, wherever they are. */
  private static boolean isTraced(ClassReader reader) {
    String name = dotted(reader.getClassName());
    if (!isTraced(name)) {
      return false;
    }
    if (TestClass.isOfTests(reader)) {
      holdsTests(name);
      return false;
    }
    return true;
  }

  private static void leaveAlone(
      ClassReader reader, MethodTooLargeException method, Set<String> tooLarge) {
    String key = method.getMethodName() + method.getDescriptor();
    if (!tooLarge.add(key)) {
      throw method;
    }
    skipped(dotted(reader.getClassName()) + "." + key, "it would become too large");
  }

  private static byte[] tests(ClassReader reader, boolean withSites) {
    if (withSites) {
      try {
        ClassWriter writer = writer(reader);
        TestClass tests = new TestClass(writer);
        SiteClass sites = new SiteClass(tests);
        read(reader, sites);
        return sites.changed() || tests.changed() ? writer.toByteArray() : null;
      } catch (MethodTooLargeException e) {
        // the tests are more important than what they call
      }
    }
    ClassWriter writer = writer(reader);
    TestClass visitor = new TestClass(writer);
    read(reader, visitor);
    return visitor.changed() ? writer.toByteArray() : null;
  }

  /** Two passes: the block of ids must be as large as the class needs, so it is counted first. */
  private static byte[] search(ClassReader reader, boolean isMeasured) {
    Set<String> unwritten = Unwritten.of(reader);
    EdgeCounter counter = new EdgeCounter(0);
    read(reader, new SearchClass(null, counter, null, Set.of(), unwritten));
    int count = counter.next();
    if (count == 0 && unwritten.isEmpty()) {
      return null;
    }
    int first = count == 0 ? 0 : edges(dotted(reader.getClassName()), count);
    if (first < 0) {
      return null;
    }
    return withProbes(reader, first, isMeasured, unwritten);
  }

  /** A class that was transformed by {@link #search} before keeps the numbers of its edges. */
  private static byte[] mutate(ClassReader reader, boolean isMeasured) {
    Set<String> unwritten = Unwritten.of(reader);
    EdgeCounter edgeCounter = new EdgeCounter(0);
    EdgeCounter mutantCounter = new EdgeCounter(0);
    read(reader, new SearchClass(writer(reader), edgeCounter, mutantCounter, Set.of(), unwritten));
    String name = dotted(reader.getClassName());
    int count = edgeCounter.next();
    int firstEdge = count == 0 && !unwritten.isEmpty() ? 0 : edgesAgain(name, count);
    int firstMutant = firstEdge < 0 ? -1 : mutants(name, mutantCounter.next());
    if (firstEdge < 0) {
      return null;
    }
    if (firstMutant < 0) {
      return withProbes(reader, firstEdge, isMeasured, unwritten);
    }
    ClassWriter writer = writer(reader);
    ClassVisitor next = isMeasured ? new MeasuredClass(writer) : writer;
    EdgeCounter edges = new EdgeCounter(firstEdge);
    EdgeCounter mutants = new EdgeCounter(firstMutant);
    read(reader, new SearchClass(next, edges, mutants, Set.of(), unwritten));
    try {
      return writer.toByteArray();
    } catch (MethodTooLargeException | ClassTooLargeException e) {
      return withProbes(reader, firstEdge, isMeasured, unwritten);
    }
  }

  /** A class that would become too large has none. */
  private static byte[] mutants(ClassReader reader) {
    Set<String> unwritten = Unwritten.of(reader);
    EdgeCounter counter = new EdgeCounter(0);
    read(reader, new SearchClass(writer(reader), null, counter, Set.of(), unwritten));
    int count = counter.next();
    int first = count == 0 ? -1 : mutants(dotted(reader.getClassName()), count);
    if (first < 0) {
      return null;
    }
    ClassWriter writer = writer(reader);
    read(reader, new SearchClass(writer, null, new EdgeCounter(first), Set.of(), unwritten));
    return writer.toByteArray();
  }

  /**
   * Methods that would become too large are left alone, one more each time, the others not. The
   * block of edges was made for all: its last ones are then never reached.
   */
  private static byte[] withProbes(
      ClassReader reader, int firstEdge, boolean isMeasured, Set<String> unwritten) {
    Set<String> tooLarge = new HashSet<>();
    while (true) {
      ClassWriter writer = writer(reader);
      ClassVisitor next = isMeasured ? new MeasuredClass(writer) : writer;
      EdgeCounter edges = new EdgeCounter(firstEdge);
      read(reader, new SearchClass(next, edges, null, tooLarge, unwritten));
      try {
        return writer.toByteArray();
      } catch (MethodTooLargeException e) {
        leaveAlone(reader, e, tooLarge);
      }
    }
  }

  private static byte[] guard(ClassReader reader) {
    ClassWriter writer = writer(reader);
    GuardClass visitor = new GuardClass(writer);
    read(reader, visitor);
    return visitor.changed() ? writer.toByteArray() : null;
  }

  private static byte[] chance(ClassReader reader) {
    ClassWriter writer = writer(reader);
    ChanceClass visitor = new ChanceClass(writer);
    read(reader, visitor);
    return visitor.changed() ? writer.toByteArray() : null;
  }

  private static byte[] hide(ClassReader reader) {
    ClassWriter writer = writer(reader);
    HideClass visitor = new HideClass(writer);
    read(reader, visitor);
    return visitor.changed() ? writer.toByteArray() : null;
  }

  private static void read(ClassReader reader, ClassVisitor visitor) {
    reader.accept(visitor, ClassReader.EXPAND_FRAMES);
  }

  private static ClassWriter writer(ClassReader reader) {
    return new ClassWriter(reader, 0) {
      @Override
      protected String getCommonSuperClass(String one, String other) {
        throw new IllegalStateException("frames are never computed");
      }
    };
  }

  private static boolean isOurs(String internalName) {
    return internalName.startsWith("org/palus/hook/")
        || internalName.startsWith("org/palus/transform/")
        || internalName.startsWith("org/palus/worker/");
  }

  private static void report(String internalName, Throwable failure) {
    String name = internalName == null ? "(unnamed)" : dotted(internalName);
    try {
      skipped(name, reason(failure));
    } catch (Throwable hopeless) {
      // out of memory or stack: the class is left alone, silently
    }
  }

  private static String reason(Throwable failure) {
    if (failure instanceof MethodTooLargeException) {
      String method = ((MethodTooLargeException) failure).getMethodName();
      return "method " + method + " would become too large";
    }
    if (failure instanceof ClassTooLargeException) {
      return "the class would become too large";
    }
    return failure.getMessage() == null ? failure.toString() : failure.getMessage();
  }

  static String dotted(String internalName) {
    return internalName.replace('/', '.');
  }

  /**
   * Number of a method.
   *
   * @param className with dots
   * @param access its flags as in the class file, and 0x8000 if it is watched where it is called
   */
  static native int methodId(String className, String methodName, String descriptor, int access);

  /**
   * Says what the parameters of a method are called, where its class file does.
   *
   * @param names in order, each ended by a semicolon
   */
  static native void parameters(int method, String names);

  /**
   * Whether one of these is the name of something secret: what a call passes is a secret wherever
   * else it is met then.
   *
   * @param owner the class, with dots
   * @param names of the method, its parameters, and the fields that it writes, each ended by a
   *     semicolon
   */
  static native boolean tellsSecret(String owner, String names);

  /**
   * Number of what an instruction of a method does with a field, the same for the same thing.
   *
   * @param className with dots, as the instruction names it: the field may be inherited
   * @return below 0 when it is not to be counted
   */
  static native int fieldAccess(int method, String className, String fieldName, boolean isWrite);

  /**
   * Says where inherited fields of a recorded class are to be looked for.
   *
   * @param parent its superclass, with dots; empty when there is none
   * @param fields the names of the fields that it declares, each ended by a semicolon
   */
  static native void declares(String className, String parent, String fields);

  /** A number for one load of a class, for {@code org.palus.hook.Trace}. */
  static native int slot();

  /**
   * Whether a class is recorded when it is loaded.
   *
   * @param className with dots
   */
  static native boolean isIncluded(String className);

  /**
   * Number of a method that is a test; unlike {@link #methodId} this does not have its class
   * followed.
   *
   * @param className with dots
   * @param access its flags as in the class file
   */
  static native int testId(String className, String methodName, String descriptor, int access);

  /**
   * Whether calls of a class's methods from outside of the code under test are kept.
   *
   * @param className with dots
   */
  static native boolean isTraced(String className);

  /** Whether static fields are part of the states of such calls. */
  static native boolean withStatics();

  /**
   * Says that a class is no code under test: it has tests.
   *
   * @param className with dots
   */
  static native void holdsTests(String className);

  /** Whether calls of the JDK are watched where they are made. */
  static native boolean watchesCallSites();

  /**
   * Whether those of this class's methods are.
   *
   * @param className with dots
   */
  static native boolean watchesCallsOf(String className);

  /**
   * Whose answers are kept where recorded code calls methods by the name of this type.
   *
   * @param className with dots
   */
  static native int whoAnswers(String className, boolean isInterface);

  /**
   * Asks for a block of edge ids.
   *
   * @return the first id, or -1 when the map is full
   */
  static native int edges(String className, int count);

  /**
   * Asks for the block of edge ids that a class has.
   *
   * @return the first id, or -1 when it has none of that size
   */
  static native int edgesAgain(String className, int count);

  /**
   * Asks for a block of numbers of mutants.
   *
   * @return the first, or -1 when there is no room
   */
  static native int mutants(String className, int count);

  /** Says why a class is left alone. */
  static native void skipped(String className, String reason);
}
