package exits;

import java.util.Arrays;

/** Ends the virtual machine of whoever sorts it. */
public class ExitsInCompare implements Comparable<ExitsInCompare> {
  @Override
  public int compareTo(ExitsInCompare other) {
    System.exit(13);
    return 0;
  }

  public int sort() {
    Arrays.sort(new ExitsInCompare[] {this, new ExitsInCompare()});
    return 1;
  }
}
