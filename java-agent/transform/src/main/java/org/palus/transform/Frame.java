package org.palus.transform;

import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.commons.AnalyzerAdapter;

/** What the verifier knows at one place, to be declared again at another. */
final class Frame {
  private final Object[] locals;
  private final Object[] stack;

  private Frame(Object[] locals, Object[] stack) {
    this.locals = locals;
    this.stack = stack;
  }

  /**
   * The state that was reached, without the topmost {@code popped} slots of the stack; nothing when
   * the class has no frames.
   */
  static Frame at(AnalyzerAdapter state, int popped) {
    if (state == null) {
      return new Frame(null, null);
    }
    List<Object> stack = state.stack.subList(0, state.stack.size() - popped);
    return new Frame(withoutSecondHalves(state.locals), withoutSecondHalves(stack));
  }

  /** The state where a method starts that is no constructor. */
  static Frame atStart(String owner, int access, String descriptor) {
    List<Object> locals = new ArrayList<>();
    if ((access & Opcodes.ACC_STATIC) == 0) {
      locals.add(owner);
    }
    for (Type parameter : Type.getArgumentTypes(descriptor)) {
      locals.add(entry(parameter));
    }
    return new Frame(locals.toArray(), new Object[0]);
  }

  /** What the verifier knows of a value of this type. */
  static Object entry(Type type) {
    switch (type.getSort()) {
      case Type.LONG:
        return Opcodes.LONG;
      case Type.DOUBLE:
        return Opcodes.DOUBLE;
      case Type.FLOAT:
        return Opcodes.FLOAT;
      case Type.OBJECT:
      case Type.ARRAY:
        return type.getInternalName();
      default:
        return Opcodes.INTEGER;
    }
  }

  void visit(MethodVisitor mv) {
    if (locals != null) {
      mv.visitFrame(Opcodes.F_NEW, locals.length, locals, stack.length, stack);
    }
  }

  /** The adapter lists a long or double as two entries, a frame as one. */
  private static Object[] withoutSecondHalves(List<Object> slots) {
    List<Object> entries = new ArrayList<>(slots.size());
    for (int i = 0; i < slots.size(); i++) {
      Object entry = slots.get(i);
      entries.add(entry);
      if (entry == Opcodes.LONG || entry == Opcodes.DOUBLE) {
        i++;
      }
    }
    return entries.toArray();
  }
}
