package org.palus.verify;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The command line.
 *
 * <pre>
 * compile OUT_DIR CLASSPATH_FILE OPTIONS_FILE SRC_DIR...
 *     error  path  line  message ... warning  path  line  key ... done  errors
 * run ORDER LIST_FILE [apart]
 *     test  class  method  passed|failed|hung  message ... done  tests
 * </pre>
 *
 * <p>The order is {@code usual}, {@code reversed} or a seed, see {@link Order#named}.
 *
 * <p>Exit codes: 0 the work was done, whatever it found; 2 it could not be done; 3 a test hung.
 */
public final class Verify {
  private static final int FAILED = 2;

  private Verify() {}

  /** Runs one command and ends the JVM, whatever threads the tests have left behind. */
  public static void main(String[] args) {
    PrintStream out = realOut();
    int status = FAILED;
    try {
      status = command(args, out);
    } catch (IOException | IllegalArgumentException | IllegalStateException e) {
      System.err.println("palus: " + e.getMessage());
    }
    out.flush();
    Runtime.getRuntime().halt(status);
  }

  private static int command(String[] args, PrintStream out) throws IOException {
    if (args.length >= 5 && args[0].equals("compile")) {
      List<Path> sources =
          Arrays.stream(args).skip(4).map(Path::of).collect(Collectors.toList());
      Compilation.run(sources, Path.of(args[1]), Path.of(args[2]), Path.of(args[3]), out);
      return 0;
    }
    boolean apart = args.length == 4 && args[3].equals("apart");
    if ((args.length == 3 || apart) && args[0].equals("run")) {
      return Execution.run(Order.named(args[1]), Path.of(args[2]), apart, out);
    }
    throw new IllegalArgumentException(
        "wrong usage; give compile OUT_DIR CLASSPATH_FILE OPTIONS_FILE SRC_DIR...,"
            + " or run ORDER LIST_FILE [apart]");
  }

  /** Standard output as it is now; tests may replace {@code System.out}. */
  private static PrintStream realOut() {
    return new PrintStream(new FileOutputStream(FileDescriptor.out), false, StandardCharsets.UTF_8);
  }
}
