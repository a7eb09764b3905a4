package loops;

/** Never says whether it is equal. */
public class Compares {
  @Override
  public boolean equals(Object other) {
    while (other != null) {
      Thread.onSpinWait();
    }
    return false;
  }

  @Override
  public int hashCode() {
    while (true) {
      Thread.yield();
    }
  }

  public int one() {
    return 1;
  }
}
