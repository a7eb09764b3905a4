package org.palus.tooling;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * One run of the command in a process of its own; what it says goes to the build's log line by
 * line.
 */
public final class PalusCommand {
  /** The exit code when the work is done but a threshold is not met. */
  public static final int NOT_MET = 3;

  /** The exit code when the work is done and found nothing that was recorded. */
  public static final int NOTHING_RECORDED = 125;

  private final List<String> words = new ArrayList<>();
  private Path javaHome;
  private File directory;

  /** The command of that home, with these first words. */
  public PalusCommand(PalusHome home, String... words) {
    this.words.add(home.command().toString());
    for (String word : words) {
      this.words.add(word);
    }
  }

  /** Adds an option and its value. */
  public PalusCommand option(String name, Object value) {
    words.add(name);
    words.add(value.toString());
    return this;
  }

  /** Adds a word that stands alone. */
  public PalusCommand word(String word) {
    words.add(word);
    return this;
  }

  /** The Java that it is to use; without one it looks at {@code JAVA_HOME} and {@code PATH}. */
  public PalusCommand javaHome(Path home) {
    javaHome = home;
    return this;
  }

  /** The folder that it runs in. */
  public PalusCommand in(File folder) {
    directory = folder;
    return this;
  }

  /** The command line, for the log. */
  public List<String> words() {
    return new ArrayList<>(words);
  }

  /**
   * Runs it to its end.
   *
   * @param log takes each line of its output
   * @return 0, {@link #NOT_MET} or {@link #NOTHING_RECORDED}
   * @throws PalusException when it fails, with the sentence that it said
   */
  public int run(Consumer<String> log) {
    ProcessBuilder builder =
        new ProcessBuilder(words).redirectErrorStream(true).directory(directory);
    // Meant for the build's own JVM; in the workers it would be one more agent.
    builder.environment().remove("JAVA_TOOL_OPTIONS");
    if (javaHome != null) {
      builder.environment().put("JAVA_HOME", javaHome.toString());
    }
    Process process = null;
    try {
      process = builder.start();
      process.getOutputStream().close();
      String said = relay(process.getInputStream(), log);
      int code = process.waitFor();
      if (code != 0 && code != NOT_MET && code != NOTHING_RECORDED) {
        throw new PalusException(
            said.isEmpty() ? words.get(0) + " ended with exit code " + code : said);
      }
      return code;
    } catch (IOException e) {
      throw new PalusException(words.get(0) + " cannot be run: " + e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new PalusException("palus was interrupted", e);
    } finally {
      if (process != null) {
        process.destroy();
      }
    }
  }

  /** The last line by which the command complained, without its name; empty when there was none. */
  private static String relay(InputStream output, Consumer<String> log) throws IOException {
    String said = "";
    BufferedReader lines =
        new BufferedReader(new InputStreamReader(output, StandardCharsets.UTF_8));
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      if (line.startsWith("palus: ")) {
        said = line.substring("palus: ".length());
      } else if (line.startsWith("error: ")) {
        said = line;
      }
      log.accept(line);
    }
    return said;
  }
}
