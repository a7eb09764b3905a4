package jdk.internal.misc;

/**
 * The few methods of the JDK's own class that the hooks use, so that they compile with {@code
 * --release 11}. Only its signatures matter: at run time java.base has the real class.
 */
public final class Unsafe {
  private Unsafe() {}

  public static Unsafe getUnsafe() {
    throw new UnsupportedOperationException("stub");
  }

  public native long allocateMemory(long bytes);

  public native void freeMemory(long address);

  public native int getInt(long address);

  public native void putInt(long address, int value);

  public native long getLong(long address);

  public native void putLong(long address, long value);

  public native byte getByte(long address);

  public native void putByte(long address, byte value);

  public native void copyMemory(Object from, long offset, Object to, long toOffset, long bytes);

  public native void putLongRelease(Object base, long offset, long value);

  public native long getLong(Object base, long offset);

  public native void loadFence();

  public native void storeFence();

  public native byte getByte(Object base, long offset);

  public native short getShort(Object base, long offset);

  public native int getInt(Object base, long offset);

  /** Up to JDK 11, and for some versions after it. */
  public native Object getObject(Object base, long offset);

  /** From JDK 12 on. */
  public native Object getReference(Object base, long offset);

  /** From JDK 12 on. */
  public native void putReference(Object base, long offset, Object value);

  public native void putLong(Object base, long offset, long value);

  public native boolean compareAndSetLong(Object base, long offset, long expected, long value);

  public native long objectFieldOffset(Class<?> declaring, String name);
  public native long staticFieldOffset(java.lang.reflect.Field field);

  public native boolean shouldBeInitialized(Class<?> type);

  public native Object staticFieldBase(java.lang.reflect.Field field);

  public native void park(boolean isAbsolute, long time);

  public native void unpark(Object thread);
}
