package org.palus.transform;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.palus.testing.Events;
import org.palus.testing.Natives;

/**
 * Class files that no compiler of today makes: without stack map frames, with jsr and ret, or very
 * large.
 */
class OldClassesTest {
  private static final String NAME = "org/palus/subject/Old";

  private static ClassWriter write(int version) {
    ClassWriter writer = new ClassWriter(0);
    writer.visit(version, Opcodes.ACC_PUBLIC, NAME, null, "java/lang/Object", null);
    return writer;
  }

  private static MethodVisitor method(ClassWriter writer, String name) {
    int access = Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC;
    MethodVisitor mv = writer.visitMethod(access, name, "(I)I", null, null);
    mv.visitCode();
    return mv;
  }

  private static Object run(Subject subject, byte[] bytes, String name) throws Exception {
    byte[] changed = subject.transform(bytes, Transformer.RECORD);
    Class<?> type = subject.loader().define(changed == null ? bytes : changed);
    return type.getMethod(name, int.class).invoke(null, 5);
  }

  /** As javac compiled {@code try { return n / n } finally { n++ }} until Java 1.4. */
  private static byte[] withSubroutine(int version) {
    ClassWriter writer = write(version);
    MethodVisitor mv = method(writer, "ones");
    Label start = new Label();
    Label end = new Label();
    Label subroutine = new Label();
    mv.visitTryCatchBlock(start, end, end, null);
    mv.visitLabel(start);
    mv.visitVarInsn(Opcodes.ILOAD, 0);
    mv.visitVarInsn(Opcodes.ILOAD, 0);
    mv.visitInsn(Opcodes.IDIV);
    mv.visitVarInsn(Opcodes.ISTORE, 1);
    mv.visitJumpInsn(Opcodes.JSR, subroutine);
    mv.visitVarInsn(Opcodes.ILOAD, 1);
    mv.visitInsn(Opcodes.IRETURN);
    mv.visitLabel(end);
    mv.visitVarInsn(Opcodes.ASTORE, 2);
    mv.visitJumpInsn(Opcodes.JSR, subroutine);
    mv.visitVarInsn(Opcodes.ALOAD, 2);
    mv.visitInsn(Opcodes.ATHROW);
    mv.visitLabel(subroutine);
    mv.visitVarInsn(Opcodes.ASTORE, 3);
    mv.visitIincInsn(0, 1);
    mv.visitVarInsn(Opcodes.RET, 3);
    mv.visitMaxs(2, 4);
    mv.visitEnd();
    return writer.toByteArray();
  }

  @Test
  void aClassOfJava11WithASubroutineIsRecorded() throws Exception {
    for (int version : new int[] {Opcodes.V1_1, Opcodes.V1_4, Opcodes.V1_6}) {
      Subject subject = new Subject(Transformer.RECORD);
      assertEquals(1, run(subject, withSubroutine(version), "ones"), "version " + version);
      List<String> expected = List.of("1 enter Old.ones", "1 arg 1 int 5", "1 exit Old.ones int 1");
      assertEquals(expected, Events.all(), "version " + version);
      assertEquals(List.of(), Natives.skipped());
    }
  }

  /** {@code while (n > 1) n = n / 2; return n}, with a handler, a switch and a lookup by class. */
  private static byte[] withEdges(int version) {
    ClassWriter writer = write(version);
    MethodVisitor mv = method(writer, "ones");
    Label test = new Label();
    Label body = new Label();
    Label behind = new Label();
    Label handler = new Label();
    mv.visitTryCatchBlock(test, handler, handler, "java/lang/ArithmeticException");
    mv.visitJumpInsn(Opcodes.GOTO, test);
    mv.visitLabel(body);
    mv.visitVarInsn(Opcodes.ILOAD, 0);
    mv.visitInsn(Opcodes.ICONST_2);
    mv.visitInsn(Opcodes.IDIV);
    mv.visitVarInsn(Opcodes.ISTORE, 0);
    mv.visitLabel(test);
    mv.visitVarInsn(Opcodes.ILOAD, 0);
    mv.visitInsn(Opcodes.ICONST_1);
    mv.visitJumpInsn(Opcodes.IF_ICMPGT, body);
    mv.visitVarInsn(Opcodes.ILOAD, 0);
    mv.visitTableSwitchInsn(0, 1, behind, behind, behind);
    mv.visitLabel(handler);
    mv.visitInsn(Opcodes.POP);
    mv.visitLabel(behind);
    mv.visitVarInsn(Opcodes.ILOAD, 0);
    mv.visitInsn(Opcodes.IRETURN);
    mv.visitMaxs(2, 1);
    mv.visitEnd();
    writer.visitEnd();
    return writer.toByteArray();
  }

  @Test
  void aClassWithoutFramesIsSearchedWithEveryKindOfProbe() throws Exception {
    int[] modes = {
      Transformer.SEARCH, Transformer.MEASURED, Transformer.MUTATE, Transformer.MUTATE_MEASURED
    };
    for (int version : new int[] {Opcodes.V1_1, Opcodes.V1_4, Opcodes.V1_5}) {
      for (int mode : modes) {
        Subject subject = new Subject(mode);
        byte[] bytes = withEdges(version);
        byte[] changed = subject.transform(bytes, mode);
        assertEquals(List.of(), Natives.skipped(), "version " + version);
        Class<?> type = subject.loader().define(changed);
        assertEquals(1, type.getMethod("ones", int.class).invoke(null, 5), "version " + version);
        assertEquals(5, Natives.edgeCount(), "version " + version);
      }
    }
  }

  /** A method of that many pairs of instructions that do nothing, a byte each. */
  private static byte[] withLongMethod(int increments) {
    ClassWriter writer = write(Opcodes.V17);
    MethodVisitor mv = method(writer, "count");
    for (int i = 0; i < increments; i++) {
      mv.visitInsn(Opcodes.NOP);
      mv.visitInsn(Opcodes.NOP);
    }
    mv.visitIincInsn(0, 1);
    mv.visitVarInsn(Opcodes.ILOAD, 0);
    mv.visitInsn(Opcodes.IRETURN);
    mv.visitMaxs(1, 1);
    mv.visitEnd();
    return writer.toByteArray();
  }

  private static String theOnlyOneSkipped() {
    assertEquals(1, Natives.skipped().size());
    return Natives.skipped().get(0);
  }

  @Test
  void aMethodThatWouldGrowTooLargeIsLeftAloneAndNamed() throws Exception {
    Subject subject = new Subject(Transformer.RECORD);
    assertEquals(6, run(subject, withLongMethod(32_760), "count"));
    String reason = theOnlyOneSkipped();
    assertTrue(reason.contains("Old") && reason.contains("count"), reason);
    assertEquals(List.of(), Events.all());
  }

  @Test
  void aMethodWithoutRoomForProbesIsLeftAloneAndNamed() throws Exception {
    Subject subject = new Subject(Transformer.SEARCH);
    assertEquals(6, run(subject, withLongMethod(32_760), "count"));
    String reason = theOnlyOneSkipped();
    assertTrue(reason.contains("Old.count"), reason);
  }

  @Test
  void aLongMethodThatStillFitsIsRecorded() throws Exception {
    Subject subject = new Subject(Transformer.RECORD);
    assertEquals(6, run(subject, withLongMethod(32_000), "count"));
    assertEquals(List.of(), Natives.skipped());
    assertEquals("1 exit Old.count int 6", Events.all().get(2));
  }
}
