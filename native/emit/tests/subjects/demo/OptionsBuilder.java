package demo;

/** Is told what to build. */
public class OptionsBuilder {
  public OptionsBuilder() {}

  public OptionsBuilder name(String name) {
    return this;
  }

  public Options build() {
    return new Options();
  }
}
