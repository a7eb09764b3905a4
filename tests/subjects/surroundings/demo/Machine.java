package demo;

import java.nio.charset.Charset;

/** Tells what it runs on. */
public class Machine {
  private int asked;

  public int asked() {
    return asked;
  }

  public int processors() {
    asked++;
    return Runtime.getRuntime().availableProcessors();
  }

  public int feature() {
    asked++;
    return Runtime.version().feature();
  }

  public int methodsOfString() {
    asked++;
    return String.class.getMethods().length;
  }

  public String user() {
    asked++;
    return System.getProperty("user.name");
  }

  public boolean isLinux() {
    asked++;
    return System.getProperty("os.name", "").startsWith("Linux");
  }

  public String lines() {
    asked++;
    return "a" + System.lineSeparator() + "b";
  }

  public String encoding() {
    asked++;
    return Charset.defaultCharset().name();
  }

  public boolean hasItself() {
    asked++;
    return ClassLoader.getSystemResource("demo/Machine.class") != null;
  }

  public String thread() {
    asked++;
    return Thread.currentThread().getName();
  }
}
