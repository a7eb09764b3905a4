package agent;

import dice.Dice;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.jar.JarFile;
import org.palus.transform.asm.ClassReader;
import org.palus.transform.asm.ClassVisitor;
import org.palus.transform.asm.ClassWriter;
import org.palus.transform.asm.MethodVisitor;
import org.palus.transform.asm.Opcodes;

/** Lets the methods that the recorder's hooks are made of throw at random: a fault at any place. */
public final class Planter implements ClassFileTransformer {
  private static final String HOOKS = "org/palus/hook/";

  /** What is behind the entry points of the hooks. */
  private static final Set<String> INSIDE =
      Set.of(
          "Buffer",
          "ClassFacts",
          "Elements",
          "Outside",
          "Profiles",
          "References",
          "Values",
          "WeakIdentities",
          "WeakIdentities$Stripe");

  private static int planted;

  private Planter() {}

  /** {@code jar} is that of the dice. */
  public static void premain(String jar, Instrumentation instrumentation) throws Exception {
    instrumentation.appendToBootstrapClassLoaderSearch(new JarFile(jar));
    instrumentation.addTransformer(new Planter(), true);
    List<Class<?>> hooks = new ArrayList<>();
    for (Class<?> type : instrumentation.getAllLoadedClasses()) {
      if (type.getClassLoader() == null && isMeant(type.getName().replace('.', '/'))) {
        hooks.add(type);
      }
    }
    instrumentation.retransformClasses(hooks.toArray(new Class<?>[0]));
    Thread told =
        new Thread(() -> System.out.println("planted " + planted + ", failed " + Dice.thrown));
    Runtime.getRuntime().addShutdownHook(told);
  }

  private static boolean isMeant(String name) {
    return name.startsWith(HOOKS) && INSIDE.contains(name.substring(HOOKS.length()));
  }

  @Override
  public byte[] transform(
      ClassLoader loader, String name, Class<?> type, ProtectionDomain domain, byte[] bytes) {
    if (loader != null || name == null || !isMeant(name)) {
      return null;
    }
    ClassReader reader = new ClassReader(bytes);
    ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
    reader.accept(new Planting(writer), 0);
    return writer.toByteArray();
  }

  private static final class Planting extends ClassVisitor {
    Planting(ClassVisitor next) {
      super(Opcodes.ASM9, next);
    }

    @Override
    public MethodVisitor visitMethod(
        int access, String name, String descriptor, String signature, String[] exceptions) {
      MethodVisitor next = super.visitMethod(access, name, descriptor, signature, exceptions);
      boolean hasCode = (access & (Opcodes.ACC_NATIVE | Opcodes.ACC_ABSTRACT)) == 0;
      if (!hasCode || name.startsWith("<") || (access & Opcodes.ACC_BRIDGE) != 0) {
        return next;
      }
      return new MethodVisitor(Opcodes.ASM9, next) {
        @Override
        public void visitCode() {
          super.visitCode();
          planted++;
          visitMethodInsn(Opcodes.INVOKESTATIC, "dice/Dice", "roll", "()V", false);
        }
      };
    }
  }
}
