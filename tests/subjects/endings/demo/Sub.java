package demo;

/** Its constructor ends inside {@code super(size)} when the size is negative. */
public class Sub extends Base {
  public Sub(Counter counter, int size) {
    super(size);
    counter.add(size);
  }
}
