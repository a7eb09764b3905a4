package org.palus.hook;

/**
 * Record mode: what an instrumented method calls, event by event. The layout is in {@link Records}.
 *
 * <p>{@code enter} returns a token, the depth of the new frame on its thread, which the method
 * keeps and gives back with its exit. {@code caught} says that the frame of a token runs on in one
 * of its own exception handlers, so that frames above it that ended unseen are gone.
 *
 * <p>A call in which no object but the receiver can have a part teaches nothing once the receiver
 * is muted. Such a call leaves no record and its frame has no depth of its own; its token is the
 * complement of the depth around it, below 0, so that it can restore that depth as other frames do.
 */
public final class Trace {
  private static final long MUTED_MASK = (1 << 18) - 1;

  /** Address of the table of muted objects, each by its id at {@code id & MUTED_MASK}. */
  private static long muted;

  private Trace() {}

  /**
   * Says where the table of muted objects is; before this, no object is muted.
   *
   * @param muted address of 2^18 longs
   */
  public static void configure(long muted) {
    Trace.muted = muted;
  }

  /** Address of a new, empty buffer for the calling thread; its layout is in {@link Buffer}. */
  static native long newBuffer();

  /** Takes what the buffer holds and resets its position in place. */
  static native void flush(long base);

  /** The object's number, from 1 on. */
  public static long id(Object object) {
    return Identity.of(object);
  }

  /** A static method starts. */
  public static int enter(int method) {
    Buffer buffer = Buffer.ofThisThread();
    int depth = next(buffer);
    Records.write(buffer, Records.ENTER, Tags.NONE, 0, depth, method, 0, 0, 0);
    buffer.setDepth(depth);
    return depth;
  }

  /** An instance method starts. */
  public static int enter(Object receiver, int method) {
    Buffer buffer = Buffer.ofThisThread();
    int depth = next(buffer);
    References.writeIdentity(buffer, Records.ENTER, depth, method, receiver);
    buffer.setDepth(depth);
    return depth;
  }

  /** An instance method starts whose parameters and result can only be values or arrays. */
  public static int enterClosed(Object receiver, int method) {
    Buffer buffer = Buffer.ofThisThread();
    long id = Identity.of(receiver);
    if (isMuted(id)) {
      return ~buffer.depth();
    }
    int depth = next(buffer);
    int type = ClassIds.of(receiver.getClass());
    Records.write(buffer, Records.ENTER, Tags.OBJECT, 0, depth, method, type, id, 0);
    buffer.setDepth(depth);
    return depth;
  }

  private static boolean isMuted(long id) {
    long table = muted;
    return table != 0 && Memory.U.getLong(table + ((id & MUTED_MASK) << 3)) == id;
  }

  /** A constructor starts: its object cannot be touched yet. */
  public static int enterConstructor(int method) {
    Buffer buffer = Buffer.ofThisThread();
    int depth = next(buffer);
    Records.write(buffer, Records.ENTER, Tags.UNINIT, 0, depth, method, 0, 0, 0);
    buffer.setDepth(depth);
    return depth;
  }

  public static void argument(int position, boolean value, int token) {
    primitiveArgument(position, Tags.BOOLEAN, value ? 1 : 0, token);
  }

  public static void argument(int position, byte value, int token) {
    primitiveArgument(position, Tags.BYTE, value, token);
  }

  public static void argument(int position, char value, int token) {
    primitiveArgument(position, Tags.CHAR, value, token);
  }

  public static void argument(int position, short value, int token) {
    primitiveArgument(position, Tags.SHORT, value, token);
  }

  public static void argument(int position, int value, int token) {
    primitiveArgument(position, Tags.INT, value, token);
  }

  public static void argument(int position, long value, int token) {
    primitiveArgument(position, Tags.LONG, value, token);
  }

  public static void argument(int position, float value, int token) {
    primitiveArgument(position, Tags.FLOAT, Float.floatToRawIntBits(value) & 0xFFFFFFFFL, token);
  }

  public static void argument(int position, double value, int token) {
    primitiveArgument(position, Tags.DOUBLE, Double.doubleToRawLongBits(value), token);
  }

