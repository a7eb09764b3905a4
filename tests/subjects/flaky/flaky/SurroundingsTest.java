package flaky;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.ServerSocket;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.TimeZone;
import org.junit.jupiter.api.Test;

/** One test for each fact of the surroundings; each passes again and again in Berlin with JDK 17. */
class SurroundingsTest {
  @Test
  void hangsOnTimeZone() {
    assertEquals(7_200_000, TimeZone.getDefault().getOffset(1_600_000_000_000L));
  }

  @Test
  void hangsOnLocale() {
    assertEquals("1,234.5|TITLE", String.format("%,.1f|", 1234.5) + "title".toUpperCase());
  }

  @Test
  void hangsOnEncoding() {
    byte[] bytes = {(byte) 0xc3, (byte) 0xbc};
    assertEquals("\u00fc", new String(bytes, Charset.defaultCharset()));
  }

  @Test
  void hangsOnClock() {
    assertTrue(Instant.now().getEpochSecond() < Long.parseLong(System.getenv("FLAKY_EXPIRES")));
  }

  @Test
  void hangsOnHashOrder() {
    List<Object> made = new ArrayList<>();
    for (int number = 0; number < 20; number++) {
      made.add(new Object());
    }
    long codes = made.stream().mapToInt(Object::hashCode).distinct().count();
    assertEquals(20, codes);
  }

  @Test
  void hangsOnPort() throws Exception {
    try (ServerSocket socket = new ServerSocket(Integer.parseInt(System.getenv("FLAKY_PORT")))) {
      assertTrue(socket.isBound());
    }
  }

  @Test
  void hangsOnTemporaryFile() throws Exception {
    Path file = Path.of(System.getProperty("java.io.tmpdir"), "flaky.txt");
    assertEquals(file, Files.createFile(file));
  }

  @Test
  void hangsOnThread() {
    assertEquals("main", Thread.currentThread().getName());
  }

  @Test
  void hangsOnJdk() {
    assertEquals(17, Runtime.version().feature());
  }
}
