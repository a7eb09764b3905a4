package org.palus.verify;

import java.io.DataOutputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * JaCoCo's agent in this virtual machine, where there is one.
 *
 * <p>Into the file that the system property {@code palus.verify.coverage} names goes what each test
 * covered: its class and method as {@link DataOutputStream#writeUTF} has them, the number of bytes,
 * and these in the form of JaCoCo's own files.
 */
final class Coverage {
  private static final String AGENT = "org.jacoco.agent.rt.RT";
  private static final String INTERFACE = "org.jacoco.agent.rt.IAgent";
  private static final String PROPERTY = "palus.verify.coverage";

  private final DataOutputStream out;

  private Coverage(DataOutputStream out) {
    this.out = out;
  }

  /** Has it write what it saw, as it would when the virtual machine ends in an orderly way. */
  static void write() {
    try {
      Object agent = Class.forName(AGENT).getMethod("getAgent").invoke(null);
      Class.forName(INTERFACE).getMethod("dump", boolean.class).invoke(agent, false);
    } catch (ReflectiveOperationException | LinkageError none) {
      // Then nobody measures.
    }
  }

  /** Where it goes what each test covers; null when nobody wants to know. */
  static Coverage ofEachTest() {
    String file = System.getProperty(PROPERTY);
    if (file == null) {
      return null;
    }
    System.clearProperty(PROPERTY);
    try {
      return new Coverage(new DataOutputStream(new FileOutputStream(file)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Writes what was covered since the test before this one ended. */
  void ended(String type, String method) {
    try {
      Object agent = Class.forName(AGENT).getMethod("getAgent").invoke(null);
      byte[] seen =
          (byte[])
              Class.forName(INTERFACE)
                  .getMethod("getExecutionData", boolean.class)
                  .invoke(agent, true);
      out.writeUTF(type);
      out.writeUTF(method);
      out.writeInt(seen.length);
      out.write(seen);
      out.flush();
    } catch (ReflectiveOperationException | LinkageError e) {
      throw new IllegalStateException("JaCoCo does not answer: " + e, e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
