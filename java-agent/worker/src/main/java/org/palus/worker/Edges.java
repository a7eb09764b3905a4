package org.palus.worker;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.palus.hook.Compare;
import org.palus.hook.Probe;

/**
 * Writes which edges each sequence touched: a count and the ids, as i32. Then, when asked for, the
 * operands of its comparisons: a count of pairs of numbers and the numbers as two i32 each, the
 * lower half first; a count of pairs of texts and the texts as a length and that many units, an i32
 * each.
 */
final class Edges {
  private final ByteBuffer out;
  private final boolean withComparisons;
  private int at;

  Edges(ByteBuffer out, boolean withComparisons) {
    this.out = out.order(ByteOrder.LITTLE_ENDIAN);
    this.withComparisons = withComparisons;
  }

  boolean withComparisons() {
    return withComparisons;
  }

  /** Whether the edges touched now fit; the first sequence's are cut when they do not. */
  boolean hasRoom() {
    int words = 1 + Probe.touchedCount() + (withComparisons ? comparisonWords() : 0);
    return at == 0 || at + Integer.BYTES * words <= out.capacity();
  }

  private static int comparisonWords() {
    int words = 2 + 2 * Compare.numberCount();
    for (int i = 0; i < Compare.textCount(); i++) {
      words += 1 + Compare.text(i).length();
    }
    return words;
  }

  /** Nothing where the first sequence alone leaves no room. */
  private void comparisons() {
    boolean fits = at + Integer.BYTES * comparisonWords() <= out.capacity();
    put(fits ? Compare.numberCount() / 2 : 0);
    for (int i = 0; fits && i < Compare.numberCount(); i++) {
      put((int) Compare.number(i));
      put((int) (Compare.number(i) >> Integer.SIZE));
    }
    put(fits ? Compare.textCount() / 2 : 0);
    for (int i = 0; fits && i < Compare.textCount(); i++) {
      String text = Compare.text(i);
      put(text.length());
      for (int unit = 0; unit < text.length(); unit++) {
        put(text.charAt(unit));
      }
    }
  }

  private void put(int word) {
    if (at + Integer.BYTES <= out.capacity()) {
      out.putInt(at, word);
      at += Integer.BYTES;
    }
  }

  /** Writes the edges touched now and forgets them. */
  void take() {
    int room = (out.capacity() - at) / Integer.BYTES - 1;
    int count = Math.min(Probe.touchedCount(), room);
    out.putInt(at, count);
    for (int i = 0; i < count; i++) {
      out.putInt(at + Integer.BYTES * (1 + i), Probe.touchedEdge(i));
    }
    at += Integer.BYTES * (1 + count);
    Probe.clear();
    if (withComparisons) {
      comparisons();
    }
  }
}
