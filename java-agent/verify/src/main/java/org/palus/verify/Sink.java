package org.palus.verify;

import java.io.OutputStream;

/** Where the output of tests goes: nowhere, but it is noticed. */
final class Sink extends OutputStream {
  private volatile boolean isWet;

  @Override
  public void write(int b) {
    isWet = true;
  }

  @Override
  public void write(byte[] bytes, int from, int count) {
    if (count > 0) {
      isWet = true;
    }
  }

  /** Whether something was written since this was last asked. */
  boolean wasWritten() {
    boolean was = isWet;
    isWet = false;
    return was;
  }
}
