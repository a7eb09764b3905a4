package org.palus.transform;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.AnnotationVisitor;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Handle;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.RecordComponentVisitor;

/**
 * The methods of a class that nobody wrote: what the language declares of an enum class (JLS 8.9.3)
 * or a record class (JLS 8.10.3), and what is annotated as generated, or all where the class is.
 * Coverage tools do not count them either. {@code native/classes/src/parse/unwritten.rs} has the
 * same rules.
 */
final class Unwritten extends ClassVisitor {
  private static final String OBJECT_METHODS = "java/lang/runtime/ObjectMethods";

  private static final Set<String> OF_OBJECT =
      Set.of("equals(Ljava/lang/Object;)Z", "hashCode()I", "toString()Ljava/lang/String;");

  /** By name and descriptor. */
  private final Set<String> methods = new HashSet<>();

  /** Descriptors of the components of a record, by name. */
  private final Map<String, String> components = new HashMap<>();

  private String owner;
  private boolean isEnum;
  private boolean isRecord;
  private boolean isGenerated;

  private Unwritten() {
    super(Code.API);
  }

  /** By name and descriptor, one behind the other. */
  static Set<String> of(ClassReader reader) {
    Unwritten visitor = new Unwritten();
    int rest = ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES;
    boolean isRecord = "java/lang/Record".equals(reader.getSuperName());
    reader.accept(visitor, isRecord ? rest : rest | ClassReader.SKIP_CODE);
    return visitor.methods;
  }

  @Override
  public void visit(
      int version, int access, String name, String signature, String parent, String[] interfaces) {
    owner = name;
    isEnum = (access & Opcodes.ACC_ENUM) != 0 && "java/lang/Enum".equals(parent);
    isRecord = "java/lang/Record".equals(parent);
  }

  @Override
  public AnnotationVisitor visitAnnotation(String descriptor, boolean isVisible) {
    isGenerated |= saysSo(descriptor);
    return null;
  }

  @Override
  public RecordComponentVisitor visitRecordComponent(
      String name, String descriptor, String signature) {
    components.put(name, descriptor);
    return null;
  }

  @Override
  public MethodVisitor visitMethod(
      int access, String name, String descriptor, String signature, String[] exceptions) {
    String key = name + descriptor;
    if (isGenerated || isEnum && isOfEachEnum(name, descriptor)) {
      methods.add(key);
    }
    return new Method(key, name, descriptor);
  }

  private boolean isOfEachEnum(String name, String descriptor) {
    return name.equals("values") && descriptor.equals("()[L" + owner + ';')
        || name.equals("valueOf") && descriptor.equals("(Ljava/lang/String;)L" + owner + ';');
  }

  /** Whether the simple name of an annotation says that a tool wrote what carries it. */
  private static boolean saysSo(String descriptor) {
    int simple = Math.max(descriptor.lastIndexOf('/'), descriptor.lastIndexOf('$')) + 1;
    return descriptor.indexOf("Generated", simple) >= 0;
  }

  private final class Method extends InstructionVisitor {
    private final String key;
    private final String name;
    private final boolean isOfObject;

    /** How many instructions there were. */
    private int steps;

    /** Whether these give the field of the component that the method has its name from. */
    private boolean gives;

    Method(String key, String name, String descriptor) {
      super(null);
      this.key = key;
      this.name = name;
      gives = isRecord && descriptor.equals("()" + components.get(name));
      isOfObject = isRecord && OF_OBJECT.contains(key);
    }

    @Override
    public AnnotationVisitor visitAnnotation(String descriptor, boolean isVisible) {
      if (saysSo(descriptor)) {
        methods.add(key);
      }
      return null;
    }

    @Override
    void before(int opcode) {
      boolean returns = opcode >= Opcodes.IRETURN && opcode <= Opcodes.ARETURN;
      boolean[] expected = {opcode == Opcodes.ALOAD, opcode == Opcodes.GETFIELD, returns};
      gives &= steps < expected.length && expected[steps];
      steps++;
    }

    @Override
    public void visitFieldInsn(int opcode, String of, String field, String descriptor) {
      super.visitFieldInsn(opcode, of, field, descriptor);
      gives &= of.equals(owner) && field.equals(name);
    }

    @Override
    public void visitInvokeDynamicInsn(
        String called, String descriptor, Handle bootstrap, Object... arguments) {
      super.visitInvokeDynamicInsn(called, descriptor, bootstrap, arguments);
      if (isOfObject && bootstrap.getOwner().equals(OBJECT_METHODS)) {
        methods.add(key);
      }
    }

    @Override
    public void visitEnd() {
      if (gives && steps == 3) {
        methods.add(key);
      }
    }
  }
}
