package org.palus.worker;

import java.lang.invoke.MethodType;
import java.lang.reflect.Modifier;
import org.palus.hook.Probe;
import org.palus.hook.Tags;

/** Everything that programs refer to by number. */
final class Definitions {
  /** The tag of a lambda, which no event has. */
  private static final int LAMBDA = 100;

  /** Initialisers may run when something is defined or made; they must end. */
  static final int INITIALISER_FUEL = 10_000_000;

  private final ClassLoader loader;
  private final Table<Class<?>> types = new Table<>();
  private final Table<Callable> methods = new Table<>();
  private final Table<Callable> fields = new Table<>();
  private final Table<Literal> literals = new Table<>();
  private final Table<Fake> fakes = new Table<>();

  Definitions(ClassLoader loader) {
    this.loader = loader;
  }

  ClassLoader loader() {
    return loader;
  }

  Class<?> type(int id) {
    return types.get(id);
  }

  Callable method(int id) {
    return methods.get(id);
  }

  Callable field(int id) {
    return fields.get(id);
  }

  Literal literal(int id) {
    return literals.get(id);
  }

  Fake fake(int id) {
    return fakes.get(id);
  }

  String type(int id, String name) {
    return define(() -> types.put(id, find(name)));
  }

  String method(int id, String owner, String name, String descriptor, int kind) {
    return define(
        () -> {
          MethodType type = MethodType.fromMethodDescriptorString(descriptor, loader);
          methods.put(id, Members.method(find(owner), name, type, kind));
        });
  }

  String field(int id, String owner, String name, String descriptor) {
    return define(
        () -> {
          MethodType type = MethodType.fromMethodDescriptorString("()" + descriptor, loader);
          fields.put(id, Members.field(find(owner), name, type.returnType()));
        });
  }

  String literal(int id, int tag, long bits, String text, int type) {
    return define(() -> literals.put(id, literal(tag, bits, text, type)));
  }

  String fake(int id, int type, String answers) {
    return define(
        () -> {
          Class<?> of = types.get(type);
          if (of == null || !Modifier.isAbstract(of.getModifiers())) {
            throw new IllegalArgumentException("the type of the fake is not abstract");
          }
          fakes.put(id, Fake.of(of, of.isInterface() ? null : Subclass.of(of), answers, literals));
        });
  }

  private Literal literal(int tag, long bits, String text, int type)
      throws NoSuchFieldException {
    switch (tag) {
      case Tags.NULL:
        return Literal.of(null);
      case Tags.STRING:
        return Literal.of(text);
      case Tags.CLASS:
        return Literal.of(types.get(type));
      case Tags.ENUM:
        return Literal.constant(types.get(type), text);
      case LAMBDA:
        Object value = bits < 0 ? null : literals.get((int) bits).value();
        return Literal.of(Lambda.of(types.get(type), (int) bits, value));
      default:
        int primitive = tag >= Tags.BOOLEAN + Tags.BOXED ? tag - Tags.BOXED : tag;
        return Literal.of(Primitives.box(primitive, bits));
    }
  }

  Class<?> find(String name) throws ClassNotFoundException {
    Class<?> primitive = Primitives.type(name);
    return primitive != null ? primitive : Class.forName(name, false, loader);
  }

  private interface Definition {
    void make() throws ReflectiveOperationException;
  }

  private static String define(Definition definition) {
    Probe.refuel(INITIALISER_FUEL);
    try {
      definition.make();
      return null;
    } catch (Throwable problem) { // loading a class of the program may fail in any way
      return sentence(problem);
    } finally {
      Probe.refuel(Integer.MAX_VALUE);
    }
  }

  private static String sentence(Throwable problem) {
    if (problem instanceof ClassNotFoundException
        || problem instanceof NoClassDefFoundError
        || problem instanceof TypeNotPresentException) {
      return "a class is missing from the class path: " + problem.getMessage();
    }
    if (problem instanceof NoSuchMethodException || problem instanceof NoSuchFieldException) {
      return "there is no such member: " + problem.getMessage();
    }
    if (problem instanceof IllegalAccessException) {
      return "it is not accessible: " + problem.getMessage();
    }
    if (problem instanceof ExceptionInInitializerError) {
      return "its class cannot be initialised: " + problem.getCause();
    }
    return problem.getMessage() == null ? problem.getClass().getName() : problem.getMessage();
  }
}
