package org.palus.hook;

import java.io.File;
import java.net.UnknownHostException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Path;

/**
 * Keeps the code under test from ending its worker, from starting threads that nobody schedules, from
 * waiting for what nobody does, and from changing what outlives a sequence: what those do would come
 * out otherwise on every run, reach edges that no statement asked for, and go on for ever.
 */
public final class Guard {
  /** Nothing was refused. */
  public static final int NOTHING = 0;

  /** An exit was refused. */
  public static final int EXIT = 1;

  /** The start of a thread was refused. */
  public static final int THREAD = 2;

  /** Something of the machine, or of what the whole virtual machine shares, was refused. */
  public static final int SHARED = 3;

  /** The JDK's own service threads, for its cleaners and pools of its own. */
  private static final String SERVICE_THREAD = "jdk.internal.misc.InnocuousThread";

  /** A long wait was refused. */
  public static final int WAIT = 4;

  /** Arrays or files were refused that take too much. */
  public static final int MEMORY = 5;

  /** An object that a test makes up was asked again and again. */
  public static final int ENDLESS = 6;

  /** The package of this class. */
  private static final String HOOKS = "org.palus.hook.";

  private static final long NANOS_A_MILLISECOND = 1_000_000;

  /**
   * No sequence waits for longer: in that time thousands of others run, and a test that waits is
   * one that nobody wants. In nanoseconds.
   */
  private static final long LONG_WAIT = 20 * NANOS_A_MILLISECOND;

  /** Whether exits, threads and changes are refused. */
  public static volatile boolean armed;

  /**
   * What was last refused on the worker's own thread, or on those that its sequence started, since this
   * was set to nothing: the program may swallow the error.
   */
  public static volatile int refused;

  /** The first objects with finalizers that the running sequence made. */
  private static final Object[] FINALIZABLE = new Object[16];

  private static int finalizable;

  /** The names of the first management beans that the running sequence registered. */
  private static final Object[] REGISTERED = new Object[128];

  private static int registered;

  /**
   * What finds out which fonts there are, once in a virtual machine. It asks for the name of the host and
   * makes a directory in that of the user to note what it found, and goes on without both.
   */
  private static final String FONTS = "sun.font.FcFontConfiguration";

  /** The thread that runs the sequences. */
  private static Thread worker;

  /** The directory in which the program may do what it wants, with a separator at its end. */
  private static String directory = "";

  private Guard() {}

  /**
   * Says who is guarded; before this nothing is refused.
   *
   * @param own the directory of the code under test, absolute
   */
  public static void arm(String own) {
    worker = Thread.currentThread();
    directory = own.endsWith("/") ? own : own.concat("/");
    Chance.begin();
    // Initialised now, and not where there may be no stack left for that.
    Threads.open(false);
    armed = true;
  }

  /** First thing in {@code Runtime.exit} and {@code Runtime.halt}. */
  public static void exit(int status) {
    if (armed) {
      note(EXIT);
      throw ExitAttempt.INSTANCE;
    }
  }

  /** First thing in {@code Runtime.addShutdownHook}. */
  public static void hook(Thread thread) {
    if (!isService(thread)) {
      service();
    }
  }

  /** First thing in {@code Thread.start}. */
  public static void start(Thread thread) {
    if (armed && !isService(thread) && !Threads.starts(thread)) {
      service();
    }
  }

  private static boolean isService(Thread thread) {
    return thread.getClass().getName().equals(SERVICE_THREAD);
  }

  /**
   * First thing in {@code LockSupport.park} without a limit. Where no other thread could end the wait
   * the watchdog would; this says so at once, and on every run alike.
   */
  public static void park() {
    park(Long.MAX_VALUE);
  }

  /** First thing in {@code LockSupport.parkNanos}. */
  public static void park(long nanos) {
    boolean isLong = nanos > LONG_WAIT;
    if (isLong && watches() && !Threads.any() && !worker.isInterrupted()) {
      refused = WAIT;
      throw Stopped.INSTANCE;
    }
  }

  /** First thing in {@code LockSupport.parkUntil}, which counts in milliseconds. */
  public static void parkUntil(long deadline) {
    if (armed && deadline > System.currentTimeMillis() + LONG_WAIT / NANOS_A_MILLISECOND) {
      park();
    }
  }

  /**
   * First thing in {@code Thread.sleep}.
   *
   * @return whether it has slept
   */
  public static boolean sleeps(long millis) {
    if (millis > LONG_WAIT / NANOS_A_MILLISECOND) {
      park();
    }
    return Threads.sleeps(millis * NANOS_A_MILLISECOND);
  }

  /** The same for a sleep in nanoseconds. */
  public static boolean sleepsNanos(long nanos) {
    park(nanos);
    return Threads.sleeps(nanos);
  }

  /**
   * First thing in {@code Thread.join}: a thread that lives is one of the sequence, the own one, or one
   * of the JVM's.
   *
   * @param millis 0 for ever
   * @return whether it has waited as long as that, and the thread still lives
   */
  public static boolean joins(Thread thread, long millis) {
    if (thread.isAlive()) {
      park();
    }
    return Threads.joins(thread, millis);
  }

  /** Before {@code Object.wait}; 0 is no limit. Without the object's lock that throws. */
  static void await(Object object, long millis) {
    boolean isLong = millis == 0 || millis > LONG_WAIT / NANOS_A_MILLISECOND;
    if (isLong && armed && object != null && Thread.holdsLock(object)) {
      park();
    }
  }

  /** No thread of the sequence would ever go on. */
  static void waits() {
    refused = WAIT;
  }

  /** First thing in {@code Cleaner.create}, whose thread would run code of the program. */
  public static void service() {
    if (armed) {
      note(THREAD);
      throw ThreadAttempt.INSTANCE;
    }
  }

