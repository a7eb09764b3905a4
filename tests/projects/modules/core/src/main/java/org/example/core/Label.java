package org.example.core;

import java.io.IOException;
import java.io.Reader;

/** What is written on a price tag. */
public class Label {
  private final StringBuffer text = new StringBuffer();

  public StringBuffer text() {
    return text;
  }

  public int append(Reader reader) throws IOException {
    int letter = reader.read();
    if (letter >= 0) {
      text.append((char) letter);
    }
    return text.length();
  }

  /** Old. */
  @Deprecated
  public boolean isBlank() {
    return text.length() == 0;
  }
}
