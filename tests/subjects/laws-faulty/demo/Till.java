package demo;

/** The till, but that it counts twice, refuses in another way, and is called otherwise. */
public class Till {
  private int count;

  public void put() {
    count += 2;
  }

  public int count() {
    return count;
  }

  public int take() {
    if (count == 0) {
      throw new UnsupportedOperationException("nothing to take");
    }
    return count--;
  }

  public String label() {
    return "a 'till'\n";
  }
}
