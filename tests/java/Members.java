import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.GenericDeclaration;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;

/** Prints what reflection says of the classes that a file names, one block a class, to compare a reader of class files with. */
public final class Members {
  private Members() {}

  public static void main(String[] args) throws IOException {
    try (PrintWriter out =
        new PrintWriter(
            new BufferedWriter(new OutputStreamWriter(System.out, StandardCharsets.UTF_8)))) {
      for (String name : Files.readAllLines(Path.of(args[0]))) {
        out.println(block(name));
      }
    }
  }

  private static String block(String name) {
    try {
      return block(Class.forName(name, false, Members.class.getClassLoader()));
    } catch (ClassNotFoundException | LinkageError | TypeNotPresentException e) {
      // A library's optional dependency is not there.
      return "class " + name + "\n  not loaded\n";
    }
  }

  private static String block(Class<?> subject) {
    List<String> lines = new ArrayList<>();
    if (subject.getGenericSuperclass() != null) {
      lines.add("extends " + text(subject.getGenericSuperclass()));
    }
    for (Type type : subject.getGenericInterfaces()) {
      lines.add("implements " + text(type));
    }
    for (RecordComponent component :
        subject.isRecord() ? subject.getRecordComponents() : new RecordComponent[0]) {
      lines.add("component " + text(component.getGenericType()) + " " + component.getName());
    }
    for (Class<?> permitted : subject.isSealed() ? subject.getPermittedSubclasses() : new Class<?>[0]) {
      lines.add("permits " + permitted.getName());
    }
    List<String> members = new ArrayList<>();
    for (Field field : subject.getDeclaredFields()) {
      members.add(
          "field " + field.getModifiers() + " " + text(field.getGenericType()) + " " + field.getName());
    }
    for (Constructor<?> constructor : subject.getDeclaredConstructors()) {
      members.add(executable(constructor, "<init>", "void", !addsParameters(subject)));
    }
    for (Method method : subject.getDeclaredMethods()) {
      members.add(executable(method, method.getName(), text(method.getGenericReturnType()), true));
    }
    Collections.sort(members);
    lines.addAll(members);
    String head = "class " + subject.getName() + " " + subject.getModifiers() + parameters(subject);
    return head + lines.stream().map(line -> "\n  " + line).collect(Collectors.joining()) + "\n";
  }

  /** Whether a compiler may have put parameters before those that a signature tells of. */
  private static boolean addsParameters(Class<?> subject) {
    boolean inner = subject.isMemberClass() && !Modifier.isStatic(subject.getModifiers());
    boolean nameless = subject.isLocalClass() || subject.isAnonymousClass();
    return inner || nameless || subject.isEnum() || subject.isRecord();
  }

  private static String executable(Executable member, String name, String result, boolean generic) {
    Type[] types = generic ? member.getGenericParameterTypes() : member.getParameterTypes();
    return String.format(
        "method %d%s %s %s(%s)%s",
        member.getModifiers(),
        parameters(member),
        result,
        name,
        list(types, ", "),
        member.getExceptionTypes().length == 0
            ? ""
            : " throws " + list(member.getGenericExceptionTypes(), ", "));
  }

  private static String parameters(GenericDeclaration declaration) {
    TypeVariable<?>[] variables = declaration.getTypeParameters();
    if (variables.length == 0) {
      return "";
    }
    return Arrays.stream(variables)
        .map(variable -> variable.getName() + " extends " + list(variable.getBounds(), " & "))
        .collect(Collectors.joining(", ", " <", ">"));
  }

  private static String list(Type[] types, String separator) {
    return Arrays.stream(types).map(Members::text).collect(Collectors.joining(separator));
  }

  private static String text(Type type) {
    if (type instanceof Class<?>) {
      Class<?> found = (Class<?>) type;
      return found.isArray() ? text(found.getComponentType()) + "[]" : found.getName();
    }
    if (type instanceof GenericArrayType) {
      return text(((GenericArrayType) type).getGenericComponentType()) + "[]";
    }
    if (type instanceof WildcardType) {
      WildcardType wildcard = (WildcardType) type;
      if (wildcard.getLowerBounds().length > 0) {
        return "? super " + list(wildcard.getLowerBounds(), " & ");
      }
      String upper = list(wildcard.getUpperBounds(), " & ");
      return upper.equals("java.lang.Object") ? "?" : "? extends " + upper;
    }
    if (type instanceof TypeVariable<?>) {
      return ((TypeVariable<?>) type).getName();
    }
    ParameterizedType found = (ParameterizedType) type;
    String name = ((Class<?>) found.getRawType()).getName();
    if (found.getOwnerType() instanceof ParameterizedType) {
      ParameterizedType owner = (ParameterizedType) found.getOwnerType();
      int length = ((Class<?>) owner.getRawType()).getName().length();
      name = text(owner) + "." + name.substring(length + 1);
    }
    Type[] arguments = found.getActualTypeArguments();
    return arguments.length == 0 ? name : name + "<" + list(arguments, ", ") + ">";
  }
}
