package app;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Reads the class file of demo.Heir, says that it is ready, and has the superclass when there is a file named go; works until there is a file named stop. */
public class Patient extends ClassLoader {
  private static final long END = System.nanoTime() + 600_000_000_000L;

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    synchronized (getClassLoadingLock(name)) {
      if (!name.startsWith("demo.") || findLoadedClass(name) != null) {
        return super.loadClass(name, resolve);
      }
      if (name.equals("demo.Ancestor")) {
        System.out.println("ready");
        awaitFile("go");
      }
      try {
        byte[] file = Files.readAllBytes(Path.of("classes", name.replace('.', '/') + ".class"));
        return defineClass(name, file, 0, file.length);
      } catch (IOException e) {
        throw new ClassNotFoundException(name, e);
      }
    }
  }

  public static void main(String[] args) throws Exception {
    Class<?> heir = new Patient().loadClass("demo.Heir");
    while (!new File("stop").exists() && System.nanoTime() < END) {
      ((Runnable) heir.getConstructor().newInstance()).run();
      Thread.sleep(5);
    }
    System.out.println("right");
  }

  private static void awaitFile(String name) {
    while (!new File(name).exists() && System.nanoTime() < END) {
      Thread.onSpinWait();
    }
  }
}
