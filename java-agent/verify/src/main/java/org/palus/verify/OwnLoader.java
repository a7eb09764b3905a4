package org.palus.verify;

import java.net.URL;
import java.net.URLClassLoader;
import java.security.CodeSource;
import java.security.ProtectionDomain;
import java.security.cert.Certificate;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.jar.Manifest;

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

  private final ClassPath classPath;
  private final Map<URL, ProtectionDomain> domains = new HashMap<>();

  OwnLoader(ClassPath classPath) {
    super(classPath.urls(), OwnLoader.class.getClassLoader());
    this.classPath = classPath;
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
      ClassPath.ClassFile file = classPath.find(name);
      return file == null ? super.loadClass(name, resolve) : define(name, file);
    }
  }

  private Class<?> define(String name, ClassPath.ClassFile file) {
    int dot = name.lastIndexOf('.');
    if (dot > 0) {
      definePackage(name.substring(0, dot), file);
    }
    byte[] bytes = file.bytes();
    return defineClass(name, bytes, 0, bytes.length, domain(file.place()));
  }

  private synchronized ProtectionDomain domain(URL place) {
    return domains.computeIfAbsent(
        place,
        url -> new ProtectionDomain(new CodeSource(url, (Certificate[]) null), null, this, null));
  }

  private void definePackage(String name, ClassPath.ClassFile file) {
    if (getDefinedPackage(name) != null) {
      return;
    }
    Manifest manifest = file.manifest();
    try {
      if (manifest == null) {
        definePackage(name, null, null, null, null, null, null, null);
      } else {
        definePackage(name, manifest, file.place());
      }
    } catch (IllegalArgumentException defined) {
      // by another thread
    }
  }

  /** Resources too come from the class path and not from the parent first. */
  @Override
  public URL getResource(String name) {
    URL own = findResource(name);
    return own != null ? own : super.getResource(name);
  }
}
