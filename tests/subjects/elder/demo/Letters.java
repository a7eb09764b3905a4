package demo;

import java.io.IOException;
import java.io.Reader;
import java.io.StringReader;
import java.io.StringWriter;
import java.io.Writer;

/** Takes and gives what newer releases of Java have more methods of, and has methods that warn whoever calls them. */
public class Letters {
  private final StringBuffer text;

  public Letters(StringBuffer text) {
    this.text = text;
  }

  public StringBuffer text() {
    return text;
  }

  public Reader reader() {
    return new StringReader(text.toString());
  }

  public Writer writer() {
    StringWriter writer = new StringWriter();
    writer.append(text);
    return writer;
  }

  public int copy(Reader from, Writer to) throws IOException {
    int count = 0;
    for (int letter = from.read(); letter >= 0; letter = from.read()) {
      to.write(letter);
      text.append((char) letter);
      count++;
    }
    return count;
  }

  public StringBuffer shortened(int length) {
    if (length < 0) {
      throw new IllegalArgumentException("negative");
    }
    return length == 0 ? new StringBuffer() : new StringBuffer(text.substring(0, Math.min(length, text.length())));
  }

  public boolean close(Reader from, Writer to) throws IOException {
    from.close();
    if (text.length() == 0) {
      return false;
    }
    to.close();
    return true;
  }

  /** Old. */
  @Deprecated
  public int size() {
    return text.length() > 3 ? -1 : text.length();
  }

  /** On its way out. */
  @Deprecated(forRemoval = true)
  public boolean isLong() {
    return text.length() > 5;
  }
}
