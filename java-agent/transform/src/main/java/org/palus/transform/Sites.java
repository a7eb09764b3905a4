package org.palus.transform;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Deque;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TypeInsnNode;

/**
 * Which calls in a method are watched where they are made: those of methods of the JDK that make,
 * fill and use objects which a program passes around. Instructions are numbered as they come,
 * labels and the like not counted.
 */
final class Sites {
  private static final Set<String> OF_EVERY_OBJECT =
      Set.of("getClass", "wait", "notify", "notifyAll");

  /** About the bytes that one watched call takes beside its own. */
  private static final int BYTES = 40;

  /** About the bytes of an instruction. */
  private static final int INSTRUCTION = 3;

  /** HotSpot compiles no method that is larger (DontCompileHugeMethods). */
  private static final int HUGE = 8_000;

  /** Plans nothing. */
  static final Sites NONE = new Sites();

  private final BitSet calls = new BitSet();
  private int locals;

  private Sites() {}

  /**
   * The calls to watch in a method.
   *
   * @param owner its class, with slashes
   */
  static Sites of(String owner, MethodNode method) {
    Sites sites = new Sites();
    sites.find(method);
    if (sites.isEmpty()) {
      return NONE;
    }
    sites.calls.andNot(Concatenations.in(owner, method));
    int bytes = INSTRUCTION * method.instructions.size() + BYTES * sites.calls.cardinality();
    return sites.isEmpty() || bytes > HUGE ? NONE : sites;
  }

  boolean isEmpty() {
    return calls.isEmpty();
  }

  /** Whether the instruction with this number is a call that is watched. */
  boolean has(int ordinal) {
    return calls.get(ordinal);
  }

  /** How many local variables these calls need, the same ones for each. */
  int locals() {
    return locals;
  }

  private void find(MethodNode method) {
    Deque<Made> open = new ArrayDeque<>();
    int ordinal = 0;
    for (AbstractInsnNode node : method.instructions) {
      if (node.getOpcode() < 0) {
        continue;
      }
      if (node.getOpcode() == Opcodes.NEW) {
        open.push(new Made((TypeInsnNode) node));
      } else if (node instanceof MethodInsnNode) {
        MethodInsnNode call = (MethodInsnNode) node;
        if (isWatched(call, open)) {
          calls.set(ordinal);
          locals = Math.max(locals, 2 + (Type.getArgumentsAndReturnSizes(call.desc) >> 2));
        }
      }
      ordinal++;
    }
  }

  private static boolean isWatched(MethodInsnNode call, Deque<Made> open) {
    switch (call.getOpcode()) {
      case Opcodes.INVOKEVIRTUAL:
      case Opcodes.INVOKEINTERFACE:
        return isWatched(call.owner) && !OF_EVERY_OBJECT.contains(call.name);
      case Opcodes.INVOKESTATIC:
        return isWatched(call.owner) && concernsObjects(call.desc);
      default:
        // Expressions nest, so the object that was made last is initialised first.
        boolean isNew = call.name.equals("<init>") && !open.isEmpty();
        if (!isNew || !open.peek().type.equals(call.owner)) {
          return false;
        }
        return open.pop().isDoubled && isWatched(call.owner) && !call.owner.endsWith("Exception");
    }
  }

  private static boolean concernsObjects(String descriptor) {
    return RecordStart.mayBeFollowed(Type.getReturnType(descriptor))
        || Arrays.stream(Type.getArgumentTypes(descriptor)).anyMatch(RecordStart::mayBeFollowed);
  }

  private static boolean isWatched(String owner) {
    return Transformer.watchesCallsOf(Transformer.dotted(owner));
  }

  /** An object that waits for its constructor. */
  private static final class Made {
    final String type;

    /** Whether it is on top of the stack when its constructor has returned. */
    final boolean isDoubled;

    Made(TypeInsnNode made) {
      type = made.desc;
      AbstractInsnNode next = made.getNext();
      while (next != null && next.getOpcode() < 0) {
        next = next.getNext();
      }
      isDoubled = next != null && next.getOpcode() == Opcodes.DUP;
    }
  }
}
