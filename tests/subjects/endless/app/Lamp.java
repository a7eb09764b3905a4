package app;

/** On or off. */
public class Lamp {
  private boolean isOn;

  public void toggle() {
    isOn = !isOn;
  }

  public boolean isOn() {
    return isOn;
  }
}
