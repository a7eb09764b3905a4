package demo;

import java.io.IOException;

/** Implemented by tests. */
public interface Source {
  String read(int limit, String name) throws IOException;

  int size();

  boolean more();

  void close();
}
