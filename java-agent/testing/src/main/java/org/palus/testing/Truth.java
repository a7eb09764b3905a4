package org.palus.testing;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;

/**
 * What a recording of the calling thread must say, noted by the calls themselves, and the dice that
 * decide what they do. It is not recorded itself.
 */
public final class Truth {
  private static final ThreadLocal<Truth> CURRENT = new ThreadLocal<>();

  private final Random random;
  private final List<String> lines;
  private final Deque<Frame> open = new ArrayDeque<>();
  private int callsLeft;

  private Truth(Random random, List<String> lines, int calls) {
    this.random = random;
    this.lines = lines;
    callsLeft = calls;
  }

  /** A tree of that many calls at most begins in this thread; what they note goes to the lines. */
  public static void begin(long seed, List<String> lines, int calls) {
    CURRENT.set(new Truth(new Random(seed), lines, calls));
  }

  public static Truth current() {
    return CURRENT.get();
  }

  /** A number from 0 to before {@code sides}. */
  public int draw(int sides) {
    return random.nextInt(sides);
  }

  /** Whether there may be one more call, and counts it. */
  public boolean goesOn() {
    return open.size() < 12 && callsLeft-- > 0;
  }

  /**
   * A call starts.
   *
   * @return its depth
   */
  public int enter(String name, int argument) {
    open.push(new Frame(name));
    note("enter");
    lines.add(open.size() + " arg 1 int " + argument);
    return open.size();
  }

  /** As {@link #enter}, where an argument of {@code super(...)} is to be had by the way. */
  public int entered(String name, int argument) {
    enter(name, argument);
    return argument;
  }

  /** Its {@code super(...)} comes next; when that fails, nothing says that the call ended. */
  public void callsSuper() {
    open.element().isInSuperCall = true;
  }

  public void initialised() {
    open.element().isInSuperCall = false;
    note("init");
  }

  public void exit() {
    note("exit");
    open.pop();
  }

  /** An exception has ended all calls deeper than this. */
  public void unwound(int depth) {
    while (open.size() > depth) {
      if (!open.element().isInSuperCall) {
        note("throw");
      }
      open.pop();
    }
  }

  private void note(String what) {
    lines.add(open.size() + " " + what + " " + open.element().name);
  }

  /** A recorded line without what these notes do not say: receivers, results, exceptions. */
  public static List<String> reduced(List<String> events) {
    List<String> reduced = new ArrayList<>();
    for (String event : events) {
      String[] words = event.split(" ");
      boolean isArgument = words[1].equals("arg");
      reduced.add(isArgument ? event : words[0] + " " + words[1] + " " + words[2]);
    }
    return reduced;
  }

  private static final class Frame {
    final String name;
    boolean isInSuperCall;

    Frame(String name) {
      this.name = name;
    }
  }
}
