package exits;

import java.lang.ref.Cleaner;

/** Ends the virtual machine when it is collected. */
public class ExitsInFinalizer {
  public int litter() {
    for (int i = 0; i < 100; i++) {
      new ExitsInFinalizer();
    }
    System.gc();
    return 100;
  }

  public int clean() {
    Cleaner.create().register(new Object(), () -> System.exit(15));
    System.gc();
    return 2;
  }

  @Override
  @SuppressWarnings({"deprecation", "removal"})
  protected void finalize() {
    System.exit(16);
  }
}
