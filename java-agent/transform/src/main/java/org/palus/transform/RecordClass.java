package org.palus.transform;

import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.analysis.AnalyzerException;

/**
 * Record mode for one class: its methods and constructors, private and compiler-made ones included
 * (a lambda's body is one), but neither static initialisers nor bridges, which are no calls of the
 * program's own.
 */
final class RecordClass extends ClassVisitor {
  private String owner;
  private int version;
  private boolean changed;

  RecordClass(ClassVisitor next) {
    super(Code.API, next);
  }

  boolean changed() {
    return changed;
  }

  @Override
  public void visit(
      int version, int access, String name, String signature, String parent, String[] interfaces) {
    this.version = Code.major(version);
    owner = name;
    super.visit(version, access, name, signature, parent, interfaces);
  }

  @Override
  public MethodVisitor visitMethod(
      int access, String name, String descriptor, String signature, String[] exceptions) {
    MethodVisitor next = super.visitMethod(access, name, descriptor, signature, exceptions);
    if (!Code.isInstrumentable(access, name)
        || name.equals("<clinit>")
        || (access & Opcodes.ACC_BRIDGE) != 0) {
      return next;
    }
    if (name.equals("<init>")) {
      return new Constructor(next, access, descriptor, signature, exceptions);
    }
    return recorder(next, access, name, descriptor, null);
  }

  private RecordMethod recorder(
      MethodVisitor next, int access, String name, String descriptor, ConstructorStates states) {
    changed = true;
    int id = Transformer.methodId(Transformer.dotted(owner), name, descriptor, access);
    return new RecordMethod(next, version, access, descriptor, id, states);
  }

  /** Held back until it is complete: where its object is initialised must be known beforehand. */
  private final class Constructor extends MethodNode {
    private final MethodVisitor next;

    Constructor(
        MethodVisitor next, int access, String descriptor, String signature, String[] exceptions) {
      super(Code.API, access, "<init>", descriptor, signature, exceptions);
      this.next = next;
    }

    @Override
    public void visitEnd() {
      try {
        ConstructorStates states = ConstructorStates.of(owner, this);
        accept(states == null ? next : recorder(next, access, name, desc, states));
      } catch (AnalyzerException e) {
        throw new IllegalArgumentException("a constructor's code is invalid: " + e.getMessage(), e);
      }
    }
  }
}
