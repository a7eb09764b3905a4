package org.palus.transform;

import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.MethodNode;
import org.palus.transform.ConstructorStates.State;

/**
 * Record mode for one method or constructor. Its start is written by {@link RecordStart}.
 *
 * <pre>
 *   token = Trace.enter(this, id, slot); if (token >= 0) { Trace.argument(1, a, token); ... }
 *   try { body, with Trace.exit(result, id, token) before each return }
 *   catch (Throwable t) { Trace.thrown(t, id, token); throw t; }
 * </pre>
 *
 * <p>The handler stands last in the exception table, so the program's own come first; each of those
 * starts with {@code Trace.caught(token)}. A constructor has two: one for the code in which {@code
 * this} is uninitialised, which is legal as long as it ends in a throw (JVMS 4.10.1.6), one for the
 * rest. The super call itself has none: HotSpot checks its handlers against a frame that no handler
 * can declare ({@code this} initialised, yet flagThisUninit set). When it fails, the constructor
 * ends unseen, and the next event says so: by its depth if it belongs to a frame below, or by
 * coming without a {@code Trace.caughtBeforeSuper} after another constructor failed.
 */
final class RecordMethod extends SlotVisitor {
  /** At most: the receiver, the method's id, its class's slot, the receiver's identity. */
  private static final int EXTRA_STACK = 5;

  private final RecordedClass owner;
  private final boolean hasFrames;
  private final Type result;
  private final int id;
  private final ConstructorStates states;
  private final Sites sites;
  private final int locals;
  private final RecordStart start;
  private final Coverage coverage;

  private int ordinal = -1;

  /**
   * Instruments one method.
   *
   * @param method the method as it is
   * @param states where a constructor's object is initialised; null for a method
   * @param sites which of its calls are watched where they are made
   */
  RecordMethod(
      MethodVisitor next,
      RecordedClass owner,
      MethodNode method,
      int id,
      ConstructorStates states,
      Sites sites) {
    super(next, method.access, method.desc);
    this.owner = owner;
    hasFrames = owner.version >= Code.FIRST_WITH_FRAMES;
    result = Type.getReturnType(method.desc);
    this.id = id;
    this.states = states;
    this.sites = sites;
    locals = method.maxLocals;
    boolean remembersDepth = !method.tryCatchBlocks.isEmpty() || !sites.isEmpty();
    RecordStart.Kind kind = RecordStart.Kind.of(method.access, states != null, remembersDepth);
    start = new RecordStart(next, owner, method.desc, id, slot, kind);
    coverage = new Coverage(next);
  }

  @Override
  public void visitCode() {
    super.visitCode();
    start.enter();
    cover(stateAt(0));
    start.arguments();
  }

  @Override
  void before(int opcode) {
    ordinal++;
    boolean isSuperCall = isSuperCall();
    cover(isSuperCall ? State.UNREACHABLE : stateAt(ordinal));
    if (entersHandler(opcode)) {
      caught();
    }
    if (opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN) {
      exit(opcode);
    } else if (isSuperCall && mayBeRecorded(states.superClass(ordinal))) {
      mv.visitVarInsn(Opcodes.ILOAD, slot);
      hook("superCall", "(I)V");
    }
  }

  private void caught() {
    if (stateAt(ordinal) == State.UNINITIALISED) {
      pushCall();
      hook("caughtBeforeSuper", "(II)V");
    } else {
      mv.visitVarInsn(Opcodes.ILOAD, slot);
      hook("caught", "(I)V");
    }
  }

  private void exit(int opcode) {
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
      boolean isOpen = RecordStart.mayBeFollowed(result);
      hook(isOpen ? "exitOpen" : "exit", "(" + RecordStart.passedAs(result) + "II)V");
    }
  }

  @Override
  public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
    int access = this.owner.access(id, opcode, owner, name);
    if (access < 0) {
      super.visitFieldInsn(opcode, owner, name, descriptor);
      return;
    }
    // counted behind what `before` does at the start of a handler
    before(opcode);
    Code.countField(mv, access);
    mv.visitFieldInsn(opcode, owner, name, descriptor);
  }

  @Override
  public void visitMethodInsn(
      int opcode, String owner, String name, String descriptor, boolean isInterface) {
    if (Code.copies(opcode, name, descriptor)) {
      before(opcode);
      Code.copy(mv, owner, isInterface);
      return;
    }
    if (sites.has(ordinal + 1)) {
      before(opcode);
      new SiteCall(mv, locals + 1, opcode, owner, name, descriptor, isInterface).write();
      return;
    }
    super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
    if (isSuperCall()) {
      cover(State.INITIALISED);
      mv.visitVarInsn(Opcodes.ALOAD, 0);
      Code.push(mv, id);
      Code.push(mv, this.owner.slot());
      mv.visitVarInsn(Opcodes.ILOAD, slot);
      hook("initialised", "(Ljava/lang/Object;III)V");
    }
  }

  @Override
  public void visitMaxs(int maxStack, int maxLocals) {
    cover(State.UNREACHABLE);
    handle(State.UNINITIALISED, Opcodes.UNINITIALIZED_THIS);
    handle(State.INITIALISED, Opcodes.TOP);
    super.visitMaxs(maxStack + EXTRA_STACK + SiteCall.EXTRA_STACK, maxLocals + sites.locals());
  }

  private boolean mayBeRecorded(String constructed) {
    return constructed.equals(owner.name) || !owner.isTopmost();
  }

  private boolean isSuperCall() {
    return states != null && states.isSuperCall(ordinal);
  }

  private State stateAt(int instruction) {
    return states == null ? State.INITIALISED : states.at(instruction);
  }

  /** Before frames, the verifier allowed no handler around the call of the super constructor. */
  private void cover(State state) {
    boolean isCoverable = state != State.UNINITIALISED || hasFrames;
    coverage.cover(isCoverable ? state : State.UNREACHABLE);
  }

  private void handle(State state, Object self) {
    Label handler = new Label();
    if (coverage.handle(state, handler)) {
      mv.visitLabel(handler);
      if (hasFrames) {
        handlerFrame(self);
      }
      if (!sites.isEmpty()) {
        mv.visitVarInsn(Opcodes.ILOAD, slot);
        hook("caught", "(I)V");
      }
      // Stack: throwable -> throwable, throwable, id, token
      mv.visitInsn(Opcodes.DUP);
      pushCall();
      hook("thrown", "(Ljava/lang/Throwable;II)V");
      mv.visitInsn(Opcodes.ATHROW);
    }
  }

  private void pushCall() {
    Code.push(mv, id);
    mv.visitVarInsn(Opcodes.ILOAD, slot);
  }

  private void hook(String name, String descriptor) {
    Code.call(mv, Code.TRACE, name, descriptor);
  }
}
