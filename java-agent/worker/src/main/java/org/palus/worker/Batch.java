package org.palus.worker;

import java.lang.reflect.Array;
import java.util.TreeSet;
import org.palus.hook.Abort;
import org.palus.hook.Compare;
import org.palus.hook.Disk;
import org.palus.hook.Facts;
import org.palus.hook.Guard;
import org.palus.hook.Probe;
import org.palus.hook.Snapshot;
import org.palus.hook.Stopped;
import org.palus.hook.ThreadLocals;
import org.palus.hook.Threads;

/**
 * Runs the sequences of one program, one after the other, each up to its first failure; an
 * exception of the code under test is none where sequences go on behind it.
 */
final class Batch {
  private final Definitions definitions;
  private final Program program;
  private final Outcomes outcomes;
  private final Edges edges;
  private final int fuelPerSequence;
  private final boolean comparing;
  private final boolean pastThrows;
  private final Earlier earlier;

  /** Once for all batches: what a sequence changed must not be taken for how it was. */
  private static Surroundings surroundings = new Surroundings();

  private static boolean onUsedThread;

  private static boolean withStates;

  /** Of which classes static fields are a part of states. */
  private static final TreeSet<String> WITH_STATICS = new TreeSet<>();

  private static boolean edgesApart;

  private static boolean withProfiles;

  /** The position of the first of two statements that are called at once; -1 for none. */
  private static int meeting = -1;

  /** See {@link Beside}. */
  private static int uses;

  /** How many statements of the batch came before those of this sequence. */
  private int before;

  private Object[] results = new Object[16];
  private int fuel;

  /**
   * How many edges the sequence has passed. The interpreter itself uses classes that may be under
   * test, and passes others between the calls.
   */
  private int passed;

  private boolean hasThrown;

  /** The call that is made at the same time as the one of the statement; null for none. */
  private Beside beside;

  /** Whether that cut in on it. */
  private boolean hasMet;

  /** What the last statement was called on. */
  private Object receiver;

  /**
   * Prepares a run.
   *
   * @param edges null when coverage is not asked for
   * @param pastThrows whether a sequence goes on behind a statement that threw
   * @param earlier null when equality with earlier objects is not asked for
   */
  Batch(
      Definitions definitions,
      Program program,
      Outcomes outcomes,
      Edges edges,
      int fuelPerSequence,
      boolean pastThrows,
      Earlier earlier) {
    this.definitions = definitions;
    this.program = program;
    this.outcomes = outcomes;
    this.edges = edges;
    this.fuelPerSequence = fuelPerSequence;
    this.pastThrows = pastThrows;
    this.earlier = earlier;
    comparing = edges != null && edges.withComparisons();
  }

  /**
   * Has read what is put back behind sequences: the log manager wants a thread of its own for it.
   */
  static void prepare() {
    // Once, when this class is initialised.
  }

  /** Whether sequences from now on find in thread-locals what earlier ones left there. */
  static void onUsedThread(boolean is) {
    onUsedThread = is;
  }

  /** Has sequences find these surroundings from now on. */
  static void begin(Surroundings other) {
    surroundings = other;
  }

  /** From now on static fields of the class are a part of states. */
  static void withStatics(String name) {
    WITH_STATICS.add(name);
  }

  /** Whether states are taken from now on. */
  static void withStates(boolean are) {
    withStates = are;
  }

  /** Whether an edge counts anew in each statement from now on, and not once a sequence. */
  static void edgesApart(boolean are) {
    edgesApart = are;
  }

  /** Whether the profiles of a sequence's objects are written from now on. */
  static void withProfiles(boolean are) {
    withProfiles = are;
  }

  /**
   * In sequences from now on that statement and the one behind it are called at once; see {@link
   * Meeting}.
   *
   * @param statement its position, -1 for none
   * @param uses before the first of the calls uses a field or a lock for so manieth time the second
   *     cuts in
   */
  static void meet(int statement, int uses) {
    meeting = statement;
    Batch.uses = uses;
  }

  /** What sequences find now. */
  static Surroundings surroundings() {
    return surroundings;
  }

  /** Goes on with another context class loader. */
  static void enter(ClassLoader loader) {
    surroundings.enter(loader);
  }

  /**
   * How many sequences were completed.
   *
   * @param first position of the first in what the supervisor was told
   */
  int run(int first) {
    int sequences = program.next();
    long began = System.nanoTime();
    for (int i = 0; i < sequences; i++) {
      sequence(first + i);
      Disk.begin();
      if (Threads.finish()) {
        outcomes.leavesThreads();
      }
      Beans.restore();
      if (Finalizers.run() | surroundings.restore()) {
        outcomes.leavesChanges();
      }
      if (surroundings.hasPrinted()) {
        outcomes.prints();
      }
      outcomes.asks(Facts.asked());
      Probe.keep(passed);
      long ended = System.nanoTime();
      outcomes.took(ended - began);
      began = ended;
      boolean fits = !outcomes.isFull() && (edges == null || edges.hasRoom());
      if (!fits && i > 0) {
        return i;
      }
      if (edges != null) {
        edges.take();
      }
    }
    return sequences;
  }

