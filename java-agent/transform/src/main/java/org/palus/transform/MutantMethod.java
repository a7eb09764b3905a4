package org.palus.transform;

import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.commons.AnalyzerAdapter;

/**
 * Mutants of one method, each behind a switch: the instruction asks {@code org.palus.hook.Mutants}
 * what to do. The operators are PIT's defaults and one more, an object's field that is not written:
 * what comes of that shows in a later call at the earliest, and only where somebody looks. They are
 * numbered in the order of the class file.
 */
final class MutantMethod extends MethodVisitor {
  private static final String MUTANTS = "org/palus/hook/Mutants";

  /** Stack slots that asking needs at most: an opcode and a number behind two operands. */
  private static final int STACK = 6;

  /** Calls into here are instrumentation. */
  private static final String HOOKS = "org/palus/hook/";

  private final EdgeCounter mutants;
  private final Type result;
  private final boolean isConstructor;

  /** What the verifier knows before the instruction; null for classes without stack map frames. */
  private AnalyzerAdapter frames;

  MutantMethod(MethodVisitor next, String name, String descriptor, EdgeCounter mutants) {
    super(Code.API, next);
    this.mutants = mutants;
    isConstructor = name.equals("<init>");
    result = Type.getReturnType(descriptor);
  }

  /** Says what tracks the frames; it hands its instructions on to this visitor. */
  void follow(AnalyzerAdapter frames) {
    this.frames = frames;
  }

  @Override
  public void visitInsn(int opcode) {
    if (isUnreachable()) {
      mv.visitInsn(opcode);
    } else if (opcode >= Opcodes.IADD && opcode <= Opcodes.DREM) {
      math(opcode - (opcode - Opcodes.IADD) % 4, opcode, (opcode - Opcodes.IADD) % 4);
    } else if (opcode >= Opcodes.INEG && opcode <= Opcodes.DNEG) {
      String type = "IJFD".substring(opcode - Opcodes.INEG, opcode - Opcodes.INEG + 1);
      ask("negated", "(" + type + "I)" + type, 1);
    } else if (opcode >= Opcodes.ISHL && opcode <= Opcodes.LXOR) {
      math(opcode - (opcode - Opcodes.ISHL) % 2, opcode, (opcode - Opcodes.ISHL) % 2);
    } else {
      if (opcode >= Opcodes.IRETURN && opcode <= Opcodes.ARETURN) {
        returned();
      }
      mv.visitInsn(opcode);
    }
  }

  /** An operation on operands of the kind int 0, long 1, float 2, double 3. */
  private void math(int ofInts, int opcode, int kind) {
    String type = "IJFD".substring(kind, kind + 1);
    boolean isShift = opcode >= Opcodes.ISHL && opcode <= Opcodes.LUSHR;
    Code.push(mv, ofInts);
    ask("math", "(" + type + (isShift ? "I" : type) + "II)" + type, 1);
  }

  private void returned() {
    switch (result.getSort()) {
      case Type.BOOLEAN:
        ask("truth", "(II)I", 2);
        break;
      case Type.BYTE:
      case Type.CHAR:
      case Type.SHORT:
      case Type.INT:
        ask("returned", "(II)I", 1);
        break;
      case Type.LONG:
      case Type.FLOAT:
      case Type.DOUBLE:
        ask("returned", "(" + result + "I)" + result, 1);
        break;
      default:
        mv.visitLdcInsn(result.getInternalName());
        ask("returned", "(Ljava/lang/Object;Ljava/lang/String;I)Ljava/lang/Object;", 1);
        mv.visitTypeInsn(Opcodes.CHECKCAST, result.getInternalName());
    }
  }

  @Override
  public void visitIincInsn(int slot, int increment) {
    if (isUnreachable()) {
      mv.visitIincInsn(slot, increment);
      return;
    }
    mv.visitVarInsn(Opcodes.ILOAD, slot);
    Code.push(mv, increment);
    Code.push(mv, Opcodes.IADD);
    ask("math", "(IIII)I", 1);
    mv.visitVarInsn(Opcodes.ISTORE, slot);
  }

