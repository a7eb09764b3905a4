package org.palus.transform;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.palus.testing.Events;
import org.palus.testing.Natives;

class RecordTest {
  private static void check(String type, String method, String expected) throws Exception {
    List<String> events = Subject.record(type, method);
    assertEquals(expected.strip(), String.join("\n", events));
  }

  @Test
  void recursionNestsByDepth() throws Exception {
    check(
        "Calls",
        "recursion",
        """
        1 enter Calls.recursion
        2 enter Calls.factorial
        2 arg 1 int 3
        3 enter Calls.factorial
        3 arg 1 int 2
        4 enter Calls.factorial
        4 arg 1 int 1
        4 exit Calls.factorial int 1
        3 exit Calls.factorial int 2
        2 exit Calls.factorial int 6
        1 exit Calls.recursion
        """);
  }

  @Test
  void accessesOfFieldsAreCountedByMethodAndDirection() throws Exception {
    Subject.record("Accesses", "use");
    assertEquals(
        Map.of(
            "org.palus.subject.Accesses.<init>()V writes org.palus.subject.Accesses.size", 1L,
            "org.palus.subject.Accesses.grow(I)V reads org.palus.subject.Accesses.size", 3L,
            "org.palus.subject.Accesses.grow(I)V writes org.palus.subject.Accesses.size", 3L,
            "org.palus.subject.Accesses.grow(I)V writes org.palus.subject.Accesses.last", 3L,
            "org.palus.subject.Accesses.use()J reads org.palus.subject.Accesses.last", 1L),
        Natives.accesses());
    assertEquals(
        "java.lang.Object last;size;", Natives.declared().get("org.palus.subject.Accesses"));
  }

  @Test
  void everyTypeOfArgumentKeepsItsBits() throws Exception {
    check(
        "Calls",
        "allTypes",
        """
        1 enter Calls.allTypes
        2 enter Calls.mixed
        2 arg 1 boolean true
        2 arg 2 byte -1
        2 arg 3 char 'c'
        2 arg 4 short 2
        2 arg 5 int -3
        2 arg 6 long 1099511627776
        2 arg 7 float 0.5
        2 arg 8 double -2.5
        2 arg 9 null
        2 exit Calls.mixed double 1.0995116277735E12
        1 exit Calls.allTypes
        """);
  }

  @Test
  void referencesAreKeptByWhatTheyAre() throws Exception {
    check(
        "Calls",
        "references",
        """
        1 enter Calls.references
        2 enter Calls.same
        2 arg 1 string(4) text
        2 exit Calls.same string(4) text
        2 enter Calls.same
        2 arg 1 string(300) xxx... 300 kept
        2 exit Calls.same string(300) xxx... 300 kept
        2 enter Calls.same
        2 arg 1 boxed int 7
        2 exit Calls.same boxed int 7
        2 enter Calls.same
        2 arg 1 boxed char 'q'
        2 exit Calls.same boxed char 'q'
        2 enter Colour.<init> uninitialised
        2 arg 1 string(3) RED
        2 arg 2 int 0
        2 init Colour.<init> Colour#1
        2 exit Colour.<init> Colour#1
        2 enter 1.<init> uninitialised
        2 arg 1 string(5) GREEN
        2 arg 2 int 1
        3 enter Colour.<init> uninitialised
        3 arg 1 string(5) GREEN
        3 arg 2 int 1
        3 init Colour.<init> 1#2
        3 exit Colour.<init> 1#2
        2 init 1.<init> 1#2
        2 exit 1.<init> 1#2
        2 enter Calls.same
        2 arg 1 Colour.GREEN(1)
        2 exit Calls.same Colour.GREEN(1)
        2 enter Calls.same
        2 arg 1 class java.lang.String
        2 exit Calls.same class java.lang.String
        2 enter Calls.same
        2 arg 1 [I length 3 [0, 0, 0]
        2 exit Calls.same [I length 3 [0, 0, 0]
        2 enter Calls.same
        2 arg 1 String; length 1
        2 exit Calls.same String; length 1
        2 enter Calls.<init> uninitialised
        2 init Calls.<init> Calls#3
        2 exit Calls.<init> Calls#3
        2 enter Calls.same
        2 arg 1 Calls#3
        2 exit Calls.same Calls#3
        1 exit Calls.references
        """);
  }

  @Test
  void anExceptionIsSeenInEachFrameItLeavesAndDepthIsRightWhereItIsCaught() throws Exception {
    check(
        "Calls",
        "caught",
        """
        1 enter Calls.caught
        2 enter Calls.recover
        3 enter Calls.fail
        3 arg 1 int 1
        4 enter Calls.fail
        4 arg 1 int 0
        4 throw Calls.fail IllegalStateException#1
        3 throw Calls.fail IllegalStateException#1
        3 enter Calls.factorial
        3 arg 1 int 1
        3 exit Calls.factorial int 1
        3 enter Calls.factorial
        3 arg 1 int 0
        3 exit Calls.factorial int 1
        2 exit Calls.recover int 2
        1 exit Calls.caught
        """);
  }

