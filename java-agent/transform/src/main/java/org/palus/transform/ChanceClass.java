package org.palus.transform;

import java.util.Map;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Makes what the JDK draws at random ask {@code org.palus.hook.Chance}, what it reads from the clock
 * {@code org.palus.hook.Clock}, and what it says of its surroundings tell {@code
 * org.palus.hook.Facts}.
 */
final class ChanceClass extends InstrumentedClass {
  private static final String CHANCE = "org/palus/hook/Chance";
  private static final String RANDOM = "java/util/Random";
  private static final String FACTS = "org/palus/hook/Facts";

  /** What is told where the JDK gives a fact, by class and method, whatever its parameters. */
  private static final Map<String, String> TOLD =
      Map.of(
          "java/util/TimeZone.getDefaultRef", "zone",
          "java/util/TimeZone.getDefault", "zone",
          "java/util/Locale.getDefault", "locale");

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
    String told = TOLD.get(owner + "." + name);
    if (told != null) {
      changed = true;
      return new Telling(next, told);
    }
    return new Dated(next);
  }

  /** Tells that a fact is asked for. */
  private static final class Telling extends MethodVisitor {
    private final String told;

    Telling(MethodVisitor next, String told) {
      super(Code.API, next);
      this.told = told;
    }

    @Override
    public void visitCode() {
      super.visitCode();
      Code.call(mv, FACTS, told, "()V");
    }
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
