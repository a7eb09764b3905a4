package org.palus.subject;

import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;

/**
 * Methods that are tests, and such that only look like it. Not run by JUnit: not named as a test.
 */
public class Origins {
  /** A test that returns in two places. */
  @Test
  void returning(int number) {
    if (number > 0) {
      helper();
      return;
    }
    helper();
  }

  @RepeatedTest(2)
  long throwing() {
    throw new IllegalStateException();
  }

  /** Calls another test, and hides its own parameter and receiver. */
  @ParameterizedTest
  void nesting(long wide) {
    String text = "x" + wide;
    for (int i = 0; i < 2; i++) {
      returning(text.length() - 2);
    }
  }

  /** Not annotated, and its class extends nothing. */
  public void testNothing() {
    helper();
  }

  private void helper() {}

  public static void everyWay() {
    Origins origins = new Origins();
    origins.returning(1);
    origins.returning(0);
    origins.testNothing();
    try {
      origins.throwing();
    } catch (IllegalStateException expected) {
      origins.nesting(1);
    }
  }

  /** As JUnit 3 would run it. */
  public static void old() {
    new Old().testOfTestCase();
    new Other().testOfNothing();
  }

  /** A test of JUnit 3 with a class in between. */
  public static class Old extends Between {
    public void testOfTestCase() {}
  }

  /** What projects put between. */
  public static class Between extends junit.framework.TestCase {}

  /** Looks like a test of JUnit 3, but its superclass is another. */
  public static class Other extends Origins {
    public void testOfNothing() {}
  }
}
