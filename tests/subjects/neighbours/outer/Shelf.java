package outer;

import inner.Box;

/** Takes what its neighbours make. */
public class Shelf {
  private int kept;

  public int keep(Box box) {
    if (box.isClosed()) {
      kept += 10;
    }
    return ++kept;
  }
}
