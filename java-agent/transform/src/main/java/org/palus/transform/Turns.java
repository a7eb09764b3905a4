package org.palus.transform;

import java.util.Map;
import java.util.Set;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Has threads wait for each other by way of {@code org.palus.hook.Threads}: code under test where it
 * sleeps, waits and notifies, and the JDK where it does that or parks. The methods are native, on some
 * versions of the JDK: only their callers can be made to.
 */
final class Turns {
  /** The class that schedules the threads of a sequence. */
  static final String THREADS = "org/palus/hook/Threads";

  private static final String UNSAFE = "jdk/internal/misc/Unsafe";

  /** What virtual threads are where they have threads of the platform of their own. */
  static final String BOUND = "java/lang/ThreadBuilders$BoundVirtualThread";

  /** What the JDK's own locks, pools, timers, pipes and images that are fetched are made of. */
  private static final Set<String> TAKEN_IN =
      Set.of(
          BOUND,
          "java/util/concurrent/locks/LockSupport",
          "java/util/concurrent/locks/AbstractQueuedSynchronizer",
          "java/util/concurrent/locks/AbstractQueuedLongSynchronizer",
          "java/util/concurrent/ForkJoinPool",
          "java/util/concurrent/DelayScheduler",
          "java/util/Timer",
          "java/util/TimerThread",
          "java/util/Timer$ThreadReaper",
          "java/io/PipedInputStream",
          "java/io/PipedOutputStream",
          "java/io/PipedReader",
          "java/io/PipedWriter",
          "java/awt/MediaTracker",
          "sun/awt/image/ImageFetcher",
          "sun/awt/image/ImageRepresentation");

  /** Methods of {@code Object}, with descriptors: final there, so whoever the owner is, it is that one. */
  private static final Map<String, String> MONITORS =
      Map.of(
          "wait()V", "await",
          "wait(J)V", "await",
          "notify()V", "notify",
          "notifyAll()V", "notifyAll");

  private Turns() {}

  /** Whether calls in this class of the JDK are replaced; its internal name. */
  static boolean areTakenIn(String owner) {
    return TAKEN_IN.contains(owner);
  }

  /** In the place of a call, whose arguments are on the stack; whether it is another one now. */
  static boolean call(MethodVisitor mv, int opcode, String owner, String name, String descriptor) {
    if (opcode == Opcodes.INVOKESTATIC) {
      boolean sleeps =
          owner.equals("java/lang/Thread") && name.equals("sleep") && descriptor.equals("(J)V");
      if (sleeps) {
        Code.call(mv, THREADS, "sleep", descriptor);
      }
      return sleeps;
    }
    if (opcode != Opcodes.INVOKEVIRTUAL) {
      return false;
    }
    if (owner.equals(UNSAFE) && (name.equals("park") || name.equals("unpark"))) {
      Code.call(mv, THREADS, name, "(L" + UNSAFE + ";" + descriptor.substring(1));
      return true;
    }
    String monitor = MONITORS.get(name + descriptor);
    if (monitor == null) {
      return false;
    }
    Code.call(mv, THREADS, monitor, "(Ljava/lang/Object;" + descriptor.substring(1));
    return true;
  }
}
