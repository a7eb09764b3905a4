package org.palus.worker;

import java.io.File;
import java.net.MalformedURLException;
import java.net.URL;
import java.nio.ByteBuffer;
import org.palus.hook.Clock;
import org.palus.hook.Guard;
import org.palus.hook.Mutants;

/**
 * What the native engine calls, on the worker's main thread: definitions first, then batches.
 *
 * <p>Each definition gets a number that the engine chooses; numbers are small and dense. A
 * definition returns null when it can be used and otherwise one sentence that says why not.
 *
 * <p>A program is a sequence of little-endian i32:
 *
 * <pre>
 * program   = count, sequence...
 * sequence  = count, statement...
 * statement = CALL 0, method, n, operand...     receiver first
 *           | ARRAY 1, element type, n, operand...
 *           | FIELD 2, field
 *           | FAKE 3, fake, n, operand...       what it answers, method by method
 * operand   = statement of this sequence, from 0  |  ~literal, negative
 * </pre>
 *
 * <p>The outcomes are described in {@link Outcomes}, the list of touched edges in {@link Edges}.
 */
public final class Interpreter {
  /** Flag: texts, elements of arrays and messages of exceptions are written too. */
  static final int FULL = 1;

  /** Flag: the edges that each sequence touched are written, and cleared. */
  static final int COVERAGE = 2;

  /** Flag: behind the edges of each sequence the operands of its comparisons are written. */
  static final int COMPARISONS = 4;

  /** Flag: a sequence goes on behind a statement that threw. */
  static final int PAST_THROWS = 8;

  /** Flag: it is said of a sequence whether its last objects equal those of earlier ones. */
  static final int EQUALITY = 16;

  /** Flag: a sequence finds in thread-locals what earlier ones left there. */
  static final int ON_USED_THREAD = 32;

  /** Flag: the states of what each call has to do with are taken before and behind it. */
  static final int STATES = 64;

  /** Flag: an edge is written once for each statement that passed it, not once a sequence. */
  static final int EDGES_APART = 128;

  /** Flag: the profiles that the objects of a sequence have in the end are written. */
  static final int PROFILES = 256;

  private static Definitions definitions = new Definitions(Interpreter.class.getClassLoader());
  private static Statics statics = new Statics();

  /** What is defined with the classes to which {@link #comeBack} goes. */
  private static Definitions home;

  /** What sequences find there. */
  private static Surroundings homeSurroundings;

  private static final Earlier EARLIER = new Earlier();
  private static final Variant VARIANT = new Variant();

  /** As it was at the start: a variant may have another. */
  private static final String CLASS_PATH = System.getProperty("java.class.path");

  private static final String DIRECTORY = System.getProperty("java.io.tmpdir");

  private Interpreter() {}

  /**
   * Forgets all definitions, and has the classes of the program loaded anew: their static fields
   * are as they were in the beginning, and time leaps from now on.
   */
  public static void renew() {
    reload();
    Clock.leap();
  }

  /** Keeps the classes and the surroundings of now for {@link #comeBack}. */
  public static void depart() {
    home = definitions;
    homeSurroundings = Batch.surroundings();
  }

  /** Goes on with the classes and the surroundings that were there before {@link #depart}. */
  public static void comeBack() {
    VARIANT.restore();
    Clock.stay();
    definitions = home;
    statics = new Statics();
    Batch.begin(homeSurroundings);
    homeSurroundings.restore();
  }

  private static void reload() {
    String[] entries = CLASS_PATH.split(File.pathSeparator);
    URL[] urls = new URL[entries.length];
    for (int i = 0; i < entries.length; i++) {
      try {
        urls[i] = new File(entries[i]).toURI().toURL();
      } catch (MalformedURLException e) {
        throw new IllegalStateException(e);
      }
    }
    ClassLoader fresh = new Fresh(urls);
    Batch.enter(fresh);
    definitions = new Definitions(fresh);
    statics = new Statics();
  }

  /**
   * Goes on in other surroundings.
   *
   * @param number of the variant, from 0
   * @param facts what is other in it, see {@link org.palus.hook.Facts}; 0 for nothing
   * @param anew whether classes are loaded anew
   */
  public static void vary(int number, int facts, boolean anew) {
    VARIANT.apply(number, facts);
    Batch.begin(new Surroundings());
    if (anew) {
      // Whether time leaps, the variant has said.
      reload();
    }
  }

  /** The loader of the classes of the program as they are now. */
  public static ClassLoader loader() {
    return definitions.loader();
  }

  /** In how many variants these facts are other. */
  public static int variants(int facts) {
    return Variant.count(facts);
  }

