package org.palus.transform;

import java.util.Set;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.analysis.AnalyzerException;

/**
 * Record mode with a trace, for one class: those of its methods and constructors that can be called
 * from outside tell of it when they are. What the compiler made is called by no source.
 */
final class ExecutionClass extends ClassVisitor {
  private static final int NOT_CALLED = Opcodes.ACC_PRIVATE | Opcodes.ACC_SYNTHETIC;

  private static final String STATICS = "org/palus/hook/Statics";

  /** What the compiler made, and constants of enums. */
  private static final int NO_STATE = Opcodes.ACC_SYNTHETIC | Opcodes.ACC_ENUM;

  /** The first class files whose code can name a class (JVMS 4.4, table 4.4-C). */
  private static final int FIRST_WITH_CLASS_CONSTANTS = 49;

  private final Set<String> tooLarge;
  private RecordedClass owner;
  private boolean hasStatics;

  /**
   * Instruments a class.
   *
   * @param tooLarge names with descriptors of methods that are left alone
   */
  ExecutionClass(ClassVisitor next, Set<String> tooLarge) {
    super(Code.API, next);
    this.tooLarge = tooLarge;
  }

  @Override
  public void visit(
      int version, int access, String name, String signature, String parent, String[] interfaces) {
    owner = new RecordedClass(name, Code.major(version), parent, false);
    super.visit(version, access, name, signature, parent, interfaces);
  }

  @Override
  public FieldVisitor visitField(
      int access, String name, String descriptor, String signature, Object value) {
    boolean isStatic = (access & Opcodes.ACC_STATIC) != 0 && (access & NO_STATE) == 0;
    boolean isConstant = (access & Opcodes.ACC_FINAL) != 0 && isValue(descriptor);
    hasStatics |= isStatic && !isConstant && Transformer.withStatics();
    return super.visitField(access, name, descriptor, signature, value);
  }

  private static boolean isValue(String descriptor) {
    return descriptor.length() == 1 || descriptor.equals("Ljava/lang/String;");
  }

  @Override
  public MethodVisitor visitMethod(
      int access, String name, String descriptor, String signature, String[] exceptions) {
    MethodVisitor next = super.visitMethod(access, name, descriptor, signature, exceptions);
    boolean mayName = owner.version >= FIRST_WITH_CLASS_CONSTANTS;
    if (hasStatics && mayName && Code.isInstrumentable(access, name)) {
      next = new InUse(next);
    }
    boolean isConstructor = name.equals("<init>");
    if (!Code.isInstrumentable(access, name)
        || name.equals("<clinit>")
        || tooLarge.contains(name + descriptor)
        || (access & (isConstructor ? Opcodes.ACC_PRIVATE : NOT_CALLED)) != 0) {
      return next;
    }
    int id = Transformer.methodId(Transformer.dotted(owner.name), name, descriptor, access);
    if (isConstructor) {
      return new Held(next, id, access, name, descriptor, signature, exceptions);
    }
    return new ExecutionMethod(next, owner, access, descriptor, id, null);
  }

  /** Says when it starts that its class is in use. */
  private final class InUse extends MethodVisitor {
    InUse(MethodVisitor next) {
      super(Code.API, next);
    }

    @Override
    public void visitCode() {
      super.visitCode();
      visitLdcInsn(Type.getObjectType(owner.name));
      Code.call(mv, STATICS, "of", "(Ljava/lang/Class;)V");
    }

    @Override
    public void visitMaxs(int maxStack, int maxLocals) {
      super.visitMaxs(Math.max(maxStack, 1), maxLocals);
    }
  }

  /** A constructor is held back until it is known where its object is initialised. */
  private final class Held extends MethodNode {
    private final MethodVisitor next;
    private final int id;

    Held(
        MethodVisitor next,
        int id,
        int access,
        String name,
        String descriptor,
        String signature,
        String[] exceptions) {
      super(Code.API, access, name, descriptor, signature, exceptions);
      this.next = next;
      this.id = id;
    }

    @Override
    public void visitEnd() {
      try {
        ConstructorStates states = ConstructorStates.of(owner.name, this);
        accept(
            states == null ? next : new ExecutionMethod(next, owner, access, desc, id, states));
      } catch (AnalyzerException e) {
        throw new IllegalArgumentException("a constructor's code is invalid: " + e.getMessage(), e);
      }
    }
  }
}
