package org.palus.equality;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodTooLargeException;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.palus.program.ProgramLoader;

/** Loads the program, whose methods tell {@link Reads} what they read where that is asked for. */
final class Loader extends ProgramLoader {
  private static final int API = Opcodes.ASM9;
  private static final String READS = Type.getInternalName(Reads.class);

  private final boolean isWeaving;

  Loader(Path classPath, boolean isWeaving) throws IOException {
    super(classPath, Set.of(Reads.class));
    this.isWeaving = isWeaving;
  }

  @Override
  protected byte[] woven(byte[] original) {
    if (!isWeaving) {
      return original;
    }
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
