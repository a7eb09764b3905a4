package demo;

/** The till, but that it counts twice, takes what is not there, and is called otherwise. */
public class Till {
  private int count;

  public void put() {
    count += 2;
  }

  public int count() {
    return count;
  }

  public int take() {
    return count == 0 ? 0 : count--;
  }

  public String label() {
    return "a 'till'\n";
  }
}
