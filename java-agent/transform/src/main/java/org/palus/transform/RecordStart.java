package org.palus.transform;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * What a recorded method does before its own code: it asks whether the call is to be recorded, and
 * if so hands over its arguments.
 *
 * <pre>
 *   token = Trace.enter(...);
 *   if (token < 0) {
 *     if (Trace.isFollowed(a, ...) || Trace.isFollowed(b, ...)) token = Trace.force(...);
 *     else token = Trace.tryOut(...);      // where the result may be an object that is followed
 *   }
 *   if (token >= 0) { Trace.argument(1, a, token); ... }
 * </pre>
 */
final class RecordStart {
  /** How a method is entered. */
  enum Kind {
    STATIC("enter", "force", "("),
    GUARDED_STATIC("enterGuarded", "force", "("),
    PLAIN("enter", "force", "(Ljava/lang/Object;"),
    GUARDED("enterGuarded", "force", "(Ljava/lang/Object;"),
    CONSTRUCTOR("enterConstructor", "forceConstructor", "(");

    final String enter;
    final String force;
    final String receiver;

    Kind(String enter, String force, String receiver) {
      this.enter = enter;
      this.force = force;
      this.receiver = receiver;
    }

    /** {@code remembersDepth}: frames above may end without its knowing. */
    static Kind of(int access, boolean isConstructor, boolean remembersDepth) {
      if (isConstructor) {
        return CONSTRUCTOR;
      }
      if ((access & Opcodes.ACC_STATIC) != 0) {
        return remembersDepth ? GUARDED_STATIC : STATIC;
      }
      return remembersDepth ? GUARDED : PLAIN;
    }

    boolean isStatic() {
      return this == STATIC || this == GUARDED_STATIC;
    }

    boolean hasReceiver() {
      return this == PLAIN || this == GUARDED;
    }
  }

  /** Final classes whose objects are values to the model. */
  private static final Set<String> VALUES =
      Set.of(
          "java/lang/String",
          "java/lang/Class",
          "java/lang/Boolean",
          "java/lang/Byte",
          "java/lang/Character",
          "java/lang/Short",
          "java/lang/Integer",
          "java/lang/Long",
          "java/lang/Float",
          "java/lang/Double",
          "java/lang/Void");

  private final MethodVisitor mv;
  private final RecordedClass owner;
  private final Type[] parameters;
  private final boolean isOpen;
  private final int id;
  private final int slot;
  private final Kind kind;

  RecordStart(
      MethodVisitor mv, RecordedClass owner, String descriptor, int id, int slot, Kind kind) {
    this.mv = mv;
    this.owner = owner;
    parameters = Type.getArgumentTypes(descriptor);
    isOpen = mayBeFollowed(Type.getReturnType(descriptor));
    this.id = id;
    this.slot = slot;
    this.kind = kind;
  }

  /** Whether an object of this type can be one that the model follows: values and arrays cannot. */
  static boolean mayBeFollowed(Type type) {
    return type.getSort() == Type.OBJECT && !VALUES.contains(type.getInternalName());
  }

  /** The type under which a hook takes a value. */
  static String passedAs(Type type) {
    return type.getSort() >= Type.ARRAY ? "Ljava/lang/Object;" : type.getDescriptor();
  }

  /** Asks for the token. */
  void enter() {
    pushReceiver();
    Code.push(mv, id);
    if (!kind.hasReceiver()) {
      hook(kind.enter, kind.receiver + "I)I");
    } else if (owner.declaresField()) {
      Code.push(mv, owner.slot());
      mv.visitVarInsn(Opcodes.ALOAD, 0);
      mv.visitFieldInsn(Opcodes.GETFIELD, owner.name, RecordClass.FIELD, "J");
      hook(kind.enter, kind.receiver + "IIJ)I");
    } else {
      Code.push(mv, owner.slot());
      hook(kind.enter, kind.receiver + "II)I");
    }
    mv.visitVarInsn(Opcodes.ISTORE, slot);
  }

