package demo;

import java.io.Serializable;
/** Keeps the contracts of equals, hashCode, toString, compareTo and clone. */
public class Point implements Comparable<Point>, Cloneable, Serializable {
  private static final long serialVersionUID = 1;

  private final int value;

  public Point(int value) {
    this.value = value;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Point && ((Point) other).value == value;
  }

  @Override
  public int hashCode() {
    return value;
  }

  @Override
  public String toString() {
    return "Point " + value;
  }

  @Override
  public int compareTo(Point other) {
    return Integer.compare(value, other.value);
  }

  @Override
  public Point clone() {
    try {
      return (Point) super.clone();
    } catch (CloneNotSupportedException e) {
      throw new IllegalStateException(e);
    }
  }
}
