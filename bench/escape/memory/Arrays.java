package memory;

/** Asks for more at once than there is. */
public class Arrays {
  public long[] one(int length) {
    return new long[Integer.MAX_VALUE - 8];
  }

  public byte[][] many(int length) {
    return new byte[1 << 16][1 << 16];
  }
}
