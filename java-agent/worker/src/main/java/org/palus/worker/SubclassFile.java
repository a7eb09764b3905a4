package org.palus.worker;

import java.util.function.IntFunction;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.commons.GeneratorAdapter;
import org.objectweb.asm.commons.Method;

/**
 * The class file of a class that extends an abstract one: its methods give what a function says for
 * their numbers.
 */
final class SubclassFile {
  private static final String FIELD = "answers";
  private static final Type FUNCTION = Type.getType(IntFunction.class);
  private static final Method APPLY = Method.getMethod("Object apply(int)");

  private final ClassWriter file = new ClassWriter(ClassWriter.COMPUTE_MAXS);
  private final Type self;
  private final Type superclass;

  /**
   * Of a class that extends another one.
   *
   * @param name its name, in the package of the other one where that has methods for its package alone
   */
  SubclassFile(String name, Class<?> extended) {
    self = Type.getObjectType(name.replace('.', '/'));
    superclass = Type.getType(extended);
  }

  /** The file, in which these methods are declared. */
  byte[] of(java.lang.reflect.Method[] methods) {
    file.visit(
        Opcodes.V1_8,
        Opcodes.ACC_FINAL | Opcodes.ACC_SUPER,
        self.getInternalName(),
        null,
        superclass.getInternalName(),
        null);
    int access = Opcodes.ACC_PRIVATE | Opcodes.ACC_FINAL;
    file.visitField(access, FIELD, FUNCTION.getDescriptor(), null, null).visitEnd();
    constructor();
    for (int i = 0; i < methods.length; i++) {
      answer(i, methods[i]);
    }
    file.visitEnd();
    return file.toByteArray();
  }

  /** The function is there before the other constructor runs, which may ask for an answer. */
  private void constructor() {
    Method made = new Method("<init>", Type.VOID_TYPE, new Type[] {FUNCTION});
    GeneratorAdapter code = new GeneratorAdapter(0, made, null, null, file);
    code.loadThis();
    code.loadArg(0);
    code.putField(self, FIELD, FUNCTION);
    code.loadThis();
    code.invokeConstructor(superclass, Method.getMethod("void <init>()"));
    code.returnValue();
    code.endMethod();
  }

  private void answer(int position, java.lang.reflect.Method method) {
    int access = method.getModifiers() & (Opcodes.ACC_PUBLIC | Opcodes.ACC_PROTECTED);
    GeneratorAdapter code =
        new GeneratorAdapter(access, Method.getMethod(method), null, null, file);
    code.loadThis();
    code.getField(self, FIELD, FUNCTION);
    code.push(position);
    code.invokeInterface(FUNCTION, APPLY);
    if (method.getReturnType() == void.class) {
      code.pop();
    } else {
      code.unbox(Type.getReturnType(method));
    }
    code.returnValue();
    code.endMethod();
  }
}
