package org.palus.transform;

import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Calls that are watched where they are made, in a method that is not recorded itself. It remembers
 * how deep it began, because frames that it opens may end unseen.
 *
 * <pre>
 *   token = CallSites.start();
 *   try { body, with Trace.caught(token) at the start of each handler }
 *   catch (Throwable t) { Trace.caught(token); throw t; }    // not in a constructor
 * </pre>
 */
final class SiteMethod extends SlotVisitor {
  private final boolean hasFrames;
  private final boolean isConstructor;
  private final Sites sites;
  private final int locals;
  private final Label start = new Label();
  private int ordinal = -1;

  /**
   * Instruments one method.
   *
   * @param locals how many local variables it has
   */
  SiteMethod(
      MethodVisitor next,
      int version,
      int access,
      String name,
      String descriptor,
      int locals,
      Sites sites) {
    super(next, access, descriptor);
    hasFrames = version >= Code.FIRST_WITH_FRAMES;
    isConstructor = name.equals("<init>");
    this.locals = locals;
    this.sites = sites;
  }

  @Override
  public void visitCode() {
    super.visitCode();
    Code.call(mv, "org/palus/hook/CallSites", "start", "()I");
    mv.visitVarInsn(Opcodes.ISTORE, slot);
    mv.visitLabel(start);
  }

  @Override
  void before(int opcode) {
    ordinal++;
    if (entersHandler(opcode)) {
      caught();
    }
  }

  private void caught() {
    mv.visitVarInsn(Opcodes.ILOAD, slot);
    Code.call(mv, Code.TRACE, "caught", "(I)V");
  }

  @Override
  public void visitMethodInsn(
      int opcode, String owner, String name, String descriptor, boolean isInterface) {
    if (sites.has(ordinal + 1)) {
      before(opcode);
      new SiteCall(mv, locals + 1, opcode, owner, name, descriptor, isInterface).write();
      return;
    }
    super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
  }

  @Override
  public void visitMaxs(int maxStack, int maxLocals) {
    if (!isConstructor) {
      Label handler = new Label();
      mv.visitLabel(handler);
      mv.visitTryCatchBlock(start, handler, handler, null);
      if (hasFrames) {
        handlerFrame(Opcodes.TOP);
      }
      caught();
      mv.visitInsn(Opcodes.ATHROW);
    }
    super.visitMaxs(maxStack + SiteCall.EXTRA_STACK, maxLocals + sites.locals());
  }
}
