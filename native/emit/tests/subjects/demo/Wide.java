package demo;

import java.io.IOException;

/** Has too many methods to be written out. */
public interface Wide {
  long at(int index);

  byte at(int index, long[] more);

  String name() throws IOException;

  Mode mode();

  default int size() {
    return 0;
  }
}
