package inner;

/** Gives out, and takes, what only its own package can name. */
public class Box {
  private final int size;
  private boolean closed;

  public Box(int size) {
    this.size = size;
  }

  public Lid lid() {
    return new Lid(size);
  }

  public void close(Lid lid) {
    closed = lid.fits(size);
  }

  public boolean isClosed() {
    return closed;
  }
}
