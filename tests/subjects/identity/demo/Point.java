package demo;

import java.io.Serializable;

/** Without a serialVersionUID of its own: the default one depends on the members of the class. */
public class Point implements Serializable, Cloneable {
  int x;
  int y;

  public Point(int x, int y) {
    this.x = x;
    this.y = y;
  }

  public int sum() {
    return x + y;
  }

  @Override
  public Point clone() {
    try {
      return (Point) super.clone();
    } catch (CloneNotSupportedException e) {
      throw new AssertionError(e);
    }
  }
}
