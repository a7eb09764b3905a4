package org.palus.transform;

import org.objectweb.asm.MethodVisitor;

/**
 * Record mode for a method that only its own class can call: no test can, so its calls teach
 * nothing, and what it calls counts as called by its caller. The fields that it touches are
 * counted, as they are what its callers touch, and its copies of objects get no identity.
 */
final class CountedMethod extends MethodVisitor {
  private final RecordedClass owner;
  private final int id;

  CountedMethod(MethodVisitor next, RecordedClass owner, int id) {
    super(Code.API, next);
    this.owner = owner;
    this.id = id;
  }

  @Override
  public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
    int access = this.owner.access(id, opcode, owner, name);
    if (access >= 0) {
      Code.countField(mv, access);
    }
    super.visitFieldInsn(opcode, owner, name, descriptor);
  }

  @Override
  public void visitMethodInsn(
      int opcode, String owner, String name, String descriptor, boolean isInterface) {
    if (Code.copies(opcode, name, descriptor)) {
      Code.copy(mv, owner, isInterface);
    } else {
      super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
    }
  }

  @Override
  public void visitMaxs(int maxStack, int maxLocals) {
    super.visitMaxs(maxStack + 1, maxLocals);
  }
}
