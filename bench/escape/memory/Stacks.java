package memory;

/** Calls itself without an end. */
public class Stacks {
  public int deep(int depth) {
    return deep(depth + 1) + 1;
  }

  public int deeper() {
    try {
      return deeper();
    } finally {
      deeper();
    }
  }
}
