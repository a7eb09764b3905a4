package org.palus.subject;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

/** A record of which the language declares most, and what says that a tool wrote it. */
public record Written(int number, String text) {
  @Retention(RetentionPolicy.CLASS)
  @interface ToolGenerated {}

  enum Phase {
    OLD,
    NEW;

    static Phase named() {
      return valueOf("OLD");
    }
  }

  private static final Written ONE = new Written(1, "a");

  /** By hand. */
  public String text() {
    return '<' + text + '>';
  }

  @ToolGenerated
  static int counts(int to) {
    int number = 0;
    while (number != to) {
      number++;
    }
    return number;
  }

  public static String asksTheLanguage() {
    return ONE.number() + ONE.toString() + ONE.hashCode() + ONE.equals(new Object());
  }

  public static String asksMe() {
    return ONE.text();
  }

  public static Object asksAnEnum() {
    return Phase.values()[1];
  }

  public static Object asksAnEnumForMore() {
    return Phase.named();
  }

  public static int asksATool() {
    return counts(100);
  }

  public static int asksAToolForTooMuch() {
    return counts(-1);
  }
}
