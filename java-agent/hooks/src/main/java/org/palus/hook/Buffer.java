package org.palus.hook;

import java.util.concurrent.atomic.AtomicLong;

/**
 * One thread's events and open frames. The memory for events is owned by the native agent, which is
 * asked for it at the first event.
 *
 * <pre>
 * base +0  i64 position  address behind the last published record; release order
 *      +8  i64 limit     address behind the last byte
 *      +16 ...           reserved; records start at +64
 * </pre>
 *
 * <p>A frame is confirmed when its record can no longer be taken back. Frames are confirmed from
 * outside in, so one number tells them apart; while the innermost frame is on trial, what is
 * written is not published.
 */
final class Buffer {
  private static final int POSITION = 0;
  private static final int LIMIT = 8;
  private static final int HEADER = 64;
  private static final int IDS = 256;

  /** The deepest frame that can be on trial. */
  private static final int DEEPEST_TRIAL = 1 << 16;

  /** Where a thread keeps its number, which no other ever has; unlike its getter it is final. */
  private static final long THREAD_NUMBER = Memory.U.objectFieldOffset(Thread.class, "tid");

  /**
   * The buffers of some threads, by the lowest bits of their numbers, found in half the time that a
   * thread-local takes. A thread's own is there from its first event until a younger thread comes
   * to the same place.
   */
  private static final Buffer[] RECENT = new Buffer[256];

  private static final PerThread CURRENT = new PerThread();
  private static final AtomicLong THREADS = new AtomicLong();
  private static final AtomicLong BLOCKS = new AtomicLong();

  private final long thread = numberOfThisThread();
  private long base;
  private long cursor;
  private long limit;
  private int depth;
  private int confirmed;
  private long[] starts = new long[16];

  /** What the next constructor is to do, said by the one whose super call it is: see Trace. */
  private int decision;

  private long random = (2 * THREADS.incrementAndGet() + 1) * 0x9E3779B97F4A7C15L;
  private long nextId;
  private long lastId = -1;

  private final boolean isVirtual = isOfVirtualThread();
  private boolean isTestRunning;

  /** Whether a hook failed on this thread: see Faults. */
  private boolean isStopped;

  private Buffer() {}

  static Buffer ofThisThread() {
    long thread = numberOfThisThread();
    Buffer recent = RECENT[place(thread)];
    return recent != null && recent.thread == thread ? recent : CURRENT.get();
  }

  static long numberOfThisThread() {
    return Memory.U.getLong(Thread.currentThread(), THREAD_NUMBER);
  }

  private static int place(long thread) {
    return (int) thread & RECENT.length - 1;
  }

  /** Number of recorded frames that are open on this thread. */
  int depth() {
    return depth;
  }

  /** Starts a frame that stays, and so do those around it. */
  int open() {
    confirmed = ++depth;
    return depth;
  }

  /** Starts a frame whose record may be taken back; not when it is too deep. */
  int openOnTrial() {
    if (depth + 1 >= DEEPEST_TRIAL) {
      return open();
    }
    room(Records.SIZE);
    int frame = ++depth;
    if (frame >= starts.length) {
      // frames that stay are deeper without a place here, so doubling once may not do
      long[] longer = new long[2 * frame];
      System.arraycopy(starts, 0, longer, 0, starts.length);
      starts = longer;
    }
    starts[frame] = cursor;
    return frame;
  }

  /** Whether the frame is on trial and no record was written since it started. */
  boolean isOnTrial(int frame) {
    return confirmed < frame;
  }

  /** The record of this frame stays. */
  void confirm(int frame) {
    confirmed = frame;
  }

  /**
   * Ends a frame on trial as if it had never been. Where the thread was stopped meanwhile, the frame
   * started in other memory: to write on there would end behind its end.
   */
  void takeBack(int frame) {
    long start = starts[frame];
    if (start > base && start <= cursor) {
      cursor = start;
    }
    setDepth(frame - 1);
  }

