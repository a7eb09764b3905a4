package org.example.rules;

/** Counts brackets, one call deeper for each. */
public class Nesting {
  public int depth(String text) {
    return below(text, 0);
  }

  int below(String text, int at) {
    if (at == text.length()) {
      return 0;
    }
    int below = below(text, at + 1);
    return text.charAt(at) == '(' ? below + 1 : below;
  }
}
