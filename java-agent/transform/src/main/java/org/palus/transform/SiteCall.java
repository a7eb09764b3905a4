package org.palus.transform;

import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * One call that is watched where it is made. Its operands go through local variables, and the hooks
 * decide everything, so there is no branch and no frame to describe.
 *
 * <pre>
 *   token = CallSites.enter(receiver, id);
 *   token = CallSites.passed(a, receiver, id, token);   // for each that may be followed
 *   CallSites.argument(1, a, token); ...
 *   result = receiver.f(a, b);
 *   CallSites.exit(result, id, token);
 * </pre>
 */
final class SiteCall {
  /** What one call puts on the stack at most, beyond its operands or its result. */
  static final int EXTRA_STACK = 6;

  private static final String HOOKS = "org/palus/hook/CallSites";
  private static final int CALL_SITE = 0x8000;
  private static final int NOT_RECORDED = -1;

  private final MethodVisitor mv;
  private final int opcode;
  private final String owner;
  private final String name;
  private final String descriptor;
  private final boolean isInterface;
  private final Type[] parameters;
  private final Type result;
  private final int id;
  private final int token;
  private final int receiver;

  /**
   * Makes ready.
   *
   * @param local the first of the local variables that nobody else uses
   */
  SiteCall(
      MethodVisitor mv,
      int local,
      int opcode,
      String owner,
      String name,
      String descriptor,
      boolean isInterface) {
    this.mv = mv;
    this.opcode = opcode;
    this.owner = owner;
    this.name = name;
    this.descriptor = descriptor;
    this.isInterface = isInterface;
    parameters = Type.getArgumentTypes(descriptor);
    result = Type.getReturnType(descriptor);
    int access = Opcodes.ACC_PUBLIC | (isStatic() ? Opcodes.ACC_STATIC : 0) | CALL_SITE;
    id = Transformer.methodId(Transformer.dotted(owner), name, descriptor, access);
    token = local;
    receiver = local + 1;
  }

  private boolean isStatic() {
    return opcode == Opcodes.INVOKESTATIC;
  }

  private boolean isNew() {
    return opcode == Opcodes.INVOKESPECIAL;
  }

  private boolean hasReceiver() {
    return !isStatic() && !isNew();
  }

  /** Writes the call. */
  void write() {
    spill();
    enter();
    int variable = receiver + 1;
    for (Type type : parameters) {
      if (RecordStart.mayBeFollowed(type)) {
        passed(variable);
      }
      variable += type.getSize();
    }
    arguments();
    reload();
    mv.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
    exit();
  }

  private void spill() {
    int variable = receiver + 1;
    for (Type type : parameters) {
      variable += type.getSize();
    }
    for (int i = parameters.length - 1; i >= 0; i--) {
      variable -= parameters[i].getSize();
      mv.visitVarInsn(parameters[i].getOpcode(Opcodes.ISTORE), variable);
    }
    if (hasReceiver()) {
      mv.visitVarInsn(Opcodes.ASTORE, receiver);
    }
  }

  private void enter() {
    if (hasReceiver()) {
      mv.visitVarInsn(Opcodes.ALOAD, receiver);
      Code.push(mv, id);
      hook("enter", "(Ljava/lang/Object;I)I");
    } else if (isNew() || RecordStart.mayBeFollowed(result)) {
      Code.push(mv, id);
      Code.push(mv, isNew() ? 1 : 0);
      hook("enterMaker", "(IZ)I");
    } else {
      Code.push(mv, NOT_RECORDED);
    }
    mv.visitVarInsn(Opcodes.ISTORE, token);
  }

  private void passed(int variable) {
    mv.visitVarInsn(Opcodes.ALOAD, variable);
    if (hasReceiver()) {
      mv.visitVarInsn(Opcodes.ALOAD, receiver);
    }
    Code.push(mv, id);
    mv.visitVarInsn(Opcodes.ILOAD, token);
    String objects =
        hasReceiver() ? "(Ljava/lang/Object;Ljava/lang/Object;" : "(Ljava/lang/Object;";
    hook(isNew() ? "passedToNew" : "passed", objects + "II)I");
    mv.visitVarInsn(Opcodes.ISTORE, token);
  }

  private void arguments() {
    int variable = receiver + 1;
    for (int i = 0; i < parameters.length; i++) {
      Code.push(mv, i + 1);
      mv.visitVarInsn(parameters[i].getOpcode(Opcodes.ILOAD), variable);
      mv.visitVarInsn(Opcodes.ILOAD, token);
      hook("argument", "(I" + RecordStart.passedAs(parameters[i]) + "I)V");
      variable += parameters[i].getSize();
    }
  }

  private void reload() {
    if (hasReceiver()) {
      mv.visitVarInsn(Opcodes.ALOAD, receiver);
    }
    int variable = receiver + 1;
    for (Type type : parameters) {
      mv.visitVarInsn(type.getOpcode(Opcodes.ILOAD), variable);
      variable += type.getSize();
    }
  }

  private void exit() {
    String type = "";
    if (isNew()) {
      mv.visitInsn(Opcodes.DUP);
      type = "Ljava/lang/Object;";
    } else if (result.getSort() != Type.VOID) {
      mv.visitInsn(result.getSize() == 2 ? Opcodes.DUP2 : Opcodes.DUP);
      type = RecordStart.passedAs(result);
    }
    Code.push(mv, id);
    mv.visitVarInsn(Opcodes.ILOAD, token);
    if (isNew()) {
      hook("exitNew", "(" + type + "II)V");
    } else if (RecordStart.mayBeFollowed(result)) {
      hook(isStatic() ? "exitMaker" : "exit", "(" + type + "II)V");
    } else {
      Code.call(mv, Code.TRACE, "exit", "(" + type + "II)V");
    }
  }

  private void hook(String name, String descriptor) {
    Code.call(mv, HOOKS, name, descriptor);
  }
}