  @Test
  void anExceptionLeavesASynchronizedBlock() throws Exception {
    check(
        "Calls",
        "escapes",
        """
        1 enter Calls.escapes
        2 enter Calls.lock
        2 arg 1 string(7) monitor
        3 enter Calls.fail
        3 arg 1 int 0
        3 throw Calls.fail IllegalStateException#1
        2 throw Calls.lock IllegalStateException#1
        1 throw Calls.escapes IllegalStateException#1
        """);
  }

  @Test
  void whatItsClassAloneCallsIsNoCall() throws Exception {
    check(
        "Calls",
        "lambda",
        """
        1 enter Calls.lambda
        2 enter Calls.apply
        2 arg 1 CallsLambda#1
        3 enter Calls.twice
        3 arg 1 int 4
        3 exit Calls.twice int 8
        2 exit Calls.apply int 8
        1 exit Calls.lambda
        """);
  }

  @Test
  void interfaceMethodsAndRecordsAreRecorded() throws Exception {
    check(
        "Calls",
        "interfaces",
        """
        1 enter Calls.interfaces
        2 enter Shape.unit
        3 enter Square.<init> uninitialised
        3 arg 1 int 1
        3 init Square.<init> Square#1
        3 exit Square.<init> Square#1
        2 exit Shape.unit Square#1
        2 enter Shape.area Square#1
        3 enter Square.side Square#1
        3 exit Square.side int 1
        3 enter Square.side Square#1
        3 exit Square.side int 1
        2 exit Shape.area int 1
        1 exit Calls.interfaces
        """);
  }

  @Test
  void aConstructorsObjectIsKnownOnceInitialised() throws Exception {
    check(
        "Constructors",
        "plain",
        """
        1 enter Constructors.plain
        2 enter Derived.<init> uninitialised
        2 arg 1 int 8
        3 enter Constructors.check
        3 arg 1 int 8
        3 exit Constructors.check int 8
        3 enter Base.<init> uninitialised
        3 arg 1 int 8
        3 init Base.<init> Derived#1
        3 exit Base.<init> Derived#1
        2 init Derived.<init> Derived#1
        2 exit Derived.<init> Derived#1
        1 exit Constructors.plain
        """);
  }

  @Test
  void aConstructorThatCallsThisMakesOneObject() throws Exception {
    check(
        "Constructors",
        "chained",
        """
        1 enter Constructors.chained
        2 enter Derived.<init> uninitialised
        2 arg 1 null
        2 arg 2 long 1
        3 enter Derived.<init> uninitialised
        3 arg 1 int 9
        4 enter Constructors.check
        4 arg 1 int 9
        4 exit Constructors.check int 9
        4 enter Base.<init> uninitialised
        4 arg 1 int 9
        4 init Base.<init> Derived#1
        4 exit Base.<init> Derived#1
        3 init Derived.<init> Derived#1
        3 exit Derived.<init> Derived#1
        3 enter Derived.<init> uninitialised
        3 arg 1 int 9
        4 enter Constructors.check
        4 arg 1 int 9
        4 exit Constructors.check int 9
        4 enter Base.<init> uninitialised
        4 arg 1 int 9
        4 init Base.<init> Derived#2
        4 exit Base.<init> Derived#2
        3 init Derived.<init> Derived#2
        3 exit Derived.<init> Derived#2
        2 init Derived.<init> Derived#2
        2 exit Derived.<init> Derived#2
        1 exit Constructors.chained
        """);
  }

  @Test
  void aConstructorThatFailsBeforeItsSuperCallHasNoObject() throws Exception {
    check(
        "Constructors",
        "failsBeforeSuper",
        """
        1 enter Constructors.failsBeforeSuper
        2 enter Derived.<init> uninitialised
        2 arg 1 int 1
        3 enter Constructors.check
        3 arg 1 int -1
        3 throw Constructors.check IllegalArgumentException#1
        2 throw Derived.<init> IllegalArgumentException#1
        1 throw Constructors.failsBeforeSuper IllegalArgumentException#1
        """);
  }

  @Test
  void anObjectMayEscapeFromAConstructorThatFails() throws Exception {
    check(
        "Constructors",
        "failsInSuper",
        """
        1 enter Constructors.failsInSuper
        2 enter Derived.<init> uninitialised
        2 arg 1 int 13
        3 enter Constructors.check
        3 arg 1 int 13
        3 exit Constructors.check int 13
        3 enter Base.<init> uninitialised
        3 arg 1 int 13
        3 init Base.<init> Derived#1
        4 enter Base.touch Derived#1
        4 exit Base.touch
        3 throw Base.<init> IllegalStateException#2
        1 throw Constructors.failsInSuper IllegalStateException#2
        """);
  }

  @Test
  void aConstructorMayCatch() throws Exception {
    check(
        "Constructors",
        "catches",
        """
        1 enter Constructors.catches
        2 enter Catching.<init> uninitialised
        2 arg 1 string(1) x
        3 enter Base.<init> uninitialised
        3 arg 1 int 1
        3 init Base.<init> Catching#1
        3 exit Base.<init> Catching#1
        2 init Catching.<init> Catching#1
        2 exit Catching.<init> Catching#1
        1 exit Constructors.catches
        """);
  }

