package org.palus.subject;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Makes and uses objects of the JDK. Not run by JUnit: not named as a test. */
public class Outsiders {
  static int take(List<String> list) {
    return list.size();
  }

  /** Made by a constructor with an argument, filled, passed to the class's own code. */
  public static void filled() {
    List<String> list = new ArrayList<>(2);
    list.add("a");
    take(list);
  }

  /** Made by a static method, and an iterator by the list. */
  public static void handedOut() {
    Iterator<String> all = Arrays.asList("a").iterator();
    all.next();
  }

  /** A call that throws, caught here, and one that throws through the method. */
  public static void failing() {
    List<String> list = new ArrayList<>();
    try {
      list.get(7);
    } catch (IndexOutOfBoundsException expected) {
      list.clear();
    }
    try {
      through(list);
    } catch (IndexOutOfBoundsException expected) {
      list.clear();
    }
  }

  static void through(List<String> list) {
    list.get(8);
  }

  /** Builders that leave their expression, and one that does not, as javac writes it. */
  public static String builders(int n) {
    StringBuilder kept = new StringBuilder();
    kept.append(n > 0 ? new StringBuilder().append("in").append(n).toString() : "");
    return new StringBuffer().append(kept).append('x').toString();
  }

  /** Calls that with an argument. */
  public static void builders() {
    builders(1);
  }

  /** A list that nobody saw being made, and a followed one passed to it. */
  public static void strangers() {
    List<Object> stranger = System.getProperties().isEmpty() ? null : unseen();
    stranger.clear();
    List<Object> made = new ArrayList<>();
    stranger.add(made);
    Collections.unmodifiableList(made).isEmpty();
  }

  private static List<Object> unseen() {
    try {
      Class<?> type = Class.forName("java.util.ArrayList");
      @SuppressWarnings("unchecked")
      List<Object> list = (List<Object>) type.getConstructor().newInstance();
      return list;
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  /** A test that leaves a call of the JDK by an exception, and one that goes on after it. */
  public static void tests() {
    Outsiders tests = new Outsiders();
    try {
      tests.throwing();
    } catch (IndexOutOfBoundsException expected) {
      tests.catching();
    }
  }

  @Test
  void throwing() {
    new ArrayList<String>().get(1);
  }

  @Test
  void catching() {
    List<String> list = new ArrayList<>();
    try {
      list.get(1);
    } catch (IndexOutOfBoundsException expected) {
      list.clear();
    }
  }
}
