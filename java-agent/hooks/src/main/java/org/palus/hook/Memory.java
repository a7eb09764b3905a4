package org.palus.hook;

import jdk.internal.misc.Unsafe;

/**
 * Access to memory that the native agent owns. The agent exports {@code jdk.internal.misc} to the
 * boot loader's unnamed module before this class is initialised.
 */
final class Memory {
  static final Unsafe U = Unsafe.getUnsafe();

  private Memory() {}
}
