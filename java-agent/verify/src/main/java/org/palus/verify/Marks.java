package org.palus.verify;

import java.lang.reflect.Method;
import java.util.Optional;

/** Which mutants a test reached, where the agent has put some in and this was asked for. */
final class Marks {
  private static final String HOOK = "org.palus.hook.Probe";
  private static final String PROPERTY = "palus.verify.marks";

  private final Method count;
  private final Method at;
  private final Method clear;

  private Marks(Method count, Method at, Method clear) {
    this.count = count;
    this.at = at;
    this.clear = clear;
  }

  /** What tells them; null when nobody wants to know. */
  static Marks find() {
    if (!Boolean.getBoolean(PROPERTY)) {
      return null;
    }
    System.clearProperty(PROPERTY);
    try {
      Class<?> hook = Class.forName(HOOK, false, null);
      return new Marks(
          hook.getMethod("touchedCount"),
          hook.getMethod("touchedEdge", int.class),
          hook.getMethod("clear"));
    } catch (ReflectiveOperationException | LinkageError | SecurityException e) {
      throw new IllegalStateException("no agent has put mutants in: " + e, e);
    }
  }

  /** The numbers of those that were reached since this was last asked, a space between two. */
  Optional<String> take() {
    try {
      StringBuilder numbers = new StringBuilder();
      int reached = (int) count.invoke(null);
      for (int i = 0; i < reached; i++) {
        numbers.append(i == 0 ? "" : " ").append((int) at.invoke(null, i));
      }
      clear.invoke(null);
      return reached == 0 ? Optional.empty() : Optional.of(numbers.toString());
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("the agent does not answer: " + e, e);
    }
  }
}
