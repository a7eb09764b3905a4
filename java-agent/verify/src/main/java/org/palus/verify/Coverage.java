package org.palus.verify;

/** JaCoCo's agent in this virtual machine, where there is one. */
final class Coverage {
  private static final String AGENT = "org.jacoco.agent.rt.RT";

  private Coverage() {}

  /** Has it write what it saw, as it would when the virtual machine ends in an orderly way. */
  static void write() {
    try {
      Object agent = Class.forName(AGENT).getMethod("getAgent").invoke(null);
      Class<?> type = Class.forName("org.jacoco.agent.rt.IAgent");
      type.getMethod("dump", boolean.class).invoke(agent, false);
    } catch (ReflectiveOperationException | LinkageError none) {
      // Then nobody measures.
    }
  }
}
