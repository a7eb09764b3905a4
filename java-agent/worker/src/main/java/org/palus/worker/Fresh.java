package org.palus.worker;

import java.net.URL;
import java.net.URLClassLoader;
import org.palus.hook.Facts;

/** Has the classes of the program anew. */
final class Fresh extends URLClassLoader {
  Fresh(URL[] entries) {
    super(entries, ClassLoader.getPlatformClassLoader());
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
