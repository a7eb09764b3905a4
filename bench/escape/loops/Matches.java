package loops;

import java.util.regex.Pattern;

/** Has an expression that tries all ways. */
public class Matches {
  public boolean match() {
    return Pattern.matches("(a|aa|aaa)*b", "a".repeat(80));
  }

  public boolean split(String text) {
    return ("x".repeat(60) + text).matches("(x+x+)+y");
  }
}
