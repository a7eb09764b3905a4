package org.palus.verify;

/** One line of output. */
final class Line {
  private Line() {}

  /** Fields separated by tabs; line ends and tabs inside them become spaces. */
  static String of(Object... fields) {
    StringBuilder line = new StringBuilder();
    for (Object field : fields) {
      if (line.length() > 0) {
        line.append('\t');
      }
      line.append(String.valueOf(field).replaceAll("[\\t\\r\\n]+", " "));
    }
    return line.toString();
  }
}
