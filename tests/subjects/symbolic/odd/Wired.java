package odd;

import java.util.function.IntUnaryOperator;
import java.util.zip.CRC32;

/** Holds what code tells apart and states do not. */
public class Wired {
  private static final int[] NONE = {};

  private IntUnaryOperator step = number -> number + 1;
  private int[] kept = NONE;
  private Mode mode = Mode.OFF;
  private long sum;

  public void turn(int number) {
    if (number > 3) {
      CRC32 checksum = new CRC32();
      checksum.update(number);
      sum = checksum.getValue();
      mode = Mode.ON;
    }
  }

  public void swap(int number) {
    if (number < 0) {
      new CRC32().update(number);
      step = other -> other - 1;
    }
  }

  public String look(int number) {
    if (mode != Mode.ON) {
      return "off";
    }
    if (kept != NONE) {
      return "never";
    }
    return step.applyAsInt(number) > 10 ? "above" : "below";
  }

  private enum Mode {
    OFF,
    ON
  }
}
