package org.palus.transform;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.List;
import org.objectweb.asm.ClassReader;
import org.palus.testing.Events;
import org.palus.testing.NativeLoader;
import org.palus.testing.Natives;

/** Runs the classes under test as the native agent would: transformed, with the real hooks. */
final class Subject {
  private static final String PACKAGE = "org.palus.subject.";

  private final NativeLoader loader =
      new NativeLoader("org.palus.hook.", "org.palus.transform.", PACKAGE);
  private final Method transform;

  Subject(int mode) throws Exception {
    Natives.reset();
    transform =
        loader
            .loadClass(Transformer.class.getName())
            .getMethod("transform", String.class, ClassLoader.class, byte[].class, int.class);
    loader.changeBy(bytes -> isSubject(bytes) ? transform(bytes, mode) : null);
  }

  private static boolean isSubject(byte[] bytes) {
    return new ClassReader(bytes).getClassName().startsWith(PACKAGE.replace('.', '/'));
  }

  /** Events of a run of a static method without parameters, whatever its outcome. */
  static List<String> record(String type, String method) throws Exception {
    Subject subject = new Subject(Transformer.RECORD);
    subject.run(type, method);
    return Events.all();
  }

  /** The same, with calls of the JDK watched where they are made. */
  static List<String> recordSites(String type, String method, int mode) throws Exception {
    Subject subject = new Subject(mode);
    Natives.watchCallSites();
    subject.run(type, method);
    return Events.all();
  }

  /** What the method returns, or what it throws. */
  Object run(String type, String method) throws Exception {
    Method target = loader.loadClass(PACKAGE + type).getMethod(method);
    try {
      return target.invoke(null);
    } catch (InvocationTargetException e) {
      return e.getCause();
    }
  }

  /** Calls a static method with an int. */
  void run(String type, String method, int argument) throws Exception {
    loader.loadClass(PACKAGE + type).getMethod(method, int.class).invoke(null, argument);
  }

  byte[] transform(byte[] bytes, int mode) {
    try {
      return (byte[])
          transform.invoke(null, new ClassReader(bytes).getClassName(), null, bytes, mode);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  NativeLoader loader() {
    return loader;
  }

  /** A public static method of a hook class. */
  Object hook(String type, String method, Object... arguments) throws Exception {
    for (Method candidate : loader.loadClass("org.palus.hook." + type).getMethods()) {
      if (candidate.getName().equals(method) && candidate.getParameterCount() == arguments.length) {
        return candidate.invoke(null, arguments);
      }
    }
    throw new NoSuchMethodException(type + "." + method);
  }
}
