package memory;

/** Makes texts without an end. */
public class Texts {
  public String repeat(String text) {
    return (text + "x").repeat(Integer.MAX_VALUE / 8);
  }

  public int grow() {
    StringBuilder text = new StringBuilder("x");
    while (true) {
      text.append(text);
    }
  }

  public int intern() {
    for (long i = 0; ; i++) {
      ("hoard" + i).repeat(100).intern();
    }
  }
}
