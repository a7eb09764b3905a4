package demo;

public class StoreException extends Exception {
  private static final long serialVersionUID = 1;

  public StoreException(String message) {
    super(message);
  }
}
