package settings;

/** Changes the properties of the system. */
public class Properties {
  public String directory() {
    return System.setProperty("user.dir", "/");
  }

  public String temporary() {
    return System.setProperty("java.io.tmpdir", "/var");
  }

  public int clear() {
    System.getProperties().clear();
    return 1;
  }

  public int replace() {
    System.setProperties(new java.util.Properties());
    return 2;
  }
}
