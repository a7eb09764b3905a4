package org.palus.verify;

import java.io.File;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Loads the class path once more, but for JUnit and what drives it: a test class in such a loader
 * finds the static fields of the code under test as they are at the start, whichever ran before it.
 */
final class OwnLoader extends URLClassLoader {
  private static final List<String> SHARED =
      List.of(
          "java.",
          "junit.",
          "net.jqwik.",
          "org.apiguardian.",
          "org.hamcrest.",
          "org.junit.",
          "org.opentest4j.",
          "org.palus.verify.");

  static {
    registerAsParallelCapable();
  }

  OwnLoader() {
    super(classPath(), OwnLoader.class.getClassLoader());
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    if (SHARED.stream().anyMatch(name::startsWith)) {
      return super.loadClass(name, resolve);
    }
    synchronized (getClassLoadingLock(name)) {
      Class<?> loaded = findLoadedClass(name);
      if (loaded != null) {
        return loaded;
      }
      try {
        return findClass(name);
      } catch (ClassNotFoundException e) {
        return super.loadClass(name, resolve);
      }
    }
  }

  /** Resources too come from the class path and not from the parent first. */
  @Override
  public URL getResource(String name) {
    URL own = findResource(name);
    return own != null ? own : super.getResource(name);
  }

  private static URL[] classPath() {
    List<URL> urls = new ArrayList<>();
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
      try {
        urls.add(Path.of(entry).toUri().toURL());
      } catch (MalformedURLException e) {
        throw new IllegalStateException("the class path has no place like " + entry, e);
      }
    }
    return urls.toArray(new URL[0]);
  }
}
