package demo;

import java.util.ArrayList;
import java.util.List;

/** A board that one thread paints while another one looks at it. */
public class Board {
  private final int[] cells = new int[20_000];
  private final List<String> names = new ArrayList<>(8);
  private volatile boolean isDone;

  public void name(String name) {
    names.add(name);
  }

  /** Until it is done. */
  public void paint() {
    for (int colour = 1; !isDone; colour++) {
      for (int i = 0; i < cells.length; i++) {
        cells[i] = colour;
      }
    }
  }

  public int look() {
    return cells.length;
  }

  public void done() {
    isDone = true;
  }
}
