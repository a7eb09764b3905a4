package demo;

/** An enum of the code under test. */
public enum Mode {
  HALF_UP,
  DOWN
}