  /** Ends the frames deeper than this. */
  void setDepth(int depth) {
    this.depth = depth;
    if (confirmed > depth) {
      confirmed = depth;
    }
    if (isVirtual && depth == 0 && base != 0 && !isTestRunning && Tables.areBuffersScarce()) {
      giveBack(cursor);
    }
  }

  /**
   * The memory goes to another thread; the next event asks for some again. A program may have any
   * number of virtual threads, and nobody says when one ends.
   */
  private void giveBack(long end) {
    if (isStopped) {
      return;
    }
    long given = base;
    base = 0;
    limit = 0;
    cursor = 0;
    Trace.giveBack(given, end);
  }

  /**
   * From now on what this thread writes goes nowhere. What it has published stays in the trace.
   *
   * @return whether it was not so already
   */
  boolean stop() {
    if (isStopped) {
      return false;
    }
    if (isVirtual && base != 0) {
      giveBack(Memory.U.getLong(base + POSITION));
    }
    isStopped = true;
    base = Faults.NOWHERE;
    limit = Faults.NOWHERE + Faults.NOWHERE_BYTES;
    cursor = base + HEADER;
    return true;
  }

  /** While a test runs, the memory stays: the model knows by it which test its events belong to. */
  void keepForTest(boolean isTestRunning) {
    this.isTestRunning = isTestRunning;
  }

  /** By name: the class is in JDK 21 and newer only. */
  private static boolean isOfVirtualThread() {
    return Thread.currentThread().getClass().getName().equals("java.lang.VirtualThread");
  }

  /** Address at which {@code bytes} fit; hands the buffer to the native agent when they do not. */
  long room(int bytes) {
    if (cursor + bytes > limit) {
      makeRoom();
    }
    return cursor;
  }

  /** Makes everything before {@code end} part of the trace; until then nothing was written. */
  void publish(long end) {
    cursor = end;
    if (confirmed >= depth) {
      Memory.U.putLongRelease(null, base + POSITION, end);
    }
  }

  /** Whatever call fails in here, base and cursor fit each other, and the next event comes by again. */
  private void makeRoom() {
    if (base == 0) {
      long given = Trace.newBuffer(isVirtual);
      cursor = given + HEADER;
      base = given;
    } else {
      if (!isStopped) {
        Trace.flush(base, cursor);
      }
      confirmed = depth;
      cursor = base + HEADER;
    }
    if (!isStopped) {
      limit = Memory.U.getLong(base + LIMIT);
    }
  }

  /** One in {@code 1 << shift} times, at random. */
  boolean draws(int shift) {
    return shift == 0 || nextRandom() >>> 64 - shift == 0;
  }

  /** How many to leave out until the next, at random: {@code (1 << shift) - 1} on average. */
  int drawSkips(int shift) {
    if (shift == 0) {
      return 0;
    }
    long range = (2L << shift) - 1;
    return (int) ((nextRandom() >>> 33) * range >>> 31);
  }

  /** Xorshift, Marsaglia 2003. */
  private long nextRandom() {
    long next = random;
    next ^= next << 13;
    next ^= next >>> 7;
    next ^= next << 17;
    random = next;
    return next;
  }

  /** A number that no object has, from 1 on. */
  long newId() {
    if (nextId > lastId) {
      nextId = BLOCKS.getAndIncrement() * IDS + 1;
      lastId = nextId + IDS - 1;
    }
    return nextId++;
  }

  /** Above 0: record, below 0: do not, 0: nothing was said. Asked for once. */
  int takeDecision() {
    int said = decision;
    decision = 0;
    return said;
  }

  void decide(int decision) {
    this.decision = decision;
  }

  private static final class PerThread extends ThreadLocal<Buffer> {
    @Override
    protected Buffer initialValue() {
      Buffer buffer = new Buffer();
      RECENT[place(buffer.thread)] = buffer;
      return buffer;
    }
  }
}
