package org.palus.transform;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.IntStream;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.commons.AnalyzerAdapter;

/**
 * Search mode for one method: a probe on every edge.
 *
 * <p>Edges are numbered in this order, which depends on the class file alone: the method's entry;
 * then, instruction by instruction,
 *
 * <ul>
 *   <li>the start of an exception handler that does not cover itself (before the instruction's own
 *       edges),
 *   <li>a conditional jump: taken, not taken,
 *   <li>a switch: its default, then each further target where it is first named,
 *   <li>a {@code goto} backwards: one.
 * </ul>
 *
 * <p>Every cycle of a method contains an edge that uses fuel, so no loop is endless. Where no edge is
 * to be counted, that is all that they do.
 */
final class SearchMethod extends InstructionVisitor {
  private static final String PROBE = "org/palus/hook/Probe";

  /** Of a larger switch no keys are shown. */
  private static final int MANY_KEYS = 1000;

  /** What the verifier knows here; null for classes without stack map frames. */
  private final AnalyzerAdapter frames;

  /** Null when they are not counted. */
  private final EdgeCounter edges;

  SearchMethod(MethodVisitor next, AnalyzerAdapter frames, EdgeCounter edges) {
    super(next);
    this.frames = frames;
    this.edges = edges;
  }

  @Override
  public void visitCode() {
    super.visitCode();
    hit();
  }

  @Override
  void before(int opcode) {
    if (entersHandler(opcode) && edges != null) {
      probe("mark");
    }
  }

  @Override
  public void visitJumpInsn(int opcode, Label target) {
    if (opcode == Opcodes.GOTO) {
      before(opcode);
      if (handlers.isReached(target)) {
        hit();
      }
      mv.visitJumpInsn(opcode, target);
    } else if (opcode == Opcodes.JSR || isUnreachable()) {
      super.visitJumpInsn(opcode, target);
    } else {
      before(opcode);
      conditional(opcode, target);
    }
  }

  @Override
  public void visitInsn(int opcode) {
    if (opcode != Opcodes.LCMP) {
      super.visitInsn(opcode);
      return;
    }
    before(opcode);
    Comparisons.longs(mv);
  }

  @Override
  public void visitIntInsn(int opcode, int operand) {
    before(opcode);
    if (opcode == Opcodes.NEWARRAY) {
      Allocations.ofPrimitives(mv, operand);
    }
    mv.visitIntInsn(opcode, operand);
  }

  @Override
  public void visitTypeInsn(int opcode, String type) {
    before(opcode);
    if (opcode == Opcodes.ANEWARRAY) {
      Allocations.ofReferences(mv);
    }
    mv.visitTypeInsn(opcode, type);
  }

  @Override
  public void visitMultiANewArrayInsn(String descriptor, int dimensions) {
    before(Opcodes.MULTIANEWARRAY);
    Allocations.ofArrays(mv, descriptor, dimensions);
    mv.visitMultiANewArrayInsn(descriptor, dimensions);
  }

  @Override
  public void visitMethodInsn(
      int opcode, String owner, String name, String descriptor, boolean isInterface) {
    before(opcode);
    if (!isUnreachable() && opcode != Opcodes.INVOKESPECIAL) {
      Comparisons.call(mv, opcode, owner, name, descriptor);
    }
    Allocations.call(mv, owner, name, descriptor);
    if (!Turns.call(mv, opcode, owner, name, descriptor)) {
      mv.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
    }
    Clocks.called(mv, owner, name);
  }

  /** {@code IFxx target} becomes {@code IFnot-xx M; probe; GOTO target; M: probe}. */
  private void conditional(int opcode, Label target) {
    Label notTaken = new Label();
    Comparisons.jump(mv, opcode);
    mv.visitJumpInsn(inverse(opcode), notTaken);
    Frame here = Frame.at(frames, 0);
    hit();
    mv.visitJumpInsn(Opcodes.GOTO, target);
    mv.visitLabel(notTaken);
    here.visit(mv);
    hit();
  }

  @Override
  public void visitTableSwitchInsn(int min, int max, Label otherwise, Label... labels) {
    before(Opcodes.TABLESWITCH);
    if (isUnreachable()) {
      mv.visitTableSwitchInsn(min, max, otherwise, labels);
      return;
    }
    Frame behind = Frame.at(frames, 1);
    Map<Label, Label> probes = probes(otherwise, labels);
    Comparisons.keys(mv, IntStream.rangeClosed(min, max).limit(MANY_KEYS).toArray());
    mv.visitTableSwitchInsn(min, max, probes.get(otherwise), through(probes, labels));
    visitTargets(probes, behind);
  }

  @Override
  public void visitLookupSwitchInsn(Label otherwise, int[] keys, Label[] labels) {
    before(Opcodes.LOOKUPSWITCH);
    if (isUnreachable()) {
      mv.visitLookupSwitchInsn(otherwise, keys, labels);
      return;
    }
    Frame behind = Frame.at(frames, 1);
    Map<Label, Label> probes = probes(otherwise, labels);
    Comparisons.keys(mv, keys);
    mv.visitLookupSwitchInsn(probes.get(otherwise), keys, through(probes, labels));
    visitTargets(probes, behind);
  }

  @Override
  public void visitMaxs(int maxStack, int maxLocals) {
    // a probe pushes its number, a comparison its operands, an allocation its lengths and the bytes
    // of an element
    super.visitMaxs(maxStack + Math.max(Comparisons.STACK, Allocations.STACK), maxLocals);
  }

  private static Map<Label, Label> probes(Label otherwise, Label[] labels) {
    Map<Label, Label> probes = new LinkedHashMap<>();
    probes.put(otherwise, new Label());
    for (Label label : labels) {
      probes.computeIfAbsent(label, target -> new Label());
    }
    return probes;
  }

  private static Label[] through(Map<Label, Label> probes, Label[] labels) {
    return Arrays.stream(labels).map(probes::get).toArray(Label[]::new);
  }

  private void visitTargets(Map<Label, Label> probes, Frame behind) {
    for (Map.Entry<Label, Label> probe : probes.entrySet()) {
      mv.visitLabel(probe.getValue());
      behind.visit(mv);
      hit();
      mv.visitJumpInsn(Opcodes.GOTO, probe.getKey());
    }
  }

  /** In code that nothing leads to, the verifier's state is unknown where no frame gives it. */
  private boolean isUnreachable() {
    return frames != null && frames.locals == null;
  }

  private void hit() {
    if (edges == null) {
      Code.call(mv, PROBE, "use", "()V");
    } else {
      probe("hit");
    }
  }

  private void probe(String name) {
    Code.push(mv, edges.next());
    Code.call(mv, PROBE, name, "(I)V");
  }

  private static int inverse(int opcode) {
    if (opcode == Opcodes.IFNULL) {
      return Opcodes.IFNONNULL;
    }
    if (opcode == Opcodes.IFNONNULL) {
      return Opcodes.IFNULL;
    }
    // IFEQ 153 and IFNE 154, IFLT 155 and IFGE 156, ...: each pair differs in the lowest bit of n-1
    return ((opcode + 1) ^ 1) - 1;
  }
}
