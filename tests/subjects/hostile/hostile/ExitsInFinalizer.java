package hostile;

/** Ends the virtual machine, or spins for ever, when it is collected. */
public class ExitsInFinalizer {
  private final boolean spins;

  public ExitsInFinalizer(boolean spins) { // leaves-traces
    this.spins = spins;
  }

  public int litter() { // leaves-traces
    for (int i = 0; i < 200; i++) {
      new ExitsInFinalizer(i % 2 == 0);
    }
    return 200;
  }

  @Override
  @SuppressWarnings({"deprecation", "removal"})
  protected void finalize() { // hazard
    while (spins) {
      Thread.onSpinWait();
    }
    System.exit(8);
  }
}
