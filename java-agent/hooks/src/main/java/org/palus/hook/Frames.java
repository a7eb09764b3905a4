package org.palus.hook;

import jdk.internal.vm.annotation.DontInline;

/** Starts and ends of frames that are recorded, and of those of which that is not known yet. */
final class Frames {
  private Frames() {}

  /** A call of a static method that is not left out. */
  @DontInline
  static int enter(int method) {
    try {
      Buffer buffer = Buffer.ofThisThread();
      Tables.setSkips(method, buffer.drawSkips(Tables.methodShift(method)));
      return enter(buffer, method);
    } catch (VirtualMachineError full) {
      Faults.lost++;
    } catch (Throwable fault) {
      Faults.stop(fault);
    }
    return Trace.UNKNOWN;
  }

  static int enter(Buffer buffer, int method) {
    int depth = Trace.open(buffer);
    Records.write(buffer, Records.ENTER, Tags.NONE, 0, depth, method, 0, 0, 0);
    return depth;
  }

  /** An instance method whose receiver is not known to be left out. */
  @DontInline
  static int enter(Object receiver, int method, int slot) {
    try {
      ClassFacts facts = ClassFacts.of(receiver.getClass());
      if (Tables.offset(slot) == 0) {
        resolve(receiver.getClass(), method, slot, facts);
      }
      long id = Identity.of(receiver, facts);
      if (id <= 0) {
        return -1;
      }
      Buffer buffer = Buffer.ofThisThread();
      int depth = Trace.open(buffer);
      long profile = Profiles.of(receiver, facts);
      Records.write(buffer, Records.ENTER, Tags.OBJECT, 0, depth, method, facts.id, id, profile);
      return depth;
    } catch (VirtualMachineError full) {
      Faults.lost++;
    } catch (Throwable fault) {
      Faults.stop(fault);
    }
    return -1;
  }

  /** The token of a frame that is not recorded and has exception handlers. */
  @DontInline
  static int around() {
    try {
      return ~Buffer.ofThisThread().depth();
    } catch (VirtualMachineError full) {
      Faults.lost++;
    } catch (Throwable fault) {
      Faults.stop(fault);
    }
    return Trace.UNKNOWN;
  }

  /**
   * Finds out where receivers of a loaded class keep their identity: all at one place if the field
   * is declared by that class or above.
   */
  private static void resolve(Class<?> receiver, int method, int slot, ClassFacts facts) {
    Class<?> declaring = null;
    boolean isUnique = true;
    String owner = Trace.owner(method);
    for (Class<?> c = receiver; c != null; c = c.getSuperclass()) {
      if (c.getName().equals(owner)) {
        isUnique = declaring == null;
        declaring = c;
      }
    }
    boolean isShared =
        facts.offset != 0 && declaring != null && isUnique && facts.top.isAssignableFrom(declaring);
    Tables.setOffset(slot, isShared ? facts.offset : Tables.NO_OFFSET);
  }

  /** A call that nobody followed has a part in, unless it returns one that is. */
  @DontInline
  static int tryOut(Object receiver, int method, int token) {
    try {
      Buffer buffer = Buffer.ofThisThread();
      int depth = buffer.openOnTrial();
      if (receiver == null) {
        Records.write(buffer, Records.ENTER, Tags.NONE, 0, depth, method, 0, 0, 0);
      } else {
        References.writeIdentity(buffer, Records.ENTER, depth, method, receiver);
      }
      return depth;
    } catch (VirtualMachineError full) {
      Faults.lost++;
    } catch (Throwable fault) {
      Faults.stop(fault);
    }
    return token;
  }

  static int enterConstructor(Buffer buffer, int method) {
    int depth = Trace.open(buffer);
    Records.write(buffer, Records.ENTER, Tags.UNINIT, 0, depth, method, 0, 0, 0);
    return depth;
  }

  /**
   * The object of a constructor can be touched.
   *
   * @param depth below 0 when the frame is not recorded
   */
  @DontInline
  static void initialised(Object self, int method, int slot, int depth, boolean isLeftOut) {
    try {
      ClassFacts facts = ClassFacts.of(self.getClass());
      if (Tables.offset(slot) == 0) {
        resolve(self.getClass(), method, slot, facts);
      }
      if (isLeftOut && facts.offset != 0) {
        Identity.leaveOut(self, facts.offset);
      }
      if (depth >= 0) {
        long id = isLeftOut ? 0 : Math.max(0, Identity.adopt(self, facts));
        Buffer buffer = Buffer.ofThisThread();
        Records.write(buffer, Records.INIT, Tags.OBJECT, 0, depth, method, facts.id, id, 0);
      }
    } catch (VirtualMachineError full) {
      Faults.lost++;
    } catch (Throwable fault) {
      Faults.stop(fault);
    }
  }

