package processes;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.tools.ToolProvider;
import outside.Outside;

/** Has the compiler write class files, and what is compiled run. */
public class Compiles {
  public int outside() throws IOException {
    return compile(Outside.canary());
  }

  public Object here() throws IOException, ReflectiveOperationException {
    Path folder = Files.createTempDirectory("compiled");
    compile(folder);
    try (URLClassLoader loader = new URLClassLoader(new URL[] {folder.toUri().toURL()})) {
      return loader.loadClass("Made").getDeclaredConstructor().newInstance();
    }
  }

  private static int compile(Path folder) throws IOException {
    Path source = Files.createTempDirectory("source").resolve("Made.java");
    Files.writeString(source, "public class Made { public Made() { System.exit(3); } }");
    return ToolProvider.getSystemJavaCompiler()
        .run(null, null, null, "-d", folder.toString(), source.toString());
  }
}
