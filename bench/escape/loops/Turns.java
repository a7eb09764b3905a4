package loops;

/** Goes round for ever. */
public class Turns {
  public int turn() {
    int turns = 0;
    while (turns < Integer.MAX_VALUE || turns > 0) {
      turns = (turns + 1) & 0xFFFF;
    }
    return turns;
  }

  public void empty() {
    for (; ; ) {}
  }
}
