package guards;

import java.io.IOException;
import java.io.InputStream;

/** Loads what watches it once more, under its own eyes. */
public class Loaders {
  public Class<?> again() throws IOException {
    return new Own().define("org/palus/hook/Guard.class");
  }

  public Class<?> platform() throws ClassNotFoundException {
    return ClassLoader.getPlatformClassLoader().loadClass("org.palus.hook.Guard");
  }

  private static final class Own extends ClassLoader {
    Class<?> define(String name) throws IOException {
      try (InputStream in = ClassLoader.getSystemResourceAsStream(name)) {
        byte[] bytes = in.readAllBytes();
        return defineClass(null, bytes, 0, bytes.length);
      }
    }
  }
}
