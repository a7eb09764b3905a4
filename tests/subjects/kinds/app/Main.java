package app;

import demo.Kinds;
import demo.Threads;
import demo.Ways;
import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntSupplier;

/** Goes through all of it and prints what came out, which must not depend on being watched. */
public class Main {
  public static void main(String[] args) throws Exception {
    System.out.println("kinds " + kinds());
    System.out.println("ways " + ways());
    System.out.println("threads " + Threads.platform(2000) + " " + Threads.virtual(500));
    System.out.println("loaders " + loaders());
    System.out.println("hidden " + hidden());
    Method greeting = Class.forName("demo.Greeter$Made").getMethod("greeting");
    greeting.setAccessible(true);
    System.out.println(greeting.invoke(null));
  }

  private static List<Object> kinds() {
    Kinds kinds = new Kinds();
    List<Object> all = new ArrayList<>();
    all.add(kinds.new Inner().inInner(7));
    all.add(new Kinds.Nested().inNested());
    all.add(Kinds.Colour.RED.inConstant() + Kinds.Colour.GREEN.inConstant());
    all.add(new Kinds.Point(1, 2).inRecord() + new Kinds.Point(1, 2).x());
    all.add(new Kinds.Point(3, 4));
    all.add(new Kinds.Square().inDefault());
    all.add(kinds.local());
    all.add(kinds.lambda(3));
    return all;
  }

  private static List<Object> ways() {
    Ways ways = Ways.first();
    List<Object> all = new ArrayList<>();
    all.add(ways.returning() + ways.catching() + ways.recursing(20) + ways.synchronising());
    for (Runnable failing :
        List.<Runnable>of(
            ways::passing,
            () -> ways.overflowing(0),
            () -> new Ways.Escaping(-1),
            () -> new Ways.Failing("no number"),
            () -> new Kinds.Point(-1, 0))) {
      try {
        failing.run();
        all.add("nothing thrown");
      } catch (Throwable thrown) {
        all.add(thrown.getClass().getSimpleName());
      }
    }
    all.add(new Ways.Escaping(8).late());
    return all;
  }

  /** Four loaders, each in a thread of its own, define the same class at the same time. */
  private static int loaders() throws Exception {
    int[] sums = new int[4];
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < sums.length; i++) {
      int index = i;
      threads.add(new Thread(() -> sums[index] = inLoaderOfItsOwn()));
    }
    threads.forEach(Thread::start);
    for (Thread thread : threads) {
      thread.join();
    }
    return sums[0] + sums[1] + sums[2] + sums[3];
  }

  private static int inLoaderOfItsOwn() {
    try {
      byte[] bytes = bytes("demo.Twin");
      ClassLoader loader =
          new ClassLoader(Main.class.getClassLoader()) {
            @Override
            protected Class<?> loadClass(String name, boolean resolve)
                throws ClassNotFoundException {
              return name.equals("demo.Twin")
                  ? defineClass(name, bytes, 0, bytes.length)
                  : super.loadClass(name, resolve);
            }
          };
      IntSupplier twin =
          (IntSupplier) loader.loadClass("demo.Twin").getDeclaredConstructor().newInstance();
      return twin.getAsInt() + twin.getAsInt();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private static int hidden() throws Exception {
    MethodHandles.Lookup lookup =
        MethodHandles.lookup().defineHiddenClass(bytes("app.Hidden"), true);
    Object hidden = lookup.lookupClass().getDeclaredConstructor().newInstance();
    return ((IntSupplier) hidden).getAsInt();
  }

  private static byte[] bytes(String name) throws Exception {
    String file = "/" + name.replace('.', '/') + ".class";
    try (InputStream in = Main.class.getResourceAsStream(file)) {
      return in.readAllBytes();
    }
  }
}
