package demo;

/** Called again and again in one loop, each time with the same few methods. */
public class Counter {
  private long sum;

  public void add(int number) {
    sum += number;
  }

  /** Makes another object in a call that only takes and gives numbers. */
  public long step(int number) {
    add(number);
    return new Mark(number).value();
  }

  public long sum() {
    return sum;
  }
}
