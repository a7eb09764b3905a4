package org.palus.transform;

import java.util.Set;
import java.util.function.BooleanSupplier;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.analysis.AnalyzerException;

/**
 * Record mode for one class: its methods and constructors, but neither static initialisers nor
 * bridges, which are no calls of the program's own. Of private and compiler-made methods (a
 * lambda's body is one) the fields alone are counted, but where calls of the JDK are watched, or
 * what is passed is secret by its name. The topmost recorded class of a hierarchy also gets a field
 * for the identity of its objects: a private one, so that the default {@code serialVersionUID}
 * stays as it was.
 */
final class RecordClass extends ClassVisitor {
  static final String FIELD = "$palus";
  private static final int FIELD_ACCESS =
      Opcodes.ACC_PRIVATE | Opcodes.ACC_TRANSIENT | Opcodes.ACC_SYNTHETIC;

  /** A method that has one of these is called by its own class alone. */
  private static final int UNCALLED = Opcodes.ACC_PRIVATE | Opcodes.ACC_SYNTHETIC;

  private final boolean mayAddField;
  private final Set<String> tooLarge;
  private final Set<String> withoutSites;
  private final BooleanSupplier isOfTests;
  private final boolean watchesCallSites = Transformer.watchesCallSites();
  private final StringBuilder fields = new StringBuilder();
  private RecordedClass owner;
  private boolean changed;

  /**
   * Records a class.
   *
   * @param mayAddField false for a class that is loaded already without the field
   * @param tooLarge names with descriptors of methods that are left alone
   * @param withoutSites those of methods whose calls are not watched
   * @param isOfTests whether the class has tests: what these ask is not told
   */
  RecordClass(
      ClassVisitor next,
      boolean mayAddField,
      Set<String> tooLarge,
      Set<String> withoutSites,
      BooleanSupplier isOfTests) {
    super(Code.API, next);
    this.mayAddField = mayAddField;
    this.tooLarge = tooLarge;
    this.withoutSites = withoutSites;
    this.isOfTests = isOfTests;
  }

  boolean changed() {
    return changed;
  }

  @Override
  public void visit(
      int version, int access, String name, String signature, String parent, String[] interfaces) {
    boolean mayHaveField = mayAddField && (access & Opcodes.ACC_INTERFACE) == 0;
    owner = new RecordedClass(name, Code.major(version), parent, mayHaveField);
    super.visit(version, access, name, signature, parent, interfaces);
  }

  @Override
  public FieldVisitor visitField(
      int access, String name, String descriptor, String signature, Object value) {
    fields.append(name).append(';');
    return super.visitField(access, name, descriptor, signature, value);
  }

  @Override
  public MethodVisitor visitMethod(
      int access, String name, String descriptor, String signature, String[] exceptions) {
    MethodVisitor next = super.visitMethod(access, name, descriptor, signature, exceptions);
    if (!Code.isInstrumentable(access, name)
        || name.equals("<clinit>")
        || tooLarge.contains(name + descriptor)
        || (access & Opcodes.ACC_BRIDGE) != 0) {
      return next;
    }
    return new Held(next, access, name, descriptor, signature, exceptions);
  }

  @Override
  public void visitEnd() {
    if (changed) {
      Transformer.declares(Transformer.dotted(owner.name), owner.parent(), fields.toString());
    }
    if (changed && owner.declaresField()) {
      super.visitField(FIELD_ACCESS, FIELD, "J", null, null).visitEnd();
    }
    super.visitEnd();
  }

  private MethodVisitor recorder(MethodVisitor last, MethodNode method, ConstructorStates states) {
    changed = true;
    String name = Transformer.dotted(owner.name);
    int id = Transformer.methodId(name, method.name, method.desc, method.access);
    boolean isWatched = !withoutSites.contains(method.name + method.desc);
    Sites sites = isWatched && watchesCallSites ? Sites.of(owner.name, method) : Sites.NONE;
    Questions questions = isWatched ? Questions.of(owner, method) : Questions.NONE;
    boolean asks = !questions.isEmpty() && !isOfTests.getAsBoolean();
    int locals = method.maxLocals + 1 + sites.locals();
    MethodVisitor next = asks ? new AskingMethod(last, locals, questions) : last;
    String parameters = ParameterNames.of(method);
    boolean isUncalled = states == null && (method.access & UNCALLED) != 0 && sites.isEmpty();
    if (isUncalled && !Transformer.tellsSecret(name, names(method, parameters))) {
      return new CountedMethod(next, owner, id);
    }
    if (!parameters.isEmpty()) {
      Transformer.parameters(id, parameters);
    }
    return new RecordMethod(next, owner, method, id, states, sites);
  }

  /** By which a method says that what it is passed is secret. */
  private static String names(MethodNode method, String parameters) {
    StringBuilder names = new StringBuilder(method.name).append(';').append(parameters);
    for (AbstractInsnNode instruction : method.instructions) {
      int opcode = instruction.getOpcode();
      if (opcode == Opcodes.PUTFIELD || opcode == Opcodes.PUTSTATIC) {
        names.append(((FieldInsnNode) instruction).name).append(';');
      }
    }
    return names.toString();
  }

  /**
   * Held back until it is complete: whether there are handlers, and where a constructor's object is
   * initialised, must be known beforehand.
   */
  private final class Held extends MethodNode {
    private final MethodVisitor next;

    Held(
        MethodVisitor next,
        int access,
        String name,
        String descriptor,
        String signature,
        String[] exceptions) {
      super(Code.API, access, name, descriptor, signature, exceptions);
      this.next = next;
    }

    @Override
    public void visitEnd() {
      if (!name.equals("<init>")) {
        accept(recorder(next, this, null));
        return;
      }
      try {
        ConstructorStates states = ConstructorStates.of(owner.name, this);
        accept(states == null ? next : recorder(next, this, states));
      } catch (AnalyzerException e) {
        throw new IllegalArgumentException("a constructor's code is invalid: " + e.getMessage(), e);
      }
    }
  }
}
