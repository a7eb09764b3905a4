package org.palus.worker;

import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.palus.hook.Facts;

/** Has the classes of the program anew. */
final class Fresh extends URLClassLoader {
  Fresh(URL[] entries) {
    super(entries, ClassLoader.getPlatformClassLoader());
  }

  /** Those of the classes that it has loaded itself, in the same order. */
  Class<?>[] loaded(Collection<String> names) {
    List<Class<?>> loaded = new ArrayList<>();
    for (String name : names) {
      Class<?> type = findLoadedClass(name);
      if (type != null) {
        loaded.add(type);
      }
    }
    return loaded.toArray(new Class<?>[0]);
  }

  /**
   * To define a class the JDK asks for the default locale, in which it compares the letters of a
   * file name. That is nothing that the code under test asks.
   */
  @Override
  protected Class<?> findClass(String name) throws ClassNotFoundException {
    boolean wasWatching = Facts.watches();
    Facts.watch(false);
    try {
      return super.findClass(name);
    } finally {
      Facts.watch(wasWatching);
    }
  }
}
