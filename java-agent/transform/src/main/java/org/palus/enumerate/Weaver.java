package org.palus.enumerate;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodTooLargeException;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Has classes tell {@link Hooks} what they read and write, and gives their objects a field for
 * their {@link Cell}. Fields are not final any more, so that they can be set.
 */
final class Weaver {
  /** The field that is added. */
  static final String CELL = "$palusCell";

  private static final int API = Opcodes.ASM9;
  private static final String CELL_TYPE = Type.getDescriptor(Cell.class);
  private static final String HOOKS = Type.getInternalName(Hooks.class);
  private static final String TOLD = "(" + CELL_TYPE + "I)V";

  private final Predicate<String> isOfProgram;

  /** Numbers of fields as instructions name them: class, {@code #}, name. */
  private final Map<String, Integer> numbers = new LinkedHashMap<>();

  private final Map<Integer, String> names = new LinkedHashMap<>();

  /** Of fields that were final, by class, {@code #} and name. */
  private final Set<String> finals = new HashSet<>();

  /** {@code isOfProgram} knows the classes that are woven, by internal names. */
  Weaver(Predicate<String> isOfProgram) {
    this.isOfProgram = isOfProgram;
  }

  /** Of the field with this number its class, {@code #}, and its name. */
  String name(int number) {
    return names.get(number);
  }

  /** Whether the program has the field as a final one. */
  boolean wasFinal(String owner, String name) {
    return finals.contains(owner + "#" + name);
  }

  /** The class with hooks; as it was where it would become too large. */
  byte[] woven(byte[] original) {
    ClassReader reader = new ClassReader(original);
    ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
    try {
      reader.accept(new WovenClass(writer), 0);
      return writer.toByteArray();
    } catch (MethodTooLargeException e) {
      return original;
    }
  }

  private int number(String owner, String name) {
    String key = owner.replace('/', '.') + "#" + name;
    int number = numbers.computeIfAbsent(key, unknown -> numbers.size());
    names.put(number, key);
    return number;
  }

  private final class WovenClass extends ClassVisitor {
    private String className;
    private boolean isInterface;

    WovenClass(ClassVisitor next) {
      super(API, next);
    }

    @Override
    public void visit(
        int version, int access, String name, String signature, String parent, String[] all) {
      className = name.replace('/', '.');
      isInterface = (access & (Opcodes.ACC_INTERFACE | Opcodes.ACC_MODULE)) != 0;
      super.visit(version, access, name, signature, parent, all);
    }

    @Override
    public FieldVisitor visitField(
        int access, String name, String descriptor, String signature, Object value) {
      boolean isStatic = (access & Opcodes.ACC_STATIC) != 0;
      int open = isStatic ? access : access & ~Opcodes.ACC_FINAL;
      if (open != access) {
        finals.add(className + "#" + name);
      }
      return super.visitField(open, name, descriptor, signature, value);
    }

    @Override
    public MethodVisitor visitMethod(
        int access, String name, String descriptor, String signature, String[] exceptions) {
      MethodVisitor next = super.visitMethod(access, name, descriptor, signature, exceptions);
      return new WovenMethod(next, name.equals("<init>"));
    }

    @Override
    public void visitEnd() {
      if (!isInterface) {
        int access = Opcodes.ACC_PUBLIC | Opcodes.ACC_TRANSIENT | Opcodes.ACC_SYNTHETIC;
        super.visitField(access, CELL, CELL_TYPE, null, null).visitEnd();
      }
      super.visitEnd();
    }
  }

  private final class WovenMethod extends MethodVisitor {
    /** Writes of a constructor come before {@code super(...)} too. */
    private final boolean isConstructor;

    private final Set<Label> passed = new HashSet<>();

    WovenMethod(MethodVisitor next, boolean isConstructor) {
      super(API, next);
      this.isConstructor = isConstructor;
    }

    @Override
    public void visitLabel(Label label) {
      passed.add(label);
      super.visitLabel(label);
    }

    @Override
    public void visitJumpInsn(int opcode, Label target) {
      if (passed.contains(target)) {
        super.visitMethodInsn(Opcodes.INVOKESTATIC, HOOKS, "turn", "()V", false);
      }
      super.visitJumpInsn(opcode, target);
    }

    @Override
    public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
      if (isOfProgram.test(owner)) {
        if (opcode == Opcodes.GETFIELD) {
          super.visitInsn(Opcodes.DUP);
          tell("read", owner, name);
        } else if (opcode == Opcodes.PUTFIELD && !isConstructor) {
          write(owner, name, Type.getType(descriptor).getSize());
        }
      }
      super.visitFieldInsn(opcode, owner, name, descriptor);
    }

    /** The object lies below the value. */
    private void write(String owner, String name, int size) {
      if (size == 1) {
        super.visitInsn(Opcodes.DUP2);
        super.visitInsn(Opcodes.POP);
        tell("wrote", owner, name);
      } else {
        super.visitInsn(Opcodes.DUP2_X1);
        super.visitInsn(Opcodes.POP2);
        super.visitInsn(Opcodes.DUP);
        tell("wrote", owner, name);
        super.visitInsn(Opcodes.DUP_X2);
        super.visitInsn(Opcodes.POP);
      }
    }

    private void tell(String method, String owner, String name) {
      super.visitFieldInsn(Opcodes.GETFIELD, owner, CELL, CELL_TYPE);
      super.visitLdcInsn(number(owner, name));
      super.visitMethodInsn(Opcodes.INVOKESTATIC, HOOKS, method, TOLD, false);
    }
  }
}
