package odd;

/** Takes no number. */
public class Plain {
  private int count;

  public int next() {
    return count < 2 ? ++count : count;
  }
}
