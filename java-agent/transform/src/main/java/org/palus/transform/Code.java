package org.palus.transform;

import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** What both kinds of instrumentation know about methods and bytecode. */
final class Code {
  static final int API = Opcodes.ASM9;

  /** First version whose methods carry stack map frames. */
  static final int FIRST_WITH_FRAMES = Opcodes.V1_6;

  /** What record mode calls. */
  static final String TRACE = "org/palus/hook/Trace";

  private Code() {}

  /** Whether a method has code that is the program's own and not a coverage tool's. */
  static boolean isInstrumentable(int access, String name) {
    return (access & (Opcodes.ACC_ABSTRACT | Opcodes.ACC_NATIVE)) == 0
        && !name.startsWith("$jacoco");
  }

  /** Major version of a class file; the minor one is in the upper half. */
  static int major(int version) {
    return version & 0xFFFF;
  }

  static void push(MethodVisitor mv, int value) {
    if (value >= -1 && value <= 5) {
      mv.visitInsn(Opcodes.ICONST_0 + value);
    } else if (value >= Byte.MIN_VALUE && value <= Byte.MAX_VALUE) {
      mv.visitIntInsn(Opcodes.BIPUSH, value);
    } else if (value >= Short.MIN_VALUE && value <= Short.MAX_VALUE) {
      mv.visitIntInsn(Opcodes.SIPUSH, value);
    } else {
      mv.visitLdcInsn(value);
    }
  }

  /** Whether a call is one of {@code super.clone()}. */
  static boolean copies(int opcode, String name, String descriptor) {
    return opcode == Opcodes.INVOKESPECIAL
        && name.equals("clone")
        && descriptor.equals("()Ljava/lang/Object;");
  }

  /** Such a call: the copy must not keep the identity of the original. */
  static void copy(MethodVisitor mv, String owner, boolean isInterface) {
    // Stack: original -> original, original -> original, copy -> copy
    mv.visitInsn(Opcodes.DUP);
    mv.visitMethodInsn(Opcodes.INVOKESPECIAL, owner, "clone", "()Ljava/lang/Object;", isInterface);
    call(mv, TRACE, "cloned", "(Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;");
  }

  /** Counts an access of a field, by the number that the native agent gave it. */
  static void countField(MethodVisitor mv, int access) {
    push(mv, access);
    call(mv, TRACE, "field", "(I)V");
  }

  static void call(MethodVisitor mv, String owner, String name, String descriptor) {
    mv.visitMethodInsn(Opcodes.INVOKESTATIC, owner, name, descriptor, false);
  }
}
