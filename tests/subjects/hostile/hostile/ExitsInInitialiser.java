package hostile;

/** Cannot even be loaded without ending the virtual machine. */
public class ExitsInInitialiser {
  static {
    System.exit(7);
  }

  public static int value() { // ends-jvm
    return 1;
  }
}
