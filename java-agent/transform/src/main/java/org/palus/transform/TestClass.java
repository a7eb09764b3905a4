package org.palus.transform;

import java.util.Set;
import org.objectweb.asm.AnnotationVisitor;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Finds the test methods of a class and has them say when they run; all else stays as it is.
 *
 * <p>Tests of JUnit 4 and 5 are known by their annotations; one that is only annotated with an
 * annotation of the project's own is not found, because the class file does not say what that
 * stands for. Methods that could be tests of JUnit 3 ask when they run.
 */
final class TestClass extends InstrumentedClass {
  private static final Set<String> ANNOTATIONS =
      Set.of(
          "Lorg/junit/Test;",
          "Lorg/junit/experimental/theories/Theory;",
          "Lorg/junit/jupiter/api/Test;",
          "Lorg/junit/jupiter/api/RepeatedTest;",
          "Lorg/junit/jupiter/api/TestFactory;",
          "Lorg/junit/jupiter/api/TestTemplate;",
          "Lorg/junit/jupiter/params/ParameterizedTest;");

  private static final int NO_TEST =
      Opcodes.ACC_ABSTRACT | Opcodes.ACC_NATIVE | Opcodes.ACC_STATIC | Opcodes.ACC_BRIDGE;

  private boolean mayExtendTestCase;
  private boolean hasTests;
  private boolean hasAnnotatedTests;

  TestClass(ClassVisitor next) {
    super(next);
  }

  /** Whether a class has methods that are tests, by what its file says. */
  static boolean hasTests(ClassReader reader) {
    return seen(reader).hasTests;
  }

  /**
   * The same, for a class that may be code under test: a method that looks like a test of JUnit 3
   * makes it one of tests only if its name says so too.
   */
  static boolean isOfTests(ClassReader reader) {
    TestClass seen = seen(reader);
    return seen.hasAnnotatedTests || seen.hasTests && reader.getClassName().contains("Test");
  }

  private static TestClass seen(ClassReader reader) {
    TestClass seen = new TestClass(null);
    reader.accept(seen, ClassReader.SKIP_CODE | ClassReader.SKIP_DEBUG);
    return seen;
  }

  @Override
  public void visit(
      int version, int access, String name, String signature, String parent, String[] interfaces) {
    mayExtendTestCase = (access & Opcodes.ACC_INTERFACE) == 0 && !"java/lang/Object".equals(parent);
    super.visit(version, access, name, signature, parent, interfaces);
  }

  @Override
  public MethodVisitor visitMethod(
      int access, String name, String descriptor, String signature, String[] exceptions) {
    MethodVisitor next = super.visitMethod(access, name, descriptor, signature, exceptions);
    if ((access & NO_TEST) != 0 || name.startsWith("<")) {
      return next;
    }
    return new Candidate(next, access, name, descriptor);
  }

  /** Waits for the annotations, which come before the code. */
  private final class Candidate extends MethodVisitor {
    private final int access;
    private final String name;
    private final String descriptor;
    private boolean isAnnotated;

    Candidate(MethodVisitor next, int access, String name, String descriptor) {
      super(Code.API, next);
      this.access = access;
      this.name = name;
      this.descriptor = descriptor;
    }

    @Override
    public AnnotationVisitor visitAnnotation(String annotation, boolean visible) {
      isAnnotated |= ANNOTATIONS.contains(annotation);
      return super.visitAnnotation(annotation, visible);
    }

    @Override
    public void visitEnd() {
      hasAnnotatedTests |= isAnnotated;
      hasTests |= isAnnotated || isLikeJUnit3();
      super.visitEnd();
    }

    @Override
    public void visitCode() {
      if (isAnnotated || isLikeJUnit3()) {
        int id = Transformer.testId(Transformer.dotted(owner), name, descriptor, access);
        mv = new TestMethod(mv, version, access, descriptor, id, !isAnnotated);
        changed = true;
      }
      super.visitCode();
    }

    private boolean isLikeJUnit3() {
      return mayExtendTestCase
          && (access & Opcodes.ACC_PUBLIC) != 0
          && name.startsWith("test")
          && descriptor.equals("()V");
    }
  }
}
