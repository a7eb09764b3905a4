package org.palus.hook;

/**
 * Record mode: calls of methods of the JDK, told where they are made. A call is recorded when it is
 * made on an object that is followed, when such an object is passed to it, or when it makes objects
 * (a constructor, a static method) and is drawn by lot.
 *
 * <p>Its frame nests as any other, but there is no handler for exceptions: one that passes through
 * leaves it open, until the method around it says in a handler of its own how deep it is.
 */
public final class CallSites {
  /** Set in the token of a constructor that is recorded for its arguments' sake alone. */
  private static final int LEFT_OUT = 1 << 30;

  private static final int NOT_RECORDED = -1;

  private CallSites() {}

  /** A method starts that is not recorded itself. Returns a token for {@link Trace#caught}. */
  public static int start() {
    try {
      return ~Buffer.ofThisThread().depth();
    } catch (VirtualMachineError full) {
      Faults.lost++;
    } catch (Throwable fault) {
      Faults.stop(fault);
    }
    return Trace.UNKNOWN;
  }

  /** A method is about to be called on an object. */
  public static int enter(Object receiver, int method) {
    try {
      return Outside.isFollowed(receiver) ? open(receiver, method) : NOT_RECORDED;
    } catch (VirtualMachineError full) {
      Faults.lost++;
    } catch (Throwable fault) {
      Faults.stop(fault);
    }
    return NOT_RECORDED;
  }

  /** A constructor or a static method that may make an object is about to be called. */
  public static int enterMaker(int method, boolean isConstructor) {
    try {
      Buffer buffer = Buffer.ofThisThread();
      boolean isDrawn = buffer.draws(Tables.methodShift(method));
      return isDrawn ? open(buffer, method, isConstructor ? Tags.UNINIT : Tags.NONE) : NOT_RECORDED;
    } catch (VirtualMachineError full) {
      Faults.lost++;
    } catch (Throwable fault) {
      Faults.stop(fault);
    }
    return NOT_RECORDED;
  }

  /** An argument of a call on an object. */
  public static int passed(Object argument, Object receiver, int method, int token) {
    try {
      if (token >= 0 || receiver == null || !Outside.isFollowed(argument)) {
        return token;
      }
      // a class that is watched from its inside tells of the call itself
      boolean isInside = ClassFacts.of(receiver.getClass()).isFollowed();
      return isInside ? token : open(receiver, method);
    } catch (VirtualMachineError full) {
      Faults.lost++;
    } catch (Throwable fault) {
      Faults.stop(fault);
    }
    return token;
  }

  /** An argument of a static method. */
  public static int passed(Object argument, int method, int token) {
    try {
      return token >= 0 || !Outside.isFollowed(argument)
          ? token
          : open(Buffer.ofThisThread(), method, Tags.NONE);
    } catch (VirtualMachineError full) {
      Faults.lost++;
    } catch (Throwable fault) {
      Faults.stop(fault);
    }
    return token;
  }

  /** An argument of a constructor. */
  public static int passedToNew(Object argument, int method, int token) {
    try {
      return token >= 0 || !Outside.isFollowed(argument)
          ? token
          : open(Buffer.ofThisThread(), method, Tags.UNINIT) | LEFT_OUT;
    } catch (VirtualMachineError full) {
      Faults.lost++;
    } catch (Throwable fault) {
      Faults.stop(fault);
    }
    return token;
  }

  private static int open(Object receiver, int method) {
    Buffer buffer = Buffer.ofThisThread();
    int depth = Trace.open(buffer);
    References.writeIdentity(buffer, Records.ENTER, depth, method, receiver);
    return depth;
  }

  private static int open(Buffer buffer, int method, int tag) {
    int depth = Trace.open(buffer);
    Records.write(buffer, Records.ENTER, tag, 0, depth, method, 0, 0, 0);
    return depth;
  }

  public static void argument(int position, boolean value, int token) {
    if (token >= 0) {
      Trace.argument(position, value, token);
    }
  }

  public static void argument(int position, byte value, int token) {
    if (token >= 0) {
      Trace.argument(position, value, token);
    }
  }

  public static void argument(int position, char value, int token) {
    if (token >= 0) {
      Trace.argument(position, value, token);
    }
  }

  public static void argument(int position, short value, int token) {
    if (token >= 0) {
      Trace.argument(position, value, token);
    }
  }

  public static void argument(int position, int value, int token) {
    if (token >= 0) {
      Trace.argument(position, value, token);
    }
  }

  public static void argument(int position, long value, int token) {
    if (token >= 0) {
      Trace.argument(position, value, token);
    }
  }

  public static void argument(int position, float value, int token) {
    if (token >= 0) {
      Trace.argument(position, value, token);
    }
  }

  public static void argument(int position, double value, int token) {
    if (token >= 0) {
      Trace.argument(position, value, token);
    }
  }

  public static void argument(int position, Object value, int token) {
    if (token >= 0) {
      Trace.argument(position, value, token);
    }
  }

  /** A call on an object returned what may be an object to follow. */
  public static void exit(Object result, int method, int token) {
    try {
      if (token >= 0) {
        Outside.follow(result, Buffer.ofThisThread());
        Frames.exit(result, method, token);
      }
    } catch (VirtualMachineError full) {
      Faults.lost++;
    } catch (Throwable fault) {
      Faults.stop(fault);
    }
  }

  /** A static method returned what may be an object to follow. */
  public static void exitMaker(Object result, int method, int token) {
    try {
      if (token >= 0) {
        Outside.follow(result);
        Frames.exit(result, method, token);
      }
    } catch (VirtualMachineError full) {
      Faults.lost++;
    } catch (Throwable fault) {
      Faults.stop(fault);
    }
  }

  /** A constructor returned. */
  public static void exitNew(Object made, int method, int token) {
    try {
      if (token < 0) {
        return;
      }
      if ((token & LEFT_OUT) == 0) {
        Outside.follow(made);
      }
      Buffer buffer = Buffer.ofThisThread();
      int depth = token & ~LEFT_OUT;
      References.writeIdentity(buffer, Records.EXIT, depth, method, made);
      buffer.setDepth(depth - 1);
    } catch (VirtualMachineError full) {
      Faults.lost++;
    } catch (Throwable fault) {
      Faults.stop(fault);
    }
  }
}
