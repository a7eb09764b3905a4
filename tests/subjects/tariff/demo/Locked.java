package demo;

/** Extended by nobody else: its constructor is private. */
public abstract class Locked {
  private Locked() {}

  public abstract int key();

  public int twice() {
    return 2 * key();
  }
}
