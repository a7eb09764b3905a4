package demo;

public class NoRateException extends Exception {
  private static final long serialVersionUID = 1;
}