  /**
   * Defines a type.
   *
   * @param name as {@link Class#getName} gives it: dots, arrays like {@code [I}, or a primitive
   */
  public static String defineType(int id, String name) {
    return definitions.type(id, name);
  }

  /**
   * Defines a method or constructor.
   *
   * @param owner name of its class, with dots
   * @param kind 0 constructor, 1 static method, 2 instance method
   */
  public static String defineMethod(
      int id, String owner, String name, String descriptor, int kind) {
    return definitions.method(id, owner, name, descriptor, kind);
  }

  /** Defines a static field that can be read. */
  public static String defineField(int id, String owner, String name, String descriptor) {
    return definitions.field(id, owner, name, descriptor);
  }

  /**
   * Defines a literal.
   *
   * @param tag one of {@link org.palus.hook.Tags}, or 100 for a lambda
   * @param bits a primitive's or box's value; of a lambda the number of the literal that it
   *     returns, -1 for nothing, from -2 downwards its first, second, ... parameter, and from -1000
   *     downwards the one that it runs
   * @param text a string's value or an enum constant's name
   * @param type number of an enum's type, of a lambda's interface, or of the type that is a class
   *     literal's value
   */
  public static String defineLiteral(int id, int tag, long bits, String text, int type) {
    arm();
    return definitions.literal(id, tag, bits, text, type);
  }

  /**
   * Defines fakes of one interface that say the answers of the same methods.
   *
   * @param type number of the interface
   * @param answers the methods, see {@link Fake#of}
   */
  public static String defineFake(int id, int type, String answers) {
    arm();
    return definitions.fake(id, type, answers);
  }

  /**
   * Runs a batch; all buffers are direct. From the first batch on, exits and threads are refused.
   *
   * @param first position of the first sequence in what the supervisor was told
   * @param flags {@link #FULL}, {@link #COVERAGE}, {@link #COMPARISONS}, {@link #PAST_THROWS},
   *     {@link #EQUALITY}, {@link #ON_USED_THREAD}, {@link #STATES}, {@link #EDGES_APART}, {@link
   *     #PROFILES}
   * @param fuel probes that each sequence may pass
   * @return how many sequences were completed: fewer than the program has when a buffer was full;
   *     the one that did not fit has then run, but is to be sent again
   */
  public static int run(
      ByteBuffer program, ByteBuffer outcomes, ByteBuffer touched, int first, int flags, int fuel) {
    arm();
    Outcomes out = new Outcomes(outcomes, Program.statements(program), (flags & FULL) != 0);
    boolean withComparisons = (flags & COMPARISONS) != 0;
    Edges edges = (flags & COVERAGE) != 0 ? new Edges(touched, withComparisons) : null;
    boolean pastThrows = (flags & PAST_THROWS) != 0;
    Earlier earlier = (flags & EQUALITY) != 0 ? EARLIER : null;
    Program sequences = new Program(program);
    Batch.onUsedThread((flags & ON_USED_THREAD) != 0);
    Batch.withStates((flags & STATES) != 0);
    Batch.edgesApart((flags & EDGES_APART) != 0);
    Batch.withProfiles((flags & PROFILES) != 0);
    return new Batch(definitions, sequences, out, edges, fuel, pastThrows, earlier).run(first);
  }

  /**
   * Switches one mutant on for the next batches.
   *
   * @param mutant its number; -1 for none
   */
  public static void mutate(int mutant) {
    Mutants.activate(mutant);
  }

  /**
   * Has two calls be made at once in the next batches.
   *
   * @param statement the position of the first in each sequence; -1 for none
   * @param uses before it uses a field or a lock for so manieth time the other cuts in; 0 for never
   */
  public static void meet(int statement, int uses) {
    Batch.meet(statement, uses);
  }

  /**
   * From now on the static fields of a class are a part of states, once it is initialised by a
   * loader that {@link #renew} has made.
   */
  public static void withStatics(String name) {
    Batch.withStatics(name);
  }

  /**
   * Watches the static fields of a class of which code has run already.
   *
   * @return how many fields are watched of it
   */
  public static int watchStatics(String name) {
    try {
      return statics.watch(definitions.find(name));
    } catch (ClassNotFoundException | LinkageError e) {
      // another loader's
      return 0;
    }
  }

  /**
   * Says how some of the watched fields are now: a word each, see {@link Statics#write}.
   *
   * @param from the position of the first of them
   * @param to the one behind the last, or more where all that follow are meant
   * @return how many words were written
   */
  public static int statics(ByteBuffer words, int from, int to) {
    return statics.write(words, from, to);
  }

  private static void arm() {
    if (!Guard.armed) {
      Batch.prepare();
      Guard.arm(DIRECTORY);
    }
  }
}
