package other;

import java.util.Collections;
import java.util.List;

/** Hands out what cannot be named. */
public class Maker {
  public static Hidden make() {
    return new Hidden();
  }

  public static List<Hidden> all() {
    return Collections.emptyList();
  }
}
