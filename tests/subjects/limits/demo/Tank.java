package demo;

/** Holds so much. */
public class Tank {
  private int content;

  public void fill(int more) {
    content += more;
  }

  public int content() {
    return content;
  }
}
