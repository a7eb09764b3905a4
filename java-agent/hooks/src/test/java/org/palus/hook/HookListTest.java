package org.palus.hook;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.palus.testing.NativeLoader;

class HookListTest {
  private static List<String> listed() throws Exception {
    try (var in = HookListTest.class.getResourceAsStream("/META-INF/palus-hooks.list")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
    }
  }

  @Test
  void theListNamesEachClassOfThePackageOnce() throws Exception {
    Path directory =
        Path.of(Trace.class.getProtectionDomain().getCodeSource().getLocation().toURI())
            .resolve("org/palus/hook");
    try (Stream<Path> files = Files.list(directory)) {
      List<String> compiled =
          files
              .map(file -> file.getFileName().toString())
              .filter(name -> name.endsWith(".class") && !name.equals("package-info.class"))
              .map(name -> "org.palus.hook." + name.replace(".class", ""))
              .sorted()
              .toList();
      assertEquals(compiled, listed().stream().sorted().toList());
    }
  }

  @Test
  void aSuperclassStandsBeforeItsSubclasses() throws Exception {
    List<String> names = listed();
    for (String name : names) {
      Class<?> type = Class.forName(name, false, HookListTest.class.getClassLoader());
      int parent = names.indexOf(type.getSuperclass().getName());
      assertTrue(parent < names.indexOf(name), name);
    }
  }

  @Test
  void noHookUsesInvokedynamic() throws Exception {
    for (String name : listed()) {
      String bytes = new String(NativeLoader.read(name), StandardCharsets.ISO_8859_1);
      assertTrue(!bytes.contains("BootstrapMethods"), name);
    }
  }
}
