package org.palus.subject;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** One operator of mutation in each method. */
public final class Mutable {
  private static final List<String> SAID = new ArrayList<>();
  private static final int SEVEN = Integer.parseInt("7");

  private int width;
  private long length = 1;

  private Mutable() {}

  public static String smaller() {
    StringBuilder answers = new StringBuilder();
    for (String number : "6 7 8".split(" ")) {
      answers.append(Integer.parseInt(number) < SEVEN ? 'y' : 'n');
    }
    return answers.toString();
  }

  public static Object sum() {
    return SEVEN + 1;
  }

  public static Object shifted() {
    return (long) SEVEN << 1;
  }

  public static Object quotient() {
    return SEVEN / 2.0;
  }

  public static Object negated() {
    return -SEVEN;
  }

  public static Object increased() {
    int seven = SEVEN;
    seven++;
    return seven;
  }

  public static boolean truth() {
    return Boolean.parseBoolean("true");
  }

  public static long number() {
    return Long.parseLong("7");
  }

  public static String text() {
    return String.valueOf(SEVEN);
  }

  public static Optional<Integer> maybe() {
    return Optional.of(SEVEN);
  }

  public static int[] array() {
    return new int[] {SEVEN};
  }

  public static Object isSame() {
    Object one = SAID;
    return one == SAID ? "same" : "other";
  }

  public static Object isThere() {
    Object one = SAID;
    return one == null ? "gone" : "there";
  }

  public static Object written() {
    Mutable one = new Mutable();
    one.length = one.width = SEVEN;
    return one.width + "x" + one.length;
  }

  public static Object said() {
    SAID.clear();
    say("a", 1L);
    return String.join("", SAID);
  }

  private static void say(String text, long times) {
    for (long i = 0; i < times; i++) {
      SAID.add(text);
    }
  }
}
