package natives;

import java.lang.invoke.MethodHandle;
import java.lang.reflect.Array;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Optional;

/** Calls the kernel by the foreign functions of Java 22 and newer, found by reflection. */
final class Kernel {
  private static final String FOREIGN = "java.lang.foreign.";

  private Kernel() {}

  private static Class<?> find(String name) throws ClassNotFoundException {
    return Class.forName(FOREIGN + name);
  }

  private static MethodHandle handle(String function, int arguments) throws Throwable {
    Class<?> linkers = find("Linker");
    Class<?> layouts = find("MemoryLayout");
    Class<?> descriptors = find("FunctionDescriptor");
    Object linker = linkers.getMethod("nativeLinker").invoke(null);
    Object lookup = linkers.getMethod("defaultLookup").invoke(linker);
    Method finds = find("SymbolLookup").getMethod("find", String.class);
    Object address = ((Optional<?>) finds.invoke(lookup, function)).orElseThrow();
    Object number = find("ValueLayout").getField("JAVA_LONG").get(null);
    Object[] taken = (Object[]) Array.newInstance(layouts, arguments);
    Arrays.fill(taken, number);
    Method of = descriptors.getMethod("of", layouts, taken.getClass());
    Object descriptor = of.invoke(null, number, taken);
    Object none = Array.newInstance(find("Linker$Option"), 0);
    Method downcall =
        linkers.getMethod("downcallHandle", find("MemorySegment"), descriptors, none.getClass());
    return (MethodHandle) downcall.invoke(linker, address, descriptor, none);
  }

  /** Makes a system call with up to six arguments; -1 when it failed. */
  static long call(long number, long... arguments) throws Throwable {
    Object[] all = new Object[7];
    Arrays.fill(all, 0L);
    all[0] = number;
    for (int i = 0; i < arguments.length; i++) {
      all[i + 1] = arguments[i];
    }
    return (long) handle("syscall", 7).invokeWithArguments(all);
  }

  /** Memory with these numbers in it, which stays. */
  static long memory(long... numbers) throws Throwable {
    long address = (long) handle("malloc", 1).invoke(8L * numbers.length);
    var field = sun.misc.Unsafe.class.getDeclaredField("theUnsafe");
    field.setAccessible(true);
    var unsafe = (sun.misc.Unsafe) field.get(null);
    for (int i = 0; i < numbers.length; i++) {
      unsafe.putLong(address + 8L * i, numbers[i]);
    }
    return address;
  }
}
