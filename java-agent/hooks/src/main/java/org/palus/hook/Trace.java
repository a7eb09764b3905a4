package org.palus.hook;

import jdk.internal.vm.annotation.DontInline;

/**
 * Record mode: what an instrumented method calls, event by event. The layout is in {@link Records}.
 *
 * <p>A call is recorded when an object that is followed has a part in it: the receiver, an argument
 * or the result. Whether the receiver is, {@code enter} finds out by one load and one compare; the
 * arguments are asked for one by one with {@code isFollowed}; and where the result may be, {@code
 * tryOut} records the call on trial. Static methods and constructors are drawn by lot, all at first
 * and fewer when the model has learned what they teach.
 *
 * <p>What instrumented methods call is short and ends in calls that the JIT compilers may not
 * inline: copied into thousands of methods, the writing of records tripled what they had to
 * compile, and a test suite is seldom warm.
 *
 * <p>All of these return the frame's token, which the method keeps and gives back with its exit: of
 * a recorded frame the depth on its thread, of another one something below 0. In a method that has
 * exception handlers that is the complement of the depth around it: {@code caught} says that the
 * frame runs on in one of its handlers, so that frames above it that ended unseen are gone.
 *
 * <p>Nothing is thrown into the program: what fails in a hook ends in {@link Faults}.
 */
public final class Trace {
  /** Set in the token of a constructor that is recorded for its arguments' sake alone. */
  private static final int LEFT_OUT = 1 << 30;

  /** Set in the token of a frame that was opened on trial, whatever became of it. */
  private static final int TRIED = 1 << 29;

  /** The token of a frame that is not recorded, where the depth around it could not be found out. */
  static final int UNKNOWN = Integer.MIN_VALUE;

  private Trace() {}

  /** Address of the tables that {@link Tables} reads. */
  static native long tables();

  /**
   * Address of a new, empty buffer for the calling thread; its layout is in {@link Buffer}.
   *
   * @param isVirtual whether its end will not be told, because it is a virtual thread
   */
  static native long newBuffer(boolean isVirtual);

  /** Takes what the buffer holds up to the address {@code end}, and the buffer itself. */
  static native void giveBack(long base, long end);

  /** Takes what the buffer holds up to the address {@code end}; it is empty then. */
  static native void flush(long base, long end);

  /**
   * Number of a class by its {@link Class#getName}; bit 32 is set when it is followed, bit 33 when it
   * has tests or stands in a class that has.
   */
  static native long classFacts(String name);

  /** The number of a test, as the transformer gets it for a test method. */
  static native int testId(String className, String name, String descriptor, int access);

  /** The class that declares a method, named as {@link Class#getName} does. */
  static native String owner(int method);

  /**
   * The fields of a class that profiles tell of, as {@link Profiles#plan} reads them; null when its
   * objects get no profile.
   *
   * @param id the number of the class
   */
  static native String layout(Class<?> type, int id);

  /** A static method starts that has no exception handlers. */
  public static int enter(int method) {
    return Tables.skips(method) ? -1 : Frames.enter(method);
  }

  /** A static method starts that has some. */
  public static int enterGuarded(int method) {
    return Tables.skips(method) ? Frames.around() : Frames.enter(method);
  }

  /** A static method starts to which an object is passed that is followed. */
  @DontInline
  public static int force(int method) {
    try {
      return Frames.enter(Buffer.ofThisThread(), method);
    } catch (VirtualMachineError full) {
      Faults.lost++;
    } catch (Throwable fault) {
      Faults.stop(fault);
    }
    return UNKNOWN;
  }

  /** An instance method starts that has no exception handlers. */
  public static int enter(Object receiver, int method, int slot) {
    return isLeftOut(receiver, slot) ? -1 : Frames.enter(receiver, method, slot);
  }

  /** An instance method starts that has some. */
  public static int enterGuarded(Object receiver, int method, int slot) {
    int token = enter(receiver, method, slot);
    return token < 0 ? Frames.around() : token;
  }

  /**
   * As {@link #enter(Object, int, int)}, where receivers are known to keep their identity, if they
   * keep it in a field at all, in the one that holds this: a field of the method's own class is
   * read without asking where it is.
   */
  public static int enter(Object receiver, int method, int slot, long identity) {
    return identity < 0 ? -1 : Frames.enter(receiver, method, slot);
  }

  /** The same for one that has exception handlers. */
  public static int enterGuarded(Object receiver, int method, int slot, long identity) {
    int token = enter(receiver, method, slot, identity);
    return token < 0 ? Frames.around() : token;
  }

