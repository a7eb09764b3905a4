package org.palus.equality;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLClassLoader;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodTooLargeException;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** Loads the program, whose methods tell {@link Reads} what they read where that is asked for. */
final class Loader extends URLClassLoader {
  private static final int API = Opcodes.ASM9;
  private static final String READS = Type.getInternalName(Reads.class);

  private final boolean isWeaving;

  Loader(URL[] classPath, boolean isWeaving) {
    super(classPath, ClassLoader.getPlatformClassLoader());
    this.isWeaving = isWeaving;
  }

  @Override
  protected Class<?> findClass(String name) throws ClassNotFoundException {
    if (name.equals(Reads.class.getName())) {
      return Reads.class;
    }
    if (!isWeaving) {
      return super.findClass(name);
    }
    try (InputStream file = getResourceAsStream(name.replace('.', '/') + ".class")) {
      if (file == null) {
        throw new ClassNotFoundException(name);
      }
      byte[] bytes = woven(file.readAllBytes());
      return defineClass(name, bytes, 0, bytes.length);
    } catch (IOException e) {
      throw new ClassNotFoundException(name, e);
    }
  }

  private static byte[] woven(byte[] original) {
    ClassReader reader = new ClassReader(original);
    ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
    try {
      reader.accept(new Weaver(writer), 0);
      return writer.toByteArray();
    } catch (MethodTooLargeException e) {
      return original;
    }
  }

  private static final class Weaver extends ClassVisitor {
    Weaver(ClassVisitor next) {
      super(API, next);
    }

    @Override
    public MethodVisitor visitMethod(
        int access, String name, String descriptor, String signature, String[] exceptions) {
      MethodVisitor next = super.visitMethod(access, name, descriptor, signature, exceptions);
      return name.startsWith("<") ? next : new Telling(next);
    }
  }

  private static final class Telling extends MethodVisitor {
    Telling(MethodVisitor next) {
      super(API, next);
    }

    @Override
    public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
      if (opcode == Opcodes.GETFIELD) {
        super.visitInsn(Opcodes.DUP);
        super.visitLdcInsn(name);
        tell("field", "(Ljava/lang/Object;Ljava/lang/String;)V");
      }
      super.visitFieldInsn(opcode, owner, name, descriptor);
    }

    @Override
    public void visitInsn(int opcode) {
      if (opcode >= Opcodes.IALOAD && opcode <= Opcodes.SALOAD) {
        super.visitInsn(Opcodes.DUP2);
        tell("element", "(Ljava/lang/Object;I)V");
      } else if (opcode == Opcodes.ARRAYLENGTH) {
        super.visitInsn(Opcodes.DUP);
        tell("length", "(Ljava/lang/Object;)V");
      }
      super.visitInsn(opcode);
    }

    private void tell(String method, String descriptor) {
      super.visitMethodInsn(Opcodes.INVOKESTATIC, READS, method, descriptor, false);
    }
  }
}