  /** The rest, which stands under the method's handler. */
  void arguments() {
    boolean mayBeForced = Arrays.stream(parameters).anyMatch(RecordStart::mayBeFollowed);
    if (parameters.length == 0 && !isOpen) {
      return;
    }
    Label body = new Label();
    Label write = new Label();
    mv.visitVarInsn(Opcodes.ILOAD, slot);
    if (mayBeForced || isOpen) {
      mv.visitJumpInsn(Opcodes.IFGE, write);
      Label force = new Label();
      if (mayBeForced) {
        askArguments(force);
      }
      tryOut(body, write);
      if (mayBeForced) {
        mv.visitLabel(force);
        frame();
        force();
      }
      mv.visitLabel(write);
      frame();
      // two frames may not stand at one place
      mv.visitInsn(Opcodes.NOP);
    } else {
      mv.visitJumpInsn(Opcodes.IFLT, body);
    }
    writeArguments();
    mv.visitLabel(body);
    frame();
    mv.visitInsn(Opcodes.NOP);
  }

  private void askArguments(Label force) {
    int variable = firstParameter();
    for (int i = 0; i < parameters.length; i++) {
      if (mayBeFollowed(parameters[i])) {
        mv.visitVarInsn(Opcodes.ALOAD, variable);
        Code.push(mv, id);
        Code.push(mv, i + 1);
        hook("isFollowed", "(Ljava/lang/Object;II)Z");
        mv.visitJumpInsn(Opcodes.IFNE, force);
      }
      variable += parameters[i].getSize();
    }
  }

  private void tryOut(Label body, Label write) {
    if (isOpen && kind != Kind.CONSTRUCTOR) {
      if (kind.hasReceiver()) {
        mv.visitVarInsn(Opcodes.ALOAD, 0);
      } else {
        mv.visitInsn(Opcodes.ACONST_NULL);
      }
      Code.push(mv, id);
      mv.visitVarInsn(Opcodes.ILOAD, slot);
      hook("tryOut", "(Ljava/lang/Object;II)I");
      mv.visitInsn(Opcodes.DUP);
      mv.visitVarInsn(Opcodes.ISTORE, slot);
      mv.visitJumpInsn(Opcodes.IFGE, write);
    }
    mv.visitJumpInsn(Opcodes.GOTO, body);
  }

  private void force() {
    pushReceiver();
    Code.push(mv, id);
    hook(kind.force, kind.receiver + "I)I");
    mv.visitVarInsn(Opcodes.ISTORE, slot);
  }

  private void writeArguments() {
    int variable = firstParameter();
    for (int i = 0; i < parameters.length; i++) {
      Type type = parameters[i];
      Code.push(mv, i + 1);
      mv.visitVarInsn(type.getOpcode(Opcodes.ILOAD), variable);
      mv.visitVarInsn(Opcodes.ILOAD, slot);
      hook("argument", "(I" + passedAs(type) + "I)V");
      variable += type.getSize();
    }
  }

  private int firstParameter() {
    return kind.isStatic() ? 0 : 1;
  }

  private void pushReceiver() {
    if (kind.hasReceiver()) {
      mv.visitVarInsn(Opcodes.ALOAD, 0);
    }
  }

  private void frame() {
    Object self = kind == Kind.CONSTRUCTOR ? Opcodes.UNINITIALIZED_THIS : owner.name;
    frame(mv, owner.version, kind.isStatic() ? null : self, parameters);
  }

  /**
   * The frame at the start of a method, with one more variable, an int.
   *
   * @param self what the receiver is to the verifier, null when there is none
   */
  static void frame(MethodVisitor mv, int version, Object self, Type[] parameters) {
    if (version < Code.FIRST_WITH_FRAMES) {
      return;
    }
    List<Object> locals = new ArrayList<>();
    if (self != null) {
      locals.add(self);
    }
    for (Type type : parameters) {
      locals.add(Frame.entry(type));
    }
    locals.add(Opcodes.INTEGER);
    mv.visitFrame(Opcodes.F_NEW, locals.size(), locals.toArray(), 0, new Object[0]);
  }

  private void hook(String name, String descriptor) {
    Code.call(mv, Code.TRACE, name, descriptor);
  }
}
