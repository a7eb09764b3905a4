package org.palus.hook;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarInputStream;

/**
 * Loads the transformer from a jar in memory, apart from the program's classes, so that neither
 * sees the other and nothing is unpacked to disk.
 */
public final class JarLoader extends ClassLoader {
  private final Map<String, byte[]> entries = new HashMap<>();

  /**
   * Takes over all entries of a jar.
   *
   * @param jar the bytes of the jar file
   * @throws IOException when they are none
   */
  public JarLoader(byte[] jar) throws IOException {
    super(ClassLoader.getPlatformClassLoader());
    try (JarInputStream in = new JarInputStream(new ByteArrayInputStream(jar))) {
      for (JarEntry entry = in.getNextJarEntry(); entry != null; entry = in.getNextJarEntry()) {
        if (!entry.isDirectory()) {
          entries.put(entry.getName(), in.readAllBytes());
        }
      }
    }
  }

  @Override
  protected Class<?> findClass(String name) throws ClassNotFoundException {
    byte[] bytes = entries.get(name.replace('.', '/').concat(".class"));
    if (bytes == null) {
      throw new ClassNotFoundException(name);
    }
    return defineClass(name, bytes, 0, bytes.length);
  }

  @Override
  public InputStream getResourceAsStream(String name) {
    byte[] bytes = entries.get(name);
    return bytes == null ? super.getResourceAsStream(name) : new ByteArrayInputStream(bytes);
  }
}
