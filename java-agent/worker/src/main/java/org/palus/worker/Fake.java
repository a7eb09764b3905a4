package org.palus.worker;

import java.lang.invoke.MethodType;
import java.lang.reflect.Array;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import org.palus.hook.Tags;

/** What objects of an interface do that tests make: their class is one that only they have. */
final class Fake {
  private final Class<?> type;
  private final Answer[] answers;

  /** The methods that have been called, and the positions of their answers, -1 for none. */
  private Method[] called = new Method[0];

  private int[] positions = new int[0];

  /** The methods whose answers each fake says for itself. */
  private record Answer(
      String name, Class<?>[] parameters, Class<?> result, boolean isThrown, Class<?>[] declared) {
    /** The same of a method that declares what the interface's own does. */
    Answer declaredIn(Class<?> type) {
      for (Method method : type.getMethods()) {
        if (standsFor(method)) {
          return new Answer(name, parameters, result, isThrown, method.getExceptionTypes());
        }
      }
      return this;
    }

    /**
     * Whether it answers for the method. Where an interface declares an inherited method anew with other
     * types, it has a bridge for the inherited one.
     */
    boolean standsFor(Method method) {
      return name.equals(method.getName()) && Arrays.equals(parameters, method.getParameterTypes());
    }

    boolean accepts(Object value) {
      if (isThrown) {
        return value instanceof RuntimeException
            || value instanceof Error
            || Arrays.stream(declared).anyMatch(thrown -> thrown.isInstance(value));
      }
      int primitive = Primitives.tag(result);
      return primitive == Tags.NONE
          ? value == null || result.isInstance(value)
          : Primitives.accepts(primitive, value);
    }
  }

  private Fake(Class<?> type, Answer[] answers) {
    this.type = type;
    this.answers = answers;
  }

  /**
   * Fakes of an interface.
   *
   * @param lines the methods whose answers each one says for itself, a line each: {@code +}, or
   *     {@code -} for one that throws, then name and descriptor
   */
  static Fake of(Class<?> type, String lines) {
    if (type == null || !type.isInterface()) {
      throw new IllegalArgumentException("the type of the fake is no interface");
    }
    String[] all = lines.isEmpty() ? new String[0] : lines.split("\n");
    Answer[] answers = new Answer[all.length];
    for (int i = 0; i < all.length; i++) {
      int descriptor = all[i].indexOf('(');
      MethodType of =
          MethodType.fromMethodDescriptorString(
              all[i].substring(descriptor), type.getClassLoader());
      boolean isThrown = all[i].charAt(0) == '-';
      String name = all[i].substring(1, descriptor);
      Answer answer =
          new Answer(name, of.parameterArray(), of.returnType(), isThrown, new Class<?>[0]);
      answers[i] = isThrown ? answer.declaredIn(type) : answer;
    }
    Fake fake = new Fake(type, answers);
    // Its methods are looked up once, here: one may name a class that the class path lacks.
    fake.answering(new Object[answers.length]);
    return fake;
  }

  /**
   * Makes one; null where a value is none that its method can give.
   *
   * @param values what is answered, in the order of the methods
   */
  Object make(Object[] values) {
    if (values.length != answers.length) {
      return null;
    }
    for (int i = 0; i < values.length; i++) {
      if (!answers[i].accepts(values[i])) {
        return null;
      }
    }
    return answering(values);
  }

  private Object answering(Object[] values) {
    InvocationHandler handler = (proxy, method, arguments) -> answer(proxy, method, arguments, values);
    return Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler);
  }

  private Object answer(Object proxy, Method method, Object[] arguments, Object[] values)
      throws Throwable {
    if (Inherited.is(method)) {
      return Inherited.call(proxy, method, arguments);
    }
    int position = position(method);
    if (position < 0) {
      return plainest(method.getReturnType());
    }
    if (answers[position].isThrown()) {
      throw (Throwable) values[position];
    }
    return values[position];
  }

  private int position(Method method) {
    for (int i = 0; i < called.length; i++) {
      if (called[i].equals(method)) {
        return positions[i];
      }
    }
    int found = answers.length - 1;
    while (found >= 0 && !answers[found].standsFor(method)) {
      found--;
    }
    int known = called.length;
    called = Arrays.copyOf(called, known + 1);
    positions = Arrays.copyOf(positions, known + 1);
    called[known] = method;
    positions[known] = found;
    return found;
  }

  /** Null, zero or false. */
  private static Object plainest(Class<?> result) {
    boolean hasOne = result.isPrimitive() && result != void.class;
    return hasOne ? Array.get(Array.newInstance(result, 1), 0) : null;
  }
}
