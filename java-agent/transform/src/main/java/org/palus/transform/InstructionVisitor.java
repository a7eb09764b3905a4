package org.palus.transform;

import org.objectweb.asm.Handle;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Tells a subclass of each instruction before it is visited, whatever its kind, and where the
 * program's own exception handlers start.
 */
abstract class InstructionVisitor extends MethodVisitor {
  /** Those that were announced so far. */
  final Handlers handlers = new Handlers();

  private boolean atHandler;

  InstructionVisitor(MethodVisitor next) {
    super(Code.API, next);
  }

  /** Called after labels, line numbers and frames of the instruction's position. */
  abstract void before(int opcode);

  /**
   * Whether a handler that does not cover itself has started since the last instruction; asked once
   * before each. What is put before a {@code new} would move it, and frames name it by its
   * position, so there is no handler then.
   */
  final boolean entersHandler(int opcode) {
    boolean enters = atHandler && opcode != Opcodes.NEW;
    atHandler = false;
    return enters;
  }

  @Override
  public void visitTryCatchBlock(Label start, Label end, Label handler, String type) {
    handlers.block(start, end, handler);
    super.visitTryCatchBlock(start, end, handler, type);
  }

  @Override
  public void visitLabel(Label label) {
    handlers.reach(label);
    atHandler |= handlers.isHandler(label) && !handlers.coversItself(label);
    super.visitLabel(label);
  }

  @Override
  public void visitInsn(int opcode) {
    before(opcode);
    super.visitInsn(opcode);
  }

  @Override
  public void visitIntInsn(int opcode, int operand) {
    before(opcode);
    super.visitIntInsn(opcode, operand);
  }

  @Override
  public void visitVarInsn(int opcode, int slot) {
    before(opcode);
    super.visitVarInsn(opcode, slot);
  }

  @Override
  public void visitTypeInsn(int opcode, String type) {
    before(opcode);
    super.visitTypeInsn(opcode, type);
  }

  @Override
  public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
    before(opcode);
    super.visitFieldInsn(opcode, owner, name, descriptor);
  }

  @Override
  public void visitMethodInsn(
      int opcode, String owner, String name, String descriptor, boolean isInterface) {
    before(opcode);
    super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
  }

  @Override
  public void visitInvokeDynamicInsn(
      String name, String descriptor, Handle bootstrap, Object... arguments) {
    before(Opcodes.INVOKEDYNAMIC);
    super.visitInvokeDynamicInsn(name, descriptor, bootstrap, arguments);
  }

  @Override
  public void visitJumpInsn(int opcode, Label target) {
    before(opcode);
    super.visitJumpInsn(opcode, target);
  }

  @Override
  public void visitLdcInsn(Object value) {
    before(Opcodes.LDC);
    super.visitLdcInsn(value);
  }

  @Override
  public void visitIincInsn(int slot, int increment) {
    before(Opcodes.IINC);
    super.visitIincInsn(slot, increment);
  }

  @Override
  public void visitTableSwitchInsn(int min, int max, Label otherwise, Label... labels) {
    before(Opcodes.TABLESWITCH);
    super.visitTableSwitchInsn(min, max, otherwise, labels);
  }

  @Override
  public void visitLookupSwitchInsn(Label otherwise, int[] keys, Label[] labels) {
    before(Opcodes.LOOKUPSWITCH);
    super.visitLookupSwitchInsn(otherwise, keys, labels);
  }

  @Override
  public void visitMultiANewArrayInsn(String descriptor, int dimensions) {
    before(Opcodes.MULTIANEWARRAY);
    super.visitMultiANewArrayInsn(descriptor, dimensions);
  }
}
