package demo;

/** Opens for a word and a number that stand nowhere in its class file: they are worked out at run time. */
public class Vault {
  private final String word = new StringBuilder("emases").reverse().toString();

  public String say(String word) {
    return this.word.equals(word) ? "open" : "shut";
  }

  public String dial(int number) {
    return number == word.hashCode() ? "right" : "wrong";
  }
}