  /**
   * Whether reflection shows nothing of the class, for it is one of those that guard the program:
   * they are public, since instrumented code links to them.
   */
  public static boolean hides(Class<?> shown) {
    if (!armed || !shown.getName().startsWith(HOOKS)) {
      return false;
    }
    note(SHARED);
    return true;
  }

  /** First thing where a method handle is looked up. */
  public static void looksUp(Class<?> owner) {
    if (hides(owner)) {
      throw RefusedAttempt.INSTANCE;
    }
  }

  /** First thing in what changes the state of the virtual machine for good. */
  public static void shared() {
    if (armed) {
      note(SHARED);
      throw RefusedAttempt.INSTANCE;
    }
  }

  /**
   * First thing where the JDK makes a directory and answers whether that worked: what it will say of
   * one elsewhere tells of the sandbox.
   */
  public static void file(File file) {
    Disk.makes();
    if (armed) {
      String path = file.getAbsolutePath();
      if (!isOwn(path) && !looksForFonts(new Throwable())) {
        note(SHARED);
      }
    }
  }

  /**
   * The same where what is changed has to be there. What is not there no test has made, and where
   * tests run elsewhere it may be a file of the project.
   */
  public static void gone(File file) {
    if (armed && !(isOwn(file.getAbsolutePath()) && file.exists())) {
      note(SHARED);
    }
  }

  /** The same for a path of the default file system. */
  public static void gone(Path path) {
    if (armed) {
      gone(new File(path.toString()));
    }
  }

  /**
   * First thing where the JDK lists a directory: in the own one and in those around it there are
   * other files wherever tests run, and who lists them may delete them.
   */
  public static void list(File folder) {
    if (armed && isAround(folder.getAbsolutePath())) {
      note(SHARED);
    }
  }

  /** The same for a path of the default file system. */
  public static void list(Path folder) {
    if (armed) {
      list(new File(folder.toString()));
    }
  }

  /**
   * Last thing in the constructors of {@code IOException}: what the C library says to EACCES is how
   * the sandbox refuses, and the program may catch it and go on. Only the JDK's own exceptions
   * are asked: what a class of the program says of itself is code of the program.
   */
  public static void denied(Throwable thrown, String message) {
    if (armed
        && thrown.getClass().getClassLoader() == null
        && saysDenied(thrown, message)
        && !looksForFonts(thrown)) {
      note(SHARED);
    }
  }

  /**
   * What the C library says where the sandbox refuses a file, a link or a move. A name that was not
   * found once is not looked for again, and nothing is said of it but the name.
   */
  private static boolean saysDenied(Throwable thrown, String message) {
    return thrown instanceof AccessDeniedException
        || thrown instanceof UnknownHostException
        || message != null
            && (message.contains("Permission denied") || message.contains("cross-device link"));
  }

  /** Whether the JDK does that by itself, which looks for fonts; by the place where this was made. */
  private static boolean looksForFonts(Throwable made) {
    for (StackTraceElement frame : made.getStackTrace()) {
      if (frame.getClassName().equals(FONTS)) {
        return true;
      }
    }
    return false;
  }

  /** Last thing where a directory is listed, which answers null to a refusal. */
  public static void listed(String[] names, File directory) {
    if (armed && names == null && directory.isDirectory()) {
      note(SHARED);
    }
  }

  /**
   * First thing where the JDK signals a process and answers whether that worked, or looks for others
   * and answers that there are none.
   */
  public static void signal() {
    if (armed) {
      note(SHARED);
    }
  }

  /**
   * Takes an object that has a finalizer, so that nobody else runs that: the collector would run it
   * beside the sequences, whenever it likes.
   */
  public static boolean takes(Object object) {
    if (!armed) {
      return false;
    }
    if (Thread.currentThread() == worker && finalizable < FINALIZABLE.length) {
      FINALIZABLE[finalizable++] = object;
    }
    return true;
  }

  /** One of the objects taken; null when there is none left. */
  public static Object taken() {
    if (finalizable == 0) {
      return null;
    }
    Object last = FINALIZABLE[--finalizable];
    FINALIZABLE[finalizable] = null;
    return last;
  }

  /**
   * First thing where the JDK registers a management bean, for the whole virtual machine: the next
   * sequences are not to find it.
   */
  public static void registers(Object name) {
    if (armed && registered < REGISTERED.length && isOfSequence()) {
      REGISTERED[registered++] = name;
    }
  }

  /** One of these names; null when there is none left. */
  public static Object registered() {
    if (registered == 0) {
      return null;
    }
    Object last = REGISTERED[--registered];
    REGISTERED[registered] = null;
    return last;
  }

  /** Whether the calling thread is the one that runs sequences, and does. */
  static boolean watches() {
    return armed && Thread.currentThread() == worker;
  }

  /** Arrays or files were refused; the program may take that for what it can live with. */
  static void memory() {
    if (armed) {
      note(MEMORY);
    }
  }

  /** Whether it is below the own directory, as far as can be told from its name. */
  private static boolean isOwn(String path) {
    return path.startsWith(directory)
        && !path.contains("/../")
        && !path.endsWith("/..")
        && !isAround(path);
  }

  /** Whether it is the own directory, or that is below it. */
  private static boolean isAround(String path) {
    String folder = path;
    while (folder.endsWith("/.")) {
      folder = folder.substring(0, folder.length() - 2);
    }
    return directory.startsWith(folder.endsWith("/") ? folder : folder.concat("/"));
  }

  private static void note(int what) {
    if (isOfSequence()) {
      refused = what;
    }
  }

  private static boolean isOfSequence() {
    return Thread.currentThread() == worker || Threads.isOne();
  }
}
