package memory;

import java.util.ArrayList;
import java.util.List;

/** Keeps what it gets. */
public class Leaks {
  private static final List<byte[]> KEPT = new ArrayList<>();

  public int little(int size) {
    KEPT.add(new byte[1 << 22]);
    return KEPT.size() > 0 ? 1 : 0;
  }

  public int all() {
    while (true) {
      KEPT.add(new byte[1 << 20]);
    }
  }
}
