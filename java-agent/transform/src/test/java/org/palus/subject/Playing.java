package org.palus.subject;

import org.junit.jupiter.api.Test;

/** Tests of {@link Played}. Not run by JUnit: not named as a test. */
public class Playing {
  @Test
  void everyWay() {
    Played one = new Played(1);
    one.mixed(true, (byte) 1, 'c', (short) 2, 0.5f, 1.5, 7L);
    Played.caught("x");
    try {
      new Played(-1);
    } catch (IllegalArgumentException expected) {
      Played.caught("1");
    }
  }

  @Test
  void unseen() {
    try {
      new Played("x");
    } catch (NumberFormatException expected) {
      new Played(2).inner();
    }
  }

  @Test
  void nesting() {
    new Played(3).nesting(new Played(2));
  }

  public static void play() {
    new Playing().everyWay();
  }

  public static void playUnseen() {
    new Playing().unseen();
  }

  public static void playNesting() {
    new Playing().nesting();
  }
}
