package org.palus.transform;

import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Which calls in a method ask a collaborator: those of interfaces, and of types that the user named,
 * that give something back.
 */
final class Questions {
  /** What a class has from {@code Object}: nobody tells a stub how to answer it. */
  private static final Set<String> OF_EVERY_OBJECT =
      Set.of("equals", "hashCode", "toString", "getClass", "clone", "finalize");

  /** About the bytes that one question takes beside its own. */
  private static final int BYTES = 30;

  /** About the bytes of an instruction. */
  private static final int INSTRUCTION = 3;

  /** HotSpot compiles no method that is larger (DontCompileHugeMethods). */
  private static final int HUGE = 8_000;

  /** Asks for none. */
  static final Questions NONE = new Questions(null);

  private final RecordedClass asking;
  private int count;
  private int locals;

  private Questions(RecordedClass asking) {
    this.asking = asking;
  }

  /** The questions of a method; none where it would become too large to be compiled. */
  static Questions of(RecordedClass asking, MethodNode method) {
    Questions questions = new Questions(asking);
    for (AbstractInsnNode node : method.instructions) {
      if (node instanceof MethodInsnNode) {
        MethodInsnNode call = (MethodInsnNode) node;
        if (questions.has(call.getOpcode(), call.owner, call.name, call.desc)) {
          questions.count++;
          int operands = Type.getArgumentsAndReturnSizes(call.desc) >> 2;
          questions.locals = Math.max(questions.locals, operands);
        }
      }
    }
    int bytes = INSTRUCTION * method.instructions.size() + BYTES * questions.count;
    return bytes > HUGE ? NONE : questions;
  }

  boolean isEmpty() {
    return count == 0;
  }

  /** How many local variables they need, the same ones for each: receiver and arguments. */
  int locals() {
    return locals;
  }

  /** Whether a call is one of them. */
  boolean has(int opcode, String owner, String name, String descriptor) {
    boolean isCall = opcode == Opcodes.INVOKEINTERFACE || opcode == Opcodes.INVOKEVIRTUAL;
    return isCall
        && !descriptor.endsWith(")V")
        && !OF_EVERY_OBJECT.contains(name)
        && whoAnswers(opcode, owner) != Transformer.NOBODY;
  }

  /** Whose answers are kept: one of the numbers of {@link Transformer#whoAnswers}. */
  int whoAnswers(int opcode, String owner) {
    return asking.whoAnswers(owner, opcode == Opcodes.INVOKEINTERFACE);
  }
}
