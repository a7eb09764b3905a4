package org.palus.worker;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;
import org.palus.hook.Tags;

/** A member, ready to be called with an array of arguments. */
final class Callable {
  private final MethodHandle handle;
  private final Class<?>[] parameters;
  private final int[] primitives;
  private final boolean hasReceiver;
  private final int result;
  private final boolean isVoid;
  private final boolean isOfTest;

  /**
   * Adapts a handle once, so that a call costs a few nanoseconds.
   *
   * @param direct takes the receiver first
   * @param isOfTest whether it makes what only a test has
   */
  Callable(MethodHandle direct, boolean hasReceiver, boolean isOfTest) {
    MethodType type = direct.type();
    int count = type.parameterCount();
    this.hasReceiver = hasReceiver;
    this.isOfTest = isOfTest;
    parameters = type.parameterArray();
    primitives = new int[count];
    for (int i = 0; i < count; i++) {
      primitives[i] = Primitives.tag(parameters[i]);
    }
    result = Primitives.tag(type.returnType());
    isVoid = type.returnType() == void.class;
    handle =
        direct
            .asFixedArity()
            .asType(MethodType.genericMethodType(count))
            .asSpreader(Object[].class, count);
  }

  int parameterCount() {
    return parameters.length;
  }

  /**
   * Whether the arguments fit. Checked before each call, so that a ClassCastException during one is
   * the program's own.
   */
  boolean accepts(Object[] arguments) {
    if (hasReceiver && arguments[0] == null) {
      return false;
    }
    for (int i = 0; i < parameters.length; i++) {
      Object argument = arguments[i];
      boolean fits =
          primitives[i] == Tags.NONE
              ? argument == null || parameters[i].isInstance(argument)
              : Primitives.accepts(primitives[i], argument);
      if (!fits) {
        return false;
      }
    }
    return true;
  }

  Object call(Object[] arguments) throws Throwable {
    return (Object) handle.invokeExact(arguments);
  }

  /** Whether the first argument is the object on which it is called. */
  boolean hasReceiver() {
    return hasReceiver;
  }

  /** Whether it makes what only a test has: nobody tests that this throws. */
  boolean isOfTest() {
    return isOfTest;
  }

  boolean isVoid() {
    return isVoid;
  }

  /** Tag of a primitive result; {@link Tags#NONE} when the result is a reference or nothing. */
  int primitiveResult() {
    return result;
  }
}
