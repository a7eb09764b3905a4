package demo;

/** Ends on all steps, and says what it throws. */
public class Steps {
  private final int[] table = new int[4];

  public int steps(int width) {
    int steps = 0;
    for (int at = 0; at < 10; at += 1 + Math.abs(width % 8)) {
      steps++;
    }
    return steps;
  }

  public int read(int place) throws ArrayIndexOutOfBoundsException {
    return table[place];
  }

  public int length(String text) throws NullPointerException {
    return text.length();
  }
}
