package app;

/** Defined as a hidden class, which no agent sees. */
public class Hidden implements java.util.function.IntSupplier {
  @Override
  public int getAsInt() {
    return 11;
  }
}
