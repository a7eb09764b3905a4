package app;

import demo.Lines;
import demo.Sheet;
import java.io.IOException;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/** Tests of objects that read, and of one that is large. */
@TestMethodOrder(MethodOrderer.MethodName.class)
class ReadingTest {
  @Test
  void readsOne() throws IOException {
    new Lines("one\nmore").next();
  }

  @Test
  void readsOneAgain() throws IOException {
    new Lines("one\nmore").next();
  }

  @Test
  void readsTwo() throws IOException {
    new Lines("two\nmore").next();
  }

  @Test
  void writesForLong() {
    Sheet sheet = new Sheet();
    for (int i = 0; i < 100; i++) {
      sheet.set(i, i);
    }
  }

  @Test
  void writesOnce() {
    new Sheet().set(0, 0);
  }
}
