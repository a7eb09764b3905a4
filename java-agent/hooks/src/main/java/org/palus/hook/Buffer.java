package org.palus.hook;

/**
 * One thread's event buffer: memory owned by the native agent, known here by its address only.
 *
 * <pre>
 * base +0  i64 position  address of the next free byte; published with release order
 *      +8  i64 limit     address behind the last byte
 *      +16 i32 depth     number of recorded frames that are open on this thread
 *      +20 ...           reserved; records start at +64
 * </pre>
 */
final class Buffer {
  private static final int POSITION = 0;
  private static final int LIMIT = 8;
  private static final int DEPTH = 16;

  private static final PerThread CURRENT = new PerThread();

  private final long base;

  private Buffer(long base) {
    this.base = base;
  }

  static Buffer ofThisThread() {
    return CURRENT.get();
  }

  int depth() {
    return Memory.U.getInt(base + DEPTH);
  }

  void setDepth(int depth) {
    Memory.U.putInt(base + DEPTH, depth);
  }

  /** Address at which {@code bytes} fit; hands the buffer to the native agent when they do not. */
  long room(int bytes) {
    long at = Memory.U.getLong(base + POSITION);
    if (at + bytes > Memory.U.getLong(base + LIMIT)) {
      Trace.flush(base);
      at = Memory.U.getLong(base + POSITION);
    }
    return at;
  }

  /** Makes everything before {@code end} part of the trace; until then nothing was written. */
  void publish(long end) {
    Memory.U.putLongRelease(null, base + POSITION, end);
  }

  private static final class PerThread extends ThreadLocal<Buffer> {
    @Override
    protected Buffer initialValue() {
      return new Buffer(Trace.newBuffer());
    }
  }
}
