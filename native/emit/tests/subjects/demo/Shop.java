package demo;

import java.io.IOException;
import java.util.List;

/** Implemented by tests. */
public interface Shop {
  String name(String of);

  String name(List<String> of);

  byte size(boolean isOpen, byte least);

  Class<?> kind();

  void close(long when) throws IOException;

  default boolean isNamed() {
    return name("a") != null;
  }
}
