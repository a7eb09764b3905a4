package org.palus.transform;

import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * A method that asks collaborators, as whatever else records it has written it. The operands of a
 * question are kept in local variables until it is answered, and the hooks decide everything, so
 * there is no branch and no frame to describe. The receiver stays where it is on the stack: the
 * message of a null pointer exception says where it came from.
 *
 * <pre>
 *   result = receiver.f(a);
 *   token = Collaborators.asked(receiver, id);
 *   CallSites.argument(1, a, token);
 *   CallSites.argument(0, result, token);
 * </pre>
 */
final class AskingMethod extends MethodVisitor {
  private static final String HOOKS = "org/palus/hook/Collaborators";
  private static final String ARGUMENTS = "org/palus/hook/CallSites";
  private static final int CALL_SITE = 0x8000;

  /** What a question puts on the stack at most, beside its operands or its answer. */
  private static final int EXTRA_STACK = 4;

  private final int receiver;
  private final Questions questions;

  /**
   * Instruments one method.
   *
   * @param local the first of the local variables that nobody else uses
   */
  AskingMethod(MethodVisitor next, int local, Questions questions) {
    super(Code.API, next);
    receiver = local + 1;
    this.questions = questions;
  }

  private int token() {
    return receiver - 1;
  }

  @Override
  public void visitMethodInsn(
      int opcode, String owner, String name, String descriptor, boolean isInterface) {
    if (!questions.has(opcode, owner, name, descriptor)) {
      super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
      return;
    }
    Type[] parameters = Type.getArgumentTypes(descriptor);
    keep(parameters);
    super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
    asked(opcode, owner, name, descriptor);
    int variable = receiver + 1;
    for (int i = 0; i < parameters.length; i++) {
      Code.push(mv, i + 1);
      mv.visitVarInsn(parameters[i].getOpcode(Opcodes.ILOAD), variable);
      argument(parameters[i]);
      variable += parameters[i].getSize();
    }
    answered(Type.getReturnType(descriptor));
  }

  /** Stack: receiver, arguments -> receiver, arguments. */
  private void keep(Type[] parameters) {
    int variable = receiver + 1;
    for (Type type : parameters) {
      variable += type.getSize();
    }
    for (int i = parameters.length - 1; i >= 0; i--) {
      variable -= parameters[i].getSize();
      mv.visitVarInsn(parameters[i].getOpcode(Opcodes.ISTORE), variable);
    }
    mv.visitInsn(Opcodes.DUP);
    mv.visitVarInsn(Opcodes.ASTORE, receiver);
    for (Type type : parameters) {
      mv.visitVarInsn(type.getOpcode(Opcodes.ILOAD), variable);
      variable += type.getSize();
    }
  }

  private void asked(int opcode, String owner, String name, String descriptor) {
    int access = Opcodes.ACC_PUBLIC | CALL_SITE;
    int id = Transformer.methodId(Transformer.dotted(owner), name, descriptor, access);
    if (questions.whoAnswers(opcode, owner) == Transformer.ANYBODY) {
      Code.push(mv, id);
      Code.call(mv, HOOKS, "asked", "(I)I");
    } else {
      mv.visitVarInsn(Opcodes.ALOAD, receiver);
      Code.push(mv, id);
      Code.call(mv, HOOKS, "asked", "(Ljava/lang/Object;I)I");
    }
    mv.visitVarInsn(Opcodes.ISTORE, token());
  }

  /** Stack: answer -> answer. */
  private void answered(Type type) {
    int variable = receiver + 1;
    mv.visitInsn(type.getSize() == 2 ? Opcodes.DUP2 : Opcodes.DUP);
    mv.visitVarInsn(type.getOpcode(Opcodes.ISTORE), variable);
    Code.push(mv, 0);
    mv.visitVarInsn(type.getOpcode(Opcodes.ILOAD), variable);
    argument(type);
  }

  private void argument(Type type) {
    mv.visitVarInsn(Opcodes.ILOAD, token());
    Code.call(mv, ARGUMENTS, "argument", "(I" + RecordStart.passedAs(type) + "I)V");
  }

  @Override
  public void visitMaxs(int maxStack, int maxLocals) {
    int locals = Math.max(maxLocals, receiver) + questions.locals() + 2;
    super.visitMaxs(maxStack + EXTRA_STACK, locals);
  }
}
