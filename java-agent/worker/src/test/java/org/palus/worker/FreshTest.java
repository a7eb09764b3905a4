package org.palus.worker;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.net.URL;
import java.net.URLConnection;
import java.net.URLStreamHandler;
import org.junit.jupiter.api.Test;
import org.palus.hook.Facts;

class FreshTest {
  /** Asks for the default locale where the JDK does when it defines a class. */
  private static final URLStreamHandler ASKS =
      new URLStreamHandler() {
        @Override
        protected URLConnection openConnection(URL url) throws IOException {
          Facts.locale();
          throw new IOException("there is nothing at " + url);
        }
      };

  @Test
  void whatIsAskedToFindAClassNobodyAsksOfTheSurroundings() throws IOException {
    URL entry = new URL("asks", "somewhere", 0, "/classes/", ASKS);
    Facts.watch(true);
    try (Fresh fresh = new Fresh(new URL[] {entry})) {
      assertThrows(ClassNotFoundException.class, () -> fresh.loadClass("demo.Missing"));
      assertEquals(0, Facts.asked());
      Facts.locale();
      assertEquals(Facts.LOCALE, Facts.asked());
    } finally {
      Facts.watch(false);
    }
  }
}