  @Override
  public void visitJumpInsn(int opcode, Label target) {
    boolean isConditional = opcode != Opcodes.GOTO && opcode != Opcodes.JSR;
    if (!isConditional || isUnreachable()) {
      mv.visitJumpInsn(opcode, target);
      return;
    }
    boolean ofReferences = opcode >= Opcodes.IF_ACMPEQ;
    int op = opcode;
    if (opcode == Opcodes.IFNULL || opcode == Opcodes.IFNONNULL) {
      mv.visitInsn(Opcodes.ACONST_NULL);
      op = opcode == Opcodes.IFNULL ? Opcodes.IFEQ : Opcodes.IFNE;
    } else if (ofReferences) {
      op = opcode - Opcodes.IF_ACMPEQ + Opcodes.IFEQ;
    } else if (opcode >= Opcodes.IF_ICMPEQ) {
      op = opcode - Opcodes.IF_ICMPEQ + Opcodes.IFEQ;
    } else {
      Code.push(mv, 0);
    }
    Code.push(mv, op);
    String operands = ofReferences ? "Ljava/lang/Object;Ljava/lang/Object;" : "II";
    boolean isOrdered = op > Opcodes.IFNE;
    ask("jumps", "(" + operands + "II)Z", isOrdered ? 2 : 1);
    mv.visitJumpInsn(Opcodes.IFNE, target);
  }

  /** A call that gives nothing is left out by its mutant. */
  @Override
  public void visitMethodInsn(
      int opcode, String owner, String name, String descriptor, boolean isInterface) {
    boolean isLeftOut =
        descriptor.endsWith(")V") && !name.equals("<init>") && !owner.startsWith(HOOKS);
    if (!isLeftOut || isUnreachable()) {
      mv.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
      return;
    }
    List<Type> operands = new ArrayList<>();
    if (opcode != Opcodes.INVOKESTATIC) {
      operands.add(Type.getObjectType(owner));
    }
    operands.addAll(List.of(Type.getArgumentTypes(descriptor)));
    orLeftOut(
        operands, () -> mv.visitMethodInsn(opcode, owner, name, descriptor, isInterface));
  }

  /**
   * What is written to an object is left out by its mutant, but in a constructor: of the object that
   * it makes the verifier knows no fields at first.
   */
  @Override
  public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
    if (opcode != Opcodes.PUTFIELD || isConstructor || isUnreachable()) {
      mv.visitFieldInsn(opcode, owner, name, descriptor);
      return;
    }
    List<Type> operands = List.of(Type.getObjectType(owner), Type.getType(descriptor));
    orLeftOut(operands, () -> mv.visitFieldInsn(opcode, owner, name, descriptor));
  }

  /** The instruction, which takes these and gives nothing, or nothing but their end. */
  private void orLeftOut(List<Type> operands, Runnable instruction) {
    int slots = operands.stream().mapToInt(Type::getSize).sum();
    Label leftOut = new Label();
    Label behind = new Label();
    Frame before = Frame.at(frames, 0);
    Frame after = Frame.at(frames, slots);
    ask("is", "(I)Z", 1);
    mv.visitJumpInsn(Opcodes.IFNE, slots == 0 ? behind : leftOut);
    instruction.run();
    if (slots > 0) {
      mv.visitJumpInsn(Opcodes.GOTO, behind);
      mv.visitLabel(leftOut);
      before.visit(mv);
      for (int i = operands.size() - 1; i >= 0; i--) {
        mv.visitInsn(operands.get(i).getSize() == 2 ? Opcodes.POP2 : Opcodes.POP);
      }
    }
    mv.visitLabel(behind);
    after.visit(mv);
    // a frame of the program may stand here too, and two at one place are none
    mv.visitInsn(Opcodes.NOP);
  }

  @Override
  public void visitMaxs(int maxStack, int maxLocals) {
    mv.visitMaxs(maxStack + STACK, maxLocals);
  }

  /** Pushes the number of a mutant, the first of so many, and asks. */
  private void ask(String name, String descriptor, int count) {
    int first = mutants.next();
    for (int i = 1; i < count; i++) {
      mutants.next();
    }
    Code.push(mv, first);
    Code.call(mv, MUTANTS, name, descriptor);
  }

  /** In code that nothing leads to, the verifier's state is unknown where no frame gives it. */
  private boolean isUnreachable() {
    return frames != null && frames.locals == null;
  }
}
