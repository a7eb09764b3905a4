package org.palus.transform;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.util.CheckClassAdapter;
import org.palus.testing.Natives;

/** Transforms a sample of the JDK's own classes: real code of many compilers' making. */
class EveryClassTest {
  private static final int EACH = 11;

  /** Stands for {@link Transformer#RECORD} with the calls of the JDK watched. */
  private static final int WITH_SITES = 1 << 8 | Transformer.RECORD;

  /** The same with executions kept. */
  private static final int WITH_EXECUTIONS = 1 << 9 | Transformer.RECORD;

  @ParameterizedTest
  @ValueSource(
      ints = {
        Transformer.RECORD,
        Transformer.SEARCH,
        Transformer.MUTATE,
        Transformer.MEASURED,
        Transformer.MUTATE_MEASURED,
        WITH_SITES,
        WITH_EXECUTIONS
      })
  void aTransformedClassOfTheJdkIsValid(int mode) throws Exception {
    int transformed = mode & 0xFF;
    Subject subject = new Subject(transformed);
    if (mode == WITH_SITES) {
      Natives.watchCallSites();
    }
    if (mode == WITH_EXECUTIONS) {
      Natives.keepExecutions("");
    }
    StringBuilder problems = new StringBuilder();
    int changed = 0;
    List<Path> classes = sample("java.base");
    for (Path file : classes) {
      byte[] original = Files.readAllBytes(file);
      byte[] bytes = subject.transform(original, transformed);
      if (bytes != null) {
        changed++;
        String found = verify(bytes);
        // a newer JDK has classes that the checker refuses as they are
        problems.append(found.isEmpty() || !verify(original).isEmpty() ? "" : found);
      }
    }
    assertEquals("", problems.toString());
    assertEquals(List.of(), Natives.skipped());
    assertTrue(changed > classes.size() / 2, changed + " of " + classes.size());
  }

  private static List<Path> sample(String module) throws IOException {
    Path root = FileSystems.getFileSystem(URI.create("jrt:/")).getPath("modules", module);
    try (Stream<Path> files = Files.walk(root)) {
      List<Path> all =
          files
              .filter(file -> file.toString().endsWith(".class"))
              .sorted()
              .collect(Collectors.toList());
      return Stream.iterate(0, i -> i < all.size(), i -> i + EACH)
          .map(all::get)
          .collect(Collectors.toList());
    }
  }

  private static String verify(byte[] bytes) {
    StringWriter report = new StringWriter();
    try {
      CheckClassAdapter.verify(
          new ClassReader(bytes),
          ClassLoader.getPlatformClassLoader(),
          false,
          new PrintWriter(report));
    } catch (IllegalArgumentException e) {
      return e.getMessage();
    }
    return report.toString();
  }
}
