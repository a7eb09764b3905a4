package loops;

/** Goes round for ever, whatever is thrown. */
public class Catches {
  public int caught() {
    while (true) {
      try {
        throw new IllegalStateException();
      } catch (Throwable swallowed) {
        continue;
      }
    }
  }

  @SuppressWarnings("finally")
  public int behind() {
    while (true) {
      try {
        return 1;
      } finally {
        continue;
      }
    }
  }
}
