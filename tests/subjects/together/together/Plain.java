package together;

/** Loses updates, and has never promised anything else. */
public class Plain {
  private int sum;

  public void add(int amount) {
    sum += amount;
  }

  public int sum() {
    return sum;
  }
}
