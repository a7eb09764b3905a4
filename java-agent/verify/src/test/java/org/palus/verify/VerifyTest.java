package org.palus.verify;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Starts the program as the supervisor does, in a JVM of its own. */
class VerifyTest {
  private static final String GOOD =
      "import org.junit.jupiter.api.Test;\n"
          + "class GoodTest {\n"
          + "  @Test void passes() { System.out.println(\"noise\"); }\n"
          + "  @Test void fails() { throw new IllegalStateException(\"a\\tb\\nc\"); }\n"
          + "}\n";

  @TempDir Path work;

  private int status;
  private List<String> options = List.of();

  /** Standard input. */
  private Path input = Path.of("/dev/null");

  private List<String> verify(String... arguments) throws Exception {
    return told(arguments).stream()
        .filter(line -> !line.startsWith("begun"))
        .collect(Collectors.toList());
  }

  /** All lines but empty ones. */
  private List<String> told(String... arguments) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
    command.add("-Dpalus.verify.limit-ms=2000");
    command.add("-cp");
    command.add(System.getProperty("java.class.path") + File.pathSeparator + work.resolve("out"));
    command.add(Verify.class.getName());
    command.addAll(List.of(arguments));
    Process process =
        new ProcessBuilder(command)
            .directory(work.toFile())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .redirectInput(input.toFile())
            .start();
    List<String> lines =
        new String(process.getInputStream().readAllBytes())
            .lines()
            .filter(line -> !line.isEmpty())
            .collect(Collectors.toList());
    status = process.waitFor();
    return lines;
  }

  private List<String> compile(String name, String source) throws Exception {
    Files.createDirectories(work.resolve("src/demo"));
    Files.writeString(work.resolve("src/demo").resolve(name + ".java"), source);
    Files.writeString(
        work.resolve("cp"),
        System.getProperty("java.class.path") + File.pathSeparator + work.resolve("out"));
    Files.write(work.resolve("options"), options);
    return verify("compile", "out", "cp", "options", "src");
  }

  @Test
  void whatIsUpToDateIsNotCompiledAgainForAByteOfInput() throws Exception {
    input = Files.writeString(work.resolve("input"), "\n\n");
    List<String> lines = compile("Bad", "package demo;\nclass Bad {\n  int x = y;\n}\n");
    // What the compiler found fault with has no class file, so it is compiled each time.
    assertEquals(6, lines.size());
    assertEquals(List.of("done\t1", "done\t1", "done\t1"), List.of(lines.get(1), lines.get(3), lines.get(5)));
    Files.delete(work.resolve("src/demo/Bad.java"));
    options = List.of("-Xlint:rawtypes");
    lines = compile("Warned", "package demo;\nclass Warned {\n  java.util.List x;\n}\n");
    assertEquals(
        List.of("warning\tdemo/Warned.java\t3\trawtypes", "done\t0", "done\t0", "done\t0"), lines);
  }

  private List<String> run(String seed, String... classes) throws Exception {
    Files.write(work.resolve("list"), List.of(classes));
    return verify("run", seed, "list");
  }

  @Test
  void passingAndFailingTestsAreToldApart() throws Exception {
    assertEquals(List.of("done\t0"), compile("GoodTest", GOOD));
    assertEquals(0, status);
    List<String> lines = run("1", "GoodTest");
    assertEquals(0, status);
    assertEquals("done\t2", lines.get(2));
    assertEquals(
        List.of(
            "test\tGoodTest\tfails\tfailed\tjava.lang.IllegalStateException: a b c",
            "test\tGoodTest\tpasses\tprinted\t"),
        lines.stream().limit(2).sorted().collect(Collectors.toList()));
  }

  @Test
  void everyCompileErrorHasItsFileAndLine() throws Exception {
    List<String> lines = compile("Bad", "package demo;\nclass Bad {\n  int x = y;\n  Foo f;\n}\n");
    assertEquals(0, status);
    assertEquals(3, lines.size());
    assertTrue(lines.get(0).startsWith("error\tdemo/Bad.java\t3\t"), lines.get(0));
    assertTrue(lines.get(1).startsWith("error\tdemo/Bad.java\t4\t"), lines.get(1));
    assertEquals("done\t2", lines.get(2));
  }

  @Test
  void aSourceAtWhichTheCompilerEndsCostsNoOther() throws Exception {
    Files.createDirectories(work.resolve("src/demo"));
    for (String name : List.of("A", "Z")) {
      String source = "package demo; class " + name + " {}";
      Files.writeString(work.resolve("src/demo/" + name + ".java"), source);
    }
    String deep = "(".repeat(20_000) + "1" + ")".repeat(20_000);
    List<String> lines = compile("Deep", "package demo; class Deep { int x = " + deep + "; }");
    assertEquals(0, status);
    assertEquals(
        List.of("refusal\tdemo/Deep.java\t0\tit ended without an answer", "done\t1"), lines);
    assertTrue(Files.exists(work.resolve("out/demo/A.class")));
    assertTrue(Files.exists(work.resolve("out/demo/Z.class")));
  }

  @Test
  void aClassFileThatTheCompilerDoesNotReadIsNoErrorOfTheSource() throws Exception {
    Files.createDirectories(work.resolve("out/demo"));
    Files.writeString(work.resolve("out/demo/Broken.class"), "no class");
    List<String> lines = compile("User", "package demo;\nclass User {\n  Broken broken;\n}\n");
    assertEquals(0, status);
    assertTrue(lines.get(0).startsWith("refusal\tdemo/User.java\t3\t"), lines.get(0));
    assertEquals("done\t1", lines.get(1));
  }

  @Test
  void everyWarningHasItsPlaceAndTheKeyThatSuppressesIt() throws Exception {
    options = List.of("-Xlint:all", "--release", "8");
    List<String> lines =
        compile(
            "Old",
            "package demo;\nclass Old {\n  Object a = new java.util.Date(1, 2, 3);\n  java.util.List b;\n}\n");
    assertEquals(0, status);
    assertEquals("warning\tdemo/Old.java\t4\trawtypes", lines.get(1));
    assertTrue(lines.get(0).startsWith("warning\tdemo/Old.java\t3\t"), lines.get(0));
    assertEquals("done\t0", lines.get(lines.size() - 1));
    assertTrue(lines.stream().noneMatch(line -> line.endsWith("\t")), lines.toString());
  }

  @Test
  void equalSeedsGiveEqualOrders() throws Exception {
    StringBuilder source = new StringBuilder("import org.junit.jupiter.api.Test;\nclass Many {\n");
    for (int i = 0; i < 9; i++) {
      source.append("  @Test void t").append(i).append("() {}\n");
    }
    compile("Many", source + "}\n");
    List<String> first = run("7", "Many");
    assertEquals(first, run("7", "Many"));
    assertTrue(!first.equals(run("8", "Many")));
  }

  @Test
  void theUsualOrderIsThatOfNamesAndOfJunitItselfAndTheReversedOneItsOpposite() throws Exception {
    for (String name : List.of("A", "B", "C", "D", "E")) {
      compile(
          name,
          "import org.junit.jupiter.api.*;\nclass "
              + name
              + " {\n  @Test void one() {}\n  @Test void two() {}\n  @Test void three() {}\n}\n");
    }
    List<String> lines = run("usual", "C", "E", "A", "D", "B");
    List<String> backwards =
        new ArrayList<>(run("reversed", "C", "E", "A", "D", "B").subList(0, 15));
    Collections.reverse(backwards);
    assertEquals(lines.subList(0, 15), backwards);
    StringBuilder classes = new StringBuilder();
    Set<String> orders = new TreeSet<>();
    for (int i = 0; i < 15; i += 3) {
      classes.append(lines.get(i).split("\t")[1]);
      orders.add(
          lines.subList(i, i + 3).stream()
              .map(line -> line.split("\t")[2])
              .collect(Collectors.joining(" ")));
    }
    assertEquals("ABCDE", classes.toString());
    assertEquals(1, orders.size(), orders.toString());
  }

  @Test
  void aPartRunsBeforeTheNextWhateverTheSeed() throws Exception {
    for (String name : List.of("A", "B", "C", "D")) {
      compile(name, "class " + name + " {\n  @org.junit.jupiter.api.Test void runs() {}\n}\n");
    }
    for (String seed : List.of("1", "2", "3", "4", "5")) {
      List<String> lines = run(seed, "C", "D", "", "A", "B");
      List<String> first = lines.subList(0, 2).stream().sorted().collect(Collectors.toList());
      assertEquals(List.of("test\tC\truns\tpassed\t", "test\tD\truns\tpassed\t"), first);
      assertEquals("done\t4", lines.get(4));
    }
  }

  @Test
  void apartNoClassSeesWhatAnotherLeftInAStaticField() throws Exception {
    compile("Shared", "class Shared {\n  static boolean isDirty;\n}\n");
    for (String name : List.of("A", "B")) {
      compile(
          name,
          "class "
              + name
              + " {\n  @org.junit.jupiter.api.Test void runs() throws Exception {\n"
              + "    if (Shared.isDirty) throw new Error(\"dirty\");\n"
              + "    Shared.isDirty = true;\n"
              + "    Class<?> seen = Thread.currentThread().getContextClassLoader().loadClass(\"Shared\");\n"
              + "    if (seen != Shared.class) throw new Error(\"another\");\n  }\n}\n");
    }
    List<String> together = run("1", "A", "B");
    assertEquals(1, together.stream().filter(line -> line.contains("\tfailed\t")).count());
    List<String> apart = verify("run", "1", "list", "class", "cp");
    assertEquals(2, apart.stream().filter(line -> line.contains("\tpassed\t")).count());
  }

  @Test
  void aloneNoTestSeesWhatAnotherOfItsClassLeftInAStaticField() throws Exception {
    compile(
        "Both",
        "class Both {\n  static boolean isDirty;\n"
            + "  @org.junit.jupiter.api.Test void one() { check(); }\n"
            + "  @org.junit.jupiter.api.Test void two() { check(); }\n"
            + "  static void check() {\n"
            + "    if (isDirty) throw new Error(\"dirty\");\n    isDirty = true;\n  }\n}\n");
    assertEquals(1, run("1", "Both").stream().filter(line -> line.contains("\tfailed\t")).count());
    List<String> alone = verify("run", "1", "list", "none", "cp");
    assertEquals("test\tBoth\tone\tpassed\t", alone.get(0));
    assertEquals("test\tBoth\ttwo\tpassed\t", alone.get(1));
    Files.write(work.resolve("list"), List.of("Both\ttwo"));
    assertEquals(
        List.of("test\tBoth\ttwo\tpassed\t", "done\t1"), verify("run", "1", "list", "none", "cp"));
  }

  @Test
  void aloneTestsDoAsTheyDoInAnEngine() throws Exception {
    compile(
        "Mixed",
        "import org.junit.jupiter.api.*;\nclass Mixed {\n  boolean isReady;\n"
            + "  @BeforeEach void prepare() { isReady = true; }\n"
            + "  @AfterEach void check() { if (!isReady) throw new Error(\"used\"); }\n"
            + "  @Test void a_passes() { Assertions.assertTrue(isReady); }\n"
            + "  @Test void b_fails() { throw new Error(\"wrong\"); }\n"
            + "  @Test void c_fails_behind() { isReady = false; }\n"
            + "  @Test void d_prints() { System.err.println(1); }\n"
            + "  @Test void e_passes() {\n    Assertions.assertSame(\n"
            + "        getClass().getClassLoader(),"
            + " Thread.currentThread().getContextClassLoader());\n  }\n}\n");
    compile(
        "More",
        "public class More {\n  @org.junit.jupiter.api.Test void passes() {}\n"
            + "  @org.junit.jupiter.api.Test @org.junit.jupiter.api.Disabled void skips() {}\n}\n");
    Files.write(
        work.resolve("list"),
        List.of(
            "Mixed\ta_passes\tb_fails\tc_fails_behind\td_prints\te_passes", "More\tpasses\tskips"));
    List<String> expected =
        List.of(
            "test\tMixed\ta_passes\tpassed\t",
            "test\tMixed\tb_fails\tfailed\tjava.lang.Error: wrong",
            "test\tMixed\tc_fails_behind\tfailed\tjava.lang.Error: used",
            "test\tMixed\td_prints\tprinted\t",
            "test\tMixed\te_passes\tpassed\t",
            "test\tMore\tpasses\tpassed\t",
            "test\tMore\tskips\tfailed\tskipped: void More.skips() is @Disabled",
            "done\t7");
    assertEquals(expected, verify("run", "usual", "list", "none", "cp"));
  }

  @Test
  void aClassThatCannotStartOrIsMissingIsReported() throws Exception {
    compile(
        "Broken",
        "import org.junit.jupiter.api.*;\nclass Broken {\n"
            + "  @BeforeAll static void start() { throw new Error(\"no\"); }\n"
            + "  @Test void never() {}\n}\n");
    List<String> lines = run("1", "Broken", "Missing");
    assertTrue(lines.contains("test\tBroken\t\tfailed\tjava.lang.Error: no"), lines.toString());
    assertTrue(
        lines.stream().anyMatch(line -> line.startsWith("test\tMissing\t\tfailed\t")),
        lines.toString());
    assertEquals(0, status);
  }

  @Test
  void aTestThatHangsEndsTheRunAndIsNamed() throws Exception {
    compile(
        "Hangs",
        "import org.junit.jupiter.api.Test;\nclass Hangs {\n"
            + "  @Test void hangs() { while (true) {} }\n}\n");
    List<String> lines = run("1", "Hangs");
    assertEquals(3, status);
    assertEquals(List.of("test\tHangs\thangs\thung\t"), lines);
  }

  @Test
  void aTestThatEndsTheJvmHasBeenNamedBefore() throws Exception {
    compile(
        "AllTest",
        "package demo;\nimport org.junit.jupiter.api.Test;\nclass AllTest {\n"
            + "  @Test void ends() { Runtime.getRuntime().halt(7); }\n}\n");
    Files.writeString(work.resolve("list"), "demo.AllTest");
    assertEquals(List.of("begun\tdemo.AllTest\tends"), told("run", "usual", "list"));
    assertEquals(7, status);
    Files.writeString(work.resolve("list"), "demo.AllTest\tends");
    assertEquals(List.of("begun\tdemo.AllTest\tends"), told("run", "usual", "list", "none", "cp"));
  }

  @Test
  void whatATestWritesToStandardOutputItselfIsNoPartOfTheAnswer() throws Exception {
    compile(
        "AllTest",
        "package demo;\nimport java.io.*;\nimport org.junit.jupiter.api.Test;\nclass AllTest {\n"
            + "  @Test void closes() throws IOException {\n"
            + "    try (OutputStream out = new FileOutputStream(FileDescriptor.out)) { out.write(65); }\n"
            + "  }\n}\n");
    Files.writeString(work.resolve("list"), "demo.AllTest");
    assertEquals(
        List.of("A", "test\tdemo.AllTest\tcloses\tpassed\t", "done\t1"),
        verify("run", "usual", "list"));
  }
}
