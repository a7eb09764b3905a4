package org.palus.verify;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A class path that offers services to the compiler and to JUnit. */
class ServicesTest {
  private static final String LAUNCHER = "org.junit.platform.launcher.";

  /** The services, and the members that a class needs to be one. */
  private static final Map<String, String> SERVICES =
      Map.of(
          "com.sun.source.util.Plugin",
          "public String getName() { return \"x\"; }"
              + "public boolean autoStart() { return true; }"
              + "public void init(com.sun.source.util.JavacTask task, String... arguments) {}",
          "javax.annotation.processing.Processor",
          "",
          LAUNCHER + "TestExecutionListener",
          "",
          LAUNCHER + "LauncherSessionListener",
          "",
          LAUNCHER + "LauncherDiscoveryListener",
          "",
          LAUNCHER + "PostDiscoveryFilter",
          "public org.junit.platform.engine.FilterResult apply("
              + "org.junit.platform.engine.TestDescriptor d) {"
              + " return org.junit.platform.engine.FilterResult.excluded(\"\"); }",
          "org.junit.platform.engine.TestEngine",
          "public String getId() { return \"x\"; }"
              + "public org.junit.platform.engine.TestDescriptor discover("
              + "org.junit.platform.engine.EngineDiscoveryRequest r,"
              + " org.junit.platform.engine.UniqueId id) { return null; }"
              + "public void execute(org.junit.platform.engine.ExecutionRequest r) {}",
          "org.junit.jupiter.api.extension.Extension",
          "");

  private static final String CLASS_PATH = System.getProperty("java.class.path");

  @TempDir Path work;

  /** Each service leaves a file of its name where it is loaded. */
  private void offer(Path classes) throws Exception {
    Path services = Files.createDirectories(classes.resolve("META-INF/services"));
    Path sources = Files.createDirectories(work.resolve("services"));
    List<String> compile = new ArrayList<>(List.of("-proc:none", "-d", classes.toString()));
    compile.addAll(List.of("-cp", CLASS_PATH));
    for (Map.Entry<String, String> service : SERVICES.entrySet()) {
      String type = service.getKey();
      String name = "Offered" + type.substring(type.lastIndexOf('.') + 1);
      boolean isProcessor = name.endsWith("Processor");
      String source =
          "public class "
              + name
              + (isProcessor
                  ? " extends javax.annotation.processing.AbstractProcessor"
                  : " implements " + type)
              + " { static { new java.io.File(\""
              + work.resolve(name)
              + "\").mkdir(); } "
              + service.getValue()
              + (isProcessor
                  ? "public boolean process("
                      + "java.util.Set<? extends javax.lang.model.element.TypeElement> a,"
                      + " javax.annotation.processing.RoundEnvironment r) { return false; }"
                  : "")
              + " }";
      compile.add(Files.writeString(sources.resolve(name + ".java"), source).toString());
      Files.writeString(services.resolve(type), name);
    }
    int status =
        ToolProvider.getSystemJavaCompiler()
            .run(null, null, null, compile.toArray(new String[0]));
    assertEquals(0, status);
    Files.writeString(
        classes.resolve("junit-platform.properties"),
        "junit.jupiter.extensions.autodetection.enabled=true\n"
            + "junit.platform.launcher.interceptors.enabled=true\n");
  }

  private List<String> verify(String classPath, String... arguments) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
    command.addAll(List.of("-cp", classPath, Verify.class.getName()));
    command.addAll(List.of(arguments));
    Process process = new ProcessBuilder(command).directory(work.toFile()).inheritIO()
        .redirectOutput(ProcessBuilder.Redirect.PIPE)
        .redirectInput(Path.of("/dev/null").toFile())
        .start();
    String output = new String(process.getInputStream().readAllBytes());
    assertEquals(0, process.waitFor());
    return output
        .lines()
        .filter(line -> !line.isEmpty() && !line.startsWith("begun"))
        .collect(Collectors.toList());
  }

  @Test
  void neitherTheCompilerNorTheLauncherLoadsAny() throws Exception {
    Path classes = Files.createDirectories(work.resolve("classes"));
    offer(classes);
    String both = CLASS_PATH + File.pathSeparator + classes;
    Files.createDirectories(work.resolve("src"));
    Files.writeString(
        work.resolve("src/GoodTest.java"),
        "class GoodTest { @org.junit.jupiter.api.Test void passes() {} }");
    Files.writeString(work.resolve("cp"), both);
    Files.writeString(work.resolve("options"), "");
    assertEquals(List.of("done\t0"), verify(CLASS_PATH, "compile", "out", "cp", "options", "src"));
    Files.writeString(work.resolve("list"), "GoodTest");
    List<String> ran =
        verify(both + File.pathSeparator + work.resolve("out"), "run", "usual", "list");
    assertEquals(List.of("test\tGoodTest\tpasses\tpassed\t", "done\t1"), ran);
    for (String type : SERVICES.keySet()) {
      String name = "Offered" + type.substring(type.lastIndexOf('.') + 1);
      assertTrue(Files.exists(classes.resolve(name + ".class")), name);
      assertFalse(Files.exists(work.resolve(name)), name + " was loaded");
    }
  }
}
