package org.palus.transform;

import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Makes what the JDK draws at random ask {@code org.palus.hook.Chance}, and what it reads from the
 * clock {@code org.palus.hook.Clock}.
 */
final class ChanceClass extends InstrumentedClass {
  private static final String CHANCE = "org/palus/hook/Chance";
  private static final String RANDOM = "java/util/Random";

  ChanceClass(ClassVisitor next) {
    super(next);
  }

  @Override
  public MethodVisitor visitMethod(
      int access, String name, String descriptor, String signature, String[] exceptions) {
    MethodVisitor next = super.visitMethod(access, name, descriptor, signature, exceptions);
    if (owner.equals(RANDOM) && name.equals("<init>") && descriptor.equals("()V")) {
      return new Seeded(next);
    }
    if (name.equals("engineNextBytes") && descriptor.equals("([B)V")) {
      changed = true;
      return new Filled(next);
    }
    return new Dated(next);
  }

  /** Passes on what the clock says. */
  private final class Dated extends MethodVisitor {
    Dated(MethodVisitor next) {
      super(Code.API, next);
    }

    @Override
    public void visitMethodInsn(
        int opcode, String called, String name, String descriptor, boolean isInterface) {
      super.visitMethodInsn(opcode, called, name, descriptor, isInterface);
      changed |= Clocks.called(mv, called, name);
    }
  }

  /** {@code seedUniquifier() ^ System.nanoTime()}: the clock is replaced. */
  private final class Seeded extends MethodVisitor {
    Seeded(MethodVisitor next) {
      super(Code.API, next);
    }

    @Override
    public void visitMethodInsn(
        int opcode, String called, String name, String descriptor, boolean isInterface) {
      if (!name.equals("nanoTime")) {
        super.visitMethodInsn(opcode, called, name, descriptor, isInterface);
        return;
      }
      changed = true;
      mv.visitInsn(Opcodes.DUP2);
      Code.call(mv, CHANCE, "clock", "(J)J");
    }

    @Override
    public void visitMaxs(int maxStack, int maxLocals) {
      super.visitMaxs(maxStack + 2, maxLocals);
    }
  }

  /** Asks the operating system only when nothing else filled the array. */
  private final class Filled extends MethodVisitor {
    Filled(MethodVisitor next) {
      super(Code.API, next);
    }

    @Override
    public void visitCode() {
      super.visitCode();
      Label goOn = new Label();
      mv.visitVarInsn(Opcodes.ALOAD, 1);
      Code.call(mv, CHANCE, "fill", "([B)Z");
      mv.visitJumpInsn(Opcodes.IFEQ, goOn);
      mv.visitInsn(Opcodes.RETURN);
      mv.visitLabel(goOn);
      mv.visitFrame(Opcodes.F_NEW, 2, new Object[] {owner, "[B"}, 0, null);
    }

    @Override
    public void visitMaxs(int maxStack, int maxLocals) {
      super.visitMaxs(Math.max(maxStack, 1), maxLocals);
    }
  }
}
