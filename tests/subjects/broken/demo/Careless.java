package demo;

/** Lets an exception of its inside pass. Breaks undeclared-exception, which has to be named. */
public class Careless {
  private final int[] table = new int[4];

  public int read(int place) {
    return table[place];
  }
}
