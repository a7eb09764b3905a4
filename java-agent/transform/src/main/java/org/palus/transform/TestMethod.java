package org.palus.transform;

import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Record mode for one test method, around whatever else is put into it.
 *
 * <pre>
 *   test = Tests.starts(id) or Tests.starts(this, id);
 *   try { body, with Tests.finishes(test) before each return }
 *   catch (Throwable t) { Tests.finishes(test); throw t; }
 * </pre>
 */
final class TestMethod extends SlotVisitor {
  private static final String TESTS = "org/palus/hook/Tests";

  /** At most: a long result or a throwable, with the number of the test. */
  private static final int EXTRA_STACK = 3;

  private final boolean hasFrames;
  private final int id;
  private final boolean asks;
  private final Label start = new Label();

  /**
   * Instruments one method.
   *
   * @param asks whether it is a test only if its object is a {@code TestCase} of JUnit 3
   */
  TestMethod(MethodVisitor next, int version, int access, String descriptor, int id, boolean asks) {
    super(next, access, descriptor);
    hasFrames = version >= Code.FIRST_WITH_FRAMES;
    this.id = id;
    this.asks = asks;
  }

  @Override
  public void visitCode() {
    super.visitCode();
    if (asks) {
      mv.visitVarInsn(Opcodes.ALOAD, 0);
    }
    Code.push(mv, id);
    Code.call(mv, TESTS, "starts", asks ? "(Ljava/lang/Object;I)I" : "(I)I");
    mv.visitVarInsn(Opcodes.ISTORE, slot);
    mv.visitLabel(start);
  }

  @Override
  void before(int opcode) {
    if (opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN) {
      ends();
    }
  }

  @Override
  public void visitMaxs(int maxStack, int maxLocals) {
    Label handler = new Label();
    mv.visitLabel(handler);
    mv.visitTryCatchBlock(start, handler, handler, null);
    if (hasFrames) {
      handlerFrame(Opcodes.TOP);
    }
    ends();
    mv.visitInsn(Opcodes.ATHROW);
    super.visitMaxs(maxStack + EXTRA_STACK, maxLocals);
  }

  private void ends() {
    mv.visitVarInsn(Opcodes.ILOAD, slot);
    Code.call(mv, TESTS, "finishes", "(I)V");
  }
}
