package demo;

/** A word, as loudly spoken as the bell rings. */
public final class Speech {
  private final String word;

  public Speech(String word) {
    this.word = word;
  }

  public String speaks() {
    return word.repeat(Bell.loudness);
  }

  public int length() {
    return word.length() * Bell.loudness;
  }
}
