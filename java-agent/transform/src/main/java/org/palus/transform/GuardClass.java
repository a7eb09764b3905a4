package org.palus.transform;

import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Makes {@code Runtime.exit}, {@code Runtime.halt} and {@code Thread.start} ask first. In their
 * bodies, so that reflection, {@code System.exit} and thread pools pass there too; shutdown hooks
 * have not run yet.
 */
final class GuardClass extends ClassVisitor {
  private static final String GUARD = "org/palus/hook/Guard";

  private boolean changed;
  private String owner;

  GuardClass(ClassVisitor next) {
    super(Code.API, next);
  }

  boolean changed() {
    return changed;
  }

  @Override
  public void visit(
      int version, int access, String name, String signature, String parent, String[] interfaces) {
    owner = name;
    super.visit(version, access, name, signature, parent, interfaces);
  }

  @Override
  public MethodVisitor visitMethod(
      int access, String name, String descriptor, String signature, String[] exceptions) {
    MethodVisitor next = super.visitMethod(access, name, descriptor, signature, exceptions);
    boolean ends = name.equals("exit") || name.equals("halt");
    if (owner.equals("java/lang/Runtime") && ends && descriptor.equals("(I)V")) {
      changed = true;
      return new AskFirst(next, Opcodes.ILOAD, 1, "exit", "(I)V");
    }
    // since JDK 19 a second one takes the container of the thread
    if (owner.equals("java/lang/Thread") && name.equals("start")) {
      changed = true;
      return new AskFirst(next, Opcodes.ALOAD, 0, "start", "(Ljava/lang/Thread;)V");
    }
    return next;
  }

  /** Passes one of the method's variables to the guard. */
  private static final class AskFirst extends MethodVisitor {
    private final int load;
    private final int slot;
    private final String question;
    private final String descriptor;

    AskFirst(MethodVisitor next, int load, int slot, String question, String descriptor) {
      super(Code.API, next);
      this.load = load;
      this.slot = slot;
      this.question = question;
      this.descriptor = descriptor;
    }

    @Override
    public void visitCode() {
      super.visitCode();
      mv.visitVarInsn(load, slot);
      Code.call(mv, GUARD, question, descriptor);
    }

    @Override
    public void visitMaxs(int maxStack, int maxLocals) {
      super.visitMaxs(Math.max(maxStack, 1), maxLocals);
    }
  }
}
