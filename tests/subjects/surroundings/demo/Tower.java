package demo;

import java.time.LocalTime;
import java.time.ZoneOffset;

/** Its bell strikes on the full hour, for one minute, which is when most of its answers are others. */
public class Tower {
  private int height = 3;

  /** Looks at the clock so often that a clock on which ten seconds pass between two looks is far behind the hour then. */
  public Tower() {
    for (int look = 0; look < 20; look++) {
      if (now().isBefore(LocalTime.MIDNIGHT)) {
        height++;
      }
    }
  }

  private static LocalTime now() {
    return LocalTime.now(ZoneOffset.UTC);
  }

  public boolean isSilent() {
    return now().getMinute() != 0;
  }

  public int rest(int minutes) {
    int rest = Math.floorMod(minutes, 7) + height;
    return isSilent() ? rest : 0;
  }

  public int height() {
    return height;
  }

  public void raise(int by) {
    height += isSilent() ? by : 2 * by;
  }
}
