package demo;

/** Opens behind one way of six keys among a million. */
public final class Strongbox {
  private static final int RIGHT = 2033096688;

  private final Door door;
  private int turned = 7;
  private Runnable watcher = () -> {};

  /** With a door that it opens. */
  public Strongbox(Door door) {
    this.door = door;
  }

  /** Has somebody told of each turn. */
  public void watch(Runnable somebody) {
    watcher = somebody;
  }

  /** Turns to a key, from 0 to 9, and tells whether the door is open. */
  public boolean turn(int key) {
    if (key < 0 || key > 9) {
      throw new IllegalArgumentException("no key: " + key);
    }
    watcher.run();
    turned = turned * 31 + key;
    if (turned == RIGHT) {
      door.open();
    }
    return door.isOpen();
  }
}
