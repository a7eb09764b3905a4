package secrets;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Gives away what it finds around it. */
public final class Sieve {
  private Sieve() {}

  /** A variable of the environment. */
  public static String variable() {
    return System.getenv("PALUS_TEST_TOKEN");
  }

  /** All variables of the environment. */
  public static String variables() {
    return System.getenv().toString();
  }

  /** What the kernel says of the environment. */
  public static String environ() {
    return text("/proc/self/environ");
  }

  /** The arguments of the process that started this one. */
  public static String arguments() {
    return text("/proc/" + ProcessHandle.current().parent().get().pid() + "/cmdline");
  }

  /** The environment of the process that started this one. */
  public static String environOfParent() {
    return text("/proc/" + ProcessHandle.current().parent().get().pid() + "/environ");
  }

  /** The same as the JDK finds it. */
  public static String commandLine() {
    return ProcessHandle.current().parent().get().info().commandLine().orElse("none");
  }

  /** The command line of any process. */
  public static String commandLines() {
    StringBuilder all = new StringBuilder();
    ProcessHandle.allProcesses()
        .forEach(process -> all.append(process.info().commandLine().orElse("")));
    return all.toString();
  }

  /** A file beside the class path: the test puts its home there. */
  public static String file() throws Exception {
    Path here =
        Path.of(Sieve.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    return text(here.resolveSibling("home/.netrc").toString());
  }

  /** A file in the home of the user. */
  public static String fileInHome() {
    return text(System.getProperty("user.home") + "/.netrc");
  }

  /** A file of the machine. */
  public static String users() {
    return text("/etc/passwd");
  }

  /** The user. */
  public static String user() {
    return System.getProperty("user.name") + System.getProperty("user.home");
  }

  /** Has nothing to do with it. */
  public static int twice(int number) {
    return 2 * number;
  }

  private static String text(String file) {
    try {
      return new String(Files.readAllBytes(Path.of(file)), StandardCharsets.ISO_8859_1);
    } catch (IOException refused) {
      return refused.getClass().getName();
    }
  }
}
