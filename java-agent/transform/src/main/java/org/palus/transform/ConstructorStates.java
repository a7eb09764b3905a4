package org.palus.transform;

import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;
import org.objectweb.asm.tree.analysis.Analyzer;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.BasicInterpreter;
import org.objectweb.asm.tree.analysis.BasicValue;
import org.objectweb.asm.tree.analysis.Frame;
import org.objectweb.asm.tree.analysis.Interpreter;

/**
 * Where in a constructor {@code this} is still uninitialised, found by following its value through
 * the code. That also tells the call of the super constructor from those that make other objects of
 * the same class, whatever branches there are before it, and works without stack map frames.
 */
final class ConstructorStates {
  /** What is known of {@code this} before an instruction. */
  enum State {
    UNINITIALISED,
    INITIALISED,
    UNREACHABLE
  }

  private static final BasicValue THIS = new UninitialisedThis();

  private final BitSet uninitialised = new BitSet();
  private final BitSet reachable = new BitSet();
  private final Map<Integer, String> superCalls = new HashMap<>();

  private ConstructorStates() {}

  /** Null when the constructor puts another value in place of {@code this}: no compiler does. */
  static ConstructorStates of(String owner, MethodNode constructor) throws AnalyzerException {
    for (AbstractInsnNode node : constructor.instructions) {
      boolean isStore = node.getOpcode() >= Opcodes.ISTORE && node.getOpcode() <= Opcodes.ASTORE;
      if (isStore && ((VarInsnNode) node).var == 0) {
        return null;
      }
    }
    Frame<BasicValue>[] frames = new Tracking().analyze(owner, constructor);
    ConstructorStates states = new ConstructorStates();
    int ordinal = 0;
    for (int i = 0; i < frames.length; i++) {
      AbstractInsnNode node = constructor.instructions.get(i);
      if (node.getOpcode() >= 0) {
        states.note(ordinal, node, frames[i]);
        ordinal++;
      }
    }
    return states;
  }

  private void note(int ordinal, AbstractInsnNode node, Frame<BasicValue> frame) {
    if (frame != null) {
      reachable.set(ordinal);
      uninitialised.set(ordinal, frame.getLocal(0) == THIS);
      if (initialises(node, frame)) {
        superCalls.put(ordinal, ((MethodInsnNode) node).owner);
      }
    }
  }

  /** Before the instruction with this number, labels and the like not counted. */
  State at(int ordinal) {
    if (!reachable.get(ordinal)) {
      return State.UNREACHABLE;
    }
    return uninitialised.get(ordinal) ? State.UNINITIALISED : State.INITIALISED;
  }

  /** Whether this instruction is the call that initialises {@code this}. */
  boolean isSuperCall(int ordinal) {
    return superCalls.containsKey(ordinal);
  }

  /** The class whose constructor that instruction calls, with slashes. */
  String superClass(int ordinal) {
    return superCalls.get(ordinal);
  }

  private static boolean initialises(AbstractInsnNode node, Frame<BasicValue> before) {
    if (node.getOpcode() != Opcodes.INVOKESPECIAL) {
      return false;
    }
    MethodInsnNode call = (MethodInsnNode) node;
    int arguments = Type.getArgumentTypes(call.desc).length;
    int receiver = before.getStackSize() - 1 - arguments;
    return call.name.equals("<init>") && before.getStack(receiver) == THIS;
  }

  /** A value that equals itself only, so that it is never merged with an initialised object. */
  private static final class UninitialisedThis extends BasicValue {
    UninitialisedThis() {
      super(Type.getObjectType("java/lang/Object"));
    }

    @Override
    public boolean equals(Object other) {
      return this == other;
    }

    @Override
    public int hashCode() {
      return System.identityHashCode(this);
    }
  }

  private static final class Values extends BasicInterpreter {
    Values() {
      super(Code.API);
    }

    @Override
    public BasicValue newParameterValue(boolean isInstanceMethod, int local, Type type) {
      return local == 0 ? THIS : super.newParameterValue(isInstanceMethod, local, type);
    }

    @Override
    public BasicValue merge(BasicValue one, BasicValue other) {
      boolean mixed = (one == THIS) != (other == THIS);
      return mixed ? BasicValue.UNINITIALIZED_VALUE : super.merge(one, other);
    }
  }

  private static final class Tracking extends Analyzer<BasicValue> {
    Tracking() {
      super(new Values());
    }

    @Override
    protected Frame<BasicValue> newFrame(int locals, int stack) {
      return new TrackingFrame(locals, stack);
    }

    @Override
    protected Frame<BasicValue> newFrame(Frame<? extends BasicValue> frame) {
      return new TrackingFrame(frame);
    }
  }

  private static final class TrackingFrame extends Frame<BasicValue> {
    TrackingFrame(int locals, int stack) {
      super(locals, stack);
    }

    TrackingFrame(Frame<? extends BasicValue> frame) {
      super(frame);
    }

    @Override
    public void execute(AbstractInsnNode node, Interpreter<BasicValue> values)
        throws AnalyzerException {
      boolean initialises = initialises(node, this);
      super.execute(node, values);
      if (initialises) {
        for (int i = 0; i < getLocals(); i++) {
          if (getLocal(i) == THIS) {
            setLocal(i, BasicValue.REFERENCE_VALUE);
          }
        }
        for (int i = 0; i < getStackSize(); i++) {
          if (getStack(i) == THIS) {
            setStack(i, BasicValue.REFERENCE_VALUE);
          }
        }
      }
    }
  }
}
