package org.palus.tooling;

import java.nio.file.Path;
import java.util.Collection;

/** The option by which a test JVM loads the recorder. */
public final class Recorder {
  private Recorder() {}

  /**
   * {@code -agentpath:LIBRARY=record,out=FOLDER/%p.palus,include=A:B,exclude=C,collaborators=D}: one
   * file for each JVM, told apart by process ids.
   *
   * @param include patterns of qualified class names; empty: all but the JDK and test frameworks
   * @param collaborators patterns of qualified names of types of which all answers are kept
   * @throws PalusException when a path or pattern holds what means something in the option
   */
  public static String option(
      Path library,
      Path folder,
      Collection<String> include,
      Collection<String> exclude,
      Collection<String> collaborators) {
    refuse(library, "=,");
    refuse(folder, ",");
    StringBuilder option =
        new StringBuilder("-agentpath:")
            .append(library)
            .append("=record,out=")
            .append(folder)
            .append("/%p.palus");
    append(option, ",include=", include);
    append(option, ",exclude=", exclude);
    append(option, ",collaborators=", collaborators);
    return option.toString();
  }

  private static void append(StringBuilder option, String name, Collection<String> globs) {
    for (String glob : globs) {
      if (!glob.matches("[\\p{L}\\p{N}._$*?]+")) {
        throw new PalusException(
            "`" + glob + "` is no pattern for class names; write one like org.example.*");
      }
    }
    if (!globs.isEmpty()) {
      option.append(name).append(String.join(":", globs));
    }
  }

  private static void refuse(Path path, String letters) {
    for (char letter : letters.toCharArray()) {
      if (path.toString().indexOf(letter) >= 0) {
        throw new PalusException(
            path
                + " has a `"
                + letter
                + "` in its path, which a JVM's agent option cannot take; move or rename it");
      }
    }
  }
}