  @Test
  void callsOnObjectsThatWereGivenUpAreSeenWhenAnotherObjectHasAPart() throws Exception {
    Subject subject = new Subject(Transformer.RECORD);
    for (long id = 1; id < 100; id++) {
      Natives.mute(id);
    }
    subject.run("Muting", "all");
    assertEquals(
        """
        1 enter Muting.all
        2 enter Muting.<init> uninitialised
        2 init Muting.<init> Muting#1
        2 exit Muting.<init> Muting#0
        2 enter Muting.helper
        2 exit Muting.helper int 1
        2 enter Muting.fail
        2 throw Muting.fail IllegalStateException#0
        2 enter Muting.helper
        2 exit Muting.helper int 1
        2 enter Muting.fail
        2 throw Muting.fail IllegalStateException#0
        2 enter Muting.helper
        2 exit Muting.helper int 1
        1 exit Muting.all
        """
            .strip(),
        String.join("\n", Events.all()));
  }

  @Test
  void aConstructorThatCatchesBeforeItsSuperCallSaysSo() throws Exception {
    Subject subject = new Subject(Transformer.RECORD);
    byte[] recorded = subject.transform(catchesBeforeSuper(), Transformer.RECORD);
    Class<?> type = subject.loader().define(recorded);
    type.getConstructor().newInstance();
    assertEquals(
        """
        1 enter Prologue.<init> uninitialised
        2 enter Calls.fail
        2 arg 1 int 0
        2 throw Calls.fail IllegalStateException#1
        1 caught Prologue.<init>
        1 init Prologue.<init> Prologue#2
        1 exit Prologue.<init> Prologue#2
        """
            .strip(),
        String.join("\n", Events.all()));
  }

  /** No Java 17 source gives such a constructor. */
  private static byte[] catchesBeforeSuper() {
    ClassWriter writer = new ClassWriter(0);
    String name = "org/palus/subject/Prologue";
    writer.visit(
        Opcodes.V17, Opcodes.ACC_PUBLIC | Opcodes.ACC_SUPER, name, null, "java/lang/Object", null);
    MethodVisitor mv = writer.visitMethod(Opcodes.ACC_PUBLIC, "<init>", "()V", null, null);
    Label start = new Label();
    Label end = new Label();
    Label handler = new Label();
    Label rest = new Label();
    mv.visitCode();
    mv.visitTryCatchBlock(start, end, handler, null);
    mv.visitLabel(start);
    mv.visitInsn(Opcodes.ICONST_0);
    mv.visitMethodInsn(Opcodes.INVOKESTATIC, "org/palus/subject/Calls", "fail", "(I)V", false);
    mv.visitLabel(end);
    mv.visitJumpInsn(Opcodes.GOTO, rest);
    mv.visitLabel(handler);
    Object[] locals = {Opcodes.UNINITIALIZED_THIS};
    mv.visitFrame(Opcodes.F_FULL, 1, locals, 1, new Object[] {"java/lang/Throwable"});
    mv.visitInsn(Opcodes.POP);
    mv.visitLabel(rest);
    mv.visitFrame(Opcodes.F_FULL, 1, locals, 0, new Object[0]);
    mv.visitVarInsn(Opcodes.ALOAD, 0);
    mv.visitMethodInsn(Opcodes.INVOKESPECIAL, "java/lang/Object", "<init>", "()V", false);
    mv.visitInsn(Opcodes.RETURN);
    mv.visitMaxs(1, 1);
    mv.visitEnd();
    writer.visitEnd();
    return writer.toByteArray();
  }

  @Test
  void constructorsThatAreNotDrawnLeaveTheirObjectsOut() throws Exception {
    Subject subject = new Subject(Transformer.RECORD);
    subject.run("Constructors", "plain");
    Natives.sample("org.palus.subject.Constructors$Derived.<init>", 40);
    int before = Events.all().size();
    subject.run("Constructors", "chained");
    assertEquals(
        """
        1 enter Constructors.chained
        2 enter Constructors.check
        2 arg 1 int 9
        2 exit Constructors.check int 9
        2 enter Constructors.check
        2 arg 1 int 9
        2 exit Constructors.check int 9
        1 exit Constructors.chained
        """
            .strip(),
        String.join("\n", Events.all().subList(before, Events.all().size())));
  }

  @Test
  void innerAndAnonymousClassesStillWork() throws Exception {
    Subject subject = new Subject(Transformer.RECORD);
    assertTrue(subject.run("Constructors", "anonymous") instanceof Integer);
  }

  @Test
  void anOverflowOfTheStackIsSurvivedWithTheRightDepth() throws Exception {
    Subject subject = new Subject(Transformer.RECORD);
    assertEquals(3, subject.run("Calls", "overflow"));
    List<String> events = Events.all();
    assertEquals("1 exit Calls.overflow int 3", events.get(events.size() - 1));
  }
}
