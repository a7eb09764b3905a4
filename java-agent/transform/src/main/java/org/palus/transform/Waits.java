package org.palus.transform;

import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Has code under test ask {@code org.palus.hook.Guard} before it sleeps or waits. The methods of
 * the JDK that do are native, on some of its versions: only their callers can be made to ask.
 */
final class Waits {
  /** Stack slots that asking needs. */
  static final int STACK = 2;

  private Waits() {}

  /** Before a call, whose arguments are on the stack. */
  static void call(MethodVisitor mv, int opcode, String owner, String name, String descriptor) {
    if (owner.equals("java/lang/Thread") && name.equals("sleep") && descriptor.equals("(J)V")) {
      mv.visitInsn(Opcodes.DUP2);
      Code.call(mv, GuardClass.GUARD, "sleep", "(J)V");
    } else if (opcode == Opcodes.INVOKEVIRTUAL && name.equals("wait")) {
      // final in Object, so whoever the owner is, it is that one
      waiting(mv, descriptor);
    }
  }

  private static void waiting(MethodVisitor mv, String descriptor) {
    if (descriptor.equals("()V")) {
      mv.visitInsn(Opcodes.DUP);
      Code.call(mv, GuardClass.GUARD, "await", "(Ljava/lang/Object;)V");
    } else if (descriptor.equals("(J)V")) {
      Code.call(mv, GuardClass.GUARD, "limit", "(J)J");
      // the object is below the limit: a copy of it on top
      mv.visitInsn(Opcodes.DUP2_X1);
      mv.visitInsn(Opcodes.POP2);
      mv.visitInsn(Opcodes.DUP_X2);
      Code.call(mv, GuardClass.GUARD, "awaitLimit", "(Ljava/lang/Object;)V");
    }
  }
}
