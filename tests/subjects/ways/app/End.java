package app;

import demo.Meter;
import java.util.concurrent.TimeUnit;

/** Uses a meter and then ends in the way that its argument names; always within a minute. */
public class End {
  public static void main(String[] args) throws Exception {
    if (args[0].equals("early")) {
      signal("KILL");
    }
    Meter meter = new Meter();
    meter.advance(3);
    meter.reading();
    switch (args[0]) {
      case "return":
        break;
      case "exception":
        throw new IllegalStateException("as asked");
      case "exit":
        System.exit(3);
        break;
      case "halt":
        Runtime.getRuntime().halt(4);
        break;
      case "fork":
        fork();
        break;
      default:
        // a second for a checkpoint, and one to spare
        Thread.sleep(2500);
        signal(args[0]);
        Thread.sleep(TimeUnit.MINUTES.toMillis(1));
    }
  }

  private static void signal(String name) throws Exception {
    new ProcessBuilder("kill", "-" + name, String.valueOf(ProcessHandle.current().pid()))
        .inheritIO()
        .start()
        .waitFor();
  }

  /** As build tools do for tests: the same class path, a JVM of its own. */
  private static void fork() throws Exception {
    String java = System.getProperty("java.home") + "/bin/java";
    String path = System.getProperty("java.class.path");
    Process child = new ProcessBuilder(java, "-cp", path, "app.End", "exit").inheritIO().start();
    System.exit(child.waitFor());
  }
}
