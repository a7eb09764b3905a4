package odd;

import java.util.zip.CRC32;

/** Has an object of the JDK that is not modelled. */
public class Listed {
  private final CRC32 sum = new CRC32();

  public void add(int number) {
    sum.update(number);
  }
}