  public static void argument(int position, Object value, int token) {
    if (token >= 0) {
      References.write(Buffer.ofThisThread(), Records.ARG, position, token, 0, value);
    }
  }

  /** The super or this call of a constructor returned: from now on its object has an identity. */
  public static void initialised(Object self, int method, int token) {
    Buffer buffer = Buffer.ofThisThread();
    References.writeIdentity(buffer, Records.INIT, token, method, self);
  }

  /** A void method ends. */
  public static void exit(int method, int token) {
    primitiveExit(Tags.NONE, 0, method, token);
  }

  public static void exit(boolean value, int method, int token) {
    primitiveExit(Tags.BOOLEAN, value ? 1 : 0, method, token);
  }

  public static void exit(byte value, int method, int token) {
    primitiveExit(Tags.BYTE, value, method, token);
  }

  public static void exit(char value, int method, int token) {
    primitiveExit(Tags.CHAR, value, method, token);
  }

  public static void exit(short value, int method, int token) {
    primitiveExit(Tags.SHORT, value, method, token);
  }

  public static void exit(int value, int method, int token) {
    primitiveExit(Tags.INT, value, method, token);
  }

  public static void exit(long value, int method, int token) {
    primitiveExit(Tags.LONG, value, method, token);
  }

  public static void exit(float value, int method, int token) {
    primitiveExit(Tags.FLOAT, Float.floatToRawIntBits(value) & 0xFFFFFFFFL, method, token);
  }

  public static void exit(double value, int method, int token) {
    primitiveExit(Tags.DOUBLE, Double.doubleToRawLongBits(value), method, token);
  }

  public static void exit(Object value, int method, int token) {
    Buffer buffer = Buffer.ofThisThread();
    if (token >= 0) {
      References.write(buffer, Records.EXIT, 0, token, method, value);
    }
    buffer.setDepth(outside(token));
  }

  /** A constructor ends: its object by identity, even where its class is a String or a box. */
  public static void exitConstructor(Object self, int method, int token) {
    Buffer buffer = Buffer.ofThisThread();
    References.writeIdentity(buffer, Records.EXIT, token, method, self);
    buffer.setDepth(token - 1);
  }

  /** A method ends with an exception. */
  public static void thrown(Throwable throwable, int method, int token) {
    Buffer buffer = Buffer.ofThisThread();
    if (token >= 0) {
      References.writeIdentity(buffer, Records.THROW, token, method, throwable);
    }
    buffer.setDepth(outside(token));
  }

  /** The method of this token goes on in one of its own exception handlers. */
  public static void caught(int token) {
    Buffer.ofThisThread().setDepth(inside(token));
  }

  /** The same in a constructor whose object is not initialised yet. */
  public static void caughtBeforeSuper(int method, int token) {
    Buffer buffer = Buffer.ofThisThread();
    buffer.setDepth(token);
    Records.write(buffer, Records.CAUGHT, Tags.NONE, 0, token, method, 0, 0, 0);
  }

  private static void primitiveArgument(int position, int tag, long bits, int token) {
    if (token >= 0) {
      Records.write(Buffer.ofThisThread(), Records.ARG, tag, position, token, 0, 0, bits, 0);
    }
  }

  private static void primitiveExit(int tag, long bits, int method, int token) {
    Buffer buffer = Buffer.ofThisThread();
    if (token >= 0) {
      Records.write(buffer, Records.EXIT, tag, 0, token, method, 0, bits, 0);
    }
    buffer.setDepth(outside(token));
  }

  /** Depth of what runs inside the frame of a token. */
  private static int inside(int token) {
    return token >= 0 ? token : ~token;
  }

  /** Depth of what runs when the frame of a token has ended. */
  private static int outside(int token) {
    return token >= 0 ? token - 1 : ~token;
  }

  /** Depth of the frame that starts; reports the dead here, so that arguments follow their call. */
  private static int next(Buffer buffer) {
    for (long id = Identity.nextCollected(); id != 0; id = Identity.nextCollected()) {
      Records.write(buffer, Records.DEAD, Tags.NONE, 0, 0, 0, 0, id, 0);
    }
    return buffer.depth() + 1;
  }
}
