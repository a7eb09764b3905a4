package org.palus.transform;

import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * A method of a class that says that it is thread-safe: it says where it uses fields and enters and
 * leaves locks, to {@code org.palus.hook.Meeting}. A synchronized method enters its lock itself.
 */
final class Meetings extends MethodVisitor {
  private static final String MEETING = "org/palus/hook/Meeting";
  private static final String LOCK = "(Ljava/lang/Object;)V";
  private static final String THROWABLE = "java/lang/Throwable";

  /** What a lock and a value that is returned take on the stack. */
  private static final int ROOM = 3;

  private final String owner;
  private final boolean isStatic;
  private final boolean isSynchronized;

  /** In a constructor nobody else has the object yet. */
  private final boolean isInitialiser;

  private final Label locked = new Label();
  private final Label end = new Label();

  private Meetings(MethodVisitor next, String owner, int access, boolean isInitialiser) {
    super(Code.API, next);
    this.owner = owner;
    isStatic = (access & Opcodes.ACC_STATIC) != 0;
    isSynchronized = (access & Opcodes.ACC_SYNCHRONIZED) != 0;
    this.isInitialiser = isInitialiser;
  }

  /**
   * Whether an annotation is that promise, whoever's it is: those of JCIP, of JSR 305, of Error Prone
   * and of frameworks have one name.
   */
  static boolean isPromise(String descriptor) {
    return descriptor.endsWith("/ThreadSafe;");
  }

  /** For a method that is written without {@code ACC_SYNCHRONIZED}. */
  static MethodVisitor in(MethodVisitor next, String owner, int access, String name) {
    return new Meetings(next, owner, access, name.startsWith("<"));
  }

  @Override
  public void visitCode() {
    super.visitCode();
    if (isSynchronized) {
      pushLock();
      enter();
      mv.visitLabel(locked);
    }
  }

  @Override
  public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
    if (!isInitialiser) {
      Code.call(mv, MEETING, "uses", "()V");
    }
    mv.visitFieldInsn(opcode, owner, name, descriptor);
  }

  @Override
  public void visitInsn(int opcode) {
    if (opcode == Opcodes.MONITORENTER) {
      enter();
    } else if (opcode == Opcodes.MONITOREXIT) {
      leave();
    } else {
      if (isSynchronized && opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN) {
        pushLock();
        leave();
      }
      mv.visitInsn(opcode);
    }
  }

  @Override
  public void visitMaxs(int maxStack, int maxLocals) {
    if (isSynchronized) {
      mv.visitLabel(end);
      Object[] locals = isStatic ? new Object[0] : new Object[] {owner};
      mv.visitFrame(Opcodes.F_NEW, locals.length, locals, 1, new Object[] {THROWABLE});
      pushLock();
      leave();
      mv.visitInsn(Opcodes.ATHROW);
      // The last one: those of the method itself come first.
      mv.visitTryCatchBlock(locked, end, end, null);
    }
    super.visitMaxs(maxStack + ROOM, maxLocals);
  }

  private void pushLock() {
    if (isStatic) {
      mv.visitLdcInsn(Type.getObjectType(owner));
    } else {
      mv.visitVarInsn(Opcodes.ALOAD, 0);
    }
  }

  /** Enters the lock on the stack. */
  private void enter() {
    mv.visitInsn(Opcodes.DUP);
    Code.call(mv, MEETING, "enters", LOCK);
    mv.visitInsn(Opcodes.DUP);
    mv.visitInsn(Opcodes.MONITORENTER);
    Code.call(mv, MEETING, "entered", LOCK);
  }

  /** Leaves the lock on the stack. */
  private void leave() {
    mv.visitInsn(Opcodes.DUP);
    Code.call(mv, MEETING, "leaves", LOCK);
    mv.visitInsn(Opcodes.MONITOREXIT);
  }
}
