package org.palus.transform;

import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * A class with the synthetic members that JaCoCo's agent gives it: code that reflects on its own
 * members sees them wherever coverage is measured.
 */
final class MeasuredClass extends ClassVisitor {
  private static final String FIELD = "$jacocoData";
  private static final String METHOD = "$jacocoInit";
  private static final String PROBES = "[Z";
  private static final int OF_CLASS =
      Opcodes.ACC_PRIVATE | Opcodes.ACC_STATIC | Opcodes.ACC_SYNTHETIC;
  private static final int OF_INTERFACE =
      Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC | Opcodes.ACC_SYNTHETIC;

  private String owner;
  private boolean isInterface;
  private boolean mayHaveMethod;

  MeasuredClass(ClassVisitor next) {
    super(Code.API, next);
  }

  @Override
  public void visit(
      int version, int access, String name, String signature, String parent, String[] interfaces) {
    owner = name;
    isInterface = (access & Opcodes.ACC_INTERFACE) != 0;
    // JVMS 4.6: before version 52 the methods of an interface are abstract.
    mayHaveMethod = !isInterface || Code.major(version) >= Opcodes.V1_8;
    super.visit(version, access, name, signature, parent, interfaces);
  }

  @Override
  public void visitEnd() {
    int field = isInterface ? OF_INTERFACE | Opcodes.ACC_FINAL : OF_CLASS | Opcodes.ACC_TRANSIENT;
    super.visitField(field, FIELD, PROBES, null, null).visitEnd();
    if (mayHaveMethod) {
      method(super.visitMethod(isInterface ? OF_INTERFACE : OF_CLASS, METHOD, "()[Z", null, null));
    }
    super.visitEnd();
  }

  private void method(MethodVisitor code) {
    code.visitCode();
    code.visitFieldInsn(Opcodes.GETSTATIC, owner, FIELD, PROBES);
    code.visitInsn(Opcodes.ARETURN);
    code.visitMaxs(1, 0);
    code.visitEnd();
  }
}
