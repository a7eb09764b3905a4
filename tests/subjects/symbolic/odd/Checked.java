package odd;

import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32;

/** Its states are behind native code. */
public class Checked {
  private final List<Integer> numbers = new ArrayList<>();
  private long sum;

  public boolean add(int number) {
    if (number <= 10) {
      return false;
    }
    CRC32 checksum = new CRC32();
    checksum.update(number);
    sum += checksum.getValue();
    numbers.add(number);
    return sum % 2 == 0;
  }

  public String kind(long limit) {
    if (numbers.size() < 2) {
      return "few";
    }
    return sum > limit ? "above" : "below";
  }
}