  @DontInline
  static void exit(int tag, long bits, int method, int depth) {
    try {
      Buffer buffer = Buffer.ofThisThread();
      Records.write(buffer, Records.EXIT, tag, 0, depth, method, 0, bits, 0);
      buffer.setDepth(depth - 1);
    } catch (VirtualMachineError full) {
      Faults.lost++;
    } catch (Throwable fault) {
      Faults.stop(fault);
    }
  }

  @DontInline
  static void exit(Object value, int method, int depth) {
    try {
      end(value, method, depth);
    } catch (VirtualMachineError full) {
      Faults.lost++;
    } catch (Throwable fault) {
      Faults.stop(fault);
    }
  }

  static void end(Object value, int method, int depth) {
    Buffer buffer = Buffer.ofThisThread();
    References.write(buffer, Records.EXIT, 0, depth, method, value);
    buffer.setDepth(depth - 1);
  }

  /** A constructor goes on in a handler before its super call. */
  @DontInline
  static void caughtBeforeSuper(int method, int depth) {
    try {
      Buffer buffer = Buffer.ofThisThread();
      Records.write(buffer, Records.CAUGHT, Tags.NONE, 0, depth, method, 0, 0, 0);
    } catch (VirtualMachineError full) {
      Faults.lost++;
    } catch (Throwable fault) {
      Faults.stop(fault);
    }
  }

  /** The virtual machine copied an object. */
  @DontInline
  static void separate(Object original, Object copy) {
    try {
      Identity.separate(original, copy);
    } catch (VirtualMachineError full) {
      Faults.lost++;
    } catch (Throwable fault) {
      Faults.stop(fault);
    }
  }

  /** A frame ends whose result may be an object that is followed. */
  @DontInline
  static void exitOpen(Object value, int method, int depth, boolean isTried) {
    try {
      if (isTried) {
        exitTried(value, method, depth);
      } else {
        end(value, method, depth);
      }
    } catch (VirtualMachineError full) {
      Faults.lost++;
    } catch (Throwable fault) {
      Faults.stop(fault);
    }
  }

  /** A frame that is not recorded ends with a result; one that is followed would lack the call. */
  @DontInline
  static void missed(Object value, int method) {
    try {
      if (Seen.isFollowed(value, method, 0) && Identity.giveUp(value)) {
        Trial.missed(method);
      }
    } catch (VirtualMachineError full) {
      Faults.lost++;
    } catch (Throwable fault) {
      Faults.stop(fault);
    }
  }

  /**
   * As {@link #exit}, of a frame that was opened on trial. What happened inside may have made it
   * stay, a static method that was drawn for instance: that the method returned nobody who is
   * followed counts all the same, or a method that often calls another would be tried for ever.
   */
  private static void exitTried(Object value, int method, int depth) {
    Buffer buffer = Buffer.ofThisThread();
    boolean isOnTrial = buffer.isOnTrial(depth);
    if (Trace.isFollowed(value, method, 0)) {
      Trial.succeeded(method);
    } else {
      Trial.failed(method);
      if (isOnTrial) {
        buffer.takeBack(depth);
        return;
      }
    }
    if (isOnTrial) {
      buffer.confirm(depth);
    }
    end(value, method, depth);
  }

  @DontInline
  static void exitConstructor(Object self, int method, int depth) {
    try {
      Buffer buffer = Buffer.ofThisThread();
      References.writeMade(buffer, depth, method, self);
      buffer.setDepth(depth - 1);
    } catch (VirtualMachineError full) {
      Faults.lost++;
    } catch (Throwable fault) {
      Faults.stop(fault);
    }
  }

  @DontInline
  static void thrown(Throwable throwable, int method, int depth) {
    try {
      Buffer buffer = Buffer.ofThisThread();
      if (buffer.isOnTrial(depth)) {
        buffer.takeBack(depth);
        return;
      }
      References.writeThrowable(buffer, depth, method, throwable);
      buffer.setDepth(depth - 1);
    } catch (VirtualMachineError full) {
      Faults.lost++;
    } catch (Throwable fault) {
      Faults.stop(fault);
    }
  }
}
