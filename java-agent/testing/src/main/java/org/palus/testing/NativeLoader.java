package org.palus.testing;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.function.UnaryOperator;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Loads fresh copies of some classes; their native methods call {@link Natives} instead. A hook may
 * change the bytes of the others, as the transformer does.
 */
public final class NativeLoader extends ClassLoader {
  private static final String NATIVES = Type.getInternalName(Natives.class);
  private final List<String> prefixes;
  private UnaryOperator<byte[]> change = bytes -> null;

  /**
   * Takes over classes by name.
   *
   * @param prefixes what the names of the classes start with that get copies
   */
  public NativeLoader(String... prefixes) {
    super(NativeLoader.class.getClassLoader());
    this.prefixes = List.of(prefixes);
  }

  /** From now on classes are changed by this; null means unchanged. */
  public void changeBy(UnaryOperator<byte[]> change) {
    this.change = change;
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    synchronized (getClassLoadingLock(name)) {
      Class<?> known = findLoadedClass(name);
      if (known != null) {
        return known;
      }
      if (prefixes.stream().noneMatch(name::startsWith)) {
        return super.loadClass(name, resolve);
      }
      byte[] bytes = withoutNatives(read(name));
      byte[] changed = change.apply(bytes);
      byte[] used = changed == null ? bytes : changed;
      return defineClass(name, used, 0, used.length);
    }
  }

  /** Defines a class that a test made up. */
  public Class<?> define(byte[] bytes) {
    return defineClass(null, bytes, 0, bytes.length);
  }

  /** The bytes of a class file on the class path. */
  public static byte[] read(String name) {
    String file = name.replace('.', '/') + ".class";
    try (InputStream in = NativeLoader.class.getClassLoader().getResourceAsStream(file)) {
      if (in == null) {
        throw new IllegalArgumentException(file + " is not on the class path");
      }
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static byte[] withoutNatives(byte[] bytes) {
    ClassReader reader = new ClassReader(bytes);
    ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
    reader.accept(new NativesReplaced(writer), 0);
    return writer.toByteArray();
  }

  private static final class NativesReplaced extends ClassVisitor {
    NativesReplaced(ClassVisitor next) {
      super(Opcodes.ASM9, next);
    }

    @Override
    public MethodVisitor visitMethod(
        int access, String name, String descriptor, String signature, String[] exceptions) {
      int without = access & ~Opcodes.ACC_NATIVE;
      MethodVisitor mv = super.visitMethod(without, name, descriptor, signature, exceptions);
      if (without == access) {
        return mv;
      }
      mv.visitCode();
      int variable = 0;
      for (Type type : Type.getArgumentTypes(descriptor)) {
        mv.visitVarInsn(type.getOpcode(Opcodes.ILOAD), variable);
        variable += type.getSize();
      }
      mv.visitMethodInsn(Opcodes.INVOKESTATIC, NATIVES, name, descriptor, false);
      mv.visitInsn(Type.getReturnType(descriptor).getOpcode(Opcodes.IRETURN));
      mv.visitMaxs(0, 0);
      mv.visitEnd();
      return null;
    }
  }
}
