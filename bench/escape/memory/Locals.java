package memory;

import java.util.ArrayList;
import java.util.List;

/** Hides what it takes in threads. */
public class Locals {
  private final ThreadLocal<List<byte[]>> kept = ThreadLocal.withInitial(ArrayList::new);

  public int keep() {
    while (true) {
      kept.get().add(new byte[1 << 20]);
    }
  }

  public int threads() {
    while (true) {
      Thread thread = new Thread(null, this::keep, "keeps", 1L << 30);
      thread.start();
    }
  }
}
