package org.palus.transform;

import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.palus.transform.ConstructorStates.State;

/**
 * Record mode with a trace, for one method or constructor, around what records its events.
 *
 * <pre>
 *   token = 0; if (Executions.enter()) token = Executions.begins(id, new Object[] {this, a, ...});
 *   try { body, with Executions.exit(result, id, token) before each return }
 *   catch (Throwable t) { Executions.thrown(t, id, token); throw t; }
 * </pre>
 *
 * <p>In a constructor the handler stands behind the super call: what ends before has ended unseen,
 * which the next call in the thread finds out.
 */
final class ExecutionMethod extends SlotVisitor {
  private static final String EXECUTIONS = "org/palus/hook/Executions";

  /** At most: the method's id, the array twice, an index, and a long. */
  private static final int EXTRA_STACK = 6;

  private final RecordedClass owner;
  private final boolean isStatic;
  private final Type[] parameters;
  private final Type result;
  private final int id;
  private final ConstructorStates states;
  private final Coverage coverage;

  private int ordinal = -1;

  /**
   * Instruments one method.
   *
   * @param states where a constructor's object is initialised; null for a method
   */
  ExecutionMethod(
      MethodVisitor next,
      RecordedClass owner,
      int access,
      String descriptor,
      int id,
      ConstructorStates states) {
    super(next, access, descriptor);
    this.owner = owner;
    isStatic = (access & Opcodes.ACC_STATIC) != 0;
    parameters = Type.getArgumentTypes(descriptor);
    result = Type.getReturnType(descriptor);
    this.id = id;
    this.states = states;
    coverage = new Coverage(next);
  }

  @Override
  public void visitCode() {
    super.visitCode();
    Label body = new Label();
    Code.push(mv, 0);
    mv.visitVarInsn(Opcodes.ISTORE, slot);
    hook("enter", "()Z");
    mv.visitJumpInsn(Opcodes.IFEQ, body);
    Code.push(mv, id);
    pushRoots();
    hook(states == null ? "begins" : "beginsConstructor", "(I[Ljava/lang/Object;)I");
    mv.visitVarInsn(Opcodes.ISTORE, slot);
    mv.visitLabel(body);
    Object self = states == null ? owner.name : Opcodes.UNINITIALIZED_THIS;
    RecordStart.frame(mv, owner.version, isStatic ? null : self, parameters);
    // two frames may not stand at one place
    mv.visitInsn(Opcodes.NOP);
    coverage.cover(stateAt(0));
  }

  /** The receiver, null where there is none yet, and the arguments, primitives in boxes. */
  private void pushRoots() {
    Code.push(mv, parameters.length + 1);
    mv.visitTypeInsn(Opcodes.ANEWARRAY, "java/lang/Object");
    if (!isStatic && states == null) {
      mv.visitInsn(Opcodes.DUP);
      Code.push(mv, 0);
      mv.visitVarInsn(Opcodes.ALOAD, 0);
      mv.visitInsn(Opcodes.AASTORE);
    }
    int variable = isStatic ? 0 : 1;
    for (int i = 0; i < parameters.length; i++) {
      mv.visitInsn(Opcodes.DUP);
      Code.push(mv, i + 1);
      mv.visitVarInsn(parameters[i].getOpcode(Opcodes.ILOAD), variable);
      box(parameters[i]);
      mv.visitInsn(Opcodes.AASTORE);
      variable += parameters[i].getSize();
    }
  }

  private void box(Type type) {
    String box = boxOf(type.getSort());
    if (box != null) {
      Code.call(mv, box, "valueOf", "(" + type.getDescriptor() + ")L" + box + ";");
    }
  }

  private static String boxOf(int sort) {
    switch (sort) {
      case Type.BOOLEAN:
        return "java/lang/Boolean";
      case Type.BYTE:
        return "java/lang/Byte";
      case Type.CHAR:
        return "java/lang/Character";
      case Type.SHORT:
        return "java/lang/Short";
      case Type.INT:
        return "java/lang/Integer";
      case Type.LONG:
        return "java/lang/Long";
      case Type.FLOAT:
        return "java/lang/Float";
      case Type.DOUBLE:
        return "java/lang/Double";
      default:
        return null;
    }
  }

  @Override
  void before(int opcode) {
    ordinal++;
    boolean isSuperCall = states != null && states.isSuperCall(ordinal);
    coverage.cover(isSuperCall ? State.UNREACHABLE : stateAt(ordinal));
    if (opcode < Opcodes.IRETURN || opcode > Opcodes.RETURN) {
      return;
    }
    if (states != null) {
      if (stateAt(ordinal) == State.INITIALISED) {
        mv.visitVarInsn(Opcodes.ALOAD, 0);
        pushCall();
        hook("exitConstructor", "(Ljava/lang/Object;II)V");
      }
    } else if (opcode == Opcodes.RETURN) {
      pushCall();
      hook("exit", "(II)V");
    } else {
      // Stack: result -> result, result, id, token
      mv.visitInsn(result.getSize() == 2 ? Opcodes.DUP2 : Opcodes.DUP);
      pushCall();
      hook("exit", "(" + RecordStart.passedAs(result) + "II)V");
    }
  }

  @Override
  public void visitMethodInsn(
      int opcode, String owner, String name, String descriptor, boolean isInterface) {
    super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
    if (states != null && states.isSuperCall(ordinal)) {
      coverage.cover(State.INITIALISED);
      mv.visitVarInsn(Opcodes.ILOAD, slot);
      hook("initialised", "(I)V");
    }
  }

  @Override
  public void visitMaxs(int maxStack, int maxLocals) {
    coverage.cover(State.UNREACHABLE);
    Label handler = new Label();
    if (coverage.handle(State.INITIALISED, handler)) {
      mv.visitLabel(handler);
      if (owner.version >= Code.FIRST_WITH_FRAMES) {
        handlerFrame(Opcodes.TOP);
      }
      // Stack: throwable -> throwable, throwable, id, token
      mv.visitInsn(Opcodes.DUP);
      pushCall();
      hook("thrown", "(Ljava/lang/Throwable;II)V");
      mv.visitInsn(Opcodes.ATHROW);
    }
    super.visitMaxs(maxStack + EXTRA_STACK, maxLocals);
  }

  private State stateAt(int instruction) {
    if (states == null) {
      return State.INITIALISED;
    }
    // what cannot be known of this before the super call needs no handler
    return states.at(instruction) == State.INITIALISED ? State.INITIALISED : State.UNREACHABLE;
  }

  private void pushCall() {
    Code.push(mv, id);
    mv.visitVarInsn(Opcodes.ILOAD, slot);
  }

  private void hook(String name, String descriptor) {
    Code.call(mv, EXECUTIONS, name, descriptor);
  }
}
