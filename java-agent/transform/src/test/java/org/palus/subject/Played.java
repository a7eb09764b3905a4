package org.palus.subject;

/** Code under test, with every way to be called and to end. */
public class Played implements Comparable<Played> {
  final int size;

  public Played(int size) {
    this.size = size < 0 ? failing() : size;
  }

  /** Fails before its object is one. */
  public Played(String size) {
    this(Integer.parseInt(size));
  }

  private static int failing() {
    throw new IllegalArgumentException();
  }

  /** Each parameter is overwritten, and the last one is wide. */
  public double mixed(boolean z, byte b, char c, short s, float f, double d, long j) {
    z = b > 0;
    d = j;
    j = 0;
    return z ? d + c + s + f : d;
  }

  /** Calls others of its class, directly and by way of the JDK. */
  public int nesting(Played other) {
    Played[] both = {this, other};
    java.util.Arrays.sort(both);
    return inner() + other.inner();
  }

  int inner() {
    return size;
  }

  /** The compiler adds a bridge. */
  @Override
  public int compareTo(Played other) {
    return Integer.compare(size, other.size);
  }

  public static Object caught(String text) {
    try {
      return Integer.valueOf(text);
    } catch (NumberFormatException e) {
      return text;
    }
  }
}
