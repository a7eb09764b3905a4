package org.palus.subject;

import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;

/** Says that it is thread-safe, and locks in all ways that there are. */
@ThreadSafe
public class Safe {
  private static final Object LOCK = new Object();
  private static long all;
  private final List<String> said = new ArrayList<>();
  private int count;

  public static synchronized long add(long amount, double factor) {
    all += (long) (amount * factor);
    return all;
  }

  private synchronized void say(String word) {
    if (word.isEmpty()) {
      throw new IllegalArgumentException("nothing to say");
    }
    synchronized (LOCK) {
      said.add(word);
      count++;
    }
  }

  private synchronized int[] counts() {
    for (int i = 0; i < 3; i++) {
      try {
        say(i == 1 ? "" : "word" + i);
      } catch (IllegalArgumentException e) {
        count += 10;
      }
    }
    return new int[] {count, said.size()};
  }

  /** What all of it gives. */
  public static String all() {
    all = 0;
    Safe safe = new Safe();
    int[] counts = safe.counts();
    return add(3, 1.5) + " " + add(2, 2.0) + " " + counts[0] + " " + counts[1] + " " + Thread.holdsLock(safe)
        + Thread.holdsLock(LOCK) + Thread.holdsLock(Safe.class);
  }

  private synchronized boolean locks() {
    return Thread.holdsLock(this);
  }

  private static synchronized boolean locksClass() {
    return Thread.holdsLock(Safe.class);
  }

  /** Whether synchronized methods have their locks, and none when they have thrown. */
  public static boolean isExclusive() {
    Safe safe = new Safe();
    boolean throwsIt = false;
    try {
      safe.say("");
    } catch (IllegalArgumentException e) {
      throwsIt = !Thread.holdsLock(safe);
    }
    return throwsIt && safe.locks() && locksClass();
  }

  /** Whether the virtual machine enters a lock for a method of that kind. */
  public static boolean isFlagged() throws NoSuchMethodException {
    return Modifier.isSynchronized(Safe.class.getDeclaredMethod("say", String.class).getModifiers());
  }
}
