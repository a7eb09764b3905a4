package org.palus.worker;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Array;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.function.IntFunction;
import org.palus.hook.FuelExhausted;
import org.palus.hook.Guard;

/**
 * What objects of an interface or of an abstract class do that tests make: their class is one that
 * only they have.
 */
final class Fake {
  /** How often one object answers: who asks more waits for an answer that does not come. */
  private static final int MOST_QUESTIONS = 200;

  private final Class<?> type;
  private final Answer[] answers;

  /** What extends an abstract class; null for an interface. */
  private final Subclass subclass;

  /** What makes them by a constructor of the program, with what is answered; null for an interface. */
  final Callable maker;

  /** For each answer whether another one of the same method follows, from the second call on. */
  private final boolean[] isFirst;

  /** The methods that have been called, and the positions of their answers, -1 for none. */
  private Method[] called = new Method[0];

  private int[] positions = new int[0];

  /** The methods whose answers each fake says for itself. */
  private record Answer(
      String name,
      Class<?>[] parameters,
      Class<?> result,
      boolean isThrown,
      Class<?>[] declared,
      Object[] question) {
    /** The same of a method that declares what the type's own does. */
    Answer declaredAmong(Method[] methods) {
      for (Method method : methods) {
        if (standsFor(method)) {
          return new Answer(
              name, parameters, result, isThrown, method.getExceptionTypes(), question);
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

    /**
     * Whether it is what is answered to these arguments. Literals alone are compared, so no method of
     * the program is called.
     *
     * @param arguments null where nobody knows them
     */
    boolean isTo(Object[] arguments) {
      if (question.length == 0) {
        return true;
      }
      boolean isAsked = arguments != null && arguments.length == question.length;
      for (int i = 0; isAsked && i < question.length; i++) {
        isAsked = question[i] == null ? arguments[i] == null : question[i].equals(arguments[i]);
      }
      return isAsked;
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

  private Fake(Class<?> type, Answer[] answers, Subclass subclass)
      throws ReflectiveOperationException {
    this.type = type;
    this.answers = answers;
    this.subclass = subclass;
    maker = subclass == null ? null : ofClass();
    isFirst = new boolean[answers.length];
    for (int i = 0; i + 1 < answers.length; i++) {
      isFirst[i] = answers[i].question.length == 0 && answers[i].isOfMethodOf(answers[i + 1]);
    }
  }

  /**
   * Fakes of an interface or an abstract class.
   *
   * @param subclass what extends an abstract class; null for an interface
   * @param lines the methods whose answers each one says for itself, a line each: {@code +}, or
   *     {@code -} for one that throws, then name and descriptor, and the numbers of the literals that
   *     have to be its arguments; a method on two lines without such, one behind the other, answers
   *     its first call by the first one
   */
  static Fake of(Class<?> type, Subclass subclass, String lines, Table<Literal> literals)
      throws ReflectiveOperationException {
    Method[] methods = subclass == null ? type.getMethods() : subclass.methods;
    String[] all = lines.isEmpty() ? new String[0] : lines.split("\n");
    Answer[] answers = new Answer[all.length];
    for (int i = 0; i < all.length; i++) {
      int descriptor = all[i].indexOf('(');
      String[] parts = all[i].substring(descriptor).split(" ");
      MethodType of =
          MethodType.fromMethodDescriptorString(parts[0], type.getClassLoader());
      Object[] question = new Object[parts.length - 1];
      for (int j = 0; j < question.length; j++) {
        question[j] = literals.get(Integer.parseInt(parts[j + 1])).value();
      }
      boolean isThrown = all[i].charAt(0) == '-';
      String name = all[i].substring(1, descriptor);
      Answer answer =
          new Answer(
              name, of.parameterArray(), of.returnType(), isThrown, new Class<?>[0], question);
      answers[i] = isThrown ? answer.declaredAmong(methods) : answer;
    }
    Fake fake = new Fake(type, answers, subclass);
    if (subclass == null) {
      // Its methods are looked up once, here: one may name a class that the class path lacks.
      fake.make(new Object[answers.length]);
    }
    return fake;
  }

  /** Takes what is answered; the constructor of the abstract class runs then. */
  private Callable ofClass() throws ReflectiveOperationException {
    MethodHandle function =
        MethodHandles.lookup()
            .bind(this, "function", MethodType.methodType(IntFunction.class, Object[].class));
    MethodHandle making = MethodHandles.filterArguments(subclass.constructor, 0, function);
    return new Callable(making.asCollector(Object[].class, answers.length), false, true);
  }

  private IntFunction<Object> function(Object[] values) {
    Handler handler = new Handler(values);
    return position -> {
      try {
        return handler.answer(subclass.methods[position], null);
      } catch (Throwable thrown) { // as its method does, which declares it
        throw Fake.<RuntimeException>unchecked(thrown);
      }
    };
  }

  @SuppressWarnings("unchecked") // nothing checks it at run time
  private static <T extends Throwable> T unchecked(Throwable thrown) throws T {
    throw (T) thrown;
  }

  /**
   * Whether the methods can give the values.
   *
   * @param values what is answered, in the order of the methods
   */
  boolean accepts(Object[] values) {
    if (values.length != answers.length) {
      return false;
    }
    for (int i = 0; i < values.length; i++) {
      if (!answers[i].accepts(values[i])) {
        return false;
      }
    }
    return true;
  }

  /** Makes one of an interface. */
  Object make(Object[] values) {
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
      return Inherited.is(method)
          ? Inherited.call(proxy, method, arguments)
          : answer(method, arguments);
    }

    Object answer(Method method, Object[] arguments) throws Throwable {
      if (++questions > MOST_QUESTIONS) {
        // The fuel would end it, too, but takes far longer.
        Guard.refused = Guard.ENDLESS;
        throw FuelExhausted.INSTANCE;
      }
      int position = position(method);
      while (position >= 0 && !answers[position].isTo(arguments)) {
        int next = position + 1;
        boolean isMore = next < answers.length && answers[next].isOfMethodOf(answers[position]);
        position = isMore ? next : -1;
      }
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
