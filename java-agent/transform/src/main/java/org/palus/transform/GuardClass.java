package org.palus.transform;

import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Makes {@code Runtime.exit} and {@code Runtime.halt} ask first. In their bodies, so that
 * reflection and {@code System.exit} pass there too; shutdown hooks have not run yet.
 */
final class GuardClass extends ClassVisitor {
  private static final String GUARD = "org/palus/hook/Guard";

  private boolean changed;
  private boolean isRuntime;

  GuardClass(ClassVisitor next) {
    super(Code.API, next);
  }

  boolean changed() {
    return changed;
  }

  @Override
  public void visit(
      int version, int access, String name, String signature, String parent, String[] interfaces) {
    isRuntime = name.equals("java/lang/Runtime");
    super.visit(version, access, name, signature, parent, interfaces);
  }

  @Override
  public MethodVisitor visitMethod(
      int access, String name, String descriptor, String signature, String[] exceptions) {
    MethodVisitor next = super.visitMethod(access, name, descriptor, signature, exceptions);
    boolean ends = name.equals("exit") || name.equals("halt");
    if (!isRuntime || !ends || !descriptor.equals("(I)V")) {
      return next;
    }
    changed = true;
    return new AskFirst(next);
  }

  private static final class AskFirst extends MethodVisitor {
    AskFirst(MethodVisitor next) {
      super(Code.API, next);
    }

    @Override
    public void visitCode() {
      super.visitCode();
      mv.visitVarInsn(Opcodes.ILOAD, 1);
      Code.call(mv, GUARD, "exit", "(I)V");
    }

    @Override
    public void visitMaxs(int maxStack, int maxLocals) {
      super.visitMaxs(Math.max(maxStack, 1), maxLocals);
    }
  }
}
