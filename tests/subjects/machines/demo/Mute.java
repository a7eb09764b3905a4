package demo;

/** Shows nothing. */
public class Mute {
  private int acts;

  public void act() {
    acts++;
  }
}