  private static boolean isLeftOut(Object receiver, int slot) {
    int offset = Tables.offset(slot);
    return offset > 0 && Memory.U.getLong(receiver, offset) < 0;
  }

  /** An instance method starts to which an object is passed that is followed. */
  @DontInline
  public static int force(Object receiver, int method) {
    try {
      Buffer buffer = Buffer.ofThisThread();
      int depth = open(buffer);
      References.writeIdentity(buffer, Records.ENTER, depth, method, receiver);
      return depth;
    } catch (VirtualMachineError full) {
      Faults.lost++;
    } catch (Throwable fault) {
      Faults.stop(fault);
    }
    return UNKNOWN;
  }

  /**
   * Whether a call is to be recorded because of this argument.
   *
   * @param position of the argument, from 1 on
   */
  public static boolean isFollowed(Object argument, int method, int position) {
    return mayBeFollowed(argument)
        && !Seen.isLeftOut(argument, method, position)
        && Seen.isFollowed(argument, method, position);
  }

  /**
   * Most arguments of a general type are strings, and a constant of an enum is a value there: this
   * asks for nothing but the class.
   */
  private static boolean mayBeFollowed(Object object) {
    return object != null && !(object instanceof String) && !(object instanceof Enum);
  }

  /** A method starts that only its result can make one to be recorded. */
  public static int tryOut(Object receiver, int method, int token) {
    return Trial.isOn(method) ? Frames.tryOut(receiver, method, token) | TRIED : token;
  }

  /**
   * A constructor starts: its object cannot be touched yet. The object's first constructor decides
   * for those that it calls on the same object.
   */
  @DontInline
  public static int enterConstructor(int method) {
    try {
      Buffer buffer = Buffer.ofThisThread();
      int said = buffer.takeDecision();
      boolean isFollowed = said == 0 ? buffer.draws(Tables.methodShift(method)) : said > 0;
      return isFollowed ? Frames.enterConstructor(buffer, method) : ~buffer.depth();
    } catch (VirtualMachineError full) {
      Faults.lost++;
    } catch (Throwable fault) {
      Faults.stop(fault);
    }
    return UNKNOWN;
  }

  /** A constructor starts whose object is left out, but to which one is passed that is followed. */
  @DontInline
  public static int forceConstructor(int method) {
    try {
      return Frames.enterConstructor(Buffer.ofThisThread(), method) | LEFT_OUT;
    } catch (VirtualMachineError full) {
      Faults.lost++;
    } catch (Throwable fault) {
      Faults.stop(fault);
    }
    return UNKNOWN;
  }

  /** The next thing that a constructor does is to call another one on the same object. */
  @DontInline
  public static void superCall(int token) {
    try {
      Buffer.ofThisThread().decide(token >= 0 && (token & LEFT_OUT) == 0 ? 1 : -1);
    } catch (VirtualMachineError full) {
      Faults.lost++;
    } catch (Throwable fault) {
      Faults.stop(fault);
    }
  }

  public static void argument(int position, boolean value, int token) {
    Records.writeArgument(position, Tags.BOOLEAN, value ? 1 : 0, depth(token));
  }

  public static void argument(int position, byte value, int token) {
    Records.writeArgument(position, Tags.BYTE, value, depth(token));
  }

  public static void argument(int position, char value, int token) {
    Records.writeArgument(position, Tags.CHAR, value, depth(token));
  }

  public static void argument(int position, short value, int token) {
    Records.writeArgument(position, Tags.SHORT, value, depth(token));
  }

  public static void argument(int position, int value, int token) {
    Records.writeArgument(position, Tags.INT, value, depth(token));
  }

  public static void argument(int position, long value, int token) {
    Records.writeArgument(position, Tags.LONG, value, depth(token));
  }

  public static void argument(int position, float value, int token) {
    Records.writeArgument(
        position, Tags.FLOAT, Float.floatToRawIntBits(value) & 0xFFFFFFFFL, depth(token));
  }

  public static void argument(int position, double value, int token) {
    Records.writeArgument(position, Tags.DOUBLE, Double.doubleToRawLongBits(value), depth(token));
  }

  @DontInline
  public static void argument(int position, Object value, int token) {
    try {
      References.write(Buffer.ofThisThread(), Records.ARG, position, depth(token), 0, value);
    } catch (VirtualMachineError full) {
      Faults.lost++;
    } catch (Throwable fault) {
      Faults.stop(fault);
    }
  }

