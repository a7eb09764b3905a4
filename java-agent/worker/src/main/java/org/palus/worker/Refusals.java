package org.palus.worker;

import java.nio.file.AccessDeniedException;

/** Exceptions that tell of the sandbox and not of the code under test. */
final class Refusals {
  /** How deep a cause is looked for. */
  private static final int DEPTH = 5;

  private Refusals() {}

  /** Whether the exception, or what it was made of, says that a right was missing. */
  static boolean isOne(Throwable thrown) {
    Throwable at = thrown;
    // What a class of the program says of itself is code of the program: only the JDK's are asked.
    for (int i = 0; i < DEPTH && at != null && isPlain(at); i++) {
      if (at instanceof AccessDeniedException || says(at.getMessage())) {
        return true;
      }
      at = at.getCause();
    }
    return false;
  }

  /** What the C library says to EACCES, which is how the sandbox refuses. */
  private static boolean says(String message) {
    return message != null && message.contains("Permission denied");
  }

  private static boolean isPlain(Throwable throwable) {
    return throwable.getClass().getClassLoader() == null;
  }
}
