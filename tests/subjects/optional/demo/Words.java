package demo;

/** Needs nobody. */
public final class Words {
  private Words() {}

  public static int count(String text) {
    int count = 0;
    boolean within = false;
    for (int i = 0; i < text.length(); i++) {
      boolean isLetter = Character.isLetter(text.charAt(i));
      if (isLetter && !within) {
        count++;
      }
      within = isLetter;
    }
    return count;
  }
}
