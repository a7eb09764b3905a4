package memory;

import java.io.FileInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Opens files until no more can be. */
public class Descriptors {
  private static final List<FileInputStream> KEPT = new ArrayList<>();

  public int open() throws IOException {
    while (true) {
      KEPT.add(new FileInputStream("/dev/null"));
    }
  }
}
