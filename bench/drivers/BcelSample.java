import java.io.IOException;
import java.io.InputStream;
import org.apache.bcel.Const;
import org.apache.bcel.classfile.ClassParser;
import org.apache.bcel.classfile.JavaClass;
import org.apache.bcel.classfile.Method;
import org.apache.bcel.generic.ClassGen;
import org.apache.bcel.generic.InstructionFactory;
import org.apache.bcel.generic.InstructionHandle;
import org.apache.bcel.generic.InstructionList;
import org.apache.bcel.generic.MethodGen;
import org.apache.bcel.generic.Type;

/** Parses one class, its own; on request classes of the library too, and makes a new one. */
public final class BcelSample {
  private BcelSample() {}

  /** With {@code full}, parses more and generates. */
  public static void main(String[] arguments) throws IOException {
    parse(BcelSample.class);
    if (arguments.length > 0 && arguments[0].equals("full")) {
      parse(JavaClass.class);
      parse(Const.class);
      generate();
    }
  }

  private static JavaClass parse(Class<?> type) throws IOException {
    String file = type.getName().replace('.', '/') + ".class";
    try (InputStream bytes = type.getClassLoader().getResourceAsStream(file)) {
      JavaClass parsed = new ClassParser(bytes, file).parse();
      System.out.println(parsed.getClassName() + " " + parsed.getMajor() + " " + parsed.getFields().length);
      for (Method method : parsed.getMethods()) {
        System.out.println(method + " " + method.getArgumentTypes().length);
        if (method.getCode() != null) {
          method.getCode().toString();
          ClassGen type2 = new ClassGen(parsed);
          MethodGen body = new MethodGen(method, parsed.getClassName(), type2.getConstantPool());
          for (InstructionHandle at : body.getInstructionList()) {
            at.getInstruction().toString(true);
          }
          body.setMaxStack();
        }
      }
      return parsed;
    }
  }

  private static void generate() {
    ClassGen made =
        new ClassGen("made.Hello", "java.lang.Object", "Hello.java", Const.ACC_PUBLIC, new String[0]);
    InstructionList code = new InstructionList();
    InstructionFactory factory = new InstructionFactory(made);
    code.append(factory.createPrintln("hello"));
    code.append(InstructionFactory.createReturn(Type.VOID));
    MethodGen main =
        new MethodGen(
            Const.ACC_PUBLIC | Const.ACC_STATIC,
            Type.VOID,
            new Type[0],
            new String[0],
            "main",
            "made.Hello",
            code,
            made.getConstantPool());
    main.setMaxStack();
    main.setMaxLocals();
    made.addMethod(main.getMethod());
    made.addEmptyConstructor(Const.ACC_PUBLIC);
    System.out.println(made.getJavaClass().getBytes().length + " bytes");
  }
}
