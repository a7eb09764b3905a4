package demo;

/** Counts what is put in, and cannot give what it does not have. */
public class Till {
  private int count;

  public void put() {
    count++;
  }

  public int count() {
    return count;
  }

  public int take() {
    if (count == 0) {
      throw new IllegalStateException("nothing to take");
    }
    return count--;
  }

  public String label() {
    return "a \"till\"\n";
  }
}
