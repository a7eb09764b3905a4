package odd;

/** Comes to no end, but for one number. */
public class Endless {
  public void turn(int n) {
    while (n != 3) {
      n = n > 3 ? 4 : 5;
    }
  }

  public int down(int n) {
    return n == 3 ? 0 : 1 + down(n < 3 ? 2 : 4);
  }
}
