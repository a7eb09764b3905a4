package org.palus.verify;

import java.io.FileDescriptor;
import java.io.FileNotFoundException;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.stream.Collectors;

/**
 * The command line.
 *
 * <pre>
 * compile OUT_DIR CLASSPATH_FILE OPTIONS_FILE SRC_DIR...
 *     error  path  line  message ... refusal  path  line  message ... warning  path  line  key ...
 *     done  errors
 *     and once more for each byte of standard input, of what has become newer
 * run ORDER LIST_FILE [elsewhere|class CLASSPATH_FILE|none CLASSPATH_FILE]
 *     begun  class  method  test  class  method  passed|printed|failed|hung  message ... done  tests
 *     with the property palus.verify.marks, behind a test: reached  class  method  mutants
 * </pre>
 *
 * <p>The order is {@code usual}, {@code reversed} or a seed, see {@link Order#named}. With {@code
 * class} or {@code none}, see {@link Company}, the code under test is on the class path of the file
 * and not on the one of this program, as where a build tool has a loader of its own for it. With
 * {@code elsewhere}, the tests run on another thread than {@code main}.
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
    Coverage.write();
    Runtime.getRuntime().halt(status);
  }

  private static int command(String[] args, PrintStream out) throws IOException {
    if (args.length >= 5 && args[0].equals("compile")) {
      List<Path> sources = Arrays.stream(args).skip(4).map(Path::of).collect(Collectors.toList());
      do {
        Compilation.run(sources, Path.of(args[1]), Path.of(args[2]), Path.of(args[3]), out);
        out.flush();
      } while (System.in.read() >= 0);
      return 0;
    }
    if (args.length >= 3 && args[0].equals("run")) {
      Order order = Order.named(args[1]);
      Path list = Path.of(args[2]);
      if (args.length == 3) {
        return Execution.run(order, list, Company.ALL, "", out);
      }
      if (args.length == 4 && args[3].equals("elsewhere")) {
        return elsewhere(() -> Execution.run(order, list, Company.ALL, "", out));
      }
      if (args.length == 5) {
        String classPath = Files.readString(Path.of(args[4])).strip();
        return Execution.run(order, list, Company.named(args[3]), classPath, out);
      }
    }
    throw new IllegalArgumentException(
        "wrong usage; give compile OUT_DIR CLASSPATH_FILE OPTIONS_FILE SRC_DIR..., or run ORDER"
            + " LIST_FILE [elsewhere|class CLASSPATH_FILE|none CLASSPATH_FILE]");
  }

  /** Runs the work on a thread that has neither the name nor the group of the first one. */
  private static int elsewhere(Callable<Integer> work) throws IOException {
    FutureTask<Integer> task = new FutureTask<>(work);
    new Thread(new ThreadGroup("elsewhere"), task, "elsewhere").start();
    try {
      return task.get();
    } catch (InterruptedException | ExecutionException e) {
      throw new IOException("the tests could not be run: " + e.getMessage(), e);
    }
  }

  /**
   * Standard output as it is now, by a descriptor of our own: tests may replace {@code System.out}
   * and close {@link FileDescriptor#out}.
   */
  private static PrintStream realOut() {
    OutputStream out;
    try {
      out = new FileOutputStream("/dev/fd/1", true);
    } catch (FileNotFoundException e) {
      out = new FileOutputStream(FileDescriptor.out);
    }
    return new PrintStream(out, false, StandardCharsets.UTF_8);
  }
}
