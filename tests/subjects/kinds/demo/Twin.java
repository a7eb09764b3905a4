package demo;

/** Loaded by several loaders, also at the same time. */
public class Twin implements java.util.function.IntSupplier {
  private int asked;

  @Override
  public int getAsInt() {
    return ++asked;
  }
}
