package demo;

/** Needs an output that nobody implements. */
public final class Line {
  private final Output output;

  public Line(Output output) {
    this.output = output;
  }

  public boolean fits(String text) {
    return text.length() <= output.width();
  }
}
