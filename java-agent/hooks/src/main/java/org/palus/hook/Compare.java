package org.palus.hook;

import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.TreeMap;

/**
 * Search mode: what the code under test compares, kept while the engine asks for it.
 *
 * <p>Off, a comparison costs one test of a flag. On, pairs of unequal operands are kept, each once,
 * until there is no more room. Only strings are looked at: comparing other objects would run code
 * of the program.
 */
public final class Compare {
  /** How many pairs of either kind are kept. */
  public static final int LIMIT = 128;

  /** Longest text that is kept. */
  private static final int TEXT_LIMIT = 64;

  /** How many keys of a table a key that is looked for is paired with. */
  private static final int KEY_LIMIT = 8;

  private static final long[] numbers = new long[2 * LIMIT];
  private static final String[] texts = new String[2 * LIMIT];

  private static boolean on;
  private static int numberCount;
  private static int textCount;

  private Compare() {}

  /** Starts or stops keeping. */
  public static void on(boolean wanted) {
    on = wanted;
  }

  /** Forgets everything. */
  public static void clear() {
    numberCount = 0;
    textCount = 0;
  }

  /** How many numbers are kept: two for each pair. */
  public static int numberCount() {
    return numberCount;
  }

  /** A number that is kept. */
  public static long number(int index) {
    return numbers[index];
  }

  /** How many texts are kept: two for each pair. */
  public static int textCount() {
    return textCount;
  }

  /** A text that is kept. */
  public static String text(int index) {
    return texts[index];
  }

  /** Before a jump that compares two ints. */
  public static void ints(int one, int other) {
    if (on) {
      keepNumbers(one, other);
    }
  }

  /** Instead of {@code lcmp}. */
  public static int longs(long one, long other) {
    if (on) {
      keepNumbers(one, other);
    }
    return one < other ? -1 : one == other ? 0 : 1;
  }

  /** Before a switch; each key is two characters, the upper half first. */
  public static void keys(int value, String keys) {
    if (on) {
      for (int i = 0; i + 1 < keys.length(); i += 2) {
        keepNumbers(value, keys.charAt(i) << 16 | keys.charAt(i + 1));
      }
    }
  }

  /** Before a method that compares two texts or looks for one in the other. */
  public static void texts(Object one, Object other) {
    if (on && one instanceof String && other instanceof String) {
      keepTexts((String) one, (String) other);
    }
  }

  /** Before a look-up in a table. */
  public static void key(Object table, Object key) {
    if (!on || !(key instanceof String) || table == null) {
      return;
    }
    Class<?> type = table.getClass();
    Iterator<?> keys;
    if (type == HashMap.class || type == LinkedHashMap.class) {
      keys = ((HashMap<?, ?>) table).keySet().iterator();
    } else if (type == TreeMap.class) {
      keys = ((TreeMap<?, ?>) table).keySet().iterator();
    } else {
      return;
    }
    for (int i = 0; i < KEY_LIMIT && keys.hasNext(); i++) {
      texts(key, keys.next());
    }
  }

  private static void keepNumbers(long one, long other) {
    if (one == other || numberCount == numbers.length) {
      return;
    }
    for (int i = 0; i < numberCount; i += 2) {
      if (numbers[i] == one && numbers[i + 1] == other) {
        return;
      }
    }
    numbers[numberCount++] = one;
    numbers[numberCount++] = other;
  }

  private static void keepTexts(String one, String other) {
    if (textCount == texts.length
        || one.length() > TEXT_LIMIT
        || other.length() > TEXT_LIMIT
        || one.equals(other)) {
      return;
    }
    for (int i = 0; i < textCount; i += 2) {
      if (texts[i].equals(one) && texts[i + 1].equals(other)) {
        return;
      }
    }
    texts[textCount++] = one;
    texts[textCount++] = other;
  }
}
