package demo;

import java.util.ArrayList;

/** Copied by code of the JDK: ArrayList.clone. */
public class Points extends ArrayList<Point> {
  public int total() {
    return stream().mapToInt(Point::sum).sum();
  }
}
