package hostile;

/** Leaves a thread behind of the kind that came with Java 21; before, it throws. */
public class Virtual {
  private static void spin() {
    while (true) {
      Thread.onSpinWait();
    }
  }

  public Object virtual() throws ReflectiveOperationException { // starts-threads non-deterministic
    Runnable spin = Virtual::spin;
    return Thread.class.getMethod("startVirtualThread", Runnable.class).invoke(null, spin);
  }
}
