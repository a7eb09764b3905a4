package org.palus.hook;

import jdk.internal.vm.annotation.DontInline;

/**
 * Record mode with a trace: what a method of the code under test calls that may be called from
 * outside of it. Whether it is, the stack says: that is true however frames ended, and needs no
 * hook in those that call. The method's token is how many kept calls are open in its thread, by
 * which the native agent puts calls and ends together; 0 is that of a call that is not kept.
 *
 * <p>A call and its end are not events in a {@link Buffer}: what they have to tell, the states,
 * fits in none.
 */
public final class Executions {
  /** How a call ended: see {@code how} in native/jvm/src/executions.rs. */
  private static final int VOID = 0;

  private static final int VALUE = 1;
  private static final int THREW = 2;

  private static final boolean WITH_STATES = withStates();

  private Executions() {}

  /** Whether states are asked for. */
  private static native boolean withStates();

  /** Whether static fields are part of them. */
  static native boolean withStatics();

  /** How many words the snapshots of one test may take together. */
  static native long roomOfATest();

  /** Whether the method that asks was not called by one of the code under test. */
  private static native boolean isOutside();

  /** How many frames the stack has. */
  static native int frames();

  /**
   * Tells of a call.
   *
   * @param words how long the dump of receiver and arguments is; 0 when it was too much, and where
   *     there is none
   */
  static native void begins(long thread, int depth, int method, long words);

  /**
   * Tells of its end.
   *
   * @param thrown the number of the exception's class
   */
  static native void ends(long thread, int depth, int method, long words, int how, int thrown);

  /** Tells of a test that starts or ends. */
  static native void test(long thread, int method, boolean starts);

  /** Tells of a test that started in another thread, which waits for it, and goes on in this one. */
  static native void testGoesOn(long thread, int method);

  /** A method starts: whether the call is kept. */
  @DontInline
  public static boolean enter() {
    try {
      return !OpenCalls.ofThisThread().isCut() && isOutside();
    } catch (VirtualMachineError full) {
      Faults.lost++;
    } catch (Throwable fault) {
      Faults.stop(fault);
    }
    return false;
  }

  /**
   * The call is kept.
   *
   * @param roots the receiver, null when there is none, and the arguments
   * @return its token
   */
  @DontInline
  public static int begins(int method, Object[] roots) {
    return begin(method, roots, false);
  }

  /** The same for a constructor, whose object is none yet. */
  @DontInline
  public static int beginsConstructor(int method, Object[] roots) {
    return begin(method, roots, true);
  }

  private static int begin(int method, Object[] roots, boolean isConstructor) {
    try {
      int token = OpenCalls.ofThisThread().push(roots, isConstructor);
      if (WITH_STATES) {
        Snapshot.begins(roots, Buffer.numberOfThisThread(), token, method);
      } else {
        begins(Buffer.numberOfThisThread(), token, method, 0);
      }
      return token;
    } catch (VirtualMachineError full) {
      Faults.lost++;
    } catch (Throwable fault) {
      Faults.stop(fault);
    }
    return 0;
  }

  /** The super or this call of a constructor returned. */
  @DontInline
  public static void initialised(int token) {
    try {
      if (token != 0) {
        OpenCalls.ofThisThread().initialised(token);
      }
    } catch (VirtualMachineError full) {
      Faults.lost++;
    } catch (Throwable fault) {
      Faults.stop(fault);
    }
  }

  /** A void method ends. */
  public static void exit(int method, int token) {
    if (token != 0) {
      end(null, VOID, method, token);
    }
  }

  public static void exit(boolean value, int method, int token) {
    if (token != 0) {
      end(Boolean.valueOf(value), VALUE, method, token);
    }
  }

  public static void exit(byte value, int method, int token) {
    if (token != 0) {
      end(Byte.valueOf(value), VALUE, method, token);
    }
  }

  public static void exit(char value, int method, int token) {
    if (token != 0) {
      end(Character.valueOf(value), VALUE, method, token);
    }
  }

  public static void exit(short value, int method, int token) {
    if (token != 0) {
      end(Short.valueOf(value), VALUE, method, token);
    }
  }

  public static void exit(int value, int method, int token) {
    if (token != 0) {
      end(Integer.valueOf(value), VALUE, method, token);
    }
  }

  public static void exit(long value, int method, int token) {
    if (token != 0) {
      end(Long.valueOf(value), VALUE, method, token);
    }
  }

  public static void exit(float value, int method, int token) {
    if (token != 0) {
      end(Float.valueOf(value), VALUE, method, token);
    }
  }

  public static void exit(double value, int method, int token) {
    if (token != 0) {
      end(Double.valueOf(value), VALUE, method, token);
    }
  }

  public static void exit(Object value, int method, int token) {
    if (token != 0) {
      end(value, VALUE, method, token);
    }
  }

  /** A constructor ends. */
  @DontInline
  public static void exitConstructor(Object self, int method, int token) {
    try {
      if (token != 0) {
        Object[] roots = OpenCalls.ofThisThread().pop(token);
        if (roots != null) {
          roots[0] = self;
        }
        tell(roots, VOID, method, token, 0);
      }
    } catch (VirtualMachineError full) {
      Faults.lost++;
    } catch (Throwable fault) {
      Faults.stop(fault);
    }
  }

  /** A method ends with an exception. */
  @DontInline
  public static void thrown(Throwable throwable, int method, int token) {
    try {
      if (token != 0) {
        Object[] roots = OpenCalls.ofThisThread().pop(token);
        int type = ClassFacts.of(throwable.getClass()).id;
        tell(roots, THREW, method, token, type);
      }
    } catch (VirtualMachineError full) {
      Faults.lost++;
    } catch (Throwable fault) {
      Faults.stop(fault);
    }
  }

  @DontInline
  private static void end(Object result, int how, int method, int token) {
    try {
      Object[] roots = OpenCalls.ofThisThread().pop(token);
      if (how == VALUE && roots != null) {
        Object[] more = new Object[roots.length + 1];
        System.arraycopy(roots, 0, more, 0, roots.length);
        more[roots.length] = result;
        roots = more;
      }
      tell(roots, how, method, token, 0);
    } catch (VirtualMachineError full) {
      Faults.lost++;
    } catch (Throwable fault) {
      Faults.stop(fault);
    }
  }

  /** {@code roots} are null when the start of the call was lost. */
  private static void tell(Object[] roots, int how, int method, int token, int thrown) {
    long thread = Buffer.numberOfThisThread();
    if (roots != null && WITH_STATES) {
      Snapshot.ends(roots, thread, token, method, how, thrown);
    } else if (roots != null) {
      ends(thread, token, method, 0, how, thrown);
    }
  }
}
