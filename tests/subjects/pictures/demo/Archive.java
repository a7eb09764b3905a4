package demo;

/** What documents are put into: they depend on its state. */
public class Archive {
  private final String name;
  private int kept;

  public Archive(String name) {
    this.name = name;
  }

  public void keep(String text) {
    kept++;
  }
}
