package org.palus.transform;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.objectweb.asm.AnnotationVisitor;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.TypePath;

/**
 * Makes room for one int between a method's parameters and its other local variables. It has its
 * value throughout the method, so every frame of the program's gets it too.
 *
 * <p>The program's instructions go through this visitor's methods, a subclass's own directly to
 * {@code mv}.
 */
abstract class SlotVisitor extends InstructionVisitor {
  /** The new variable. */
  final int slot;

  SlotVisitor(MethodVisitor next, int access, String descriptor) {
    super(next);
    int receiver = (access & Opcodes.ACC_STATIC) == 0 ? 1 : 0;
    slot = receiver + sizeOf(Type.getArgumentTypes(descriptor));
  }

  /**
   * The frame of a handler that catches what leaves the body, of which only the new variable and
   * {@code self}, in the first one, are known: the body may have put values of any type in place of
   * its parameters.
   */
  final void handlerFrame(Object self) {
    Object[] locals = new Object[slot + 1];
    Arrays.fill(locals, Opcodes.TOP);
    locals[0] = self;
    locals[slot] = Opcodes.INTEGER;
    Object[] stack = {"java/lang/Throwable"};
    mv.visitFrame(Opcodes.F_NEW, locals.length, locals, stack.length, stack);
  }

  private static int sizeOf(Type[] types) {
    int size = 0;
    for (Type type : types) {
      size += type.getSize();
    }
    return size;
  }

  private int shifted(int variable) {
    return variable < slot ? variable : variable + 1;
  }

  @Override
  public void visitVarInsn(int opcode, int variable) {
    super.visitVarInsn(opcode, shifted(variable));
  }

  @Override
  public void visitIincInsn(int variable, int increment) {
    super.visitIincInsn(shifted(variable), increment);
  }

  @Override
  public void visitLocalVariable(
      String name, String descriptor, String signature, Label start, Label end, int index) {
    super.visitLocalVariable(name, descriptor, signature, start, end, shifted(index));
  }

  @Override
  public AnnotationVisitor visitLocalVariableAnnotation(
      int typeRef,
      TypePath typePath,
      Label[] start,
      Label[] end,
      int[] index,
      String descriptor,
      boolean visible) {
    int[] indices = index.clone();
    for (int i = 0; i < indices.length; i++) {
      indices[i] = shifted(indices[i]);
    }
    return super.visitLocalVariableAnnotation(
        typeRef, typePath, start, end, indices, descriptor, visible);
  }

  @Override
  public void visitFrame(int type, int locals, Object[] local, int stackSize, Object[] stack) {
    List<Object> all = new ArrayList<>();
    int variable = 0;
    int read = 0;
    while (variable < slot) {
      Object entry = read < locals ? local[read] : Opcodes.TOP;
      read++;
      all.add(entry);
      variable += entry == Opcodes.LONG || entry == Opcodes.DOUBLE ? 2 : 1;
    }
    all.add(Opcodes.INTEGER);
    for (; read < locals; read++) {
      all.add(local[read]);
    }
    super.visitFrame(type, all.size(), all.toArray(), stackSize, stack);
  }

  @Override
  public void visitMaxs(int maxStack, int maxLocals) {
    super.visitMaxs(maxStack, maxLocals + 1);
  }
}
