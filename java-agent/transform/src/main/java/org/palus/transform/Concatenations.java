package org.palus.transform;

import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TypeInsnNode;
import org.objectweb.asm.tree.analysis.Analyzer;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.BasicInterpreter;
import org.objectweb.asm.tree.analysis.BasicValue;

/**
 * Finds string builders that nobody but one expression ever sees: what javac made of {@code a + b}
 * before Java 9. Such a builder goes from its constructor through calls of {@code append} to {@code
 * toString} and is never stored, passed or compared. Values are followed through the code.
 */
final class Concatenations extends BasicInterpreter {
  private static final Set<String> BUILDERS =
      Set.of("java/lang/StringBuilder", "java/lang/StringBuffer");

  private final Map<AbstractInsnNode, Builder> builders = new HashMap<>();

  /** By call, the builder that it is made on. */
  private final Map<AbstractInsnNode, Builder> calls = new IdentityHashMap<>();

  private final Set<Builder> seen = new HashSet<>();

  private Concatenations() {
    super(Code.API);
  }

  /**
   * The numbers of the calls on such builders, their constructors included.
   *
   * @param owner the class of the method, with slashes
   */
  static BitSet in(String owner, MethodNode method) {
    BitSet found = new BitSet();
    if (!makesBuilder(method)) {
      return found;
    }
    Concatenations values = new Concatenations();
    try {
      new Analyzer<>(values).analyze(owner, method);
    } catch (AnalyzerException e) {
      throw new IllegalArgumentException("a method's code is invalid: " + e.getMessage(), e);
    }
    int ordinal = 0;
    for (AbstractInsnNode node : method.instructions) {
      Builder builder = values.calls.get(node);
      found.set(ordinal, builder != null && !values.seen.contains(builder));
      ordinal += node.getOpcode() < 0 ? 0 : 1;
    }
    return found;
  }

  private static boolean makesBuilder(MethodNode method) {
    for (AbstractInsnNode node : method.instructions) {
      if (node.getOpcode() == Opcodes.NEW && BUILDERS.contains(((TypeInsnNode) node).desc)) {
        return true;
      }
    }
    return false;
  }

  @Override
  public BasicValue newOperation(AbstractInsnNode node) throws AnalyzerException {
    if (node.getOpcode() == Opcodes.NEW && BUILDERS.contains(((TypeInsnNode) node).desc)) {
      return builders.computeIfAbsent(node, n -> new Builder(((TypeInsnNode) n).desc));
    }
    return super.newOperation(node);
  }

  @Override
  public BasicValue copyOperation(AbstractInsnNode node, BasicValue value)
      throws AnalyzerException {
    boolean isDoubledAtOnce = node.getOpcode() == Opcodes.DUP && follows(node, value);
    if (!isDoubledAtOnce) {
      see(value);
    }
    return super.copyOperation(node, value);
  }

  private boolean follows(AbstractInsnNode node, BasicValue value) {
    return node.getPrevious() != null && builders.get(node.getPrevious()) == value;
  }

  @Override
  public BasicValue unaryOperation(AbstractInsnNode node, BasicValue value)
      throws AnalyzerException {
    see(value);
    return super.unaryOperation(node, value);
  }

  @Override
  public BasicValue binaryOperation(AbstractInsnNode node, BasicValue one, BasicValue other)
      throws AnalyzerException {
    see(one);
    see(other);
    return super.binaryOperation(node, one, other);
  }

  @Override
  public BasicValue ternaryOperation(
      AbstractInsnNode node, BasicValue array, BasicValue index, BasicValue value)
      throws AnalyzerException {
    see(value);
    return super.ternaryOperation(node, array, index, value);
  }

  @Override
  public void returnOperation(AbstractInsnNode node, BasicValue value, BasicValue expected) {
    see(value);
  }

  @Override
  public BasicValue naryOperation(AbstractInsnNode node, List<? extends BasicValue> values)
      throws AnalyzerException {
    int receiver = -1;
    if (node instanceof MethodInsnNode && isOfExpression((MethodInsnNode) node)) {
      receiver = 0;
    }
    for (int i = 0; i < values.size(); i++) {
      if (i != receiver) {
        see(values.get(i));
      }
    }
    if (receiver == 0 && values.get(0) instanceof Builder) {
      calls.put(node, (Builder) values.get(0));
      if (((MethodInsnNode) node).name.equals("append")) {
        return values.get(0);
      }
    }
    return super.naryOperation(node, values);
  }

  private static boolean isOfExpression(MethodInsnNode call) {
    return BUILDERS.contains(call.owner)
        && (call.name.equals("<init>")
            || call.name.equals("append")
            || call.name.equals("toString"));
  }

  @Override
  public BasicValue merge(BasicValue one, BasicValue other) {
    if (one != other) {
      see(one);
      see(other);
    }
    return super.merge(one, other);
  }

  private void see(BasicValue value) {
    if (value instanceof Builder) {
      seen.add((Builder) value);
    }
  }

  /** A builder by the instruction that makes it; equal to itself only. */
  private static final class Builder extends BasicValue {
    Builder(String type) {
      super(Type.getObjectType(type));
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
}
