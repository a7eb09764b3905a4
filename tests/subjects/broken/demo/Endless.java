package demo;

/** Does not move on by steps of 0. Breaks never-ends. */
public class Endless {
  public int steps(int width) {
    int steps = 0;
    for (int at = 0; at < 10; at += Math.abs(width % 8)) {
      steps++;
    }
    return steps;
  }
}
