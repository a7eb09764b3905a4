package odd;

/** Has no objects of its own. */
public abstract class Shape {
  public abstract int area(int scale);
}
