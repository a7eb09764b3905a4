package demo;

/** Code under test that is passed anything. */
public class Keeper {
  public static void keep(Object anything) {}
}