  private void sequence(int position) {
    outcomes.begin();
    Disk.begin();
    int statements = program.next();
    if (results.length < statements) {
      results = new Object[2 * statements];
    }
    if (!onUsedThread) {
      ThreadLocals.forget();
    }
    fuel = fuelPerSequence;
    passed = 0;
    Compare.clear();
    boolean goesOn = true;
    int at = 0;
    while (at < statements) {
      boolean isMeeting = goesOn && at == meeting && at + 1 < statements;
      if (goesOn) {
        Probe.progress(position | (long) at << Integer.SIZE);
        hasThrown = false;
        boolean returned = isMeeting ? together(at) : statement(at);
        goesOn = returned || (pastThrows && hasThrown);
      } else {
        program.skipStatement();
        outcomes.status(Outcomes.NOT_RUN);
      }
      at += isMeeting ? 2 : 1;
    }
    if (goesOn && earlier != null && statements > 0) {
      // Both are earlier objects for the next sequence.
      if (!(earlier.lacks(results[statements - 1]) | earlier.lacks(receiver))) {
        outcomes.equalsEarlier();
      }
    }
    if (goesOn && withProfiles) {
      for (int i = 0; i < statements; i++) {
        outcomes.profile(i, results[i]);
      }
    }
    receiver = null;
    before += statements;
    for (int i = 0; i < statements; i++) {
      results[i] = null;
    }
  }

  /** Whether it returned. */
  private boolean statement(int index) {
    switch (program.next()) {
      case Program.CALL:
        Callable method = definitions.method(program.next());
        return call(index, method, operands());
      case Program.FIELD:
        return call(index, definitions.field(program.next()), new Object[0]);
      case Program.FAKE:
        return fake(index, definitions.fake(program.next()), operands());
      default:
        Class<?> element = definitions.type(program.next());
        return array(index, element, operands());
    }
  }

  /** Null when one of them names a literal that is not defined, or that cannot be made. */
  private Object[] operands() {
    Object[] operands = new Object[program.next()];
    boolean isDefined = true;
    for (int i = 0; i < operands.length; i++) {
      int operand = program.next();
      if (operand >= 0) {
        operands[i] = results[operand];
      } else {
        Literal literal = definitions.literal(~operand);
        isDefined &= literal != null && (literal.isMade() || isMadeNow(literal));
        operands[i] = isDefined ? literal.value() : null;
      }
    }
    return isDefined ? operands : null;
  }

  /** Has a literal be made, by code of the program. Says whether there is one then. */
  private boolean isMadeNow(Literal literal) {
    Probe.keep(passed);
    Probe.refuel(Definitions.INITIALISER_FUEL);
    Facts.watch(true);
    try {
      literal.value();
    } catch (Throwable failure) { // the initialiser of a class of the program may fail in any way
      return false;
    } finally {
      Facts.watch(false);
      passed = Probe.touchedCount();
      Probe.refuel(Integer.MAX_VALUE);
    }
    return true;
  }

  /** Two calls at once: this statement's and the next one's. Whether both returned. */
  private boolean together(int index) {
    program.next();
    Callable first = definitions.method(program.next());
    Object[] ofFirst = operands();
    program.next();
    Callable second = definitions.method(program.next());
    Object[] ofSecond = operands();
    if (!isRunnable(second, ofSecond) || !second.accepts(ofSecond)) {
      outcomes.status(Outcomes.NOT_RUNNABLE);
      outcomes.status(Outcomes.NOT_RUN);
      return false;
    }
    beside = new Beside(second, ofSecond, uses);
    boolean returned = call(index, first, ofFirst);
    Beside other = beside;
    beside = null;
    int status = other.hasEnded() ? status(other.thrown()) : Outcomes.NOT_RUN;
    if (status == Outcomes.RETURNED) {
      results[index + 1] = other.value();
      returned &= read(second, other.value());
    } else if (status == Outcomes.THREW) {
      outcomes.threw(status, other.thrown());
      hasThrown = true;
    } else {
      outcomes.status(status);
      hasThrown = false;
    }
    if (hasMet) {
      outcomes.meets();
    }
    return returned && status == Outcomes.RETURNED;
  }

  private static boolean isRunnable(Callable callable, Object[] arguments) {
    return callable != null && arguments != null && arguments.length == callable.parameterCount();
  }

