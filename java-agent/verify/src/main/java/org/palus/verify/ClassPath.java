package org.palus.verify;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.MalformedURLException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.Manifest;

/**
 * The code that many loaders load, each for itself: a jar is opened once and a class file read once,
 * for that takes longer than running a test.
 */
final class ClassPath {
  private final List<Place> places = new ArrayList<>();
  private final Map<String, ClassFile> known = new HashMap<>();

  /** Where class files are: a folder, or a jar that stays open. */
  private record Place(URL url, Path folder, JarFile jar, Manifest manifest) {}

  /** The bytes of a class, the place that has them, and what its manifest says of it. */
  record ClassFile(byte[] bytes, URL place, Manifest manifest) {}

  /**
   * Opens the places of a class path; one that is not there has no classes, as for the JVM.
   *
   * @param entries folders and jars, as in {@code java.class.path}
   */
  ClassPath(String entries) {
    for (String entry : entries.split(File.pathSeparator)) {
      Path path = Path.of(entry);
      try {
        if (Files.isRegularFile(path)) {
          JarFile jar =
              new JarFile(path.toFile(), false, JarFile.OPEN_READ, JarFile.runtimeVersion());
          places.add(new Place(url(path), null, jar, jar.getManifest()));
        } else {
          places.add(new Place(url(path), path, null, null));
        }
      } catch (IOException unreadable) {
        places.add(new Place(url(path), path, null, null));
      }
    }
  }

  URL[] urls() {
    return places.stream().map(Place::url).toArray(URL[]::new);
  }

  /**
   * The class of that name.
   *
   * @return null when no place has it
   */
  synchronized ClassFile find(String name) {
    ClassFile file = known.get(name);
    if (file == null) {
      file = read(name.replace('.', '/') + ".class");
      if (file != null) {
        known.put(name, file);
      }
    }
    return file;
  }

  private ClassFile read(String file) {
    for (Place place : places) {
      try {
        byte[] bytes = place.jar() == null ? inFolder(place, file) : inJar(place.jar(), file);
        if (bytes != null) {
          return new ClassFile(bytes, place.url(), place.manifest());
        }
      } catch (IOException unreadable) {
        // as if it were not there
      }
    }
    return null;
  }

  private static byte[] inFolder(Place place, String file) throws IOException {
    Path path = place.folder().resolve(file);
    return Files.isRegularFile(path) ? Files.readAllBytes(path) : null;
  }

  private static byte[] inJar(JarFile jar, String file) throws IOException {
    JarEntry entry = jar.getJarEntry(file);
    if (entry == null) {
      return null;
    }
    try (InputStream in = jar.getInputStream(entry)) {
      return in.readAllBytes();
    }
  }

  private static URL url(Path path) {
    try {
      return path.toUri().toURL();
    } catch (MalformedURLException e) {
      throw new IllegalStateException("the class path has no place like " + path, e);
    }
  }
}
