package org.palus.tooling;

/** What the user has to know: one sentence that says what is wrong and what to do. */
public final class PalusException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** An error without a cause that would tell more. */
  public PalusException(String sentence) {
    super(sentence);
  }

  /** An error whose cause is kept for the log. */
  public PalusException(String sentence, Throwable cause) {
    super(sentence, cause);
  }
}