  private boolean call(int index, Callable callable, Object[] arguments) {
    if (!isRunnable(callable, arguments)) {
      outcomes.status(Outcomes.NOT_RUNNABLE);
      return false;
    }
    if (!callable.accepts(arguments)) {
      outcomes.status(Outcomes.NOT_FITTING);
      return false;
    }
    receiver = callable.hasReceiver() ? arguments[0] : null;
    Object[] roots = withStates ? roots(callable, arguments) : null;
    if (roots != null) {
      snapshot(roots, 2 * (before + index));
    }
    Object value = null;
    Throwable thrown = null;
    Guard.refused = Guard.NOTHING;
    Probe.keep(passed);
    if (edgesApart) {
      Probe.again();
    }
    Probe.refuel(fuel);
    Compare.on(comparing);
    Facts.watch(true);
    Threads.open(true);
    try {
      if (beside != null) {
        beside.begin();
      }
      value = callable.call(arguments);
    } catch (Throwable t) { // whatever the code under test throws is its outcome
      thrown = t;
    }
    hasMet = beside != null && beside.end();
    try {
      Threads.settle();
    } catch (Stopped stopped) {
      thrown = stopped;
    }
    Threads.open(false);
    Facts.watch(false);
    Compare.on(false);
    passed = Probe.touchedCount();
    outcomes.passed((long) fuel - Probe.fuelLeft(), passed);
    fuel = Probe.fuelLeft();
    Probe.refuel(Integer.MAX_VALUE);
    int status = status(thrown);
    if (status == Outcomes.OUT_OF_RESOURCES) {
      Resources.check();
    }
    if (roots != null && (status == Outcomes.RETURNED || status == Outcomes.THREW)) {
      if (!callable.hasReceiver()) {
        roots[0] = value;
      }
      snapshot(roots, 2 * (before + index) + 1);
    }
    if (status == Outcomes.RETURNED) {
      results[index] = value;
      return read(callable, value);
    }
    if (thrown == null || thrown instanceof Abort || status == Outcomes.REFUSED) {
      outcomes.status(status);
    } else if (callable.isOfTest() && status == Outcomes.THREW) {
      outcomes.status(Outcomes.NOT_RUNNABLE);
    } else {
      outcomes.threw(status, thrown);
      hasThrown = status == Outcomes.THREW;
    }
    return false;
  }

  private void snapshot(Object[] roots, int place) {
    if (!WITH_STATICS.isEmpty() && definitions.loader() instanceof Fresh fresh) {
      org.palus.hook.Statics.are(fresh.loaded(WITH_STATICS));
    }
    Snapshot.take(roots, place);
  }

  /** The receiver and the arguments; what is returned is to take the place of no receiver. */
  private static Object[] roots(Callable callable, Object[] arguments) {
    if (callable.hasReceiver()) {
      return arguments.clone();
    }
    Object[] roots = new Object[1 + arguments.length];
    System.arraycopy(arguments, 0, roots, 1, arguments.length);
    return roots;
  }

  /**
   * Reads the value. An object that no constructor made (libraries allocate some by {@code Unsafe})
   * can be broken inside: a string without characters cannot even be measured. Nothing is then
   * known of it, and the sequence ends.
   */
  private boolean read(Callable callable, Object value) {
    try {
      outcomes.returned(callable, value);
      return true;
    } catch (RuntimeException e) {
      outcomes.status(Outcomes.NOT_RUNNABLE);
      return false;
    }
  }

  /** Fuel and refusals are asked first: the program may have caught or wrapped what they threw. */
  private int status(Throwable thrown) {
    if (fuel < 0) {
      return Outcomes.OUT_OF_FUEL;
    }
    if (Guard.refused != Guard.NOTHING) {
      switch (Guard.refused) {
        case Guard.EXIT:
          return Outcomes.EXIT_ATTEMPT;
        case Guard.THREAD:
          return Outcomes.THREAD_ATTEMPT;
        case Guard.WAIT:
          return Outcomes.WAIT;
        case Guard.MEMORY:
          return Outcomes.OUT_OF_RESOURCES;
        case Guard.ENDLESS:
          return Outcomes.OUT_OF_FUEL;
        default:
          return Outcomes.REFUSED;
      }
    }
    if (thrown == null) {
      return Outcomes.RETURNED;
    }
    if (thrown instanceof Abort || thrown.getClass().getName().equals("java.lang.ThreadDeath")) {
      return Outcomes.STOPPED;
    }
    return Resources.areSpent(thrown) ? Outcomes.OUT_OF_RESOURCES : Outcomes.THREW;
  }

  private boolean array(int index, Class<?> element, Object[] values) {
    receiver = null;
    if (element == null || element == void.class || values == null) {
      outcomes.status(Outcomes.NOT_RUNNABLE);
      return false;
    }
    Object array = Array.newInstance(element, values.length);
    for (int i = 0; i < values.length; i++) {
      boolean fits =
          element.isPrimitive()
              ? Primitives.accepts(Primitives.tag(element), values[i])
              : values[i] == null || element.isInstance(values[i]);
      if (!fits) {
        outcomes.status(Outcomes.NOT_RUNNABLE);
        return false;
      }
      Array.set(array, i, values[i]);
    }
    results[index] = array;
    outcomes.array(array);
    return true;
  }

  private boolean fake(int index, Fake fake, Object[] values) {
    receiver = null;
    if (fake == null || values == null || !fake.accepts(values)) {
      outcomes.status(Outcomes.NOT_RUNNABLE);
      return false;
    }
    if (fake.maker != null) {
      return call(index, fake.maker, values);
    }
    Object made = fake.make(values);
    results[index] = made;
    outcomes.object(made);
    return true;
  }
}
