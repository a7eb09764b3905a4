package org.palus.program;

import java.io.IOException;
import java.io.InputStream;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Loads the program, which sees nothing of ours but what its woven methods call. */
public class ProgramLoader extends URLClassLoader {
  private final Set<Class<?>> called;

  /** Of the class path with an entry in each line of the file. */
  public ProgramLoader(Path classPath, Set<Class<?>> called) throws IOException {
    super(entries(classPath), ClassLoader.getPlatformClassLoader());
    this.called = called;
  }

  private static URL[] entries(Path file) throws IOException {
    List<URL> entries = new ArrayList<>();
    for (String entry : Files.readAllLines(file, StandardCharsets.UTF_8)) {
      entries.add(url(entry));
    }
    return entries.toArray(new URL[0]);
  }

  private static URL url(String entry) throws MalformedURLException {
    return Path.of(entry).toUri().toURL();
  }

  /** What becomes of a class file when its class is loaded; nothing, if nobody says otherwise. */
  protected byte[] woven(byte[] original) {
    return original;
  }

  @Override
  protected Class<?> findClass(String name) throws ClassNotFoundException {
    for (Class<?> ours : called) {
      if (name.equals(ours.getName())) {
        return ours;
      }
    }
    try (InputStream file = getResourceAsStream(name.replace('.', '/') + ".class")) {
      if (file == null) {
        throw new ClassNotFoundException(name);
      }
      byte[] bytes = woven(file.readAllBytes());
      return defineClass(name, bytes, 0, bytes.length);
    } catch (IOException e) {
      throw new ClassNotFoundException(name, e);
    }
  }
}
