package org.palus.worker;

import java.lang.invoke.MethodType;
import java.lang.reflect.Array;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import org.palus.hook.FuelExhausted;
import org.palus.hook.Guard;

/** What objects of an interface do that tests make: their class is one that only they have. */
final class Fake {
  /** How often one object answers: who asks more waits for an answer that does not come. */
  private static final int MOST_QUESTIONS = 200;

  private final Class<?> type;
  private final Answer[] answers;

  /** For each answer whether another one of the same method follows, from the second call on. */
  private final boolean[] isFirst;

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

    boolean isOfMethodOf(Answer other) {
      return name.equals(other.name) && Arrays.equals(parameters, other.parameters);
    }

    boolean accepts(Object value) {
      if (isThrown) {
        return value instanceof RuntimeException
            || value instanceof Error
            || Arrays.stream(declared).anyMatch(thrown -> thrown.isInstance(value));
      }
      // A proxy has to give a primitive value as an object of just its class: nothing widens.
      Class<?> boxed = MethodType.methodType(result).wrap().returnType();
      return boxed.isInstance(value) || (value == null && !result.isPrimitive());
    }
  }

  private Fake(Class<?> type, Answer[] answers) {
    this.type = type;
    this.answers = answers;
    isFirst = new boolean[answers.length];
    for (int i = 0; i + 1 < answers.length; i++) {
      isFirst[i] = answers[i].isOfMethodOf(answers[i + 1]);
    }
  }

  /**
   * Fakes of an interface.
   *
   * @param lines the methods whose answers each one says for itself, a line each: {@code +}, or
   *     {@code -} for one that throws, then name and descriptor; a method on two lines, one behind the
   *     other, answers its first call by the first one
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
    return Proxy.newProxyInstance(
        type.getClassLoader(), new Class<?>[] {type}, new Handler(values));
  }

  /** What one object answers. */
  private final class Handler implements InvocationHandler {
    private final Object[] values;
    private final boolean[] hasAnswered = new boolean[answers.length];
    private int questions;

    Handler(Object[] values) {
      this.values = values;
    }

    @Override
    public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
      if (Inherited.is(method)) {
        return Inherited.call(proxy, method, arguments);
      }
      if (++questions > MOST_QUESTIONS) {
        // The fuel would end it, too, but takes far longer.
        Guard.refused = Guard.ENDLESS;
        throw FuelExhausted.INSTANCE;
      }
      int position = position(method);
      if (position < 0) {
        return plainest(method.getReturnType());
      }
      if (isFirst[position] && hasAnswered[position]) {
        position++;
      }
      hasAnswered[position] = true;
      if (answers[position].isThrown()) {
        throw (Throwable) values[position];
      }
      return values[position];
    }
  }

  /** Where the first answer of the method stands; -1 for none. */
  private int position(Method method) {
    for (int i = 0; i < called.length; i++) {
      if (called[i].equals(method)) {
        return positions[i];
      }
    }
    int found = 0;
    while (found < answers.length && !answers[found].standsFor(method)) {
      found++;
    }
    if (found == answers.length) {
      found = -1;
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
