package org.palus.transform;

import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Makes the JDK's own filter of what reflection shows leave out the injected field. Registering a
 * filter there instead would keep the filtered classes from being unloaded.
 */
final class HideClass extends ClassVisitor {
  private static final String FIELDS = "[Ljava/lang/reflect/Field;";

  private boolean changed;

  HideClass(ClassVisitor next) {
    super(Code.API, next);
  }

  boolean changed() {
    return changed;
  }

  @Override
  public MethodVisitor visitMethod(
      int access, String name, String descriptor, String signature, String[] exceptions) {
    MethodVisitor next = super.visitMethod(access, name, descriptor, signature, exceptions);
    if (!name.equals("filterFields")
        || !descriptor.equals("(Ljava/lang/Class;" + FIELDS + ")" + FIELDS)) {
      return next;
    }
    changed = true;
    return new Filtered(next);
  }

  private static final class Filtered extends MethodVisitor {
    Filtered(MethodVisitor next) {
      super(Code.API, next);
    }

    @Override
    public void visitCode() {
      super.visitCode();
      mv.visitVarInsn(Opcodes.ALOAD, 1);
      Code.call(mv, "org/palus/hook/Hidden", "without", "(" + FIELDS + ")" + FIELDS);
      mv.visitVarInsn(Opcodes.ASTORE, 1);
    }
  }
}
