package org.palus.worker;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;

/** A class that extends an abstract one, so that a function says what its methods give. */
final class Subclass {
  private static final String SUFFIX = "$Fake";

  private static final ClassValue<Subclass> KNOWN =
      new ClassValue<>() {
        @Override
        protected Subclass computeValue(Class<?> extended) {
          try {
            return make(extended);
          } catch (ReflectiveOperationException e) {
            throw new IllegalArgumentException(extended + " cannot be extended", e);
          }
        }
      };

  /** The methods that it declares, by the numbers that the function is told. */
  final Method[] methods;

  /** Its constructor, which takes the function and calls the one without arguments that it extends. */
  final MethodHandle constructor;

  private Subclass(Method[] methods, MethodHandle constructor) {
    this.methods = methods;
    this.constructor = constructor;
  }

  /** The one that extends this class: the virtual machine keeps it as long as the class itself. */
  static Subclass of(Class<?> extended) {
    return KNOWN.get(extended);
  }

  private static Subclass make(Class<?> extended) throws ReflectiveOperationException {
    Lookup lookup = Members.lookup(extended);
    String home = lookup.lookupClass().getPackageName();
    String name = extended.getName() + SUFFIX;
    if (!home.equals(extended.getPackageName())) {
      // The package is not open: a class of ours extends it.
      name = home + "." + name.replace('.', '_');
    }
    Method[] methods = open(extended);
    // Not a hidden class: only who has all of the module's rights defines one.
    Class<?> defined = lookup.defineClass(new SubclassFile(name, extended).of(methods));
    MethodType takesFunction = MethodType.methodType(void.class, IntFunction.class);
    return new Subclass(methods, Members.lookup(defined).findConstructor(defined, takesFunction));
  }

  /** The methods that a class has to declare which extends this one. */
  private static Method[] open(Class<?> type) {
    List<Method> seen = new ArrayList<>();
    for (Class<?> known = type; known != null; known = known.getSuperclass()) {
      for (Method method : known.getDeclaredMethods()) {
        if ((method.getModifiers() & (Modifier.STATIC | Modifier.PRIVATE)) == 0) {
          addNew(method, seen);
        }
      }
    }
    for (Method method : type.getMethods()) {
      addNew(method, seen);
    }
    seen.removeIf(method -> !Modifier.isAbstract(method.getModifiers()));
    return seen.toArray(new Method[0]);
  }

  /** Adds the method unless one is there that stands for it in the virtual machine. */
  private static void addNew(Method method, List<Method> seen) {
    for (Method known : seen) {
      if (known.getName().equals(method.getName())
          && known.getReturnType() == method.getReturnType()
          && Arrays.equals(known.getParameterTypes(), method.getParameterTypes())) {
        return;
      }
    }
    seen.add(method);
  }
}