  /** The super or this call of a constructor returned: from now on its object has an identity. */
  public static void initialised(Object self, int method, int slot, int token) {
    int offset = Tables.offset(slot);
    if (token < 0 && offset > 0) {
      Identity.leaveOut(self, offset);
    } else {
      Frames.initialised(self, method, slot, token < 0 ? token : depth(token), isLeftOut(token));
    }
  }

  private static boolean isLeftOut(int token) {
    return token < 0 || (token & LEFT_OUT) != 0;
  }

  /** The virtual machine copied an object, its identity too. Returns the copy. */
  public static Object cloned(Object original, Object copy) {
    Frames.separate(original, copy);
    return copy;
  }

  /** A method reads or writes a field: which does what, the transformer has given a number. */
  public static void field(int access) {
    Tables.countField(access);
  }

  /** A void method ends. */
  public static void exit(int method, int token) {
    if (token >= 0) {
      Frames.exit(Tags.NONE, 0, method, token);
    }
  }

  public static void exit(boolean value, int method, int token) {
    if (token >= 0) {
      Frames.exit(Tags.BOOLEAN, value ? 1 : 0, method, token);
    }
  }

  public static void exit(byte value, int method, int token) {
    if (token >= 0) {
      Frames.exit(Tags.BYTE, value, method, token);
    }
  }

  public static void exit(char value, int method, int token) {
    if (token >= 0) {
      Frames.exit(Tags.CHAR, value, method, token);
    }
  }

  public static void exit(short value, int method, int token) {
    if (token >= 0) {
      Frames.exit(Tags.SHORT, value, method, token);
    }
  }

  public static void exit(int value, int method, int token) {
    if (token >= 0) {
      Frames.exit(Tags.INT, value, method, token);
    }
  }

  public static void exit(long value, int method, int token) {
    if (token >= 0) {
      Frames.exit(Tags.LONG, value, method, token);
    }
  }

  public static void exit(float value, int method, int token) {
    if (token >= 0) {
      Frames.exit(Tags.FLOAT, Float.floatToRawIntBits(value) & 0xFFFFFFFFL, method, token);
    }
  }

  public static void exit(double value, int method, int token) {
    if (token >= 0) {
      Frames.exit(Tags.DOUBLE, Double.doubleToRawLongBits(value), method, token);
    }
  }

  /** A method ends whose result cannot be an object that is followed. */
  public static void exit(Object value, int method, int token) {
    if (token >= 0) {
      Frames.exit(value, method, token);
    }
  }

  /** A method ends whose result may be one. */
  public static void exitOpen(Object value, int method, int token) {
    if (token >= 0) {
      Frames.exitOpen(value, method, depth(token), token >= TRIED);
    } else if (mayBeFollowed(value) && !Seen.isLeftOut(value, method, 0)) {
      Frames.missed(value, method);
    }
  }

  /** A constructor ends: its object by identity, even where its class is a String or a box. */
  public static void exitConstructor(Object self, int method, int token) {
    if (token >= 0) {
      Frames.exitConstructor(self, method, depth(token));
    }
  }

  /** A method ends with an exception. */
  public static void thrown(Throwable throwable, int method, int token) {
    if (token >= 0) {
      Frames.thrown(throwable, method, depth(token));
    }
  }

  /** The method of this token goes on in one of its own exception handlers. */
  @DontInline
  public static void caught(int token) {
    try {
      if (token != UNKNOWN) {
        Buffer.ofThisThread().setDepth(token >= 0 ? depth(token) : ~token);
      }
    } catch (VirtualMachineError full) {
      Faults.lost++;
    } catch (Throwable fault) {
      Faults.stop(fault);
    }
  }

  /** The same in a constructor whose object is not initialised yet. */
  public static void caughtBeforeSuper(int method, int token) {
    caught(token);
    if (token >= 0) {
      Frames.caughtBeforeSuper(method, depth(token));
    }
  }

  private static int depth(int token) {
    return token & ~(LEFT_OUT | TRIED);
  }

  /** Depth of the frame that starts; reports the dead here, so that arguments follow their call. */
  static int open(Buffer buffer) {
    int depth = buffer.open();
    for (long id = WeakIdentities.nextCollected(); id != 0; id = WeakIdentities.nextCollected()) {
      Records.write(buffer, Records.DEAD, Tags.NONE, 0, 0, 0, 0, id, 0);
    }
    return depth;
  }
}
