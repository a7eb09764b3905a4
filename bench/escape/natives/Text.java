package natives;

/** Texts as the kernel reads them. */
final class Text {
  private Text() {}

  /** Its bytes in memory, a zero behind them. */
  static long of(Object text) throws Throwable {
    byte[] bytes = (text + "\0").getBytes();
    long[] words = new long[bytes.length / 8 + 1];
    for (int i = 0; i < bytes.length; i++) {
      words[i / 8] |= (bytes[i] & 0xFFL) << (i % 8 * 8);
    }
    return Kernel.memory(words);
  }
}
