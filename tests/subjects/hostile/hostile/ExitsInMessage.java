package hostile;

/** An exception that does not even let its message be read. */
public class ExitsInMessage extends RuntimeException {
  private static final long serialVersionUID = 1;

  @Override
  public String getMessage() { // ends-jvm
    System.exit(9);
    return "never";
  }

  public void raise(int times) { // tested
    if (times > 3) {
      throw this;
    }
  }
}
