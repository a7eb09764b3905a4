package other;

/** Cannot be named by tests in another package. */
class Hidden implements CharSequence {
  @Override
  public int length() {
    return 0;
  }

  @Override
  public char charAt(int index) {
    return 'a';
  }

  @Override
  public CharSequence subSequence(int start, int end) {
    return this;
  }
}
