package demo;

/** It says aloud what it does. */
public class Crier {
  private int cried;

  public int cry(String news) {
    if (news.isEmpty()) {
      System.err.println("nothing to cry");
      return cried;
    }
    System.out.println("hear " + news);
    return ++cried;
  }

  public static void sneeze(int times) {
    int i = 0;
    do {
      System.out.println("atishoo");
    } while (++i < times % 3);
  }

  public static void grumble(int times) {
    for (int i = 0; i <= times % 3; i++) {
      System.err.println("tut");
    }
  }
}
